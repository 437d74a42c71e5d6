"""The programs that decide verdicts, as they were before the programs of a folder ran.

A program of a folder runs in the same process, and could put a function of its own in the place of
one that judges it. What was replaced is found by its name, and the verdict is then open. A program
that is written to deceive may still hide from this: the programs of others are to be read.
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from ..statements.documents import ROOM

PROVING = "banditproof.theory"
DECIDING = (
    *(f"{PROVING}.prover.{name}" for name in ("kernel", "checker")),
    f"{PROVING}.logic",
    *(f"{ROOM}.{name}" for name in ("derivations", "proofs", "running", "verdicts")),
    "banditproof.verify.evidence",
)
"""The packages and modules that judge steps and grade verdicts."""
LEFT_OUT = (".coq", ".__main__")
METHODS = (property, staticmethod, classmethod)

Seen = tuple[object, ...]
"""Something that can be called, with its code."""


@cache
def before_programs() -> Mapping[str, Seen]:
    """What judges, by its names, as it is when this is asked for the first time."""
    for name in DECIDING:
        inside = getattr(importlib.import_module(name), "__path__", ())
        for item in pkgutil.walk_packages(inside, f"{name}."):
            if not any(word in f"{item.name}." for word in LEFT_OUT):
                importlib.import_module(item.name)
    return dict(_judging())


def replaced() -> str:
    """The name of something that judges and is not what it was; empty if there is none.

    >>> from banditproof.paper_checks.proofs import Inequality
    >>> before_programs() and replaced()
    ''
    >>> check, Inequality.check = Inequality.check, print
    >>> replaced()
    'banditproof.paper_checks.proofs.inequality.Inequality.check'
    >>> Inequality.check = check
    """
    now = dict(_judging())
    return next((n for n, was in before_programs().items() if not _is_same(now.get(n), was)), "")


def _is_same(one: Seen | None, another: Seen) -> bool:
    """Whether two are the same objects; what somebody calls equal is not asked."""
    return one is not None and all(a is b for a, b in zip(one, another, strict=True))


def _judging() -> Iterator[tuple[str, Seen]]:
    for name, module in list(sys.modules.items()):
        if any(name == item or name.startswith(f"{item}.") for item in DECIDING):
            yield from _members(name, module)


def _members(name: str, owner: ModuleType | type) -> Iterator[tuple[str, Seen]]:
    """What can be called in a module or a class, with the code of functions."""
    for key, value in list(vars(owner).items()):
        if callable(value) or isinstance(value, METHODS):
            inside = (getattr(value, part, None) for part in ("__code__", "__defaults__"))
            yield f"{name}.{key}", (value, *inside)
            own = isinstance(owner, ModuleType) and isinstance(value, type)
            if own and value.__module__ == name:
                yield from _members(f"{name}.{key}", value)
