"""Claims about the view of a query adversary: Remarks 3.6, 3.7 and 3.14."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.evidence import Grade

from .distances import interactive_laws, total
from .formal_products import Namer, all_sequences, factors, own_entry, queried, table_entry, written
from .protocols import (
    Actions,
    Kernel,
    Law,
    Machine,
    Row,
    Seen,
    Table,
    adversaries,
    kernel_as_machine,
    own_action,
    path_product,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from .separating_policies import FIRST, appendix, play_one

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
    kind="remark",
    place="3.4",
    doubts=("D4",),
    document="definitions",
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


Utility = Callable[[Machine, Table], Law]


def without_adversary(machine: Machine, table: Table) -> Law:
    """The canonical protocol: the environment answers the action."""
    return play(machine, 3, table_reward(table))


def _with_the_other_arm(machine: Machine, table: Table) -> Law:
    return play(machine, 3, table_reward(table), lambda actions: 1 - actions[-1])


def keeps_what_pays(seen: Seen) -> Row:
    """Play the last label again after a 1, the other arm after a 0."""
    if not seen:
        return FIRST
    arm = seen[-1][0] if seen[-1][1] else 1 - seen[-1][0]
    return play_one(Fraction(arm))


def _earned(law: Law, table: Table) -> Fraction:
    """The expected sum of the rewards of the arms that were played."""
    return sum(
        (p * sum(table[t][arm] for t, arm in enumerate(path)) for path, p in law.items()),
        Fraction(0),
    )


@claim(
    "thesis.rem3.7",
    r"Privacy is defined with an adversary $B$ between policy and table; utility (regret, sample "
    r"complexity) is measured in the canonical protocol, without any adversary.",
    recorded="holds",
    mutants={"utility with an adversary": {"utility": _with_the_other_arm}},
)
def two_protocols(utility: Utility = without_adversary) -> Verdict:
    """The canonical law is the view of the identity adversary; other adversaries change regret."""
    machine, worth = kernel_as_machine(keeps_what_pays), ((0, 0), (0, 1), (0, 1))
    for table in tables(2):
        identity = play(machine, 3, table_reward(table), own_action)
        if utility(machine, table) != identity:
            return fails(
                Grade.PROVED,
                "Utility is measured in another protocol than the canonical one.",
                witness=f"Table {table}.",
            )
    canonical = 2 - _earned(without_adversary(machine, worth), worth)
    misled = 2 - _earned(_with_the_other_arm(machine, worth), worth)
    if canonical == misled:
        return fails(Grade.PROVED, "An adversary does not matter.", witness=f"{canonical}.")
    return holds(
        Grade.CERTIFIED,
        "The canonical protocol is the one with B = id. It matters which is used: on the rows "
        f"(0,0), (0,1), (0,1) a policy that keeps what pays has regret {canonical} by itself and "
        f"{misled} if an adversary queries the other arm.",
        numbers={"regret": canonical, "with an adversary": misled},
        covered="One policy at T = 3, all tables of 0 and 1.",
        not_covered="The rest of the remark is a convention.",
    )


Mixture = Callable[[Law, Law, Fraction], Law]


def mixed(one: Law, other: Law, weight: Fraction) -> Law:
    """The law of a view if a coin chooses between two adversaries."""
    return {a: weight * one[a] + (1 - weight) * other[a] for a in one}


def _favourable(one: Law, other: Law, weight: Fraction) -> Law:
    """Wrong: the more likely of the two, as if the coin could be chosen afterwards."""
    return {a: max(one[a], other[a]) for a in one}


def _coin_in_each_round(kernel: Kernel, table: Table) -> Law:
    """A random adversary who queries either column with probability 1/2 in each round."""
    alive: list[tuple[Actions, Seen, Fraction]] = [((), (), Fraction(1))]
    for t in range(3):
        grown = []
        for actions, seen, mass in alive:
            for arm in (0, 1):
                path, new = (*actions, arm), mass * kernel(seen)[arm]
                for q in (0, 1) if t < 2 else (0,):
                    row = table[t][q] if t < 2 else 0
                    grown.append((path, (*seen, (q, row)), new / 2 if t < 2 else new))
        alive = grown
    law = dict.fromkeys(sequences(3), Fraction(0))
    for actions, _, mass in alive:
        law[actions] += mass
    return law


@claim(
    "thesis.rem3.14",
    r"To check Interactive DP it is enough to consider deterministic adversaries.",
    recorded="holds",
    mutants={"the coin is chosen afterwards": {"mixture": _favourable}},
)
def deterministic_adversaries(mixture: Mixture = mixed) -> Verdict:
    """Mixtures of two adversaries never exceed the worst one; a coin per round is a mixture."""
    source, factor = random.Random(314), Fraction(6, 5)
    for _ in range(2):
        kernel = random_kernel(source, 3)
        machine = kernel_as_machine(kernel)
        every = list(adversaries(2))
        worst = max(interactive_laws(machine, 3, b.__getitem__).delta(factor) for b in every)
        for _ in range(40):
            one, other = source.sample(every, 2)
            weight = Fraction(source.randint(1, 9), 10)
            table, near = source.choice(tables(2)), source.choice(tables(2))
            near = (near[0], table[1])
            left, right = (
                mixture(view_of(kernel, x, one, 3), view_of(kernel, x, other, 3), weight)
                for x in (table, near)
            )
            gained = sum((max(left[a] - factor * right[a], Fraction(0)) for a in left), Fraction(0))
            if gained > worst or total(left, left) != 1:
                return fails(
                    Grade.PROVED,
                    "A random adversary does better than all deterministic ones.",
                    witness=f"Tables {table} and {near}: delta {gained}, not {worst}.",
                )
        # a fresh coin in every round is the uniform mixture over the 64 deterministic adversaries
        table = source.choice(tables(2))
        views = [view_of(kernel, table, b, 3) for b in every]
        uniform = {a: sum((v[a] for v in views), Fraction(0)) / len(every) for a in views[0]}
        if uniform != _coin_in_each_round(kernel, table):
            return fails(Grade.PROVED, "Coins are no mixture.", witness=f"Table {table}.")
    return holds(
        Grade.SAMPLED,
        "The view of a random adversary is a mixture of views of deterministic ones, and a "
        "mixture is at most as far apart as its worst part: delta and exp((alpha-1) D_alpha) are "
        "jointly convex.",
        covered="Two random kernels at T = 3, K = 2: 80 random mixtures against the worst of 64 "
        "deterministic adversaries; fresh coins in every round are the uniform mixture, exact.",
        not_covered="Other sizes; joint convexity itself, which is standard.",
    )
