"""Claims about characteristic times: of normal arms, and with a fixed share of the best arm."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_strategies import kl_at_risk
from banditproof.paper_checks.models.one_level_times import characteristic_time_again
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved, require
from banditproof.theory import (
    Bandit,
    BernoulliBandit,
    Enclosure,
    GaussianBandit,
    characteristic_time,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import INFINITE
from .coin_walk import walked

Gaps = Sequence[Fraction]


def all_gaps(gaps: Gaps) -> Gaps:
    """The gaps, with the least one for the best arm too."""
    return (min(gaps), *gaps)


def gaussian_gaps() -> list[tuple[Fraction, ...]]:
    """Gaps of normal instances: equal ones, very different ones, and random ones."""
    rng = np.random.default_rng(228)
    drawn = [
        tuple(Fraction(int(i), 50) for i in rng.integers(1, 100, rng.integers(1, 8)))
        for _ in range(25)
    ]
    equal = [(Fraction(1),) * (arms - 1) for arms in (2, 3, 5, 201)]
    return [*drawn, *equal, (Fraction(1, 1000), Fraction(1), Fraction(50))]


@checks("thesis.gauss.Tstar")
@mutant("Delta_1 left out", of=lambda gaps: gaps)
@mutant("sharper: 2 and 3.99", factors=(Fraction(2), Fraction("3.99")))
@mutant("sharper: 2.001 and 4", factors=(Fraction("2.001"), Fraction(4)))
def gaussian_time(
    of: Callable[[Gaps], Gaps] = all_gaps,
    factors: tuple[Fraction, Fraction] = (Fraction(2), Fraction(4)),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Certified times between the two sums."""
    ratios, again, sides = [], 0, Sides()
    for gaps in gaussian_gaps():
        bandit = GaussianBandit((0, *(-gap for gap in gaps)))
        time = characteristic_time(bandit).certificate(15).enclosure
        low, high = (factor * sum(1 / gap**2 for gap in of(gaps)) for factor in factors)
        case: dict[str, Any] = {"gaps": gaps}
        sides.at_most(low, time, "The time is below the lower end.", **case)
        # two arms attain the upper end
        sides.at_most(time.lower, high, "The time is above the upper end.", **case)
        ratios.append(float(time) / float(sum(1 / gap**2 for gap in all_gaps(gaps))))
        if len(gaps) < 9:
            apart = abs(characteristic_time_again(bandit) / float(time) - 1)
            need(apart <= 1e-8, "The second route gives another time", gaps=gaps, apart=apart)
            again += 1
    # equal gaps 1 of many arms
    low = factors[0] * sum(1 / gap**2 for gap in of((Fraction(1),))) / 2 * (ROOT**2 + 1)
    sides.at_most(low, MANY_EQUAL, "The time is below the lower end.", K=ROOT**2 + 1, gaps=1)
    return proof.verdict(
        f"T* times Delta^2 over the sum lies in [{min(ratios):.6f}, {max(ratios):.6f}], between 2 "
        "and 4: 4 is attained by two arms, where T* = 8/Delta^2, and 2 is approached by many equal "
        "gaps, where T* = 2 (1 + sqrt(K - 1))^2/Delta^2.",
        instances=f"There are {len(ratios)} instances with 2 to 201 arms in enclosures of 15 "
        f"digits, {again} "
        "of them by a second route in floats; 10^12 + 1 equal arms at explicit weights.",
        sharpness=sides.sharpness,
    )


ROOT = 10**6
MANY_EQUAL = 2 * (1 + ROOT) ** 2
"""1/cost of K = 1 + r^2 normal arms with gaps 1, at the weights 1/(1 + r) and 1/(r (1 + r)): above
T*, since w_1 w_a/(w_1 + w_a) = 1/(1 + r)^2 is the cost of each, twice."""


def closed_time(others: int) -> int:
    """2 (1 + sqrt(K - 1))^2: the time of normal arms with K - 1 gaps 1, for square K - 1."""
    return 2 * (1 + math.isqrt(others)) ** 2


@checks("thesis.gauss.Tstar.sum")
@mutant("the sum of Delta^-2", time=lambda others: 2 * (1 + others))
def not_a_sum(time: Callable[[int], int] = closed_time) -> Verdict:
    """Equal gaps 1: the times of K - 1 = 1, 4, 9 other arms are not on a line."""
    for others in (1, 4, 9):
        enclosed = characteristic_time(GaussianBandit((1, *[0] * others))).enclosure
        close = enclosed.contains(closed_time(others)) and enclosed.width < Fraction(1, 1000)
        need(close, "The time differs", K=others + 1)
    one, four, nine = (Fraction(time(others)) for others in (1, 4, 9))
    slopes = ((four - one) / 3, (nine - four) / 5)
    require(slopes[0] != slopes[1], "Here it is a sum.", times=(one, four, nine))
    return proved(
        f"With K - 1 equal gaps a sum would be affine in K, but the times {one}, {four}, {nine} at "
        f"K = 2, 5, 10 have the slopes {slopes[0]} and {slopes[1]}.",
        universal=None,
    )


INSTANCES: tuple[Bandit, ...] = (
    GaussianBandit((1, 0)),
    GaussianBandit((1, "0.5", "0.2", 0)),
    GaussianBandit((1, *[0] * 200)),
    BernoulliBandit(("0.9", "0.8", *["0.2"] * 7)),
    BernoulliBandit(("0.99", "0.5", "0.01")),
)
SHARES = tuple(Fraction(i, 10) for i in range(1, 10))
ROOM = 1 + Fraction(1, 10**15)


def time_with_share(bandit: Bandit, beta: Fraction) -> Enclosure:
    """T*_beta, enclosed."""
    return characteristic_time(bandit, beta=beta).certificate(16).enclosure


@checks("thesis.Tbeta")
@mutant("the share of the others", time=lambda bandit, beta: time_with_share(bandit, 1 - beta))
@mutant("sharper: factor 1.999", factor=Fraction("1.999"))
def fixed_share(
    time: Callable[[Bandit, Fraction], Enclosure] = time_with_share, factor: Fraction = Fraction(2)
) -> Verdict:
    """Certified times over a grid of shares, at the optimal share, and at 1/2.

    Let w be optimal and w' = (beta, (1 - beta) w_a / (1 - w_1)). Then w' >= c w with c the smaller
    of beta / w_1 and (1 - beta) / (1 - w_1); the costs grow with the weights and are homogeneous,
    so T*_beta <= T* / c, and 1/c = 2 max(w_1, 1 - w_1) <= 2 at beta = 1/2.
    """
    sides = Sides()
    for bandit in INSTANCES:
        result = characteristic_time(bandit)
        proof = result.certificate()
        free = proof.enclosure
        share = proof.allocation[bandit.best_arms[0]]
        half, at_best = time(bandit, Fraction(1, 2)), time(bandit, share)
        case: dict[str, Any] = {"bandit": bandit, "T*": free}
        sides.at_most(half, free * factor, "The time at share 1/2 is larger.", bandit=bandit)
        require(at_best <= free * ROOM, "The optimal share is not.", **case, there=at_best)
        for beta in SHARES if bandit.arms < 10 else ():
            value = time(bandit, beta)
            stretch = max(share / beta, (1 - share) / (1 - beta))
            # enclosures of one number may overlap, at the optimal share
            agrees = value.hi >= free.lo and value.lo <= free.upper * stretch * ROOM
            require(agrees, "A share gives another time.", **case, beta=beta, there=value)
        if bandit == INSTANCES[0]:
            # two normal arms with gap 1: the cost is beta (1 - beta)/2
            for beta in SHARES:
                closed = time(bandit, beta).contains(2 / (beta * (1 - beta)))
                require(closed, "Two arms have another time.", beta=beta)
        for end in (0, 1):
            infinite = time(bandit, Fraction(end)) == INFINITE
            require(infinite, "The time is finite at an end.", bandit=bandit, beta=end)
    # K = 1 + r^2 equal arms: half of the weight on r^2 arms leaves one at most 1/(2 r^2)
    at_half = 4 * (ROOT**2 + 1)
    sides.at_most(at_half, factor * MANY_EQUAL, "The time at share 1/2 is larger.", K=ROOT**2 + 1)
    return points(
        covered=f"{len(INSTANCES)} instances at share 1/2 and at the optimal share (up to 1e-15), "
        f"four of them at {len(SHARES)} shares, enclosures of 16 digits; 10^12 + 1 equal arms.",
        sharpness=sides.sharpness,
    )


@checks("thesis.Tbeta.bound")
@mutant("sharper: 1.01 times the bound", factor=Fraction("1.01"))
def bound_with_a_share(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The walk on arm 1 has share 1, and meets the bound on a class of two instances."""
    sides, up = Sides(), Fraction(3, 4)
    with working_precision(128):
        for n in range(1, 7):
            walk = walked(up, n)
            least = ball(factor * (1 - Fraction(1, 10**25))) * kl_at_risk(walk.risk)
            information = ball(walk.samples) * kl_ball(
                up, 1 - up
            )  # 1/T*_1 is the divergence of arm 1
            sides.at_most(least, information, "A strategy with share 1 samples less.", walk=n)
            need((information - kl_at_risk(walk.risk)).contains(0), "The walk is not tight", n=n)
    return proof.verdict(sharpness=sides.sharpness)
