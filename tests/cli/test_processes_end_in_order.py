"""Signals: a command ends with a sentence, and so do its workers."""

import contextlib
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
import pytest
from case_tables import table
from watched_processes import descendants, is_there, wait_for
from banditproof.cli import interruptions

COMMAND = [sys.executable, "-m", "banditproof"]
PARALLEL = ("check", "--section", "4.2", "--workers", "2")
PATH = {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def started(words: Sequence[str], *program: str) -> subprocess.Popen:
    return subprocess.Popen(
        [*(program or COMMAND), *words],
        env={**os.environ, **PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_with_signals,
    )


def _with_signals() -> None:
    """A suite that runs in the background ignores these signals, and its children would too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("words", [PARALLEL, ("simulate", "trusted-leader", "--means", "0.7,0.5",
    "--epsilon", "1", "--horizon", "1e5", "--runs", "9999", "--workers", "2")],
    ids=["check", "simulate"])  # fmt: skip
@pytest.mark.parametrize(
    ("sent", "code", "loading"),
    table(__file__, "workers_end_with_their_parent_sent_code_loading"),
    ids=lambda value: "-".join(value) if isinstance(value, list) else str(value),
)
def test_workers_end_with_their_parent(words, sent, code, loading) -> None:
    """Interruptions go to the whole group, as from a terminal, also while workers load."""
    process = started(words)
    try:
        assert wait_for(lambda: len(descendants(process.pid)) >= 3)
        time.sleep(0.1 if loading else 1)
        workers = descendants(process.pid)
        for number, name in enumerate(sent):
            time.sleep(0.4 * number)  # a second one that comes at once is taken for the first
            with contextlib.suppress(ProcessLookupError):
                send = os.killpg if name == "SIGINT" else os.kill
                send(process.pid, getattr(signal, name))
        assert process.wait(timeout=20) == code
        assert wait_for(lambda: not any(map(is_there, workers)), seconds=20)
        _, error = process.communicate(timeout=20)
    finally:
        process.kill()
    if code > 0:
        kept = r"(banditproof: \d+ of \d+ checks ended[^\n]*\n)?"  # what a check says besides
        assert re.fullmatch(rf"{kept}banditproof: (Interrupted|Ended by SIG\w+)\.\n", error)
    elif not loading:
        assert "Traceback" not in error


STARTER = table(__file__, "starter")


@needs_proc
@pytest.mark.slow
def test_a_worker_in_machine_code_ends_with_its_parent(tmp_path) -> None:
    """It never returns to Python, so no thread of its own could end it."""
    program = tmp_path / "starter.py"
    program.write_text(STARTER.format(path=PATH["PYTHONPATH"]))
    process = started([str(program)], sys.executable)
    assert process.stdout.readline() == "ready\n"
    workers = descendants(process.pid)
    process.kill()
    assert wait_for(lambda: not any(map(is_there, workers)), seconds=20)
    process.communicate(timeout=20)


LOADING = table(__file__, "loading")


@pytest.mark.slow
@pytest.mark.parametrize("after", ["0.02", "0.05", "0.1", "0.2", "0.3", "0.5"])
def test_an_interruption_while_libraries_load(after) -> None:
    program = LOADING.format(path=PATH["PYTHONPATH"])
    process = started([*PARALLEL, after], sys.executable, "-c", program)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error == "banditproof: Interrupted.\n"


STUCK = table(__file__, "stuck")


@pytest.mark.slow
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_code_that_does_not_listen_is_left(tmp_path, sent) -> None:
    program = STUCK.format(path=PATH["PYTHONPATH"])
    process = started([str(tmp_path / "data.csv")], sys.executable, "-c", program)
    assert process.stdout.readline() == "ready\n"
    assert list(tmp_path.iterdir())
    process.send_signal(getattr(signal, sent))
    _, error = process.communicate(timeout=20)
    assert process.returncode == 128 + getattr(signal, sent)
    assert error.startswith("banditproof: ")
    assert len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


LONG_RUN = table(__file__, "long_run")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_long_run_in_machine_code_is_interrupted(workers) -> None:
    words = ("--means", "0.8,0.6", "--horizon", "1e10", "--workers", workers)
    program = LONG_RUN.format(path=PATH["PYTHONPATH"])
    process = started(["simulate", "ucb", *words], sys.executable, "-c", program)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.1)  # machine code plays
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert error == "banditproof: Interrupted.\n"


def test_a_signal_that_the_caller_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptions.listening():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_becomes_an_exception_where_the_program_stands() -> None:
    def terminated() -> None:
        with interruptions.listening() as signals:
            interruptions.allow(60)
            try:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(10)
            finally:
                assert signals.number == signal.SIGTERM
                assert signals.code == 143
                assert signals.sentence == "Ended by SIGTERM."

    with pytest.raises(interruptions.Ending):
        terminated()


def test_a_second_signal_so_soon_is_the_same(monkeypatch) -> None:
    signals = interruptions.Signals()
    with contextlib.suppress(KeyboardInterrupt):
        signals.note(signal.SIGINT)
    left: list[bool] = []
    monkeypatch.setattr(signals, "leave", lambda: left.append(True))
    signals.note(signal.SIGINT)
    assert not left
    monkeypatch.setattr(interruptions, "SAME", -1.0)
    signals.note(signal.SIGINT)
    assert left


@pytest.mark.slow
def test_the_workers_are_asked_to_end_when_the_command_is_left() -> None:
    worker = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    worker.start()
    try:
        interruptions._end_workers()
        worker.join(timeout=20)
        assert worker.exitcode == -signal.SIGTERM
    finally:
        worker.kill()
