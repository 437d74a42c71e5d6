"""Raw rewards that wait for a decision outside of the state: in modules, functions, caches.

A curator of each kind leaves the last reward of an arm at one place, and the policy follows what it
finds there. The reference leaves the released number at the same place.
"""

import os
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from banditproof.algorithms.curators.curator import Curator, Held
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Mechanism
from .altered_curators import Result
from .entry import Entry
from .hiding import bare
from .noisy_leader import Knowledge, OwnCurator
from .whole_audit import audit_entry

MODULE: dict[int, float] = {}
MEND = "a declared curator (DeclaredSums), with the released number kept in the state"


@dataclass(frozen=True)
class Place:
    """Where a number of each arm is left, and how it is found again."""

    leave: Callable[[int, float], object]
    find: Callable[[int], float]


def _function_attribute() -> Place:
    def last(arm: int) -> float:
        return float(getattr(last, f"arm_{arm}", 0.0))

    return Place(lambda arm, number: setattr(last, f"arm_{arm}", number), last)


class _Board:
    notes: dict[int, float] = {}  # noqa: RUF012 (the defect)


HELPER = SimpleNamespace(numbers={})


def _closure() -> Place:
    numbers = {0: 0.0, 1: 0.0}

    def leave(arm: int, number: float) -> None:
        numbers[arm] = number

    return Place(leave, lambda arm: numbers[arm])


def _noted(arm: int, number: float | None = None, notes: dict[int, float] = {}) -> float:  # noqa: B006
    if number is not None:
        notes[arm] = number
    return notes.get(arm, 0.0)


@lru_cache
def _cached(arm: int) -> list[float]:
    return [0.0]


VARIABLE: ContextVar[tuple[float, float]] = ContextVar("numbers", default=(0.0, 0.0))


def _leave_in_variable(arm: int, number: float) -> None:
    numbers = VARIABLE.get()
    VARIABLE.set((number, numbers[1]) if arm == 0 else (numbers[0], number))


PLACES: dict[str, Place] = {
    "a dictionary of the module": Place(MODULE.__setitem__, lambda arm: MODULE.get(arm, 0.0)),
    "an attribute of a function": _function_attribute(),
    "an attribute of a class": Place(
        _Board.notes.__setitem__, lambda arm: _Board.notes.get(arm, 0.0)
    ),
    "a helper object": Place(HELPER.numbers.__setitem__, lambda arm: HELPER.numbers.get(arm, 0.0)),
    "a closure": _closure(),
    "a default argument": Place(_noted, _noted),
    "a cache": Place(
        lambda arm, number: _cached(arm).__setitem__(0, number), lambda arm: _cached(arm)[0]
    ),
    "a context variable": Place(_leave_in_variable, lambda arm: VARIABLE.get()[arm]),
    "an environment variable": Place(
        lambda arm, number: os.environ.__setitem__(f"BANDITPROOF_MUTANT_{arm}", repr(number)),
        lambda arm: float(os.environ.get(f"BANDITPROOF_MUTANT_{arm}", "0")),
    ),
}


@dataclass(frozen=True)
class LeavingCurator(Curator):
    """Leaves the last reward of each arm at a place, or its last release."""

    place: Place
    leaves_rewards: bool

    def read(self, held: Held, arm: int, reward: float) -> Held:
        if self.leaves_rewards:
            self.place.leave(arm, bare(reward))
        return super().read(held, arm, reward)

    def release(self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness) -> Result:
        held, value = super().release(held, arm, mechanism, randomness)
        if not self.leaves_rewards:
            self.place.leave(arm, bare(value))
        return held, value


class Finding(OwnCurator):
    """Follows the arm with the larger number at the place where the curator leaves them."""

    def values(self, state: Knowledge) -> list[float]:
        assert isinstance(self.curator, LeavingCurator)
        return [self.curator.place.find(arm) for arm in range(self.arms)]


_entry = audit_entry(PureDP(1), horizon=17, samples=1300)


def _pair(name: str, place: Place) -> Entry:
    raw, released = (
        Finding(LeavingCurator(place, leaves_rewards), size=8) for leaves_rewards in (True, False)
    )
    return _entry(
        f"raw rewards left in {name}",
        defect=f"The curator leaves the last reward of each arm in {name}, where a decision finds "
        "it.",
        mutant=raw,
        reference=released,
        expected=("refuted", "not refuted"),
        mend=MEND,
    )


ENTRIES = tuple(_pair(name, place) for name, place in PLACES.items())
