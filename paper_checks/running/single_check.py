"""Runs a single check, times it, and compares its verdict with the recorded one.

A check is refused what it cannot say: that another claim's steps hold for its own, or that finitely
many cases prove a statement about constants that exist, or a limit.
"""

from __future__ import annotations
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any
from banditproof.verify.evidence import Evidence, Grade, JudgedBy, jsonable
from ..derivations.derived_verdict import with_derivation
from ..proofs.listed_facts import read_sources
from ..statements.catalogue import why_stale
from ..statements.claim import Claim, Subjects
from ..statements.claim_facts import ResultFacts, facts_of
from ..statements.completed import declared
from ..statements.composite import combined
from ..statements.documents import OPENED
from ..statements.errata_text import witness_in_errata
from ..statements.field_names import NOT_ASYMPTOTIC
from ..statements.recorded_verdicts import Standing, run_unrecorded_with, standing
from ..statements.registry import find, listed, with_program
from ..statements.text_writer import verdict_words
from ..statements.told_claim import StoppedApart, ToldClaim
from ..verdicts.step_facts import StepFacts
from ..verdicts.verdict import REFUTING, Outcome, Verdict, undecided
from ..verdicts.verdict_words import graded
from .as_read import as_read, claims_below
from .judged_texts import judged_verdict, with_numbers_named
from .process_guard import kept_in_order
from .who_judged import said_by_whom
from .words_of_errors import words_of_error
from .words_of_folders import with_words_named

if TYPE_CHECKING:
    from banditproof.theory.logic.coq.second_reader import Reading

OUTLINED_AT_LEAST = ("proved", "derived", "outlined")
"""The grades of a claim on whose steps another one may stand."""


@dataclass(frozen=True)
class MutantsRun:
    """The mutants of a claim that ran: those that its check notices, and the others."""

    noticed: tuple[str, ...]
    missed: Mapping[str, str]
    """What is wrong, in a sentence, by the mutant that the check does not notice."""


@dataclass(frozen=True)
class Result:
    """A claim with the verdict that its check gave now."""

    claim: Claim
    verdict: Verdict
    seconds: float
    error: str | None = None
    kept: bool = False
    """Whether an earlier run of the same programs gave the verdict."""
    mutants: MutantsRun | None = None
    """What became of its mutants, if they ran beside the check."""
    second_reader: Reading | None = None
    """What Coq says of the formal proof, if it was asked."""

    def __post_init__(self) -> None:
        """A claim whose source has changed has no other verdict until the change is accepted.

        Whatever is said of a claim of somebody else, in a process that has imported programs of
        such a folder, is said by these: they may have put their own in the place of what judges.
        In any process a program says it that has declared what the claim says.
        """
        sentence = why_stale(self.claim.id)
        if sentence:
            object.__setattr__(self, "verdict", Verdict(Outcome.STALE, sentence))
        object.__setattr__(self, "verdict", said_by_whom(self.claim, self.verdict))

    @property
    def as_recorded(self) -> bool:
        """Whether the check ran and gave the recorded outcome."""
        return self.error is None and self.verdict.outcome == self.claim.recorded

    @property
    def graded_as_recorded(self) -> bool:
        """Whether the evidence, too, is as strong and settles as much as the text says."""
        recorded = (self.claim.grade, self.claim.universal)
        graded = (self.grade, self.verdict.universal)
        pairs = zip(recorded, graded, strict=True)
        return self.as_recorded and all(text in (None, now) for text, now in pairs)

    @property
    def record(self) -> str:
        """What a text would record of this check.

        >>> print(run(find("renyi.rem2.repaired")).record)
        holds, outlined
        """
        return verdict_words(self.verdict.outcome, self.grade, self.verdict.universal)

    @property
    def grade(self) -> str | None:
        """The strength of the evidence, if the verdict rests on any."""
        return self.verdict.evidence.grade.value if self.verdict.evidence else None

    @property
    def judged_by(self) -> str:
        """Who gave the grade: this package, or a program of the folder."""
        evidence = self.verdict.evidence
        return (evidence.judged_by if evidence else JudgedBy.BANDITPROOF).value

    @property
    def graded(self) -> str:
        """The grade, and who gave it if that was not this package; empty without evidence."""
        return graded(self.grade, self.judged_by)

    @property
    def facts(self) -> ResultFacts:
        """The facts of the claim and of what was found."""
        evidence, verdict = self.verdict.evidence, self.verdict
        # a module that cannot be imported is the error of a result
        claim = self.claim if self.error else with_program(self.claim)
        repair = claim.repaired_by
        settled, sharpness = verdict.universal, verdict.sharpness
        known = asdict(facts_of(claim, self.grade, settled.value if settled else None))
        known["line"], known["judged_by"] = claim.line, self.judged_by
        known["steps"] = verdict.steps or claim.steps
        return ResultFacts(
            **known,
            verdict=verdict.outcome.value,
            as_recorded=self.as_recorded,
            summary=verdict.summary,
            findings=dict(verdict.findings),
            witness=evidence.witness if evidence else None,
            witness_values=dict(evidence.case) if evidence else {},
            repaired_statement=listed(repair).statement if repair else claim.corrected,
            covered=verdict.covered,
            not_covered=verdict.not_covered,
            sharpness=sharpness.ratio if sharpness else None,
            sharpest_at=sharpness.case if sharpness else None,
            numbers=jsonable(evidence.numbers) if evidence else {},
            error=self.error,
            noticed=None if self.mutants is None else self.mutants.noticed,
            not_noticed=None if self.mutants is None else dict(self.mutants.missed),
            second_reader=None if self.second_reader is None else self.second_reader.result.value,
            second_reader_why=None if self.second_reader is None else self.second_reader.message,
            seconds=round(self.seconds, 3),
            errata_witness=self._errata_witness,
        )

    @property
    def _errata_witness(self) -> str:
        """What the errata print for it, or for the statement of its document that it repeats.

        Those of a folder are its own words, whose numbers nothing compares with what is computed.
        """
        if not self.as_recorded or self.claim.document in OPENED:
            return ""
        return witness_in_errata(self.claim.id, self.claim.repeats or "")

    def to_json(self) -> dict[str, Any]:
        """The facts of the result, for machines."""
        return self.facts.to_json()


def run(claim: Claim, **subjects: Any) -> Result:
    """Run one check; an exception becomes an open verdict that says so, never a pass.

    The check of a claim whose programs run apart is asked there, and its texts are judged here.
    """
    return _run(claim, subjects, formally=True)


def run_alone(claim: Claim, **subjects: Any) -> Result:
    """Run one check by its program alone, whose formal proof another process judges."""
    return _run(claim, subjects, formally=False)


def _run(claim: Claim, subjects: Subjects, formally: bool) -> Result:
    start = time.perf_counter()
    error = None
    try:
        claim = with_program(claim)
        start = time.perf_counter()
        verdict = said_by_whom(claim, _verdict_of(claim, subjects))
        if not subjects:
            formally = formally and not (claims_below(claim) and claim.document in OPENED)
            formal = with_derivation(claim, verdict) if formally else verdict
            verdict = as_read(claim, with_numbers_named(verdict, formal))
            verdict = _open_if_formula_is_false(claim, verdict)
            if claim.document in OPENED:
                _require_support(claim, verdict)
                verdict = with_words_named(claim, verdict)
    except KeyboardInterrupt:
        raise
    except StoppedApart as stop:
        error = str(stop)
        verdict = undecided(f"The check stopped with an error: {error}")
    except BaseException as exception:  # every claim is shown, also a broken check
        error = words_of_error(exception, claim.module)
        verdict = undecided(f"The check stopped with an error: {error}")
    seconds = time.perf_counter() - start
    if isinstance(verdict.evidence, Evidence):
        verdict = replace(verdict, evidence=replace(verdict.evidence, seconds=seconds))
    return Result(claim, verdict, seconds, error)


def _verdict_of(claim: Claim, subjects: Subjects) -> Verdict:
    """What the check of a claim says; of a program that runs here, that it returns what it may.

    What a claim of a folder has from others it has from them as they are read and called there.
    """
    if claims_below(claim) and claim.document in OPENED:
        found = {one.id: run(one).verdict for one in map(find, claims_below(claim))}
        return combined(found) if claim.parts else found[claim.repeats or ""]
    if isinstance(claim, ToldClaim):
        return claim.check(**subjects) if subjects else judged_verdict(claim)
    with kept_in_order():
        verdict = claim.check(**subjects)
    if not isinstance(verdict, Verdict):
        raise TypeError(f"it gave {verdict!r}; a check returns its verdict")
    if not subjects:
        require_own_steps(claim, verdict)
        require_all_constants(claim, verdict)
    return verdict


def _standing_by_a_run(id: str) -> Standing:
    """The verdict of a claim and its grade, by running its check."""
    result = run(find(id))
    return Standing(result.verdict.outcome.value, result.grade, result.judged_by)


run_unrecorded_with(_standing_by_a_run)
read_sources()


def require_own_steps(claim: Claim, verdict: Verdict) -> None:
    """The steps behind a verdict that holds are those of the claim's own proof, which is plain.

    A check may return what the proof of another claim shows; that is never proved. How the steps
    turn out is found here once more, since a check may return what it likes. The grade `derived`
    comes from a formal proof alone, which no check returns.
    """
    proof, grade = claim.proof, verdict.evidence.grade if verdict.evidence else None
    if grade == Grade.DERIVED:
        raise ValueError("its check says `derived`; a formal proof beside it alone gives that")
    if verdict.outcome not in (Outcome.HOLDS, Outcome.DEFINITION):
        return
    unshown = grade == Grade.PROVED and not verdict.steps
    if unshown and proof is not None:
        raise ValueError("its verdict is proved without its proof; return `proof.verdict(...)`")
    if unshown and claim.formula and claim.repeats is None:
        raise ValueError("its verdict is proved without a proof of its formula; give it its proof")
    if proof is None and grade == Grade.PROVED and verdict.steps:
        raise ValueError("its verdict is that of the proof of another claim; give it its own")
    if proof is None or not verdict.steps:
        return
    from ..proofs.proof import Proof
    from ..proofs.step import STUCK
    from ..proofs.theorems.grades import grade_of

    if type(proof) is not Proof or type(proof.steps) is not tuple:
        raise ValueError("its proof is no `Proof` with a tuple of steps, but something like it")
    plain = Proof(proof.id, proof.steps, proof.where, proof.instances, proof.parts)
    steps, refutation = plain.run()
    if refutation is not None or _as_shown(verdict.steps) != _as_shown(steps):
        raise ValueError("its verdict has other steps than its proof; return `proof.verdict(...)`")
    if any(step.verdict in STUCK for step in steps):
        raise ValueError("a step of its proof does not stand, and its verdict says that it holds")
    if grade == Grade.PROVED and grade_of(plain, claim.formula).grade != Grade.PROVED:
        raise ValueError("its verdict is proved, and its steps do not end with its formula")


def _as_shown(steps: Sequence[StepFacts]) -> list[tuple[object, ...]]:
    """What two runs of one proof have in common."""
    return [(step.number, step.kind, step.formula, step.uses, step.verdict) for step in steps]


def require_all_constants(claim: Claim, verdict: Verdict) -> None:
    """Where a statement is about some constants or a limit, what is proved is about all of them.

    A case with fixed constants, or at finitely many horizons, is no proof (`verdicts/along.py`).
    What stands on the steps of another claim rests on it, and needs it to be true. A copy and a
    whole have the verdicts of the claims that they name.
    """
    text = declared(claim.id)
    of_all, asked = verdict.along, text.asymptotic if text is not None else ""
    if claim.repeats or claim.parts:
        return
    if of_all is not None and of_all.claim:
        if of_all.claim not in claim.rests_on:
            raise ValueError(f"it stands on {of_all.claim}; name that in `rests on`")
        known = standing(of_all.claim)
        if known.outcome != "holds" or known.grade not in OUTLINED_AT_LEAST:
            raise ValueError(
                f"it stands on {of_all.claim}, which is {known.outcome}, {known.grade}"
            )
    settled = verdict.outcome in (*REFUTING, Outcome.HOLDS, Outcome.HOLDS_VACUOUSLY)
    proved = verdict.evidence is not None and verdict.evidence.grade == Grade.PROVED
    if not (settled and proved) or not asked or asked.startswith(NOT_ASYMPTOTIC):
        return
    if of_all is None and not verdict.steps:
        raise ValueError(
            f"its verdict is proved, and its statement is about {asked}: finitely many cases prove "
            "nothing; give `along=` what a machine shows of all of them, or a weaker grade"
        )


def _open_if_formula_is_false(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict; open where the claim holds, and its registered formula is false at a point.

    A program says nothing of the formula, and steps or a theorem may state another one.
    """
    from ..proofs.theorems.points_against import formula_is_false

    evidence = verdict.evidence
    # what a folder's own program calls proved need not be its formula
    ours = claim.document not in OPENED or (
        evidence is not None and evidence.judged_by == JudgedBy.BANDITPROOF
    )
    shown = ours and evidence is not None and evidence.grade == Grade.PROVED
    if verdict.outcome != Outcome.HOLDS or not claim.formula or shown:
        return verdict
    point = formula_is_false(claim.formula)
    if not point:
        return verdict
    return replace(undecided(f"The formula of the claim is false. {point}"), steps=verdict.steps)


def _require_support(claim: Claim, verdict: Verdict) -> None:
    """What the steps of a verdict cite is what the claim rests on, or nobody would see it."""
    steps = verdict.steps if verdict.outcome in (Outcome.HOLDS, Outcome.DEFINITION) else ()
    cited = dict.fromkeys(id for step in steps for id in step.rests_on)
    hidden = [id for id in cited if id not in claim.rests_on]
    if hidden:
        raise ValueError(
            f"its proof cites {', '.join(hidden)}, and its claim does not rest on that; give the "
            "proof the ID of the claim, and make it the default of the subject `proof`"
        )
