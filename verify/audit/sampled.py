"""Runs of a policy on neighbouring inputs, compared: they refute a claim, or say what was tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.theory import Enclosure
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.exact import Number
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.interfaces.factories import FreshRuns
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.inputs import as_input, block_length
from banditproof.verify.sampling.neighbourhoods import Pair, bases
from banditproof.verify.sampling.sampler import BlackBoxSampler

from .claim import Claim
from .facts import Facts
from .recording import decisions
from .report import CheckResult

SEARCH = "runs on neighbours, compared"
PROBE_ROUNDS = 60
PATIENCE = 10.0
"""How many seconds a run may take."""
HORIZONS = (8, 32)
"""The rounds of the runs, unless the claim says its own."""
SAMPLES = 40_000
LONGEST = 400
"""The rounds up to which a suspicion is followed."""


@dataclass(frozen=True)
class Effort:
    """How much is sampled: runs decide, and a time limit only where one is given."""

    samples: int = SAMPLES
    seconds: float | None = None
    rng: int = 0
    level: Number = "1e-3"
    contexts: Any = None


def probed(policy: Policy[Any], name: str) -> None:
    """Raise a ValueError if a policy raises, names no arm, or does not return.

    It is played for a few dozen rounds under a time limit, before anything longer starts.
    """
    runs = FreshRuns(policy, arms=policy.arms)
    runs.name = name
    sampler = BlackBoxSampler(runs, policy.arms, PROBE_ROUNDS, PATIENCE)
    source = bases(Notion.TABLE, policy.arms, PROBE_ROUNDS, np.random.default_rng(0))[0]
    sampler.sample([source], np.zeros(2, int), np.random.default_rng(0))


def sampled(
    factory: Callable[..., Any] | Policy[Any],
    claim: Claim,
    effort: Effort,
    suspects: Sequence[Pair] = (),
) -> CheckResult:
    """`fails` with its level where runs show it, else `not refuted` with all that was tried.

    Pairs of inputs that looked suspicious in the recorded plays are tried first.
    """
    horizons: tuple[int, ...] = HORIZONS if claim.horizon is None else (claim.horizon,)
    patience = PATIENCE if effort.seconds is None else min(PATIENCE, effort.seconds)
    found = audit_black_box(
        factory,
        claim.budget,
        notion=claim.notion,
        arms=claim.arms,
        horizon=horizons,
        rewards=claim.rewards,
        pairs=suspects,
        seconds=effort.seconds,
        samples=effort.samples,
        rng=effort.rng,
        level=effort.level,
        patience=patience,
        contexts=effort.contexts,
    )
    note = found.sentence
    witness = found.witness if found.verdict == "fails" else None
    if witness is not None:
        note = f"{note}. Witness: {witness}"
    if not found.reproducible:
        note = f"{note} The policy draws its own random numbers, so no seed reproduces these runs."
    low = Enclosure.of(found.lower_bound, INFINITE) if found.lower_bound else None
    shown = None if witness is None else witness.to_json()
    result = CheckResult(
        SEARCH, found.verdict, Grade.STATISTICAL, low, note, shown, found.tried, found
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return result


def suspects(facts: Facts) -> list[Pair]:
    """Neighbours around the first round in which equal releases led to other decisions."""
    claim = facts.claim
    if claim.notion is Notion.INTERACTIVE:
        return []
    found: list[Pair] = []
    for one in facts.plays:
        first = min(
            (t for other in one.forced if (t := _parting(one.decided, decisions(other)))),
            default=0,
        )
        horizon = first if claim.horizon is None else min(first, claim.horizon)
        if 2 <= horizon <= LONGEST and len(one.record.rewards) >= horizon:
            found += _around(one.record.rewards[:horizon], claim)
        if len(found) >= 8:
            break
    return found


def _parting(one: Any, other: Any) -> int:
    """The first round at which two sequences of pulls differ; 0 if they agree."""
    for left, right in zip(one.pulls, other.pulls, strict=False):
        if left != right:
            return int(left[0])
    return 0


def _around(rewards: Sequence[float], claim: Claim) -> list[Pair]:
    width = block_length(claim.notion, claim.arms)
    low, high = (float(end) for end in (claim.rewards.lo, claim.rewards.hi))
    blocks = [(float(reward),) * width for reward in rewards]
    pairs = []
    for place in dict.fromkeys((len(blocks) - 2, len(blocks) - 3, 0)):
        if 0 <= place < len(blocks):
            other = low if blocks[place][0] == high else high
            changed = [*blocks[:place], (other,) * width, *blocks[place + 1 :]]
            pairs.append(
                Pair(
                    as_input(claim.notion, claim.arms, blocks),
                    as_input(claim.notion, claim.arms, changed),
                )
            )
    return pairs
