"""The checks of a policy that is only known by what it plays: a probe, and a statistical search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from banditproof.algorithms.policy import Policy
from banditproof.theory import Enclosure
from banditproof.theory.budgets import Budget
from banditproof.theory.enclosure import INFINITE

from .audit_report import CheckResult
from .definitions.notions import Notion
from .evidence import Grade
from .interfaces.factories import FreshRuns
from .sampling import audit_black_box
from .sampling.neighbourhoods import bases
from .sampling.sampler import BlackBoxSampler

SEARCH = "no violation in runs on neighbours"
PROBE_ROUNDS = 60
PATIENCE = 10.0
"""How many seconds a run may take."""


def probed(policy: Policy[Any], name: str) -> None:
    """Raise a ValueError if a policy raises, names no arm, or does not return.

    It is played for a few dozen rounds under a time limit, before anything longer starts.
    """
    runs = FreshRuns(policy, arms=policy.arms)
    runs.name = name
    sampler = BlackBoxSampler(runs, policy.arms, PROBE_ROUNDS, PATIENCE)
    source = bases(Notion.TABLE, policy.arms, PROBE_ROUNDS, np.random.default_rng(0))[0]
    sampler.sample([source], np.zeros(2, int), np.random.default_rng(0))


def black_box_checks(
    factory: Callable[..., Any] | Policy[Any],
    budget: Budget,
    notion: Notion,
    seconds: float | None,
    rng: int,
    samples: int | None = None,
) -> Iterator[CheckResult]:
    """Runs on neighbouring inputs, compared: a violation fails, and anything else stays open."""
    patience = PATIENCE if seconds is None else min(PATIENCE, seconds)
    found = audit_black_box(
        factory,
        budget,
        notion=notion,
        seconds=seconds,
        samples=samples,
        rng=rng,
        patience=patience,
    )
    note = found.sentence
    witness = found.witness if found.verdict == "fails" else None
    if witness is not None:
        note = f"{note}. Witness: {witness}"
    if not found.reproducible:
        note = f"{note} The policy draws its own random numbers, so no seed reproduces these runs."
    low = Enclosure.of(found.lower_bound, INFINITE) if found.lower_bound else None
    shown = None if witness is None else witness.to_json()
    yield CheckResult(SEARCH, found.verdict, Grade.STATISTICAL, low, note, shown)
    if found.interrupted:
        raise KeyboardInterrupt
