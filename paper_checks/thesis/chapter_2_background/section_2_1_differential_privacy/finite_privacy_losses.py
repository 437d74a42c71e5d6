"""The privacy loss of two finite laws: its exact law, its tail, and the delta that it gives."""

from fractions import Fraction
from banditproof.paper_checks.models.finite_laws import Law

LossLaw = dict[Fraction, Fraction]
"""The probabilities of e^Z under P."""


def loss_law(first: Law, second: Law) -> LossLaw:
    """The law of e^Z, where Z = log(P(o) / Q(o)) and o has law P; Q has no zero here.

    >>> loss_law((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    {Fraction(3, 1): Fraction(3, 4), Fraction(1, 3): Fraction(1, 4)}
    """
    return _law(first, second, first)


def drawn_under_the_other(first: Law, second: Law) -> LossLaw:
    """Wrong: the output has law Q."""
    return _law(first, second, second)


def _law(first: Law, second: Law, drawn: Law) -> LossLaw:
    law: LossLaw = {}
    for p, q, weight in zip(first, second, drawn, strict=True):
        if weight:
            law[p / q] = law.get(p / q, Fraction(0)) + weight
    return law


def beyond(law: LossLaw, ratio: Fraction) -> Fraction:
    """Pr[|Z| > log ratio], exact."""
    return sum((p for r, p in law.items() if r > ratio or r * ratio < 1), Fraction(0))


def delta_of_loss(law: LossLaw, ratio: Fraction) -> Fraction:
    """E[(1 - e^(eps - Z))_+], the delta of the pair at e^eps = ratio, exact."""
    return sum((p * (1 - ratio / r) for r, p in law.items() if r > ratio), Fraction(0))
