"""Claims about the relative entropy of Bernoulli laws: Definition 2.25."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
import mpmath
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.enclosure import INFINITE, ZERO

GRID = tuple(Fraction(k, 20) for k in range(21))
NEAR = (Fraction(1, 10**15), Fraction(1, 10**6), 1 - Fraction(1, 10**9))


def library_kl(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=30)


def as_printed(p: Fraction, q: Fraction) -> Fraction:
    """(2.13) term by term in 80-digit floats, for 0 < q < 1; a term with factor 0 is 0."""
    with mpmath.workdps(80):
        total = mpmath.mpf(0)
        for a, b in ((p, q), (1 - p, 1 - q)):
            if a:
                share = mpmath.mpf(a.numerator) / a.denominator
                odds = mpmath.mpf((a / b).numerator) / (a / b).denominator
                total += share * mpmath.log(odds)
        return Fraction(mpmath.nstr(total, 60))


@checks("thesis.def2.25")
@mutant("arguments swapped", divergence=lambda p, q: library_kl(q, p))
@mutant(
    "only the first term",
    divergence=lambda p, q: library_kl(p, q) if q in (0, 1, p) else _first_term(p, q),
)
@mutant(
    "finite at the ends", divergence=lambda p, q: library_kl(p, min(max(q, NEAR[0]), 1 - NEAR[0]))
)
def relative_entropy(divergence: Callable[[Fraction, Fraction], Enclosure] = library_kl) -> Verdict:
    """The certified divergence against the printed terms, its limits, and Pinsker's inequality."""
    for p, q in product((*GRID, *NEAR), repeat=2):
        value = divergence(p, q)
        case: dict[str, Any] = {"p": p, "q": q, "value": value}
        if p == q:
            require(value == ZERO, "It is not 0 for equal laws.", **case)
        elif q in (0, 1):
            require(value == INFINITE, "It is not infinite.", **case)
            far, further = (divergence(p, abs(q - Fraction(1, 10**k))) for k in (40, 10**4))
            grows = (far < further) & (further > 10**4 * abs(p - q) * 2)
            require(grows, "It does not grow to infinity.", **case, far=far, further=further)
        else:
            printed = as_printed(p, q)
            near = abs(value - printed) <= abs(printed) / 10**25
            require(near, "It is not the printed sum.", **case, printed=float(printed))
        require(value >= 2 * (p - q) ** 2, "It is below 2 (p - q)^2.", **case)
    return points()


def _first_term(p: Fraction, q: Fraction) -> Enclosure:
    """p log(p / q), rounded: a wrong divergence."""
    return Enclosure.of(float(p) * math.log(float(p / q))) if p else ZERO
