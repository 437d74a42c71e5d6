"""Where a two-armed index policy changes its decision, or stops: the borders, on a lattice.

If raising the total of arm 1 never helps arm 2, nor the other way round, then on each line of
constant total of arm 2 there is one place from which arm 1 ties, and one from which it wins, and
both grow with the total of arm 2. So the whole plane is known from two staircases.

If raising the total of arm 1 never ends the recommendation of arm 1 and never begins that of arm 2,
and the same with the arms exchanged, then each of the two is bounded by a staircase as well. What
lies between goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, checked_recommendation, may_stop
from banditproof.algorithms.regret.phased_index import (
    ArmRecord,
    PhasedIndexPolicy,
    PrivateIndexPolicy,
    is_built_in,
)
from .finite_noise import NotEnumerable
from .list_law import Floats, Integers

MARGIN = 2.0**-20
"""How far, in units of a total, rounding inside a score may move the border, at most.

Two scores n d + log n whose d is below 1e-16 come out equal, and d grows like the square of the
distance of two means; so the order of arms is lost within about 1e-8, not within 1e-16.
"""
SAMPLES = 400
EXTREME = 2.0**200
"""A total beyond which no mean changes any more once it is clipped."""
Pair = tuple[int, int]
Scores = Callable[[Any, Any, Any, int, int, int], Any]


def is_bordered(policy: Policy[Any]) -> bool:
    """Whether the policy is a built-in one that says that a border divides its choices.

    >>> from banditproof.algorithms.regret.adap_ucb import AdaPUCB
    >>> from banditproof.algorithms.regret.dp_klucb import DPKLUCB
    >>> is_bordered(DPKLUCB(2)), is_bordered(AdaPUCB(2)), is_bordered(type("", (DPKLUCB,), {})(2))
    (True, False, False)
    """
    kind = type(policy)
    return is_built_in(kind) and vars(kind).get("bordered", False) is True


def _at_once(policy: PhasedIndexPolicy, x: Any, y: Any, n: int, m: int, t: int) -> Any:
    """The sign of score 1 - score 2 for all pairs of totals."""
    whole = slice(None)
    return -np.sign(policy.leads(ArmRecord(1, n, x), ArmRecord(1, m, y), t)(whole, whole))


def _one_by_one(policy: Any, x: Floats, y: Floats, n: int, m: int, t: int) -> Any:
    """The sign from the policy's own scores, a pair of totals at a time."""
    result = np.empty(len(x))
    for k, (a, b) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        first, second = policy.scores((ArmRecord(1, n, a), ArmRecord(1, m, b)), t)
        result[k] = 0.0 if first == second else (1.0 if first > second else -1.0)
    return result


def checked_monotone(policy: Policy[Any]) -> PhasedIndexPolicy:
    """The policy, if its structure is known and it declares its decisions monotone.

    Of a policy that is not built in, `monotone_scores = True` declares: with two arms, the first
    score minus the second never falls when the first arm's total rises, never rises when the
    second one's does, and depends on the records by pulls and totals only. It is believed, up to
    a comparison at random points. A policy that stops also declares `monotone_stop = True`: a
    higher total of an arm never ends its recommendation, and never begins that of the other arm.

    >>> from banditproof.algorithms.regret.dp_se import DPSE
    >>> try:
    ...     checked_monotone(DPSE(arms=2, eps=1, beta="0.1"))
    ... except NotEnumerable as reason:
    ...     print(reason)
    dp-se is not a phased index policy, so its law with continuous noise stays open.
    """
    kind = type(policy)
    if not isinstance(policy, PhasedIndexPolicy):
        raise NotEnumerable(
            f"{policy.name} is not a phased index policy, so its law with continuous noise "
            "stays open."
        )
    if policy.arms != 2:
        raise NotEnumerable(
            f"The law with continuous noise is enclosed for 2 arms; the policy has {policy.arms}."
        )
    same: list[tuple[Any, Any]] = [
        (kind.decide, PhasedIndexPolicy.decide),
        (kind.learn, PhasedIndexPolicy.learn),
        (kind.start, PhasedIndexPolicy.start),
        (type(policy.curator), Curator),
    ]
    if isinstance(policy, PrivateIndexPolicy):
        same.append((kind.mechanism, PrivateIndexPolicy.mechanism))
        same.append((kind.declared_noise, PrivateIndexPolicy.declared_noise))
    else:
        raise NotEnumerable(f"{policy.name} has no Laplace noise, so its law has no cells.")
    if any(mine is not known for mine, known in same):
        raise NotEnumerable(
            f"{policy.name} changes how a phased index policy decides, learns or releases, so its "
            "law with continuous noise stays open."
        )
    if not is_bordered(policy) and not getattr(policy, "monotone_scores", False):
        raise NotEnumerable(
            f"{policy.name} does not declare monotone_scores, so its law with continuous noise "
            "stays open: monotone decisions are never assumed."
        )
    if may_stop(policy) and not getattr(policy, "monotone_stop", False):
        raise NotEnumerable(
            f"{policy.name} stops and does not declare monotone_stop, so its law with continuous "
            "noise stays open."
        )
    return policy


@dataclass(frozen=True)
class Border:
    """The border of a decision at round t between two arms with n and m pulls, on a lattice.

    The lattice has the given `step`, the first place `origin`, and `rows` x `columns` places.
    `first[y]` is the first place of arm 1 on line y where arm 1 may be pulled, and
    `second[y]` where it is pulled for sure; `rows` if there is none.
    """

    first: Integers
    second: Integers


def border(
    policy: PhasedIndexPolicy,
    pulls: tuple[int, int],
    t: int,
    step: Fraction,
    origin: Fraction,
    places: tuple[int, int],
    shift: float = 0.0,
) -> Border:
    """The border, for totals moved by `shift` in favour of arm 1."""
    scores: Scores = _at_once if is_bordered(policy) else _one_by_one
    rows, columns = places
    size, start = float(step), float(origin)

    def sign(i: Integers, j: Integers) -> Any:
        return scores(policy, start + size * i + shift, start + size * j - shift, *pulls, t)

    def is_tied_or_won(i: Integers, j: Integers) -> Any:
        return np.greater_equal(sign(i, j), 0.0)

    def is_won(i: Integers, j: Integers) -> Any:
        return np.greater(sign(i, j), 0.0)

    ties = _first_places(is_tied_or_won, rows, columns)
    wins = _first_places(is_won, rows, columns)
    _spot_check(policy, sign, ties, wins, rows)
    first = wins if policy.ties == "last" else ties
    second = ties if policy.ties == "first" else wins
    return Border(first, second)


def possible_arms(policy: PhasedIndexPolicy, pulls: tuple[int, int], t: int) -> tuple[bool, bool]:
    """Whether arm 1, and whether arm 2, is pulled at round t for some totals, however extreme.

    The built-in scores clip their means, so totals of `EXTREME` size show all that is possible. Of
    another policy nothing is known beyond the lattice, and both arms are possible.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> [possible_arms(DPIMED(arms=2, eps=eps), (3, 1), 5) for eps in (1, 9)]
    [(False, True), (True, True)]
    """
    if not is_bordered(policy):
        return True, True
    far = np.array([EXTREME, -EXTREME])
    best, worst = _at_once(policy, far, -far, *pulls, t).tolist()
    first = best > 0 or (best == 0 and policy.ties != "last")
    second = worst < 0 or (worst == 0 and policy.ties != "first")
    return first, second


def _first_places(
    true_at: Callable[[Integers, Integers], Any], rows: int, columns: int
) -> Integers:
    """For each column the first row where a monotone statement is true, by bisection.

    Columns are taken coarse to fine, as the place grows with the column.
    """
    result = np.full(columns, -1, np.int64)
    stride = 1 << max(0, (columns - 1).bit_length() - 4)
    chosen = np.arange(0, columns, stride)
    while True:
        known = np.flatnonzero(result >= 0)
        if len(known):
            before = np.searchsorted(known, chosen) - 1
            low = np.where(before >= 0, result[known[np.maximum(before, 0)]], 0)
            after = np.searchsorted(known, chosen)
            last = len(known) - 1
            high = np.where(after <= last, result[known[np.minimum(after, last)]], rows)
        else:
            low, high = np.zeros(len(chosen), np.int64), np.full(len(chosen), rows)
        while (low < high).any():
            middle = (low + high) // 2
            answer = true_at(middle, chosen)
            open_still = low < high
            high = np.where(open_still & answer, middle, high)
            low = np.where(open_still & ~answer, middle + 1, low)
        result[chosen] = low
        if stride == 1:
            return result
        stride //= 2
        chosen = np.arange(stride, columns, 2 * stride)


def _spot_check(
    policy: PhasedIndexPolicy,
    sign: Callable[[Integers, Integers], Any],
    ties: Integers,
    wins: Integers,
    rows: int,
) -> None:
    """Raise NotEnumerable if decisions at random places are not those of the staircases."""
    rng = np.random.default_rng(1)
    j = rng.integers(0, len(ties), SAMPLES)
    i = rng.integers(0, rows, SAMPLES)
    # -1, 0 and 1 are the places before both staircases, between them and from both on.
    if not np.array_equal(sign(i, j), (i >= ties[j]).astype(float) + (i >= wins[j]) - 1):
        raise NotEnumerable(f"{policy.name} declares monotone scores, and they are not monotone.")
    if (np.diff(ties) < 0).any() or (np.diff(wins) < 0).any():
        raise NotEnumerable(f"{policy.name} declares monotone scores, and they are not monotone.")


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

    border = _first_places(is_beyond, rows, columns)
    _spot_check_of_stops(policy, is_beyond, border, rows)
    return Border(border, border)


def _spot_check_of_stops(
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
