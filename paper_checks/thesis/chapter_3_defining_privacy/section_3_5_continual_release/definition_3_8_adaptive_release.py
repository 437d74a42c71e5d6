"""Claims about adaptive continual release: Definitions 3.8 and 3.9, Figure 3.4."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from banditproof.verify.evidence import Grade

from ....claim import claim
from ....models.deltas_twice import library_deltas
from ....models.formal_products import Namer, all_sequences, factors
from ....models.neighbouring_laws import Laws, laws_on
from ....models.policy_protocols import (
    Actions,
    Kernel,
    Row,
    Seen,
    kernel_as_machine,
    play,
    random_kernel,
    tree_reward,
    trees,
)
from ....models.separating_policies import FIRST, appendix, first_label_is_second_reward, play_one
from ....verdict import Verdict, fails, holds

Channel = Callable[[int, int, str], str]
"""The channel that is shown at round t, from t, the challenge round and the secret bit."""


def secret_at_the_challenge(t: int, challenge: int, bit: str) -> str:
    """The left channel, except at the challenge round, where the bit chooses."""
    return bit if t == challenge else "L"


def right_from_then_on(t: int, challenge: int, bit: str) -> str:
    """Wrong: the right channel from the challenge on."""
    return bit if t >= challenge else "L"


def _always_left(t: int, challenge: int, bit: str) -> str:
    return "L"


def _bit_everywhere(t: int, challenge: int, bit: str) -> str:
    return bit


def observed_reward(channel: Channel, challenge: int, bit: str) -> Namer:
    """The name of what the policy sees: A_t^L or A_t^R of the actions so far."""

    def reward(actions: Actions, label: Hashable) -> Hashable:
        return (channel(len(actions), challenge, bit), actions)

    return reward


def channel_fault(channel: Channel) -> str | None:
    """Where the two runs do not see lists that differ at the challenge round alone, or None."""
    for _, actions in all_sequences():
        for challenge in range(1, len(actions)):
            rewards = {
                bit: [
                    r for _, r in factors(actions, observed_reward(channel, challenge, bit))[-1][0]
                ]
                for bit in "LR"
            }
            changed = [
                t for t, (x, y) in enumerate(zip(*rewards.values(), strict=True), 1) if x != y
            ]
            left = all(r[0] == "L" for r in rewards["L"])  # type: ignore[index]
            if changed != [challenge] or not left:
                return f"Actions {actions}, t* = {challenge}: the runs differ at rounds {changed}"
    return None


@claim(
    "thesis.def3.8",
    r"A reward-feeding adversary is a sequence $\mathcal A_t:a_1,\dots,a_t\mapsto(r_t^L,r_t^R)$. "
    r"For any actions and $t^\star$ the rewards observed under $b=L$ and $b=R$ are neighbouring "
    r"lists that differ at $t^\star$ only.",
    recorded="holds",
    mutants={
        "right channel from the challenge on": {"channel": right_from_then_on},
        "right channel always": {"channel": _bit_everywhere},
        "the right channel is never read": {"channel": _always_left},
    },
)
def reward_feeding_adversary(channel: Channel = secret_at_the_challenge) -> Verdict:
    """What is observed under both bits, for an adversary of whom nothing is known."""
    fault = channel_fault(channel)
    if fault:
        return fails(Grade.PROVED, "The observed lists are no neighbours.", witness=f"{fault}.")
    return holds(
        Grade.CERTIFIED,
        "Under both bits the policy sees A_t^L(a_1, ..., a_t), except A^R at t* under b = R.",
        covered="Every adversary, action sequence and challenge round, by names of rewards, for "
        "T <= 4 with two arms and T <= 3 with three.",
        not_covered="Larger sizes, which repeat the same step.",
    )


Range = Callable[[int], tuple[int, ...]]


def first_and_last(horizon: int) -> tuple[int, ...]:
    """The printed set {1, T}."""
    return (1, horizon)


def every_round(horizon: int) -> tuple[int, ...]:
    """The rounds 1, ..., T."""
    return tuple(range(1, horizon + 1))


def copies_the_second_reward(seen: Seen) -> Row:
    """Arm 0 twice, then the reward of round 2."""
    return play_one(Fraction(seen[1][1])) if len(seen) == 2 else FIRST


def tree_pairs(rounds: int, challenges: tuple[int, ...]) -> Iterator[tuple[object, object]]:
    """All ordered pairs of trees that differ at one of the given depths."""
    levels = [list(product((0, 1), repeat=2**t)) for t in range(1, rounds + 1)]
    for tree in product(*levels):
        for t in challenges:
            for level in levels[t - 1] if t <= rounds else []:
                if level != tree[t - 1]:
                    yield tree, (*tree[: t - 1], level, *tree[t:])


def release_delta(
    kernel: Kernel, horizon: int, challenges: tuple[int, ...], factor: Fraction | int
) -> Fraction:
    """The largest distance over all trees that differ at one of the challenge rounds."""
    machine = kernel_as_machine(kernel)
    allowed = set(tree_pairs(horizon - 1, challenges))
    found: Laws = laws_on(
        trees(horizon - 1),
        lambda tree: play(machine, horizon, tree_reward(tree)),
        lambda x, y: (x, y) in allowed,
    )
    return found.delta(factor)


@claim(
    "thesis.def3.9",
    r"$\pi$ is $(\varepsilon,\delta)$-DP in the adaptive continual release model if for all "
    r"$\mathcal A$ and $S$: $\sup_{t^\star}\Pr[\mathrm{View}^{L,t^\star}_{\mathcal A,\pi}\in S]-"
    r"e^\varepsilon\Pr[\mathrm{View}^{R,t^\star}_{\mathcal A,\pi}\in S]\le\delta$; zCDP likewise "
    r"with $D_\alpha\le\rho\alpha$. (Both readings: no queries.)",
    recorded="holds",
    mutants={
        "challenge at 1 or T": {"challenges": first_and_last},
        "challenge in the last round": {"challenges": lambda horizon: (horizon - 1,)},
    },
)
def release_privacy(challenges: Range = every_round) -> Verdict:
    """All pairs of trees that an adversary can mean, against the library's backward induction."""
    source, factor = random.Random(39), Fraction(6, 5)
    kernels: Mapping[str, Kernel] = {
        "first_label_is_second_reward": first_label_is_second_reward,
        "copies_the_second_reward": copies_the_second_reward,
        "appendix": appendix,
        "random": random_kernel(source, 3),
    }
    for name, kernel in kernels.items():
        found = release_delta(kernel, 3, challenges(3), factor)
        known = library_deltas(kernel, 3, factor).continual
        if found != known:
            return fails(
                Grade.PROVED,
                "The adversaries played one by one give another delta than the library.",
                witness=f"Policy {name}, T = 3, e^eps = 6/5: {found}, not {known}.",
            )
    return holds(
        Grade.CERTIFIED,
        "The definition is computable: an adversary with her challenge round is a pair of trees "
        "that differ at one depth, and the largest of all 1152 pairs is the library's number. The "
        "challenge t* = T never matters.",
        numbers={"policies": len(kernels)},
        covered="Four kernels at T = 3, K = 2, rewards 0 and 1, e^eps = 6/5.",
        not_covered="Other rewards and horizons; random adversaries, by the argument of "
        "thesis.rem3.14; zCDP, whose constant is a supremum over orders.",
    )


@claim(
    "thesis.fig3.4",
    r"Figure 3.4: the adversary sends $(r_t^L,r_t^R)$; (a) with $b=L$ the framed reward is "
    r"$r_t^L$ in every round; (b) with $b=R$ it is $r_t^L$ except $r_{t^\star}^R$.",
    recorded="holds",
    mutants={
        "part (b) shows the right channel everywhere": {"channel": _bit_everywhere},
        "both parts are the left run": {"channel": _always_left},
    },
)
def release_picture(channel: Channel = secret_at_the_challenge) -> Verdict:
    """The framed rewards of both parts for three rounds and a challenge in the second."""
    framed = {bit: [channel(t, 2, bit) for t in (1, 2, 3)] for bit in "LR"}
    if framed != {"L": ["L", "L", "L"], "R": ["L", "R", "L"]}:
        return fails(Grade.PROVED, "Other rewards are framed.", witness=f"t* = 2: {framed}.")
    return holds(
        Grade.CERTIFIED,
        "With t* = 2 of three rounds part (a) frames L, L, L and part (b) L, R, L.",
        covered="The framed rewards of one run; thesis.def3.8 has all.",
        not_covered="The drawing.",
    )
