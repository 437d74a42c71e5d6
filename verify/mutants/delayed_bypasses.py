"""Ways round the engine that wait for more rounds than any audit plays, or for another loop.

No run shows them, so they cannot be refuted; what is not plain code must not hold.
"""

import gc
import sys
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from inspect import currentframe, getargvalues, getouterframes
from string import Formatter
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import DiscreteLaplace, Laplace, Mechanism, NoNoise
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from .hiding import bare
from .noisy_leader import Knowledge, NoisyLeader, OwnCurator
from .ways_round_the_engine import NEXT, Predicting
from .whole_audit import audit_entry

CLAIM = PureDP(1)
LATE = 10_000
"""A round that no audit plays."""
BATCH = 32
"""So few releases that the long plays of an audit are short work."""


class LateFrames(NoisyLeader):
    """Looks there late, under a name that is put together at run time."""

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        if sum(known.releases for known in state) < LATE:
            return super().learn(state, pull, released)
        look = getattr(sys, "_".join(("", "getframe")))
        return super().learn(state, pull, look(1).f_locals.get("reward", released))


class LateCollector(NoisyLeader):
    """Asks the garbage collector for open batches, late."""

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t < LATE:
            return super().decide(state, t, randomness)
        rewards = [item.rewards for item in gc.get_objects() if type(item).__name__ == "Batch"]
        return Pull(int(any(link and bare(link[0]) > 0.5 for link in rewards)), self.size)


class LateVariables(NoisyLeader):
    """Takes the noise out of its declared curator, late."""

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t > LATE:
            vars(self.curator)["noise"] = NoNoise()
        return super().decide(state, t, randomness)


class LateClassAttribute(OwnCurator):
    """Replaces a method of its class, late."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return Laplace(1)

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t > LATE:
            LateClassAttribute.mechanism = lambda *_: NoNoise()  # type: ignore[method-assign]
        return super().decide(state, t, randomness)


def _bare_sum(parts: DeclaredSums, batches: Any, randomness: Randomness) -> Any:
    number, _ = batches[-1].rewards
    return number


class LateEngine(NoisyLeader):
    """Replaces a method of the curators of everyone, late."""

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t > LATE:
            DeclaredSums._released = _bare_sum  # type: ignore[method-assign, assignment]
        return super().decide(state, t, randomness)


SCALE: int | Fraction = 1


class LateGlobal(OwnCurator):
    """Its noise has a scale that is a number of the module, which it changes late."""

    def mechanism(self, state: Knowledge, pull: Pull) -> Mechanism:
        return Laplace(SCALE)

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        global SCALE
        SCALE = 1 if t < LATE else Fraction(1, 10**6)
        return super().decide(state, t, randomness)


state = 0
"""A number that has the name of a parameter below."""
ENOUGH = 5000


@dataclass(frozen=True)
class Shadowed(Policy[int]):
    """Its noise ends late, and the parameter that says so has the name of a global number."""

    ends: bool = True
    arms: int = 2
    size: int = BATCH

    name = "shadowed"

    @property
    def budget(self) -> PureDP:
        """What is claimed."""
        return CLAIM

    def start(self) -> int:
        """No release."""
        return 0

    def mechanism(self, state: int, pull: Pull) -> Mechanism:
        return Laplace(1) if state < ENOUGH or not self.ends else NoNoise()

    def decide(self, state: int, t: int, randomness: Randomness) -> Pull:
        """By the last digit of the state."""
        return Pull(state % 2, self.size)

    def learn(self, state: int, pull: Pull, released: Any) -> int:
        """Count, and keep whether the release was large in the last digit."""
        return 2 * (state // 2 + 1) + int(released > 0.5)


class Open(Shadowed):
    """The same with one law of its noise."""

    def mechanism(self, state: int, pull: Pull) -> Mechanism:
        return Laplace(1)


FIELDS = Formatter()


class LateText(Predicting):
    """Finds the generator of the engine by a text that names attributes, late."""

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        if t > LATE:
            path = "0.__closure__[0].cell_contents"
            source, _ = FIELDS.get_field(path, (randomness.noise,), {})
            NEXT["noise"] = Laplace(1).sample(deepcopy(source.rng))
        return NoisyLeader.decide(self, state, t, randomness)


class LateInspection(NoisyLeader):
    """Asks functions of the standard library for the variables of its callers, late."""

    def learn(self, state: Knowledge, pull: Pull, released: Any) -> Knowledge:
        if sum(known.releases for known in state) > LATE:
            for getouterframe in getouterframes(currentframe(), context=0):
                result = getargvalues(getouterframe.frame).locals
                released = result.get("reward", released)
        return super().learn(state, pull, released)


WHOLE = DiscreteLaplace(geometric_ratio(Fraction(1)))


class InALoop(OwnCurator):
    """Looks for a local variable of the loop in which its user will call it."""

    def decide(self, state: Knowledge, t: int, randomness: Randomness) -> Pull:
        frame = sys._getframe()
        while (caller := frame.f_back) is not None:
            frame = caller
            if "reward_of_the_shop" in frame.f_locals:
                return Pull(int(frame.f_locals["reward_of_the_shop"]), 1)
        return super().decide(state, t, randomness)


PRIVATE = NoisyLeader(size=BATCH)
_late = partial(
    audit_entry(CLAIM, horizon=3, samples=300, expected=("not refuted", "held")),
    reference=PRIVATE,
    limit="It misbehaves after 10 000 rounds only, which no run has.",
)

ENTRIES = (
    _late("frames by a name that is put together, late", LateFrames(size=BATCH)),
    _late("rewards taken from the garbage collector, late", LateCollector(size=BATCH)),
    _late(
        "noise taken out of a frozen curator, late",
        LateVariables(DeclaredSums(Laplace(1)), size=BATCH),
    ),
    _late("a method of the class replaced, late", LateClassAttribute(Curator(), size=BATCH)),
    _late(
        "a method of the engine replaced, late", LateEngine(DeclaredSums(Laplace(1)), size=BATCH)
    ),
    _late(
        "noise predicted by a generator found in a closure, late",
        Predicting(size=BATCH, since=LATE),
    ),
    _late("an attribute named by a text, late", LateText(size=BATCH)),
    _late("frames by functions of the standard library, late", LateInspection(size=BATCH)),
    _late("a scale that is a number of the module, late", LateGlobal(Curator(), size=BATCH)),
    _late("a parameter with the name of a global number, late", Shadowed(), reference=Open()),
    audit_entry(CLAIM, horizon=3, rewards="0,1", samples=300, expected=("not refuted", "held"))(
        "rewards taken from the loop of the user",
        InALoop(Curator(), size=1, noise=WHOLE),
        OwnCurator(Curator(), size=1, noise=WHOLE),
    ),
)
