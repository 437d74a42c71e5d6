"""Claims about lists, tables and trees: Reduction 1, Proposition B.5, Figures 2 and 3."""

import operator
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law
from banditproof.paper_checks.models.reward_models import (
    HORIZON,
    LIST,
    TABLE,
    TREE,
    Actions,
    History,
    Kernel,
    Model,
    Table,
    copies_the_last_reward,
    interaction,
    law,
    neighbouring_inputs,
    policy_of,
    random_kernel,
    rows_changed,
    sequences,
    table_feed,
    worst_moment,
    worst_ratio,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require
from banditproof.verify.definitions.backward_induction import delta as exact_delta
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.evidence import Grade
from ..section_2_background.definition_2_2_privacy import FACTOR, compared
from .definition_b_1_adaptive_release import Adversary, observed


def last_action_only(first: Table, second: Table) -> Adversary:
    """At step t offer the entries of the last action in row t of both tables."""

    def adversary(actions: Actions) -> tuple[int, int]:
        row, arm = len(actions) - 1, actions[-1]
        return (0, 0) if row >= len(first) else (first[row][arm], second[row][arm])

    return adversary


@checks("bern.redB.1")
@mutant(
    "entry of the first action",
    reduction=lambda first, second: (
        lambda actions: last_action_only(first, second)((*actions[:-1], actions[0]))
    ),
)
@mutant("channels exchanged", reduction=lambda first, second: last_action_only(second, first))
def tables_are_adversaries(
    reduction: Callable[..., Adversary] = last_action_only, proof: Proof = WRITTEN
) -> Verdict:
    """All neighbouring tables: the protocol played forward against the printed product."""
    for kernel in (random_kernel(random.Random(41)), copies_the_last_reward):
        for first, second in neighbouring_inputs(TABLE):
            challenge = next(
                t for t, (x, y) in enumerate(zip(first, second, strict=True)) if x != y
            )
            adversary = reduction(first, second)
            for bit, table in (("L", first), ("R", second)):
                view = interaction(kernel, observed(adversary, challenge + 1, bit))
                same = view == law(kernel, table_feed(table))
                finding = "The adversary does not simulate its tables."
                require(same, finding, Grade.PROVED, tables=(first, second), bit=bit, view=view)
    return proof.verdict()


Study = tuple[list[Fraction], list[list[tuple[Law, Law]]], Kernel]


@cache
def studies(table: Model, tree: Model) -> tuple[Study, ...]:
    """The deltas of seven policies in the three models, and the laws of all neighbours."""
    source = random.Random(42)
    kernels: list[Kernel] = [copies_the_last_reward, *(random_kernel(source) for _ in range(6))]
    return tuple((*compared(n, k, (LIST, table, tree)), k) for n, k in enumerate(kernels))


WRONG_MODELS: dict[str, dict[str, Model]] = {
    "trees that differ anywhere": {"tree": replace(TREE, near=operator.ne)},
    "trees that differ in the first reward only": {
        "tree": replace(TREE, near=lambda x, y: x != y and x[2:] == y[2:])
    },
    "tables that differ in two rows": {
        "table": replace(TABLE, near=lambda x, y: rows_changed(x, y) == 2)
    },
}
SEVEN = "7 policies at T = 3 with two arms and rewards 0 and 1: all lists, tables and trees"


@checks(
    "bern.propB.5.table",
    mutants={**WRONG_MODELS, "sharper: 99 % of the delta": {"share": Fraction(99, 100)}},
)
def adaptive_implies_table(
    table: Model = TABLE, tree: Model = TREE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Neighbouring tables are views of one adversary, so their divergence is bounded.

    Checked besides: delta and Renyi moments of seven policies, and delta by a second enumeration.
    """
    sides = Sides()
    for number, (deltas, laws, kernel) in enumerate(studies(table, tree)):
        finding = "Trees have a smaller delta than tables."
        sides.at_most(deltas[1], share * deltas[2], finding, policy=number)
        moments = [worst_moment(pairs, 2) for pairs in laws[1:]]
        finding = "Trees have a smaller Renyi moment than tables."
        require(moments == sorted(moments), finding, Grade.PROVED, policy=number, moments=moments)
        again = exact_delta(policy_of(kernel, HORIZON), Notion.ADAPTIVE, FACTOR)
        finding = "Two enumerations disagree."
        require(again == deltas[2], finding, Grade.PROVED, policy=number, again=again)
    return proof.verdict(
        instances=f"{SEVEN}; delta at e^eps = 5/3, Renyi order 2; trees also by backward "
        "induction.",
        sharpness=sides.sharpness,
    )


@checks("bern.propB.5.pure", mutants={
        **WRONG_MODELS
        })  # fmt: skip
def one_pure_notion(table: Model = TABLE, tree: Model = TREE, proof: Proof = WRITTEN) -> Verdict:
    """View DP bounds the ratio of each path, on its two neighbouring lists; paths are atoms.

    Tables repeat a list, so Table DP implies View DP: the lists of equal entries are tables.
    Checked besides: e^eps of seven policies in the three models, and by a second enumeration.
    """
    for number, (_, laws, kernel) in enumerate(studies(table, tree)):
        again = pure_ratio(policy_of(kernel, HORIZON), Notion.TABLE)
        results = [worst_ratio(pairs) for pairs in laws]
        finding = "Two enumerations disagree, or two models."
        require(set(results) == {again}, finding, Grade.PROVED, policy=number, found=results)
    return proof.verdict(instances=f"{SEVEN}, exact.")


def mostly_the_last_reward(history: History) -> Law:
    """Its last reward three times as often as the other arm, so log 3-View DP, as (b) supposes."""
    if not history:
        return (Fraction(1, 2), Fraction(1, 2))
    return (Fraction(1, 4), Fraction(3, 4)) if history[-1][1] else (Fraction(3, 4), Fraction(1, 4))


@checks("bern.propB.5.d20")
@mutant("with the right view", bit="R")
def last_line_of_the_proof(bit: str = "L") -> Verdict:
    """The View law on the right list is the right view, not the left one."""
    offers, challenge = (0, 1), 1
    list_law = law(mostly_the_last_reward, observed(lambda actions: offers, challenge, "R"))
    view = interaction(mostly_the_last_reward, observed(lambda actions: offers, challenge, bit))
    if list_law != view:
        lists = zip(sequences(), list_law, view, strict=True)
        arms, right, left = next(item for item in lists if item[1] > item[2])
        return misprinted(
            T=HORIZON,
            policy="plays its last reward with probability 3/4",
            eps="log 3",
            offers=offers,
            challenge=challenge,
            actions=[arm + 1 for arm in arms],
            probability_on_the_right_list=right,
            probability_of_the_left_view=left,
        )
    return points()
