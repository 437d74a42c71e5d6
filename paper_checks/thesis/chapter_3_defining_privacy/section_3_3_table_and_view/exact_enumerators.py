"""The claim about exact enumerators: backward induction against playing every adversary."""

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.delta_two_ways import Deltas, library_deltas
from banditproof.paper_checks.models.exact_games import require
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
from banditproof.paper_checks.verdicts.vocabulary import need, points
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from ....models.separating_policies import first_label_is_second_reward, leaks_at_label_zero

Enumerator = Callable[[Kernel, int, Fraction], Deltas]
Pure = Callable[[FinitePolicy, Notion], Fraction | float]
TABLE = Notion.TABLE


def _with(**wrong: Callable[[Deltas], Fraction]) -> Enumerator:
    """Wrong: the delta of one model is taken for that of another."""

    def enumerator(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
        result = library_deltas(kernel, horizon, factor)
        return replace(result, **{name: of(result) for name, of in wrong.items()})

    return enumerator


def ignores_everything(seen: object) -> tuple[Fraction, Fraction]:
    """A policy that cannot leak."""
    return (Fraction(1, 3), Fraction(2, 3))


@checks("thesis.enumerators")
@mutant("no queries", enumerator=_with(interactive=lambda result: result.table))
@mutant(
    "queries answered by the own column",
    enumerator=_with(interactive=lambda result: result.post_processed),
)
@mutant("tables for trees", enumerator=_with(continual=lambda result: result.table))
@mutant("the pure budget of tables", pure=lambda policy, notion: pure_ratio(policy, TABLE))
def prefix_by_prefix(enumerator: Enumerator = library_deltas, pure: Pure = pure_ratio) -> Verdict:
    """Five deltas and the pure ratios, against all lists, tables, trees and adversaries played."""
    factor, source, distinguished = Fraction(6, 5), random.Random(73), 0
    kernels: list[Kernel] = [
        leaks_at_label_zero,
        first_label_is_second_reward,
        random_kernel(source, 3, least=0),
        random_kernel(random.Random(1), 3),  # adversaries have a larger finite e^eps than tables
    ]
    for number, kernel in enumerate(kernels):
        machine, result = kernel_as_machine(kernel), enumerator(kernel, 3, factor)
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
        finding = "Backward induction and playing everything give different deltas."
        require(result == played, finding, policy=number, found=result, played=played)
        ratios = [pure(library_policy(kernel, 3), n) for n in (Notion.ADAPTIVE, Notion.INTERACTIVE)]
        expected = [trees.ratio(), max(laws.ratio() for laws in asked)]
        require(
            ratios == expected,
            "The pure ratios differ.",
            policy=number,
            ratios=ratios,
            due=expected,
        )
        distinguished += expected[0] < expected[1] < inf
        ordered = result.view <= result.table <= min(result.continual, result.interactive)
        require(ordered, "The order is wrong.", policy=number, found=result)
    need(distinguished > 0, "All finite pure ratios are one")
    nothing = enumerator(ignores_everything, 3, factor)
    finding = "A policy that ignores everything leaks."
    require(nothing == Deltas(*[Fraction(0)] * 5), finding, found=nothing)
    return points()
