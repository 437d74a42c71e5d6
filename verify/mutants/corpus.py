"""The whole corpus: every mutant with its reference, its judge, and where its defect was seen."""

from __future__ import annotations

from types import ModuleType

from . import (
    accountants,
    adversarial_estimates,
    adversarial_laws,
    adversarial_regret,
    altered_noises,
    audits_that_err,
    bare_releases,
    batch_conversions,
    biased_means,
    black_boxes,
    calibrators,
    declared_prices,
    delayed_bypasses,
    episodic_policies,
    float_noise,
    foreign_interfaces,
    gaussian_policies,
    hidden_code,
    independent_runs,
    late_and_rare,
    linear_counters,
    membership_accounts,
    membership_audits,
    membership_descents,
    membership_games,
    membership_scores,
    memory_elsewhere,
    noisy_maximum,
    noisy_vectors,
    perturbed_leaders,
    policy_entries,
    pure_episodes,
    released_decisions,
    sampled_policies,
    selection,
    single_releases,
    stopping_policies,
    stopping_rules,
    stopping_states,
    threshold_queries,
    unseen_rewards,
    vector_policies,
    ways_round_the_engine,
)
from .entry import Entry

PARTS: tuple[ModuleType, ...] = (
    *(threshold_queries, noisy_maximum, selection, linear_counters, single_releases),
    *(float_noise, calibrators, accountants, audits_that_err, released_decisions),
    *(unseen_rewards, biased_means, independent_runs, black_boxes, sampled_policies),
    *(policy_entries, gaussian_policies, episodic_policies, pure_episodes, declared_prices),
    *(vector_policies, altered_noises, bare_releases, memory_elsewhere, late_and_rare),
    *(foreign_interfaces, ways_round_the_engine, delayed_bypasses, stopping_policies),
    *(stopping_rules, stopping_states, hidden_code, batch_conversions, noisy_vectors),
    *(adversarial_estimates, adversarial_laws, perturbed_leaders, adversarial_regret),
    *(membership_audits, membership_accounts, membership_games, membership_scores),
    membership_descents,
)
CORPUS: tuple[Entry, ...] = tuple(entry for part in PARTS for entry in part.ENTRIES)
