"""Claims about the view of a query adversary: Remark 3.6."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.formal_products import (
    Namer,
    all_sequences,
    factors,
    own_entry,
    queried,
    table_entry,
    written,
)
from ....models.policy_protocols import (
    Actions,
    Kernel,
    Law,
    Row,
    Seen,
    Table,
    adversaries,
    kernel_as_machine,
    path_product,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from ....models.separating_policies import FIRST, appendix, play_one
from ....verdict import Verdict, fails, holds

Adversary = Mapping[Actions, int]
ViewLaw = Callable[[Kernel, Table, Adversary, int], Law]


def copies_the_reward(seen: Seen) -> Row:
    """Arm 0, then the reward of the first round."""
    return play_one(Fraction(seen[0][1])) if seen else FIRST


def table_law_of_post_processed(
    kernel: Kernel, table: Table, adversary: Adversary, horizon: int
) -> Law:
    """M_x of pi^B, with pi^B_t(a | a_1, r_1, ...) = pi_t(a | B_1(a_1), r_1, ...)."""

    def post_processed(actions: Actions, seen: Seen) -> Row:
        labels = [adversary[actions[: t + 1]] for t in range(len(actions))]
        return kernel(tuple((q, r) for q, (_, r) in zip(labels, seen, strict=True)))

    return play(post_processed, horizon, table_reward(table))


def law_on_the_tree(kernel: Kernel, table: Table, adversary: Adversary, horizon: int) -> Law:
    """The law of pi^B on the tree of rewards x_(t, B_t(a_1, ..., a_t))."""

    def post_processed(actions: Actions, seen: Seen) -> Row:
        labels = [adversary[actions[: t + 1]] for t in range(len(actions))]
        return kernel(tuple((q, r) for q, (_, r) in zip(labels, seen, strict=True)))

    def reward(actions: Actions, label: int) -> int:
        return table[len(actions) - 1][adversary[actions]]

    return play(post_processed, horizon, reward)


def view_of(kernel: Kernel, table: Table, adversary: Adversary, horizon: int) -> Law:
    """The law of the adversary's view, played forward."""
    machine = kernel_as_machine(kernel)
    return play(machine, horizon, table_reward(table), adversary.__getitem__)


def other_view(law: ViewLaw, kernel: Kernel, horizon: int) -> str | None:
    """An adversary and a table whose view has another law than the given one, or None."""
    for adversary in adversaries(horizon - 1):
        for table in tables(horizon - 1):
            view, found = (
                view_of(kernel, table, adversary, horizon),
                law(kernel, table, adversary, horizon),
            )
            for path in view:
                if view[path] != found[path]:
                    shown = {"".join(map(str, a)): q for a, q in adversary.items()}
                    return (
                        f"K = 2, T = {horizon}, B = {shown}, x = {table}, actions {path}: the view "
                        f"has probability {view[path]}, the formula {found[path]}"
                    )
    return None


@claim(
    "thesis.rem3.6",
    r"For deterministic $B$: $\Pr[\mathrm{View}_{B,\pi,\mathbf x}=\mathbf a]=\prod_t\pi_t(a_t\mid "
    r"B_1(a_1),x_{1,B_1(a_1)},\dots)$; thus $\Pr[\mathrm{View}_{B,\pi,\mathbf x}\in S]="
    r"\mathcal M^{\pi^B}_{\mathbf x}(S)$ with $\pi^B_t(a\mid a_1,r_1,\dots)=\pi_t(a\mid B_1(a_1),"
    r"r_1,B_2(a_1,a_2),r_2,\dots)$. (Kernel reading.)",
    recorded="fails",
    repaired_by="thesis.rem3.6.repaired",
    doubts=("D4",),
    mutants={"the law on the queried tree": {"law": law_on_the_tree}},
)
def view_as_table_law(law: ViewLaw = table_law_of_post_processed) -> Verdict:
    """The second equation on all adversaries and tables of two rounds."""
    fault = other_view(law, copies_the_reward, 2)
    if fault is None:
        return holds(
            Grade.CERTIFIED, "The laws agree.", covered="One policy at T = 2.", not_covered="More."
        )
    return fails(
        Grade.PROVED,
        "The first equation is right, the conclusion is not (D4): M_x of pi^B shows pi^B the entry "
        "x_(t,a_t) of its own action, the view shows x_(t,q_t) of the query.",
        witness=f"The policy plays arm 0, then the reward of round 1. {fault}.",
    )


def _first_label(actions: Actions) -> Hashable:
    return ("B", actions[:1])


@claim(
    "thesis.rem3.6.repaired",
    r"$\Pr[\mathrm{View}_{B,\pi,\mathbf x}=\mathbf a]=\prod_t\pi_t(a_t\mid B_1(a_1),"
    r"x_{1,B_1(a_1)},\dots)$, which is the law of $\pi^B$ on the reward tree with the node "
    r"$x_{t,B_t(a_1,\dots,a_t)}$ after $a_1,\dots,a_t$. (Kernel reading.)",
    recorded="holds",
    title="the view is the law of pi^B on the queried tree",
    doubts=("D4",),
    mutants={
        "the law on the table": {"law": table_law_of_post_processed},
        "the own column in the product": {"entry": own_entry},
    },
)
def view_as_tree_law(law: ViewLaw = law_on_the_tree, entry: Namer = table_entry) -> Verdict:
    """The product as a formal identity, the tree law by playing all adversaries."""
    for _, actions in all_sequences():
        tree = factors(actions, lambda a, label: ("x", len(a), ("B", a)), queried)
        if factors(actions, entry, queried) != tree:
            return fails(
                Grade.PROVED,
                "The product is not the one along the queries.",
                witness=f"Actions {actions}: {written(factors(actions, entry, queried))}.",
            )
    source = random.Random(36)
    for kernel, horizon in (
        (copies_the_reward, 2),
        (random_kernel(source, 3), 3),
    ):
        fault = other_view(law, kernel, horizon)
        if fault:
            return fails(Grade.PROVED, "The view has another law.", witness=f"{fault}.")
    table, adversary = ((0, 1), (1, 0)), next(iter(adversaries(2)))
    for path in sequences(3):
        machine = kernel_as_machine(appendix)
        product = path_product(machine, path, table_reward(table), adversary.__getitem__)
        if product != view_of(appendix, table, adversary, 3)[path]:
            return fails(Grade.PROVED, "The product is not the view.", witness=f"{path}.")
    return holds(
        Grade.CERTIFIED,
        "The view of B is pi^B played on the tree whose node after a_1, ..., a_t is x_(t,q_t); if "
        "B_t(a_1, ..., a_t) is a function of a_t, this is a table with rearranged columns.",
        covered="The product for every kernel, adversary and real table at T <= 4 as formal "
        "products; two policies against all 64 adversaries and 16 tables at T = 3.",
        not_covered="Larger sizes, and machines, for which the formula needs the own actions.",
    )
