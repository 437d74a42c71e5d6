"""Claims about adaptive continual release: the definitions, remarks and figures of Appendix B."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, excess, largest_ratio
from banditproof.paper_checks.models.reward_models import (
    HORIZON,
    TREE,
    Actions,
    Feed,
    copies_the_last_reward,
    interaction,
    neighbouring_inputs,
    nodes,
    random_kernel,
    sequences,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, proved, require
from banditproof.verify.evidence import Grade

ALL_TIMES = range(1, HORIZON + 1)
Channels = tuple[int, int]
"""What an adversary offers at one step: the left and the right reward."""

Adversary = Callable[[Actions], Channels]
Observe = Callable[[Adversary, int, str], Feed]
"""The rewards that a policy sees, from the adversary, the challenge time and the bit."""


def observed(adversary: Adversary, challenge: int, bit: str) -> Feed:
    """r_t = left reward, except at the challenge time, where the bit chooses the channel."""
    return lambda a: adversary(a)[len(a) == challenge and bit == "R"]


WRONG_FEEDS: dict[str, dict[str, Observe]] = {
    "right channel from the challenge on": {
        "observe": lambda adversary, time, bit: (
            lambda a: adversary(a)[len(a) >= time and bit == "R"]
        )
    },
    "left channel always": {"observe": lambda adversary, time, bit: lambda a: adversary(a)[0]},
}


def random_adversary(source: random.Random) -> Adversary:
    """Two rewards for each sequence of actions, drawn at random."""
    choices = {a: (source.randrange(2), source.randrange(2)) for a in (*nodes(), *sequences())}
    return choices.__getitem__


def _offers(pairs: Sequence[Channels]) -> Adversary:
    """The pair of each round, whatever the actions are."""
    return lambda actions: pairs[len(actions) - 1]


class _Challenge:
    """A challenge time that can only be compared for equality with the present round."""

    def __init__(self, now: bool) -> None:
        self._now, self.asked = now, 0

    def __eq__(self, other: object) -> bool:
        self.asked += 1
        return self._now

    __hash__ = None  # type: ignore[assignment]


@checks("bern.defB.1", mutants=WRONG_FEEDS)
def reward_feeding_adversary(observe: Observe = observed) -> Verdict:
    """What is seen at step s depends on the pair of step s, on s = t*, and on b: four cases.

    The rewards are formal symbols, and so is the challenge, which only tells whether it is now.
    Checked besides: rewards 0 and 1 along all action sequences.
    """
    channels: list[Channels] = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for pairs in product(channels, repeat=HORIZON):
        for actions, challenge in product(sequences(), range(1, HORIZON + 1)):
            feeds = (observe(_offers(pairs), challenge, b) for b in "LR")
            left, right = (tuple(feed(actions[:t]) for t in ALL_TIMES) for feed in feeds)
            changed = tuple(p[t == challenge] for t, p in zip(ALL_TIMES, pairs, strict=True))
            near = left == tuple(p[0] for p in pairs) and right == changed
            finding = "The rewards seen do not differ at the challenge only."
            require(near, finding, Grade.PROVED, offers=pairs, challenge=challenge)
    for now, bit in product((False, True), "LR"):
        formal, offered = _Challenge(now), (object(), object())
        seen = observe(lambda actions: offered, formal, bit)((0, 1))  # type: ignore[arg-type, return-value]  # noqa: B023
        meant = offered[now and bit == "R"]
        finding = "The reward seen is that of the other channel."
        require(seen is meant, finding, Grade.PROVED, at_the_challenge=now, bit=bit)
        need(formal.asked == 1, "The challenge is asked more than once, or never.")
    return proved()


def _ignores_all_but_the_second(history: tuple[tuple[int, int], ...]) -> Law:
    """The third arm is the second reward; the first two arms are coins."""
    return copies_the_last_reward(history if len(history) == 2 else ())


@checks("bern.defB.1.d20")
@mutant("all times", times=ALL_TIMES)
def challenge_times(times: Sequence[int] = (1, HORIZON)) -> Verdict:
    """A policy that copies the second of three rewards is not challenged at 1 or at 3."""
    losses, offers = {}, (0, 1)
    for challenge in ALL_TIMES:
        left, right = (
            interaction(_ignores_all_but_the_second, observed(lambda a: offers, challenge, b))
            for b in "LR"
        )
        losses[challenge] = max(largest_ratio(left, right), largest_ratio(right, left))
    if max(losses[t] for t in times) < max(losses.values()):
        case: dict[str, Any] = {f"e^eps at t* = {t}": loss for t, loss in losses.items()}
        return misprinted(T=HORIZON, policy="third arm = second reward", offers=offers, **case)
    return points()


@checks("bern.defB.2")
@mutant(
    "worst single sequence", delta=lambda p, q, r: max(x - r * y for x, y in zip(p, q, strict=True))
)
@mutant("all sequences together", delta=lambda p, q, r: sum(p) - r * sum(q))
@mutant("total variation", delta=lambda p, q, r: excess(p, q, Fraction(1)))
def adaptive_privacy(delta: Callable[[Law, Law, Fraction], Fraction] = excess) -> Verdict:
    """The supremum over all sets of views, and the two channels exchanged."""
    source, ratio = random.Random(32), Fraction(4, 3)
    subsets = list(chain.from_iterable(combinations(range(8), k) for k in range(9)))
    for _ in range(12):
        kernel, adversary = random_kernel(source), random_adversary(source)
        for challenge in ALL_TIMES:
            left, right = (interaction(kernel, observed(adversary, challenge, b)) for b in "LR")
            excesses = [p - ratio * q for p, q in zip(left, right, strict=True)]
            defined = max(sum((excesses[i] for i in s), Fraction(0)) for s in subsets)
            result, finding = delta(left, right, ratio), "Delta is not the supremum over sets."
            require(result == defined, finding, Grade.PROVED, views=(left, right), delta=result)
    inputs = set(neighbouring_inputs(TREE))
    lone = [pair for pair in inputs if pair[::-1] not in inputs]
    require(not lone, "One direction is not enough.", Grade.PROVED, trees=lone[:1])
    return points()
