"""A fault in the code of an algorithm turns a claim red: the faults of `library_faults.toml`.

A fault replaces a piece of the text of a module; the functions of the module that change are
exchanged in this process for as long as the claim is checked.
"""

import gc
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from banditproof.paper_checks import find, run

TABLE = tomllib.loads(Path(__file__).with_name("library_faults.toml").read_text("utf-8"))
FAULTS = [
    pytest.param(*fault, id=f"{algorithm}: {name}")
    for algorithm, faults in TABLE.items()
    for name, fault in faults.items()
]


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a module and of all that is defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def exchange(module: ModuleType, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Give functions of a module the code of its text with one replacement; how many change."""
    file = str(module.__file__)
    text = Path(file).read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    changed = compile(text.replace(old, new, 1), file, "exec")
    faulty = {code.co_qualname: code for code in codes(changed)}
    number = 0
    gc.unfreeze()  # what is frozen is not listed
    for function in [item for item in gc.get_objects() if type(item) is FunctionType]:
        right = function.__code__
        if right.co_filename == file and right.co_qualname in faulty:
            number += faulty[right.co_qualname] != right
            monkeypatch.setattr(function, "__code__", faulty[right.co_qualname])
    return number


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "module", "old", "new"), FAULTS)
def test_a_fault_of_the_library_turns_a_claim_red(claim, module, old, new, monkeypatch) -> None:
    before = find(claim)
    assert run(before).verdict.outcome == before.recorded
    assert exchange(import_module(f"banditproof.{module}"), old, new, monkeypatch)
    result = run(before)
    assert result.error is not None or result.verdict.outcome != before.recorded
