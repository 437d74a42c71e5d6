"""The library's AdaC-UCB and AdaR-UCB against the box, decision by decision."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar
from banditproof.algorithms import AdaCUCB, AdaCUCBPrinted, RewardTable, Scripted, play
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import working_precision
from banditproof.theory.mechanisms import Gaussian
from .episodic_index import BETA, Width, printed_samples, printed_width, replayed

Make = Callable[[int, Fraction], Policy[Any]]
"""A policy for a number of arms and a price."""
Value = TypeVar("Value")
Variance = Callable[[int, Fraction], Fraction]
"""The variance of the noise of a mean for N pulls and a price."""


def printed_maker(arms: int, price: Fraction) -> Policy[Any]:
    """AdaC-UCB with n = N/2, also for one pull."""
    return AdaCUCBPrinted(arms, rho=1 / price, beta=BETA, ties="first")


def meant_maker(arms: int, price: Fraction) -> Policy[Any]:
    """AdaC-UCB with n = 1 for one pull."""
    return AdaCUCB(arms, rho=1 / price, beta=BETA, ties="first")


def one_sample(of: Callable[..., Value]) -> Callable[..., Value]:
    """A width or a variance, in which an arm with one pull has one sample, as one with two."""
    return lambda pulls, *rest: of(max(pulls, 2), *rest)


def printed_variance(pulls: int, price: Fraction) -> Fraction:
    """price / (2 (N/2)^2)."""
    return price / (2 * printed_samples(pulls) ** 2)


def follows_the_box(
    make: Make = printed_maker, width: Width = printed_width, variance: Variance = printed_variance
) -> int:
    """Require that each decision of a policy is that of the box; return how many there were."""
    source, decisions = random.Random(31), 0
    for arms, price, horizon in (
        (2, Fraction(1), 150),
        (3, Fraction(1, 4), 130),
        (2, Fraction(20), 90),
    ):
        policy = make(arms, price)
        _require_noise(policy, price, variance)
        _require_index(policy, price, width)
        rows = [[Fraction(source.randint(0, 4), 4) for _ in range(arms)] for _ in range(horizon)]
        noises = [Fraction(source.randint(-9000, 9000), 4096) for _ in range(40)]
        script = Scripted(noises=[float(noise) for noise in noises])
        table = RewardTable([[float(reward) for reward in row] for row in rows])
        played = play(policy, table, horizon, script).pulls
        with working_precision(80):
            expected = replayed(rows, price, width, BETA, noises)
        first = [(a + 1, a, 1) for a in range(arms)]
        finding = "The play is not that of the box."
        require(list(played) == first + expected, finding, arms=arms, price=price)
        decisions += len(expected)
    return decisions


def _require_noise(policy: Policy[Any], price: Fraction, variance: Variance) -> None:
    """The noise of the mean of an episode that ends at N pulls of its arm."""
    for phase, size in ((0, 1), (1, 1), (2, 2), (5, 16)):
        state = (ArmRecord(phase, max(1, size // 2), 0.0),) * policy.arms
        noise = policy.mechanism(state, Pull(0, size))
        need = variance(1 if phase == 0 else 2 * size, price)
        right = isinstance(noise, Gaussian) and noise.variance == need * size**2
        require(right, "The noise of a mean differs.", rounds=size, variance=need)


def _require_index(policy: Any, price: Fraction, width: Width) -> None:
    """The index of arms after some episodes, to twelve digits."""
    for phases, pulls, t in ((1, 1, 4), (2, 2, 7), (6, 32, 100)):
        record = ArmRecord(phases, max(1, pulls // 2), 0.5 * max(1, pulls // 2))
        with working_precision(80):
            index = 0.5 + float(width(pulls, t, price, BETA).sqrt())
        close = abs(policy.scores((record,) * policy.arms, t)[0] - index) < 1e-12 * index
        require(close, "The index differs.", pulls=pulls, t=t, price=price)
