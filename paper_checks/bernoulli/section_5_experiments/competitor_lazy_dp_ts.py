"""Lazy-DP-TS, the Thompson sampling of Section 5: its buffers, its posterior, its releases."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from banditproof.algorithms import (
    Curator,
    LazyDPTS,
    Play,
    Pull,
    Randomness,
    RewardList,
    RewardStacks,
    Sampled,
    Silent,
    play,
)
from banditproof.algorithms.curators.curator import Held
from banditproof.algorithms.regret.lazy_dp_ts import BufferedArm
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import require, sampled
from banditproof.theory import Number, exact
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.evidence import Grade
from .wrong_experiment_policies import half_noise

Maker = Callable[..., LazyDPTS]


def _require_releases(played: Play, eps: Number) -> None:
    """Arm i releases after its pulls 1, 3, 7, 15, ..., each time the rewards since the last one."""
    finding = "The releases are not those of the text."
    fault = release_fault(played, eps)
    require(fault is None, finding, grade=Grade.PROVED, ledger=fault)
    for arm in set(played.actions):
        rounds = [t for t, action in enumerate(played.actions, start=1) if action == arm]
        own = [sorted(r.rewards) for r in played.ledger.releases if r.arm == arm]
        sizes = [2**k for k in range(len(rounds).bit_length()) if 2 ** (k + 1) - 1 <= len(rounds)]
        full = [rounds[size - 1 : 2 * size - 1] for size in sizes]
        require(own == full, finding, grade=Grade.PROVED, rounds=rounds, releases=own)


POSTERIORS = (
    (BufferedArm(4, 1.0, 0), 1, (2.0, 4.0)),
    (BufferedArm(8, -2.0, 0), 1, (1.0, 9.0)),
    (BufferedArm(8, 2.0, 0), math.e, (4.0, 6.0)),
)
"""Arms, t, and the parameters at eps = 3."""


def _require_posterior(policy: Maker) -> None:
    """The parameters after rewards 1, 0, 1 at 3 log(t) = eps, and their clipping to [0, 1]."""
    known = play(policy(arms=1, eps=3), RewardStacks([(1, 0, 1)]), 3, Silent()).state[0]
    for arm, t, parameters in ((known, math.e, (3.0, 1.0)), *POSTERIORS):
        result = policy(arms=1, eps=3).posterior(arm, t)
        same = all(math.isclose(a, b) for a, b in zip(result, parameters, strict=True))
        finding = "The posterior is not that of the text."
        require(same, finding, arm=arm, t=t, found=result, expected=parameters)


class SmallBuffers(LazyDPTS):
    """Wrong: a buffer as large as the last one, not twice as large."""

    def decide(self, state: tuple[BufferedArm, ...], t: int, randomness: Randomness) -> Pull:
        """Release as soon as the buffer has the size of the last one."""
        pull = super().decide(state, t, randomness)
        known = state[pull.arm]
        return replace(pull, releases=known.buffered + 1 >= max(1, known.size))


class PrefixCurator(Curator):
    """Wrong: the curator keeps the sum and releases the whole prefix again."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        """The sum of all rewards so far, with fresh noise."""
        _, value = super().release(held, arm, mechanism, randomness)
        return held, value


class PrefixSums(LazyDPTS):
    """Wrong: every release sums all rewards of the arm again."""

    curator = PrefixCurator()


class ShiftPerReward(LazyDPTS):
    """Wrong: the shift is not divided by the size of the buffer."""

    def posterior(self, known: BufferedArm, t: float) -> tuple[float, float]:
        """The posterior with the shift 3 log(t) / eps."""
        wide = float(exact(self.bonus)) * math.log(t) / float(exact(self.eps))
        p = min(max(known.total / known.size + wide, 0.0), 1.0)
        return p * known.size + 1.0, (1.0 - p) * known.size + 1.0


@checks("bern.comp.lazydpts.source")
@mutant("buffers do not double", policy=SmallBuffers)
@mutant("noise of half the scale", policy=half_noise(LazyDPTS))
@mutant("prefix sums with fresh noise", policy=PrefixSums)
@mutant("shift per reward", policy=ShiftPerReward)
def lazy_dp_ts(policy: Maker = LazyDPTS) -> Verdict:
    """The ledgers of all short reward lists and of long random plays, and the posterior."""
    for number, rewards in enumerate(product((0, 1), repeat=7)):
        made = policy(arms=2, eps="1/2")
        _require_releases(play(made, RewardList(rewards), 7, Sampled(number)), "1/2")
    for seed in range(6):
        stacks = [[int(Fraction(n * (arm + 2), 7) % 2) for n in range(300)] for arm in range(3)]
        made = policy(arms=3, eps=1)
        _require_releases(play(made, RewardStacks(stacks), 300, Sampled(1000 + seed)), 1)
    _require_posterior(policy)
    return sampled()
