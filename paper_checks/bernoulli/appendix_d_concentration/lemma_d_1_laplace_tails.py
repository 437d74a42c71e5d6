"""Claims about the sum of m Laplace variables: Lemma D.1 and the exact tail behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.concentration.laplace_sums import (
    laplace_sum_bound,
    laplace_sum_chernoff,
    laplace_sum_envelope,
    laplace_sum_tail,
    laplace_tail_weights,
)
from banditproof.verify.evidence import Grade

Weights = Callable[[int], Sequence[Fraction]]
TailBound = Callable[[int, Fraction, Fraction], Enclosure]
"""A bound of Pr[Z_m >= z] as a function of (m, z, eps)."""

COUNTS = (1, 2, 3, 5, 8, 13, 30)
DISTANCES = tuple(map(Fraction, ("0", "1/1000", "1/10", "1", "3", "10", "40", "300")))
BUDGETS = (Fraction(1, 10), Fraction(1), Fraction(7))
POINTS = tuple((m, unit / eps, eps) for m, unit, eps in product(COUNTS, DISTANCES, BUDGETS))
"""Triples (m, z, eps) from the smallest to the largest scales."""


def printed(m: int, z: Fraction, eps: Fraction) -> Enclosure:
    """exp(-f(z)) with f(z) = eps z - 1 - m log(1 + m eps z)."""
    return certify(laplace_sum_bound, m, z, eps, digits=12)


def envelope(m: int, z: Fraction, eps: Fraction) -> Enclosure:
    """(1/2) (1 + eps z / 2)^(m-1) e^{-eps z}."""
    return certify(laplace_sum_envelope, m, z, eps, digits=12)


def share_of_bound(bound: TailBound) -> float:
    """The largest ratio of the exact tail to a bound that it must not exceed.

    The envelope is attained for m = 1, 2 and at z = 0, so only a certified violation counts.
    """
    largest = 0.0
    for m, z, eps in POINTS:
        tail, value = certify(laplace_sum_tail, m, z, eps, digits=12), bound(m, z, eps)
        finding = "The bound is below the tail."
        require(tail.lo <= value.hi, finding, m=m, z=z, eps=eps, tail=tail, bound=value)
        largest = max(largest, float(tail) / max(float(value), 1e-300))
    return round(largest, 6)


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


@claim(
    "bern.derived.laptail",
    r"For $Z_m$ the sum of $m$ iid $\mathrm{Lap}(1)$ variables and $z\ge0$: "
    r"$\Pr[Z_m\ge z]=e^{-z}\sum_{i<m}\frac{z^i}{i!}\Pr[\mathrm{Bin}(2m-1-i,\tfrac12)\ge m]"
    r"\le\tfrac12(1+z/2)^{m-1}e^{-z}$, with equality for $m=1,2$.",
    recorded="holds",
    mutants={
        "one head too many": {
            "weights": lambda m: tuple(
                sum((Fraction(comb(n, k), 1 << n) for k in range(m + 1, n + 1)), Fraction(0))
                for n in range(2 * m - 1, m - 1, -1)
            )
        },
        "one power less": {
            "bound": lambda m, z, eps: envelope(m, z, eps) / (1 + eps * z / 2 if m > 1 else 1)
        },
    },
)
def exact_laplace_tail(
    weights: Weights = laplace_tail_weights, bound: TailBound = envelope
) -> Verdict:
    """Induction over m by Pascal's rule, exact coefficients up to m = 60, and certified points."""
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
    require_tail_identities()
    return certified(
        "The formula follows by induction over m from Pascal's rule, and the bound coefficient by "
        "coefficient; all coefficients up to m = 60 are exact.",
        numbers={"largest ratio of tail to bound": share_of_bound(bound)},
        covered="Every coefficient for m <= 60 in rationals; symbolically in m and i: f_{m+1} - "
        "f_{m+1}'' = f_m, smoothness at 0, the last ratio 2/(m+2) <= 1/2; the inequality at 168 "
        "points (m, z, eps) with m <= 30 in balls.",
        not_covered="By hand for m > 60: f_{m+1} is the only bounded solution of its equation; "
        "q_i - q_{i+1} is the density's coefficient, by the last coin; before the last ratio a "
        "step multiplies the coefficient of the bound by (m-1-i)/2 >= 1 while q_i decreases.",
    )


@claim(
    "bern.lemD.1",
    r"For $z>0$: $\Pr[Z_m\ge z]\le e^{-f(z)}$, $f(z)=\epsilon z-1-m\log(1+m\epsilon z)$, where "
    r"$Z_m$ is the sum of $m$ iid $\mathrm{Lap}(1/\epsilon)$ variables.",
    recorded="holds",
    mutants={
        "scale eps for 1/eps": {"bound": lambda m, z, eps: printed(m, z, 1 / eps)},
        "one variable only": {"bound": lambda m, z, eps: printed(1, z, eps)},
        "a seventh of it": {"bound": lambda m, z, eps: printed(m, z, eps) / 7},
    },
)
def printed_laplace_tail(bound: TailBound = printed) -> Verdict:
    """Two routes: the printed Chernoff argument, and domination of the exact envelope."""
    largest = share_of_bound(bound)
    for m, z, eps in POINTS:
        for sharper in (laplace_sum_chernoff, laplace_sum_envelope):
            low, high = (
                certify(sharper, m, z, eps, digits=12).lo,
                bound(m, z, eps).hi,
            )  # may be equal
            finding = "The bound is below one that the proof derives on the way."
            require(low <= high, finding, sharper=sharper, m=m, z=z, eps=eps)
    require_tail_identities()
    require_chernoff_identities()
    return certified(
        "It is above the envelope (1 + eps z/2)^(m-1) e^{-eps z} / 2 of bern.derived.laptail, and "
        f"loose: the tail is at most {largest} of it.",
        numbers={"largest ratio of tail to bound": largest},
        covered="168 points (m, z, eps) with m <= 30 in balls, against the exact tail and two "
        "sharper bounds; the identities of the printed Chernoff argument symbolically (moments, "
        "sqrt(1-c) >= 1-c).",
        not_covered="All m and z, by hand: factor by factor it is above the envelope of "
        "bern.derived.laptail (1/2 <= e, 1 + u/2 <= 1 + m u, m-1 <= m), and the printed argument "
        "composes the checked steps. For m eps z <= 1 the proof picks t = 0, outside its interval "
        "(0, eps): a misprint without effect, the bound is above 1 there.",
    )


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
