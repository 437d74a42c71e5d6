"""Policies of declared parts whose noise is that of another price, each with the right one.

The decisions are those of one short policy; a reference holds by its construction.
"""

from dataclasses import replace
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


Noise = Mechanism | tuple[Mechanism, ...]


def _leaders(
    wrong: Noise, right: Noise, kind: type[NoisyLeader] = NoisyLeader, size: int = 1, **parts: Any
) -> tuple[NoisyLeader, NoisyLeader]:
    """The same declared parts with the noise that is too small, and with the right one."""
    first, second = (kind(DeclaredSums(noise, **parts), size=size) for noise in (wrong, right))
    return first, second


def _for_stars(wrong: Noise, right: Noise, **parts: Any) -> tuple[NoisyLeader, NoisyLeader]:
    first, second = _leaders(wrong, right, **parts)
    return replace(first, rewards=STARS), replace(second, rewards=STARS)


STARS = RewardSpace.of("0:5")
INTEGER = DiscreteLaplace(geometric_ratio(Fraction(1)))
HALF = Gaussian(sigma_squared=1)
"""Enough for rho = 1/2."""

ENTRIES = (
    audit_entry(CLAIM, horizon=3, samples=5000)(
        "a batch released eight times at the whole budget",
        *_leaders(Laplace(1), Laplace(8), copies=8),
    ),
    _concentrated(
        "a batch released 16 times with one Gaussian's share",
        *_leaders(HALF, Gaussian(sigma_squared=16), copies=16),
    ),
    audit_entry(CLAIM, horizon=25, samples=1500)(
        "overlapping buffers at the price of one",
        SecondMean(DeclaredSums(Laplace(1), memory=12), size=1, turns=12),
        SecondMean(DeclaredSums(Laplace(12), memory=12), size=1, turns=12),
    ),
    _unit("a weight of four without more noise", *_leaders(Laplace(1), Laplace(4), weights=(4, 1))),
    audit_entry(CLAIM, horizon=5)(
        "a negative weight without more noise",
        *_leaders(Laplace(1), Laplace(4), size=2, weights=(1, -4)),
    ),
    _stars("five stars with the noise of one", *_for_stars(Laplace(1), Laplace(5))),
    _stars(
        "rewards clipped too wide for the noise",
        _for_stars(Laplace(1), Laplace(1), clip=(0, 4))[0],
        _for_stars(Laplace(1), Laplace(1), clip=(0, 1))[1],
    ),
    _stars(
        "clipped after the noise instead of before it",
        *_for_stars(Laplace(1), Laplace(5), bounds=(-9, 9)),
    ),
    _stars(
        "centred rewards taken for smaller ones", *_for_stars(Laplace(1), Laplace(5), center="5/2")
    ),
    _stars(
        "noisy means with the noise of unit rewards", *_for_stars(Laplace(1), Laplace(5), mean=True)
    ),
    audit_entry(CLAIM, horizon=3, samples=20_000)(
        "sub-sampling by the rate times eps",
        *_leaders(Laplace("1/4"), Laplace("0.485"), LastAbove, rate="1/4"),
    ),
    _concentrated(
        "deviations added where variances add",
        *_leaders((Gaussian(sigma_squared="1/64"),) * 2, (Gaussian(sigma_squared="1/2"),) * 2),
    ),
    _unit(
        "integer noise on rewards between the integers",
        *_leaders(INTEGER, Laplace(1), WholeNumbers),
    ),
    _concentrated(
        "integer Gaussian noise on rewards between the integers",
        *_leaders(DiscreteGaussian(sigma_squared=1), HALF, WholeNumbers),
    ),
    audit_entry(ApproxDP(1, "1e-5"), horizon=3)(
        "integer noise on rewards between the integers, approximate claim",
        *_leaders(INTEGER, Laplace(1), WholeNumbers),
    ),
    _seen(
        "Gaussian noise in a transcript under a pure claim",
        *_leaders(Gaussian(sigma_squared=2), Laplace(1), size=4),
    ),
    audit_entry(PureDP("0.05"), output="transcript")(
        "half the noise of a small eps", *_leaders(Laplace(10), Laplace(20), size=4)
    ),
    _seen(
        "DP-SE with half the noise",
        DPSE(arms=2, beta="0.001", eps=1, noise=Laplace("1/2")),
        DPSE(arms=2, beta="0.001", eps=1),
    ),
    _seen(
        "lazy DP-TS with half the noise",
        LazyDPTS(arms=2, eps=1, noise=Laplace("1/2")),
        LazyDPTS(arms=2, eps=1),
    ),
)
