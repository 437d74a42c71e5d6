"""Claims about Interactive DP and Table DP: Proposition 3.13."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.deltas_twice import agreed_deltas
from ....models.formal_products import Label, all_sequences, factors, own, table_entry, written
from ....models.neighbouring_laws import interactive_laws, table_laws
from ....models.policy_protocols import (
    Kernel,
    Row,
    Seen,
    kernel_as_machine,
    own_action,
    random_kernel,
)
from ....models.separating_policies import appendix, leaks_at_label_zero, leaks_if_label_is_reward
from ....models.strongest_adversary import (
    Leaf,
    gain,
    interactive,
    largest_ratio,
    moment_of,
    post_processed,
    post_processing,
    queries,
)
from ....verdict import Outcome, Verdict, fails, holds
from ..section_3_4_interactive.open_loop_theorem import constant_queries, product_over
from .steering_policies import by_a_query, by_its_own_column

FACTORS = (Fraction(1), Fraction(3, 2))


def softened(kernel: Kernel) -> Kernel:
    """The policy mixed with a fair coin, one time in ten: no arm is impossible."""

    def mixed(seen: Seen) -> Row:
        return tuple(Fraction(9, 10) * p + Fraction(1, 20) for p in kernel(seen))

    return mixed


@claim(
    "thesis.prop3.13.a",
    r"Interactive DP implies Table DP, for every notion of DP: the adversary "
    r"$B_t(o_1,\dots,o_t)=o_t$ plays the table mechanism. (Both readings.)",
    recorded="holds",
    title="Interactive DP implies Table DP",
    mutants={
        "the adversary repeats the first action": {"label": lambda a: a[0]},
        "the adversary queries the other arm": {"label": lambda a: 1 - min(a[-1], 1)},
    },
)
def interactive_implies_table(label: Label = own) -> Verdict:
    """The identity adversary as formal products, and the three distances of five policies."""
    for _, actions in all_sequences():
        if factors(actions, table_entry, label) != factors(actions, table_entry):
            return fails(
                Grade.PROVED,
                "This adversary does not play the table mechanism.",
                witness=f"{written(factors(actions, table_entry, label))} for actions {actions}.",
            )
    source = random.Random(313)
    kernels = (appendix, leaks_at_label_zero, *(random_kernel(source, 3) for _ in range(2)))
    strict = 0
    for number, kernel in enumerate(kernels):
        for factor in FACTORS:
            found = agreed_deltas(kernel, 3, factor)
            strict += found.table < found.interactive
            if found.table > found.interactive:
                return fails(Grade.PROVED, "Table is larger.", witness=f"Policy {number}: {found}.")
        machine = kernel_as_machine(kernel)
        laws, asked = table_laws(machine, 3), interactive_laws(machine, 3, own_action)
        if laws.ratio() != asked.ratio() or laws.moment(2) != asked.moment(2):
            return fails(Grade.PROVED, "B = id differs.", witness=f"Policy {number}.")
    return holds(
        Grade.CERTIFIED,
        "With B = id the view is the table mechanism, whatever the notion and the reading.",
        numbers={"pairs (policy, eps) with a strict inequality": strict},
        covered="Every kernel and table as formal products at T <= 4; delta at e^eps = 1 and 3/2, "
        "e^eps and Renyi order 2 of four policies at T = 3, K = 2.",
        not_covered="Larger sizes, which repeat the same step.",
    )


Values = Callable[[Kernel, int], tuple[Fraction | float, Fraction | float]]
"""The budget of a policy against all adversaries, and the largest of pi^B on tables."""


def delta_at_one(kernel: Kernel, horizon: int) -> tuple[Fraction | float, Fraction | float]:
    """The two deltas at e^eps = 1."""
    found = agreed_deltas(kernel, horizon, Fraction(1))
    return found.interactive, found.post_processed


@cache
def pure_ratios(kernel: Kernel, horizon: int) -> tuple[Fraction | float, Fraction | float]:
    """The two e^eps of the softened policy, over all tables, queries and single sequences."""
    soft = softened(kernel)
    return (
        largest_ratio(soft, horizon, queries(horizon)),
        largest_ratio(soft, horizon, post_processing(horizon)),
    )


FORWARD = (
    "T = 3, K = 2: a_1 = 1; a_2 = 1 with probability 3/4 if r_1 = 0, 1/4 if r_1 = 1; a_3 = 2 with "
    "probability 1/5 if q_2 = 1 and r_2 != r_1, else a_3 = 1"
)
BACKWARD = (
    "T = 4, K = 2: a_1 = a_3 = 1, a_2 as before; a_4 = 2 with probability 1/5 if r_3 != r_1 and "
    "q_3 is arm 1 with r_3 = 0 or arm 2 with r_3 = 1, else a_4 = 1"
)


@cache
def directions(values: Values) -> tuple[str, ...]:
    """A counterexample to each direction of (b), where there is one."""
    found: list[str] = []
    one, other = values(leaks_at_label_zero, 3)
    if one < other:
        found.append(
            f"Interactive does not imply pi^B: {FORWARD}; Interactive {one}, Table of pi^B over "
            f"all B {other}, attained for B = 1 on a second row (0,1), where the laws for r_1 = 0 "
            f"and 1 have distance {by_its_own_column(leaks_at_label_zero)}"
        )
    one, other = values(leaks_if_label_is_reward, 4)
    if other < one:
        found.append(
            f"pi^B does not imply Interactive: {BACKWARD}; Table of pi^B over all B {other}, "
            f"Interactive {one}, attained for q_3 = a_2 on a third row (0,1), where the laws for "
            f"r_1 = 0 and 1 have distance {by_a_query(leaks_if_label_is_reward)}"
        )
    return tuple(found)


def _judge_both_directions(values: Values) -> Verdict:
    found = directions(values)
    if not found:
        return holds(
            Grade.CERTIFIED,
            "Both sides agree on the two policies.",
            covered="Two policies.",
            not_covered="All others.",
        )
    later = agreed_deltas(leaks_if_label_is_reward, 4, Fraction(3, 2))
    return fails(
        Grade.PROVED,
        "For delta > 0 both directions of (b) fail (D4): pi^B on a table sees the entry of its own "
        "action, the view that of the query. At e^eps = 3/2 the second policy still has "
        f"{later.post_processed} for pi^B and {later.interactive} against adversaries.",
        witness=f"At e^eps = 1. {'. '.join(found)}.",
    )


@claim(
    "thesis.prop3.13.b",
    r"$\pi$ is Interactive DP iff for every deterministic $B$ the policy $\pi^B$ is Table DP, for "
    r"every notion of DP. (Kernel reading.)",
    recorded="fails",
    repaired_by="thesis.prop3.13.b.repaired",
    doubts=("D4",),
    title="Interactive DP iff every post-processed policy is Table DP",
    mutants={"for pure DP": {"values": pure_ratios}},
)
def interactive_iff_post_processed(values: Values = delta_at_one) -> Verdict:
    """One policy for each direction, all adversaries and tables, by two routes."""
    return _judge_both_directions(values)


@claim(
    "thesis.prop3.13",
    r"(a) Interactive DP implies Table DP. (b) $\pi$ is Interactive DP iff for every deterministic "
    r"$B$ the policy $\pi^B$ is Table DP. Both for every notion of DP. (Kernel reading.)",
    recorded="fails",
    repaired_by="thesis.prop3.13.b.repaired",
    doubts=("D4",),
    mutants={"for pure DP": {"values": pure_ratios}},
)
def interactive_and_table(values: Values = delta_at_one) -> Verdict:
    """Part (a) holds; part (b) is judged by its two witnesses."""
    first = interactive_implies_table()
    if first.outcome != Outcome.HOLDS:
        return fails(Grade.PROVED, "Part (a) is false.", witness=first.summary)
    return _judge_both_directions(values)


Leaves = tuple[Leaf, ...]
MOMENTS: Leaves = (moment_of(2), moment_of(3))


@claim(
    "thesis.prop3.13.b.repaired",
    r"For pure DP and for zCDP, and kernels: $\pi$ is Interactive DP iff every $\pi^B$ is Table "
    r"DP; for each $\alpha$ both suprema equal $\max_{q,\,r\sim r'}\sum_tD_\alpha(\pi_t(\cdot\mid "
    r"q,r)\|\pi_t(\cdot\mid q,r'))$.",
    recorded="holds",
    doubts=("D4",),
    title="Interactive DP iff every post-processed policy is Table DP, pure and zCDP",
    mutants={"delta at e^eps = 1": {"leaves": (gain(1),)}},
)
def pure_and_concentrated(leaves: Leaves = MOMENTS) -> Verdict:
    """Backward induction on both sides against products along fixed queries; ratios too."""
    source = random.Random(14)
    kernels = (softened(leaks_at_label_zero), random_kernel(source, 3))
    for number, kernel in enumerate(kernels):
        for leaf in leaves:
            one, other = interactive(kernel, 3, leaf), post_processed(kernel, 3, leaf)
            if one != other:
                return fails(
                    Grade.PROVED,
                    "The two sides differ.",
                    witness=f"Policy {number}, T = 3: {one} and {other}.",
                )
        for order in (2, 3):
            best = max(product_over(step, order) for step in constant_queries(kernel, 3))
            if best != post_processed(kernel, 3, moment_of(order)):
                return fails(
                    Grade.PROVED,
                    "Fixed queries are not the worst.",
                    witness=f"Policy {number}, order {order}.",
                )
    ratios = pure_ratios(leaks_if_label_is_reward, 4)
    if ratios[0] != ratios[1]:
        return fails(Grade.PROVED, "Pure budgets differ.", witness=f"{ratios}.")
    return holds(
        Grade.CERTIFIED,
        "Both sides lie between the best fixed queries and the best tree, and for a kernel these "
        "two coincide at every order (thesis.def3.5.open_loop).",
        covered="Two kernels at T = 3, K = 2 with rewards 0 and 1, Renyi orders 2 and 3, exact, "
        "against products along fixed queries; e^eps of one kernel at T = 4 over all adversaries.",
        not_covered="Other orders and sizes, by the same induction; machines, for which the zCDP "
        "part fails (thesis.prop3.13.b.machine).",
    )
