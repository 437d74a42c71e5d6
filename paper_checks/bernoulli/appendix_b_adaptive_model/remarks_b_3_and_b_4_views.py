"""Remarks B.3 and B.4: views as products of kernels, adversaries as trees."""

import random
from collections.abc import Callable
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.reward_models import (
    HORIZON,
    Tree,
    interaction,
    list_feed,
    one_depth,
    path_probability,
    random_kernel,
    sequences,
    trees,
)
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.verify.evidence import Grade
from .definition_b_1_adaptive_release import (
    ALL_TIMES,
    WRONG_FEEDS,
    Observe,
    observed,
    random_adversary,
)

Indices = Callable[[int, int], tuple[tuple[int, int], ...]]
"""(s, n) of the factors A^L_s(a_1, ..., a_n) at both ends of the last line, from T and t."""


@checks(
    "bern.remB.3.right",
    subjects={
        "indices": (lambda T, t: ((t, 1), (T - 1, t - 1)), lambda T, t: ((1, 1), (T - 1, T - 1)))
    },
)
@mutant("one action too few", indices=lambda T, t: ((1, 1), (T - 1, T - 2)))
def right_view_expansion(indices: Indices, proof: Proof = WRITTEN) -> Verdict:
    """The function A_s takes s actions; the printed last factor gives it another number."""
    for horizon in (3, 4, 5):
        sound = [t for t in range(1, horizon + 1) if all(s == n for s, n in indices(horizon, t))]
        finding = "A_s takes s actions, and the printed last factor gives it another number."
        require_or_repair(
            bool(sound), finding, T=horizon,
            factor="A_t(a_1) needs t = 1, A_(T-1)(a_1, ..., a_(t-1)) needs t = T: defined for no t",
        )  # fmt: skip
    return proof.verdict()


@checks("bern.remB.3.laws", mutants={**WRONG_FEEDS})
def view_expansion(observe: Observe = observed, proof: Proof = WRITTEN) -> Verdict:
    """Both laws have the same conditional laws along a: those of the kernels.

    Checked besides: the protocol played forward against the product of kernels.
    """
    source = random.Random(33)
    for _ in range(15):
        kernel, adversary = random_kernel(source, least=0), random_adversary(source)
        for challenge, bit in product(ALL_TIMES, "LR"):
            played = interaction(kernel, observe(adversary, challenge, bit))
            for mass, actions in zip(played, sequences(), strict=True):
                rewards = tuple(
                    adversary(actions[:s])[s == challenge and bit == "R"] for s in ALL_TIMES
                )
                same = mass == path_probability(kernel, actions, list_feed(rewards))
                finding = "A view is not the View law on its list."
                require(same, finding, Grade.PROVED, actions=actions, challenge=challenge, bit=bit)
    return proof.verdict()


@checks("bern.remB.3.neighbours", mutants={**WRONG_FEEDS})
def lists_of_a_path(observe: Observe = observed, proof: Proof = WRITTEN) -> Verdict:
    """They are the rewards that bern.defB.1 speaks of; 20 random adversaries along all paths."""
    source = random.Random(34)
    for _ in range(20):
        adversary = random_adversary(source)
        for challenge, actions in product(ALL_TIMES, sequences()):
            left, right = (
                [observe(adversary, challenge, bit)(actions[:s]) for s in ALL_TIMES] for bit in "LR"
            )
            differ = {s for s, x, y in zip(ALL_TIMES, left, right, strict=True) if x != y}
            offers = adversary(actions[:challenge])
            meant = {challenge} if offers[0] != offers[1] else set()
            finding = "The lists differ elsewhere, or not at the challenge."
            require(differ == meant, finding, Grade.PROVED, actions=actions, challenge=challenge)
    return proof.verdict()


@checks("bern.remB.4")
@mutant(
    "trees that differ in one node",
    near=lambda x, y: sum(p != q for p, q in zip(x, y, strict=True)) == 1,
)
@mutant("trees that differ anywhere", near=lambda x, y: x != y)
def adversaries_are_trees(
    near: Callable[[Tree, Tree], bool] = one_depth, proof: Proof = WRITTEN
) -> Verdict:
    """The pairs of trees that adversaries show are exactly the pairs of neighbours.

    The law of the actions is that of the kernels on the tree, so both definitions compare the
    same pairs of laws.
    """
    shown_pairs = set()
    for left, right in product(trees(), repeat=2):
        for challenge in range(1, HORIZON):
            changed = tuple(
                (place, second if len(place) == challenge else first)
                for (place, first), (_, second) in zip(left, right, strict=True)
            )
            if changed != left:
                shown_pairs.add((left, changed))
    near_pairs = {(x, y) for x, y in product(trees(), repeat=2) if near(x, y)}
    same, finding = near_pairs == shown_pairs, "Adversaries show other pairs of trees."
    require(same, finding, Grade.PROVED, shown=len(shown_pairs), near=len(near_pairs))
    return proof.verdict(numbers={"pairs": len(shown_pairs)})
