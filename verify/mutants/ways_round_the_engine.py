"""Policies that take rewards past the engine, or change it: frames, live objects, lying numbers.

Some act at once, and runs show it. Others wait for more rounds than any audit plays; they must not
hold, and cannot be refuted.
"""

import operator
import sys
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unittest.mock import patch
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace, Mechanism, NoNoise, laplace
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.finite_policy import Reward
from .altered_curators import Result
from .entry import Judgement, altered
from .hiding import bare
from .noisy_leader import Knowledge, NoisyLeader, OwnCurator
from .unseen_rewards import cached_response
from .whole_audit import AuditJudge, audit_entry

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


GET = operator.attrgetter
NEXT: dict[str, float] = {}


@dataclass(frozen=True)
class Predicting(NoisyLeader):
    """Finds the generator of the engine in a closure, and subtracts the noise that it predicts."""

    since: int = 1

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        NEXT.clear()
        if t >= self.since:
            cells = GET("".join(("__clo", "sure__")))(randomness.noise) or ()
            for source in map(GET("".join(("cell_", "contents"))), cells):
                NEXT["noise"] = Laplace(1).sample(deepcopy(source.rng))
        return super().decide(state, t, randomness)

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        return super().learn(state, pull, released - NEXT.get("noise", 0.0))


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


@dataclass(frozen=True)
class InAnEngine:
    """A policy, and what happens to the engine while it is audited."""

    policy: Policy[Any]
    name_of_change: str = ""

    def changed(self) -> AbstractContextManager[Any]:
        """The engine while it is changed."""
        if self.name_of_change == "a method":
            return patch.object(DeclaredSums, "release", _bare_release)
        if self.name_of_change:
            return patch.object(laplace, "float", lambda number: 1e-9, create=True)
        return nullcontext()


def _bare_release(
    self: DeclaredSums, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
) -> tuple[Held, Any]:
    number, _ = held[arm].batch.rewards
    emptied = self.start(1)[0]
    return (*held[:arm], emptied, *held[arm + 1 :]), number


@dataclass(frozen=True)
class ChangedEngineJudge:
    """The audit of a policy in a process whose engine was changed."""

    audit: AuditJudge

    def __call__(self, subject: InAnEngine) -> Judgement:
        """What the audit says there."""
        with subject.changed():
            return self.audit(subject.policy)


PRIVATE = NoisyLeader(size=1)
BATCHED = NoisyLeader(size=4)
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
    _now("noise predicted by a copied generator", Predicting(size=1), PRIVATE),
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
    *(
        _now(
            f"{what} of the engine replaced before the audit",
            defect="What is shown about the engine of this library is not true of that one.",
            mutant=InAnEngine(BATCHED, what),
            reference=InAnEngine(BATCHED),
            judge=ChangedEngineJudge(AuditJudge(CLAIM, horizon=9, samples=1500)),
        )
        for what in ("a method", "a name")
    ),
)
