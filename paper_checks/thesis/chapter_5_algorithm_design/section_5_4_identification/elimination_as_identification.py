"""Claims about DP-SE as an identification algorithm, and its comparison with Top Two."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from banditproof.algorithms import (
    AdaPTT,
    AdaPTTStar,
    DPSEIdentification,
    Policy,
    RewardStacks,
    Scripted,
    play,
)
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.theory import BernoulliBandit, certify, characteristic_time
from banditproof.theory.sample_complexity.elimination_samples import (
    elimination_pulls,
    elimination_samples,
    last_epoch,
)
from ....verdicts.along import prover_shows, steps_show
from ....verdicts.vocabulary import need, needs_repair, points, require

GRID = tuple(
    product(
        (Fraction(499, 1000), Fraction(1, 8), Fraction(1, 16385)),
        (Fraction(1, 1000), Fraction(1, 10), Fraction(10)),
        (2, 20),
        (Fraction(1, 10), Fraction(1, 10**9)),
    )
)
"""Gaps, budgets, numbers of arms and risks."""
CONSTANT = 171
"""128 * 4/3 of the squares, rounded up; the private part has 32, and rounding up 2 in an epoch."""


def pulls_of(gap: Fraction, arms: int, eps: Fraction, delta: Fraction) -> int:
    """The pulls of an arm until the epoch in which its gap is seen at the latest."""
    return sum(elimination_pulls(e, arms, eps, delta) for e in range(1, last_epoch(gap) + 1))


def scale_of(gap: Fraction, eps: Fraction, power: int = -2) -> Fraction:
    """gap^power + 1/(eps gap)."""
    return gap**power + 1 / (eps * gap)


def logarithm(gap: Fraction, arms: int, delta: Fraction) -> float:
    """log(8 K e^2 / delta) at the last epoch e."""
    return math.log(8 * arms * last_epoch(gap) ** 2 / delta)


@checks("thesis.rem.dpse-bai.count", subjects={"power": (2, -2)})
@mutant("sharper: 160 for 171", constant=160)
@mutant("sharper: half of the logarithm", constant=CONSTANT / 2)
def samples_of_an_arm(power: int, constant: float = CONSTANT) -> Verdict:
    """The explicit guarantee at gaps, budgets and risks."""
    if power == 2:
        gap, eps = Fraction(1, 1000), Fraction(10**6)
        return needs_repair(
            "Delta^2 falls with the gap: then a smaller gap would need fewer samples. The next "
            "sentence has Delta_a^-2 in the sum over the arms, and leaves out the same factor "
            "log(K log(1/Delta_a)/delta).",
            "At Delta = 1/1000 and eps = 10^6 the display is "
            f"{float(scale_of(gap, eps, 2)):.2g}, less than one pull.",
            along=prover_shows(
                "x**2 + 1/(x**(-3)*x) <= 2*x**2",
                "x in (0, 1]",
                "the display at Delta = x and eps = x^-3 is at most 2 x^2, and each arm is pulled "
                "once at least: no constant serves for all gaps",
            ),
            not_covered="The other exponent: thesis.rem.dpse-bai.count.repaired.",
        )
    sides = Sides()
    for gap, eps, arms, delta in GRID:
        case: dict[str, Any] = {"gap": gap, "eps": eps, "K": arms, "delta": delta}
        most = constant * float(scale_of(gap, eps)) * logarithm(gap, arms, delta)
        pulls = pulls_of(gap, arms, eps, delta) - 2 * last_epoch(gap)
        sides.at_most(Fraction(pulls), Fraction(most), "There are more pulls.", **case)
    return points(
        covered=f"{len(GRID)} gaps, budgets, numbers of arms and risks; the pulls of all epochs.",
        sharpness=sides.sharpness,
    )


@checks("thesis.rem.dpse-bai.total", subjects={"with_logarithm": (False, True)})
@mutant("sharper: 80 for 171", constant=80)
def samples_in_all(with_logarithm: bool, constant: float = CONSTANT) -> Verdict:
    """The display at a fixed instance as delta tends to 0; then the sum of the explicit counts."""
    if not with_logarithm:
        three, large = ("0.9", "0.6", "0.3"), Fraction(10)
        shown = sum(scale_of(gap, large) for gap in (Fraction(3, 10), Fraction(6, 10)))
        time = certify(characteristic_time, BernoulliBandit(three), digits=12)
        least = time * 10**6  # delta = exp(-10^6) / 2.4
        need(least > 10**4 * shown, "The lower bound is not larger")
        return needs_repair(
            "The display does not depend on delta, and every delta-correct strategy needs T*_KL "
            "log(1/(2.4 delta)) samples on average. The factor log(K log(1/Delta_a)/delta) is left "
            "out.",
            along=steps_show(
                "thesis.thm2.32.repaired",
                "delta <= 1/2",
                "every delta-correct strategy needs T*_KL kl(delta, 1-delta) samples or more, "
                "which grows like log(1/delta), and the display stays: no constant serves for all",
            ),
            means=three,
            eps=large,
            delta="exp(-10^6)/2.4",
            display=shown,
            lower_bound=f"{float(least.lo):.2f}",
        )
    sides = Sides()
    instances = (("0.95", "0.9", "0.9", "0.9", "0.5"), ("0.9", "0.6", "0.3"), ("0.52", "0.5"))
    for means, eps, delta in product(instances, ("0.01", "1", "10"), ("0.1", "1e-9")):
        gaps = [Fraction(means[0]) - Fraction(mean) for mean in means[1:]]
        budget, risk = Fraction(eps), Fraction(delta)
        most = [
            constant * float(scale_of(gap, budget)) * logarithm(gap, len(means), risk)
            + 2 * last_epoch(gap)
            for gap in gaps
        ]
        result = elimination_samples(means, budget, risk)
        case: dict[str, Any] = {"means": means, "eps": eps, "delta": delta}
        bound = Fraction(sum(most) + max(most))
        sides.at_most(Fraction(result), bound, "There are more samples.", **case)
    return points(sharpness=sides.sharpness)


@checks("thesis.rem.dpse-bai.tv")
@mutant("sharper: 28 for 32", constant=28)
def high_privacy(constant: float = 32) -> Verdict:
    """Samples times eps, over T*_TV log(8 K e^2/delta), as eps tends to 0."""
    sides = Sides()
    near = (Fraction(1, 2) + Fraction(1, 16385), Fraction(1, 2))
    for means in (("0.9", "0.6", "0.3"), near, ("0.95", "0.9", "0.9", "0.5")):
        time = certify(characteristic_time, BernoulliBandit(means), "tv", digits=12)
        gap = min(Fraction(means[0]) - Fraction(mean) for mean in means[1:])
        for eps, delta in product((Fraction(1, 10**6), Fraction(1, 10**9)), ("0.1", "1e-9")):
            risk = Fraction(delta)
            result = elimination_samples(means, eps, risk) * eps
            most = time * Fraction(constant * logarithm(gap, len(means), risk))
            case: dict[str, Any] = {"means": means, "eps": eps, "delta": delta}
            sides.at_most(result, most.lo, "It needs more.", **case)
    return points(sharpness=sides.sharpness)


Maker = Callable[[Fraction], Policy[Any]]


@checks("thesis.rem.dpse-bai.anytime")
@mutant("DP-SE", makers=(lambda delta: DPSEIdentification(2, delta, 4),))
def anytime(
    makers: tuple[Maker, ...] = (
        lambda delta: AdaPTT(2, delta, 4),
        lambda delta: AdaPTTStar(2, delta, 4),
        lambda delta: AdaPTT(3, delta, Fraction(1, 2)),
    ),
) -> Verdict:
    """Plays at several risks on the same rewards and noises: each begins like the longest."""
    rng, rounds = np.random.default_rng(57), 1500
    for place, make in enumerate(makers):
        arms = make(Fraction(1, 10)).arms
        stacks = [(rng.random(rounds) < 0.9 - 0.8 * a / arms).astype(int).tolist()
                  for a in range(arms)]  # fmt: skip
        noises = rng.laplace(0, 1 / 4, 60).tolist()
        results = [
            play(make(Fraction(1, 10**power)), RewardStacks(stacks), rounds, Scripted(noises))
            for power in (30, 6, 1)
        ]
        longest = results[0].actions
        for other in results[1:]:
            same = other.actions == longest[: len(other.actions)]
            require(same, "The arms depend on the risk.", policy=place, stops=len(other.actions))
    return points()
