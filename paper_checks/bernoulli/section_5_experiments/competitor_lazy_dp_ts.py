"""Lazy-DP-TS, the Thompson sampling of Section 5: its buffers, its posterior, its releases."""

from __future__ import annotations

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
from banditproof.algorithms.curator import Held
from banditproof.algorithms.lazy_dp_ts import BufferedArm
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import exact
from banditproof.theory.mechanisms import Laplace, Mechanism
from banditproof.verify.evidence import Grade

Maker = Callable[..., LazyDPTS]


def _buffer_fault(played: Play, arms: int) -> str | None:
    """Arm i releases after its pulls 1, 3, 7, 15, ..., each time the rewards since the last one."""
    rounds: list[list[int]] = [[] for _ in range(arms)]
    for t, arm in enumerate(played.actions, start=1):
        rounds[arm].append(t)
    for arm in range(arms):
        own = [r for r in played.ledger.releases if r.arm == arm]
        full: list[list[int]] = []
        start = 0
        while start + 2 ** len(full) <= len(rounds[arm]):
            size = 2 ** len(full)
            full.append(rounds[arm][start : start + size])
            start += size
        if [sorted(r.rewards) for r in own] != full:
            return f"The releases of an arm with the rounds {rounds[arm]} are not {full}."
    return None


def _posterior_fault(policy: Maker) -> str | None:
    """The parameters after rewards 1, 0, 1 at 3 log(t) = eps, and their clipping to [0, 1]."""
    played = play(policy(arms=1, eps=3), RewardStacks([(1, 0, 1)]), 3, Silent())
    known = played.state[0]
    expected = (
        (known, math.e, (3.0, 1.0)),
        (BufferedArm(4, 1.0, 0), 1, (2.0, 4.0)),
        (BufferedArm(8, -2.0, 0), 1, (1.0, 9.0)),
        (BufferedArm(8, 2.0, 0), math.e, (4.0, 6.0)),
    )
    for arm, t, parameters in expected:
        found = policy(arms=1, eps=3).posterior(arm, t)
        if not all(math.isclose(a, b) for a, b in zip(found, parameters, strict=True)):
            return f"The posterior of {arm} at t = {t:.6g} is Beta{found}, not Beta{parameters}."
    return None


class SmallBuffers(LazyDPTS):
    """Wrong twin: a buffer as large as the last one, not twice as large."""

    def decide(self, state: tuple[BufferedArm, ...], t: int, randomness: Randomness) -> Pull:
        """Release as soon as the buffer has the size of the last one."""
        pull = super().decide(state, t, randomness)
        known = state[pull.arm]
        return replace(pull, releases=known.buffered + 1 >= max(1, known.size))


class HalfNoise(LazyDPTS):
    """Wrong twin: noise of half the scale."""

    def mechanism(self, state: tuple[BufferedArm, ...], pull: Pull) -> Mechanism:
        """Lap(1 / (2 eps)) on each sum."""
        return Laplace(1 / (2 * exact(self.eps)))


class PrefixCurator(Curator):
    """Wrong twin of the curator: it keeps the sum and releases the whole prefix again."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, float]:
        """The sum of all rewards so far, with fresh noise."""
        _, value = super().release(held, arm, mechanism, randomness)
        return held, value


class PrefixSums(LazyDPTS):
    """Wrong twin: every release sums all rewards of the arm again."""

    curator = PrefixCurator()


class ShiftPerReward(LazyDPTS):
    """Wrong twin: the shift is not divided by the size of the buffer."""

    def posterior(self, known: BufferedArm, t: float) -> tuple[float, float]:
        """The posterior with the shift 3 log(t) / eps."""
        wide = float(exact(self.bonus)) * math.log(t) / float(exact(self.eps))
        p = min(max(known.total / known.size + wide, 0.0), 1.0)
        return p * known.size + 1.0, (1.0 - p) * known.size + 1.0


@claim(
    "bern.comp.lazydpts",
    r"Lazy-DP-TS releases the sum of an arm's buffer with $\mathrm{Lap}(1/\epsilon)$ when it holds "
    r"twice the rewards of the last one, forgets the last one, and pulls the largest draw of "
    r"$\mathrm{Beta}(pO+1,(1-p)O+1)$ with $p=[\tilde\mu+3\log t/(\epsilon O)]_0^1$; it is "
    r"$\epsilon$-DP.",
    recorded="holds",
    mutants={
        "buffers do not double": {"policy": SmallBuffers},
        "noise of half the scale": {"policy": HalfNoise},
        "prefix sums with fresh noise": {"policy": PrefixSums},
        "shift per reward": {"policy": ShiftPerReward},
    },
)
def lazy_dp_ts(policy: Maker = LazyDPTS) -> Verdict:
    """The ledgers of all short reward lists and of long random plays, and the posterior."""
    plays = 0
    for number, rewards in enumerate(product((0, 1), repeat=7)):
        played = play(policy(arms=2, eps="1/2"), RewardList(rewards), 7, Sampled(number))
        fault = release_fault(played, "1/2") or _buffer_fault(played, 2)
        if fault is not None:
            return fails(Grade.PROVED, "The releases are not those of the text.", witness=fault)
        plays += 1
    for seed in range(6):
        stacks = [[int(Fraction(n * (arm + 2), 7) % 2) for n in range(300)] for arm in range(3)]
        played = play(policy(arms=3, eps=1), RewardStacks(stacks), 300, Sampled(1000 + seed))
        fault = release_fault(played, 1) or _buffer_fault(played, 3)
        if fault is not None:
            return fails(Grade.PROVED, "The releases are not those of the text.", witness=fault)
        plays += 1
    fault = _posterior_fault(policy)
    if fault is not None:
        return fails(Grade.CERTIFIED, "The posterior is not that of the text.", witness=fault)
    return holds(
        Grade.SAMPLED,
        "Arm i releases after its pulls 1, 3, 7, 15, ..., every reward enters one release of "
        "sensitivity 1 with fresh Lap(1/eps), and the posterior parameters are the stated ones.",
        numbers={"plays": plays},
        covered="All 128 reward lists of 7 rounds and 6 plays of 300 rounds, with random posterior "
        "draws; four posteriors, two of them clipped.",
        not_covered="The regret order, which has no constants. The paper only names the "
        "algorithm; its source text was not at hand, so the pseudo-code rests on a note.",
    )
