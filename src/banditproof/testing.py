"""For the test suites of others: assertions of privacy, and hypothesis strategies.

Assertions, which need no hypothesis:

- `assert_private(policy, eps=0.5)` passes if the policy was shown to be private, and raises
  `NotPrivate` or `NotShownPrivate` otherwise;
- `@private(eps=0.5)` does so for a test that returns a policy, or what makes one;
- `assert_delta_correct(policy, 0.1, means)` passes if a policy that stops was shown to name a wrong
  arm with probability at most 0.1 there, and raises `NotDeltaCorrect` or `NotShownDeltaCorrect`.

Strategies, which import hypothesis when they are called:

- instances: `bandits`, `gaussian_bandits`, `finite_support_bandits`, `means`, `probabilities`;
- inputs: `single_rewards`, `reward_lists`, `reward_tables`, `reward_trees`, and the pairs
  `neighbouring_lists`, `neighbouring_tables`, `neighbouring_trees`;
- claims: `budgets` (of all kinds), `epsilons` (floats), `sizes` (an exact eps or rho);
- algorithms: `policies` (private ones), `built_in_policies`, `declared_policies`,
  `finite_policies`, `schedules`, `mechanisms`.

>>> from banditproof.testing import neighbouring_lists
>>> from hypothesis import find
>>> find(neighbouring_lists(3), lambda pair: pair.challenge == 2)
Neighbours(left=(0, 0, 0), right=(0, 1, 0), challenge=2)
"""

from typing import TYPE_CHECKING, Any

from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from banditproof.verify.assertions import NotPrivate, NotShownPrivate, assert_private
    from banditproof.verify.correctness_assertion import (
        NotDeltaCorrect,
        NotShownDeltaCorrect,
        assert_delta_correct,
    )
    from banditproof.verify.private_mark import private
    from banditproof.verify.strategies import (
        bandits,
        budgets,
        built_in_policies,
        declared_policies,
        epsilons,
        finite_policies,
        finite_support_bandits,
        gaussian_bandits,
        means,
        mechanisms,
        neighbouring_lists,
        neighbouring_tables,
        neighbouring_trees,
        policies,
        probabilities,
        reward_lists,
        reward_tables,
        reward_trees,
        schedules,
        single_rewards,
        sizes,
    )

__all__ = [
    "NotDeltaCorrect",
    "NotPrivate",
    "NotShownDeltaCorrect",
    "NotShownPrivate",
    "assert_delta_correct",
    "assert_private",
    "bandits",
    "budgets",
    "built_in_policies",
    "declared_policies",
    "epsilons",
    "finite_policies",
    "finite_support_bandits",
    "gaussian_bandits",
    "means",
    "mechanisms",
    "neighbouring_lists",
    "neighbouring_tables",
    "neighbouring_trees",
    "policies",
    "private",
    "probabilities",
    "reward_lists",
    "reward_tables",
    "reward_trees",
    "schedules",
    "single_rewards",
    "sizes",
]

_attribute, __dir__ = lazy_names(__name__)


def __getattr__(name: str) -> Any:
    """A public name; a strategy says that it needs hypothesis only when it is called."""
    try:
        return _attribute(name)
    except ModuleNotFoundError as missing:
        if missing.name != "hypothesis":
            raise
        return _without_hypothesis(name)


def _without_hypothesis(name: str) -> Any:
    """Stands for a strategy where hypothesis is missing."""

    def strategy(*arguments: Any, **options: Any) -> Any:
        from banditproof.theory.optional_libraries import install_command

        raise ModuleNotFoundError(
            f"The strategy {name} needs hypothesis, which is not installed; run "
            f"`{install_command('test')}`.",
            name="hypothesis",
        )

    return strategy
