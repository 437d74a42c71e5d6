"""`.ci/browser.py`, which `make browser` runs: where there is no browser, it says so loudly."""

import os
import subprocess
import sys
from pathlib import Path
import pytest

SCRIPT = Path(__file__).resolve().parent.parent / ".ci" / "browser.py"


def ran(*arguments: str, chromium: str = "no-such-browser") -> subprocess.CompletedProcess:
    return subprocess.run(
        (sys.executable, str(SCRIPT), *arguments),
        env={**os.environ, "CHROMIUM": chromium},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(("arguments", "code"), [((), 1), (("--or-skip",), 0)])
def test_without_a_browser_it_is_loud_and_fails_unless_it_may_skip(arguments, code):
    result = ran(*arguments)
    assert result.returncode == code
    assert "NO BROWSER: the pages of the report were NOT opened." in result.stdout
    assert "CHROMIUM is no-such-browser, which is no program." in result.stdout


def test_another_argument_is_refused():
    result = ran("--fast")
    assert result.returncode == 2
    assert "there is only --or-skip" in result.stderr


def test_ordinary_test_runs_leave_the_browser_out():
    makefile = (SCRIPT.parent.parent / "Makefile").read_text(encoding="utf-8")
    assert '-m "not slow and not browser and not night"' in makefile
    run = (SCRIPT.parent / "run").read_text(encoding="utf-8")
    assert "browser BROWSER=--or-skip" in run
