"""Runs tests of the logic with one edited file, in a fork of a process that imported all else."""

import gc
import inspect
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout
from importlib.machinery import SourceFileLoader as Loader
from multiprocessing import get_context
from types import CodeType
import pytest
import banditproof.theory.logic.development  # what the logic stands on is imported once
import banditproof.theory.prover.search.counterexample  # noqa: F401  certificates, too

LOGIC = "banditproof.theory.logic"
OPTIONS = ("-x", "-q", "--tb=line", "--noconftest", "--assert=plain", "-p", "no:cacheprovider")


def changed(module: str, old: str, new: str) -> str:
    """The text of a file of the logic with one edit, whose place it has once."""
    source = inspect.getsource(sys.modules[f"{LOGIC}.{module}"])
    # a space of the edit stands for any white space
    places = r"\s+".join(map(re.escape, old.split()))
    text, number = re.subn(places, lambda _: new, source)
    assert number == 1, f"{old} stands {number} times in {module}"
    return text


@contextmanager
def edited(module: str, old: str, new: str) -> Iterator[list[str]]:
    """Imports all files of the logic anew, one of them edited; names it when it is imported."""
    plain, done, file = Loader.get_code, list[str](), f"{LOGIC}.{module}"
    text = changed(module, old, new)

    def get_code(self: Loader, name: str) -> CodeType | None:
        if name != file:
            return plain(self, name)
        done.append(name)
        return compile(text, self.path, "exec")

    for name in [*sys.modules]:
        if name == LOGIC or name.startswith(f"{LOGIC}."):
            del sys.modules[name]
    Loader.get_code = get_code  # type: ignore[method-assign]
    yield done


def run(module: str, old: str, new: str, tests: Sequence[str]) -> tuple[bool, int, str]:
    """Whether the edited file was imported, the exit code of pytest, and its output.

    The files of tests are collected and run one after the other, up to the first that fails.
    """
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    gc.freeze()  # what was imported before is no garbage
    output = io.StringIO()
    with redirect_stdout(output), edited(module, old, new) as done:
        codes = (pytest.main([*OPTIONS, "-m", "not slow", file]) for file in tests)
        code = next(filter(None, codes), 0)
    return bool(done), code, output.getvalue()


def fresh_processes() -> ProcessPoolExecutor:
    """Gives each call a fork of a process that has run no test."""
    os.environ["PYTHONHASHSEED"] = "0"  # two names in many share the bit of their marks
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1)
