"""Claims about the protocol of adaptive continual release and the range of its challenge."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from fractions import Fraction

from ....claim import claim
from ....models.deltas_twice import library_deltas
from ....models.exact_games import require
from ....models.formal_products import all_sequences, factors, own, queried, require_same
from ....models.policy_protocols import (
    Actions,
    Law,
    Machine,
    Reward,
    kernel_as_machine,
    play,
    random_kernel,
    tree_reward,
    trees,
)
from ....verdict import Verdict
from ....vocabulary import certified
from .definition_3_8_adaptive_release import (
    Channel,
    Range,
    copies_the_second_reward,
    every_round,
    first_and_last,
    observed_reward,
    release_delta,
    require_neighbours,
    right_from_then_on,
    secret_at_the_challenge,
)

Game = Callable[[Machine, int, Reward], Law]


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
    game: Game = play,
) -> Verdict:
    """The box as formal products, and played on all trees for one policy."""
    require_neighbours(channel)
    for _, actions in all_sequences():
        found = factors(actions, observed_reward(channel, 1, "L"), label)
        due = tuple(
            (tuple((actions[s], ("L", actions[: s + 1])) for s in range(t)), arm)
            for t, arm in enumerate(actions)
        )
        require_same(actions, found, due, "The policy sees something else.")
    kernel = random_kernel(random.Random(9), 3)
    for tree in trees(2):
        reward = tree_reward(tree)
        for path, mass in game(kernel_as_machine(kernel), 3, reward).items():
            seen = tuple((path[t], reward(path[: t + 1], 0)) for t in range(2))
            along = kernel(())[path[0]] * kernel(seen[:1])[path[1]] * kernel(seen)[path[2]]
            finding = "The game is not the box."
            require(mass == along, finding, tree=tree, actions=path, game=mass, box=along)
    return certified(
        "The policy's memory holds its own actions and the rewards that were chosen after them. "
        "The text above the box prints the range {1, T} of t*, two rounds instead of all "
        "(thesis.acr.protocol.range).",
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
    require(
        printed == meant,
        "With t* in {1, T} nothing but the first reward is protected (the last one is never "
        "used); it must be {1, ..., T}, as in the box and in Definition 3.9.",
        policy="T = 3, a_1 = a_2 = 1, a_3 = r_2",
        delta=printed,
        delta_with_all_rounds=meant,
    )
    return certified("The range is enough.", covered="One policy at T = 3.")
