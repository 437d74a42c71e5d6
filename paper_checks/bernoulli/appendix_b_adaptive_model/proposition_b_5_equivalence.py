"""Claims about lists, tables and trees: Reduction 1, Proposition B.5, Figures 2 and 3."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from banditproof.paper_checks.bernoulli.section_2_background.definition_2_2_privacy import (
    FACTOR,
    compared,
)
from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.finite_laws import excess, largest_ratio
from banditproof.paper_checks.models.reward_models import (
    ARMS,
    HORIZON,
    LIST,
    TABLE,
    TREE,
    Actions,
    Kernel,
    Model,
    Table,
    copies_the_last_reward,
    interaction,
    law,
    neighbouring_inputs,
    policy_of,
    random_kernel,
    rows_changed,
    sequences,
    table_feed,
    worst_moment,
    worst_ratio,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import (
    certified,
    proved,
    refuted,
    require,
    require_or_repair,
)
from banditproof.verify.definitions.backward_induction import delta as exact_delta
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.evidence import Grade

from .definition_b_1_adaptive_release import Adversary, observed
from .figures_2_and_3 import tree_nodes


def last_action_only(one: Table, other: Table) -> Adversary:
    """At step t offer the entries of the last action in row t of both tables."""

    def adversary(actions: Actions) -> tuple[int, int]:
        row, arm = len(actions) - 1, actions[-1]
        return (0, 0) if row >= len(one) else (one[row][arm], other[row][arm])

    return adversary


@claim(
    "bern.redB.1",
    r"For tables $\mathbf x,\mathbf x'$ that differ at step $t^\star$ the adversary "
    r"$a_1,\dots,a_t\mapsto(x_{t,a_t},x'_{t,a_t})$ has $\Pr[\mathrm{View}^{L,t^\star}\in S]="
    r"\mathcal M^\pi_{\mathbf x}(S)$ and $\Pr[\mathrm{View}^{R,t^\star}\in S]="
    r"\mathcal M^\pi_{\mathbf x'}(S)$.",
    recorded="holds",
    mutants={
        "entry of the first action": {
            "reduction": lambda one, other: (
                lambda actions: last_action_only(one, other)((*actions[:-1], actions[0]))
            )
        },
        "channels exchanged": {"reduction": lambda one, other: last_action_only(other, one)},
    },
)
def tables_are_adversaries(reduction: Callable[..., Adversary] = last_action_only) -> Verdict:
    """All neighbouring tables: the protocol played forward against the printed product."""
    for kernel in (random_kernel(random.Random(41)), copies_the_last_reward):
        for one, other in neighbouring_inputs(TABLE):
            challenge = next(t for t, (x, y) in enumerate(zip(one, other, strict=True)) if x != y)
            adversary = reduction(one, other)
            for bit, table in (("L", one), ("R", other)):
                view = interaction(kernel, observed(adversary, challenge + 1, bit))
                same = view == law(kernel, table_feed(table))
                finding = "The adversary does not simulate its tables."
                require(same, finding, Grade.PROVED, tables=(one, other), bit=bit, view=view)
    return certified(
        "The adversary that looks at the last action only shows exactly the two tables.",
        covered="All 96 ordered pairs of neighbouring tables at T = 3, two policies, exact.",
        not_covered="Other policies and horizons: both sides multiply the same kernels.",
    )


@claim(
    "bern.propB.5",
    r"(a) A policy that is DP in the adaptive model is Table DP, for every notion of DP. (b) It is "
    r"$\epsilon$-DP in the adaptive model iff it is $\epsilon$-Table DP iff it is "
    r"$\epsilon$-View DP.",
    recorded="holds",
    doubts=("D20",),
    mutants={
        "trees that differ anywhere": {"tree": replace(TREE, near=operator.ne)},
        "trees that differ in the first reward only": {
            "tree": replace(TREE, near=lambda x, y: x != y and x[2:] == y[2:])
        },
        "tables that differ in two rows": {
            "table": replace(TABLE, near=lambda x, y: rows_changed(x, y) == 2)
        },
    },
)
def three_models(table: Model = TABLE, tree: Model = TREE) -> Verdict:
    """e^eps, delta and Renyi moments in the three models, exact, and by a second enumeration."""
    source = random.Random(42)
    kernels: list[Kernel] = [copies_the_last_reward, *(random_kernel(source) for _ in range(6))]
    strict = {"Table > View": 0, "adaptive > Table": 0}
    for number, kernel in enumerate(kernels):
        deltas, laws = compared(number, kernel, (LIST, table, tree))
        moments = [worst_moment(pairs, 2) for pairs in laws[1:]]
        finding = "Trees have a smaller Renyi moment than tables."
        require(moments == sorted(moments), finding, Grade.PROVED, policy=number, moments=moments)
        policy = policy_of(kernel, HORIZON)
        again = pure_ratio(policy, Notion.TABLE), exact_delta(policy, Notion.ADAPTIVE, FACTOR)
        found = worst_ratio(laws[0]), deltas[2]
        finding = "Two enumerations disagree."
        require(again == found, finding, Grade.PROVED, policy=number, found=found, again=again)
        strict["Table > View"] += deltas[0] < deltas[1]
        strict["adaptive > Table"] += deltas[1] < deltas[2]
    return certified(
        "e^eps is one number in the three models; delta and Renyi divergence grow from lists to "
        "tables to trees, strictly for some policies. Proof (a) prints View^L twice, and (b) ends "
        "with View^L for View^R (bern.propB.5.d20); the summary gives the year 2022 for 2024.",
        numbers={"policies": len(kernels), **strict},
        covered="7 policies at T = 3 with two arms and rewards 0 and 1: all lists, tables and "
        "trees; delta at e^eps = 5/3, Renyi order 2; trees also by backward induction.",
        not_covered="Longer horizons and other rewards, where the same argument applies.",
    )


@claim(
    "bern.propB.5.d20",
    r"Proof (b): $e^\epsilon\,\mathcal V^\pi(\mathbf a\mid\mathcal A^{R,t^\star}(\mathbf a)) = "
    r"e^\epsilon\Pr[\mathrm{View}^{L,t^\star}=\mathbf a]$.",
    recorded="fails",
    repaired_by="bern.remB.3.repaired",
    doubts=("D20",),
    title="the last line of proof (b) of Proposition B.5",
    kind="proof step",
    mutants={"with the right view": {"bit": "R"}},
)
def last_line_of_the_proof(bit: str = "L") -> Verdict:
    """The View law on the right list is the right view, not the left one."""
    list_law = law(copies_the_last_reward, observed(lambda actions: (0, 1), 1, "R"))
    view = interaction(copies_the_last_reward, observed(lambda actions: (0, 1), 1, bit))
    if list_law != view:
        return refuted(
            "The last line must end with View^R; with View^L it is false.",
            "A policy that plays its last reward, T = 3, offers (0, 1), t* = 1: the actions are "
            "1,2,1 with probability 1/2 on the right list 1,0,0, but never on the left one 0,0,0.",
            grade=Grade.PROVED,
        )
    return certified("The two laws agree.")


@pair(
    "bern.fig2",
    r"Figure 2: the protocol with a reward-feeding adversary, (a) run with $b=L$ and (b) run with "
    r"$b=L$.",
    r"Figure 2: the protocol, (a) run with $b=L$, (b) run with $b=R$; they differ in the reward at "
    r"$t^\star$ only.",
    recorded="holds-with-repair",
    doubts=("D20",),
    repaired_title="the protocol figure with its caption as meant",
    subjects={"bits": (("L", "L"), ("L", "R"))},
    mutants={"b = R twice": {"bits": ("R", "R")}},
)
def protocol_caption(bits: tuple[str, str]) -> Verdict:
    """The two runs see neighbouring rewards and can have different laws."""
    one, two = (interaction(copies_the_last_reward, observed(lambda a: (0, 1), 1, b)) for b in bits)
    finding = "The caption gives both parts the same bit, so both show one protocol; (b) has b = R."
    differ = largest_ratio(one, two) > 1 and excess(one, two, Fraction(1)) > 0
    require_or_repair(differ, finding, Grade.PROVED, bits=bits)
    return certified(
        "The two runs differ in one observed reward, and a policy can tell them apart.",
        covered="One policy and one adversary that distinguish the runs; bern.defB.1 shows that "
        "nothing else differs.",
        not_covered="The drawing.",
    )


def number_of_nodes(arms: int, horizon: int) -> int:
    """One node for each action sequence of each length up to T."""
    return len(tree_nodes(horizon, arms))


@claim(
    "bern.fig3",
    r"Figure 3: for $T=3$, $K=2$ a list has 3 rewards, a table 6, a tree 14 at depths 1 to 3; on "
    r"the trajectory $(1,2,1)$ the policy observes the three highlighted ones.",
    recorded="holds",
    mutants={
        "nodes of the last depth only": {"count": lambda arms, horizon: arms**horizon},
        "a root reward": {"count": lambda arms, horizon: 1 + number_of_nodes(arms, horizon)},
    },
)
def three_pictures(count: Callable[[int, int], int] = number_of_nodes) -> Verdict:
    """The counts, and the rewards on the highlighted trajectory."""
    on_path = [(0, 1, 0)[:t] for t in range(1, HORIZON + 1)]
    tree = {a for depth in range(1, HORIZON + 1) for a in sequences(depth)}
    found = count(ARMS, HORIZON)
    right = found == len(tree) == 14 and tree.issuperset(on_path)
    require(right, "The tree has not 14 rewards.", Grade.PROVED, counted=found, rewards=len(tree))
    return proved(
        "A list holds 3 rewards, a table 3 x 2, a tree 2 + 4 + 8 = 14; a trajectory meets one "
        "reward at each depth, here those after 1, after 1,2 and after 1,2,1.",
        covered="The counts and the highlighted trajectory.",
        not_covered="The drawing.",
    )
