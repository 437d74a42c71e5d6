"""Run the command line in this process, as a shell would see it."""

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
import pytest
from banditproof.cli import main


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def shown(self) -> str:
        """What was printed; the exit code is 0."""
        assert self.code == 0, self.err
        return self.out

    @property
    def text(self) -> str:
        """The words that were printed, whatever the width of the terminal; the exit code is 0."""
        return " ".join(self.shown.split())

    @property
    def facts(self) -> Any:
        """What `--json` printed; the exit code is 0, and nothing is said besides."""
        assert self.err == ""
        return json.loads(self.shown)

    @property
    def mistake(self) -> str:
        """The sentence of an error, in one line; the exit code is 2 and nothing else is printed."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("banditproof: ")
        assert self.err.endswith((".\n", "?\n"))
        assert self.err.count("\n") == 1
        return self.err


@pytest.fixture
def banditproof(capsys, monkeypatch) -> Callable[..., Outcome]:
    def run(*words: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["banditproof", *words])
        try:
            main()
            code = 0
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return run
