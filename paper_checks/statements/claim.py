"""A claim is a program: a printed statement, its place, and a check that can fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Literal

from ..verdicts.verdict import Outcome, Verdict
from ..verdicts.vocabulary import judged
from .catalogue import doubts as doubts_of
from .catalogue import label, parent
from .declaration import require_declared
from .documents import FIVE, document_of_module
from .mutants_of_proofs import with_mutants_of
from .places import Place, place_of

if TYPE_CHECKING:
    from ..proofs import Proof

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
    stated: bool = False
    """Whether the document states it; a repair, a reading or a derived fact is ours."""
    reading: str = ""
    """The reading of a word that has several, for example a policy as a kernel."""
    repaired_by: str | None = None
    corrected: str | None = None
    """What a misprint was meant to say, where no separate claim says it."""
    rests_on: tuple[str, ...] = ()
    """The claims and textbook facts that the verdict rests on."""
    stated_proof: tuple[str, ...] = ()
    """The steps that the document's own proof uses; those of the verdict if it says nothing."""
    parts: tuple[str, ...] = ()
    """The claims whose verdicts together are that of a statement with several assertions."""
    part_of: str | None = None
    doubt_codes: tuple[str, ...] = ()
    mutants: Mapping[str, Subjects] = field(default_factory=dict)
    proof: Proof | None = None
    """The proof as an object; what it rests on is what the verdict rests on."""
    repeats: str | None = None
    """The claim that says the same, whose program is that of this one."""

    @property
    def document(self) -> str:
        """The document whose folder holds the program."""
        return self.where.document

    @property
    def place(self) -> str:
        """Section, equation and page, in words."""
        return str(self.where)

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
        """The program's file, from the root of the repository, or from the folder of its paper."""
        known = document_of_module(self.module) or FIVE[0]
        return known.file_of(self.module)


REGISTERED: dict[str, Claim] = {}
"""The claims of the modules that are imported so far."""


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What a declaration says of one claim; None or nothing leaves it to folder and catalogue."""

    id: str
    statement: str
    recorded: str
    repaired_by: str | None = None
    corrected: str | None = None
    rests_on: tuple[str, ...] = ()
    stated_proof: tuple[str, ...] | None = None
    stated: bool | None = None
    reading: str = ""
    tier: Tier = "fast"
    doubts: tuple[str, ...] = ()
    mutants: Mapping[str, Subjects] | None = None
    title: str | None = None
    kind: str | None = None
    place: str | None = None
    parts: tuple[str, ...] = ()
    proof: Proof | None = None


def claim(
    id: str,
    statement: str,
    *,
    recorded: str,
    rests_on: tuple[str, ...] = (),
    stated_proof: tuple[str, ...] | None = None,
    stated: bool | None = None,
    reading: str = "",
    tier: Tier = "fast",
    repaired_by: str | None = None,
    corrected: str | None = None,
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
    LaTeX; a claim is `stated` by the document if the catalogue lists it, or if it says so: a part
    of a statement with several assertions does. `rests_on` names the claims and textbook facts
    that the verdict rests on, and `stated_proof` those of the document's proof, if they differ. A
    check whose subject `proof` is a proof as an object leaves out `rests_on`: its steps say that.
    """
    declared = Declared(
        id=id,
        statement=statement,
        recorded=recorded,
        repaired_by=repaired_by,
        corrected=corrected,
        rests_on=rests_on,
        stated_proof=stated_proof,
        stated=stated,
        reading=reading,
        tier=tier,
        doubts=doubts,
        mutants=mutants,
        title=title,
        kind=kind,
        place=place,
    )

    def register(check: Check) -> Check:
        _register(declared, judged(check), check)
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
    rests_on: tuple[str, ...] = (),
    refutation_rests_on: tuple[str, ...] = (),
    stated_proof: tuple[str, ...] | None = None,
    stated: bool | None = None,
    reading: str = "",
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
    ones the check must find a counterexample (`recorded` says whether the statement fails, misses
    a hypothesis or is a misprint; the last two in a `require_or_repair`), with the repaired ones
    it must hold: each is a mutant of the other, and the repair meets the witness that refuted the
    print.
    `mutants` are further wrong versions of the repaired statement, and `printed_mutants` further
    versions for which the counterexample must disappear. `rests_on` is about the repair, and
    `stated_proof` about the document's proof of the print.
    """
    as_printed = {name: both[0] for name, both in subjects.items()}
    as_repaired = {name: both[1] for name, both in subjects.items()}
    both = Declared(
        id=id,
        statement=printed,
        recorded=recorded,
        rests_on=refutation_rests_on,
        repaired_by=repair or f"{id}.repaired",
        stated_proof=stated_proof,
        stated=stated,
        reading=reading,
        tier=tier,
        doubts=doubts,
        mutants={"the repaired statement": as_repaired, **(printed_mutants or {})},
        title=title,
        kind=kind,
        place=place,
    )
    more = {name: {**as_repaired, **mutant} for name, mutant in (mutants or {}).items()}
    ours = replace(
        both,
        id=both.repaired_by or id,
        statement=repaired,
        recorded="holds",
        rests_on=rests_on,
        repaired_by=None,
        stated_proof=None,
        stated=False,
        mutants={"the printed statement": as_printed, **more},
        title=repaired_title,
    )

    def register(check: Check) -> Check:
        _register(both, judged(partial(check, **as_printed), Outcome(recorded)), check)
        _register(ours, judged(partial(check, **as_repaired)), check, as_repaired)
        return check

    return register


def _register(own: Declared, judge: Check, check: Check, subjects: Subjects | None = None) -> None:
    program = (check.__module__, check.__qualname__)
    proof = (subjects or {}).get("proof") or proof_of(check)
    if proof is not None and proof.id == own.id:
        if own.rests_on:
            raise ValueError(f"The steps of {own.id} say what it rests on; leave out `rests_on`.")
        mutants = with_mutants_of(proof, own.mutants or {}, subjects or {})
        own = replace(own, proof=proof, rests_on=proof.rests_on, mutants=mutants)
        judge = _with_changed_steps(judge)
    code = getattr(inspect.unwrap(check), "__code__", None)
    if code is None:
        raise ValueError(f"The check of {own.id} is {check!r}; put @claim above a function.")
    line = code.co_firstlineno
    enter(own, judge, program, line)


def proof_of(check: Check) -> Proof | None:
    """The proof that a check examines, as the default of its subject `proof`; None without one."""
    parameter = inspect.signature(check).parameters.get("proof")
    known = None if parameter is None else parameter.default
    return None if known is inspect.Parameter.empty else known


def _with_changed_steps(judge: Check) -> Check:
    """The check, where a proof with changed steps that do not stand decides alone."""

    @wraps(judge)
    def verdict(**subjects: Any) -> Verdict:
        if "proof" in subjects:
            alone: Verdict = subjects["proof"].verdict("The changed steps stand.")
            if alone.outcome != Outcome.HOLDS:
                return alone
        return judge(**subjects)

    return verdict


def enter(own: Declared, judge: Check, program: tuple[str, str], line: int) -> None:
    """Enter a declared claim into the register, at the place of its module."""
    require_declared(own)
    id = own.id
    known = REGISTERED.get(id)
    if known is not None and (known.program, known.line) != (program, line):
        raise ValueError(
            f"The claim {id} is registered twice, also in {known.file}, line {known.line}; give "
            "each claim one check and its ID."
        )
    home = document_of_module(program[0])
    if home is not None and not id.startswith(f"{home.prefix}."):
        raise ValueError(
            f"The claim {id} stands in a module of {home.name}; begin its ID with '{home.prefix}.'."
        )
    if own.recorded not in list(Outcome):
        raise ValueError(
            f"The claim {id} is recorded as {own.recorded!r}; give one of {', '.join(Outcome)}."
        )
    where = place_of(id, program[0], own.place)
    unknown = [code for code in own.doubts if code not in doubts_of(where.document)]
    if unknown:
        raise ValueError(f"The claim {id} names the unknown doubt {unknown[0]}; see doubts.csv.")
    entry = parent(id)
    inherited = "" if entry is None else entry.one_line
    if entry is not None and entry.id != id and id.endswith(".repaired"):
        inherited += ", repaired"
    catalogued = entry is not None and entry.id == id and "derived" not in entry.kind
    REGISTERED[id] = Claim(
        id=id,
        where=where,
        kind=own.kind or (entry.kind if entry else ""),
        title=own.title or inherited,
        statement=own.statement,
        check=judge,
        recorded=Outcome(own.recorded),
        program=program,
        line=line,
        tier=own.tier,
        stated=catalogued if own.stated is None else own.stated,
        reading=own.reading,
        repaired_by=own.repaired_by,
        corrected=own.corrected,
        rests_on=own.rests_on,
        stated_proof=own.rests_on if own.stated_proof is None else own.stated_proof,
        parts=own.parts,
        doubt_codes=own.doubts,
        mutants=own.mutants or {},
        proof=own.proof,
    )
