"""The claim about exact enumerators: backward induction against playing every adversary."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.deltas_twice import Deltas, library_deltas
from banditproof.paper_checks.models.neighbouring_laws import (
    interactive_laws,
    post_processed_laws,
    table_laws,
    tree_laws,
    view_laws,
)
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    adversaries,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.separating_policies import (
    first_label_is_second_reward,
    leaks_at_label_zero,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.evidence import Grade

Enumerator = Callable[[Kernel, int, Fraction], Deltas]


def _without_queries(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    found = library_deltas(kernel, horizon, factor)
    return replace(found, interactive=found.table)


def _own_column_for_queries(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    found = library_deltas(kernel, horizon, factor)
    return replace(found, interactive=found.post_processed)


def _tables_for_trees(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    found = library_deltas(kernel, horizon, factor)
    return replace(found, continual=found.table)


def ignores_everything(seen: object) -> tuple[Fraction, Fraction]:
    """A policy that cannot leak."""
    return (Fraction(1, 3), Fraction(2, 3))


@claim(
    "thesis.enumerators",
    r"The hockey-stick is a sum over action sequences of $\max(0,P(\mathbf a)-e^\varepsilon "
    r"Q(\mathbf a))$ and the adversary's choice at a prefix affects the sequences below it only, "
    r"so $\delta$ of View, Table, Interactive DP, adaptive continual release and Table DP of "
    r"$\pi^B$ is found prefix by prefix. (Kernel reading.)",
    recorded="holds",
    mutants={
        "no queries": {"enumerator": _without_queries},
        "queries answered by the own column": {"enumerator": _own_column_for_queries},
        "tables for trees": {"enumerator": _tables_for_trees},
    },
)
def prefix_by_prefix(enumerator: Enumerator = library_deltas) -> Verdict:
    """Five deltas and the pure ratios, against all lists, tables, trees and adversaries played."""
    factor, source = Fraction(6, 5), random.Random(73)
    kernels: list[Kernel] = [
        leaks_at_label_zero,
        first_label_is_second_reward,
        random_kernel(source, 3, least=0),
    ]
    for number, kernel in enumerate(kernels):
        machine, found = kernel_as_machine(kernel), enumerator(kernel, 3, factor)
        queries = [b.__getitem__ for b in adversaries(2)]
        trees = tree_laws(machine, 3)
        asked = [interactive_laws(machine, 3, q) for q in queries]
        played = Deltas(
            view_laws(machine, 3).delta(factor),
            table_laws(machine, 3).delta(factor),
            trees.delta(factor),
            max(laws.delta(factor) for laws in asked),
            max(post_processed_laws(machine, 3, q).delta(factor) for q in queries),
        )
        if found != played:
            return fails(
                Grade.PROVED,
                "Backward induction and playing everything give different deltas.",
                witness=f"Policy {number}, T = 3, K = 2, e^eps = 6/5: {found}, but {played}.",
            )
        ratios = [
            pure_ratio(library_policy(kernel, 3), n) for n in (Notion.ADAPTIVE, Notion.INTERACTIVE)
        ]
        if ratios != [trees.ratio(), max(laws.ratio() for laws in asked)]:
            return fails(Grade.PROVED, "The pure ratios differ.", witness=f"Policy {number}.")
        ordered = found.view <= found.table <= min(found.continual, found.interactive)
        if not ordered:
            return fails(Grade.PROVED, "The order is wrong.", witness=f"{found}.")
    nothing = enumerator(ignores_everything, 3, factor)
    if nothing != Deltas(*[Fraction(0)] * 5):
        return fails(Grade.PROVED, "A policy that ignores all leaks.", witness=f"{nothing}.")
    return holds(
        Grade.CERTIFIED,
        "Backward induction agrees with playing all 4 lists, 16 tables and 64 trees and all 64 "
        "adversaries, for delta and for e^eps; View <= Table <= both adaptive notions, and 0 for "
        "a policy that ignores everything.",
        numbers={"policies": len(kernels)},
        covered="Three kernels with zeros at T = 3, K = 2, rewards 0 and 1, e^eps = 6/5, in "
        "rationals.",
        not_covered="Longer horizons, where nothing else can be played; other rewards; for "
        "machines thesis.def3.5.machine.",
    )
