"""Claims about Interactive DP and Table DP: Proposition 3.13."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.delta_two_ways import Deltas, agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Row,
    Seen,
    kernel_as_machine,
    own_action,
    random_kernel,
)
from banditproof.paper_checks.verdicts.vocabulary import points, proved
from ....models.formal_products import Label, own, own_entry, require_one_law, table_entry
from ....models.neighbouring_laws import interactive_laws, table_laws, view_laws
from ....models.separating_policies import appendix, leaks_at_label_zero, leaks_if_label_is_reward
from ..section_3_4_interactive.largest_moments import best_fixed_queries
from .steering_policies import by_a_query, by_its_own_column

FACTORS = (Fraction(1), Fraction(3, 2))


def softened(kernel: Kernel) -> Kernel:
    """The policy mixed with a fair coin, one time in ten: no arm is impossible."""

    def mixed(seen: Seen) -> Row:
        return tuple(Fraction(9, 10) * p + Fraction(1, 20) for p in kernel(seen))

    return mixed


@checks("thesis.prop3.13.a")
@mutant("the adversary repeats the first action", label=lambda a: a[0])
@mutant("the adversary queries the other arm", label=lambda a: 1 - min(a[-1], 1))
@mutant("sharper: (eps, 0.99 delta)-Table DP", share=Fraction(99, 100))
def interactive_implies_table(label: Label = own, share: Fraction = Fraction(1)) -> Verdict:
    """The identity adversary as a term, and the three distances of four policies."""
    sides, finding = Sides(), "This adversary does not play the table mechanism."
    require_one_law((label, table_entry), (own, own_entry), finding)
    source = random.Random(313)
    kernels = (appendix, leaks_at_label_zero, *(random_kernel(source, 3) for _ in range(2)))
    strict = 0
    for number, kernel in enumerate(kernels):
        for factor in FACTORS:
            deltas = agreed_deltas(kernel, 3, factor)
            strict += deltas.table < deltas.interactive
            finding = "Tables have a larger delta than adversaries."
            case: dict[str, Any] = {"policy": number, "exp_eps": factor}
            sides.at_most(deltas.table, share * deltas.interactive, finding, **case, deltas=deltas)
        machine = kernel_as_machine(kernel)
        laws, asked = table_laws(machine, 3), interactive_laws(machine, 3, own_action)
        same = laws.ratio() == asked.ratio() and laws.moment(2) == asked.moment(2)
        require(same, "The adversary B = id has another budget.", policy=number)
    return proved(
        numbers={"pairs (policy, eps) with a strict inequality": strict}, sharpness=sides.sharpness
    )


Budgets = Callable[[Kernel, int], Deltas]
"""The budgets of a policy in all models, at a horizon."""


def deltas_at_one(kernel: Kernel, horizon: int) -> Deltas:
    """The deltas at e^eps = 1, by two routes."""
    return agreed_deltas(kernel, horizon, Fraction(1))


@cache
def pure_ratios(kernel: Kernel, horizon: int) -> Deltas:
    """e^eps of the softened policy, over all inputs, queries and single sequences."""
    soft = softened(kernel)
    on_lists, on_tables = (
        Fraction(laws(kernel_as_machine(soft), horizon).ratio()) for laws in (view_laws, table_laws)
    )
    adversaries = (
        adversary.feeding(horizon),
        adversary.queries(horizon),
        adversary.post_processing(horizon),
    )
    return Deltas(
        on_lists, on_tables, *(adversary.largest_ratio(soft, horizon, a) for a in adversaries)
    )


FORWARD = (
    "T = 3, K = 2: a_1 = 1; a_2 = 1 with probability 3/4 if r_1 = 0, 1/4 if r_1 = 1; a_3 = 2 with "
    "probability 1/5 if q_2 = 1 and r_2 != r_1, else a_3 = 1"
)
BACKWARD = (
    "T = 4, K = 2: a_1 = a_3 = 1, a_2 as before; a_4 = 2 with probability 1/5 if r_3 != r_1 and "
    "q_3 is arm 1 with r_3 = 0 or arm 2 with r_3 = 1, else a_4 = 1"
)


def require_both_directions(budgets: Budgets) -> None:
    """Each direction of (b) on the policy that breaks it for delta > 0."""
    results: list[str] = []
    first = budgets(leaks_at_label_zero, 3)
    if first.interactive < first.post_processed:
        results.append(
            f"Interactive does not imply pi^B: {FORWARD}; Interactive {first.interactive}, "
            f"Table of pi^B over all B {first.post_processed}, attained for B = 1 on a second row "
            "(0,1), where the laws for r_1 = 0 and 1 have"
            f" distance {by_its_own_column(leaks_at_label_zero)}"
        )
    second = budgets(leaks_if_label_is_reward, 4)
    if second.post_processed < second.interactive:
        results.append(
            f"pi^B does not imply Interactive: {BACKWARD}; Table of pi^B over all B "
            f"{second.post_processed}, Interactive {second.interactive}, attained for q_3 = a_2 on "
            "a third row (0,1), where the laws for r_1 = 0 and 1 have"
            f" distance {by_a_query(leaks_if_label_is_reward)}"
        )
    later = agreed_deltas(leaks_if_label_is_reward, 4, Fraction(3, 2))
    require(
        not results,
        "For delta > 0 both directions of (b) fail: pi^B on a table sees the entry of its own "
        "action, the view that of the query. At e^eps = 3/2 the second policy still has "
        f"{later.post_processed} for pi^B and {later.interactive} against adversaries.",
        exp_eps=1,
        counterexamples=". ".join(results),
    )


@checks("thesis.prop3.13.b")
@mutant("for pure DP", budgets=pure_ratios)
def interactive_iff_post_processed(budgets: Budgets = deltas_at_one) -> Verdict:
    """One policy for each direction, all adversaries and tables, by two routes."""
    require_both_directions(budgets)
    return points()


MOMENTS: tuple[adversary.Leaf, ...] = (adversary.moment_of(2), adversary.moment_of(3))


@checks("thesis.prop3.13.b.repaired")
@mutant("delta at e^eps = 1", leaves=(adversary.gain(1),))
def pure_and_concentrated(
    leaves: tuple[adversary.Leaf, ...] = MOMENTS, proof: Proof = WRITTEN
) -> Verdict:
    """Backward induction on both sides against products along fixed queries; ratios too."""
    source = random.Random(14)
    kernels = (softened(leaks_at_label_zero), random_kernel(source, 3))
    for number, kernel in enumerate(kernels):
        for leaf in leaves:
            sides = (
                adversary.interactive(kernel, 3, leaf),
                adversary.post_processed(kernel, 3, leaf),
            )
            require(sides[0] == sides[1], "The two sides differ.", policy=number, T=3, sides=sides)
        for order in (2, 3):
            fixed = best_fixed_queries(kernel, 3, order)
            worst = adversary.post_processed(kernel, 3, adversary.moment_of(order))
            require(fixed == worst, "Fixed queries are not the worst.", policy=number, order=order)
    ratios = pure_ratios(leaks_if_label_is_reward, 4)
    same = ratios.interactive == ratios.post_processed
    require(same, "The pure budgets differ.", ratios=ratios)
    return proof.verdict()
