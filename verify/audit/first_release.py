"""What the first release costs, exactly: it is in the transcript, and no reward has shaped it.

Before anything is released, decisions know nothing of the rewards. So the first vector of a play is
a fixed sum of rewards and Gaussian noise, met with positive probability on any input, and its loss
is a lower bound of that of the transcript.
"""

from __future__ import annotations

from typing import Any

from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.ledger import Release
from banditproof.algorithms.policy import Policy
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.mechanisms import Gaussian, NoNoise
from banditproof.verify.evidence import Grade

from .by_construction import counted_rewards
from .facts import Facts
from .plain_code import not_plain
from .price import allowance, cost_of_a_shift
from .recording import Record
from .report import CheckResult
from .shifts import moved_in_deviations
from .untouched_engine import changed_engine

FIRST = "the first release, exactly"
LINEAR = (Curator, DeclaredVectors, OpenVectors, WhitenedSums)
"""The curators of this library whose releases are fixed sums of rewards and noise."""


def first_release(policy: Policy[Any], facts: Facts) -> CheckResult | None:
    """`fails` where the claim is about transcripts and the first vector alone is beyond it."""
    if facts.claim.output != "transcript" or type(policy.curator) not in LINEAR:
        return None
    if not policy.clips_rewards or not facts.repeats or not_plain([policy]) or changed_engine():
        return None
    budget, width = facts.claim.budget, counted_rewards(facts.claim, policy).width
    for one in facts.plays:
        releases = one.record.play.ledger.releases
        first = [release for release in releases if release.time == releases[0].time]
        bare = next((release for release in first if _is_bare(release, one.record)), None)
        if bare is not None:
            note = f"The number that is released in round {bare.time} has rewards and no noise."
            return CheckResult(FIRST, "fails", Grade.PROVED, INFINITE, note)
        moved = moved_in_deviations(first, one.record) if first else None
        if moved is None:
            continue
        cost = cost_of_a_shift(Gaussian(sigma_squared=1), moved[0] * width, budget)
        if cost is not None and cost.lo > allowance(budget):
            note = (
                f"One reward moves the first vector of a play, that of round {first[0].time}, by "
                f"{float(moved[0] * width):.6g} deviations of its noise: the loss is "
                f"{float(cost.lo):.6g}."
            )
            return CheckResult(FIRST, "fails", Grade.PROVED, cost, note)
    return None


def _is_bare(release: Release, found: Record) -> bool:
    """Whether a number holds a reward, and no noise at all."""
    laws = [found.drawn[serial] for serial, c in release.noises.items() if c]
    return any(release.rewards.values()) and all(type(law) is NoNoise for law in laws)
