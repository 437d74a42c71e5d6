"""What does not fit together in the text of a claim, though each part of it can be read."""

import re
from collections.abc import Iterator
from ..verdicts.verdict_words import GRADES_OF, NEVER_REPAIRED, REFUTED, SETTLED_BY, WITHOUT_FOR_ALL
from .declared import Declared
from .field_names import NOT_ASYMPTOTIC

UNDECIDED = ("open", "not-reproduced")
"""The verdicts of what a proof, a witness or more runs might still decide."""
OF_THE_ORIGINAL = ("formally", "covered", "not covered", "beyond")
"""Fields of a claim that has a check, which would not be read in one that repeats another."""
CONFLICT = "conflict"
"""The kind of a claim that two places contradict each other."""
ORDER = re.compile(
    r"(?<![A-Za-z\\])[Oo](?:_[a-zA-Z])?\(|\\(?:mathcal|tilde) ?\{?O|\\(?:Omega|omega|Theta)\("
    r"|universal constant|universal \$|asymptotic|\\to\s*\\infty|\\lim(?![a-z])|\\lim(?:sup|inf)"
    r"|\btends?\b|\border [$\\]|\bof (?:the )?orders?\b|\bsub-?linear"
    r"|\bup to (?:an? |some )?(?:extra |poly)"
)
"""Words for constants that exist, and for limits."""


def misfits(claim: Declared) -> Iterator[tuple[str, str]]:
    """What is wrong, each as a word of the text and a sentence.

    >>> list(misfits(Declared(id="my.a", statement="So.", recorded="open", grade="proved")))
    [('proved', "The verdict 'open' has no grade proved; give points, sampled or statistical.")]
    """
    verdict, grade = claim.recorded, claim.grade
    if verdict and not claim.statement.strip():
        yield verdict, f"The claim {claim.id} has no statement; say what the document says."
    if claim.formula and (claim.parts or claim.repeats):
        whose = "its parts say" if claim.parts else "the other claim says"
        yield "formula", f"This claim says what {whose}; leave out its formula."
    if claim.parts and claim.repeats:
        yield "repeats", "A copy has the parts of the other claim; leave out one of both fields."
    elif verdict and (claim.parts or claim.repeats):
        whose = "its parts" if claim.parts else "the other claim"
        yield verdict, f"This claim has the verdict of {whose}; leave out its own."
    for word in OF_THE_ORIGINAL if claim.repeats else ():
        if getattr(claim, word.replace(" ", "_")):
            yield word, f"The program of the other claim says this; leave out `{word}`."
    if grade and grade not in (grades := GRADES_OF.get(verdict, ())):
        right = f"give {' or '.join((', '.join(grades[:-1]), grades[-1]))}" if grades[1:] else ""
        right = right or (f"give {grades[0]}" if grades else "leave it out")
        yield grade, f"The verdict {verdict!r} has no grade {grade}; {right}."
    elif grade and claim.universal not in _settlements(verdict, grade):
        yield (
            claim.universal or grade,
            f"The 'for all' of what is `{verdict}, {grade}` is not settled by "
            f"{claim.universal or 'finitely many cases'}; leave out the brackets.",
        )
    if not claim.asymptotic and (word := order_in(claim)):
        yield (
            verdict,
            f"The statement says {word!r}, which finitely many constants or horizons neither show "
            "nor refute; add `asymptotic: ` and what is left to be chosen or grows, such as "
            "`constants` or `n -> infinity`, or `asymptotic: no; ` and why this plays no part.",
        )
    if claim.asymptotic.rstrip("; ") == NOT_ASYMPTOTIC.rstrip("; "):
        yield "asymptotic", "There is no reason; write `asymptotic: no; ` and why."
    if claim.proof_alone and not claim.summary:
        yield verdict, "No summary says what the proof shows; add `summary: ` and a sentence."
    if claim.draft and (verdict or claim.parts or claim.repeats):
        yield "draft", "The verdict stands in the place of a draft; leave out the line `draft`."
    if claim.summary and not claim.has_check:
        yield "summary", "No check finds this; leave out the summary."
    if claim.besides and not claim.by_proof:
        yield "besides", "There is no proof that this is besides; write `covered: `."
    if claim.by_proof and (claim.covered or claim.not_covered):
        yield "covered", "The proof says what it covers; write `besides: ` or `beyond: `."
    if claim.beyond and claim.not_covered:
        yield "beyond", "Something of the statement is not covered; leave out `beyond`."
    if claim.repaired_by and verdict in NEVER_REPAIRED:
        yield "repaired by", f"The verdict {verdict!r} has no repair; leave out `repaired by`."
    if claim.would_decide and verdict not in UNDECIDED:
        yield "would decide", "Nothing is left to decide; leave out `would decide`."
    if claim.against and CONFLICT not in claim.kind.split(", "):
        yield "against", "Only a conflict stands against a second place; leave out `against`."
    if CONFLICT in claim.kind.split(", "):
        if not claim.against:
            yield "conflict", "A conflict is one of two places; add `against: ` and the second one."
        if claim.stated:
            yield "conflict", "No document states its conflicts; write `[ours, conflict at PLACE]`."
    if claim.corrected and verdict != "misprint":
        yield "corrected", "Only a misprint was meant to say something else; leave out `corrected`."


def order_in(claim: Declared) -> str:
    """The word for constants that exist, or for a limit, of a statement that a program settles.

    What steps prove says by these how that was dealt with, and what is derived by its formula.

    >>> order_in(Declared(id="my.a", statement="$O(n)$.", recorded="fails", grade="proved"))
    'O('
    """
    if claim.grade != "proved" or claim.recorded not in (*REFUTED, "holds", "holds-vacuously"):
        return ""
    if claim.by_proof and claim.recorded == "holds":
        return ""
    found = ORDER.search(f"{claim.statement} {claim.reading}")
    return found.group() if found else ""


def _settlements(verdict: str, grade: str) -> tuple[str | None, ...]:
    """What may settle the "for all"; None for finitely many cases."""
    return (None,) if verdict in WITHOUT_FOR_ALL else SETTLED_BY[grade]
