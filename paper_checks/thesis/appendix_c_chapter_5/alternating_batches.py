"""A small identification machine whose batches alternate, with discrete noise and a stop.

Rounds 1 and 3 are the batch of arm 0, round 2 is that of arm 1, which is released first and may
stop the run; the batch of arm 0 is then never released. Label 2 stops, and the label after it is
the recommended arm.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple
from banditproof.verify.definitions.finite_machine import FiniteMachine, State

Row = tuple[Fraction, ...]
Releases = tuple[Row, ...]
"""The law of a release for each value of what it counts."""

ONE_REWARD: Releases = ((Fraction(5, 8), Fraction(3, 8)), (Fraction(3, 8), Fraction(5, 8)))
TWO_REWARDS: Releases = (
    (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)),
    (Fraction(2, 5), Fraction(3, 10), Fraction(3, 10)),
    (Fraction(1, 4), Fraction(3, 10), Fraction(9, 20)),
)
THREE_REWARDS: Releases = (*TWO_REWARDS, (Fraction(4, 25), Fraction(3, 10), Fraction(27, 50)))
STOP = 2


class Seen(NamedTuple):
    """What the machine keeps: its round, the open counts of both arms, and the releases."""

    round: int = 0
    first: int = 0
    second: int = 0
    seen_second: int | None = None
    seen_first: int | None = None
    stopped: bool = False


Told = dict[tuple[int, State], Fraction]


def _split(law: Sequence[Fraction], label: dict[int, int], states: Sequence[Seen]) -> Told:
    """One action for each value of a release."""
    results: Told = {}
    for value, chance in enumerate(law):
        key = (label[value], states[value])
        results[key] = results.get(key, Fraction(0)) + chance
    return results


def alternating(
    *, reads_raw: bool = False, counts_twice: bool = False, redrawn: bool = False
) -> FiniteMachine:
    """The machine; its mutants stop by a raw reward, count one twice, or draw a noise again."""
    of_first = THREE_REWARDS if counts_twice else TWO_REWARDS

    def act(state: State) -> Told:
        assert isinstance(state, Seen)
        if state.stopped:  # the recommended arm
            if redrawn and state.round == 4:
                law = of_first[state.first]
                return _split(law, {0: 0, 1: 0, 2: 1}, [state] * 3)
            return {(int(bool(state.seen_second or state.seen_first == 1)), state): Fraction(1)}
        if state.round < 2:
            return {(state.round, state): Fraction(1)}
        if state.round == 2:
            states = [state._replace(seen_second=z) for z in (0, 1)]
            states[1] = states[1]._replace(stopped=not reads_raw or state.first == 1)
            label = {0: 0, 1: STOP if states[1].stopped else 0}
            return _split(ONE_REWARD[state.second], label, states)
        if state.round == 3:
            after = [state._replace(seen_first=z, stopped=z > 0) for z in (0, 1, 2)]
            return _split(of_first[state.first], {0: 1, 1: STOP, 2: STOP}, after)
        return {(0, state): Fraction(1)}

    def observe(state: State, label: int, reward: Fraction | int) -> State:
        assert isinstance(state, Seen)
        first, second = state.first, state.second
        if not state.stopped and state.round in (0, 2):
            first += int(reward)
        if not state.stopped and state.round == 1:
            second += int(reward)
            first += int(reward) * counts_twice
        return state._replace(round=state.round + 1, first=first, second=second)

    return FiniteMachine(3, 5, {Seen(): Fraction(1)}, act, observe)


def one_apart(releases: Releases) -> Iterator[tuple[Row, Row]]:
    """The laws of a release for counts that are one apart, in both orders."""
    for first, second in pairwise(releases):
        yield first, second
        yield second, first


def ratio_of(releases: Releases) -> Fraction:
    """The largest ratio of the masses of an output, for counts that are one apart.

    >>> ratio_of(ONE_REWARD)
    Fraction(5, 3)
    """
    pairs = one_apart(releases)
    return max(p / q for first, second in pairs for p, q in zip(first, second, strict=True))
