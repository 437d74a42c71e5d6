"""The definition of d_eps and its closed forms: (6), (8), (30) to (32), Lemma F.1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import (
    Certified,
    private,
    rational_points,
)
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, undecided
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.balls import ball, enclose, lower, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.private_divergence import primal_value
from banditproof.verify.evidence import Grade

Objective = Callable[[Fraction, Fraction, Fraction, Fraction], arb]
"""The objective of the infimum at (x, y, eps, z), as a ball."""
Point = tuple[Fraction, Fraction, Fraction]
EDGES = (Fraction(0), Fraction(1))


def _searched(objective: Objective, x: Fraction, y: Fraction, eps: Fraction) -> Fraction:
    """An upper bound of the infimum over z, by ternary search with exact rationals."""
    low, high = min(x, y), max(x, y)
    with working_precision(160):
        for _ in range(50):
            one, two = low + (high - low) / 3, high - (high - low) / 3
            less = objective(x, y, eps, one) < objective(x, y, eps, two)
            low, high = (low, two) if less else (one, high)
        middle = (low + high) / 2
        return min(upper(objective(x, y, eps, z)) for z in (x, middle))


def _inner_points(count: int, seed: int) -> Iterator[Point]:
    for x, y, eps in rational_points(count, seed):
        if not {x, y} & set(EDGES) and eps <= 30:
            yield x, y, eps


def _shape_is_as_stated(divergence: Certified) -> str:
    """Where symmetry, the limits, monotonicity, concavity or convexity fail; else nothing."""
    for x, y, eps in rational_points(60, seed=11):
        value, mirror = divergence(x, y, eps), divergence(1 - x, 1 - y, eps)
        where = f"x = {x}, y = {y}, eps = {eps}"
        if mirror.hi < value.lo or value.hi < mirror.lo:
            return f"{where}: d(1-x, 1-y) differs"
        if y in EDGES and not value.contains(eps * abs(x - y)):
            return f"{where}: not eps |x - y| at an end"
        if value.lo > min(certify(kl, x, y, digits=30).hi, eps * abs(x - y)):
            return f"{where}: above min of kl and eps TV"
        less, more = divergence(x, y, eps / 2), divergence(x, y, 3 * eps / 2)
        if less.lo > value.hi or value.lo > more.hi:
            return f"{where}: falls in eps"
        if less.lo + more.lo > 2 * value.hi:
            return f"{where}: not concave in eps"
        a, b = (x + 1) / 3, (2 * y + 1) / 5
        middle = divergence((x + a) / 2, (y + b) / 2, eps)
        if 2 * middle.lo > value.hi + divergence(a, b, eps).hi:
            return f"{where}: not convex"
    return ""


@claim(
    "bern.def.deps",
    r"$d_\epsilon(x,y) = \inf_{z\in[\min(x,y),\max(x,y)]} \{\epsilon|z-x| + \mathrm{kl}(z,y)\}$ "
    r"(the right side of (6) is missing in the text), an interpolation between "
    r"$\mathrm{kl}$ and $\epsilon\,\mathrm{TV}$.",
    recorded="holds",
    doubts=("D22",),
    mutants={
        "arguments of kl swapped": {
            "objective": lambda x, y, eps, z: ball(eps * abs(z - x)) + kl_ball(y, z)
        },
        "distance to y": {"objective": lambda x, y, eps, z: ball(eps * abs(z - y)) + kl_ball(z, y)},
        "budget doubled": {"divergence": lambda x, y, eps: private(x, y, 2 * eps)},
    },
)
def definition(objective: Objective = primal_value, divergence: Certified = private) -> Verdict:
    """A search of the infimum meets the enclosures (primal and dual points), and the shape fits."""
    tried = 0
    for x, y, eps in _inner_points(40, seed=2):
        value, searched, tried = divergence(x, y, eps), _searched(objective, x, y, eps), tried + 1
        tolerance = Fraction(1, 10**12) + Fraction(value.hi) / 10**9
        if searched < value.lo or searched - Fraction(value.hi) > tolerance:
            return fails(
                Grade.CERTIFIED,
                "The infimum is not the certified divergence.",
                witness=f"x = {x}, y = {y}, eps = {eps}: {float(searched)} and {value}.",
            )
    problem = _shape_is_as_stated(divergence)
    if problem:
        return fails(Grade.CERTIFIED, "The shape of d_eps is not as stated.", witness=problem)
    return holds(
        Grade.CERTIFIED,
        "The infimum form printed after Theorem 3.1 and in F.6 determines the missing (6); it "
        "equals its dual, and has the stated shape.",
        numbers={"points": tried, "d_1(1/4, 3/4)": private(*map(Fraction, ("1/4", "3/4", "1")))},
        covered="Search of the infimum against primal and dual points in balls; symmetry, ends, "
        "monotone and concave in eps, jointly convex, at corners and random points.",
        not_covered="All arguments at once. 'Smooth' holds as C1, not C2, in eps (bern.rem3.b).",
    )


def _printed(mu: Fraction, other: Fraction, eps: Fraction, sign: int) -> arb:
    """(31) for mu <= mu', sign = +1, and (32) for mu >= mu', sign = -1, as printed."""
    tilt = (ball(eps) * sign).exp()
    f = ball(other) / (ball(other) + ball(1 - other) * tilt)
    if sign * (ball(mu) - f) >= 0:
        return kl_ball(mu, other)
    ratio = f * (f / ball(other)).log() + (1 - f) * ((1 - f) / ball(1 - other)).log()
    return ratio + ball(eps) * (f - ball(mu)) * sign


def printed_form(mu: Fraction, other: Fraction, eps: Fraction) -> Enclosure:
    """The closed form (31), (32) of Lemma F.1, in balls."""
    if mu == other:
        return Enclosure(Fraction(0), Fraction(0))
    return enclose(lambda: _printed(mu, other, eps, 1 if mu < other else -1), 25)


def _mirrored(mu: Fraction, other: Fraction, eps: Fraction) -> Enclosure:
    """A wrong form: (31) used on both sides."""
    if mu == other:
        return Enclosure(Fraction(0), Fraction(0))
    return enclose(lambda: _printed(mu, other, eps, 1), 25)


def _minimiser_is_stationary() -> bool:
    """Symbolically: the slope in z vanishes at z*, and the value there is the one-line form."""
    import sympy as sp

    x, y, z, eps = sp.symbols("x y z epsilon", positive=True)
    cost = z * sp.log(z / y) + (1 - z) * sp.log((1 - z) / (1 - y)) + eps * (z - x)
    slope = sp.diff(cost, z) - (sp.log(z * (1 - y) / (y * (1 - z))) + eps)
    odds = sp.symbols("odds", positive=True)  # y = odds / (1 + odds)
    f = (y / (y + (1 - y) * sp.exp(eps))).subs(y, odds / (1 + odds))
    f = sp.simplify(f)
    at_minimum = sp.simplify(f / (1 - f) - odds * sp.exp(-eps)) == 0
    one_line = -eps * x - sp.log(1 - y * (1 - sp.exp(-eps)))
    difference = (cost.subs(z, y / (y + (1 - y) * sp.exp(eps))) - one_line).subs(
        {y: sp.Rational(3, 4), x: sp.Rational(1, 4)}
    )
    flat = sp.simplify(sp.expand_log(slope, force=True)) == 0
    closes = abs(sp.N(difference.subs(eps, sp.Rational(7, 10)), 40)) < sp.Float("1e-35")
    return bool(flat and at_minimum and closes)


@claim(
    "bern.lemF.1",
    r"For $\mu\le\mu'$ in $(0,1)$ the infimum is attained at "
    r"$z^*=\max(\mu, \mu'/(\mu'+(1-\mu')e^\epsilon))$, for $\mu\ge\mu'$ at "
    r"$z^*=\min(\mu, \mu'e^\epsilon/(\mu'e^\epsilon+1-\mu'))$, which gives (31) and (32).",
    recorded="holds",
    doubts=("D22",),
    mutants={
        "(31) on both sides": {"form": _mirrored},
        "kl only": {"form": lambda x, y, eps: certify(kl, x, y)},
    },
)
def explicit_solution(form: Certified = printed_form) -> Verdict:
    """The printed form lies in the enclosure of a primal and a dual point; z* is stationary."""
    tried = 0
    for x, y, eps in _inner_points(250, seed=3):
        if x == y:
            continue
        value, printed, tried = private(x, y, eps), form(x, y, eps), tried + 1
        if printed.hi < value.lo or value.hi < printed.lo:
            return fails(
                Grade.CERTIFIED,
                "The printed form is not the infimum.",
                witness=f"mu = {x}, mu' = {y}, eps = {eps}: {printed} against {value}.",
            )
    if not _minimiser_is_stationary():
        return fails(Grade.PROVED, "z* is not stationary.", witness="The slope in z at z*.")
    return holds(
        Grade.CERTIFIED,
        "(31) and (32) agree with certified primal and dual values, and z* solves the printed "
        "stationarity equation; the objective is convex in z.",
        numbers={"points": tried},
        covered="The stationarity symbolically; both branches and both orders of the means in "
        "balls.",
        not_covered="The identity at all points at once is the printed proof, read by hand; the "
        "forms extend to means 0 and 1 by continuity.",
    )


def _regimes(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """(8) as printed: kl from the threshold on, else (31)'s second line."""
    if certify(privacy_threshold, x, y, digits=30).hi <= eps:
        return certify(kl, x, y, digits=25)

    def high() -> arb:
        f = ball(y) / (ball(y) + ball(1 - y) * ball(eps).exp())
        ratio = f * (f / ball(y)).log() + (1 - f) * ((1 - f) / ball(1 - y)).log()
        return ratio + ball(eps) * (f - ball(x))

    return enclose(high, 25)


def _late(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """A wrong form: the low-privacy regime starts at twice the threshold."""
    if 2 * certify(privacy_threshold, x, y, digits=30).hi <= eps:
        return certify(kl, x, y, digits=25)
    return certify(d_eps, x, y, eps * 2)


@claim(
    "bern.rem3.b",
    r"$d_\epsilon(\mu_a,\mu^\star) = \mathrm{kl}(\mu_a,\mu^\star)$ if $\epsilon \ge "
    r"\log\frac{\mu^\star}{\mu_a}+\log\frac{1-\mu_a}{1-\mu^\star}$, else "
    r"$\mathrm{kl}(f,\mu^\star)+\epsilon(f-\mu_a)$ with "
    r"$f=\mu^\star/(\mu^\star+(1-\mu^\star)e^\epsilon)$ (8); and $d_\epsilon \sim "
    r"\epsilon\Delta_a$ as $\epsilon\to0$.",
    recorded="holds",
    mutants={
        "late threshold": {"form": _late},
        "budget halved": {"form": lambda x, y, eps: _regimes(x, y, eps / 2)},
    },
)
def two_regimes(form: Certified = _regimes) -> Verdict:
    """Both regimes on either side of the threshold, where value and slope in eps are continuous."""
    tried = 0
    for x, y, eps in _inner_points(60, seed=4):
        if not x < y:
            continue
        edge = Fraction(certify(privacy_threshold, x, y, digits=30).hi)
        for budget in (eps, edge, edge * Fraction(999, 1000), edge * Fraction(1001, 1000)):
            value, printed, tried = private(x, y, budget), form(x, y, budget), tried + 1
            if printed.hi < value.lo or value.hi < printed.lo:
                return fails(
                    Grade.CERTIFIED,
                    "(8) is not the divergence.",
                    witness=f"mu_a = {x}, mu* = {y}, eps = {budget}: {printed} against {value}.",
                )
        tiny = Fraction(1, 10**12) * (y - x)
        ratio = form(x, y, tiny).hi / (tiny * (y - x))
        if not 1 - Fraction(1, 10**11) <= ratio <= 1:
            return undecided(f"d_eps / (eps gap) is {float(ratio)} at eps = {float(tiny)}.")
    smooth = _slope_gap(Fraction(1, 4), Fraction(3, 4))
    return holds(
        Grade.CERTIFIED,
        "(8) holds on both sides of the threshold, and d_eps / (eps gap) tends to 1. The "
        "transition is C1 in eps, not C2.",
        numbers={"points": tried, "jump of the second derivative at (1/4, 3/4)": smooth},
        covered="Random points with mu_a < mu_star inside (0, 1), at and around the threshold, and "
        "at eps = 1e-12.",
        not_covered="At mu_a = 0 or mu_star = 1 the low-privacy regime never occurs.",
    )


def _slope_gap(x: Fraction, y: Fraction) -> float:
    """The jump of d''(eps) at the threshold: x(1-x), as d' = f - x and f' = -f(1-f) below it."""
    with working_precision(64):
        return float(lower(ball(x * (1 - x))))
