"""Hypothesis strategies for the edge cases of bandit mathematics and of privacy.

Only this folder imports hypothesis, which the extra `banditproof[test]` installs. Suites of others
take the strategies from `banditproof.testing`.
"""

from .batch_schedules import schedules
from .corner_numbers import (
    CORNER_EPSILONS,
    CORNER_MEANS,
    budget_thousandths,
    divergence_cases,
    epsilons,
    levels,
    mean_pairs,
    probabilities,
    thousandths,
)
from .instances import bandits, finite_support_bandits, gaussian_bandits, means
from .noises import mechanisms, scales
from .policies import (
    DeclaredFollower,
    built_in_policies,
    declared_policies,
    finite_policies,
    policies,
)
from .privacy_budgets import CORNER_SIZES, budgets, sizes
from .reward_inputs import (
    BITS,
    CORNER_REWARDS,
    Neighbours,
    Rewards,
    neighbouring_lists,
    neighbouring_tables,
    neighbouring_trees,
    reward_lists,
    reward_tables,
    reward_trees,
    single_rewards,
)

__all__ = [
    "BITS", "CORNER_EPSILONS", "CORNER_MEANS", "CORNER_REWARDS", "CORNER_SIZES", "DeclaredFollower",
    "Neighbours", "Rewards", "bandits", "budget_thousandths", "budgets", "built_in_policies",
    "declared_policies", "divergence_cases", "epsilons", "finite_policies",
    "finite_support_bandits", "gaussian_bandits", "levels", "mean_pairs", "means", "mechanisms",
    "neighbouring_lists", "neighbouring_tables", "neighbouring_trees", "policies", "probabilities",
    "reward_lists", "reward_tables", "reward_trees", "scales", "schedules", "single_rewards",
    "sizes", "thousandths",
]  # fmt: skip
