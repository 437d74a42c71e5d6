"""The summary of Appendix B, and its Figures 2 and 3."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.bernoulli.section_2_background.definition_2_2_privacy import FACTOR
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import excess, largest_ratio
from banditproof.paper_checks.models.reward_models import (
    ARMS,
    HORIZON,
    LIST,
    TABLE,
    TREE,
    Model,
    copies_the_last_reward,
    interaction,
    sequences,
    worst_moment,
)
from banditproof.paper_checks.verdicts.vocabulary import points, proved, require, require_or_repair
from banditproof.verify.evidence import Grade
from .definition_b_1_adaptive_release import observed
from .figures_2_and_3 import tree_nodes
from .proposition_b_5_equivalence import SEVEN, studies


def _policies_between(table: Model = TABLE, tree: Model = TREE) -> dict[str, Any]:
    """How many of seven policies have a strictly larger delta in the stronger notion."""
    all_deltas = [deltas for deltas, _, _ in studies(table, tree)]
    strict: dict[str, Any] = {
        "Table > View": sum(view < other for view, other, _ in all_deltas),
        "adaptive > Table": sum(other < full for _, other, full in all_deltas),
    }
    require(all(strict.values()), "No policy tells two notions apart.", **strict)
    return strict


def larger_deltas() -> str:
    """What some policies lose in each step."""
    return f"at e^eps = 5/3: {_policies_between()}"


@checks("bern.propB.5.stronger")
@mutant("lists for tables", table=LIST)
@mutant("tables for trees", tree=TABLE)
def increasingly_stronger(
    table: Model = TABLE, tree: Model = TREE, proof: Proof = WRITTEN
) -> Verdict:
    """The implications for all policies, and their converses refuted by single ones."""
    strict = _policies_between(table, tree)
    return proof.verdict(numbers=strict, instances=f"{SEVEN}, at e^eps = 5/3.")


@checks("bern.propB.5.loss")
@mutant("lists for tables", table=LIST)
@mutant("tables for trees", tree=TABLE)
def budgets_grow(table: Model = TABLE, tree: Model = TREE) -> Verdict:
    """Delta at e^eps = 5/3 grows for some policy in both steps, the Renyi moment in one."""
    result = studies(table, tree)
    steps = [sum(d[i] < d[i + 1] for d, _, _ in result) for i in (0, 1)]
    moments = [[worst_moment(pairs, 2) for pairs in laws] for _, laws, _ in result]
    orders = [sum(m[i] < m[i + 1] for m in moments) for i in (0, 1)]
    require(all(steps) and any(orders), "No budget grows.", deltas=steps, moments=orders)
    return proved(
        f"In the steps to tables and to trees the delta of {steps[0]} and {steps[1]} of seven "
        f"policies grows, and the Renyi moment of order 2 of {orders[0]} and {orders[1]}.",
        universal=None,
    )


@checks("bern.propB.5.composite_events")
@mutant("atomic events only", atoms=True)
def composite_events(atoms: bool = False) -> Verdict:
    """A policy whose delta on lists is exceeded by its delta on trees, at the same e^eps.

    On atoms the bound e^eps Pr + delta of the lists does carry over to the trees.
    """
    gaps = []
    for deltas, laws, _ in studies(TABLE, TREE):
        pairs = laws[2]
        worst = (
            max(
                p - FACTOR * q
                for first, second in pairs
                for p, q in zip(first, second, strict=True)
            )
            if atoms
            else deltas[2]
        )
        gaps.append(worst - deltas[0])
    require(max(gaps) > 0, "No composite event breaks the bound of the lists.", gaps=gaps)
    return proved(
        f"At e^eps = 5/3 a policy has a delta on trees that is {float(max(gaps)):.4f} above its "
        "delta on lists, so the step to sets of views fails.",
        universal=None,
    )


@checks("bern.fig2", subjects={"bits": (("L", "L"), ("L", "R"))})
@mutant("b = R twice", bits=("R", "R"))
def protocol_caption(bits: tuple[str, str]) -> Verdict:
    """The two runs see neighbouring rewards and can have different laws."""
    first, second = (
        interaction(copies_the_last_reward, observed(lambda a: (0, 1), 1, b)) for b in bits
    )
    finding = "The caption gives both parts the same bit, so both show one protocol; (b) has b = R."
    differ = largest_ratio(first, second) > 1 and excess(first, second, Fraction(1)) > 0
    require_or_repair(differ, finding, Grade.PROVED, bits=bits)
    return proved(universal=None)


def number_of_nodes(arms: int, horizon: int) -> int:
    """One node for each action sequence of each length up to T."""
    return len(tree_nodes(horizon, arms))


@checks("bern.fig3")
@mutant("nodes of the last depth only", count=lambda arms, horizon: arms**horizon)
@mutant("a root reward", count=lambda arms, horizon: 1 + number_of_nodes(arms, horizon))
def three_pictures(count: Callable[[int, int], int] = number_of_nodes) -> Verdict:
    """The counts, and the rewards on the highlighted trajectory."""
    on_path = [(0, 1, 0)[:t] for t in range(1, HORIZON + 1)]
    tree = {a for depth in range(1, HORIZON + 1) for a in sequences(depth)}
    result = count(ARMS, HORIZON)
    right = result == len(tree) == 14 and tree.issuperset(on_path)
    require(right, "The tree has not 14 rewards.", Grade.PROVED, counted=result, rewards=len(tree))
    return points()
