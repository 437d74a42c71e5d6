"""Claims about the regret analysis of LinPriv: Appendix F-C and Remark 10."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import LINE, SEQUENCES, determinants
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision


def growth(d: int, scale: Fraction, n: int) -> arb:
    """log(1 + n/(lambda d))."""
    return (1 + ball(n / (scale * d))).log()


def line_sum(n: int) -> arb:
    """The sum of |x_t|_{V^-1} = t^(-1/2), t = 1..n, on the line with lambda = 1: at least.

    2 (sqrt(n+1) - 1), by the integral of t^(-1/2).
    """
    return 2 * (ball(n + 1).sqrt() - 1)


@checks("zcdp.linpriv.quoted")
@mutant("squares", least=lambda n: growth(1, Fraction(1), n))
@mutant("n = 4", rounds=4)
def quoted_sum(rounds: int = 10**4, least: Callable[[int], arb] = line_sum) -> Verdict:
    """d = 1, x_t = 1, lambda = 1: V_{t-1} = t, and the sum of t^(-1/2) grows as 2 sqrt n.

    If V_t is meant with x_t in it, the first term 1 is replaced by a last one above 0.
    """
    with working_precision(96):
        left, right = least(rounds), 2 * growth(1, Fraction(1), rounds)
        least_sum = left - 1
        require(right < least_sum, "The quoted bound is not passed.", n=rounds, bound=right)
        total = sum((1 / ball(t).sqrt() for t in range(1, 101)), ball(0))
        require(2 * growth(1, Fraction(1), 100) < total, "At n = 100 it is not passed.")
        return proved(
            f"On a line the sum is at least {float(left):.2f}, and the bound {float(right):.2f}.",
            universal=None,
            numbers={"n": rounds, "sum at least": left, "quoted bound": right},
        )


Square = Callable[[Fraction, Fraction], Fraction]
"""|x_t|^2 in the norm of an inverse matrix, from det V_(t-1) and det V_t."""


def before_the_round(old: Fraction, new: Fraction) -> Fraction:
    """In V_(t-1): det V_t = det V_(t-1) (1 + q)."""
    return new / old - 1


def with_the_round(old: Fraction, new: Fraction) -> Fraction:
    """In V_t = V_(t-1) + x_t x_t^T: q / (1 + q)."""
    return 1 - old / new


def compared_sums(
    square: Square, scales: tuple[Fraction, ...], factor: Fraction = Fraction(1), repeat: int = 1
) -> Sides:
    """The exact squares of five sequences, their sums and those of their roots, with the bounds."""
    sides = Sides()
    with working_precision(96):
        for scale in scales:
            for rows in (LINE[:1], *SEQUENCES):
                d, n = len(rows[0]), len(rows)
                squares = [square(a, b) for a, b in pairwise(determinants(rows, scale))]
                squares[-1] *= repeat
                bound = ball(factor) * 2 * d * growth(d, scale, n)
                case: dict[str, Any] = {"d": d, "lambda": scale, "n": n}
                total, roots = sum(squares), sum((ball(q).sqrt() for q in squares), ball(0))
                for left, right in ((ball(total), bound), (roots, (n * bound).sqrt())):
                    finding = (
                        "For lambda < 1 a term may be above 1; the sum needs the minimum with 1."
                    )
                    require_or_repair(at_most(left, right), finding, sum=left, bound=right, **case)
                    sides.at_most(left, right, "The sum is larger.", **case)
    return sides


@checks("zcdp.linpriv.sums")
@mutant("V_t is the matrix before the round", square=before_the_round)
@mutant("sharper: 2/5 of the squares", factor=Fraction(2, 5))
@mutant("the last vector counted twice", repeat=60)
def rectified_sums(
    square: Square = with_the_round,
    factor: Fraction = Fraction(1),
    repeat: int = 1,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Every lambda > 0: what stands in V_t has a norm below 1 in its inverse."""
    sides = compared_sums(square, (Fraction(1, 10), Fraction(1), Fraction(3)), factor, repeat)
    return proof.verdict(sharpness=sides.sharpness)


@checks(
    "zcdp.linpriv.sums.before",
    subjects={"scales": ((Fraction(1), Fraction(1, 10)), (Fraction(1), Fraction(3)))},
)
@mutant("sharper: 0.7 of the squares", factor=Fraction(7, 10))
@mutant("the last vector counted twice", repeat=60)
@mutant("V_t contains x_t", "print", square=with_the_round)
def sums_before_the_round(
    scales: tuple[Fraction, ...],
    square: Square = before_the_round,
    factor: Fraction = Fraction(1),
    repeat: int = 1,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact squares for five sequences; lambda < 1 has terms above 1."""
    sides = compared_sums(square, scales, factor, repeat)
    return proof.verdict(sharpness=sides.sharpness)
