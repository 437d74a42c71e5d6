"""Lemmas F.3 and F.5: the slopes of the divergence d_eps in its two arguments."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.proofs import Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
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
    negative, and below 1/(1-y); the first is free of x, the second falls in x, and they meet at
    x = f, where the odds of x are e^-eps times those of y. There log(f/y) = log((1-f)/(1-y)) - eps,
    so kl(f, y) + eps (f - x) = log((1-f)/(1-y)) - eps x, which is the form used here. As y tends
    to 1, f does, and this form tends to eps (1 - x) = d_eps(x, 1), as only z = 1 is allowed there.
    """
    import sympy as sp

    x, y, eps = sp.symbols("x y epsilon", positive=True)
    share = 1 - sp.exp(-eps)
    high = -eps * x - sp.log(1 - y * share)
    low = x * sp.log(x / y) + (1 - x) * sp.log((1 - x) / (1 - y))
    gap = sp.log(y / x) + sp.log((1 - x) / (1 - y))
    slack = 1 / ((1 - y) * (sp.exp(eps) * (1 - y) + y))
    f = y / (y + (1 - y) * sp.exp(eps))
    require_zero(
        high_privacy_form=(1 - f) * (1 - y * share) - (1 - y),
        high_privacy_in_x=sp.diff(high, x) + eps,
        low_privacy_in_x=sp.expand_log(sp.diff(low, x) + gap, force=True),
        gap_at_f=(f / (1 - f)) * sp.exp(eps) - y / (1 - y),
        high_privacy_in_y=sp.diff(high, y) - share / (1 - y * share),
        low_privacy_in_y=sp.diff(low, y) - (y - x) / (y * (1 - y)),
        slopes_meet=sp.diff(low, y).subs(x, f) - sp.diff(high, y),
        high_privacy_slack=1 / (1 - y) - sp.diff(high, y) - slack,
        low_privacy_slack=1 / (1 - y) - sp.diff(low, y) - x / (y * (1 - y)),
        high_privacy_mixed=sp.diff(high, y, x),
        low_privacy_mixed=sp.diff(low, y, x) + 1 / (y * (1 - y)),
        f_at_1=f.subs(y, 1) - 1,
        high_privacy_at_1=sp.expand_log(high.subs(y, 1), force=True) - eps * (1 - x),
    )


def touching(sides: Sides, left: Enclosure, right: Enclosure, finding: str, **case: Any) -> None:
    """Require left <= right where equal sides are possible, so that their enclosures may touch."""
    if (left <= right).undecided:
        require(left.lo <= right.hi, finding, **case)
    else:
        sides.at_most(left, right, finding, **case)


COST = "d_eps(x,y,eps) <= kl(z,y) + eps*abs(x-z)"
"""The divergence is at most the cost of every mean z, by bern.def.deps.attained."""


def nearest(x: str, y: str = "y") -> str:
    """The mean that attains d_eps(x, y): x, moved to where the log-odds differ by at most eps."""
    low, high = (f"{y}/({y}+(1-{y})*exp({sign}eps))" for sign in ("", "-"))
    return f"min(max({x},{low}),{high})"


ANY_MEAN = OnClaim(
    1,
    "The divergence is at most the cost of every mean.",
    COST,
    claim="bern.def.deps.attained",
    where="x in [0,1], y in (0,1), z in [0,1]",
)
LIPSCHITZ = Proof(
    "bern.lemF.3",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean that is best for w costs for x at most eps |x - w| more.",
            "d_eps(x,y,eps) <= d_eps(w,y,eps) + eps*abs(x-w)",
            where="x in [0,1], w in [0,1], y in (0,1)",
            uses=(1,),
            at={1: {"z": nearest("w")}},
        ),
        Inequality(
            3,
            "The same for w and x.",
            "d_eps(w,y,eps) <= d_eps(x,y,eps) + eps*abs(x-w)",
            where="x in [0,1], w in [0,1], y in (0,1)",
            uses=(1,),
            at={1: {"x": "w", "z": nearest("x")}},
        ),
        OnClaim(
            4,
            "For a second argument of 1 it is eps |x - y|; 0 is the mirror.",
            "eps*abs(x-y) <= eps*abs(w-y) + eps*abs(x-w)",
            claim="bern.derived.rising",
            where="x in [0,1], w in [0,1], y in [0,1]",
        ),
        Parts(5, "It moves by at most eps |x - w|, so its slope is at most eps.", uses=(2, 3, 4)),
    ),
)


@claim(
    "bern.lemF.3",
    r"For all $\mu,\mu'\in[0,1]$: $\left|\partial d_\epsilon(\mu,\mu')/\partial\mu\right| \le "
    r"\epsilon$.",
    recorded="holds",
    mutants={
        "the distance to y": {
            "proof": LIPSCHITZ.changed(2, formula="d_eps(x,y,eps) <= d_eps(w,y,eps) + eps*abs(w-y)")
        },
        "sharper: at most 99/100 of the budget": {
            "proof": LIPSCHITZ.changed(
                2, formula="d_eps(x,y,eps) <= d_eps(w,y,eps) + 99/100*eps*abs(x-w)"
            )
        },
    },
)
def lipschitz_in_the_first_argument(proof: Proof = LIPSCHITZ) -> Verdict:
    """Increments in the first argument, for all pairs of means."""
    return proof.verdict(
        "An increment is at most eps times the step, as the mean that is best for one argument "
        "may serve the other.",
    )


def _increments(count: int) -> Iterator[tuple[dict[str, Fraction], Enclosure, Enclosure]]:
    """Cases 0 <= x <= y < other < 1, with the increments of kl and of -log(1 - .) in y."""
    tight = ((Fraction(0), Fraction(k, 8), Fraction(20)) for k in range(1, 8))
    for x, y, eps in (*tight, *rational_points(count, seed=5)):
        for other in (y + (1 - y) / 8, (1 + y) / 2):
            if x <= y < other < 1:
                of_kl, of_log = (
                    certify(kl, start, other, digits=30) - certify(kl, start, y, digits=30)
                    for start in (x, Fraction(0))  # the increment of kl(0, .) is that of the log
                )
                yield {"x": x, "y": y, "other": other, "eps": eps}, of_kl, of_log


TOTAL_VARIATION = {"divergence": lambda x, y, eps: Enclosure.of(eps * abs(x - y))}
FINDING = "The divergence grows faster in its second argument than stated."


INSIDE = "x in [0,1], y in (0,1), v in (0,1), x <= y, y <= v"
AT_ZERO = Inequality(
    3,
    "For a first and second argument of 0 it grows at most as kl(0, v) = log(1/(1-v)).",
    "d_eps(0,v,eps) <= log(1/(1-v))",
    where="v in (0,1)",
    uses=(1,),
    at={1: {"x": "0", "y": "v", "z": "0"}},
)
SLOPE_OF_KL = Proof(
    "bern.F6.kl",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean z >= x that attains d_eps(x, y) serves for v too, and kl(z, .) grows at most "
            "as kl(x, .).",
            "d_eps(x,v,eps) - d_eps(x,y,eps) <= kl(x,v) - kl(x,y)",
            where=INSIDE,
            uses=(1,),
            at={1: {"y": "v", "z": nearest("x")}},
        ),
        AT_ZERO,
        Parts(4, "All means.", uses=(2, 3)),
    ),
)


@claim(
    "bern.F6.kl",
    r"(33): $\partial d_\epsilon(\mu,\mu')/\partial\mu'\le\partial\,\mathrm{kl}(\mu,\mu')/"
    r"\partial\mu'$ for $0\le\mu\le\mu'<1$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    place="F (33), Proof F.6",
    title="The slope of the divergence is at most that of kl",
    mutants={
        "without the order of the means": {
            "proof": SLOPE_OF_KL.changed(2, where="x in [0,1], y in (0,1), v in (0,1), y <= v")
        },
        "sharper: at most 99/100 of the slope of kl": {
            "proof": SLOPE_OF_KL.changed(
                2, formula="d_eps(x,v,eps) - d_eps(x,y,eps) <= 99/100*(kl(x,v) - kl(x,y))"
            )
        },
    },
)
def slope_at_most_that_of_kl(proof: Proof = SLOPE_OF_KL) -> Verdict:
    """Increments in the second argument, for all pairs of means."""
    return proof.verdict(
        "An increment is at most that of kl(z, .) at the mean z that attains the divergence, and "
        "this falls in z."
    )


SLOPE = Proof(
    "bern.lemF.5",
    where="eps in [0,inf)",
    steps=(
        ANY_MEAN,
        Inequality(
            2,
            "The mean z that attains d_eps(x, y) serves for v too, and kl(z, .) grows at most as "
            "-log(1 - .), the slope of which is 1/(1 - .).",
            "d_eps(x,v,eps) - d_eps(x,y,eps) <= log((1-y)/(1-v))",
            where=INSIDE,
            uses=(1,),
            at={1: {"y": "v", "z": nearest("x")}},
        ),
        AT_ZERO,
        Parts(4, "All means.", uses=(2, 3)),
    ),
)


@claim(
    "bern.lemF.5",
    r"For all $0\le\mu\le\mu'<1$: $\partial d_\epsilon(\mu,\mu')/\partial\mu' \le 1/(1-\mu')$.",
    recorded="holds",
    mutants={
        "beyond the second argument": {
            "proof": SLOPE.changed(2, where="x in [0,1], y in (0,1), v in (0,1), v <= y")
        },
        "sharper: at most 99/100 of the bound": {
            "proof": SLOPE.changed(
                2, formula="d_eps(x,v,eps) - d_eps(x,y,eps) <= 99/100*log((1-y)/(1-v))"
            )
        },
    },
)
def slope_in_the_second_argument(proof: Proof = SLOPE) -> Verdict:
    """Increments in the second argument are at most those of -log(1 - .)."""
    return proof.verdict("An increment in the second argument is at most that of -log(1 - .).")


@claim(
    "bern.derived.rising",
    r"For $0\le x\le y<1$: $\partial d_\epsilon(x,y)/\partial y\ge0$, it is continuous, and it "
    r"does not grow in $x$; and $d_\epsilon(x,y)\to d_\epsilon(x,1)=\epsilon(1-x)$ as "
    r"$y\uparrow1$.",
    recorded="holds",
    rests_on=("bern.lemF.1", "textbook.calculus"),
    kind="derived",
    place="F (Proof F.8)",
    title="The divergence rises in its second argument",
    mutants={
        "from the mean to 1": {"divergence": lambda x, y, eps: private(y, Fraction(1), eps)},
        "sharper: rises by a hundredth of the step": {"least": Fraction(1, 100)},
    },
)
def rises_in_the_second_argument(
    divergence: Certified = private, least: Fraction = Fraction(0)
) -> Verdict:
    """The two slopes are not negative and meet; increments fall when x grows."""
    tried = 0
    for x, _, eps in rational_points(0, seed=5):
        end, finding = divergence(x, Fraction(1), eps), "The value at 1 is another one."
        require(0 in end - eps * (1 - x), finding, x=x, eps=eps)
    for case, _, _ in _increments(60):
        x, y, other, eps = case.values()
        rise = divergence(x, other, eps) - divergence(x, y, eps)
        lower = divergence(x / 2, other, eps) - divergence(x / 2, y, eps)
        rises = rise.hi >= least * (other - y) and rise.lo <= lower.hi
        require(
            rises, "The divergence falls, or its slope grows in x.", x=x, y=y, other=other, eps=eps
        )
        tried += 1
    require_slopes()
    return derived(
        "The slopes u/(1-yu) and (y-x)/(y(1-y)) are at least 0 and meet at x = f; the first is "
        "free of x, and the second falls in x.",
        covered=f"All arguments, symbolically. Besides, {tried} increments in balls.",
    )


@claim(
    "bern.derived.falling",
    r"For $0\le x\le y\le1$, $y>0$: $d_\epsilon(\cdot,y)$ is continuous and falls strictly on "
    r"$[0,y]$ to $d_\epsilon(y,y)=0$; so $0<d_\epsilon(x,y)\le d_\epsilon(0,y)$ for $x<y$, and "
    r"each value of $[0,d_\epsilon(0,y)]$ is taken once.",
    recorded="holds",
    rests_on=("bern.lemF.1", "bern.lemF.3", "textbook.calculus"),
    kind="derived",
    place="F (Proof F.8)",
    title="The divergence falls in its first argument",
    mutants={
        "from y to 1": {"divergence": lambda x, y, eps: private(y + (1 - y) * x, y, eps)},
        "sharper: falls by a hundredth of the step": {"least": Fraction(1, 100)},
    },
)
def falls_in_the_first_argument(
    divergence: Certified = private, least: Fraction = Fraction(0)
) -> Verdict:
    """The slope is -min(eps, log-odds gap), and the gap is positive below y; at y = 1 it is -eps.

    At x = 0 < f the infimum is that of the branch of f, by the same convexity as in Lemma F.1; and
    an infimum of eps-Lipschitz functions of x is continuous there.
    """
    tried = 0
    for x, y, eps in rational_points(150, seed=6):
        for one, other in ((x, (x + y) / 2), ((x + y) / 2, y)):
            if x < y:
                fall = divergence(one, y, eps) - divergence(other, y, eps)
                more = fall > least * (other - one)
                require(more, "It does not fall.", x=one, other=other, y=y, eps=eps)
                tried += 1
    require_slopes()
    return derived(
        "The slopes -eps and -log(y (1-x) / (x (1-y))) are negative for x < y, and the value at x "
        "= y is kl(y, y) = 0; on a closed interval a continuous strictly falling function takes "
        "each value between its ends once.",
        covered=f"All arguments, symbolically, the end y = 1 included. Besides, {tried} increments "
        "in balls.",
    )
