"""Where a two-armed phased policy stops: the borders of its two recommendations, on a lattice.

If raising the total of arm 1 never ends the recommendation of arm 1 and never begins that of arm 2,
and the same with the arms exchanged, then each of the two is bounded by a staircase. What lies
between goes on.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.policy import checked_recommendation
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy
from .decision_border import EXTREME, SAMPLES, Border, first_places
from .finite_noise import NotEnumerable
from .list_law import Integers

Pair = tuple[int, int]


def _recommended(policy: PhasedIndexPolicy, phases: Pair, pulls: Pair, x: float, y: float) -> int:
    """The arm that is recommended after two totals; -1 if the policy goes on."""
    state = (ArmRecord(phases[0], pulls[0], x), ArmRecord(phases[1], pulls[1], y))
    result = checked_recommendation(policy.recommendation(state), 2, sum(pulls) + 1)
    return -1 if result is None else result


def possible_ends(policy: PhasedIndexPolicy, phases: Pair, pulls: Pair) -> tuple[bool, bool]:
    """Whether arm 1, and whether arm 2, is recommended for some totals, however extreme."""
    far = (EXTREME, -EXTREME)
    one = _recommended(policy, phases, pulls, far[0], far[1]) == 0
    return one, _recommended(policy, phases, pulls, far[1], far[0]) == 1


def stopping_border(
    policy: PhasedIndexPolicy,
    end: int,
    phases: Pair,
    pulls: Pair,
    step: Fraction,
    origin: Fraction,
    places: Pair,
    shift: float = 0.0,
) -> Border:
    """For end 0 from where on arm 1 is recommended, for end 1 from where on arm 2 is not.

    The totals are moved by `shift` in favour of arm 1.
    """
    rows, columns = places
    size, start = float(step), float(origin)

    def is_beyond(i: Integers, j: Integers) -> Any:
        xs, ys = start + size * i + shift, start + size * j - shift
        results = [
            _recommended(policy, phases, pulls, x, y)
            for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
        ]
        return np.array(results) == 0 if end == 0 else np.array(results) != 1

    border = first_places(is_beyond, rows, columns)
    _spot_check(policy, is_beyond, border, rows)
    return Border(border, border)


def _spot_check(
    policy: PhasedIndexPolicy,
    is_beyond: Callable[[Integers, Integers], Any],
    border: Integers,
    rows: int,
) -> None:
    rng = np.random.default_rng(1)
    j = rng.integers(0, len(border), SAMPLES)
    i = rng.integers(0, rows, SAMPLES)
    if not np.array_equal(is_beyond(i, j), i >= border[j]) or (np.diff(border) < 0).any():
        raise NotEnumerable(f"{policy.name} declares a monotone stop, and it is not monotone.")
