"""Noises that end, are cut, are one-sided, are shared, or look at the data, each with a right one.

A curator of own code can be tried only, so such a reference is not refuted; where the same noise
can be declared, the reference is, and holds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.declared_sums import DeclaredSums, limited
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise
from .altered_curators import SHARED_NOISE, ByArm, Result, with_entry
from .hiding import bare
from .late_and_rare import NOT
from .noisy_leader import Knowledge, LastAbove, LastAboveOwn, NoisyLeader, OwnCurator
from .whole_audit import audit_entry

CLAIM = PureDP(1)
MEND = "the noise as a declared part: DeclaredSums(Laplace(1)), or a tuple of noises"
Drawn = Callable[[Randomness, Any], Any]
"""A noise, from the randomness and the raw sum that it should hide."""


@dataclass(frozen=True)
class OwnNoise(Curator):
    """Adds a noise of its own to each sum."""

    drawn: Drawn

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        return with_entry(held, arm, 0), held[arm] + self.drawn(randomness, held[arm])


def _laplace(randomness: Randomness, scale: Any = 1) -> Any:
    return randomness.noise(Laplace(scale))


def _exponential(randomness: Randomness) -> float:
    return abs(bare(_laplace(randomness)))


def _difference(randomness: Randomness, total: Any) -> float:
    return _exponential(randomness) - _exponential(randomness)


def _one_sided(randomness: Randomness, total: Any) -> float:
    return _exponential(randomness)


def _eight_eighths(randomness: Randomness, total: Any) -> Any:
    return sum((_laplace(randomness, "1/8") for _ in range(7)), _laplace(randomness, "1/8"))


def _uniform(randomness: Randomness, total: Any) -> float:
    return randomness.choice(range(-1000, 1001)) / 1000


def _cut(at: float) -> Drawn:
    return lambda randomness, total: limited(_laplace(randomness), (-at, at))


def _where_the_sum_is_small(randomness: Randomness, total: Any) -> Any:
    return _laplace(randomness) * (1 if bare(total) < 1 else 0.01)


def _by_entropy(randomness: Randomness, total: Any) -> float:
    return float(np.random.default_rng(randomness.choice(range(2**31))).laplace())


def _by_one_seed(randomness: Randomness, total: Any) -> float:
    return float(np.random.default_rng(7).laplace())


class _Spread(NamedTuple):
    total: float
    low: float
    high: float


def _spread(seen: _Spread | None, reward: Any) -> _Spread:
    x, before = bare(reward), seen or _Spread(0.0, 1.0, 0.0)
    return _Spread(before.total + x, min(before.low, x), max(before.high, x))


def _batch(
    shown: Callable[[_Spread, float], float] = lambda seen, value: value,
    scale: Callable[[_Spread], float] = lambda seen: 1.0,
) -> ByArm:
    """Noise of some scale on the sum of a batch, and what is shown of it."""
    return ByArm(
        lambda seen, draw: (None, shown(seen, seen.total + bare(draw()) * scale(seen))),
        _spread,
        None,
    )


LOCAL_NOISE = _batch(scale=lambda seen: seen.high - seen.low)
"""Noise for the spread of the rewards of a batch, where it is due for that of their range."""
CLIPPED_TO_DATA = _batch(lambda seen, value: min(max(value, 2 * seen.low), 2 * seen.high))
"""Clips the noisy sum of two rewards to twice the smallest and the largest of them."""
CLIPPED_TO_RANGE = _batch(lambda seen, value: min(max(value, 0.0), 2.0))
"""Clips the noisy sum of two rewards to [0, 2]."""
CENTRED_AT_DATA = _batch(lambda seen, value: (value - seen.total) / 100 + seen.total)
"""Releases the residual of two rewards from their mean with noise, and adds the mean after."""


@dataclass(frozen=True)
class NoiseOfSomeReleases(OwnCurator):
    """Has no noise after `enough` releases."""

    enough: int = 2

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        done = sum(known.releases for known in state) >= self.enough
        return NoNoise() if done else self.noise


class SilentThirdArm(OwnCurator):
    """Has no noise at the third arm."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return NoNoise() if pull.arm == 2 else self.noise


class SecondAboveHalf(OwnCurator):
    """Follows the second arm if its last release is above 1/2, else the first."""

    def values(self, state: Knowledge) -> list[float]:
        return [0.5, state[1].last]


class QuietAfterLargeReleases(SecondAboveHalf):
    """Has a hundredth of the noise at the second arm if the first one's release was large."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return Laplace("1/100") if state[0].last > 0.5 else self.noise


def _own(drawn: Drawn, kind: type[OwnCurator] = OwnCurator) -> OwnCurator:
    return kind(OwnNoise(drawn), size=1)


PLAIN = OwnCurator(Curator(), size=1)
DIFFERENCE = _own(_difference, LastAboveOwn)
SECOND = SecondAboveHalf(Curator(), size=1)
_three = audit_entry(CLAIM, horizon=3, samples=2000)
_tried = audit_entry(CLAIM, horizon=3, samples=2000, expected=NOT, mend=MEND)
_missed = audit_entry(CLAIM, horizon=3, samples=400, expected=("not refuted", "held"))

ENTRIES = (
    audit_entry(CLAIM, horizon=5)(
        "noise of the first two releases only", NoiseOfSomeReleases(Curator(), size=1), PLAIN
    ),
    _missed(
        "noise of the first million releases only",
        NoiseOfSomeReleases(Curator(), size=32, enough=10**6),
        OwnCurator(Curator(), size=32),
    ),
    audit_entry(CLAIM, horizon=4, samples=2000)(
        "no noise at the third arm",
        SilentThirdArm(Curator(), arms=3, size=1),
        OwnCurator(Curator(), arms=3, size=1),
    ),
    _three("less noise after a large release", QuietAfterLargeReleases(Curator(), size=1), SECOND),
    _tried("one of two exponential draws", _own(_one_sided, LastAboveOwn), DIFFERENCE),
    _three(
        "eight noises of an eighth",
        _own(_eight_eighths, LastAboveOwn),
        LastAbove(DeclaredSums((Laplace(1), *(Laplace("1/8"),) * 7)), size=1),
    ),
    _three("uniform noise", _own(_uniform, LastAboveOwn), LastAboveOwn(Curator(), size=1)),
    _three("noise cut at its scale", _own(_cut(1), LastAboveOwn), LastAboveOwn(Curator(), size=1)),
    _missed(
        "noise cut far out", OwnCurator(OwnNoise(_cut(25)), size=32), OwnCurator(Curator(), size=32)
    ),
    _three("one Laplace noise for both arms", OwnCurator(SHARED_NOISE, size=1), PLAIN),
    audit_entry(ZCDP("1/2"), horizon=3, samples=2000)(
        "one Gaussian noise for both arms",
        OwnCurator(SHARED_NOISE, size=1, noise=Gaussian(sigma_squared=1), claimed=ZCDP("1/2")),
        OwnCurator(Curator(), size=1, noise=Gaussian(sigma_squared=1), claimed=ZCDP("1/2")),
    ),
    _three("noise by the raw sum", _own(_where_the_sum_is_small, SecondAboveHalf), SECOND),
    _tried("an own generator with one seed", _own(_by_one_seed), _own(_by_entropy)),
    audit_entry(CLAIM, horizon=5, samples=2000, expected=NOT, mend=MEND)(
        "noise for the spread of the data", OwnCurator(LOCAL_NOISE), OwnCurator(_batch())
    ),
    audit_entry(
        CLAIM, horizon=5, samples=2000, expected=NOT, mend="DeclaredSums(Laplace(1), bounds=(0, 2))"
    )(
        "a release clipped to the range of the data",
        LastAboveOwn(CLIPPED_TO_DATA),
        LastAboveOwn(CLIPPED_TO_RANGE),
    ),
    audit_entry(CLAIM, horizon=5, samples=2000)(
        "rewards centred at their own mean",
        OwnCurator(CENTRED_AT_DATA),
        NoisyLeader(DeclaredSums(Laplace(1), center="1/2")),
    ),
)
