"""Claims about reward trees: Remarks 3.10 and 3.11, Figure 3.5."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from itertools import product

from banditproof.paper_checks.claim import claim, pair
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
from banditproof.paper_checks.models.separating_policies import (
    appendix,
    first_label_is_second_reward,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, proved

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
    found: list[tuple[formal.Past, int]] = []
    for t, arm in enumerate(actions):
        heard = [actions[:s] for s in range(1, t + 1)]
        if t + 1 == len(actions) and t != challenge:
            heard[-1:] = [last(actions, challenge)] if heard else []
        named = [("R" if s == challenge else "L", known) for s, known in enumerate(heard, 1)]
        found.append((tuple(zip(actions, named, strict=False)), arm))
    return tuple(found)


Run = Callable[[Actions, int, str], list[Hashable]]


def list_of_the_run(actions: Actions, challenge: int, bit: str) -> list[Hashable]:
    """A^(b,t*)(a): the rewards that the policy observes along a."""
    return [(bit if t == challenge else "L", actions[:t]) for t in range(1, len(actions) + 1)]


@pair(
    "thesis.rem3.10",
    r"$\Pr[\mathrm{View}^{R,t^\star}=\mathbf a]=\pi_1(a_1)\cdots\pi_{t^\star+1}(a_{t^\star+1}\mid"
    r"\dots,\mathcal A^R_{t^\star}(a_1,\dots,a_{t^\star}))\cdots\pi_T(a_T\mid\dots,a_{T-1},"
    r"\mathcal A^L_{T-1}(a_1,\dots,a_{t-1}))$, and $\Pr[\mathrm{View}^{b,t^\star}=\mathbf a]="
    r"\mathcal V^\pi(\mathbf a\mid\mathcal A^{b,t^\star}(\mathbf a))$ on lists that differ at "
    r"$t^\star$ only.",
    r"With $\mathcal A^L_{T-1}(a_1,\dots,a_{T-1})$ in the last factor: (a), (b) "
    r"$\Pr[\mathrm{View}^{b,t^\star}_{\mathcal A,\pi}=\mathbf a]=\mathcal V^\pi(\mathbf a\mid"
    r"\mathcal A^{b,t^\star}(\mathbf a))$ for $b=L,R$; (c) the two lists are neighbours that "
    r"differ at $t^\star$ at most.",
    recorded="holds-with-repair",
    subjects={"last": (as_printed, all_but_the_last)},
    doubts=("D19",),
    repaired_title="expanding the view, with the right last factor",
    mutants={
        "the left list for both": {"run": lambda a, t_star, bit: list_of_the_run(a, t_star, "L")},
        "the right channel in all rounds": {
            "run": lambda a, t_star, bit: [(bit, a[:t]) for t in range(1, len(a) + 1)]
        },
    },
)
def view_expansion(last: LastArguments, run: Run = list_of_the_run) -> Verdict:
    """The product and (a) to (c) as formal products, and by playing all trees."""
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            due = formal.factors(actions, observed_reward(secret_at_the_challenge, challenge, "R"))
            require_or_repair(
                right_view(actions, challenge, last) == due,
                "The last factor of the right view applies A_(T-1)^L to a_1, ..., a_(t-1); it must "
                "be a_1, ..., a_(T-1). The rest stands.",
                T=len(actions),
                t_star=challenge,
                applied_to=last(actions, challenge),
                due=actions[:-1],
            )
            left, right = (run(actions, challenge, bit) for bit in "LR")
            for bit, rewards in (("L", left), ("R", right)):
                view = formal.factors(
                    actions, observed_reward(secret_at_the_challenge, challenge, bit)
                )
                on_the_list = formal.factors(actions, formal.in_order(rewards))
                formal.require_same(
                    actions, view, on_the_list, "The view is not the law on this list."
                )
            changed = [t for t, (x, y) in enumerate(zip(left, right, strict=True), 1) if x != y]
            finding = "The lists of the two runs are not neighbours."
            require(changed == [challenge], finding, t_star=challenge, rounds=changed)
    for tree in trees(2):
        for path, mass in TREES.law(appendix, 3, tree).items():
            seen = [tree_reward(tree)(path[:t], 0) for t in (1, 2)]
            same = mass == LISTS.law(appendix, 3, seen)[path]
            require(same, "The laws differ.", tree=tree, actions=path)
    return certified(
        "Each single sequence of the adaptive game has the View probability of its own list, and "
        "the lists of the two runs differ at t* only.",
        covered="Every kernel and adversary as formal products for T <= 4 with two arms, T <= 3 "
        "with three; one kernel on all 64 trees at T = 3.",
        not_covered="Larger sizes, which repeat the same step.",
    )


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
        "trees that differ at one node": {"near": one_entry},
        "trees that differ below a node": {"near": _below_one_node},
    },
)
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
    return certified(
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
    # one more round, so that the reward of round 3 is in the past of a factor
    kinds = (formal.list_entry, formal.table_entry, formal.node)
    met = [
        {r for path in sequences(3) for r in formal.rewards_seen((*path, 0), kind)}
        for kind in kinds
    ]
    found = tuple(len(rewards) for rewards in met)
    seen = [formal.rewards_seen((0, 1, 0, 0), kind) for kind in kinds]
    due = [
        [("r", 1), ("r", 2), ("r", 3)],
        [("x", 1, 0), ("x", 2, 1), ("x", 3, 0)],
        [("node", (0,)), ("node", (0, 1)), ("node", (0, 1, 0))],
    ]
    finding = "The pictures have other rewards than trajectories meet."
    require(count(3, 2) == found, finding, pictures=count(3, 2), trajectories=found)
    require(seen == due, "Other rewards are observed along 1, 2, 1.", seen=seen)
    return proved(
        f"List, table and tree hold {found[0]}, {found[1]} and {found[2]} rewards; 1, 2, 1 meets "
        "r_1, r_2, r_3; x[1,1], x[2,2], x[3,1]; the nodes after 1, after 1,2 and after 1,2,1.",
        covered="The counts, by walking all trajectories, and the highlighted one.",
        not_covered="The drawing.",
    )
