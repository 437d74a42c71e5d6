"""Claims about the sum of m Laplace variables: Lemma D.1 and the exact tail behind it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import Enclosure, certify
from banditproof.theory.concentration.laplace_sums import (
    laplace_sum_bound,
    laplace_sum_chernoff,
    laplace_sum_tail,
    laplace_tail_weights,
)
from banditproof.verify.evidence import Grade

Weights = Callable[[int], Sequence[Fraction]]
Polynomial = Callable[[int, Fraction], Fraction]
"""A bound of e^z Pr[Z_m >= z] at scale 1, as a function of (m, z)."""
TailBound = Callable[[int, Fraction, Fraction], Enclosure]
"""A bound of Pr[Z_m >= z] as a function of (m, z, eps)."""

COUNTS = (1, 2, 3, 5, 8, 13, 30)
DISTANCES = tuple(map(Fraction, ("1/1000", "1/10", "1", "3", "10", "40", "300", "4000")))
BUDGETS = (Fraction(1, 10), Fraction(1), Fraction(7))
POINTS = tuple((m, unit / eps, eps) for m, unit, eps in product(COUNTS, DISTANCES, BUDGETS))
"""Triples (m, z, eps) from the smallest to the largest scales."""


def printed(m: int, z: Fraction, eps: Fraction) -> Enclosure:
    """exp(-f(z)) with f(z) = eps z - 1 - m log(1 + m eps z)."""
    return certify(laplace_sum_bound, m, z, eps, digits=12)


def envelope(m: int, z: Fraction) -> Fraction:
    """(1/2) (1 + z/2)^(m-1), at scale 1."""
    return (1 + z / 2) ** (m - 1) / 2


def _density_by_recursion(m: int) -> list[Fraction]:
    """The weights of the density of Z_m, from f_{m} - f_{m}'' = f_{m-1}, without any binomial."""
    weights = [Fraction(1, 2)]
    for size in range(2, m + 1):
        grown = [Fraction(0)] * (size + 2)
        for i in range(size - 2, -1, -1):
            grown[i + 1] = (weights[i] + grown[i + 2]) / 2
        grown[0] = grown[1]  # the density is even and, from two variables on, smooth at 0
        weights = grown[:size]
    return weights


def require_tail_identities() -> None:
    """The identities that prove `bern.derived.laptail`, for symbolic m and i."""
    import sympy as sp

    m, i = sp.symbols("m i", integer=True, positive=True)

    def density(size: sp.Expr, power: sp.Expr) -> sp.Expr:
        top = 2 * size - 2 - power
        return sp.binomial(top, size - 1) / sp.Integer(2) ** (top + 1)

    # f_{m+1} - f_{m+1}'' = f_m, coefficient by coefficient of z^i / i!
    lift = 2 * density(m + 1, i + 1) - density(m + 1, i + 2)
    # q_{m-2} = Pr[Bin(m+1, 1/2) >= m], q_{m-1} = Pr[Bin(m, 1/2) >= m]
    before = (sp.binomial(m + 1, m) + 1) * sp.Integer(2) ** -(m + 1)
    at_zero = density(m + 1, sp.S.Zero) / density(m + 1, sp.S.One)
    require_zero(
        density_recursion=sp.combsimp(lift / density(m, i)) - 1,
        smooth_at_0=sp.combsimp(at_zero) - 1,
        last_ratio=sp.combsimp(sp.Integer(2) ** -m / before) - 2 / (m + 2),
    )


@checks("bern.derived.laptail")
@mutant(
    "one head too many",
    weights=lambda m: tuple(
        sum((Fraction(comb(n, k), 1 << n) for k in range(m + 1, n + 1)), Fraction(0))
        for n in range(2 * m - 1, m - 1, -1)
    ),
)
@mutant("one power less", bound=lambda m, z: envelope(max(m - 1, 1), z))
@mutant("sharper: one percent less", bound=lambda m, z: envelope(m, z) * Fraction(99, 100))
@mutant("sharper: 0.49 z for z/2", bound=lambda m, z: envelope(m, z * Fraction(98, 100)))
def exact_laplace_tail(
    weights: Weights = laplace_tail_weights, bound: Polynomial = envelope, proof: Proof = WRITTEN
) -> Verdict:
    """A race of two Poisson processes gives the weights, an induction over i the bound.

    Z_m is the difference of the m-th arrivals of two processes. If the first has i < m arrivals at
    time z, then Z_m >= z means that the second wins m arrivals before the first wins m - i: at
    least m of 2m - 1 - i fair coins. The weights q_i decrease in i, q_0 = 1/2, and a step from i
    multiplies the coefficient of the bound by (m-1-i)/2 >= 1, except the last one, by 1/2.
    """
    sides = Sides()
    for m in range(1, 61):
        density, tail = _density_by_recursion(m), [*weights(m), Fraction(0)]
        for i in range(m):
            # -d/dz of the tail is the density, and the tail at 0 is 1/2
            integral = tail[i] - tail[i + 1] == density[i] and tail[0] == Fraction(1, 2)
            finding = "The tail is not the integral of the density."
            require(integral, finding, Grade.PROVED, m=m, i=i, tail=tail[i], at_0=tail[0])
            of_bound = Fraction(prod(range(m - i, m)), 2 ** (i + 1))
            fits = tail[i] <= of_bound and (m > 2 or tail[i] == of_bound)
            finding = "A coefficient of the tail is above that of the bound."
            require(fits, finding, Grade.PROVED, m=m, i=i, tail=tail[i], bound=of_bound)
    for m, z in product(COUNTS, (Fraction(0), *DISTANCES)):
        terms = (q * z**i / factorial(i) for i, q in enumerate(weights(m)))
        finding = "The tail is above the bound."
        sides.at_most(sum(terms, Fraction(0)), bound(m, z), finding, m=m, z=z)
    require_tail_identities()
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.lemD.1")
@mutant("scale eps for 1/eps", bound=lambda m, z, eps: printed(m, z, 1 / eps))
@mutant("one variable only", bound=lambda m, z, eps: printed(1, z, eps))
@mutant(
    "sharper: constant 0.49 for e",
    bound=lambda m, z, eps: printed(m, z, eps) * Fraction(49, 50) * certify(laplace_sum_tail, 1, 1),
)
@mutant(
    "sharper: exponent 1 % larger",
    bound=lambda m, z, eps: printed(m, z, eps) * 2 * certify(laplace_sum_tail, 1, eps * z / 100),
)
def printed_laplace_tail(bound: TailBound = printed, proof: Proof = WRITTEN) -> Verdict:
    """The proof, and exact tails and the printed Chernoff argument beside the bound."""
    sides = Sides()
    for m, z, eps in POINTS:
        value = bound(m, z, eps)
        for smaller in (laplace_sum_tail, laplace_sum_chernoff):
            result = certify(smaller, m, z, eps, digits=12)
            if smaller is laplace_sum_tail:
                finding = "The bound is below the tail."
                sides.at_most(result, value, finding, m=m, z=z, eps=eps)
            else:  # the step of the proof, attained for large m eps z up to (1 + 1/(m eps z))^m
                finding = "The bound is below the one that the proof derives on the way."
                require(result.lo <= value.hi, finding, m=m, z=z, eps=eps)
    reached = sides.sharpness is not None and sides.sharpness.ratio > 0.1836  # 1/(2e) = 0.18394
    require(reached, "The share 1/(2e) is not nearly reached.")
    return proof.verdict(sharpness=sides.sharpness)


def require_chernoff_identities() -> None:
    """The identities of the proof of Lemma D.1."""
    import sympy as sp

    y, t, c, eps = sp.symbols("y t c epsilon", positive=True)
    # E e^{tY} in two halves, from their antiderivatives; both converge for |t| < eps
    right = sp.exp(-(eps - t) * y) / (eps - t)
    left = sp.exp(-(eps + t) * y) / (eps + t)
    require_zero(
        right_half=sp.diff(-right, y) - sp.exp(t * y - eps * y),
        left_half=sp.diff(-left, y) - sp.exp(-t * y - eps * y),
        moments=eps / 2 * (right + left).subs(y, 0) - eps**2 / (eps**2 - t**2),
        t_of_the_proof=1 - (eps * sp.sqrt(1 - c)) ** 2 / eps**2 - c,
        # 1 - c - (1-c)^2 = c (1-c), so sqrt(1-c) >= 1-c on [0, 1]
        square_root=(1 - c) - (1 - c) ** 2 - c * (1 - c),
    )
