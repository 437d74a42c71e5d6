"""Checks: a function becomes the program of the claim whose text names it."""

from __future__ import annotations
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any
from banditproof.verify.evidence import Grade
from ..verdicts.judging import as_definition, judged
from ..verdicts.verdict import SETTLED_BY, Outcome, Verdict
from ..verdicts.verdict_words import usual_verdict
from ..verdicts.vocabulary import BEYOND, ELSEWHERE, ONE_CASE, WHOLE
from .claim import REGISTERED, Check, Claim, Subjects
from .completed import Completed, completed, declared
from .declaration import require_mutants
from .documents import document_of_module
from .mutants_of_checks import marked, with_mutants_of
from .resolver import nearest
from .text_errors import Spot, spot_of

if TYPE_CHECKING:
    from ..proofs import Proof


def checks(
    id: str,
    *,
    subjects: Mapping[str, tuple[Any, Any]] | None = None,
    mutants: Mapping[str, Subjects] | None = None,
    printed_mutants: Mapping[str, Subjects] | None = None,
) -> Callable[[Check], Check]:
    """Register the decorated check as the program of a claim, or of a false print and its repair.

    The text of the claim names the check, and says all else: the statement, the recorded verdict,
    what it rests on. A `mutant` below names wrong values of the keyword arguments, which are what
    the check examines; `mutants` are more of them.

    For a statement that is false as printed, `subjects` gives each subject of the check twice: as
    printed, and repaired. With the printed ones the check must find a counterexample (where the
    statement misses a hypothesis or is a misprint, in a `require_or_repair`), with the repaired
    ones it must hold: each is a mutant of the other, and the repair meets the witness that refuted
    the print. `mutants` are further wrong versions of the repaired statement, and `printed_mutants`
    further versions for which the counterexample must disappear.
    """

    def register(check: Check) -> Check:
        claim = _text_of(id, check)
        if subjects is None:
            enter(claim, judged(check), check, mutants, printed_mutants)
            return check
        if claim.repaired_by is None:
            raise _spot_of_check(check).wrong(
                f"The text of {id} names no repair; add `, repaired by .repaired` to its verdict, "
                "or leave `subjects` out."
            )
        repaired = _text_of(claim.repaired_by, check)
        enter_both(claim, repaired, check, subjects, mutants, printed_mutants)
        return check

    return register


def enter_both(
    printed: Completed,
    repaired: Completed,
    check: Check,
    subjects: Mapping[str, tuple[Any, Any]],
    mutants: Mapping[str, Subjects] | None,
    printed_mutants: Mapping[str, Subjects] | None,
) -> None:
    """Enter a statement and its repair, which one check serves."""
    for more in (mutants, printed_mutants):
        require_mutants(printed.id, more)
    _read_written_proof(check, repaired.id)
    as_printed = {name: both[0] for name, both in subjects.items()}
    as_repaired = {name: both[1] for name, both in subjects.items()}
    wrong = {"the repaired statement": as_repaired, **marked(check, printed_mutants, "print")}
    judge = judged(partial(check, **as_printed), Outcome(printed.recorded))
    _enter(printed, _in_words(judge, repaired), check, wrong)
    more = {name: {**as_repaired, **wrong} for name, wrong in marked(check, mutants).items()}
    wrong = {"the printed statement": as_printed, **more}
    judge = judged(partial(check, **as_repaired))
    _enter(repaired, judge, check, wrong, as_repaired)


def enter(
    claim: Completed,
    judge: Check,
    check: Check,
    mutants: Mapping[str, Subjects] | None = None,
    printed_mutants: Mapping[str, Subjects] | None = None,
) -> None:
    """Enter a claim with its check, and its mutants, into the register."""
    require_mutants(claim.id, mutants)
    if printed_mutants or marked(check, of="print"):
        raise _spot_of_check(check).wrong(
            f"The check of {claim.id} has a mutant of the print, and no `subjects`; give these, or "
            "leave out 'print'."
        )
    _enter(claim, judge, check, marked(check, mutants))


def _enter(
    claim: Completed,
    judge: Check,
    check: Check,
    mutants: Mapping[str, Subjects],
    subjects: Subjects | None = None,
) -> None:
    judge = _in_words(judge, claim)
    _read_written_proof(check, claim.id)
    subjects = subjects or {}
    proof = subjects.get("proof") or proof_of(check)
    if proof is not None and proof.id != claim.id:
        proof = None
    if claim.by_proof != (proof is not None):
        raise _spot_of_check(check).wrong(_fault_of_proof(claim))
    rests_on = claim.rests_on
    if proof is not None:
        if rests_on:
            spot = _spot_of_check(check)
            if claim.text is not None:
                spot = spot_of(claim.text, claim.line, "rests on")
            raise spot.wrong(f"The steps of {claim.id} say what it rests on; leave out `rests on`.")
        rests_on = proof.rests_on
        denies = claim.proof_alone and claim.recorded in ELSEWHERE  # such a proof decides itself
        judge = judge if denies else _with_changed_steps(judge)
        mutants = with_mutants_of(proof, mutants, subjects)
    judge = _as_weak_as_what_it_cites(judge, rests_on)
    if claim.recorded == Outcome.DEFINITION:
        judge = as_definition(judge)
    stated = claim.stated_proof
    facts = vars(claim) | {
        "check": judge,
        "recorded": Outcome(claim.recorded),
        "rests_on": rests_on,
        "stated_proof": rests_on if stated is None else stated,
        "mutants": mutants,
        "proof": proof,
        "program": (check.__module__, check.__qualname__),
        "line": _first_line(claim.id, check),
    }
    register(Claim(**facts))


def _fault_of_proof(claim: Completed) -> str:
    if claim.by_proof:
        return (
            f"The text of {claim.id} says `with its proof`, and the check has no subject `proof` "
            "with the ID of the claim; leave out these words, or give it its proof."
        )
    return (
        f"The check of {claim.id} has a proof with the ID of the claim; add `with its proof` "
        "behind its name in the text, and leave out `rests on`."
    )


def register(claim: Claim) -> None:
    """Enter a claim into the register; a ValueError if its ID is taken, or its doubts are none."""
    known = REGISTERED.get(claim.id)
    if known is not None and (known.program, known.line) != (claim.program, claim.line):
        raise ValueError(
            f"The claim {claim.id} is registered twice, also in {known.file}, line {known.line}; "
            "give each claim one check and its ID."
        )
    _ = claim.doubts  # an unknown one is an error now
    REGISTERED[claim.id] = claim


def require_home(id: str, module: str) -> None:
    """A program of a document declares claims of this document alone."""
    home = document_of_module(module)
    if home is not None and not id.startswith(f"{home.prefix}."):
        raise ValueError(
            f"The claim {id} stands in a module of {home.name}; begin its ID with '{home.prefix}.'."
        )


def _text_of(id: str, check: Check) -> Completed:
    """What the texts say of the claim of a check; a ValueError if they do not name this check."""
    require_home(id, check.__module__)
    text = declared(id)
    if text is None:
        near = nearest(id)
        hint = f"did you mean {', '.join(near)}?" if near else "add it beside the program."
        missing = f"No text has the claim {id}, which is checked here; {hint}"
        raise _spot_of_check(check).wrong(missing)
    home = document_of_module(check.__module__)
    known = completed(text)
    name = check.__qualname__.partition(".<locals>")[0]
    if home is not None and known.program != (check.__module__, name):
        module = check.__module__.rpartition(".")[2]
        word = known.program[1] if known.program else id
        spot = spot_of(text.text, text.line, word) if text.text else _spot_of_check(check)
        line = f"`-- {module}.{name}` behind its verdict"
        if not text.has_check and not text.recorded:
            line = (
                "the verdict that you expect below its statement, indented by two, "
                f"`{usual_verdict(text.kind)}, points -- {module}.{name}`"
            )
        raise spot.wrong(
            f"The check of {id} is {name} in {home.file_of(check.__module__)}; write {line}."
        )
    return known


def _first_line(id: str, check: Check) -> int:
    code = getattr(inspect.unwrap(check), "__code__", None)
    if code is None:
        raise ValueError(f"The check of {id} is {check!r}; put the decorator above a function.")
    return int(code.co_firstlineno)


def _spot_of_check(check: Check) -> Spot:
    """The file and the line of a check."""
    code = getattr(inspect.unwrap(check), "__code__", None)
    return Spot(code.co_filename, code.co_firstlineno) if code else Spot(check.__module__)


def proof_of(check: Check) -> Proof | None:
    """The proof that a check examines, as the default of its subject `proof`; None without one."""
    parameter = inspect.signature(check).parameters.get("proof")
    known = None if parameter is None else parameter.default
    return None if known is inspect.Parameter.empty else known


def _read_written_proof(check: Check, id: str) -> None:
    """Put the proof of a claim in the place of `WRITTEN`, the default of a check's subject."""
    written: Any = proof_of(check)
    if callable(written):  # it is `written_proof`, which no proof can be called
        function = inspect.unwrap(check)
        proof = written(id)
        function.__defaults__ = tuple(
            proof if default is written else default for default in function.__defaults__ or ()
        )


def _in_words(judge: Check, claim: Completed) -> Check:
    """The check, with what the text of its claim says where its verdict leaves it out.

    The words about a false statement are those of its refutation. Where a mutant of its check
    refutes nothing, these would be wrong.
    """
    refuted = claim.recorded in ELSEWHERE
    described = {claim.recorded} if refuted else {claim.recorded, Outcome.HOLDS}

    @wraps(judge)
    def verdict(**subjects: Any) -> Any:
        result: Any = judge(**subjects)
        if not isinstance(result, Verdict):
            return result
        summary, covered, left = result.summary, result.covered, result.not_covered
        if result.outcome in described:
            summary = summary or claim.summary
            if not summary:
                raise ValueError(
                    f"The check of {claim.id} finds nothing; add `summary: ` to its text."
                )
            if left in ("", WHOLE, ELSEWHERE.get(result.outcome)):
                left = (BEYOND + claim.beyond if claim.beyond else claim.not_covered) or left
            if covered in ("", ONE_CASE):
                covered = claim.covered or covered
        elif result.outcome == Outcome.HOLDS:
            summary, covered = summary or "Nothing is refuted.", covered or "What the check tries."
            left = left or "Other cases."
        return replace(result, summary=summary, covered=covered, not_covered=left)

    return verdict


def _as_weak_as_what_it_cites(judge: Check, rests_on: Iterable[str]) -> Check:
    """The check of what is true, whose grade is `cited` where it rests on a claim of that grade.

    No grade is better than that of the weakest link, and a theorem that only another paper proves
    is the weakest one, whatever a proof or a program adds to it.
    """

    @wraps(judge)
    def verdict(**subjects: Any) -> Any:
        result: Any = judge(**subjects)
        evidence = result.evidence if isinstance(result, Verdict) else None
        if evidence is None or result.outcome not in (Outcome.HOLDS, Outcome.HOLDS_VACUOUSLY):
            return result
        texts = (declared(id) for id in rests_on)
        known = {completed(text).grade for text in texts if text is not None}
        cited = Grade.CITED.value in known
        if not cited or evidence.grade <= Grade.DERIVED:
            return result
        weaker = replace(evidence, grade=Grade.CITED)
        return replace(result, evidence=weaker, universal=SETTLED_BY[Grade.CITED][0])

    return verdict


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
