"""Assumption 2: contexts on the sphere whose squares vary little in every direction.

With x = (z^T A)^2 for unit vectors z, the assumption is Var x <= l^2 / (8 log(4k)) for all z, where
l is the smallest eigenvalue of E[A A^T] and k the number of contexts of a round.
"""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Subjects, Verdict
from banditproof.paper_checks.verdicts.vocabulary import Condition, below, need, vacuous
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Allowed = Callable[[Fraction, int], arb]


def allowed_variance(least: Fraction, contexts: int) -> arb:
    """lambda_0^2 / (8 log(4 k))."""
    return ball(least) ** 2 / (8 * ball(4 * contexts).log())


def least_variance(d: int, least: Fraction) -> Fraction:
    """What some direction has at least: (d-1) lambda_0 / d^2 (`zcdp.asm2.impossible`).

    >>> least_variance(2, Fraction(1, 2))
    Fraction(1, 8)
    """
    return Fraction(d - 1, d**2) * least


def largest_variance(points: list[tuple[Fraction, ...]]) -> Fraction:
    """The largest variance of (z^T A)^2 over z = e_i and (e_i + e_j)/sqrt 2, A uniform on points.

    >>> largest_variance([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))])
    Fraction(1, 4)
    """
    d = len(points[0])
    squares = [[p[i] ** 2 for p in points] for i in range(d)]
    squares += [
        [(p[i] + sign * p[j]) ** 2 / 2 for p in points]
        for i in range(d)
        for j in range(i)
        for sign in (1, -1)
    ]
    result = Fraction(0)
    for column in squares:
        mean = sum(column, Fraction(0)) / len(column)
        result = max(result, sum((x * x for x in column), Fraction(0)) / len(column) - mean**2)
    return result


WITH_SOME_CONTEXTS: dict[str, Subjects] = {
    "one dimension": {"dimensions": (1, 2)},
    "8 lambda_0 in place of lambda_0^2 / 8": {
        "allowed": lambda least, k: 8 * ball(least) / ball(4 * k).log()
    },
}
"""Mutants of a statement about no contexts: dimensions or variances that some contexts have."""


def true_of_no_contexts(
    finding: str, beyond: str, dimensions: tuple[int, ...], allowed: Allowed
) -> Verdict:
    """The verdict on a statement under Assumption 2, which no contexts satisfy."""
    with working_precision(96):
        for d in dimensions:
            need(too_narrow(d, 1, allowed), "Some contexts may satisfy the assumption", d=d)
    return vacuous(
        f"No contexts of two or more dimensions satisfy the assumption{finding}",
        grade=Grade.OUTLINED,
        covered="d >= 2, by zcdp.asm2.impossible.",
        beyond=beyond,
    )


def too_narrow(d: int, contexts: int, allowed: Allowed = allowed_variance) -> Condition:
    """Whether (3) allows less than some direction has, at the largest eigenvalue: 1/d."""
    least = Fraction(1, d)
    return below(allowed(least, contexts), ball(least_variance(d, least)))
