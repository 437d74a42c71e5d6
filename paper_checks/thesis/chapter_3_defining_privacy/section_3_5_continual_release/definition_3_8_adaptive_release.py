"""Claims about adaptive continual release: its protocol, Definitions 3.8 and 3.9, Figure 3.4."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.delta_two_ways import library_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import tree_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    Law,
    Machine,
    Reward,
    Row,
    Seen,
    Tree,
    kernel_as_machine,
    play,
    random_kernel,
    tree_reward,
    trees,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, proved
from ....models.separating_policies import FIRST, appendix, first_label_is_second_reward, play_one

Round = int | str
"""A round, or the name of an unknown one."""
Channel = Callable[[Any, Any, str], str]
"""The channel that is shown at round t, from t, the challenge round and the secret bit."""


def secret_at_the_challenge(t: Round, challenge: Round, bit: str) -> str:
    """The left channel, except at the challenge round, where the bit chooses."""
    return bit if t == challenge else "L"


def right_from_then_on(t: int, challenge: int, bit: str) -> str:
    """Wrong: the right channel from the challenge on."""
    return bit if t >= challenge else "L"


def observed_reward(channel: Channel, challenge: Round, bit: str) -> formal.Namer:
    """The name of what the policy sees: A_t^L or A_t^R of the actions so far."""
    return lambda actions, label: (channel(formal.number(actions), challenge, bit), actions)


def require_neighbours(channel: Channel) -> None:
    """The left run sees left rewards only, and the two runs differ at the challenge alone."""
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            left, right = (
                formal.rewards_seen(actions, observed_reward(channel, challenge, bit))
                for bit in "LR"
            )
            changed = [t for t, (x, y) in enumerate(zip(left, right, strict=True), 1) if x != y]
            require(
                changed == [challenge] and all(r[0] == "L" for r in left),  # type: ignore[index]
                "The rewards of the two runs do not differ at t* alone.",
                actions=actions,
                t_star=challenge,
                changed=changed,
            )
    for path in (formal.ANY, formal.AT_CHALLENGE):
        first, second = (observed_reward(channel, "t*", bit)(path, None) for bit in "LR")
        differ = path is formal.AT_CHALLENGE
        finding = "An unknown round shows other things"
        need((first != second) == differ and first == ("L", path), finding)


EVERYTHING = "Every adversary, all T, K and t*: what a round t and the round t* show, as a term"


@checks("thesis.def3.8")
@mutant("right channel from the challenge on", channel=right_from_then_on)
@mutant("right channel always", channel=lambda t, t_star, bit: bit)
@mutant("the right channel is never read", channel=lambda t, t_star, bit: "L")
def reward_feeding_adversary(channel: Channel = secret_at_the_challenge) -> Verdict:
    """What is observed under both bits, for an adversary of whom nothing is known."""
    require_neighbours(channel)
    return proved(covered=f"{EVERYTHING}.")


Game = Callable[[Machine, int, Reward], Law]


def _reward_before_action(machine: Machine, horizon: int, reward: Reward) -> Law:
    """Wrong: the adversary answers before she sees a_t, with what the last action fetched."""
    return play(machine, horizon, lambda actions, label: reward((*actions[:-1], 0), label))


@checks("thesis.acr.protocol")
@mutant("right channel from the challenge on", channel=right_from_then_on)
@mutant("labels are queried", label=formal.queried)
@mutant("the reward does not depend on a_t", game=_reward_before_action)
def release_protocol(
    channel: Channel = secret_at_the_challenge, label: formal.Label = formal.own, game: Game = play
) -> Verdict:
    """The box as formal products, and played on all trees for one policy."""
    require_neighbours(channel)
    for _, actions in formal.all_sequences():
        result = formal.factors(actions, observed_reward(channel, 1, "L"), label)
        seen = [(arm, ("L", actions[: t + 1])) for t, arm in enumerate(actions)]
        expected = formal.with_memory(actions, seen)
        formal.require_same(actions, result, expected, "The policy sees something else.")
    for path, bit, seen_channel in (
        (formal.ANY, "L", "L"),
        (formal.ANY, "R", "L"),
        (formal.AT_CHALLENGE, "L", "L"),
        (formal.AT_CHALLENGE, "R", "R"),
    ):
        shown = label(path), observed_reward(channel, "t*", bit)(path, label(path))
        need(shown == (path[-1], (seen_channel, path)), "An unknown round shows other things")
    kernel = random_kernel(random.Random(9), 3)
    for tree in trees(2):
        reward = tree_reward(tree)
        for path, mass in game(kernel_as_machine(kernel), 3, reward).items():
            past = tuple((path[t], reward(path[: t + 1], 0)) for t in range(2))
            along = kernel(())[path[0]] * kernel(past[:1])[path[1]] * kernel(past)[path[2]]
            finding = "The game is not the box."
            require(mass == along, finding, tree=tree, actions=path, game=mass, box=along)
    return proved(covered=f"{EVERYTHING}; one kernel played on all trees at T = 3.")


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


def release_delta(
    kernel: Kernel, horizon: int, challenges: tuple[int, ...], factor: Fraction | int
) -> Fraction:
    """The largest distance over all trees that differ at one of the challenge rounds."""

    def near(first: Tree, second: Tree) -> bool:
        changed = [t for t, (x, y) in enumerate(zip(first, second, strict=True), 1) if x != y]
        return len(changed) == 1 and changed[0] in challenges

    return tree_laws(kernel_as_machine(kernel), horizon, near=near).delta(factor)


@checks("thesis.def3.9")
@mutant("challenge at 1 or T", challenges=first_and_last)
@mutant("challenge in the last round", challenges=lambda horizon: (horizon - 1,))
def release_privacy(challenges: Range = every_round) -> Verdict:
    """All pairs of trees that an adversary can mean, against the library's backward induction."""
    source, factor = random.Random(39), Fraction(6, 5)
    kernels = [first_label_is_second_reward, copies_the_second_reward, appendix]
    kernels += [random_kernel(source, 3)]
    for number, kernel in enumerate(kernels):
        result = release_delta(kernel, 3, challenges(3), factor)
        known = library_deltas(kernel, 3, factor).continual
        finding = "The adversaries played one by one give another delta than the library."
        require(result == known, finding, policy=number, played=result, library=known)
    return points()


@checks("thesis.acr.protocol.range")
@mutant("all rounds", challenges=every_round)
def challenge_range(challenges: Range = first_and_last) -> Verdict:
    """A policy that publishes r_2 passes the printed range."""
    printed = release_delta(copies_the_second_reward, 3, challenges(3), 1)
    meant = library_deltas(copies_the_second_reward, 3, Fraction(1)).continual
    if printed != meant:
        return misprinted(
            policy="T = 3, a_1 = a_2 = 1, a_3 = r_2", delta=printed, delta_with_all_rounds=meant
        )
    return points()


@checks("thesis.fig3.4")
@mutant("part (b) shows the right channel everywhere", channel=lambda t, t_star, bit: bit)
@mutant("both parts are the left run", channel=lambda t, t_star, bit: "L")
def release_picture(channel: Channel = secret_at_the_challenge) -> Verdict:
    """The framed rewards of both parts for three rounds and a challenge in the second."""
    framed = {bit: [channel(t, 2, bit) for t in (1, 2, 3)] for bit in "LR"}
    expected = {"L": ["L", "L", "L"], "R": ["L", "R", "L"]}
    require(framed == expected, "Other rewards are framed.", t_star=2, framed=framed)
    require_neighbours(channel)
    return proved(covered=f"The rewards that the caption names. {EVERYTHING}.")


def _both_rewards(channel: Channel, challenge: Round, bit: str) -> formal.Namer:
    """Wrong: the pair itself is observed."""
    return lambda actions, label: ("L and R", actions)


def _one_list(channel: Channel, challenge: Round, bit: str) -> formal.Namer:
    """Wrong: the pairs are fixed in advance."""
    return lambda actions, label: (channel(formal.number(actions), challenge, bit), len(actions))


def _last_action(channel: Channel, challenge: Round, bit: str) -> formal.Namer:
    """Wrong: the pair depends on the last action alone."""
    return lambda actions, label: (channel(formal.number(actions), challenge, bit), actions[-1:])


@checks("thesis.sec3.5.challenges")
@mutant("the pair itself is observed", observed=_both_rewards)
@mutant("pairs that are fixed in advance", observed=_one_list)
@mutant("sharper: a pair by the last action alone", observed=_last_action)
@mutant("the pair of the actions before", observed=lambda *given: lambda a, label: ("L", a[:-1]))
def challenges_of_bandits(
    observed: Callable[[Channel, Round, str], formal.Namer] = observed_reward,
) -> Verdict:
    """What a round brings: one reward of the pair that is chosen by the actions so far."""
    for _, actions in formal.all_sequences():
        for challenge in range(1, len(actions)):
            for bit in "LR":
                reward = observed(secret_at_the_challenge, challenge, bit)
                for t, heard in enumerate(formal.rewards_seen(actions, reward), 1):
                    one = isinstance(heard, tuple) and heard[0] in ("L", "R")
                    require(one, "Another thing is observed than one reward.", heard=heard)
                    past = heard[1] == actions[:t]  # type: ignore[index]
                    finding = "A pair is no function of the actions so far."
                    require(past, finding, actions=actions, t=t, heard=heard)
    for path in (formal.ANY, formal.AT_CHALLENGE):
        shown = [observed(secret_at_the_challenge, "t*", bit)(path, None) for bit in "LR"]
        right = "R" if path is formal.AT_CHALLENGE else "L"
        need(shown == [("L", path), (right, path)], "An unknown round brings other things")
    return proved(covered=f"{EVERYTHING}; all paths written out for T <= 4.")
