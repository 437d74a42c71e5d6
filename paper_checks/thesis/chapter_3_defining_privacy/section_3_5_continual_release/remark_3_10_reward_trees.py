"""Claims about reward trees: Remarks 3.10 and 3.11, Figure 3.5."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.formal_products import (
    Factors,
    Past,
    all_sequences,
    factors,
    list_entry,
    node,
    table_entry,
    written,
)
from ....models.neighbouring_laws import laws_on
from ....models.policy_protocols import (
    Actions,
    Law,
    Tree,
    kernel_as_machine,
    list_reward,
    play,
    random_kernel,
    tree_reward,
    trees,
)
from ....models.separating_policies import appendix, first_label_is_second_reward
from ....verdict import Verdict, fails, holds, holds_with_repair
from .definition_3_8_adaptive_release import observed_reward, secret_at_the_challenge

LastArguments = Callable[[Actions, int], Actions]
"""What A_(T-1)^L is applied to in the last factor, from a_1, ..., a_T and t*."""


def as_printed(actions: Actions, challenge: int) -> Actions:
    """a_1, ..., a_(t-1), with t read as t*, the only t that is defined there."""
    return actions[: challenge - 1]


def all_but_the_last(actions: Actions, challenge: int) -> Actions:
    """a_1, ..., a_(T-1)."""
    return actions[:-1]


def right_view(actions: Actions, challenge: int, last: LastArguments) -> Factors:
    """The printed product for the right view."""
    found: list[tuple[Past, int]] = []
    for t in range(1, len(actions) + 1):
        past: list[tuple[Hashable, Hashable]] = []
        for s in range(1, t):
            arguments = actions[:s]
            if t == len(actions) and s == t - 1 and s != challenge:
                arguments = last(actions, challenge)
            past.append((actions[s - 1], ("R" if s == challenge else "L", arguments)))
        found.append((tuple(past), actions[t - 1]))
    return tuple(found)


def right_view_fault(last: LastArguments) -> str | None:
    """Where the printed product is not the probability of the right view, or None."""
    for _, actions in all_sequences():
        for challenge in range(1, len(actions)):
            reward = observed_reward(secret_at_the_challenge, challenge, "R")
            due, found = factors(actions, reward), right_view(actions, challenge, last)
            if due != found:
                return (
                    f"T = {len(actions)}, t* = {challenge}: the last factor applies A_"
                    f"{len(actions) - 1}^L to {len(last(actions, challenge))} actions, it takes "
                    f"{len(actions) - 1}"
                )
    return None


@claim(
    "thesis.rem3.10",
    r"$\Pr[\mathrm{View}^{R,t^\star}=\mathbf a]=\pi_1(a_1)\cdots\pi_{t^\star+1}(a_{t^\star+1}\mid"
    r"\dots,\mathcal A^R_{t^\star}(a_1,\dots,a_{t^\star}))\cdots\pi_T(a_T\mid\dots,a_{T-1},"
    r"\mathcal A^L_{T-1}(a_1,\dots,a_{t-1}))$, and $\Pr[\mathrm{View}^{b,t^\star}=\mathbf a]="
    r"\mathcal V^\pi(\mathbf a\mid\mathcal A^{b,t^\star}(\mathbf a))$ on lists that differ at "
    r"$t^\star$ only.",
    recorded="holds-with-repair",
    repaired_by="thesis.rem3.10.repaired",
    doubts=("D19",),
    mutants={"the last factor with T-1 actions": {"last": all_but_the_last}},
)
def view_expansion_as_printed(last: LastArguments = as_printed) -> Verdict:
    """The number of arguments of the last factor."""
    fault = right_view_fault(last)
    if fault is None:
        return holds(Grade.CERTIFIED, "The product is right.", covered="T <= 4.", not_covered="-")
    return holds_with_repair(
        Grade.PROVED,
        "The last factor of the right view applies A_(T-1)^L to a_1, ..., a_(t-1); it must be "
        "a_1, ..., a_(T-1) (D19). The rest stands.",
        witness=f"{fault}.",
    )


ListOf = Callable[[Actions, int, str], tuple[Hashable, ...]]


def list_of_the_run(actions: Actions, challenge: int, bit: str) -> tuple[Hashable, ...]:
    """A^(b,t*)(a): the rewards that the policy observes along a."""
    return tuple((bit if t == challenge else "L", actions[:t]) for t in range(1, len(actions) + 1))


def _left_list(actions: Actions, challenge: int, bit: str) -> tuple[Hashable, ...]:
    return list_of_the_run(actions, challenge, "L")


def _right_list(actions: Actions, challenge: int, bit: str) -> tuple[Hashable, ...]:
    return tuple((bit, actions[:t]) for t in range(1, len(actions) + 1))


@claim(
    "thesis.rem3.10.repaired",
    r"With $\mathcal A^L_{T-1}(a_1,\dots,a_{T-1})$ in the last factor: (a), (b) "
    r"$\Pr[\mathrm{View}^{b,t^\star}_{\mathcal A,\pi}=\mathbf a]=\mathcal V^\pi(\mathbf a\mid"
    r"\mathcal A^{b,t^\star}(\mathbf a))$ for $b=L,R$; (c) the two lists are neighbours that "
    r"differ at $t^\star$ at most.",
    recorded="holds",
    doubts=("D19",),
    title="expanding the view, with the right last factor",
    place="3.5",
    mutants={
        "the left list for both": {"run": _left_list},
        "the right channel in all rounds": {"run": _right_list},
        "the printed last factor": {"last": as_printed},
    },
)
def view_expansion(
    run: ListOf = list_of_the_run, last: LastArguments = all_but_the_last
) -> Verdict:
    """(a) to (c) as formal products, and by playing all trees with both bits."""
    fault = right_view_fault(last)
    if fault:
        return fails(Grade.PROVED, "The product is not the right view.", witness=f"{fault}.")
    for _, actions in all_sequences():
        for challenge, bit in product(range(1, len(actions)), "LR"):
            rewards = run(actions, challenge, bit)
            view = factors(actions, observed_reward(secret_at_the_challenge, challenge, bit))

            def on_the_list(
                path: Actions, label: Hashable, known: tuple[Hashable, ...] = rewards
            ) -> Hashable:
                return known[len(path) - 1]

            if view != factors(actions, on_the_list):
                return fails(
                    Grade.PROVED,
                    "The view is not the View law on this list.",
                    witness=f"T = {len(actions)}, actions {actions}, t* = {challenge}, b = {bit}.",
                )
            other = run(actions, challenge, "R" if bit == "L" else "L")
            changed = [t for t, (x, y) in enumerate(zip(rewards, other, strict=True), 1) if x != y]
            if changed != [challenge]:
                return fails(Grade.PROVED, "No neighbours.", witness=f"Rounds {changed}.")
    for tree in trees(2):
        law = play(kernel_as_machine(appendix), 3, tree_reward(tree))
        for path, mass in law.items():
            rewards_seen = tuple(tree_reward(tree)(path[:t], 0) for t in (1, 2))
            if mass != play(kernel_as_machine(appendix), 3, list_reward(rewards_seen))[path]:
                return fails(Grade.PROVED, "The laws differ.", witness=f"{tree}, {path}.")
    return holds(
        Grade.CERTIFIED,
        "Each single sequence of the adaptive game has the View probability of its own list, and "
        "the lists of the two runs differ at t* only.",
        covered="Every kernel and adversary as formal products for T <= 4 with two arms, T <= 3 "
        "with three; one kernel on all 64 trees at T = 3.",
        not_covered="Larger sizes, which repeat the same step.",
    )


TreesNear = Callable[[Tree, Tree], bool]


def one_depth(one: Tree, other: Tree) -> bool:
    """Trees that differ at one depth, at any number of its nodes."""
    return sum(x != y for x, y in zip(one, other, strict=True)) == 1


def _one_node(one: Tree, other: Tree) -> bool:
    return sum(a != b for x, y in zip(one, other, strict=True) for a, b in zip(x, y)) == 1  # noqa: B905


def _below_one_node(one: Tree, other: Tree) -> bool:
    """Wrong: a change at a node and everything below it."""
    return one != other and (one[0][0] == other[0][0] or one[0][1] == other[0][1])


@claim(
    "thesis.rem3.11",
    r"A reward-feeding adversary is a tree of rewards of depth $T$ with $K^t$ nodes at depth $t$. "
    r"$\pi$ is DP in the adaptive continual release model iff it is DP on neighbouring trees, "
    r"which differ at the rewards of one depth $t^\star$ only.",
    recorded="holds",
    mutants={
        "trees that differ at one node": {"near": _one_node},
        "trees that differ below a node": {"near": _below_one_node},
    },
)
def trees_are_adversaries(near: TreesNear = one_depth) -> Verdict:
    """The pairs of laws of all adversaries with all t* and b, and of all neighbouring trees."""
    kernels = (appendix, first_label_is_second_reward, random_kernel(random.Random(311), 3))
    for number, kernel in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        laws = {tree: play(machine, 3, tree_reward(tree)) for tree in trees(2)}

        # an adversary's left channel is a tree; her right channel is read at t* only
        def run(left: Tree, right: Tree, t: int, known: dict[Tree, Law] = laws) -> Law:
            return known[(*left[: t - 1], right[t - 1], *left[t:])]

        adversarial = {
            (left, right[t - 1], t): (laws[left], run(left, right, t))
            for t in (1, 2)
            for left in trees(2)
            for right in trees(2)
        }
        values = {(*p.values(), *q.values()) for p, q in adversarial.values()}
        same = {(*p.values(), *p.values()) for p in laws.values()}
        pairs = {
            (*laws[x].values(), *laws[y].values()) for x, y in product(laws, laws) if near(x, y)
        }
        if values - same != pairs - same:
            factor = Fraction(1)
            found = laws_on(trees(2), laws.__getitem__, near).delta(factor)
            return fails(
                Grade.PROVED,
                "These trees are not what an adversary can do.",
                witness=f"Policy {number}, T = 3, K = 2: {len(pairs - same)} pairs of laws, not "
                f"{len(values - same)}; the delta at e^eps = 1 is {found}.",
            )
    return holds(
        Grade.CERTIFIED,
        "The pairs of laws that adversaries produce are exactly those of two trees that differ at "
        "one depth, where all K^t nodes may change.",
        covered="Three kernels, all adversaries with rewards 0 and 1 and all t* at T = 3, K = 2.",
        not_covered="Other sizes and rewards: the correspondence does not use the policy.",
    )


Counter = Callable[[int, int], tuple[int, int, int]]


def sizes(horizon: int, arms: int) -> tuple[int, int, int]:
    """Rewards in a list, a table and a tree: T, TK and K + K^2 + ... + K^T."""
    return (horizon, horizon * arms, sum(arms**t for t in range(1, horizon + 1)))


@claim(
    "thesis.fig3.5",
    r"Figure 3.5: for $T=3$, $K=2$ a list, a table and a tree of rewards; on the trajectory "
    r"$(1,2,1)$ the policy observes the three highlighted rewards of each.",
    recorded="holds",
    mutants={
        "only the leaves of the tree": {"count": lambda t, k: (t, t * k, k**t)},
        "a root with a reward": {"count": lambda t, k: (t, t * k, 1 + sizes(t, k)[2])},
        "a square table": {"count": lambda t, k: (t, t * t, sizes(t, k)[2])},
    },
)
def three_inputs(count: Counter = sizes) -> Verdict:
    """All rewards that some trajectory meets, and those of the highlighted one."""
    full = list(product((0, 1), repeat=3))
    # one more round, so that the reward of round 3 is in the past of a factor
    met = [
        {r for path in full for _, r in factors((*path, 0), entry)[-1][0]}
        for entry in (list_entry, table_entry, node)
    ]
    found = tuple(len(rewards) for rewards in met)
    path = (0, 1, 0, 0)
    seen = [[r for _, r in factors(path, e)[-1][0]] for e in (list_entry, table_entry, node)]
    due = [
        [("r", 1), ("r", 2), ("r", 3)],
        [("x", 1, 0), ("x", 2, 1), ("x", 3, 0)],
        [("node", (0,)), ("node", (0, 1)), ("node", (0, 1, 0))],
    ]
    if count(3, 2) != found or seen != due:
        return fails(
            Grade.PROVED,
            "The pictures have other rewards.",
            witness=f"T = 3, K = 2: {count(3, 2)}, but trajectories meet {found}, for example "
            f"{written(factors(path, node))}.",
        )
    return holds(
        Grade.PROVED,
        f"List, table and tree hold {found[0]}, {found[1]} and {found[2]} rewards; 1, 2, 1 meets "
        "r_1, r_2, r_3; x[1,1], x[2,2], x[3,1]; the nodes after 1, after 1,2 and after 1,2,1.",
        covered="The counts, by walking all trajectories, and the highlighted one.",
        not_covered="The drawing.",
    )
