"""A policy is played along the path of a witness: its rewards, noises and other draws are given.

The engine is the specification (`per_step.play`), whose ledger computes what each release is made
of. A fresh policy is played each time, and often, in an order that nobody foresees, so that what it
keeps elsewhere shows.

A ledger follows sums of multiples of rewards. What a curator squares or sorts is none; but two
worlds are compared by the numbers that leave, and so it is enough to follow the noises. Such a
curator gets plain rewards in place of traced ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import SystemRandom
from typing import Any
from banditproof.algorithms.contexts import Contexts, FixedContexts
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.engines.per_step import Play, play
from banditproof.algorithms.ledger import NotLinear, Traced, Unmultiplied, depending
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.rewards import RewardList
from banditproof.theory.mechanisms import Mechanism
from .between import Box, OpenQuestion, require_closed
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .noise_densities import is_none
from .plain_fields import Refused
from .scripted_draws import Answers, Noises, widths_of
from .stated_claim import StatedClaim

MOST_ROUNDS = 5_000
REPEATS = 6
"""How often each world is played; who counts plays guesses the order once in 924 times."""
SURE = 30
"""How often more, if the worlds differ: a coin of the policy could make them differ by chance."""


class _Steered(Policy[Any]):
    """A policy whose decisions draw from answers of their own; a box may hide what is released.

    Of a box it does not learn what leaves in the last round, by which nothing is decided.
    """

    def __init__(
        self,
        policy: Policy[Any],
        answers: Answers,
        noises: Noises,
        box: Box | None,
        rounds: int,
        curator: Curator | None,
    ) -> None:
        self.left = rounds
        self.policy, self.answers, self.noises, self.box = policy, answers, noises, box
        self.name = getattr(policy, "name", type(policy).__name__)
        self.arms, self.curator = policy.arms, curator or policy.curator
        self.rewards, self.clips_rewards = policy.rewards, policy.clips_rewards
        self.dimension, self.told_advice = policy.dimension, policy.told_advice

    @property
    def budget(self) -> Any:
        return self.policy.budget

    def start(self) -> Any:
        return self.policy.start()

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        self.noises.arm = pull.arm
        return self.policy.mechanism(state, pull)

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        return self.policy.decide(state, t, self.answers)

    def decide_in(self, state: Any, t: int, context: Any, randomness: Randomness) -> Pull:
        return self.policy.decide_in(state, t, context, self.answers)

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        shown = self._shown(released, pull)
        return self.policy.learn(state, pull, shown) if self.goes_on else state

    def learn_in(self, state: Any, pull: Pull, context: Any, released: Any) -> Any:
        shown = self._shown(released, pull)
        return self.policy.learn_in(state, pull, context, shown) if self.goes_on else state

    def recommendation(self, state: Any) -> int | None:
        return self.policy.recommendation(state) if self.goes_on else None

    @property
    def goes_on(self) -> bool:
        """Whether anything is decided after what was learned."""
        return self.box is None or self.left > 0

    def _shown(self, released: Any, pull: Pull) -> Any:
        """What the policy learns: the released numbers, or what the box says of them."""
        self.left -= pull.plays
        if self.box is None or released is None:
            return released
        several = isinstance(released, tuple)
        numbers = released if several else (released,)
        shown = tuple(self.box.number_of(number, self.noises.laws) for number in numbers)
        return shown if several else shown[0]


@dataclass(frozen=True)
class Released:
    """A released number with what it is made of, in exact numbers."""

    time: int
    arm: int
    value: Fraction
    rewards: Mapping[int, Fraction | None]
    """The coefficient of each reward; None where the number is another function of it."""
    noises: Mapping[int, Fraction]
    final: bool = False
    """Whether it leaves because the horizon is reached."""


@dataclass(frozen=True)
class World:
    """What a play showed, and the law and the value of each noise behind it."""

    play: Play
    releases: tuple[Released, ...]
    laws: tuple[Mechanism, ...]
    noises: tuple[Fraction, ...]
    draws: tuple[tuple[Any, ...], ...]
    """What its decisions drew from."""

    @property
    def widths(self) -> tuple[int | None, ...]:
        """How many options each draw of a decision had; None for a draw of a continuous law."""
        return widths_of(self.draws)

    def new_noises(self) -> Iterator[tuple[Released, list[int]]]:
        """Each released number, and its noises that no earlier one has."""
        seen: set[int] = set()
        for entry in self.releases:
            yield entry, [k for k in entry.noises if k not in seen and not is_none(self.laws[k])]
            seen |= set(entry.noises)


class PlainRewards(Curator):
    """The same curator, which gets plain rewards; released numbers keep their noises.

    Which rewards stand behind a number is then only guessed, for searches: those that were read
    since the arm's last release.
    """

    def __init__(self, curator: Curator) -> None:
        self.curator = curator
        self.read_since: dict[int, list[Traced]] = {}

    def start(self, arms: int) -> Held:
        """What the curator starts with."""
        return self.curator.start(arms)

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """A reward without its trace."""
        return self.curator.read(held, arm, self._noted(arm, reward))

    def read_in(self, held: Held, arm: int, context: Any, reward: Any) -> Held:
        """A reward without its trace, in a context."""
        return self.curator.read_in(held, arm, context, self._noted(arm, reward))

    def _noted(self, arm: int, reward: Any) -> Any:
        self.read_since.setdefault(arm, []).append(reward)
        return reward.value

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, Any]:
        """What leaves, with its noises, and with the rewards that may stand behind it."""
        held, left = self.curator.release(held, arm, mechanism, randomness)
        behind = self.read_since.pop(arm, [])
        if isinstance(left, tuple):
            return held, tuple(_with(number, behind) for number in left)
        return held, _with(left, behind)

    def finish(self, held: Held, randomness: Randomness) -> Sequence[tuple[int, Any]]:
        """What leaves at the end."""
        left = self.curator.finish(held, randomness)
        return [(arm, _with(number, self.read_since.get(arm, []))) for arm, number in left]


def _with(number: Any, behind: Sequence[Traced]) -> Any:
    """A number with its own noises that depends on some rewards."""
    value = number.value if isinstance(number, Traced) else number
    return depending(value, behind, number) if behind else number


def plain_rewards(rewards: Sequence[Fraction]) -> list[float]:
    """Rewards as a play gets them: integers where they are."""
    return [r.numerator if r.denominator == 1 else float(r) for r in rewards]


def world_of(
    subject: DeclaredPolicy,
    inputs: Inputs,
    world: int,
    noises: Noises,
    answers: Sequence[float],
    box: Box | None = None,
    curator: Curator | None = None,
) -> World:
    """One play of a fresh policy on the list of rewards of a world; Refused if it cannot be.

    A `curator` stands in place of that of the policy. With a box the policy learns of released
    numbers what the box says; where that leaves its decisions open, an OpenQuestion is raised. A
    curator whose numbers are no sums of multiples of rewards gets plain rewards.
    """
    rewards = (inputs.left, inputs.right)[world]
    if inputs.moves is not None or not 1 <= len(rewards) <= MOST_ROUNDS:
        raise Refused(f"A policy that is code is played on lists of 1 to {MOST_ROUNDS} rewards.")
    contexts: Contexts | None = FixedContexts(inputs.contexts) if inputs.contexts else None
    listed = RewardList(plain_rewards(rewards))

    def played_by(policy: Policy[Any], own: Curator | None) -> tuple[Play, Answers]:
        drawn = Answers(answers)
        steered = _Steered(policy, drawn, noises, box, len(rewards), own)
        return play(steered, listed, len(rewards), noises, contexts), drawn

    try:
        try:
            played, drawn = played_by(subject.fresh(), curator)
        except NotLinear:
            if curator is not None:
                raise
            noises.restart()
            if box is not None:
                box.restart()
            policy = subject.fresh()
            played, drawn = played_by(policy, PlainRewards(policy.curator))
        releases = tuple(_released(played))
    except Refused:
        raise
    except (Exception, OpenQuestion) as failure:  # whatever the user's code raises
        require_closed(box)
        raise Refused(f"The policy raised {type(failure).__name__}: {failure}") from None
    require_closed(box)
    exact = tuple(Fraction(value) for value in noises.drawn)
    return World(played, releases, tuple(noises.laws), exact, tuple(drawn.draws))


def in_both_worlds(world: Callable[[int], World]) -> tuple[World, World]:
    """The plays of both worlds; Refused if one differs when it is made again."""
    first: dict[int, World] = {}
    for repeats in (REPEATS, SURE):
        order = [0, 1] * repeats
        SystemRandom().shuffle(order)
        for side in order:
            again = world(side)
            if _shape(first.setdefault(side, again)) != _shape(again):
                raise Refused("The policy does not repeat itself: it draws numbers of its own.")
        if _shape(first[0]) == _shape(first[1]):
            break
    return first[0], first[1]


def _shape(world: World) -> tuple[Any, ...]:
    return world.play.pulls, world.play.recommended, world.releases, world.laws, world.widths


_known_fraction = lru_cache(maxsize=1 << 12)(Fraction)


def _fraction(number: float) -> Fraction:
    """A number exactly; equal plain ones are one object, which is compared at once."""
    plain = type(number) is int or type(number) is float
    return _known_fraction(number) if plain else Fraction(number)


def _released(played: Play) -> Iterator[Released]:
    for entry in played.ledger.releases:
        known = not isinstance(entry.rewards, Unmultiplied)
        rewards: dict[int, Fraction | None] = dict.fromkeys(entry.rewards)
        if known:
            rewards = {t: _fraction(c) for t, c in entry.rewards.items() if c}
        noises = {k: _fraction(c) for k, c in entry.noises.items() if c}
        value, final = Fraction(entry.value), entry.count == 0
        yield Released(entry.time, entry.arm, value, rewards, noises, final)


def require_used(world: World) -> None:
    """Refused if a noise is in no number: what it did then is not known."""
    used = {serial for entry in world.releases for serial in entry.noises}
    if any(k not in used and not is_none(law) for k, law in enumerate(world.laws)):
        raise Refused("The curator draws a noise that is in no number which the ledger follows.")


def require_whole(world: World, claim: StatedClaim) -> None:
    """Refused if numbers leave at the end of a play that is not as long as the claim says."""
    rounds = len(world.play.actions)
    if any(entry.final for entry in world.releases) and claim.horizon not in (None, rounds):
        raise Refused(
            f"Numbers leave at the end of {rounds} rounds, and the claim is about {claim.horizon}."
        )
