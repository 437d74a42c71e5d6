"""The verdict, the grade and the settlement of a statement that is made of several assertions.

The verdict is the worst of the parts. What is true is as weak as the weakest of all its parts, and
a part that no program checks makes it `points` at most: the rest is argued in words. A refutation
needs one part, so its grade is that of the parts that are refuted in the same way.
"""

from collections.abc import Sequence
from typing import NamedTuple
from .verdict_words import FROM_WORST, GRADES_IN_WORDS, SETTLED, SETTLED_BY

TRUE = ("holds", "definition", "holds-vacuously")
"""The verdicts for which each part has to be shown."""
UNCHECKED = "points"
"""The best grade of what has a part without a grade."""
GRADES = tuple(GRADES_IN_WORDS)
SETTLEMENTS = tuple(dict.fromkeys(SETTLED.values()))


class Part(NamedTuple):
    """What is recorded of one part."""

    verdict: str
    grade: str | None
    universal: str | None


def worst(verdicts: Sequence[str]) -> str:
    """The verdict of a whole whose parts have these.

    >>> worst(["holds", "misprint", "not-mechanical"])
    'misprint'
    """
    return min(verdicts, key=FROM_WORST.index)


def deciding(verdict: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts that the grade of a whole with this verdict depends on."""
    return tuple(part for part in parts if verdict in TRUE or part.verdict == verdict)


def weakest_grade(parts: Sequence[Part]) -> str | None:
    """The grade of a whole with this verdict; None where nothing was judged.

    >>> weakest_grade([Part("holds", "proved", None), Part("not-mechanical", None, None)])
    'points'
    """
    verdict = worst([part.verdict for part in parts])
    graded = [part.grade for part in deciding(verdict, parts)]
    if verdict in TRUE:
        return max((grade or UNCHECKED for grade in graded), key=GRADES.index)
    return max((grade for grade in graded if grade), key=GRADES.index, default=None)


def weakest_settlement(parts: Sequence[Part]) -> str | None:
    """What settles the "for all" of a whole: the weakest of its parts that its grade allows.

    >>> weakest_settlement([Part("holds", "proved", "machine"), Part("holds", "points", "words")])
    'words'
    """
    verdict = worst([part.verdict for part in parts])
    settled = [part.universal for part in deciding(verdict, parts) if part.universal]
    weakest = max(settled, key=SETTLEMENTS.index, default=None)
    grade = weakest_grade(parts)
    if verdict in TRUE and grade is not None and weakest not in SETTLED_BY[grade]:
        return SETTLED_BY[grade][0]
    return weakest
