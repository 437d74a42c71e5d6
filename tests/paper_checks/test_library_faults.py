"""A fault in the code of an algorithm turns a claim red: the faults of `library_faults.toml`.

A fault replaces a piece of the text of a module; the functions of the module that change are
exchanged in this process for as long as the claim is checked.
"""

import gc
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property, partial
from importlib import import_module
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
import pytest
from tiers import sampled
from banditproof.paper_checks import find, run
from banditproof.theory.compiled import Kernel

TABLE = tomllib.loads(Path(__file__).with_name("library_faults.toml").read_text("utf-8"))
FAULTS = {
    f"{algorithm}: {name}": tuple(fault)
    for algorithm, faults in TABLE.items()
    for name, fault in faults.items()
}


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a module and of all that is defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


HOLDERS = (
    dict,
    list,
    tuple,
    property,
    staticmethod,
    classmethod,
    partial,
    cached_property,
    CellType,
)
"""What a function of a module may stand in, besides the classes and the caches of the module."""


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that the text of a module defines, wherever its names lead to them."""
    holders = (*HOLDERS, Kernel, type(cache(len)))
    waiting: list[object] = [vars(module)]
    seen = {id(vars(module))}
    while waiting:
        for item in gc.get_referents(waiting.pop()):
            if id(item) in seen:
                continue
            seen.add(id(item))
            if isinstance(item, FunctionType):
                if item.__code__.co_filename != module.__file__:  # perhaps around one that is
                    waiting.append([vars(item).get("__wrapped__")])
                    continue
                yield item
            elif isinstance(item, type):
                if item.__module__ != module.__name__:
                    continue
            elif not isinstance(item, holders):
                continue
            waiting.append(item)


def exchange(module: ModuleType, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Give functions of a module the code of its text with one replacement; how many change."""
    file = str(module.__file__)
    text = Path(file).read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    changed = compile(text.replace(old, new, 1), file, "exec")
    faulty = {code.co_qualname: code for code in codes(changed)}
    number = 0
    for function in list(functions_of(module)):
        right = function.__code__
        if right.co_qualname in faulty:
            number += faulty[right.co_qualname] != right
            monkeypatch.setattr(function, "__code__", faulty[right.co_qualname])
    return number


@cache
def stands(claim: str) -> bool:
    """Whether a claim has its recorded verdict; asked before a fault can reach what it keeps."""
    return run(find(claim)).verdict.outcome == find(claim).recorded


@pytest.mark.parametrize(
    ("claim", "module", "old", "new"), sampled(FAULTS.values(), 3), ids=[*FAULTS]
)
def test_a_fault_of_the_library_turns_a_claim_red(claim, module, old, new, monkeypatch) -> None:
    before = find(claim)
    assert stands(claim)
    assert exchange(import_module(f"banditproof.{module}"), old, new, monkeypatch)
    result = run(before)
    assert result.error is not None or result.verdict.outcome != before.recorded
