"""A claim is a program: a printed statement, its place, and a check that can fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple

from .catalogue import catalogue as known_statements
from .catalogue import doubts as doubts_of
from .catalogue import label, parent
from .places import Place, place_of
from .verdict import Outcome, Verdict
from .vocabulary import judged

Check = Callable[..., Verdict]
Subjects = Mapping[str, Any]
Tier = Literal["fast", "slow"]


@dataclass(frozen=True)
class Claim:
    """A statement of a document and the program that checks it.

    The check's keyword arguments, all with defaults, are the subjects it examines: the formula,
    the bound, the policy. `mutants` names wrong subjects; with any of them the check must give
    another outcome than the recorded one, or it checks nothing.
    """

    id: str
    where: Place
    kind: str
    title: str
    statement: str
    check: Check
    recorded: Outcome
    program: tuple[str, str]
    """The module and the name of the check."""
    line: int
    tier: Tier = "fast"
    repaired_by: str | None = None
    doubt_codes: tuple[str, ...] = ()
    mutants: Mapping[str, Subjects] = field(default_factory=dict)

    @property
    def document(self) -> str:
        """The document whose folder holds the program."""
        return self.where.document

    @property
    def place(self) -> str:
        """Section, equation and page, in words."""
        return str(self.where)

    @property
    def stated(self) -> bool:
        """Whether the document states it; a repair, a reading or a derived fact is ours."""
        entry = known_statements().get(self.id)
        return entry is not None and "derived" not in entry.kind

    @property
    def label(self) -> str:
        """The statement's name in the document, for example Theorem 4.3."""
        return label(self.id)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the statement that the check settles, in words."""
        return tuple(doubts_of(self.document)[code] for code in self.doubt_codes)

    @property
    def module(self) -> str:
        """The module of the check."""
        return self.program[0]

    @property
    def file(self) -> str:
        """The program's file, relative to the root of the repository."""
        return self.module.removeprefix("banditproof.").replace(".", "/") + ".py"


REGISTERED: dict[str, Claim] = {}
"""The claims of the modules that are imported so far."""


def claim(
    id: str,
    statement: str,
    *,
    recorded: str,
    tier: Tier = "fast",
    repaired_by: str | None = None,
    doubts: tuple[str, ...] = (),
    mutants: Mapping[str, Subjects] | None = None,
    title: str | None = None,
    kind: str | None = None,
    place: str | None = None,
) -> Callable[[Check], Check]:
    """Register the decorated check as the program of a claim.

    Document, chapter and section come from the folder of the module; kind, place and title from
    the catalogue. A claim of our own (a repair, a finer step) takes those of the statement whose
    ID begins its own, unless it gives them. The statement is the printed one, in our words and
    LaTeX.
    """

    def register(check: Check) -> Check:
        own = _Declaration(id, statement, recorded, repaired_by, mutants, title)
        _register(own, judged(check), check, _Common(tier, doubts, kind, place))
        return check

    return register


def pair(
    id: str,
    printed: str,
    repaired: str,
    *,
    recorded: str,
    subjects: Mapping[str, tuple[Any, Any]],
    repair: str | None = None,
    tier: Tier = "fast",
    doubts: tuple[str, ...] = (),
    mutants: Mapping[str, Subjects] | None = None,
    printed_mutants: Mapping[str, Subjects] | None = None,
    title: str | None = None,
    repaired_title: str | None = None,
    kind: str | None = None,
    place: str | None = None,
) -> Callable[[Check], Check]:
    """Register one check for a statement that is false as printed, and for its repair.

    `subjects` gives each subject of the check twice: as printed, and repaired. With the printed
    ones the check must find a counterexample (`recorded` says whether the statement fails, or only
    misses a hypothesis, in a `require_or_repair`), with the repaired ones it must hold: each is a
    mutant of the other.
    `mutants` are further wrong versions of the repaired statement, and `printed_mutants` further
    versions for which the counterexample must disappear.
    """
    as_printed = {name: both[0] for name, both in subjects.items()}
    as_repaired = {name: both[1] for name, both in subjects.items()}
    repair = repair or f"{id}.repaired"
    wrong = {"the repaired statement": as_repaired, **(printed_mutants or {})}
    more = {name: {**as_repaired, **mutant} for name, mutant in (mutants or {}).items()}
    more = {"the printed statement": as_printed, **more}

    def register(check: Check) -> Check:
        common = _Common(tier, doubts, kind, place)
        own = _Declaration(id, printed, recorded, repair, wrong, title)
        _register(own, judged(partial(check, **as_printed), Outcome(recorded)), check, common)
        own = _Declaration(repair, repaired, "holds", None, more, repaired_title)
        _register(own, judged(partial(check, **as_repaired)), check, common)
        return check

    return register


class _Declaration(NamedTuple):
    """What a declaration says of one claim."""

    id: str
    statement: str
    recorded: str
    repaired_by: str | None
    mutants: Mapping[str, Subjects] | None
    title: str | None


class _Common(NamedTuple):
    """What a declaration says of both claims of a pair."""

    tier: Tier
    doubts: tuple[str, ...]
    kind: str | None
    place: str | None


def _register(own: _Declaration, judge: Check, check: Check, common: _Common) -> None:
    id, program = own.id, (check.__module__, check.__qualname__)
    if id in REGISTERED and REGISTERED[id].program != program:
        raise ValueError(f"The claim {id} is registered twice; give each claim one check.")
    where = place_of(id, check.__module__, common.place)
    unknown = [code for code in common.doubts if code not in doubts_of(where.document)]
    if unknown:
        raise ValueError(f"The claim {id} names the unknown doubt {unknown[0]}; see doubts.csv.")
    entry = parent(id)
    inherited = "" if entry is None else entry.one_line
    if entry is not None and entry.id != id and id.endswith(".repaired"):
        inherited += ", repaired"
    REGISTERED[id] = Claim(
        id=id,
        where=where,
        kind=common.kind or (entry.kind if entry else ""),
        title=own.title or inherited,
        statement=own.statement,
        check=judge,
        recorded=Outcome(own.recorded),
        program=program,
        line=inspect.unwrap(check).__code__.co_firstlineno,
        tier=common.tier,
        repaired_by=own.repaired_by,
        doubt_codes=common.doubts,
        mutants=own.mutants or {},
    )
