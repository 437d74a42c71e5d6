"""Policies that stop, and of which an enumeration would see another one than is played.

One changes its states in place, one keeps what it learned outside of them, one is made for smaller
rewards, one plays plans over both arms. Each was once judged as if it did not.
"""

from dataclasses import dataclass, field
from typing import Any
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, Mechanism, NoNoise
from .entry import Engine, Entry, described
from .stopping_rules import CorrectnessJudge
from .whole_audit import audit_entry

LOUD, QUIET = DiscreteLaplace("1/2"), DiscreteLaplace("1/20")


@dataclass(frozen=True, eq=False)
class Notes:
    """A list that is known by its place, so that a change of it is not seen."""

    seen: list[Any] = field(default_factory=list)


class _TwoArms(Policy[Any]):
    """Plays each arm once in turn and recommends the larger of the first two numbers."""

    name = "two-arms"
    arms = 2

    @property
    def budget(self) -> PureDP:
        """That of the noise."""
        return PureDP("0.7")

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        """Noise for log 2, and less of it once ten numbers are known."""
        return LOUD if len(self.known(state)) < 10 else QUIET

    def start(self) -> Any:
        """Nothing is known."""
        return ()

    def known(self, state: Any) -> Any:
        """The numbers that a state has."""
        return state

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        """The arms in turn."""
        return Pull(len(self.known(state)) % 2, 1)

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        """One more number."""
        return (*state, released)

    def recommendation(self, state: Any) -> int | None:
        """The arm of the larger number."""
        known = self.known(state)
        return None if len(known) < 2 else int(known[1] > known[0])


class InPlace(_TwoArms):
    """Writes into its state; little noise in the first two rounds, which are ever later ones."""

    def start(self) -> Any:
        return Notes()

    def known(self, state: Any) -> Any:
        return state.seen

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        return QUIET if len(state.seen) < 2 else LOUD

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        state.seen.append(released)
        return state


class _Bare(_TwoArms):
    """The same without noise."""

    def mechanism(self, state: Any, pull: Pull) -> Mechanism:
        return NoNoise()


@dataclass(frozen=True)
class Outside(_Bare):
    """Recommends the smaller number, kept in a list that an enumeration fills with all runs."""

    notes: list[Any] = field(default_factory=list)

    def start(self) -> Any:
        self.notes.clear()
        return ()

    def learn(self, state: Any, pull: Pull, released: Any) -> Any:
        self.notes.append(released)
        return (*state, 0)

    def recommendation(self, state: Any) -> int | None:
        return None if len(state) < 2 else int(self.notes[-1] <= self.notes[-2])


class _FirstAbove(_Bare):
    """Plays each arm four times, and recommends the first if it has more than three."""

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        return Pull(len(state), 4)

    def recommendation(self, state: Any) -> int | None:
        return None if len(state) < 2 else int(state[0] <= 3)


class ForHalves(_FirstAbove):
    """The same for rewards that are clipped to [0, 1/2], whose sums are never so large."""

    rewards = RewardSpace.of("0:0.5")


class _Planned(_Bare):
    """Plays both arms twice, and then the second once, whose batch has three rewards."""

    def decide(self, state: Any, t: int, randomness: Randomness) -> Pull:
        return Pull(1, 1) if state else Pull.plan(((0, 2), (1, 2)))

    def recommendation(self, state: Any) -> int | None:
        return None if len(state) < 2 else int(state[1] > 1)


class ForgetsThePlan(_Planned):
    """Takes the second release for that of one reward."""

    def recommendation(self, state: Any) -> int | None:
        return None if len(state) < 2 else int(state[1] > 3)


def _judged(name: str, mutant: _TwoArms, reference: _TwoArms, judge: CorrectnessJudge) -> Entry:
    claim = f"delta = {judge.delta} on {judge.means}"
    return described(name, mutant, reference, engine=Engine.CORRECTNESS, claim=claim, judge=judge)


ENTRIES = (
    audit_entry(
        PureDP("0.7"),
        horizon=3,
        rewards="0,1",
        samples=6000,
        expected=("refuted", "not refuted"),
        mend="a noise that is declared (declared_noise)",
    )("states changed in place, which an enumeration meets again", InPlace(), _TwoArms()),
    _judged(
        "numbers kept outside of the states",
        Outside(),
        _Bare(),
        CorrectnessJudge("0.3", ("0.5", "0.5"), best=0, horizon=4),
    ),
    _judged(
        "rewards clipped to a smaller range, exactly",
        ForHalves(),
        _FirstAbove(),
        CorrectnessJudge("0.1", ("1", "0"), horizon=8),
    ),
    _judged(
        "rewards clipped to a smaller range, in runs",
        ForHalves(),
        _FirstAbove(),
        CorrectnessJudge("0.1", ("1", "0"), horizon=12),
    ),
    _judged(
        "plan over several arms, in runs",
        ForgetsThePlan(),
        _Planned(),
        CorrectnessJudge("0.1", ("0", "1"), horizon=12),
    ),
)
