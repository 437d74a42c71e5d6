"""The probability that the actions of a policy begin in some way, on one list of rewards.

The decision law of the policy is played along the actions. Noise on the integers is followed value
by value, up to a tail that widens the result; continuous noise in boxes (`noise_boxes`).
"""

from __future__ import annotations
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball
from banditproof.theory.mechanisms import Mechanism
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Actions, Inputs
from .noise_boxes import mass_in_boxes
from .noise_densities import CONTINUOUS, is_none
from .plain_fields import Refused
from .scripted_draws import Answers, Noises
from .scripted_plays import plain_rewards

MOST_NODES = 800_000
"""How many states and values of noise are followed at most."""
TAIL = Fraction(1, 2**30)
"""The probability of integer noise that is not followed."""


class ContinuousNoise(Exception):
    """The release has continuous noise, which has no values to follow."""


def mass_of(
    subject: DeclaredPolicy, inputs: Inputs, world: int, actions: Actions, boxes: int = 1000
) -> arb:
    """An enclosure of the probability that the actions begin so; ends are symbols above the arms.

    Continuous noise is split into so many `boxes` at most.

    >>> from banditproof.theory.budgets import PureDP
    >>> ucb = DeclaredPolicy("ucb", {}, PureDP(1))
    >>> bits = (Fraction(1), Fraction(0), Fraction(1))
    >>> print(mass_of(ucb, Inputs(bits, bits), 0, (0, 1, 0)))
    1.00000000000000
    """
    rewards = (inputs.left, inputs.right)[world]
    if inputs.moves is not None or inputs.contexts:
        raise Refused("The actions of a policy that is code are recomputed on lists of rewards.")
    policy = subject.fresh()
    played = sum(symbol < policy.arms for symbol in actions)
    if len(rewards) + 1 < played or (played < len(actions) and len(rewards) < played):
        raise Refused("The event goes on after the rewards of the inputs.")
    path = Path(policy, plain_rewards(rewards), actions)
    try:
        try:
            return path.followed()
        except ContinuousNoise:
            return mass_in_boxes(path, boxes)
    except (Refused, NotEnumerable) as reason:
        raise Refused(str(reason)) from None
    except Exception as failure:  # whatever the user's code raises
        raise Refused(f"The policy raised {type(failure).__name__}: {failure}") from None


class _Given(Noises):
    """One noise of a release, with a given value."""

    def __init__(self, value: float) -> None:
        super().__init__((value,))


@dataclass
class Path:
    """A policy on a list of rewards, followed along given actions."""

    policy: Policy[Any]
    rewards: Sequence[float]
    actions: Actions

    def end(self, state: Any, t: int) -> int | None:
        """The symbol of the end in a state; None if it goes on."""
        answer = self.policy.recommendation(state)
        return None if answer is None else self.policy.arms + int(answer)

    def decided(self, state: Any, t: int) -> dict[Pull, Fraction]:
        """The law of the next pull, by all that the decision may draw."""
        law: dict[Pull, Fraction] = {}
        waiting: list[list[tuple[int, int]]] = [[]]
        while waiting:
            drawn = waiting.pop()
            answers = Answers([(place + 0.5) / width for place, width in drawn])
            pull = checked_pull(self.policy.decide(state, t, answers), self.policy.arms, t)
            widths = [width or 0 for width in answers.widths]
            if 0 in widths or len(waiting) > MOST_NODES:
                raise Refused("A decision draws numbers of a continuous law.")
            for k in range(len(drawn), len(widths)):
                before = [*drawn, *((0, width) for width in widths[len(drawn) : k])]
                waiting += [[*before, (place, widths[k])] for place in range(1, widths[k])]
            law[pull] = law.get(pull, Fraction(0)) + Fraction(1, math.prod(widths))
        return law

    def matches(self, pull: Pull, t: int) -> bool:
        """Whether a pull from round t on is that of the actions, as far as they go."""
        wanted = self.actions[t - 1 : t - 1 + pull.plays]
        return tuple(pull.steps(len(wanted))) == wanted

    def read(self, held: Any, pull: Pull, t: int) -> Any:
        """What the curator holds after the rewards of a pull."""
        clipped = self.policy.rewards.clipping()
        for k, arm in enumerate(pull.steps(), t):
            reward = self.rewards[k - 1]
            shown = clipped(reward) if self.policy.clips_rewards else reward
            held = self.policy.curator.read(held, arm, shown)
        return held

    def released(self, state: Any, held: Any, pull: Pull, value: float) -> tuple[Any, Any, Any]:
        """The law of the noise of a release, what is still held, and the state after it."""
        if not pull.releases:
            return None, held, self.policy.learn(state, pull, None)
        noises = _Given(value)
        mechanism = self.policy.mechanism(state, pull)
        held, left = self.policy.curator.release(held, pull.arm, mechanism, noises)
        laws = [law for law in noises.laws if not is_none(law)]
        if len(laws) > 1:
            raise Refused("A release draws several noises.")
        return laws[0] if laws else None, held, self.policy.learn(state, pull, left)

    def followed(self) -> arb:
        """The probability by all states that the actions lead to."""
        nodes: dict[Any, arb] = {
            (self.policy.start(), self.policy.curator.start(self.policy.arms), 1): arb(1)
        }
        total, lost, steps = arb(0), arb(0), 0
        while nodes:
            after: dict[Any, arb] = {}
            for (state, held, t), mass in nodes.items():
                for weight, next_pull in self._ways(state, t):
                    share = mass * ball(weight)
                    if next_pull is None or t - 1 + next_pull.plays >= self.needed:
                        total += share
                        continue
                    read = self.read(held, next_pull, t)
                    law, kept, learned = self.released(state, read, next_pull, 0)
                    values = [(0, arb(1))] if law is None else [*_atoms(law)]
                    steps += len(values)
                    if steps > MOST_NODES:
                        raise Refused(f"More than {MOST_NODES} values of noise are to be followed.")
                    lost += share * ball(TAIL) * (law is not None)
                    for value, chance in values:
                        if law is not None:
                            _, kept, learned = self.released(state, read, next_pull, value)
                        key = (learned, kept, t + next_pull.plays)
                        after[key] = after.get(key, arb(0)) + share * chance
            nodes = after
        return total.union(total + lost)

    @property
    def needed(self) -> int:
        """How many actions are played: an end comes after all of them."""
        return len(self.actions) + (self.actions[-1] >= self.policy.arms)

    def _ways(self, state: Any, t: int) -> Iterator[tuple[Fraction, Pull | None]]:
        """The pulls that the actions go on with; None for an end that they name."""
        end = self.end(state, t)
        wanted = self.actions[t - 1] if t <= len(self.actions) else None
        if end is not None:
            if wanted == end:
                yield Fraction(1), None
        elif wanted is not None and wanted < self.policy.arms:
            for pull, weight in self.decided(state, t).items():
                if self.matches(pull, t):
                    yield weight, pull


def _atoms(law: Mechanism) -> Iterator[tuple[int, arb]]:
    """The values of a noise on the integers with their masses, but for a tail."""
    if type(law) in CONTINUOUS:
        raise ContinuousNoise
    if not hasattr(law, "mass") or not hasattr(law, "tail"):
        raise Refused(f"The masses of the noise {law!r} are not known.")
    cut = 4
    while not Enclosure.of(law.tail(cut)).hi <= TAIL:
        cut += 1 + cut // 8
        if cut > MOST_NODES:
            raise Refused(f"The noise {law!r} has too many values.")
    for value in range(-cut, cut + 1):
        mass = Enclosure.of(law.mass(value))
        yield value, ball(Fraction(mass.lo)).union(ball(Fraction(mass.hi)))
