"""What steps of proof_of_proposition_3_15.proof compute, and real cases of them."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.neighbouring_laws import (
    LISTS,
    TABLES,
    TREES,
    table_laws,
    total,
    tree_laws,
    view_laws,
)
from banditproof.paper_checks.models.policy_protocols import kernel_as_machine
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.verdicts.vocabulary import need
from .proof_of_proposition_3_12 import EVENT


def tables_as_trees() -> Iterator[dict[str, Fraction]]:
    """Two tables that differ in the second row, and the trees that look at the last action."""
    tables = (((0, 1), (1, 1)), ((0, 1), (0, 1)))
    trees = (((0, 1), (1, 1, 1, 1)), ((0, 1), (0, 1, 0, 1)))
    m, n = (total(TABLES.law(appendix, 3, table), EVENT) for table in tables)
    v, w = (total(TREES.law(appendix, 3, tree), EVENT) for tree in trees)
    yield {"v": v, "w": w, "m": m, "n": n, "eps": Fraction(0), "delta": Fraction(1)}


def paths_in_trees() -> Iterator[dict[str, Fraction]]:
    """Two trees that differ at depth 2, and a sequence with its lists, for one policy."""
    trees, a = (((0, 1), (1, 0, 1, 1)), ((0, 1), (0, 0, 0, 1))), (0, 1, 0)
    m, n = (TREES.law(appendix, 3, tree)[a] for tree in trees)
    v, w = (LISTS.law(appendix, 3, (tree[0][0], tree[1][1]))[a] for tree in trees)
    p, q = (total(TREES.law(appendix, 3, tree), EVENT) for tree in trees)
    yield {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q, "eps": Fraction(50)}


def both_steps_are_strict() -> str:
    """A policy with a larger delta on tables than on lists, and one on trees than on tables."""
    results = []
    for kernel, factor, few, many in (
        (separating.blind_in_three_rounds, Fraction(1), view_laws, table_laws),
        (separating.first_label_is_second_reward, Fraction(5, 4), table_laws, tree_laws),
    ):
        machine = kernel_as_machine(kernel)
        less, more = (of(machine, 3).delta(factor) for of in (few, many))
        need(less < more, "The two deltas of a policy are one", deltas=(less, more))
        results.append(f"{less} < {more} at e^eps = {factor}")
    return f"deltas {', and '.join(results)}"
