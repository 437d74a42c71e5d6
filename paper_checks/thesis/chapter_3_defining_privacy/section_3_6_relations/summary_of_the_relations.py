"""Claims of the summary of Section 3.6: lists, tables, trees, and what is lost between them."""

import random
from fractions import Fraction
from functools import partial
from itertools import pairwise
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant, written_proof
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, tree_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, need
from banditproof.paper_checks.verdicts.vocabulary import require as require_certified
from banditproof.theory.balls import ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry, two_rows
from .proposition_3_12_table_and_view import echoes
from .proposition_3_13_interactive_and_table import softened


@checks("thesis.sec3.6.claims.order")
@mutant("tables that differ in one entry", near_tables=one_entry)
@mutant("tables that differ in two rows", near_tables=two_rows)
@mutant("trees that differ at one node", near_trees=one_entry)
@mutant("lists that differ in two rewards", near_lists=two_rows)
def each_stronger_than_the_last(
    near_lists: Near = differ_once,
    near_tables: Near = differ_once,
    near_trees: Near = differ_once,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Every pair of laws on lists is one on tables, and every one on tables is one on trees."""
    source, strict = random.Random(360), [0, 0]
    kernels: list[Kernel] = [
        separating.blind_in_three_rounds,
        separating.first_label_is_second_reward,
    ]
    kernels += [random_kernel(source, 3) for _ in range(2)]
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        laws = [
            view_laws(machine, 3, near=near_lists),
            table_laws(machine, 3, near=near_tables),
            tree_laws(machine, 3, near=near_trees),
        ]
        for few, many in pairwise(laws):
            # equal laws tell nothing; the richer inputs may differ where nobody looks
            missing = set(few.exact_pairs()) - set(many.exact_pairs())
            lost = sorted(laws for laws in missing if laws[0] != laws[1])
            finding = "The richer inputs do not have all pairs of laws of neighbours."
            require(not lost, finding, policy=number, T=3, lost=lost[:1])
        for factor in (Fraction(1), Fraction(5, 4), Fraction(3)):
            view, table, tree = (law.delta(factor) for law in laws)
            strict[0] += view < table
            strict[1] += table < tree
    require(all(strict), "Two definitions agree everywhere.", strict=strict)
    return proof.verdict()


@checks("thesis.sec3.6.claims.pure")
@mutant("trees that differ at two depths", near=two_rows)
def one_pure_budget(near: Near = differ_once, proof: Proof = WRITTEN) -> Verdict:
    """e^eps of a policy on lists, tables and trees."""
    machine = kernel_as_machine(echoes)
    result = [of(machine, 3) for of in (view_laws, table_laws)] + [tree_laws(machine, 3, near=near)]
    ratios = [laws.ratio() for laws in result]
    require(len(set(ratios)) == 1, "The pure budgets differ.", exp_eps=ratios)
    return proof.verdict(f"Proposition 3.15 (b); for one policy e^eps = {ratios[0]} in all three.")


def signed_policy(kernel: Kernel) -> tuple[Enclosure, Enclosure]:
    """The zCDP constants of a policy of two rounds on lists and tables, by two routes."""
    results = []
    for laws, notion in ((view_laws, Notion.VIEW), (table_laws, Notion.TABLE)):
        rho = zcdp_constant(library_policy(kernel, 2), notion, 8)
        low, high = zcdp_between(laws(kernel_as_machine(kernel), 2).exact_pairs())
        agree = at_most(low, ball(rho.upper)), at_most(ball(rho.lower), high)
        need(all(agree), "The routes to the zCDP constants disagree", rho=rho)
        results.append(rho)
    return results[0], results[1]


def larger_delta_on_tables(kernel: Kernel = separating.blind_in_three_rounds) -> str:
    """A policy with a larger delta on tables than on lists."""
    machine = kernel_as_machine(kernel)
    view, table = (of(machine, 3).delta(1) for of in (view_laws, table_laws))
    require(view < table, "The deltas on lists and tables are one.", deltas=(view, table))
    return f"delta {view} on lists and {table} on tables at e^eps = 1"


def larger_rho_on_tables(kernel: Kernel = separating.signs_by_arm) -> str:
    """A policy with a larger zCDP constant on tables than on lists."""
    on_lists, on_tables = signed_policy(kernel)
    finding = "The zCDP constants on lists and tables are one."
    require_certified(below(on_lists, on_tables), finding, lists=on_lists, tables=on_tables)
    return f"rho = {on_lists} on lists and {on_tables} on tables"


PURE_ONLY = written_proof("thesis.sec3.6.pure_only")


@checks("thesis.sec3.6.pure_only")
@mutant(
    "a policy without a gap for delta",
    proof=PURE_ONLY.changed(3, by=partial(larger_delta_on_tables, echoes)),
)
@mutant(
    "a policy without a gap for zCDP",
    proof=PURE_ONLY.changed(4, by=partial(larger_rho_on_tables, echoes)),
)
def only_for_pure_dp(proof: Proof = PURE_ONLY) -> Verdict:
    """One policy for delta > 0 and one for zCDP, with a larger budget on tables."""
    return proof.verdict()


def lost_on_trees(kernel: Kernel = separating.first_label_is_second_reward) -> str:
    """From tables to trees: delta and the zCDP constant of one policy, mixed with a coin."""
    machine = kernel_as_machine(softened(kernel))
    table, tree = (of(machine, 3) for of in (table_laws, tree_laws))
    factor = Fraction(5, 4)
    deltas = table.delta(factor), tree.delta(factor)
    gap = deltas[0] < deltas[1]
    require(gap, "The deltas on tables and trees are one.", deltas=deltas)
    grid = Fraction(21, 20)
    (_, high), (low, _) = (zcdp_between(x.exact_pairs(), 6, grid) for x in (table, tree))
    finding = "The zCDP constants on tables and trees are not apart."
    require_certified(below(high, low), finding, tables=high, trees=low)
    return (
        f"delta {deltas[0]} and {deltas[1]} at e^eps = 5/4, rho <= "
        f"{Enclosure.of(high).decimal_hi(4)} and >= {Enclosure.of(low).decimal_lo(4)}"
    )


LOSS = written_proof("thesis.sec3.6.claims.loss")


@checks("thesis.sec3.6.claims.loss")
@mutant("a policy without a gap", proof=LOSS.changed(2, by=partial(lost_on_trees, echoes)))
def budgets_are_lost(proof: Proof = LOSS) -> Verdict:
    """From lists to tables, and from tables to trees, each for a policy."""
    return proof.verdict()
