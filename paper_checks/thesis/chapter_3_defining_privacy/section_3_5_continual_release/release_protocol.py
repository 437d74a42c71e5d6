"""Claims about the protocol of adaptive continual release and the range of its challenge."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from fractions import Fraction

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.deltas_twice import library_deltas
from ....models.formal_products import all_sequences, factors, own, queried, written
from ....models.policy_protocols import (
    Actions,
    Law,
    Machine,
    Reward,
    kernel_as_machine,
    play,
    random_kernel,
    sequences,
    tree_reward,
    trees,
)
from ....verdict import Verdict, fails, holds
from .definition_3_8_adaptive_release import (
    Channel,
    Range,
    channel_fault,
    copies_the_second_reward,
    every_round,
    first_and_last,
    observed_reward,
    release_delta,
    right_from_then_on,
    secret_at_the_challenge,
)

Game = Callable[[Machine, int, Reward], Law]


def box_played(machine: Machine, horizon: int, reward: Reward) -> Law:
    """The box played forward: action, pair of rewards, observed reward."""
    return play(machine, horizon, reward)


def _reward_before_action(machine: Machine, horizon: int, reward: Reward) -> Law:
    """Wrong: the adversary answers before she sees a_t, with what the last action fetched."""

    def early(actions: Actions, label: int) -> int:
        return reward((*actions[:-1], 0), label)

    return play(machine, horizon, early)


@claim(
    "thesis.acr.protocol",
    r"$b\in\{L,R\}$, $t^\star\in\{1,\dots,T\}$. For $t=1,\dots,T$: $a_t\sim\pi_t(\cdot\mid a_1,"
    r"r_1,\dots,a_{t-1},r_{t-1})$; $(r_t^L,r_t^R)=\mathcal A_t(a_1,\dots,a_t)$; the policy "
    r"observes $r_t^L$ if $t\ne t^\star$, else $r_{t^\star}^b$. (Memory: own actions.)",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "right channel from the challenge on": {"channel": right_from_then_on},
        "labels are queried": {"label": queried},
        "the reward does not depend on a_t": {"game": _reward_before_action},
    },
)
def release_protocol(
    channel: Channel = secret_at_the_challenge,
    label: Callable[[Actions], Hashable] = own,
    game: Game = box_played,
) -> Verdict:
    """The box as formal products, and played on all trees for one policy."""
    fault = channel_fault(channel)
    if fault:
        return fails(Grade.PROVED, "Another channel is shown.", witness=f"{fault}.")
    for _, actions in all_sequences():
        found = factors(actions, observed_reward(channel, 1, "L"), label)
        due = tuple(
            (tuple((actions[s], ("L", actions[: s + 1])) for s in range(t)), arm)
            for t, arm in enumerate(actions)
        )
        if found != due:
            return fails(Grade.PROVED, "Something else is seen.", witness=written(found) + ".")
    kernel = random_kernel(random.Random(9), 3)
    for tree in trees(2):
        nodes = {a: tree_reward(tree)(a, 0) for t in (1, 2) for a in sequences(t)}

        def reward(actions: Actions, label: int, known: dict[Actions, int] = nodes) -> int:
            return known[actions]

        law = game(kernel_as_machine(kernel), 3, reward)
        for path, mass in law.items():
            seen = tuple((path[t], nodes[path[: t + 1]]) for t in range(2))
            product_along = kernel(())[path[0]] * kernel(seen[:1])[path[1]] * kernel(seen)[path[2]]
            if mass != product_along:
                return fails(
                    Grade.PROVED,
                    "The game is not the box.",
                    witness=f"Tree {tree}, actions {path}: {mass}, not {product_along}.",
                )
    return holds(
        Grade.CERTIFIED,
        "The policy's memory holds its own actions and the rewards that were chosen after them. "
        "The text above the box prints the range {1, T} of t*, two rounds instead of all (D19, "
        "thesis.acr.protocol.range).",
        covered="Every adversary as formal products at T <= 4; one kernel on all trees at T = 3.",
        not_covered="Larger sizes, which repeat the same step.",
    )


@claim(
    "thesis.acr.protocol.range",
    r"The challenge time is $t^\star\in\{1,T\}$.",
    recorded="fails",
    repaired_by="thesis.acr.protocol",
    doubts=("D19",),
    title="the range of the challenge time in the text",
    mutants={"all rounds": {"challenges": every_round}},
)
def challenge_range(challenges: Range = first_and_last) -> Verdict:
    """A policy that publishes r_2 passes the printed range."""
    printed = release_delta(copies_the_second_reward, 3, challenges(3), 1)
    meant = library_deltas(copies_the_second_reward, 3, Fraction(1)).continual
    if printed == meant:
        return holds(Grade.CERTIFIED, "The range is enough.", covered="T = 3.", not_covered="More.")
    return fails(
        Grade.PROVED,
        "With t* in {1, T} nothing but the first reward is protected (the last one is never "
        "used); it must be {1, ..., T}, as in the box and in Definition 3.9 (D19).",
        witness=f"T = 3, a_1 = a_2 = 1, a_3 = r_2: delta is {printed} at t* = 1 and t* = 3, and "
        f"{meant} at t* = 2.",
    )
