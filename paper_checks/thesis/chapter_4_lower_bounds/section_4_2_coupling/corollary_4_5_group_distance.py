"""Claims about the KL of datasets at a distance: Corollary 4.5, and how sharp it is."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import (
    Data,
    FiniteMechanism,
    Law,
    bit_lists,
    budget,
    distance,
    neighbours,
    random_mechanism,
)
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, derived, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.transport.kl_bounds import kl_group_bound_pure, kl_group_bound_zcdp
from banditproof.theory.transport.product_coupling import product_law

from .finite_channels import BITS, library_agrees, need_tight, raised

RECORDS = 3
Bound = Callable[[arb, int], arb]
"""From eps or rho, and the distance d."""


def response(ratio: Fraction) -> FiniteMechanism:
    """Randomised response to every bit, with e^eps = ratio."""
    return lambda data: product_law([coin(ratio, bit) for bit in data])


def shifting(odds: Fraction) -> FiniteMechanism:
    """One coin whose odds are multiplied for each one: nearly a shift, KL grows like d^2."""

    def mechanism(data: Data) -> Law:
        moved = odds ** (2 * sum(data) - len(data))
        return (1 / (1 + moved), moved / (1 + moved))

    return mechanism


def telling(weight: Fraction) -> FiniteMechanism:
    """The number j of ones told with probability in proportion to weight^((i - j)^2), clipped."""

    def mechanism(data: Data) -> Law:
        masses = [weight ** ((sum(data) - j) ** 2) for j in range(len(data) + 1)]
        return tuple(mass / sum(masses) for mass in masses)

    return mechanism


SURE = telling(Fraction(1, 10**13))
"""Its KL at distance d is d^2 rho up to a millionth: what a rounded Gaussian mechanism does."""


def mechanisms(
    source: random.Random, number: int, records: int, ratios: str, odds: str
) -> list[FiniteMechanism]:
    """Random ones, randomised response, shifting coins, and noisy counts."""
    return [
        SURE,
        *(random_mechanism(source, records, 3) for _ in range(number)),
        *(response(Fraction(ratio)) for ratio in ratios.split()),
        *(shifting(Fraction(step)) for step in odds.split()),
    ]


def two_steps(ratio: Fraction) -> tuple[Law, Law, Law]:
    """Laws M_0, M_1, M_2 with steps of e^eps = ratio and the largest KL(M_0 || M_2) of all.

    Outcome 0 loses at both steps, outcome 1 gains and loses, outcome 2 gains at both.
    """
    low, high = 1 / (1 + ratio), ratio / (1 + ratio)
    first = (high, low - low / ratio, low / ratio)
    still = Fraction(1)
    steps = [(still,) * 3, (1 / ratio, ratio, ratio), (1 / ratio**2, still, ratio**2)]
    one, middle, last = (tuple(p * f for p, f in zip(first, s, strict=True)) for s in steps)
    return one, middle, last


ORDERS = tuple(map(Fraction, ("1.001", "1.5", "3", "20")))


def least_eps(mechanism: FiniteMechanism, records: int) -> arb:
    """The privacy budget, exact up to the logarithm."""
    return ball(Fraction(budget(mechanism, records))).log()


def least_rho(mechanism: FiniteMechanism, records: int) -> arb:
    """The largest D_alpha / alpha of neighbours over some orders: at most the true rho."""
    rho = arb(0)
    for d, e in neighbours(records):
        one, other = mechanism(d), mechanism(e)
        rho = arb.max(rho, kl_divergence(one, other))
        for order in ORDERS:
            rho = arb.max(rho, renyi(one, other, order) / ball(order))
    return rho


def _bounded(
    least: Callable[[FiniteMechanism, int], arb], bound: Bound, ratios: str = "1.1 3 50 1e6"
) -> Sides:
    """All pairs of datasets; a budget that is too small only makes the check harder."""
    sides = Sides()
    for place, mechanism in enumerate(
        mechanisms(random.Random(45), 8, RECORDS, ratios, "1.02 1.5")
    ):
        spent = least(mechanism, RECORDS)
        for d, e in combinations(bit_lists(RECORDS), 2):
            value = kl_divergence(mechanism(d), mechanism(e))
            case = dict[str, Any](mechanism=place, budget=spent, d=distance(d, e))
            most = raised(bound(spent, distance(d, e)))
            sides.at_most(Enclosure.of(value), most, "The KL is larger.", **case, D=d, D_other=e)
    need_tight(sides)
    return sides


@claim(
    "thesis.cor4.5",
    r"For any two datasets $D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})\le\epsilon\,"
    r"d_{\mathrm{Ham}}(D,D')$ if $\mathcal M$ is $\epsilon$-pure DP.",
    recorded="holds",
    place="4.2.1 Corollary 4.5",
    rests_on=("textbook.group-privacy",),
    mutants={
        "eps at every distance": {"pure": lambda eps, d: eps},
        "sharper: 99 % of eps": {"pure": lambda eps, d: eps * d * 99 / 100},
        "sharper: eps d^0.99": {"pure": lambda eps, d: eps * arb(d) ** (arb(99) / 100)},
    },
)
def group_kl(pure: Bound = lambda eps, d: eps * d) -> Verdict:
    """Mechanisms on three bits with their exact budgets, at all distances."""
    with working_precision(BITS):
        sides = _bounded(least_eps, pure)
    return derived(
        "The log-ratio of every output is at most eps d by group privacy, so its mean is; "
        "randomised response to each bit comes near as eps grows, at every distance, and nothing "
        "attains it for eps > 0 (thesis.cor4.5.sharp).",
        covered="All mechanisms, by group privacy; 15 mechanisms on three bits, all 28 pairs of "
        "datasets, with their exact eps.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.cor4.5.zcdp",
    r"For any two datasets $D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})\le\rho\,"
    r"d_{\mathrm{Ham}}(D,D')^2$ if $\mathcal M$ is $\rho$-zCDP.",
    recorded="holds",
    stated=True,
    place="4.2.1 Corollary 4.5",
    title="KL group privacy under zCDP",
    rests_on=("textbook.group-privacy", "textbook.renyi-order"),
    mutants={
        "rho d": {"zcdp": lambda rho, d: rho * d},
        "sharper: 99 % of rho": {"zcdp": lambda rho, d: rho * d**2 * 99 / 100},
        "sharper: d(d+1)/2": {"zcdp": lambda rho, d: rho * d * (d + 1) / 2},
        "sharper: d^1.98": {"zcdp": lambda rho, d: rho * arb(d) ** (arb(198) / 100)},
    },
)
def group_kl_of_zcdp(zcdp: Bound = lambda rho, d: rho * d**2) -> Verdict:
    """The same mechanisms with a rho that may only be too small, and the library's bound."""
    for rho, d in ((Fraction(1, 3), 2), (Fraction(5), 7)):
        library_agrees(rho * d**2, kl_group_bound_zcdp, rho, d)
    with working_precision(BITS):
        sides = _bounded(least_rho, zcdp)
    return derived(
        "KL is at most each Renyi divergence of an order above 1, which is at most alpha rho d^2; "
        "let alpha tend to 1. A count with Gaussian noise attains it.",
        covered="All mechanisms, by group privacy; 15 mechanisms on three bits, all 28 pairs of "
        "datasets, with the largest D_alpha / alpha over five orders, which is at most rho.",
        sharpness=sides.sharpness,
    )


def _angle(eps: arb, d: int) -> arb:
    return d * eps * (d * eps / 2).tanh()


@claim(
    "thesis.cor4.5.sharp",
    r"For $\epsilon$-DP $\mathcal M$: $D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})\le d\epsilon"
    r"\tanh(d\epsilon/2)\le\min(d\epsilon,(d\epsilon)^2/2)$ at distance $d$; randomised response "
    r"attains it for $d=1$; for $d=2$ the largest KL is $2\epsilon(1-e^{-\epsilon})$, which is "
    r"less.",
    recorded="holds",
    title="sharper KL group privacy",
    rests_on=(
        "textbook.group-privacy",
        "textbook.jensen",
        "textbook.joint-convexity",
        "textbook.linear-duality",
        "textbook.calculus",
    ),
    mutants={
        "the bound of neighbours, d times": {"pure": lambda eps, d: d * eps * (eps / 2).tanh()},
        "sharper: 99 % of it": {"pure": lambda eps, d: _angle(eps, d) * 99 / 100},
        "the printed bound is not attained": {"pure": lambda eps, d: eps * d},
        "only two outcomes": {"pair": lambda r: (coin(r, 0), (Fraction(1, 2),) * 2, coin(r, 1))},
    },
)
def sharp_group_kl(
    pure: Bound = _angle, pair: Callable[[Fraction], tuple[Law, Law, Law]] = two_steps
) -> Verdict:
    """The two bounds symbolically; the same mechanisms; the best pair of steps, primal and dual."""
    _for_every_budget()
    with working_precision(BITS):
        for exact, d in ((Fraction(1, 3), 2), (Fraction(5), 7)):
            library_agrees(_angle(ball(exact), d), kl_group_bound_pure, exact, d)
        sides = _bounded(least_eps, pure)
        numbers = {}
        for text in ("1.05", "2", "9", "400"):
            ratio = Fraction(text)
            eps, one = ball(ratio).log(), kl_divergence(coin(ratio, 0), coin(ratio, 1))
            attained = one.overlaps(pure(eps, 1))
            require(attained, "Randomised response has a different KL.", ratio=text, KL=one)
            laws = pair(ratio)
            _best_pair(ratio, laws)
            two = kl_divergence(laws[0], laws[2])
            require(below(two, pure(eps, 2)), "Two steps attain the bound.", ratio=text, KL=two)
            share = (two / pure(eps, 2)).str(6, radius=False)
            numbers[f"KL / bound at d = 2, e^eps = {text}"] = share
    return derived(
        "x log x is below its chord over [e^-x, e^x], so two laws whose log-ratio is at most x "
        "have KL at most x tanh(x / 2); group privacy gives x = d eps, which randomised response "
        "attains for d = 1, and tanh x <= min(1, x). For d = 2 split each outcome into "
        "the four extreme steps (KL is convex "
        "and homogeneous): a linear program with the value 2 eps (1 - e^-eps).",
        numbers=numbers,
        covered="All mechanisms and eps, by these steps, with the chord, the best two steps and "
        "the prices of the program symbolically; 15 mechanisms on three bits at all distances, and "
        "the optimum for d = 2 at four values of e^eps.",
        beyond="The largest KL for d > 2.",
        sharpness=sides.sharpness,
    )


def _for_every_budget() -> None:
    """The chord of x log x, the best two steps and their prices, for every r = e^eps > 1.

    KL(M_0 || M_2) is convex and homogeneous in the masses (m_0, m_1, m_2) of an outcome, so only
    outcomes with steps of +- eps matter; then it is linear, and prices y_0, y_1, y_2 of the three
    normalisations bound it if they cover each of the four kinds of outcomes: their log-ratios
    are 2, 0, 0, -2 times eps, and so are their prices, but for that of a loss and a gain, which is
    larger. The masses are those of `two_steps`; the gap tanh(eps) - (1 - e^-eps) is positive.
    """
    import sympy as sp

    r = sp.symbols("r", positive=True)
    # over log r: (r - 1) f(1/r) + (1 - 1/r) f(r) over r - 1/r, and tanh(eps/2) = (r - 1)/(r + 1)
    chord = ((r - 1) * (-1 / r) + (1 - 1 / r) * r) / (r - 1 / r)
    y = (2 * r**2 / (r**2 - 1), -2 / r, -2 / (r**2 - 1))
    low, high = 1 / (1 + r), r / (1 + r)
    start = (high, low - low / r, low / r)  # nonnegative, since r > 1
    steps = ((1 / r, r, r), (1 / r**2, sp.Integer(1), r**2))
    middle, last = (sum(p * f for p, f in zip(start, step, strict=True)) for step in steps)

    def price(first: int, second: int) -> Any:
        return y[0] + y[1] * r**first + y[2] * r ** (first + second)

    require_zero(
        chord=chord - (r - 1) / (r + 1),
        two_losses=price(-1, -1) - 2,
        loss_and_gain=price(-1, 1) - 2 * (r**2 - 1) / r**2,
        gain_and_loss=price(1, -1),
        two_gains=price(1, 1) + 2,
        value=sum(y) - 2 * (1 - 1 / r),
        mass=sum(start) - 1,
        mass_after_one_step=middle - 1,
        mass_after_two_steps=last - 1,
        attained=2 * start[0] - 2 * start[2] - 2 * (1 - 1 / r),
        gap=(r**2 - 1) / (r**2 + 1) - (1 - 1 / r) - (r - 1) ** 2 / (r * (r**2 + 1)),
    )


def _best_pair(ratio: Fraction, laws: tuple[Law, Law, Law]) -> None:
    """The pair is one of laws with steps of at most eps, and its KL is the value of the program."""
    one, middle, last = laws
    for law in laws:
        require(sum(law) == 1 and min(law) >= 0, "This is not a law.", ratio=ratio, law=law)
    for before, after in ((one, middle), (middle, last)):
        small = all(1 / ratio <= b / a <= ratio for a, b in zip(before, after, strict=True) if a)
        require(small, "A step is larger than eps.", ratio=ratio, before=before, after=after)
    value, found = 2 * ball(ratio).log() * (1 - 1 / ball(ratio)), kl_divergence(one, last)
    require(found.overlaps(value), "Its KL is not the best.", ratio=ratio, KL=found, best=value)
