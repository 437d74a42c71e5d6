"""The words of a check.

A check is a function whose keyword arguments are the formulas, bounds or policies that it
examines. It reads like the statement: what must be true is required, case by case, and the last
word says how strong the evidence is:

    for n in range(1, 5):
        require(printed(n) == total(n), "The sum is not the printed one.", n=n, sum=total(n))
    return proved("The printed sum is right.", covered="n = 1 to 4.")

What is `proved` leaves nothing of the statement open, and may say by `beyond` what lies outside of
it; a weaker grade says by `not_covered` which part of the statement is left. What is `outlined` has
a proof of numbered steps (`proofs`), which gives its verdict.

A requirement that is not met is a counterexample, and its named values are the witness. What
only prepares the check is a `need`: if it goes wrong, nothing is refuted, and the claim is open.
Comparisons of enclosures, and `at_most` and `below` for balls, have three outcomes: proved,
refuted, undecided. An undecided requirement leaves the claim open as well.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from banditproof.theory.comparison import Comparison
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from .along import Along
from .step_facts import StepFacts
from .verdict import SETTLED_BY, ForAll, Outcome, Sharpness, Verdict
from .witness import shown, witness_of

Condition = bool | Comparison
OfAll = Along | Callable[[], Along] | None
"""What a case shows of all constants, or along a limit; a function is called if it is needed."""
ONE_CASE = "The case of the witness, which refutes a statement about all cases."
ELSEWHERE = {
    Outcome.FAILS: "Other cases: whether the statement is true there.",
    Outcome.FAILS_WITH_REPAIR: "The repaired statement, which is a claim of its own.",
    Outcome.MISPRINT: "What was meant, where that is a claim of its own.",
}
WHOLE = "Nothing: the whole stated domain is covered."
BEYOND = "Nothing of the statement. Beyond it: "
"""How the limits begin of what is proved or derived: they lie outside of the statement."""
NO_TRUTH = "That it is the right notion, which is no matter of truth."
READ = "What the names mean, the quantifiers and the probability, which people read."
"""What the machine does not see of what is outlined."""


class Counterexample(Exception):
    """The statement is false; the finding says what is wrong, the case where."""

    def __init__(self, finding: str, case: Mapping[str, Any], grade: Grade) -> None:
        super().__init__(finding)
        self.finding, self.case, self.grade = finding, dict(case), grade
        self.repairable = False
        self.along: OfAll = None
        self.steps: tuple[StepFacts, ...] = ()
        """The steps of the proof that it ends, if it ends one."""


class Undecided(Exception):
    """The check could not decide; the message says what is missing."""


def require(
    condition: Condition, finding: str, /, grade: Grade = Grade.PROVED, **case: Any
) -> None:
    """What the statement says of one case; if it is false, the case is a counterexample.

    >>> require(1 + 1 == 2, "Addition is wrong.", a=1, b=1)
    >>> require(2 + 2 == 5, "Addition is wrong.", a=2, b=2)
    Traceback (most recent call last):
      ...
    banditproof.paper_checks.verdicts.vocabulary.Counterexample: Addition is wrong.
    """
    if condition:
        return
    if isinstance(condition, Comparison) and condition.undecided:
        raise Undecided(f"Not decided at {witness_of(case) or 'the given precision'}: {finding}")
    raise Counterexample(finding, case, grade)


def require_or_repair(
    condition: Condition, finding: str, /, grade: Grade = Grade.PROVED, **case: Any
) -> None:
    """`require`, where a counterexample shows only that the statement misses what its repair adds.

    The printed statement of a pair then fails with a repair, or is a misprint, as the pair records;
    any other counterexample refutes it.
    """
    try:
        require(condition, finding, grade, **case)
    except Counterexample as found:
        found.repairable = True
        raise


@contextmanager
def showing(along: OfAll) -> Iterator[None]:
    """A counterexample that is found inside shows this of all constants, or along a limit.

    Where the statement is about constants that exist, or about a limit, a case refutes nothing by
    itself (`verdicts/along.py`). A function is called only if there is a counterexample. Of two
    that are nested, the inner one is nearer to the case, and counts.
    """
    try:
        yield
    except Counterexample as found:
        if found.along is None:
            found.along = along
        raise


def need(condition: Condition, gap: str, /, **case: Any) -> None:
    """What the check itself needs; without it the claim stays open, and nothing is refuted."""
    if not condition:
        raise Undecided(f"{gap.rstrip('.')}: {witness_of(case)}." if case else gap)


def at_most(a: Any, b: Any) -> Condition:
    """a <= b: proved, refuted, or undecided where balls or enclosures overlap."""
    from banditproof.theory.balls import compared

    return compared(a, b)


def below(a: Any, b: Any) -> Condition:
    """a < b: proved, refuted, or undecided where balls or enclosures overlap."""
    from banditproof.theory.balls import compared

    return compared(a, b, strict=True)


def _limits(grade: Grade, beyond: str, not_covered: str) -> str:
    """What a verdict of this grade leaves open; a strong grade leaves nothing of the statement."""
    if grade == Grade.OUTLINED and not not_covered:
        return f"{READ} Beyond the statement: {beyond}" if beyond else READ
    if grade > Grade.DERIVED:
        if beyond:
            raise ValueError(
                f"The grade {grade.value!r} leaves a part of the statement open; name it by "
                f"`not_covered` in place of beyond={beyond!r}."
            )
        return not_covered
    if not_covered:
        raise ValueError(
            f"The grade {grade.value!r} covers the whole statement; if not_covered={not_covered!r} "
            "is a part of it, give a weaker grade, and if it lies outside, say so by `beyond`."
        )
    return BEYOND + beyond if beyond else WHOLE


def _ending(grade: Grade) -> Callable[..., Verdict]:
    def ending(
        finding: str = "",
        *,
        covered: str = "",
        beyond: str = "",
        not_covered: str = "",
        universal: ForAll | str | None = SETTLED_BY[grade][0],
        sharpness: Sharpness | None = None,
        numbers: Mapping[str, Any] | None = None,
        witness: str | None = None,
        along: Along | None = None,
    ) -> Verdict:
        settled = None if universal is None else ForAll(universal)
        evidence = Evidence(grade, numbers or {}, witness, judged_by=JudgedBy.CHECK)
        left = _limits(grade, beyond, not_covered)
        return Verdict(
            Outcome.HOLDS, finding, evidence, covered, left, settled, sharpness, along=along
        )

    ending.__name__ = ending.__qualname__ = grade.value
    ending.__doc__ = (
        f"The statement holds, and the evidence is {grade.value}.\n\n"
        "The text of the claim says what is left out here: `summary: ` what was found. "
        "`covered` says which cases were checked, `not_covered` what of the statement is left (a "
        "strong grade\nhas `beyond` instead), `universal` what settles its 'for all' (None if it "
        "is about finitely many cases),\nand `numbers` what was measured: for a test its level "
        "and its runs."
    )
    return ending


proved = _ending(Grade.PROVED)
points = _ending(Grade.POINTS)
sampled = _ending(Grade.SAMPLED)
statistical = _ending(Grade.STATISTICAL)
cited = _ending(Grade.CITED)


def vacuous(finding: str, *, grade: Grade = Grade.PROVED, **rest: Any) -> Verdict:
    """The statement is true for a reason that was not intended; the grade is that of the reason.

    >>> vacuous("The class is empty.", covered="All of it.").outcome.value
    'holds-vacuously'
    """
    return replace(_ending(grade)(finding, **rest), outcome=Outcome.HOLDS_VACUOUSLY)


def not_reproduced(
    finding: str,
    *,
    level: float | str,
    runs: int,
    runs_of_document: int | str,
    numbers: Mapping[str, Any] | None = None,
    covered: str,
    not_covered: str = "Other seeds, horizons and instances.",
) -> Verdict:
    """The conclusion of an experiment does not come out; levels and runs of both sides are given.

    >>> not_reproduced(
    ...     "The order differs.", level=1e-6, runs=200, runs_of_document=20, covered="T = 100."
    ... ).outcome.value
    'not-reproduced'
    """
    both = {"level": level, "runs": runs, "runs of the document": runs_of_document}
    evidence = Evidence(Grade.STATISTICAL, {**both, **(numbers or {})}, judged_by=JudgedBy.CHECK)
    return Verdict(Outcome.NOT_REPRODUCED, finding, evidence, covered, not_covered)


def refuted(
    finding: str = "",
    /,
    witness: str | None = None,
    *,
    grade: Grade = Grade.PROVED,
    outcome: Outcome = Outcome.FAILS,
    numbers: Mapping[str, Any] | None = None,
    covered: str = ONE_CASE,
    not_covered: str | None = None,
    along: OfAll = None,
    **case: Any,
) -> Verdict:
    """The statement is false as printed; the witness is a sentence, the named values, or both.

    The text of the claim says what is left out of the finding, of `covered` and `not_covered`. What
    `along` shows of all constants, or along a limit, is covered too, and limits the grade.

    >>> refuted("The identity is off by one.", n=1, left=2, right=1).evidence.witness
    'n = 1, left = 2, right = 1.'
    """
    of_all = along() if callable(along) else along
    if of_all is not None:
        grade = max(grade, of_all.grade)
        covered = str(of_all) if covered == ONE_CASE else f"{covered} {of_all}"
    shown = witness or (f"{witness_of(case)}." if case else None)
    evidence = Evidence(grade, numbers or {}, shown, judged_by=JudgedBy.CHECK)
    settled = ForAll.MACHINE if grade == Grade.PROVED else SETTLED_BY[grade][0]
    left = ELSEWHERE.get(outcome, "Other cases.") if not_covered is None else not_covered
    verdict = Verdict(outcome, finding, evidence, covered, left, settled, along=of_all)
    return with_case(verdict, case, witness) if case else verdict


def with_case(verdict: Verdict, case: Mapping[str, Any], sentence: str | None = None) -> Verdict:
    """The verdict with the values of a case as its witness, beside a sentence if there is one."""
    if verdict.evidence is None:
        raise ValueError(f"The verdict {verdict.outcome.value!r} has no evidence to show a case.")
    values = {name.replace("_", " "): shown(value) for name, value in case.items()}
    witness = sentence or f"{witness_of(case)}."
    evidence = replace(verdict.evidence, witness=witness, case=values)
    return replace(verdict, evidence=evidence)


def needs_repair(finding: str = "", /, witness: str | None = None, **rest: Any) -> Verdict:
    """The statement misses a hypothesis or a constant; the witness shows that it needs one."""
    return refuted(finding, witness, outcome=Outcome.FAILS_WITH_REPAIR, **rest)


def misprinted(finding: str = "", /, witness: str | None = None, **rest: Any) -> Verdict:
    """The print is false or undefined, and the document shows what was meant, which is true.

    The witness says what goes wrong with the printed form; the check tests the corrected one,
    which the claim gives as `corrected` or as a separate claim.
    """
    return refuted(finding, witness, outcome=Outcome.MISPRINT, **rest)
