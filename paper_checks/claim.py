"""A claim is a program: a printed statement, its place, and a check that can fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

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
    module: str
    name: str
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
        """Whether the document states it; a repair, a reading or a finer step is ours."""
        return self.id in known_statements()

    @property
    def label(self) -> str:
        """The statement's name in the document, for example Theorem 4.3."""
        return label(self.id)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the statement that the check settles, in words."""
        return tuple(doubts_of(self.document)[code] for code in self.doubt_codes)

    @property
    def program(self) -> tuple[str, str]:
        """The module and the name of the check."""
        return self.module, self.name

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
        _register(
            id, statement, judged(check), recorded, check, tier, repaired_by, doubts, mutants,
            title, kind, place,
        )  # fmt: skip
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
    ones the check must find a counterexample (`recorded` says whether the statement fails or only
    misses a hypothesis), with the repaired ones it must hold: each is a mutant of the other.
    `mutants` are further wrong versions of the repaired statement, and `printed_mutants` further
    versions for which the counterexample must disappear.
    """
    as_printed = {name: both[0] for name, both in subjects.items()}
    as_repaired = {name: both[1] for name, both in subjects.items()}
    repair = repair or f"{id}.repaired"

    def register(check: Check) -> Check:
        _register(
            id, printed, judged(partial(check, **as_printed), Outcome(recorded)), recorded, check,
            tier, repair, doubts, {"the repaired statement": as_repaired, **(printed_mutants or {})},
            title, kind, place,
        )  # fmt: skip
        more = {name: {**as_repaired, **wrong} for name, wrong in (mutants or {}).items()}
        _register(
            repair, repaired, judged(partial(check, **as_repaired)), "holds", check, tier, None,
            doubts, {"the printed statement": as_printed, **more}, repaired_title, kind, place,
        )  # fmt: skip
        return check

    return register


def _register(
    id: str,
    statement: str,
    judge: Check,
    recorded: str,
    check: Check,
    tier: Tier,
    repaired_by: str | None,
    doubts: tuple[str, ...],
    mutants: Mapping[str, Subjects] | None,
    title: str | None,
    kind: str | None,
    place: str | None,
) -> None:
    if id in REGISTERED and REGISTERED[id].program != (check.__module__, check.__qualname__):
        raise ValueError(f"The claim {id} is registered twice; give each claim one check.")
    where = place_of(id, check.__module__, place)
    unknown = [code for code in doubts if code not in doubts_of(where.document)]
    if unknown:
        raise ValueError(f"The claim {id} names the unknown doubt {unknown[0]}; see doubts.csv.")
    entry = parent(id)
    inherited = "" if entry is None else entry.one_line
    if entry is not None and entry.id != id and id.endswith(".repaired"):
        inherited += ", repaired"
    REGISTERED[id] = Claim(
        id=id,
        where=where,
        kind=kind or (entry.kind if entry else ""),
        title=title or inherited,
        statement=statement,
        check=judge,
        recorded=Outcome(recorded),
        module=check.__module__,
        name=check.__qualname__,
        line=inspect.unwrap(check).__code__.co_firstlineno,
        tier=tier,
        repaired_by=repaired_by,
        doubt_codes=doubts,
        mutants=mutants or {},
    )
