"""The one adversary behind the counterexamples: she turns a_2 into a later reward.

Each policy shows r_1 through a_2 and, in the last round, by a leak whose sign is chosen by a later
reward. Who makes that reward equal to a_2 collects both. Whether this is possible is what tells
the models apart; the laws below can be multiplied out by hand.
"""

from fractions import Fraction
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    Query,
    Reward,
    Table,
    kernel_as_machine,
    own_action,
    own_column,
    play,
    table_reward,
)
from banditproof.verify.exact_laws.law_divergences import excess


def _between(
    kernel: Kernel, horizon: int, rewards: tuple[Reward, Reward], query: Query
) -> Fraction:
    first, second = (play(kernel_as_machine(kernel), horizon, reward, query) for reward in rewards)
    return max(excess(first, second, 1), excess(second, first, 1))


def by_a_tree(kernel: Kernel) -> Fraction:
    """T = 4, adaptive continual release: r_1 is 0 or 1, r_2 = 0, r_3 = a_2."""

    def reward(first: int) -> Reward:
        return lambda a, label: (first, 0, a[-2])[len(a) - 1] if len(a) > 1 else first

    return _between(kernel, 4, (reward(0), reward(1)), own_action)


def _table(first: int, horizon: int) -> Table:
    """Rows (r_1, r_1), then (0, 0) up to the last row that is read, which is (0, 1)."""
    return ((first, first), *[(0, 0)] * (horizon - 3), (0, 1))


def by_a_query(kernel: Kernel) -> Fraction:
    """T = 4, interactive: q_1 = q_2 = arm 1 and q_3 = a_2 on a last row (0, 1)."""

    def query(a: Actions) -> int:
        return a[1] if len(a) == 3 else 0

    return _between(kernel, 4, (table_reward(_table(0, 4)), table_reward(_table(1, 4))), query)


def by_its_own_column(kernel: Kernel) -> Fraction:
    """T = 3, table of pi^B with all labels arm 1: the row (0, 1) shows pi^B its own a_2."""
    return _between(kernel, 3, (own_column(_table(0, 3)), own_column(_table(1, 3))), lambda a: 0)
