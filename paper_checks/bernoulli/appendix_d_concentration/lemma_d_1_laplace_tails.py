"""Claims about the sum of m Laplace variables: Lemma D.1 and the exact tail behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
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
DISTANCES = tuple(Fraction(k) for k in ("0", "1/1000", "1/10", "1", "3", "10", "40", "300"))
BUDGETS = (Fraction(1, 10), Fraction(1), Fraction(7))


def printed(m: int, z: Fraction, eps: Fraction) -> Enclosure:
    """exp(-f(z)) with f(z) = eps z - 1 - m log(1 + m eps z)."""
    return certify(laplace_sum_bound, m, z, eps, digits=12)


def envelope(m: int, z: Fraction, eps: Fraction) -> Enclosure:
    """(1/2) (1 + eps z / 2)^(m-1) e^{-eps z}."""
    return certify(laplace_sum_envelope, m, z, eps, digits=12)


def scaled(bound: TailBound, factor: Fraction) -> TailBound:
    """A bound multiplied by a factor: a wrong twin of a sharp bound."""

    def smaller(m: int, z: Fraction, eps: Fraction) -> Enclosure:
        value = bound(m, z, eps)
        return Enclosure(factor * Fraction(value.lo), factor * Fraction(value.hi))

    return smaller


def tail_points() -> Iterator[tuple[int, Fraction, Fraction]]:
    """Triples (m, z, eps) from the smallest to the largest scales."""
    for m in COUNTS:
        for unit in DISTANCES:
            for eps in BUDGETS:
                yield m, unit / eps, eps


def violated_tail(bound: TailBound) -> tuple[str, dict[str, object]]:
    """A point where a bound is certainly below the exact tail ('' if none), and what was seen."""
    largest, points = 0.0, 0
    for m, z, eps in tail_points():
        exact = certify(laplace_sum_tail, m, z, eps, digits=12)
        value = bound(m, z, eps)
        points += 1
        if value.hi < exact.lo:
            return f"m = {m}, z = {z}, eps = {eps}: the tail is {exact}, the bound {value}.", {}
        largest = max(largest, float(exact) / max(float(value), 1e-300))
    return "", {"points": points, "largest ratio of tail to bound": round(largest, 6)}


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


def symbolic_tail_steps() -> list[str]:
    """The identities that prove `bern.derived.laptail`, for symbolic m and i; [] if all hold."""
    import sympy as sp

    m, i = sp.symbols("m i", integer=True, positive=True)
    steps = {}

    def density(size: sp.Expr, power: sp.Expr) -> sp.Expr:
        top = 2 * size - 2 - power
        return sp.binomial(top, size - 1) / sp.Integer(2) ** (top + 1)

    # f_{m+1} - f_{m+1}'' = f_m, coefficient by coefficient of z^i / i!
    lift = 2 * density(m + 1, i + 1) - density(m + 1, i + 2)
    steps["density recursion"] = sp.combsimp(lift / density(m, i)) - 1
    steps["smooth at 0"] = sp.combsimp(density(m + 1, sp.S.Zero) / density(m + 1, sp.S.One)) - 1
    # q_{m-2} = Pr[Bin(m+1, 1/2) >= m], q_{m-1} = Pr[Bin(m, 1/2) >= m]
    last = sp.Integer(2) ** -m
    before = (sp.binomial(m + 1, m) + 1) * sp.Integer(2) ** -(m + 1)
    steps["last ratio"] = sp.combsimp(last / before) - 2 / (m + 2)
    return [name for name, rest in steps.items() if sp.simplify(rest) != 0]


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
            "bound": lambda m, z, eps: (
                scaled(envelope, 1 / (1 + eps * z / 2))(m, z, eps) if m > 1 else envelope(m, z, eps)
            )
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
            if tail[i] - tail[i + 1] != density[i] or tail[0] != Fraction(1, 2):
                return fails(
                    Grade.PROVED,
                    "The tail is not the integral of the density.",
                    witness=f"m = {m}, coefficient of z^{i}: {tail[i]} - {tail[i + 1]} is not "
                    f"{density[i]}, or {tail[0]} is not 1/2.",
                )
            product = Fraction(1, 2)
            for r in range(i):
                product *= Fraction(m - 1 - r, 2)
            if tail[i] > product or (m <= 2 and tail[i] != product):
                return fails(
                    Grade.PROVED,
                    "A coefficient of the tail is above that of the bound.",
                    witness=f"m = {m}, i = {i}: {tail[i]} against {product}.",
                )
    broken = symbolic_tail_steps()
    if broken:
        return fails(Grade.PROVED, "An identity of the proof fails.", witness=", ".join(broken))
    violation, seen = violated_tail(bound)
    if violation:
        return fails(Grade.CERTIFIED, "The bound is below the tail.", witness=violation)
    return holds(
        Grade.CERTIFIED,
        "The formula follows by induction over m from Pascal's rule, and the bound coefficient by "
        "coefficient; all coefficients up to m = 60 are exact.",
        numbers=seen,
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
        "a seventh of it": {"bound": scaled(printed, Fraction(1, 7))},
    },
)
def printed_laplace_tail(bound: TailBound = printed) -> Verdict:
    """Two routes: the printed Chernoff argument, and domination of the exact envelope."""
    violation, seen = violated_tail(bound)
    if violation:
        return fails(Grade.CERTIFIED, "The bound is below the tail.", witness=violation)
    for m, z, eps in tail_points():
        value = bound(m, z, eps)
        for sharper in (laplace_sum_chernoff, laplace_sum_envelope):
            if value.hi < certify(sharper, m, z, eps, digits=12).lo:
                return fails(
                    Grade.CERTIFIED,
                    "The bound is below one that the proof derives on the way.",
                    witness=f"{sharper.__name__} at m = {m}, z = {z}, eps = {eps}.",
                )
    broken = symbolic_tail_steps() + chernoff_steps()
    if broken:
        return fails(Grade.PROVED, "An identity of the proof fails.", witness=", ".join(broken))
    return holds(
        Grade.CERTIFIED,
        "It is above the envelope (1 + eps z/2)^(m-1) e^{-eps z} / 2 of bern.derived.laptail, and "
        f"loose: the tail is at most {seen['largest ratio of tail to bound']} of it.",
        numbers=seen,
        covered="168 points (m, z, eps) with m <= 30 in balls, against the exact tail and two "
        "sharper bounds; the identities of the printed Chernoff argument symbolically (moments, "
        "sqrt(1-c) >= 1-c).",
        not_covered="All m and z, by hand: factor by factor it is above the envelope of "
        "bern.derived.laptail (1/2 <= e, 1 + u/2 <= 1 + m u, m-1 <= m), and the printed argument "
        "composes the checked steps. For m eps z <= 1 the proof picks t = 0, outside its interval "
        "(0, eps): a misprint without effect, the bound is above 1 there.",
    )


def chernoff_steps() -> list[str]:
    """The identities of the proof of Lemma D.1 that fail; [] if all hold."""
    import sympy as sp

    y, t, c, eps = sp.symbols("y t c epsilon", positive=True)
    steps = {}
    # E e^{tY} in two halves, from their antiderivatives; both converge for |t| < eps
    right = sp.exp(-(eps - t) * y) / (eps - t)
    left = sp.exp(-(eps + t) * y) / (eps + t)
    steps["right half"] = sp.diff(-right, y) - sp.exp(t * y - eps * y)
    steps["left half"] = sp.diff(-left, y) - sp.exp(-t * y - eps * y)
    moment = eps / 2 * (right + left).subs(y, 0)
    steps["moments"] = moment - eps**2 / (eps**2 - t**2)
    steps["t of the proof"] = 1 - (eps * sp.sqrt(1 - c)) ** 2 / eps**2 - c
    # 1 - c - (1-c)^2 = c (1-c), so sqrt(1-c) >= 1-c on [0, 1]
    steps["square root"] = (1 - c) - (1 - c) ** 2 - c * (1 - c)
    return [name for name, rest in steps.items() if sp.simplify(rest) != 0]
