"""Claims about the view of a query adversary: Remark 3.6."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import product

from banditproof.paper_checks.claim import pair
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    Law,
    Reward,
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
from banditproof.paper_checks.models.separating_policies import appendix, copies_the_first_reward
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified

Adversary = Mapping[Actions, int]
ViewLaw = Callable[[Kernel, Table, Adversary, int], Law]


def law_of_post_processed(kernel: Kernel, adversary: Adversary, horizon: int, paid: Reward) -> Law:
    """The law of pi^B, with pi^B_t(a | a_1, r_1, ...) = pi_t(a | B_1(a_1), r_1, ...)."""

    def post_processed(actions: Actions, seen: Seen) -> Row:
        labels = [adversary[actions[: t + 1]] for t in range(len(actions))]
        return kernel(tuple((q, r) for q, (_, r) in zip(labels, seen, strict=True)))

    return play(post_processed, horizon, paid)


def law_on_the_table(kernel: Kernel, table: Table, adversary: Adversary, horizon: int) -> Law:
    """M_x of pi^B."""
    return law_of_post_processed(kernel, adversary, horizon, table_reward(table))


def law_on_the_tree(kernel: Kernel, table: Table, adversary: Adversary, horizon: int) -> Law:
    """The law of pi^B on the tree of rewards x_(t, B_t(a_1, ..., a_t))."""
    return law_of_post_processed(
        kernel, adversary, horizon, lambda path, label: table[len(path) - 1][adversary[path]]
    )


def view_of(kernel: Kernel, table: Table, adversary: Adversary, horizon: int) -> Law:
    """The law of the adversary's view, played forward."""
    machine = kernel_as_machine(kernel)
    return play(machine, horizon, table_reward(table), adversary.__getitem__)


@pair(
    "thesis.rem3.6",
    r"For deterministic $B$: $\Pr[\mathrm{View}_{B,\pi,\mathbf x}=\mathbf a]=\prod_t\pi_t(a_t\mid "
    r"B_1(a_1),x_{1,B_1(a_1)},\dots)$; thus $\Pr[\mathrm{View}_{B,\pi,\mathbf x}\in S]="
    r"\mathcal M^{\pi^B}_{\mathbf x}(S)$ with $\pi^B_t(a\mid a_1,r_1,\dots)=\pi_t(a\mid B_1(a_1),"
    r"r_1,B_2(a_1,a_2),r_2,\dots)$. (Kernel reading.)",
    r"$\Pr[\mathrm{View}_{B,\pi,\mathbf x}=\mathbf a]=\prod_t\pi_t(a_t\mid B_1(a_1),"
    r"x_{1,B_1(a_1)},\dots)$, which is the law of $\pi^B$ on the reward tree with the node "
    r"$x_{t,B_t(a_1,\dots,a_t)}$ after $a_1,\dots,a_t$. (Kernel reading.)",
    recorded="fails",
    subjects={"law": (law_on_the_table, law_on_the_tree)},
    repaired_title="the view is the law of pi^B on the queried tree",
    doubts=("D4",),
    mutants={"the own column in the product": {"entry": formal.own_entry}},
)
def view_as_law_of_post_processed(
    law: ViewLaw, entry: formal.Namer = formal.table_entry
) -> Verdict:
    """The product as a formal identity, the second equation by playing all adversaries."""
    for _, actions in formal.all_sequences():
        tree = formal.factors(actions, lambda a, label: ("x", len(a), ("B", a)), formal.queried)
        found = formal.factors(actions, entry, formal.queried)
        formal.require_same(actions, found, tree, "The product is not the one along the queries.")
    for kernel, horizon in ((copies_the_first_reward, 2), (random_kernel(random.Random(36), 3), 3)):
        for adversary, table in product(adversaries(horizon - 1), tables(horizon - 1)):
            view, other = (of(kernel, table, adversary, horizon) for of in (view_of, law))
            for path in view:
                require(
                    view[path] == other[path],
                    "The view has another law than the formula: M_x of pi^B shows pi^B the entry "
                    "x_(t,a_t) of its own action, the view shows x_(t,q_t) of the query.",
                    policy="copies r_1" if kernel is copies_the_first_reward else "random",
                    T=horizon,
                    B={"".join(map(str, a)): q for a, q in adversary.items()},
                    x=table,
                    actions=path,
                    view=view[path],
                    formula=other[path],
                )
    table, adversary = ((0, 1), (1, 0)), next(iter(adversaries(2)))
    view, machine = view_of(appendix, table, adversary, 3), kernel_as_machine(appendix)
    for path in sequences(3):
        along = path_product(machine, path, table_reward(table), adversary.__getitem__)
        require(along == view[path], "The product is not the view.", actions=path)
    return certified(
        "The view of B is pi^B played on the tree whose node after a_1, ..., a_t is x_(t,q_t); if "
        "B_t(a_1, ..., a_t) is a function of a_t, this is a table with rearranged columns.",
        covered="The product for every kernel, adversary and real table at T <= 4 as formal "
        "products; two policies against all 64 adversaries and 16 tables at T = 3.",
        not_covered="Larger sizes, and machines, for which the formula needs the own actions.",
    )
