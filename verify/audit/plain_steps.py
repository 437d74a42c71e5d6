"""The steps of code: the names that they ask for, what they write, and reasons against them."""

import dis
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any
from .plain_names import (
    ATTRIBUTES,
    COMPUTING,
    DENIED,
    INNER,
    MUTATORS,
    NAMES,
    OWN,
    SCIENTIFIC,
    STATEFUL,
    WRITING,
)


@dataclass
class Reading:
    """The objects that were read, and the reasons against them."""

    reasons: list[str] = field(default_factory=list)
    seen: dict[int, Any] = field(default_factory=dict)
    private: set[str] = field(default_factory=set)
    boxes: list[str] = field(default_factory=list)
    """The kinds of lists, dictionaries and arrays that code reaches."""
    writes: list[str] = field(default_factory=list)
    """The functions that write into lists, dictionaries or arrays."""
    states: list[str] = field(default_factory=list)
    """What has a memory of its own: generators of numbers, iterators, settings of a module."""
    names: set[str] = field(default_factory=set)
    """The attributes that code asks for."""
    homes: list[Any] = field(default_factory=list)
    """The installed modules and classes that code reaches."""
    searched: set[tuple[int, str]] = field(default_factory=set)

    def against(self, where: str, why: str) -> None:
        if len(self.reasons) < 3:
            self.reasons.append(f"{where} {why}")

    def note(self, name: str, where: str) -> None:
        """Note a name of something that writes, or that has a memory of its own."""
        if name in MUTATORS:
            self.writes.append(where)
        if name in STATEFUL:
            self.states.append(name)


STORING = ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")


def _changes_in_place(step: dis.Instruction) -> bool:
    return step.opname == "BINARY_OP" and step.argrepr.endswith("=")


def names_read(code: CodeType, where: str, reading: Reading) -> Iterator[str]:
    """The names that code reads from its module; steps that are not plain are noted."""
    for step in dis.get_instructions(code):
        if step.opname in WRITING:
            what = "matches a class" if step.opname == "MATCH_CLASS" else "changes or imports"
            reading.against(where, f"{what} {step.argval}")
        elif step.opname in ATTRIBUTES:
            name = str(step.argval)
            reading.names.add(name)
            inner = name.startswith(INNER) and name not in reading.private
            if (inner and name != "__init__") or name in DENIED:
                reading.against(where, f"uses the attribute {name}")
            reading.note(name, where)
        elif step.opname in STORING or _changes_in_place(step):
            reading.writes.append(where)
        elif step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval in code.co_freevars:
            reading.states.append("a variable outside of its function")
        elif step.opname in NAMES:
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, tuple) and "out" in constant:  # the names of arguments
            reading.writes.append(where)
        if isinstance(constant, CodeType):
            yield from names_read(constant, where, reading)


def is_random(module: str) -> bool:
    return module == "random" or module.startswith("numpy.random")


def is_computing(module: str) -> bool:
    """Whether a module only computes with what it is given."""
    rooms = (f"{OWN}.theory", f"{OWN}.algorithms", *SCIENTIFIC)
    parts = module.split(".")
    return (parts[0] in COMPUTING or module.startswith(rooms)) and not DENIED & {*parts}
