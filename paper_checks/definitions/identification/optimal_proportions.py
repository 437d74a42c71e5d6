"""Claims about the optimal proportions and the Gaussian characteristic time, section 2.2.8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    Enclosure,
    GaussianBandit,
    certify,
    characteristic_time,
    transportation_cost,
)
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.verify.evidence import Grade

from .coin_walk import walked
from .one_dimensional import characteristic_time_again

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Rate = Callable[[Sequence[Fraction]], Enclosure]
"""F(w) = inf over the alternatives of sum of w_a KL(nu_a, lambda_a)."""


def rate_of_two_laws(weights: Sequence[Fraction]) -> Enclosure:
    """F on the class of all pairs of Ber(1/4), Ber(3/4) with one best arm, at (3/4, 1/4).

    The only alternative exchanges the laws, and both arms have the divergence log(3) / 2.
    """
    high, low = 3 * QUARTER, QUARTER

    def value() -> arb:
        return ball(weights[0]) * kl_ball(high, low) + ball(weights[1]) * kl_ball(low, high)

    return enclose(value, 20)


def rate_of_all_laws(bandit: Bandit) -> Rate:
    """F on the class of all instances of the family with one best arm."""
    best = bandit.best_arms[0]

    def rate(weights: Sequence[Fraction]) -> Enclosure:
        costs = [
            certify(
                transportation_cost,
                bandit.laws[best],
                bandit.laws[arm],
                weights[best],
                weights[arm],
                digits=20,
            )
            for arm in range(bandit.arms)
            if arm != best
        ]
        return Enclosure(min(c.lo for c in costs), min(c.hi for c in costs))

    return rate


@claim(
    "thesis.wstar",
    r"Any FC-BAI strategy that matches the lower bound draws each arm in the proportions "
    r"$w^*(\nu)=\arg\max_{\omega\in\Sigma_K}\inf_{\lambda\in\mathrm{Alt}(\nu)}\sum_a\omega_a"
    r"\mathrm{KL}(\nu_a,\lambda_a)$.",
    recorded="holds-with-repair",
    repaired_by="thesis.wstar.repaired",
    doubts=("D26",),
    mutants={
        "all Bernoulli instances": {
            "rate": rate_of_all_laws(BernoulliBandit((3 * QUARTER, QUARTER)))
        }
    },
)
def proportions_as_printed(rate: Rate = rate_of_two_laws) -> Verdict:
    """A class of two instances: every allocation is optimal, and two tests match the bound."""
    weights = [(Fraction(i, 4), 1 - Fraction(i, 4)) for i in range(5)]
    values = [rate(w) for w in weights]
    if any(v.lo > values[0].hi or v.hi < values[0].lo for v in values):
        return holds(
            Grade.CERTIFIED,
            "The maximiser is one point here.",
            covered="One class.",
            not_covered="All the others.",
        )
    with working_precision(128):
        for n in range(1, 7):
            walk = walked(3 * QUARTER, n)
            # kl(delta, 1 - delta) / (log(3)/2) with (1 - delta)/delta = 3^n, exactly
            if (1 - walk.risk) / walk.risk != 3**n:
                raise RuntimeError("The walk has another risk.")
            if walk.samples != 2 * n * (1 - 2 * walk.risk):
                raise RuntimeError("The walk has another length.")
    return holds_with_repair(
        Grade.PROVED,
        "The maximiser need not be unique: on the class of all pairs of the laws Ber(1/4), "
        "Ber(3/4) with one best arm every allocation is optimal, and the test that only pulls arm "
        "1 matches the lower bound exactly at every delta = 1/(1 + 3^n), as does the one that only "
        "pulls arm 2. A unique maximiser and the limit delta -> 0 are needed; one-parameter "
        "exponential families with all their instances have it.",
        witness="nu = (3/4, 1/4), lambda = (1/4, 3/4): KL = log(3)/2 on both arms, F(w) = "
        f"log(3)/2 = {values[0]} for all w. Pull one arm, halt when the ones lead or trail by n: "
        "risk 1/(1 + 3^n), samples 2 n (1 - 2 delta) = T*_KL kl(delta, 1 - delta).",
        covered="The class of two instances; F at 5 allocations (it is linear), and the walks for "
        "n = 1 to 6 by exact elimination.",
    )


FAMILIES: tuple[Bandit, ...] = (
    BernoulliBandit((3 * QUARTER, QUARTER)),
    BernoulliBandit(("0.9", "0.8", "0.2", "0.2")),
    GaussianBandit((1, 0, 0, 0, 0)),
    GaussianBandit((0, "-0.5", "-0.1")),
)
STEPS = (Fraction(1, 500), Fraction(1, 10**5))


def _perturbed(weights: Sequence[Fraction], step: Fraction) -> list[tuple[Fraction, ...]]:
    """The allocation with a step moved from one arm to another, for all pairs of arms."""
    found = []
    for source in range(len(weights)):
        for target in range(len(weights)):
            if source != target:
                moved = list(weights)
                moved[source] -= step
                moved[target] += step
                found.append(tuple(moved))
    return found


def best_weights(bandit: Bandit) -> tuple[Fraction, ...]:
    """The optimal allocation, exact rationals that sum to one."""
    return characteristic_time(bandit).certificate().allocation


def uniform_weights(bandit: Bandit) -> tuple[Fraction, ...]:
    """The same weight for all arms."""
    return (Fraction(1, bandit.arms),) * bandit.arms


@claim(
    "thesis.wstar.repaired",
    r"If $F(\omega)=\inf_\lambda\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)$ has one maximiser "
    r"$w^*$ and $\mathbb E_\nu[\tau_\delta]/\log(1/\delta)\to T^*_{\mathrm{KL}}(\nu)$ along "
    r"$\delta$-correct strategies, then $\mathbb E_\nu[N_a]/\mathbb E_\nu[\tau_\delta]\to w^*_a$ "
    r"as $\delta\to0$. One-parameter exponential families with one best arm have one maximiser.",
    recorded="holds",
    doubts=("D26",),
    kind="remark claim",
    place="2.2.8",
    title="optimal proportions, where they are unique and in the limit",
    document="definitions",
    mutants={"uniform weights": {"weights": uniform_weights}},
)
def proportions(
    weights: Callable[[Bandit], tuple[Fraction, ...]] = best_weights,
) -> Verdict:
    """Moving weight between any two arms lowers F, certified; closed forms for equal gaps.

    The limit: with w = E[N]/(E[tau] - 1) the transportation lemma says (E[tau] - 1) F(w) >=
    kl(delta, 1 - delta), so F(w) -> 1/T* = max F. F is concave and upper semicontinuous (an
    infimum of linear functions) on a compact set, so every limit point of w is a maximiser.
    """
    checked = 0
    for bandit in FAMILIES:
        best, rate = weights(bandit), rate_of_all_laws(bandit)
        top = rate(best)
        for step in STEPS:
            for other in _perturbed(best, step):
                lowered = rate(other)
                checked += 1
                if lowered.hi >= top.lo:
                    return fails(
                        Grade.CERTIFIED,
                        "Moving weight does not lower the rate.",
                        witness=f"{bandit}: a step of {step} to {[float(w) for w in other]}.",
                    )
    apart = 0.0
    for arms, root in ((2, 1), (5, 2), (10, 3), (26, 5)):
        # equal gaps and K - 1 = root^2: w_1 = 1 / (1 + root), the others w_1 / root
        bandit = GaussianBandit((1, *[0] * (arms - 1)))
        closed = (Fraction(1, 1 + root), *[Fraction(1, root * (1 + root))] * (arms - 1))
        found = weights(bandit)
        apart = max(apart, *(float(abs(a - b)) for a, b in zip(found, closed, strict=True)))
        if apart > 1e-9:
            return fails(
                Grade.CERTIFIED,
                "The proportions for equal gaps are others.",
                witness=f"K = {arms}: {float(found[0])} instead of {closed[0]}.",
            )
    return holds(
        Grade.CERTIFIED,
        f"At four instances each of {checked} moves of weight between two arms lowers F, and for "
        "K normal arms with equal gaps the weights are 1/(1 + sqrt(K - 1)) for the best arm and "
        "1/(sqrt(K - 1) + K - 1) for each other one.",
        numbers={"moves": checked, "largest distance to the closed form": apart},
        covered="Bernoulli and normal instances with 2 to 5 arms: F before and after in "
        "enclosures, steps of 1/500 and 1e-5; equal gaps with K = 2, 5, 10, 26.",
        not_covered="Uniqueness for all instances, and the limit: the compactness argument in the "
        "docstring.",
    )


Bounds = Callable[[Sequence[Fraction]], tuple[Fraction, Fraction]]


def printed_ends(gaps: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """2 and 4 times the sum of 1/Delta_a^2, with the least gap for the best arm too."""
    total = sum((1 / gap**2 for gap in (min(gaps), *gaps)), Fraction(0))
    return 2 * total, 4 * total


def without_the_best(gaps: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The sums over the other arms only."""
    total = sum((1 / gap**2 for gap in gaps), Fraction(0))
    return 2 * total, 4 * total


def _scaled(
    gaps: Sequence[Fraction], lower: Fraction, upper: Fraction
) -> tuple[Fraction, Fraction]:
    """Wrong constants."""
    low, high = printed_ends(gaps)
    return low * lower, high * upper


def gaussian_gaps() -> list[tuple[Fraction, ...]]:
    """Gaps of normal instances: equal ones, very different ones, and random ones."""
    rng = np.random.default_rng(228)
    drawn = [
        tuple(Fraction(int(i), 50) for i in rng.integers(1, 100, rng.integers(1, 8)))
        for _ in range(25)
    ]
    equal = [(Fraction(1),) * (arms - 1) for arms in (2, 3, 5, 201)]
    return [*drawn, *equal, (Fraction(1, 1000), Fraction(1), Fraction(50))]


@claim(
    "thesis.gauss.Tstar",
    r"For normal arms of variance 1 with $\mu_1>\mu_2\ge\dots\ge\mu_K$ and $\Delta_1:=\Delta_2$: "
    r"$\sum_{a=1}^K2/\Delta_a^2\le T^*_{\mathrm{KL}}(\nu)\le\sum_{a=1}^K4/\Delta_a^2$.",
    recorded="holds",
    mutants={
        "Delta_1 left out": {"ends": without_the_best},
        "2 and 3.9": {
            "ends": lambda gaps: (printed_ends(gaps)[0], printed_ends(gaps)[1] * 39 / 40)
        },
        "2.3 and 4": {
            "ends": lambda gaps: (printed_ends(gaps)[0] * 23 / 20, printed_ends(gaps)[1])
        },
    },
)
def gaussian_time(ends: Bounds = printed_ends) -> Verdict:
    """Certified times between the two sums.

    The cost is (Delta^2/2) w_1 w_a/(w_1 + w_a), and min(w_1, w_a)/2 <= w_1 w_a/(w_1 + w_a) <=
    min(w_1, w_a): so the time lies between that of the costs min(w_1, w_a) Delta_a^2/2, which is
    2/Delta_min^2 + the sum of 2/Delta_a^2 (as in Proposition 4.26), and twice it.
    """
    least, most, apart = 9.0, 0.0, 0.0
    for gaps in gaussian_gaps():
        bandit = GaussianBandit((0, *(-gap for gap in gaps)))
        time = characteristic_time(bandit).certificate(15).enclosure
        low, high = ends(gaps)
        attained = len(gaps) == 1 and time.contains(high)  # by two arms
        if time.lo < low or not (time.hi <= high or attained):
            return fails(
                Grade.CERTIFIED,
                "The time is outside.",
                witness=f"Gaps {[float(g) for g in gaps]}: T* = {time}, ends {float(low)} and "
                f"{float(high)}.",
            )
        ratio = 2 * float(time) / float(printed_ends(gaps)[0])
        least, most = min(least, ratio), max(most, ratio)
        if len(gaps) < 9:
            apart = max(apart, abs(characteristic_time_again(bandit) / float(time) - 1))
    many = characteristic_time(GaussianBandit((1, *[0] * 200))).enclosure
    quotient = float(many) / 402
    if apart > 1e-8:
        raise RuntimeError(f"The second route differs by {apart}.")
    return holds(
        Grade.CERTIFIED,
        f"T* times Delta^2 over the sum lies in [{least:.6f}, {most:.6f}], between 2 and 4: 4 is "
        "attained by two arms, where T* = 8/Delta^2, and 2 is approached by many equal gaps, "
        f"where T* = 2 (1 + sqrt(K - 1))^2/Delta^2: {2 * quotient:.6f} at K = 201.",
        numbers={
            "T* at K = 201, gap 1": many,
            "over the lower end": quotient,
            "routes apart": apart,
        },
        covered="30 instances with 2 to 201 arms in enclosures of 15 digits, and by a second "
        "route in floats.",
        not_covered="All instances: the two inequalities in the docstring prove it.",
    )
