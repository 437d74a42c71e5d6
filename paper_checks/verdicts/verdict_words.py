"""Verdicts and grades in words, as a reader of a report sees them."""

import re
from collections.abc import Mapping
from typing import Any

GRADES_IN_WORDS = {
    "proved": "proved by machine for all that is stated",
    "derived": "derived by the logic, quantifiers and probability included, from named axioms",
    "outlined": (
        "numbered steps, whose inequalities a machine checks; people read what the names mean, the "
        "quantifiers and the probability"
    ),
    "points": "true at the points checked; the rest is argued in words",
    "sampled": "true at the random points tried; nothing more is shown",
    "statistical": "supported by a statistical test, with its level",
    "cited": "it stands on another paper's theorem, which is not proved here",
}
"""How strong the evidence is for what holds."""
JUDGED_BY = {
    "banditproof": "",
    "program": ", by the folder's program",
    "record": ", as the folder records",
}
"""What is printed after a grade, by who gave it; nothing if this package gave it."""
ALL_GRADES = tuple(f"{grade}{judge}" for grade in GRADES_IN_WORDS for judge in JUDGED_BY.values())
"""The grades as they are shown, with who gave them, in their order."""
BY_PROGRAM = "computed by its program for all that is stated; the program is trusted"
"""What `proved` means where no proof is written down, so that no checker reads one."""
AS_REPEATED = "the claim that it repeats is {grade}; people read that both say the same"
"""What `outlined` means of a claim with other words than the one that it repeats, if a machine saw
that one: no steps make it an outline."""
OF_OTHERS = {
    "program": "the folder's own program says so, and nothing that is not of the folder judged it",
    "record": "the folder's text says so, and nothing was run",
}
"""What a grade means that somebody else's folder gave itself."""
SENSE = {
    "proved": "which the machine computed or showed",
    "derived": "which the logic shows",
    "outlined": "which numbered steps show",
    "points": "at the points computed",
    "sampled": "at the random points tried",
    "statistical": "by a statistical test",
    "cited": "as another paper says",
}
"""How strong the evidence is that a definition makes sense."""
SETTLED_BY: Mapping[str, tuple[str | None, ...]] = {
    "proved": ("machine", None),
    "derived": ("textbook", "machine", None),
    "outlined": ("steps", None),
    "points": ("words", "cited"),
    "sampled": ("words", "cited", None),
    "statistical": ("words", "cited", None),
    "cited": ("cited",),
}
"""What may settle the "for all" of a statement that holds, by grade; None for finitely many cases.
"""
SETTLED = {grade: usual for grade, (usual, *_) in SETTLED_BY.items() if usual}
"""What settles the "for all" of a statement with evidence of a grade, unless it says otherwise."""
OUTCOMES = (
    "holds", "definition", "fails", "fails-with-repair", "misprint", "holds-vacuously",
    "not-reproduced", "open", "not-mechanical",
)  # fmt: skip
"""The verdicts that a text records, as words; `verdict.py` explains them."""
FORMER = {"holds-with-repair": "fails-with-repair"}
"""Words of earlier versions, which files of users may still have, and what they are called now."""
STALE = "stale"
"""The verdict on a claim whose source says something else than it was written for."""
FROM_WORST = (
    "fails",
    "not-reproduced",
    STALE,
    "fails-with-repair",
    "misprint",
    "open",
    "holds-vacuously",
    "holds",
    "definition",
    "not-mechanical",
)
"""A whole has the worst verdict of its parts; `verdict_of_parts` says what its grade is.

A whole with a part that is false is false, whether or not another part could be decided.
"""
REFUTED = ("fails", "fails-with-repair", "misprint")
"""The verdicts that say that the print is false."""
WRONG = (*REFUTED, "not-reproduced")
"""The verdicts on what is not true exactly as printed: refuted, or not found by a repetition."""
STRONG = ("proved", "derived")
"""The grades that a machine gives to all that is stated; the others leave something to people."""
WITHOUT_FOR_ALL = ("not-reproduced", "open", "not-mechanical", STALE)
"""The verdicts after which nothing settles a "for all"."""
REFUTED_IN_WORDS = {
    "proved": "it is refuted by a witness that is computed exactly or in balls",
    "derived": "its negation is derived by the logic",
    "outlined": (
        "it is refuted by numbered steps, of which people read what the names mean, the "
        "quantifiers and the probability"
    ),
}
"""How strong the evidence is against what is false."""
GRADES_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("holds", "definition"), tuple(GRADES_IN_WORDS)),
    "holds-vacuously": tuple(GRADES_IN_WORDS),
    **dict.fromkeys(REFUTED, tuple(REFUTED_IN_WORDS)),
    "not-reproduced": ("statistical",),
    "open": ("points", "sampled", "statistical"),
}
"""The grades that the evidence for a verdict may have."""
NEVER_REPAIRED = ("holds", "definition", "not-mechanical")
"""The verdicts beside which no repair stands."""


def present_word(verdict: str) -> str:
    """The present word for a verdict, of which an earlier version may have written another.

    >>> present_word("holds-with-repair"), present_word("misprint")
    ('fails-with-repair', 'misprint')
    """
    return next((now for former, now in FORMER.items() if verdict == former), verdict)


DEFINING = ("definition", "algorithm", "assumption", "convention", "notation")
"""The words of a kind that asserts nothing: what they name is laid down, and is not true."""
BESIDE_DEFINING = ("inline", "figure", "cited")
"""The words that say where such a thing stands, and assert nothing either."""


def graded(grade: str | None, judged_by: str = "banditproof") -> str:
    """A grade, and who gave it if that was not this package; empty without a grade.

    >>> graded("proved"), graded("proved", "program"), graded(None, "program")
    ('proved', "proved, by the folder's program", '')
    """
    return f"{grade}{JUDGED_BY[judged_by]}" if grade else ""


def only_defines(kind: str) -> bool:
    """Whether a claim of this kind lays something down, and asserts nothing of it.

    The box of an algorithm does, as a definition or an assumption. What it achieves is a claim.

    >>> only_defines("definition/figure"), only_defines("definition, identity")
    (True, False)
    >>> only_defines("algorithm"), only_defines("algorithm, claim")
    (True, False)
    """
    words = _words(kind)
    return not words.isdisjoint(DEFINING) and words <= {*DEFINING, *BESIDE_DEFINING}


def usual_verdict(kind: str) -> str:
    """The verdict of a statement of a kind in which nothing is wrong.

    >>> usual_verdict("definition"), usual_verdict("lemma")
    ('definition', 'holds')
    """
    return "definition" if only_defines(kind) else "holds"


def _words(kind: str) -> set[str]:
    return set(re.findall(r"\w+", kind))


def misfit_of_kind(kind: str, verdict: str) -> str | None:
    """Why a verdict does not fit the kind of its claim, in a sentence; None if it fits.

    >>> misfit_of_kind("algorithm", "holds")[:54]
    'An algorithm has no truth value; record it as `definit'
    >>> misfit_of_kind("algorithm", "misprint"), misfit_of_kind("algorithm, claim", "holds")
    (None, None)
    >>> misfit_of_kind("redefinition", "definition")[:34]
    "The kind 'redefinition' is none of"
    """
    if verdict in ("holds", "holds-vacuously") and only_defines(kind):
        article = "An" if kind[0] in "aeiou" else "A"
        return (
            f"{article} {kind} has no truth value; record it as `definition`, or write "
            f"`{kind}, claim` as its kind if it asserts something."
        )
    if verdict == "definition" and _words(kind).isdisjoint(DEFINING):
        return (
            f"The kind {kind!r} is none of {', '.join(DEFINING)}, which alone are recorded as "
            "`definition`; give it one of these kinds, or another verdict if it asserts something."
        )
    return None


def settled_by(verdict: str, grade: str | None) -> str | None:
    """What settles the "for all" of a statement, by its verdict and grade, if nothing else is said.

    >>> settled_by("holds", "outlined"), settled_by("open", "sampled")
    ('steps', None)
    """
    return None if verdict in WITHOUT_FOR_ALL else SETTLED.get(grade or "")


def in_words(
    verdict: str,
    grade: str | None,
    *,
    universal: str | None = None,
    cases: int = 0,
    numbers: Mapping[str, Any] | None = None,
    written: bool = True,
    repeated: str | None = None,
    judged_by: str = "banditproof",
) -> str:
    """A verdict with its grade in words; whether a proof is written down matters for `proved`.

    What is outlined may be so for its words alone: `repeated` is the grade of the claim that it
    repeats.

    >>> in_words("holds", "points", universal="words", cases=41)
    'holds (points): true at the 41 points checked; the rest is argued in words'
    >>> in_words("holds", "proved", written=False)[:41]
    'holds (proved): computed by its program f'
    >>> in_words("holds", "outlined", repeated="derived")[:54]
    'holds (outlined): the claim that it repeats is derived'
    >>> in_words("holds", "proved", judged_by="program")[:72]
    "holds (proved, by the folder's program): the folder's own program says s"
    >>> in_words("misprint", "proved")[:58]
    'misprint (proved): the document shows what was meant; as p'
    """
    if verdict == "not-mechanical":
        return "not mechanical: the statement has no content that a machine could check"
    if verdict == STALE:
        return "stale: the source says something else than the claim was written for"
    if verdict == "open":
        return "open: the check could not decide"
    if verdict == "not-reproduced":
        return _experiment(numbers or {})
    if judged_by in OF_OTHERS:
        return f"{verdict} ({graded(grade, judged_by)}): {OF_OTHERS[judged_by]}"
    known = GRADES_IN_WORDS.get(grade or "", "")
    if grade == "proved" and not written:
        known = BY_PROGRAM
    if grade == "outlined" and repeated in ("proved", "derived"):
        known = AS_REPEATED.format(grade=repeated)
    if verdict == "definition":
        return f"definition ({grade}): it has no truth value; it makes sense, {SENSE[grade or '']}"
    if verdict == "holds":
        if grade == "points" and cases > 1:
            known = known.replace("the points", f"the {cases} points")
        if universal == "cited" and grade != "cited":
            known = known.replace("is argued in words", "is taken from another paper")
        return f"holds ({grade}): {known}"
    if verdict == "holds-vacuously":
        return f"holds vacuously ({grade}): true for a reason that was not intended; {known}"
    against = REFUTED_IN_WORDS.get(grade or "", "")
    if verdict == "misprint":
        return f"misprint ({grade}): the document shows what was meant; as printed, {against}"
    if verdict == "fails-with-repair":
        return f"fails as printed, and a repair holds ({grade}): {against}"
    return f"fails ({grade}): {against}"


def _experiment(numbers: Mapping[str, Any]) -> str:
    level, runs, theirs = (numbers.get(name) for name in ("level", "runs", "runs of the document"))
    return (
        f"not reproduced (statistical): at level {level}, in {runs} runs; the document has {theirs}"
    )
