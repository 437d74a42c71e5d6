"""Deliberately wrong algorithms, mechanisms and audits, each with its reference and its judge.

The files in reading order.

The corpus:
`entry`: a mutant, its reference, one judge for both, and what must come out: begin here.
`corpus`: all entries.
`finite_law_judge`: the judge of finite mechanisms.
`whole_audit`: the judge of whole policies.

Single mechanisms:
`single_releases`: one Laplace release with the wrong sensitivity.
`linear_counters`: counters and sums whose budget is split wrongly.
`noisy_maximum`: report noisy max, and what else it must not release.
`selection`: a choice among a few options.
`threshold_queries`: sparse vector variants that are not private.
`geometric_series`: the exact sums over all integers that these take.
`float_noise`: noise in floating point, whose outputs tell the secret.

Accounts:
`calibrators`: too little Gaussian noise.
`accountants`: too little loss of a composition.
`declared_prices`: noise that is that of another price.
`membership_accounts`: mechanisms and accounts that disagree.

Policies of the papers with one defect:
`policies`: the wrong policies, and what must reject each.
`policy_entries`: the same as entries.
`weak_noise`: noise too small, used twice, shared or missing.
`wrong_sums`: other sums than each reward once.
`peeking`: decisions by a raw reward.
`hiding`: misbehaviour that is late, rare or behind the trace.
`nonconforming_policies`: private, but not the algorithm of the paper.
`biased_means`: sums that are forgotten where counts are not.
`pure_episodes`: AdaP-UCB and DP-UCB.
`episodic_policies`: AdaC-UCB.
`gaussian_policies`: a variance for a deviation, and a pure claim.
`vector_policies`: vectors, and plans over arms or contexts.
`noisy_leader`: a private policy of few lines, from which mutants derive.
`altered_noises`: noises that end, are cut, are shared or look at the data.
`altered_curators`: curators that read or release in another way.

Rewards that go past the curator:
`released_decisions`: noisy numbers, and decisions that are not.
`bare_releases`: a bare number that a decision reads, or does not.
`memory_elsewhere`: raw rewards that wait outside of the state.
`ways_round_the_engine`: rewards by frames and lying numbers.
`delayed_bypasses`: noise that changes later than any audit plays.
`unseen_rewards`: another reading or adversary than is claimed.

Code of others:
`black_boxes`: policies known by their methods.
`foreign_interfaces`: policies that stop, get batches, play slates or see contexts.
`late_and_rare`: random answers, until they are not.
`independent_runs`: runs with equal random numbers.

Policies that stop:
`stopping_policies`: what leaks through the end of a run.
`stopping_rules`: a wrong arm too often, or an end elsewhere.
`stopping_states`: policies of which an enumeration sees another one.
`noisy_race`: a private race, from which mutants derive.

Learners on fixed losses:
`adversarial_estimates`: estimates whose mean is not the loss.
`adversarial_laws`: another listing, or numbers that are no law.
`perturbed_leaders`: another counter or noise.
`adversarial_regret`: learners that do not learn.
`batch_conversions`: batches that are read or noised otherwise.
`noisy_vectors`: wrong vectors of batched EXP4.

Attacks and audits:
`membership_games`: wrong laws of games.
`membership_scores`: scores that are not what they are called.
`membership_descents`: attacks on descents with a wrong part.
`membership_audits`: bounds that are too large too often.
`audits_that_err`: too many false alarms.
"""

from .policies import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant"]
