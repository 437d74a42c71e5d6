"""An interruption, or a signal, before a command runs is one sentence, and its code."""

import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from threading import Thread
import pytest
from banditproof.cli import main

PROJECT = Path(__file__).resolve().parent.parent


def test_an_interruption_while_a_command_loads_ends_with_130(monkeypatch, capsys) -> None:
    def interrupted(name: str, package: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("banditproof.cli.application.import_module", interrupted)
    monkeypatch.setattr(sys, "argv", ["banditproof", "bounds", "--means", "0.8,0.6"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err == "banditproof: Interrupted.\n"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("SIGTERM", "Ended by SIGTERM."), ("SIGHUP", "Ended by SIGHUP."), ("SIGINT", "Interrupted.")],
)
def test_a_signal_before_the_command_begins_has_its_code(
    monkeypatch, capsys, name: str, sentence: str
) -> None:
    """It comes when the handlers are set, and nothing runs yet."""
    number = getattr(signal, name)
    default = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
    before = signal.signal(number, default)
    monkeypatch.setattr(Thread, "start", lambda self: signal.raise_signal(number))
    monkeypatch.setattr(sys, "argv", ["banditproof", "--version"])
    try:
        with pytest.raises(SystemExit) as stopped:
            main()
    finally:
        for item in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(item, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(number, before)
        signal.set_wakeup_fd(-1)
    assert stopped.value.code == 128 + number
    assert capsys.readouterr().err == f"banditproof: {sentence}\n"


INTERRUPTED_WHILE_LOADING = """
import signal, sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "banditproof.cli":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
from {} import {}
"""


def test_an_interruption_while_the_program_loads_shows_no_traceback() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    program = INTERRUPTED_WHILE_LOADING.format(*project["scripts"]["banditproof"].split(":"))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")
