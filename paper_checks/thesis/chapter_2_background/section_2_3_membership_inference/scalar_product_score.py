"""The claims about the scalar product score, Section 2.3.5."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.reference_sets import FrozenReference
from banditproof.algorithms.membership.scores.scalar_product import ScalarProduct
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Data
from banditproof.paper_checks.verdicts.vocabulary import cited, need, require
from banditproof.verify.evidence import Grade
from .equation_2_26_bernoulli_ratio import MEANS, game_of_means, row_law

exactly = partial(require, grade=Grade.PROVED)
Mean = tuple[Fraction, ...]
Score = Callable[[Mean, Data, Data], Fraction]
"""The score from the released mean, the target and the reference point."""


def scalar_product(x: Mean, z: Data, ref: Data) -> Fraction:
    """(z - z_ref)^T x."""
    return sum((m * (a - b) for m, a, b in zip(x, z, ref, strict=True)), Fraction(0))


def mean_scores(means: Mean, size: int, score: Score) -> tuple[Fraction, Fraction]:
    """E[s | b = 0] and E[s | b = 1] over dataset, target and reference, by enumeration."""
    rows, sums, out, inside = game_of_means(means, size)
    law = row_law(means)[1]
    totals = [Fraction(0), Fraction(0)]
    for (row, total), p, q in zip(product(rows, sums), out, inside, strict=True):
        if not p and not q:
            continue
        released = tuple(Fraction(k, size) for k in total)
        value = sum(
            (w * score(released, row, ref) for ref, w in zip(rows, law, strict=True)), Fraction(0)
        )
        totals[0], totals[1] = totals[0] + p * value, totals[1] + q * value
    return totals[0], totals[1]


@checks("thesis.mia.score.scalar")
@mutant("the reference minus the target", score=lambda x, z, ref: scalar_product(x, ref, z))
@mutant("without the reference, squared", score=lambda x, z, ref: scalar_product(x, z, ref) ** 2)
@mutant("sharper: 1.01 of the shift", part=Fraction(101, 100))
def shift_of_the_score(
    score: Score = scalar_product, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The mean of the score for both values of b by enumeration, and the library's score."""
    for means, size in product(MEANS, (1, 2, 3)):
        outside, inside = mean_scores(means, size, score)
        shift = part * sum((m * (1 - m) for m in means), Fraction(0)) / size
        case: dict[str, Any] = {"mu": means, "n": size, "OUT": outside, "IN": inside}
        exactly(inside - outside == shift, "The score has another shift.", **case, shift=shift)
    x, z, ref = (Fraction(1, 2), Fraction(1, 4)), (1, 0), (0, 1)
    kept = FrozenReference(np.array([ref], float), "known", BernoulliColumns(("1/2", "1/2")))
    result = ScalarProduct(kept).values(
        np.array([[float(m) for m in x]]), np.array(z, float), np.random.default_rng(0)
    )
    need(float(result[0]) == float(scalar_product(x, z, ref)), "The library has another score")
    return proof.verdict()


def least_correlation(size: int, near: Fraction) -> Fraction:
    """The least mean over p of E_p[f(X) sum_i (X_i - p)] for f within `near` of the mean of X.

    Over p the number k of ones is uniform and p given k has the mean 2(k+1)/(n+2) - 1, so that f
    meets the weight 2(2k-n)/((n+1)(n+2)); the least f is at an end of its range.
    """
    total = Fraction(0)
    for k in range(size + 1):
        bar = Fraction(2 * k - size, size)
        weight = Fraction(2 * (2 * k - size), (size + 1) * (size + 2))
        ends = (max(bar - near, Fraction(-1)), min(bar + near, Fraction(1)))
        total += min(weight * end for end in ends)
    return total


def _by_integration(size: int, estimate: tuple[Fraction, ...]) -> Fraction:
    """The same mean for one f (of each list of signs), with integrals of polynomials in p."""
    total = Fraction(0)
    for signs, f in zip(product((-1, 1), repeat=size), estimate, strict=True):
        # prod (1 + x_i p)/2 times sum x_i - n p, as coefficients of powers of p
        mass = [Fraction(1)]
        for x in signs:
            mass = [
                (a + x * b) / 2
                for a, b in zip([*mass, Fraction(0)], [Fraction(0), *mass], strict=True)
            ]
        whole_sum = [
            sum(signs) * a - size * b
            for a, b in zip([*mass, Fraction(0)], [Fraction(0), *mass], strict=True)
        ]
        even = (c / (k + 1) for k, c in enumerate(whole_sum) if k % 2 == 0)
        total += f * sum(even, Fraction(0))
    return total


@checks("thesis.mia.claim.scalar-tracing")
@mutant("estimates within 2/3", near=Fraction(2, 3))
@mutant("sharper: 1/5 for 1/6 of a column", least=Fraction(1, 5))
def tracing(
    near: Fraction = Fraction(1, 2), least: Fraction = Fraction(1, 6), proof: Proof = WRITTEN
) -> Verdict:
    """The least correlation of an accurate estimate with its data, exact, for up to 400 rows."""
    sides, finding = Sides(), "An accurate estimate correlates less with its rows."
    for size in (1, 2, 3, 4, 9, 40, 400):
        sides.at_most(least, least_correlation(size, near), finding, n=size, near=near)
    for size in (1, 2, 3):
        signs = list(product((-1, 1), repeat=size))
        half = tuple(Fraction(sum(x), size) / 2 for x in signs)
        own = sum((f * w for f, w in zip(half, _weights(signs), strict=True)), Fraction(0))
        need(_by_integration(size, half) == own, "Two computations of the mean differ", n=size)
    return proof.verdict(sharpness=sides.sharpness)


def _weights(signs: list[Data]) -> list[Fraction]:
    """The weight of each list of signs: that of its number of ones, shared among the lists."""
    size = len(signs[0])
    shared: dict[int, int] = {}
    for x in signs:
        shared[sum(x)] = shared.get(sum(x), 0) + 1
    return [Fraction(2 * sum(x), (size + 1) * (size + 2) * shared[sum(x)]) for x in signs]


Order = Callable[[Fraction, int], Fraction]
"""How many columns are needed, up to a constant, from the accuracy and n."""


def printed_order(accuracy: Fraction, n: int) -> Fraction:
    """alpha^2 n^2."""
    return accuracy**2 * n**2


@checks("thesis.mia.claim.scalar-intermediate")
@mutant("alpha n^2", order=lambda accuracy, n: accuracy * n**2)
@mutant("sharper: alpha^3 n^2", order=lambda accuracy, n: accuracy**3 * n**2)
@mutant("alpha^2 n^3", order=lambda accuracy, n: accuracy**2 * n**3)
def intermediate_widths(order: Order = printed_order) -> Verdict:
    """The order at both ends, and the balance of shift and noise between them."""
    for root in (2, 10, 100, 1000):
        n = root**2
        lowest, highest = order(Fraction(1, root), n), order(Fraction(1), n)
        case: dict[str, Any] = {"n": n}
        exactly(lowest == n, "At alpha = n^(-1/2) it is not d = n, as for (2.26).", **case)
        exactly(highest == n**2, "At a constant alpha it is not d = n^2.", **case)
        for part in (1, 3, root):
            accuracy = Fraction(part, root)
            width = order(accuracy, n)
            # the shift of the score is of order d/n, its variance of order d alpha^2
            balance = (width / n) ** 2 / (width * accuracy**2)
            exactly(balance == 1, "Shift and noise are not of one order.", **case, alpha=accuracy)
    return cited()
