"""Claims about the loss from View DP to Table DP: Proposition 3.12 (d) and its sharp factor."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ....claim import claim
from ....models.exact_games import require
from ....models.formal_products import all_sequences, rewards_seen, table_entry
from ....models.policy_protocols import differ_once
from ....models.separating_policies import one_arm_for_each_reward
from ....verdict import Verdict
from ....vocabulary import certified
from .proposition_3_12_table_and_view import FACTORS, SIZES_COVERED, compared, list_and_table_laws

Growth = Callable[[int, int], Fraction]


def all_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^T."""
    return Fraction(arms**horizon)


def relevant_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^(T-1)."""
    return Fraction(arms ** (horizon - 1))


def loss_is_at_most(growth: Growth) -> None:
    """The Table delta of each policy must be at most growth times its View delta."""
    for name, horizon, arms, *laws in compared(differ_once):
        for factor in FACTORS:
            view, table = (found.delta(factor) for found in laws)
            require(
                table <= growth(horizon, arms) * view,
                "The loss from View to Table is larger.",
                policy=name,
                T=horizon,
                K=arms,
                e_eps=factor,
                deltas=(view, table),
            )


@claim(
    "thesis.prop3.12.d",
    r"$(\varepsilon,\delta)$-View DP implies $(\varepsilon,K^T\delta)$-Table DP. (Both readings.)",
    recorded="holds",
    doubts=("D13",),
    title="from View DP to Table DP with a loss",
    mutants={
        "no loss": {"growth": lambda t, k: Fraction(1)},
        "a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
    },
)
def view_implies_table(growth: Growth = all_sequences_count) -> Verdict:
    """delta on tables against K^T times delta on lists."""
    loss_is_at_most(growth)
    return certified(
        "True, with room: K^(T-1) suffices (thesis.prop3.12.d.sharp).",
        covered=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5.",
        not_covered="Other policies, in words: a sum of at most K^T single sequences.",
    )


@claim(
    "thesis.prop3.12.d.sharp",
    r"$(\varepsilon,\delta)$-View DP implies $(\varepsilon,K^{T-1}\delta)$-Table DP; the factor is "
    r"attained at $T=2$, $K=2$. (Both readings.)",
    recorded="holds",
    doubts=("D13",),
    title="a loss of K^(T-1) from View to Table is enough",
    place="3.6",
    mutants={
        "a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
        "a loss of K^T": {"growth": all_sequences_count},
        "a loss slightly below": {"growth": lambda t, k: k ** (t - 1) - Fraction(1, 1000)},
    },
)
def sharp_loss(growth: Growth = relevant_sequences_count) -> Verdict:
    """The grouping by the first T-1 actions, the comparison, and the policy that attains it."""
    for _, actions in all_sequences():
        other = (*actions[:-1], 1 - min(actions[-1], 1))
        pasts = [rewards_seen(path, table_entry) for path in (actions, other)]
        require(pasts[0] == pasts[1], "The last action chooses a reward.", actions=actions)
    loss_is_at_most(growth)
    shown = []
    for factor in (Fraction(3, 2), Fraction(2), Fraction(5)):
        laws = list_and_table_laws(one_arm_for_each_reward, 2, 2, differ_once)
        view, table = (found.delta(factor) for found in laws)
        shown.append(f"{view} and {table}")
        attained = table == growth(2, 2) * view
        require(attained, "The factor is not attained.", e_eps=factor, deltas=(view, table))
    return certified(
        "Sequences with the same first T-1 actions see one list, so an event is a union of at most "
        f"K^(T-1) events of lists. At T = K = 2 a policy has View and Table delta {shown[0]} at "
        "e^eps = 3/2, and the same at 2 and 5.",
        covered=f"{SIZES_COVERED}; e^eps = 1, 6/5, 2, 5; the grouping as formal products at "
        "T <= 4; the tight policy at e^eps = 3/2, 2, 5.",
        not_covered="Whether K^(T-1) is attained at other T and K; other policies, in words.",
    )
