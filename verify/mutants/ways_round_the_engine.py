"""Policies that take rewards past the engine at once, which runs show: frames, lying numbers.

One that waits, in the process of its user, is nothing that an audit finds: see `play_apart`.
"""

import sys
from fractions import Fraction
from typing import Any
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import Reward
from .altered_curators import Result
from .entry import altered
from .hiding import bare
from .noisy_leader import Knowledge, NoisyLeader, OwnCurator
from .unseen_rewards import cached_response
from .whole_audit import audit_entry

CLAIM = PureDP(1)


class Frames(NoisyLeader):
    """Looks for the last reward in the local variables of its callers."""

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        frame = sys._getframe()
        while (caller := frame.f_back) is not None:
            frame = caller
            if "reward" in frame.f_locals and "pull" in frame.f_locals:
                return super().learn(state, pull, bare(frame.f_locals["reward"]))
        return super().learn(state, pull, released)


class TwoFaces(NoisyLeader):
    """Has one curator for who looks into the object, and another for who asks it."""

    def __getattribute__(self, name: str) -> Any:
        if name == "curator":
            return DeclaredSums(NoNoise())
        return super().__getattribute__(name)


class ChangingProperty(NoisyLeader):
    """A property answers with another curator from the second time on."""

    asked = 0

    def __repr__(self) -> str:
        return "ChangingProperty()"  # who shows the entries asks for nothing, and changes nothing

    def __getattribute__(self, name: str) -> Any:
        if name == "curator":
            ChangingProperty.asked += 1
            noisy = ChangingProperty.asked < 2
            return DeclaredSums(Laplace(1)) if noisy else DeclaredSums(NoNoise())
        return super().__getattribute__(name)


class Unfrozen(NoisyLeader):
    """Sets another curator in its frozen self after the first release."""

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        object.__setattr__(self, "curator", DeclaredSums(NoNoise()))
        return super().learn(state, pull, released)


class Silenced(Laplace):
    """Says that it is Laplace noise, and is none."""

    def sample(self, rng: Any, size: Any = None) -> Any:
        return 0.0


class Lying(Fraction):
    """One at first, and a millionth for who asks more often."""

    asked = 0

    @property
    def denominator(self) -> int:
        """Another one from the 200th question on."""
        Lying.asked += 1
        return 1 if Lying.asked < 200 else 10**6


class DigitsCurator(Curator):
    """Rounds a release to six places, and writes the raw sum into the seventh."""

    digit = 1e-7

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        kept, value = super().release(held, arm, mechanism, randomness)
        return kept, round(bare(value), 6) + self.digit * bare(held[arm])


class LowDigits(OwnCurator):
    """Follows the arm with the larger seventh place."""

    def values(self, state: Knowledge) -> list[float]:
        return [round(1e7 * known.last) % 10 for known in state]


LAST: dict[str, Reward] = {}


def forgetful_machine() -> FiniteMachine:
    """Its functions remember the last reward outside of the state that they return."""

    def act(state: State) -> dict[tuple[int, State], Fraction]:
        return {(int(LAST.get("reward", 0)) if state == "on" else 0, state): Fraction(1)}

    def observe(state: State, label: int, reward: Reward) -> State:
        LAST["reward"] = reward
        return "on"

    return FiniteMachine(2, 4, {"start": Fraction(1)}, act, observe)


PRIVATE = NoisyLeader(size=1)
_now = audit_entry(CLAIM, horizon=3, samples=1500)

ENTRIES = (
    _now("rewards taken from the frames of callers", Frames(size=1), PRIVATE),
    _now("another curator for who asks", TwoFaces(size=1), PRIVATE),
    _now("a curator that changes from one question to the next", ChangingProperty(size=1), PRIVATE),
    _now("a frozen field that is set", Unfrozen(DeclaredSums(Laplace(1)), size=1), PRIVATE),
    _now(
        "a mechanism that says another law than it draws",
        NoisyLeader(DeclaredSums(Silenced(1)), size=1),
        PRIVATE,
    ),
    _now("a scale that lies", NoisyLeader(DeclaredSums(Laplace(Lying(1))), size=1), PRIVATE),
    audit_entry(
        CLAIM,
        horizon=3,
        samples=1500,
        expected=("refuted", "not refuted"),
        mend="a declared curator (DeclaredSums)",
    )(
        "a raw sum in the low digits of a release",
        LowDigits(DigitsCurator(), size=1),
        LowDigits(altered(DigitsCurator, digit=0.0)(), size=1),
    ),
    audit_entry(CLAIM, expected=("not refuted", "held"))(
        "a finite machine with a memory outside of its states",
        forgetful_machine(),
        cached_response(4),
    ),
)
