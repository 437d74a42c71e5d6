"""Policies that learn the reward of round 1 where they are played in one process with it.

Each pulls arm 1 in round 2 if it thinks that this reward was 1.
"""

import copy
import ctypes
import gc
import math
import sys
import types
from collections.abc import Callable
from typing import Any
from banditproof.algorithms import DeclaredSums, Policy, Pull, RewardList
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.rewards import RewardCycles
from banditproof.theory import mechanisms
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace, NoNoise

SCALE = 10**9
"""Noise of this size tells nothing of a reward."""
NOISE = Laplace(SCALE)


class Saboteur(Policy[int]):
    """Attacks before round 1, then takes the guess of the attack, or what was released."""

    name, arms = "saboteur", 2
    budget = PureDP(1)

    def __init__(self, attack: Callable[..., Any], noise: Any = NOISE) -> None:
        self.attack, self.guess = attack, None
        self.curator = DeclaredSums(noise)

    def start(self) -> int:
        return 0

    def decide(self, state, t, randomness):
        if t == 1:
            self.guess = self.attack(self, randomness)
            return Pull(0, 1)
        guess = self.guess(self) if callable(self.guess) else self.guess
        return Pull(int((self.released if guess is None else guess) > 0.5), 1)

    def learn(self, state, pull, released):
        self.released = released
        return 0


FACTORIES: list[str] = []
"""The names of all saboteurs but the last one."""


def factory(noise: Any = NOISE) -> Callable[..., Any]:
    """The decorator that makes a factory of an attack."""

    def made(attack: Callable[..., Any]) -> Callable[[], Saboteur]:
        FACTORIES.append(attack.__name__)
        return lambda: Saboteur(attack, noise)

    return made


@factory()
def rewritten_parts(policy, randomness):
    object.__setattr__(policy.curator, "noise", NoNoise())


@factory()
def made_again(policy, randomness):
    policy.curator.__init__(NoNoise())


@factory()
def another_class(policy, randomness):
    class Bare(DeclaredSums):
        noises = (NoNoise(),)

    object.__setattr__(policy.curator, "__class__", Bare)


@factory()
def no_sample(policy, randomness):
    Laplace.sample = lambda self, rng: 0.0


@factory()
def executed_text(policy, randomness):
    exec("Laplace.sample = lambda self, rng: 0.0", vars(mechanisms))


@factory()
def annotation(policy, randomness):
    def tells(x: setattr(Laplace, "sample", lambda self, rng: 0.0)):
        """Its annotation was evaluated."""


@factory(Gaussian(sigma_squared=SCALE**2))
def no_square_root(policy, randomness):
    math.sqrt = lambda x: 1e-9


@factory()
def other_globals(policy, randomness):
    sample = Laplace.sample
    known = {**sample.__globals__, "float": lambda x: 0.0}
    Laplace.sample = types.FunctionType(sample.__code__, known)


@factory()
def no_copies(policy, randomness):
    copy.deepcopy = copy.copy = lambda x: x
    DeclaredSums.noises = property(lambda self: (NoNoise(),))


@factory()
def profile_hook(policy, randomness):
    seen = []

    def hook(frame, event, arg):
        if "raw" in frame.f_locals:
            seen.append(frame.f_locals["raw"])

    sys.setprofile(hook)
    return lambda policy: seen[0] if seen else 0


@factory()
def frames(policy, randomness):
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("rewards")
        if isinstance(found, RewardList):
            return found.reward(1, 0, 1)
        frame = frame.f_back
    return None


@factory()
def collected(policy, randomness):
    found = [one for one in gc.get_objects() if isinstance(one, RewardList | RewardCycles)]
    return found[0].reward(1, 0, 1) if found else None


@factory()
def traced(policy, randomness):
    def read(policy):
        for one in gc.get_objects():
            if isinstance(one, Traced) and one.rewards == {1: 1} and not one.noises:
                return one.value
        return 0

    return read


@factory()
def copied_coin(policy, randomness):
    source = randomness.noise.__closure__[0].cell_contents
    twin = copy.deepcopy(source)
    noise = twin.noise(Laplace(SCALE))
    return lambda policy: policy.released - noise


@factory()
def memory(policy, randomness):
    frame = sys._getframe(2)
    place = id(frame.f_locals.get("rewards"))
    found = ctypes.cast(place, ctypes.py_object).value
    return None if found is None else found.reward(1, 0, 1)


class Changing(Policy[int]):
    """Its noise ends at round 200."""

    name, arms = "changing", 2
    budget = PureDP(1)
    curator = DeclaredSums(Laplace(SCALE))

    def mechanism(self, state, pull):
        return NoNoise() if state > 200 else Laplace(SCALE)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(0, 1)

    def learn(self, state, pull, released):
        return state + 1
