"""The definition of d_eps and its two regimes: (6), (8) and (30)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_1_closed_forms import (
    inner_points,
    second_line,
)
from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import (
    Certified,
    private,
    rational_points,
)
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.balls import ball, enclose, upper, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.private_divergence import primal_value

Objective = Callable[[Fraction, Fraction, Fraction, Fraction], arb]
"""The objective of the infimum at (x, y, eps, z), as a ball."""


def _searched(objective: Objective, x: Fraction, y: Fraction, eps: Fraction) -> Fraction:
    """An upper bound of the infimum over z, by ternary search with exact rationals."""
    low, high = min(x, y), max(x, y)
    with working_precision(160):
        for _ in range(50):
            one, two = low + (high - low) / 3, high - (high - low) / 3
            less = objective(x, y, eps, one) < objective(x, y, eps, two)
            low, high = (low, two) if less else (one, high)
        return min(upper(objective(x, y, eps, z)) for z in (x, (low + high) / 2))


def _require_the_shape(divergence: Certified) -> None:
    """Symmetry, the values at the ends, monotonicity, concavity in eps and joint convexity."""
    for x, y, eps in rational_points(60, seed=11):
        value, linear = divergence(x, y, eps), eps * abs(x - y)
        less, more = divergence(x, y, eps / 2), divergence(x, y, 3 * eps / 2)
        a, b = (x + 1) / 3, (2 * y + 1) / 5
        middle = divergence((x + a) / 2, (y + b) / 2, eps)
        as_stated = {
            "d(1-x, 1-y) is not d(x, y)": 0 in divergence(1 - x, 1 - y, eps) - value,
            "d is not eps |x - y| at an end": 0 < y < 1 or linear in value,
            "d is above kl or eps TV": value.lo <= min(certify(kl, x, y, digits=30).hi, linear),
            "d falls in eps": less.lo <= value.hi and value.lo <= more.hi,
            "d is not concave in eps": less.lo + more.lo <= 2 * value.hi,
            "d is not convex": 2 * middle.lo <= value.hi + divergence(a, b, eps).hi,
        }
        for finding, met in as_stated.items():
            require(met, f"The shape of d_eps is not as stated: {finding}.", x=x, y=y, eps=eps)


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
    points = list(inner_points(40, seed=2))
    for x, y, eps in points:
        value, searched = divergence(x, y, eps), _searched(objective, x, y, eps)
        most = value.upper + Fraction(1, 10**12) + value.upper / 10**9
        finding = "The infimum is not the certified divergence."
        require(value.lo <= searched <= most, finding, x=x, y=y, eps=eps, certified=value)
    _require_the_shape(divergence)
    return certified(
        "The infimum form printed after Theorem 3.1 and in F.6 determines the missing (6); it "
        "equals its dual, and has the stated shape.",
        numbers={
            "points": len(points),
            "d_1(1/4, 3/4)": certify(d_eps, "1/4", "3/4", 1, digits=30),
        },
        covered="Search of the infimum against primal and dual points in balls; symmetry, ends, "
        "monotone and concave in eps, jointly convex, at corners and random points.",
        not_covered="All arguments at once. 'Smooth' holds as C1, not C2, in eps (bern.rem3.b).",
    )


def _regimes(x: Fraction, y: Fraction, eps: Fraction, late: int = 1) -> Enclosure:
    """(8) as printed: kl from the threshold (`late` = 1) on, else (31)'s second line."""
    if late * certify(privacy_threshold, x, y, digits=30).hi <= eps:
        return certify(kl, x, y, digits=25)
    return enclose(lambda: second_line(x, y, eps), 25)


@claim(
    "bern.rem3.b",
    r"$d_\epsilon(\mu_a,\mu^\star) = \mathrm{kl}(\mu_a,\mu^\star)$ if $\epsilon \ge "
    r"\log\frac{\mu^\star}{\mu_a}+\log\frac{1-\mu_a}{1-\mu^\star}$, else "
    r"$\mathrm{kl}(f,\mu^\star)+\epsilon(f-\mu_a)$ with "
    r"$f=\mu^\star/(\mu^\star+(1-\mu^\star)e^\epsilon)$ (8); and $d_\epsilon \sim "
    r"\epsilon\Delta_a$ as $\epsilon\to0$.",
    recorded="holds",
    mutants={
        "late threshold": {"form": lambda x, y, eps: _regimes(x, y, eps, late=2)},
        "budget halved": {"form": lambda x, y, eps: _regimes(x, y, eps / 2)},
    },
)
def two_regimes(form: Certified = _regimes) -> Verdict:
    """Both regimes on either side of the threshold, where value and slope in eps are continuous."""
    points = [(x, y, eps) for x, y, eps in inner_points(60, seed=4) if x < y]
    for x, y, eps in points:
        edge = certify(privacy_threshold, x, y, digits=30).upper
        for budget in (eps, edge, edge * Fraction(999, 1000), edge * Fraction(1001, 1000)):
            value, printed = private(x, y, budget), form(x, y, budget)
            finding = "(8) is not the divergence."
            require(0 in printed - value, finding, x=x, y=y, eps=budget, form=printed, d=value)
        tiny = Fraction(1, 10**12) * (y - x)
        ratio = form(x, y, tiny).upper / (tiny * (y - x))
        limit = 1 - Fraction(1, 10**11) <= ratio <= 1
        need(limit, "d_eps / (eps gap) is not near 1", ratio=float(ratio), eps=float(tiny))
    return certified(
        "(8) holds on both sides of the threshold, and d_eps / (eps gap) tends to 1. The "
        "transition is C1 in eps, not C2: the second derivative jumps by mu_a (1 - mu_a).",
        numbers={"points": 4 * len(points)},
        covered="Points with mu_a < mu_star in (0, 1), at and around the threshold and at 1e-12.",
        not_covered="At mu_a = 0 or mu_star = 1 the low-privacy regime never occurs.",
    )
