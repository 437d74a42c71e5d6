"""Claims about reward trees: Remarks 3.10 and 3.11, Figure 3.5."""

import random
from collections.abc import Callable, Hashable
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import LISTS, TREES
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Tree,
    differ_once,
    random_kernel,
    sequences,
    tree_reward,
    trees,
)
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved
from ....models.separating_policies import appendix, first_label_is_second_reward
from ..section_3_3_table_and_view.laws_and_neighbours import Near, one_entry
from .definition_3_8_adaptive_release import observed_reward, secret_at_the_challenge

LastArguments = Callable[[Actions, int], Actions]
"""What A_(T-1)^L is applied to in the last factor, from a_1, ..., a_T and t*."""


def as_printed(actions: Actions, challenge: int) -> Actions:
    """a_1, ..., a_(t-1), with t read as t*, the only t that is defined there."""
    return actions[: challenge - 1]


def all_but_the_last(actions: Actions, challenge: int) -> Actions:
    """a_1, ..., a_(T-1)."""
    return actions[:-1]


def right_view(actions: Actions, challenge: int, last: LastArguments) -> formal.Factors:
    """The printed product for the right view."""
    results: list[tuple[formal.Past, int]] = []
    for t, arm in enumerate(actions):
        heard = [actions[:s] for s in range(1, t + 1)]
        if t + 1 == len(actions) and t != challenge:
            heard[-1:] = [last(actions, challenge)] if heard else []
        named = [("R" if s == challenge else "L", known) for s, known in enumerate(heard, 1)]
        results.append((tuple(zip(actions, named, strict=False)), arm))
    return tuple(results)


@checks("thesis.rem3.10.expansion", subjects={"last": (as_printed, all_but_the_last)})
@mutant("the last factor hears all actions", last=lambda actions, challenge: actions)
def view_expansion(last: LastArguments, proof: Proof = WRITTEN) -> Verdict:
    """Both products, factor by factor, against those of the protocol."""
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            for bit in "LR":
                seen = observed_reward(secret_at_the_challenge, challenge, bit)
                expected = formal.factors(actions, seen)
                result = right_view(actions, challenge, last)
                if bit == "L":
                    result = right_view(actions, 0, all_but_the_last)
                require_or_repair(
                    result == expected,
                    "The last factor of the right view applies A_(T-1)^L to a_1, ..., a_(t-1); it "
                    "must be a_1, ..., a_(T-1), as in the left view. The rest stands.",
                    T=len(actions),
                    t_star=challenge,
                    applied_to=last(actions, challenge),
                    due=actions[:-1],
                )
    return proof.verdict()


Listed = Callable[[Any, Any, str], Hashable]
"""The t-th element of the list A^(b,t*)(a), from a_1, ..., a_t."""


def as_defined(path: Any, challenge: Any, bit: str) -> Hashable:
    """A_t^L(a_1, ..., a_t), except A^b at t*."""
    return (bit if formal.number(path) == challenge else "L", path)


@checks("thesis.rem3.10.lists")
@mutant("the left list for both", listed=lambda path, t_star, bit: ("L", path))
@mutant("the right channel in all rounds", listed=lambda path, t_star, bit: (bit, path))
def views_as_lists(listed: Listed = as_defined) -> Verdict:
    """(a), (b), (c) for unknown rounds, and by playing all trees."""
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            lists = []
            for bit in "LR":
                rewards = [listed(actions[:t], challenge, bit) for t in range(1, len(actions) + 1)]
                seen = observed_reward(secret_at_the_challenge, challenge, bit)
                on_the_list = formal.factors(actions, formal.in_order(rewards))
                finding = "The view is not the law on this list."
                formal.require_same(actions, formal.factors(actions, seen), on_the_list, finding)
                lists.append(rewards)
            changed = [t for t, (x, y) in enumerate(zip(*lists, strict=True), 1) if x != y]
            finding = "The lists of the two runs are not neighbours."
            require(changed == [challenge], finding, t_star=challenge, rounds=changed)
    for path, bit in product((formal.ANY, formal.AT_CHALLENGE), "LR"):
        seen = observed_reward(secret_at_the_challenge, "t*", bit)
        need(listed(path, "t*", bit) == seen(path, None), "An unknown round shows other things")
    for tree in trees(2):
        for played, mass in TREES.law(appendix, 3, tree).items():
            on_path = [tree_reward(tree)(played[:t], 0) for t in (1, 2)]
            same = mass == LISTS.law(appendix, 3, on_path)[played]
            require(same, "The laws differ.", tree=tree, actions=played)
    return proved()


def _below_one_node(first: Tree, second: Tree) -> bool:
    """Wrong: a change at a node and everything below it."""
    return first != second and (first[0][0] == second[0][0] or first[0][1] == second[0][1])


@checks("thesis.rem3.11")
@mutant("trees that differ at one node", near=one_entry)
@mutant("trees that differ below a node", near=_below_one_node)
def trees_are_adversaries(near: Near = differ_once) -> Verdict:
    """The pairs of laws of all adversaries with all t* and b, and of all neighbouring trees."""
    kernels = (appendix, first_label_is_second_reward, random_kernel(random.Random(311), 3))
    for number, kernel in enumerate(kernels):
        laws = {tree: tuple(TREES.law(kernel, 3, tree).values()) for tree in trees(2)}
        # an adversary's left channel is a tree; her right channel is read at t* only
        adversarial = {
            (laws[left], laws[(*left[: t - 1], right[t - 1], *left[t:])])
            for t in (1, 2)
            for left, right in product(laws, laws)
        }
        same = {(law, law) for law in laws.values()}
        pairs = {(laws[x], laws[y]) for x, y in product(laws, laws) if near(x, y)}
        require(
            adversarial - same == pairs - same,
            "These trees are not what an adversary can do.",
            policy=number,
            pairs_of_laws=len(pairs - same),
            of_adversaries=len(adversarial - same),
        )
    for path, bit in product((formal.ANY, formal.AT_CHALLENGE), "LR"):
        seen = observed_reward(secret_at_the_challenge, "t*", bit)(path, None)
        # the tree of the left channel, with the right channel's level at t* under b = R
        level = "R" if bit == "R" and path is formal.AT_CHALLENGE else "L"
        need(seen == (level, path), "An unknown round shows another node")
    return proved()


Counter = Callable[[int, int], tuple[int, int, int]]


def sizes(horizon: int, arms: int) -> tuple[int, int, int]:
    """Rewards in a list, a table and a tree: T, TK and K + K^2 + ... + K^T."""
    return (horizon, horizon * arms, sum(arms**t for t in range(1, horizon + 1)))


@checks("thesis.fig3.5")
@mutant("only the leaves of the tree", count=lambda t, k: (t, t * k, k**t))
@mutant("a root with a reward", count=lambda t, k: (t, t * k, 1 + sizes(t, k)[2]))
@mutant("a square table", count=lambda t, k: (t, t * t, sizes(t, k)[2]))
def three_inputs(count: Counter = sizes) -> Verdict:
    """All rewards that some trajectory meets, and those of the highlighted one."""
    # one more round, so that the reward of round 3 is in the past of a factor
    kinds = (formal.list_entry, formal.table_entry, formal.node)
    met = [
        {r for path in sequences(3) for r in formal.rewards_seen((*path, 0), kind)}
        for kind in kinds
    ]
    result = tuple(len(rewards) for rewards in met)
    seen = [formal.rewards_seen((0, 1, 0, 0), kind) for kind in kinds]
    expected = [
        [("r", 1), ("r", 2), ("r", 3)],
        [("x", 1, 0), ("x", 2, 1), ("x", 3, 0)],
        [("node", (0,)), ("node", (0, 1)), ("node", (0, 1, 0))],
    ]
    finding = "The pictures have other rewards than trajectories meet."
    require(count(3, 2) == result, finding, pictures=count(3, 2), trajectories=result)
    require(seen == expected, "Other rewards are observed along 1, 2, 1.", seen=seen)
    return points(
        f"List, table and tree hold {result[0]}, {result[1]} and {result[2]} rewards; 1, 2, 1 "
        "meets r_1, r_2, r_3; x[1,1], x[2,2], x[3,1]; the nodes after 1, after 1,2 "
        "and after 1,2,1."
    )
