"""The inputs of Section 3.6 in their order: lists, tables and trees, each richer than the last."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

from ....claim import claim
from ....models.exact_games import require
from ....models.neighbouring_laws import LISTS, TABLES, TREES
from ....models.policy_protocols import Kernel, differ_once, kernel_as_machine, random_kernel
from ....models.separating_policies import blind_in_three_rounds, first_label_is_second_reward
from ....verdict import Verdict
from ....vocabulary import certified
from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows


@claim(
    "thesis.sec3.6.claims.order",
    r"View DP, Table DP and adaptive continual release take lists, tables and trees as inputs, "
    r"and each definition is stronger than the one before, for every notion of DP.",
    recorded="holds",
    title="lists, tables, trees: each definition is stronger than the last",
    mutants={
        "tables that differ in one entry": {"near_tables": one_entry},
        "tables that differ in two rows": {"near_tables": two_rows},
        "trees that differ at one node": {"near_trees": one_entry},
        "lists that differ in two rewards": {"near_lists": two_rows},
    },
)
def each_stronger_than_the_last(
    near_lists: Near = differ_once,
    near_tables: Near = differ_once,
    near_trees: Near = differ_once,
) -> Verdict:
    """Every pair of laws on lists is one on tables, and every one on tables is one on trees."""
    source, strict = random.Random(360), [0, 0]
    kernels: list[Kernel] = [blind_in_three_rounds, first_label_is_second_reward]
    kernels += [random_kernel(source, 3) for _ in range(2)]
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        nears = ((LISTS, near_lists), (TABLES, near_tables), (TREES, near_trees))
        laws = [inputs.laws(machine, 3, near=near) for inputs, near in nears]
        for few, many in pairwise(laws):
            # equal laws tell nothing; the richer inputs may differ where nobody looks
            missing = set(few.exact_pairs()) - set(many.exact_pairs())
            lost = sorted(laws for laws in missing if laws[0] != laws[1])
            finding = "The richer inputs do not have all pairs of laws of neighbours."
            require(not lost, finding, policy=number, T=3, lost=lost[:1])
        for factor in (Fraction(1), Fraction(5, 4), Fraction(3)):
            view, table, tree = (found.delta(factor) for found in laws)
            strict[0] += view < table
            strict[1] += table < tree
    require(all(strict), "Two definitions agree everywhere.", strict=strict)
    return certified(
        "A list is a table with equal columns and a table is a tree whose nodes look at the last "
        "action only, neighbours stay neighbours, so all divergences are in this order; both "
        "steps are strict for delta > 0.",
        numbers={
            "policies": len(kernels),
            "(policy, eps) with View below Table, and Table below adaptive": tuple(strict),
        },
        covered="Four policies at T = 3, K = 2: all neighbouring lists, tables and trees of 0 and "
        "1, the pairs of laws compared as sets, which covers every divergence; exact.",
        not_covered="Other policies, in words: thesis.red1 and thesis.red3 are formal identities.",
    )
