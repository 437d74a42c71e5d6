"""Claims about the view of a query adversary: Remark 3.6."""

import random
from collections.abc import Callable, Hashable, Mapping
from itertools import product
from banditproof.paper_checks.checking import Verdict, checks, mutant
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
from banditproof.paper_checks.verdicts.vocabulary import proved

Adversary = Mapping[Actions, int]
ViewLaw = Callable[[Kernel, Table, Adversary, int], Law]
ALL = "Every kernel, adversary and real input, all T and K: what a round t shows, as a term"


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


def queried_entry(actions: Actions, label: Hashable) -> Hashable:
    """x_(t, B_t(a_1, ..., a_t)), as the remark prints it."""
    return ("x", formal.number(actions), formal.queried(actions))


@checks("thesis.rem3.6.expansion")
@mutant("the own column in the product", entry=formal.own_entry)
@mutant("labels are the own actions", label=formal.own)
def view_as_a_product(
    entry: formal.Namer = queried_entry, label: formal.Label = formal.queried
) -> Verdict:
    """The printed factors against those of the protocol; one policy played against them."""
    protocol = formal.queried, formal.table_entry
    formal.require_one_law((label, entry), protocol, "The product is not along the queries.")
    table, adversary = ((0, 1), (1, 0)), next(iter(adversaries(2)))
    view, machine = view_of(appendix, table, adversary, 3), kernel_as_machine(appendix)
    for path in sequences(3):
        along = path_product(machine, path, table_reward(table), adversary.__getitem__)
        require(along == view[path], "The product is not the view.", actions=path)
    return proved(covered=f"{ALL}.")


@checks("thesis.rem3.6.identity", subjects={"law": (law_on_the_table, law_on_the_tree)})
@mutant("the own column on the tree", node=formal.own_entry)
def view_as_law_of_post_processed(law: ViewLaw, node: formal.Namer = queried_entry) -> Verdict:
    """All adversaries played; for the tree also as a term: labels B(path), rewards of the node."""
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
    on_the_tree = formal.queried, node
    view_shows = formal.queried, formal.table_entry
    formal.require_one_law(on_the_tree, view_shows, "The tree shows pi^B other things.")
    return proved(covered=f"{ALL}; two policies against all 64 adversaries and 16 tables at T = 3.")


def equal_entries(actions: Actions, label: Hashable) -> Hashable:
    """The entry of a table whose columns are all the list r."""
    return ("r", formal.number(actions))


@checks("thesis.rem3.6.equal_columns")
@mutant("columns that differ", entry=formal.table_entry)
def views_on_equal_columns(entry: formal.Namer = equal_entries) -> Verdict:
    """The queried and the own entry of such a table are one term."""
    own_column: formal.Shows = (formal.queried, lambda a, label: entry(a, formal.own(a)))
    as_list: formal.Shows = (formal.queried, formal.list_entry)
    finding = "The columns tell the query from the action."
    for shows in (own_column, as_list):
        formal.require_one_law((formal.queried, entry), shows, finding)
    return proved(covered=f"{ALL}.")
