"""Lemmas F.3 and F.5: the slopes of the divergence d_eps in its two arguments."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.theory import Enclosure, certify, d_eps, kl

Certified = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""A divergence of (x, y, eps) as an enclosure: the subject that the checks examine."""

CORNERS = ("0", "1/1000000", "1/4", "1/2", "3/4", "999999/1000000", "1")
BUDGETS = ("1/10000", "1/10", "1", "3", "30", "1000")


def private(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, y), enclosed to 30 digits."""
    return certify(d_eps, x, y, eps, digits=30)


def rational_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Triples (x, y, eps): every corner, then random rationals from the middle and the edges."""
    for x, y, eps in product(CORNERS, CORNERS, BUDGETS):
        yield Fraction(x), Fraction(y), Fraction(eps)
    source = random.Random(seed)

    def mean() -> Fraction:
        u = Fraction(source.randrange(1, 10**6), 10**6)
        return source.choice((u, u**6, 1 - u**6))

    for _ in range(count):
        yield mean(), mean(), Fraction(source.randrange(1, 10**5), 10**4)


def require_slopes() -> None:
    """The slopes of both branches of (31), x < y, symbolically; u = 1 - e^-eps.

    In x they are -eps and -(log-odds gap). In y they are u/(1-yu) and (y-x)/(y(1-y)), not
    negative, and below 1/(1-y); the first is free of x, and the second falls in x.
    """
    import sympy as sp

    x, y, eps = sp.symbols("x y epsilon", positive=True)
    share = 1 - sp.exp(-eps)
    high = -eps * x - sp.log(1 - y * share)
    low = x * sp.log(x / y) + (1 - x) * sp.log((1 - x) / (1 - y))
    gap = sp.log(y / x) + sp.log((1 - x) / (1 - y))
    slack = 1 / ((1 - y) * (sp.exp(eps) * (1 - y) + y))
    require_zero(
        high_privacy_in_x=sp.diff(high, x) + eps,
        low_privacy_in_x=sp.expand_log(sp.diff(low, x) + gap, force=True),
        high_privacy_in_y=sp.diff(high, y) - share / (1 - y * share),
        low_privacy_in_y=sp.diff(low, y) - (y - x) / (y * (1 - y)),
        high_privacy_slack=1 / (1 - y) - sp.diff(high, y) - slack,
        low_privacy_slack=1 / (1 - y) - sp.diff(low, y) - x / (y * (1 - y)),
        high_privacy_mixed=sp.diff(high, y, x),
        low_privacy_mixed=sp.diff(low, y, x) + 1 / (y * (1 - y)),
    )


@claim(
    "bern.lemF.3",
    r"For all $\mu,\mu'\in[0,1]$: $\left|\partial d_\epsilon(\mu,\mu')/\partial\mu\right| \le "
    r"\epsilon$.",
    recorded="holds",
    mutants={
        "budget doubled": {"divergence": lambda x, y, eps: private(x, y, 2 * eps)},
        "arguments swapped": {"divergence": lambda x, y, eps: private(y, x, eps)},
        "no privacy": {"divergence": lambda x, y, eps: certify(kl, x, y)},
    },
)
def lipschitz_in_the_first_argument(divergence: Certified = private) -> Verdict:
    """The slope is -min(eps, log-odds gap) for x < y, so increments are at most eps |x - x'|."""
    points = list(rational_points(300, seed=1))
    for x, y, eps in points:
        for other in (x / 2, (1 + x) / 2):
            # the slope eps is attained, so only a certified violation counts
            least = abs(divergence(x, y, eps) - divergence(other, y, eps)).lo
            finding = "The divergence grows faster than eps in its first argument."
            require(least <= eps * abs(x - other), finding, x=x, other=other, y=y, eps=eps)
    require_slopes()
    return certified(
        "The slope is min(eps, log-odds gap) in absolute value, which is at most eps.",
        covered=f"{2 * len(points)} increments in balls, at 294 corners and 300 random points; the "
        "slope of each branch of (31) symbolically.",
        not_covered="All arguments, by hand: that d_eps is (31), (32) (bern.lemF.1), that the "
        "log-odds gap is at most eps on the branch where it is the slope, and the mirror "
        "(1-x, 1-y) for x > y.",
    )


@claim(
    "bern.lemF.5",
    r"For all $0\le\mu\le\mu'<1$: $\partial d_\epsilon(\mu,\mu')/\partial\mu' \le 1/(1-\mu')$; the "
    r"proof shows more: it is at most $\partial\,\mathrm{kl}(\mu,\mu')/\partial\mu'$ (33).",
    recorded="holds",
    mutants={
        "arguments swapped": {"divergence": lambda x, y, eps: private(y, x, eps)},
        "total variation": {"divergence": lambda x, y, eps: Enclosure.of(eps * abs(x - y))},
    },
)
def slope_in_the_second_argument(divergence: Certified = private) -> Verdict:
    """Increments in y are at least 0 and at most those of kl and of -log(1-y)."""
    tried = 0
    for x, y, eps in rational_points(200, seed=5):
        for other in (y + (1 - y) / 8, (1 + y) / 2):
            if not x <= y < other < 1:
                continue
            tried += 1
            rise = divergence(x, other, eps) - divergence(x, y, eps)
            # the increment of -log(1-y) is kl(0, other) - kl(0, y)
            of_kl, of_log = (
                certify(kl, start, other, digits=30) - certify(kl, start, y, digits=30)
                for start in (x, Fraction(0))
            )
            inside = rise.hi >= 0 and rise.lo <= of_kl.hi and rise.lo <= of_log.hi  # may be equal
            finding = "The divergence falls, or grows faster in its second argument than stated."
            require(inside, finding, x=x, y=y, other=other, eps=eps, rise=rise)
    require_slopes()
    return certified(
        "The slack is 1/((1-y)(e^eps (1-y) + y)) in the high-privacy branch and x/(y(1-y)) in the "
        "other; both are at least 0.",
        covered=f"{tried} increments in balls, at corners and random points, against -log(1-y) "
        "and kl (33); the slope of each branch of (31) and its slack symbolically.",
        not_covered="All arguments, by hand: that d_eps is (31) (bern.lemF.1), that both branches "
        "meet with one slope, and (33) on the high-privacy branch (checked as increments only).",
    )
