"""The whole corpus: every mutant with its reference, its judge, and where its defect was seen."""

from importlib import import_module
from types import ModuleType
from .entry import Entry

FILES = (
    *("threshold_queries", "noisy_maximum", "selection", "linear_counters", "single_releases"),
    *("float_noise", "calibrators", "accountants", "audits_that_err", "released_decisions"),
    *("unseen_rewards", "biased_means", "independent_runs", "black_boxes"),
    *("policy_entries", "gaussian_policies", "episodic_policies", "pure_episodes"),
    *("declared_prices", "vector_policies", "altered_noises", "bare_releases"),
    *("memory_elsewhere", "late_and_rare", "foreign_interfaces", "ways_round_the_engine"),
    *("delayed_bypasses", "stopping_policies", "stopping_rules", "stopping_states"),
    *("batch_conversions", "noisy_vectors", "adversarial_estimates"),
    *("adversarial_laws", "perturbed_leaders", "adversarial_regret", "membership_audits"),
    *("membership_accounts", "membership_games", "membership_scores", "membership_descents"),
)
"""The files of the corpus, in the order in which their entries are judged."""
PARTS: tuple[ModuleType, ...] = tuple(import_module(f".{name}", __package__) for name in FILES)
CORPUS: tuple[Entry, ...] = tuple(entry for part in PARTS for entry in part.ENTRIES)
