"""Claims about the loss from View DP to Table DP: Proposition 3.12 (d), and what is best."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.formal_products import all_sequences, rewards_seen, table_entry
from banditproof.paper_checks.models.policy_protocols import differ_once
from .leak_if_all_match import WEIGHT, matched_laws
from .proposition_3_12_table_and_view import FACTORS, ONE_PER_CENT, SIZES_COVERED, compared

Growth = Callable[[int, int], Fraction]
MATCHED = ((2, 2), (3, 2), (4, 2), (2, 3))
"""Pairs (T, K) at which the policy that attains the loss is played."""


def all_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^T."""
    return Fraction(arms**horizon)


def relevant_sequences_count(horizon: int, arms: int) -> Fraction:
    """K^(T-1)."""
    return Fraction(arms ** (horizon - 1))


def loss_is_at_most(growth: Growth, sides: Sides) -> None:
    """The Table delta of each policy must be at most growth times its View delta."""
    played = list(compared(differ_once))
    played += [("leaks if all match", t, k, *matched_laws(t, k)) for t, k in MATCHED]
    for name, horizon, arms, *laws in played:
        for factor in FACTORS:
            view, table = (law.delta(factor) for law in laws)
            most = growth(horizon, arms) * view
            case: dict[str, Any] = {"policy": name, "T": horizon, "K": arms, "exp_eps": factor}
            finding = "The loss from View to Table is larger."
            sides.at_most(table, most, finding, **case, deltas=(view, table))


TOO_SMALL: dict[str, dict[str, Growth]] = {
    "sharper: no loss": {"growth": lambda t, k: Fraction(1)},
    "sharper: a loss of K": {"growth": lambda t, k: Fraction(k)},
    "sharper: a loss of T": {"growth": lambda t, k: Fraction(t)},
    "sharper: a loss of K^(T-2)": {"growth": lambda t, k: Fraction(k ** (t - 2))},
    "sharper: a loss of 0.99 K^(T-1)": {"growth": lambda t, k: k ** (t - 1) * ONE_PER_CENT},
}


@checks("thesis.prop3.12.d", mutants={**TOO_SMALL})
def view_implies_table(growth: Growth = all_sequences_count, proof: Proof = WRITTEN) -> Verdict:
    """delta on tables against K^T times delta on lists."""
    sides = Sides()
    loss_is_at_most(growth, sides)
    return proof.verdict(
        instances=f"{SIZES_COVERED}; the policy that attains the loss at (T, K) = {MATCHED}; "
        "e^eps = 1, 6/5, 2, 5.",
        sharpness=sides.sharpness,
    )


@checks("thesis.prop3.12.d.sharp", mutants={**TOO_SMALL})
def sharp_loss(growth: Growth = relevant_sequences_count, proof: Proof = WRITTEN) -> Verdict:
    """The grouping by the first T-1 actions, and the comparison."""
    for _, actions in all_sequences():
        other = (*actions[:-1], 1 - min(actions[-1], 1))
        pasts = [rewards_seen(path, table_entry) for path in (actions, other)]
        require(pasts[0] == pasts[1], "The last action chooses a reward.", actions=actions)
    sides = Sides()
    loss_is_at_most(growth, sides)
    return proof.verdict(
        instances=f"{SIZES_COVERED}; the policy that attains the loss at (T, K) = {MATCHED}; "
        "e^eps = 1, 6/5, 2, 5; the grouping as formal products at T <= 4.",
        sharpness=sides.sharpness,
    )


@checks("thesis.prop3.12.d.attained")
@mutant("a loss of K^T", growth=all_sequences_count)
@mutant("sharper: attained also at eps = 0", factors=FACTORS)
def loss_attained(
    growth: Growth = relevant_sequences_count,
    factors: tuple[Fraction, ...] = FACTORS[1:],
    proof: Proof = WRITTEN,
) -> Verdict:
    """The two deltas of the policy that leaks if all rewards match, exactly."""
    for (horizon, arms), factor in product(MATCHED, (1 / (1 - WEIGHT), *factors)):
        view, table = (law.delta(factor) for law in matched_laws(horizon, arms))
        attained = table == WEIGHT and view * growth(horizon, arms) == WEIGHT
        case: dict[str, Any] = {"T": horizon, "K": arms, "exp_eps": factor, "deltas": (view, table)}
        require(attained, "The factor is not attained.", **case)
    return proof.verdict(
        instances=f"Played at w = 1/20, (T, K) = {MATCHED}, e^eps = 20/19, 6/5, 2, 5, exact."
    )
