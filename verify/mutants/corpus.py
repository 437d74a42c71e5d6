"""The whole corpus: every mutant with its reference, its judge, and where its defect was seen."""

from __future__ import annotations

from . import (
    accountants,
    audits_that_err,
    biased_means,
    black_boxes,
    calibrators,
    float_noise,
    gaussian_policies,
    independent_runs,
    linear_counters,
    noisy_maximum,
    policy_entries,
    released_decisions,
    sampled_policies,
    selection,
    single_releases,
    threshold_queries,
    unseen_rewards,
)
from .entry import Entry

CORPUS: tuple[Entry, ...] = (
    *threshold_queries.ENTRIES,
    *noisy_maximum.ENTRIES,
    *selection.ENTRIES,
    *linear_counters.ENTRIES,
    *single_releases.ENTRIES,
    *float_noise.ENTRIES,
    *calibrators.ENTRIES,
    *accountants.ENTRIES,
    *audits_that_err.ENTRIES,
    *released_decisions.ENTRIES,
    *unseen_rewards.ENTRIES,
    *biased_means.ENTRIES,
    *independent_runs.ENTRIES,
    *black_boxes.ENTRIES,
    *sampled_policies.ENTRIES,
    *policy_entries.ENTRIES,
    *gaussian_policies.ENTRIES,
)
