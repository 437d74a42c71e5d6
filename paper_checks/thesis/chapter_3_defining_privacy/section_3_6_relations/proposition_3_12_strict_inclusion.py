"""Claims about the strict inclusion of Proposition 3.12 (e), and the proposition as a whole."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.formal_products import rewards_seen, table_entry
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import kernel_as_machine, list_reward, play
from banditproof.paper_checks.models.separating_policies import four_rewards, padded
from ....checking import Outcome, Proof, Sides, Verdict, checks, mutant, written_proof
from . import proposition_3_12_loss as proposition_3_12_loss
from .proof_of_the_strict_inclusion import REWARDS, at_most
from .proposition_3_12_table_and_view import pure_equal

STRICT = written_proof("thesis.prop3.12.e.repaired")

Region = tuple[tuple[int, int, Fraction], ...]
"""Values of (T, K, delta)."""
EVERYWHERE: Region = (
    (2, 2, Fraction(1, 10)),
    (2, 2, Fraction(0)),
    (1, 2, Fraction(1, 10)),
    (2, 1, Fraction(1, 10)),
)
WHERE_IT_HOLDS: Region = (
    *((2, 2, Fraction(n, 100)) for n in (1, 10, 50, 90)),
    (3, 2, Fraction(1, 10)),
    (2, 3, Fraction(1, 10)),
)
POSITIVE = (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(5), Fraction(100))


def twice(delta: Fraction) -> Fraction:
    """The weight min(1, 2 delta) of the family."""
    return min(Fraction(1), 2 * delta)


@cache
def family_laws(weight: Fraction, horizon: int, arms: int) -> tuple[Laws, Laws]:
    """The padded policy of a weight on lists and tables of rewards 0 to 3."""
    machine = kernel_as_machine(padded(four_rewards(weight), 2, arms))
    view, table = (laws(machine, horizon, arms, REWARDS) for laws in (view_laws, table_laws))
    return view, table


Weight = Callable[[Fraction], Fraction]


def why_equal(horizon: int, arms: int, delta: Fraction) -> str | None:
    """Why the two classes are one at (T, K, delta), or None if nothing says so."""
    if not any(rewards_seen((arm,) * horizon, table_entry) for arm in range(arms)):
        return "no reward is in any factor, so every policy is in both classes"
    machine = kernel_as_machine(lambda seen: (Fraction(1), *[Fraction(0)] * (arms - 1)))
    if len(play(machine, horizon, list_reward((0,) * horizon), arms=arms)) == 1:
        return "there is one sequence of actions, so every policy is in both classes"
    if delta == 0 and pure_equal().outcome == Outcome.HOLDS:
        return "e^eps is the same on lists and on tables, which is part (a)"
    return None


@checks("thesis.prop3.12.e", subjects={"region": (EVERYWHERE, WHERE_IT_HOLDS)})
@mutant("weight delta", weight=lambda delta: delta)
@mutant("sharper: View DP with 0.99 delta", share=Fraction(99, 100))
@mutant("weight 3 delta", weight=lambda delta: min(Fraction(1), 3 * delta))
@mutant("sharper: delta = 0 too", region=EVERYWHERE[:2])
@mutant("rewards that are farther", proof=STRICT.changed(14, holds=at_most(0)))
def strictly_contained(
    region: Region, weight: Weight = twice, share: Fraction = Fraction(1), proof: Proof = STRICT
) -> Verdict:
    """The inclusion at chosen points, by the laws of the family."""
    sides = Sides()
    reasons = [(*place, why_equal(*place)) for place in region]
    equal = "; ".join(
        f"T = {t}, K = {k}, delta = {delta}: {reason}" for t, k, delta, reason in reasons if reason
    )
    require_or_repair(
        not equal,
        "The inclusion is an equality at delta = 0, which (a) itself says, and for T = 1 or K = 1; "
        "no range is printed, and the proof shows one pair (eps, delta) at T = 3, K = 2. For delta "
        "in (0, 1), T >= 2, K >= 2 it is strict.",
        equal_at=equal,
    )
    finding = "The family does not separate the two classes."
    for (horizon, arms, delta), factor in product(region, POSITIVE):
        view, table = (laws.delta(factor) for laws in family_laws(weight(delta), horizon, arms))
        case: dict[str, Any] = {"T": horizon, "K": arms, "delta": delta, "exp_eps": factor}
        sides.at_most(view, share * delta, finding, **case)
        require(delta < table, finding, **case, Table=table)
    return proof.verdict(sharpness=sides.sharpness)
