"""Claims about the divergence d_eps: Section 3, (6) and (8), Lemmas F.1, F.3 and F.5."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.verify.evidence import Grade

Certified = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""A divergence of (x, y, eps) as an enclosure: the subject that the checks examine."""

CORNERS = ("0", "1/1000000", "1/4", "1/2", "3/4", "999999/1000000", "1")
BUDGETS = ("1/10000", "1/10", "1", "3", "30", "1000")


def private(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, y), enclosed to 30 digits."""
    return certify(d_eps, x, y, eps, digits=30)


def rational_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Triples (x, y, eps): every corner, then random rationals from the middle and the edges."""
    for x in CORNERS:
        for y in CORNERS:
            for eps in BUDGETS:
                yield Fraction(x), Fraction(y), Fraction(eps)
    source = random.Random(seed)

    def mean() -> Fraction:
        u = Fraction(source.randrange(1, 10**6), 10**6)
        return source.choice((u, u**6, 1 - u**6))

    for _ in range(count):
        yield mean(), mean(), Fraction(source.randrange(1, 10**5), 10**4)


def _slopes_are_as_stated() -> bool:
    """Both branches, differentiated symbolically: slopes -eps and -(log-odds gap) for x < y."""
    import sympy as sp

    x, y, eps = sp.symbols("x y epsilon", positive=True)
    high = -eps * x - sp.log(1 - y * (1 - sp.exp(-eps)))
    low = x * sp.log(x / y) + (1 - x) * sp.log((1 - x) / (1 - y))
    gap = sp.log(y / x) + sp.log((1 - x) / (1 - y))
    gap_slope = sp.expand_log(sp.diff(low, x) + gap, force=True)
    return bool(sp.diff(high, x) == -eps and sp.simplify(gap_slope) == 0)


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
    tried = 0
    for x, y, eps in rational_points(300, seed=1):
        for other in (x / 2, (1 + x) / 2):
            one, two = divergence(x, y, eps), divergence(other, y, eps)
            tried += 1
            # a certified violation: even the closest values of the two enclosures are too far apart
            if one.lo - two.hi > eps * abs(x - other) or two.lo - one.hi > eps * abs(x - other):
                return fails(
                    Grade.CERTIFIED,
                    "The divergence grows faster than eps in its first argument.",
                    witness=f"x = {x}, x' = {other}, y = {y}, eps = {eps}: {one} and {two}.",
                )
    if not _slopes_are_as_stated():
        return fails(
            Grade.PROVED,
            "The symbolic slope of a branch is not the stated one.",
            witness="The derivative in x of one of the two branches of (8).",
        )
    return holds(
        Grade.CERTIFIED,
        "The slope is min(eps, log-odds gap) in absolute value, which is at most eps.",
        numbers={"increments": tried},
        covered=f"{tried} increments in balls, at 294 corners and 300 random points; the slope of "
        "each branch of (31) symbolically.",
        not_covered="All arguments, by hand: that d_eps is (31), (32) (bern.lemF.1), that the "
        "log-odds gap is at most eps on the branch where it is the slope, and the mirror "
        "(1-x, 1-y) for x > y.",
    )


def _derivatives_are_as_printed() -> bool:
    """Symbolically: the slopes in y of both branches, and their distance to 1/(1-y)."""
    import sympy as sp

    x, y, eps = sp.symbols("x y epsilon", positive=True)
    shrink = 1 - sp.exp(-eps)
    high = sp.diff(-eps * x - sp.log(1 - y * shrink), y)
    low = sp.diff(x * sp.log(x / y) + (1 - x) * sp.log((1 - x) / (1 - y)), y)
    slack = 1 / ((1 - y) * (sp.exp(eps) * (1 - y) + y))
    return bool(
        sp.simplify(low - (y - x) / (y * (1 - y))) == 0
        and sp.simplify(1 / (1 - y) - high - slack) == 0
        and sp.simplify(1 / (1 - y) - low - x / (y * (1 - y))) == 0
    )


@claim(
    "bern.lemF.5",
    r"For all $0\le\mu\le\mu'<1$: $\partial d_\epsilon(\mu,\mu')/\partial\mu' \le 1/(1-\mu')$; the "
    r"proof shows more: it is at most $\partial\,\mathrm{kl}(\mu,\mu')/\partial\mu'$ (33).",
    recorded="holds",
    mutants={
        "arguments swapped": {"divergence": lambda x, y, eps: private(y, x, eps)},
        "total variation": {
            "divergence": lambda x, y, eps: Enclosure(eps * abs(x - y), eps * abs(x - y))
        },
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
            one, two = divergence(x, y, eps), divergence(x, other, eps)
            a, b = certify(kl, x, y, digits=30), certify(kl, x, other, digits=30)
            # the increment of -log(1-y) is kl(0, other) - kl(0, y)
            c, d = certify(kl, 0, y, digits=30), certify(kl, 0, other, digits=30)
            grows = two.lo - one.hi
            if two.hi < one.lo or grows > b.hi - a.lo or grows > d.hi - c.lo:
                return fails(
                    Grade.CERTIFIED,
                    "The divergence grows faster in its second argument than stated, or falls.",
                    witness=f"x = {x}, y = {y}, y' = {other}, eps = {eps}: {one} and {two}.",
                )
    if not _derivatives_are_as_printed():
        return fails(
            Grade.PROVED,
            "The symbolic derivative of a branch is not the printed one.",
            witness="The derivative in y of one of the two branches of (31).",
        )
    return holds(
        Grade.CERTIFIED,
        "The slack is 1/((1-y)(e^eps (1-y) + y)) in the high-privacy branch and x/(y(1-y)) in the "
        "other; both are at least 0.",
        numbers={"increments": tried},
        covered=f"{tried} increments in balls, at corners and random points, against -log(1-y) "
        "and kl (33); the slope of each branch of (31) and its slack symbolically.",
        not_covered="All arguments, by hand: that d_eps is (31) (bern.lemF.1), that both branches "
        "meet with one slope, and (33) on the high-privacy branch (checked as increments only).",
    )
