"""Policies of declared parts whose noise is that of another price, each with the right one.

The decisions are those of one short policy; a reference holds by its construction.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.lazy_dp_ts import LazyDPTS
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    Mechanism,
)
from banditproof.verify.exact_laws.finite_noise import geometric_ratio

from .noisy_leader import LastAbove, NoisyLeader, SecondMean, WholeNumbers
from .whole_audit import audit_entry

CLAIM = PureDP(1)
_unit = audit_entry(CLAIM, horizon=3)
_stars = audit_entry(CLAIM, horizon=3, rewards=(0, 5))
_concentrated = audit_entry(ZCDP("1/2"), horizon=3, samples=2000)
_seen = audit_entry(CLAIM, output="transcript")


def _leader(noise: Mechanism | tuple[Mechanism, ...], size: int = 1, **parts: Any) -> NoisyLeader:
    return NoisyLeader(DeclaredSums(noise, **parts), size=size)


def _for_stars(noise: Mechanism, **parts: Any) -> NoisyLeader:
    return NoisyLeader(DeclaredSums(noise, **parts), size=1, rewards=RewardSpace.of("0:5"))


HALF = Gaussian(sigma_squared=1)
"""Enough for rho = 1/2."""

ENTRIES = (
    audit_entry(CLAIM, horizon=3, samples=5000)(
        "a batch released eight times at the whole budget",
        "Each of eight releases of a batch has the noise of one.",
        mutant=_leader(Laplace(1), copies=8),
        reference=_leader(Laplace(8), copies=8),
    ),
    _concentrated(
        "a batch released 16 times with one Gaussian's share",
        "Each of 16 releases of a batch has the variance of one.",
        mutant=_leader(HALF, copies=16),
        reference=_leader(Gaussian(sigma_squared=16), copies=16),
    ),
    audit_entry(CLAIM, horizon=25, samples=1500)(
        "overlapping buffers at the price of one",
        "A reward stays in the sums of twelve releases, each with the noise of one.",
        mutant=SecondMean(DeclaredSums(Laplace(1), memory=12), size=1, turns=12),
        reference=SecondMean(DeclaredSums(Laplace(12), memory=12), size=1, turns=12),
    ),
    _unit(
        "a weight of four without more noise",
        "The first reward of each batch counts four times, with the noise of one.",
        mutant=_leader(Laplace(1), weights=(4, 1)),
        reference=_leader(Laplace(4), weights=(4, 1)),
    ),
    audit_entry(CLAIM, horizon=5)(
        "a negative weight without more noise",
        "The second reward of each batch is subtracted four times, with the noise of one.",
        mutant=_leader(Laplace(1), size=2, weights=(1, -4)),
        reference=_leader(Laplace(4), size=2, weights=(1, -4)),
    ),
    _stars(
        "five stars with the noise of one",
        "Rewards in [0, 5] get the noise of rewards in [0, 1].",
        mutant=_for_stars(Laplace(1)),
        reference=_for_stars(Laplace(5)),
    ),
    _stars(
        "rewards clipped too wide for the noise",
        "Rewards in [0, 5] are clipped to [0, 4] where the noise is for [0, 1].",
        mutant=_for_stars(Laplace(1), clip=(0, 4)),
        reference=_for_stars(Laplace(1), clip=(0, 1)),
    ),
    _stars(
        "clipped after the noise instead of before it",
        "The released number is clipped, which hides no reward; the reward is not.",
        mutant=_for_stars(Laplace(1), bounds=(-9, 9)),
        reference=_for_stars(Laplace(5), bounds=(-9, 9)),
    ),
    _stars(
        "centred rewards taken for smaller ones",
        "Rewards in [0, 5] less 5/2 are said to change a sum by no more than 1.",
        mutant=_for_stars(Laplace(1), center="5/2"),
        reference=_for_stars(Laplace(5), center="5/2"),
    ),
    _stars(
        "noisy means with the noise of unit rewards",
        "Means of batches of rewards in [0, 5], with the noise of rewards in [0, 1].",
        mutant=_for_stars(Laplace(1), mean=True),
        reference=_for_stars(Laplace(5), mean=True),
    ),
    audit_entry(CLAIM, horizon=3, samples=20_000)(
        "sub-sampling by the rate times eps",
        "A quarter of the rewards is kept, and eps = 4 is said to become 1; it becomes 2.67.",
        mutant=LastAbove(DeclaredSums(Laplace("1/4"), rate="1/4"), size=1),
        reference=LastAbove(DeclaredSums(Laplace("0.485"), rate="1/4"), size=1),
    ),
    _concentrated(
        "deviations added where variances add",
        "Two Gaussian noises of a quarter of the variance each are taken for one that is enough.",
        mutant=_leader((Gaussian(sigma_squared="1/64"),) * 2),
        reference=_leader((Gaussian(sigma_squared="1/2"),) * 2),
    ),
    _unit(
        "integer noise on rewards between the integers",
        "Discrete Laplace noise leaves what is not an integer where it is; decisions read that.",
        mutant=WholeNumbers(DeclaredSums(DiscreteLaplace(geometric_ratio(Fraction(1)))), size=1),
        reference=WholeNumbers(DeclaredSums(Laplace(1)), size=1),
    ),
    _concentrated(
        "integer Gaussian noise on rewards between the integers",
        "Discrete Gaussian noise leaves what is not an integer where it is, under a zCDP claim.",
        mutant=WholeNumbers(DeclaredSums(DiscreteGaussian(sigma_squared=1)), size=1),
        reference=WholeNumbers(DeclaredSums(HALF), size=1),
    ),
    audit_entry(ApproxDP(1, "1e-5"), horizon=3)(
        "integer noise on rewards between the integers, approximate claim",
        "A delta does not help: the fraction of a reward is never covered.",
        mutant=WholeNumbers(DeclaredSums(DiscreteLaplace(geometric_ratio(Fraction(1)))), size=1),
        reference=WholeNumbers(DeclaredSums(Laplace(1)), size=1),
    ),
    _seen(
        "Gaussian noise in a transcript under a pure claim",
        "No Gaussian noise is pure; the claim is about the released numbers.",
        mutant=_leader(Gaussian(sigma_squared=2), size=4),
        reference=_leader(Laplace(1), size=4),
    ),
    audit_entry(PureDP("0.05"), output="transcript")(
        "half the noise of a small eps",
        "eps = 0.05 needs noise of scale 20, and gets 10; runs could not tell.",
        mutant=_leader(Laplace(10), size=4),
        reference=_leader(Laplace(20), size=4),
    ),
    _seen(
        "DP-SE with half the noise",
        "The means of each epoch carry noise of scale 1/(2 eps).",
        mutant=DPSE(arms=2, beta="0.001", eps=1, noise=Laplace("1/2")),
        reference=DPSE(arms=2, beta="0.001", eps=1),
    ),
    _seen(
        "lazy DP-TS with half the noise",
        "Each phase carries noise of scale 1/(2 eps).",
        mutant=LazyDPTS(arms=2, eps=1, noise=Laplace("1/2")),
        reference=LazyDPTS(arms=2, eps=1),
    ),
)
