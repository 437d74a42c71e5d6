"""Claims about tables of potential rewards: equation (3.1), Definition 3.2, Figure 3.1."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.deltas_twice import library_deltas, rho_agrees
from banditproof.paper_checks.models.formal_products import (
    Namer,
    all_sequences,
    factors,
    table_entry,
    written,
)
from banditproof.paper_checks.models.neighbouring_laws import laws_on, total
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Law,
    Machine,
    Reward,
    Table,
    differ_once,
    kernel_as_machine,
    own_action,
    path_product,
    play,
    random_kernel,
    sequences,
    table_reward,
    tables,
)
from banditproof.paper_checks.models.separating_policies import (
    appendix,
    first_label_is_second_reward,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade

Product = Callable[[Machine, Actions, Table], Fraction]


def equation_3_1(machine: Machine, actions: Actions, table: Table) -> Fraction:
    """prod_t pi_t(a_t | a_1, x_(1,a_1), ..., a_(t-1), x_(t-1,a_(t-1)))."""
    return path_product(machine, actions, table_reward(table), own_action)


def _first_column(machine: Machine, actions: Actions, table: Table) -> Fraction:
    def reward(path: Actions, label: int) -> int:
        return table[len(path) - 1][0]

    return path_product(machine, actions, reward, own_action)


def _next_row(machine: Machine, actions: Actions, table: Table) -> Fraction:
    def reward(path: Actions, label: int) -> int:
        return table[len(path)][label]

    return path_product(machine, actions, reward, own_action)


def forgets_the_first_round(machine: Machine, actions: Actions, reward: Reward) -> Fraction:
    """Wrong: the product without its first factor; it sums to K."""
    whole = path_product(machine, actions, reward, own_action)
    return whole / machine((), ())[actions[0]]


@claim(
    "thesis.eq3.1",
    r"$\mathcal M^\pi_{\mathbf x}(a_1,\dots,a_T)=\prod_{t=1}^T\pi_t(a_t\mid a_1,x_{1,a_1},\dots,"
    r"a_{t-1},x_{t-1,a_{t-1}})$ is a law on $[K]^T$.",
    recorded="holds",
    mutants={
        "always the first column": {"law": _first_column},
        "the row of the next round": {"law": _next_row},
        "first factor forgotten": {
            "law": lambda m, a, x: forgets_the_first_round(m, a, table_reward(x))
        },
    },
)
def table_law(law: Product = equation_3_1) -> Verdict:
    """The printed product against the game played forward; mass 1; the last row is never read."""
    source = random.Random(31)
    for kernel in (appendix, *(random_kernel(source, 3) for _ in range(3))):
        machine = kernel_as_machine(kernel)
        for table in tables(3):
            found = {a: law(machine, a, table) for a in sequences(3)}
            played = play(machine, 3, table_reward(table))
            if sum(found.values()) != 1 or found != played:
                return fails(
                    Grade.PROVED,
                    "The product is not the law of the game.",
                    witness=f"Table {table}: the product sums to {sum(found.values())}.",
                )
    for _, actions in all_sequences():
        last = len(actions)
        for past, _ in factors(actions, table_entry):
            if any(isinstance(r, tuple) and r[1] >= last for _, r in past):
                return fails(Grade.PROVED, "The last row is read.", witness=f"{actions}.")
    return holds(
        Grade.CERTIFIED,
        "The product is the law of the actions in the game and sums to 1; the last row of the "
        "table is in no factor.",
        covered="All 64 tables at T = 3, K = 2, four kernels (one with zeros), exact; the last row "
        "for every kernel and table at T <= 4 as formal products.",
        not_covered="Larger sizes: the sum over a_T is 1, then the one over a_(T-1), and so on.",
    )


Near = Callable[[Sequence[object], Sequence[object]], bool]


def one_entry(one: Sequence[object], other: Sequence[object]) -> bool:
    """Wrong: tables that differ in a single entry, not in a row."""
    changed = [
        (x, y)
        for left, right in zip(one, other, strict=True)
        for x, y in zip(left, right, strict=True)  # type: ignore[call-overload]
        if x != y
    ]
    return len(changed) == 1


def largest_over_events(pairs: Sequence[tuple[Law, Law]], factor: Fraction) -> Fraction:
    """The definition word by word: the largest P(S) - factor P'(S) over all 2^(K^T) events."""
    paths = list(pairs[0][0])
    events = [e for size in range(len(paths) + 1) for e in combinations(paths, size)]
    return max(total(p, e) - factor * total(q, e) for p, q in pairs for e in events)


@claim(
    "thesis.def3.2",
    r"$\pi$ is $(\varepsilon,\delta)$-Table DP ($\rho$-Table zCDP) iff $\mathcal M^\pi$ is "
    r"$(\varepsilon,\delta)$-DP ($\rho$-zCDP), where $\mathbf x\sim\mathbf x'$ differ in at most "
    r"one row.",
    recorded="holds",
    mutants={
        "one entry instead of one row": {"near": one_entry},
        "all rows but one": {"near": lambda x, y: not differ_once(x, y) and x != y},
    },
)
def table_privacy(near: Near = differ_once) -> Verdict:
    """delta by row neighbours against the library, and against all events where these are few."""
    source, factor = random.Random(33), Fraction(6, 5)
    kernels = [appendix, *(random_kernel(source, 3) for _ in range(6))]
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        laws = {x: play(machine, 3, table_reward(x)) for x in tables(2)}
        found = laws_on(tables(2), laws.__getitem__, near)
        known = library_deltas(kernel, 3, factor).table
        if found.delta(factor) != known:
            return fails(
                Grade.PROVED,
                "These neighbours give another delta than the row neighbours.",
                witness=f"Policy {number}, e^eps = 6/5: {found.delta(factor)}, not {known}.",
            )
    rho = rho_agrees(kernels[-1], 3, Notion.TABLE, found)
    if rho:
        return fails(Grade.CERTIFIED, "The zCDP constant is another one.", witness=f"{rho}.")
    machine = kernel_as_machine(first_label_is_second_reward)
    laws = {x: play(machine, 3, table_reward(x)) for x in tables(2)}
    near_by = [(p, q) for x, p in laws.items() for y, q in laws.items() if near(x, y)]
    pairs = {(*p.values(), *q.values()): (p, q) for p, q in near_by}
    events = largest_over_events(list(pairs.values()), factor)
    if events != laws_on(tables(2), laws.__getitem__, near).delta(factor):
        return fails(Grade.PROVED, "Events and sums of gains differ.", witness=f"{events}.")
    return holds(
        Grade.CERTIFIED,
        "The definition is computable: the largest P(S) - e^eps P'(S) over all events is a sum of "
        "gains over sequences, and two separate enumerations of it agree. Kernel and machine "
        "readings coincide here, since the label is the action.",
        numbers={"policies": len(kernels)},
        covered="Seven policies at T = 3, K = 2 on all row neighbours with rewards 0 and 1 at "
        "e^eps = 6/5; all 256 events for one more policy; the zCDP constant of one policy over all "
        "orders, in balls.",
        not_covered="Other rewards and horizons.",
    )


@claim(
    "thesis.fig3.1",
    r"Figure 3.1: a $T\times K$ table of potential rewards goes into the policy; one entry of each "
    r"row is observed, at the column of the action; the actions come out.",
    recorded="holds",
    mutants={
        "one column is observed": {"reward": lambda a, label: ("x", len(a), 0)},
        "rows and columns exchanged": {"reward": lambda a, label: ("x", a[-1] + 1, len(a))},
    },
)
def table_picture(reward: Namer = table_entry) -> Verdict:
    """The entries on the path of one trajectory through the table."""
    path = (0, 1, 0, 0)
    past = factors(path, reward)[-1][0]
    seen: list[Hashable] = [entry for _, entry in past]
    due = [("x", 1, 0), ("x", 2, 1), ("x", 3, 0)]
    if seen != due:
        return fails(
            Grade.PROVED,
            "Other entries are observed.",
            witness=f"Actions 1, 2, 1, 1: {written(factors(path, reward))}.",
        )
    return holds(
        Grade.CERTIFIED,
        "Along 1, 2, 1, 1 the policy observes x[1,1], x[2,2], x[3,1]: one entry of each row.",
        covered="The objects of the picture on one trajectory; thesis.eq3.1 has all.",
        not_covered="The drawing.",
    )
