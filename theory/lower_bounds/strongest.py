"""Which bound of an instance is the strongest valid one for the policies of a kind of privacy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from .bound import COEFFICIENT, SAMPLES, Bound

NEVER_BEST = (Status.OLDER, Status.REFUTED)


@dataclass(frozen=True)
class Answer:
    """The strongest valid lower bounds of an instance for the policies of one kind of privacy.

    `regret` is a coefficient of log T, `samples` bounds the expected samples; each is None if no
    such bound applies or was asked for. A bound without privacy holds for private policies too, so
    it is the strongest one where no private bound is above it. A bound of one kind of privacy is
    never used for another one.
    """

    privacy: Privacy
    budget: Fraction | None
    regret: Bound | None
    samples: Bound | None


def strongest(
    rows: Iterable[Bound], quantity: Quantity, privacy: Privacy, over: str | None = None
) -> Bound | None:
    """The largest lower bound that holds for these policies, of an instance or over a class.

    Enclosures are compared by their lower ends: each is a valid bound by itself, and the largest
    one says most. The first of equal ones counts. Without such a bound the answer is None.
    """
    best: Bound | None = None
    for row in rows:
        if row.quantity != quantity or row.over != over or not holds_for(row, privacy):
            continue
        if best is None or lower_end(row) > lower_end(best):
            best = row
    return best


def holds_for(bound: Bound, privacy: Privacy) -> bool:
    """Whether it is a proved lower bound for every policy of this kind of privacy."""
    return (
        bound.applies
        and bound.side == Side.LOWER
        and bound.status not in NEVER_BEST
        and bound.privacy in (Privacy.NONE, privacy)
    )


def lower_end(bound: Bound) -> Fraction | float:
    """The lower end of a bound that applies."""
    if bound.enclosure is None:
        raise ValueError(f"The bound {bound.name!r} has no number; give one that applies.")
    return bound.enclosure.lo


def answer(rows: Sequence[Bound], privacy: Privacy, budget: Fraction | None) -> Answer:
    """The strongest coefficient of log T and the strongest bound of the samples."""
    return Answer(
        privacy, budget, strongest(rows, COEFFICIENT, privacy), strongest(rows, SAMPLES, privacy)
    )
