"""Deterministic plays of DP-KLUCB and DP-IMED, and their decisions in certified arithmetic.

With silent noise and fixed reward cycles the path of an index policy is one list of batches. It
pins down every index in Algorithm 1: which batch size, which pull count, which time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from banditproof.algorithms import Policy, RewardCycles, Silent, play
from banditproof.algorithms.phased_index import Records
from banditproof.theory import Enclosure, certify, d_eps, d_eps_ucb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.exact import Number, exact

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
Trace = tuple[tuple[int, int, int], ...]
Index = Callable[[Records, int, Number], list[Enclosure]]
"""The index of each arm, enclosed: the arm with the largest one is pulled."""


@dataclass(frozen=True)
class Path:
    """A budget, a batch ratio, and the pulls (round, arm counted from 1, batch) that follow."""

    eps: str
    ratio: str
    trace: Trace

    def played(self, policy: Callable[..., Policy[Any]]) -> Trace:
        """The pulls of a policy with these parameters, ties going to the lowest arm."""
        schedule = GeometricSchedule(self.ratio)
        made = policy(arms=2, eps=self.eps, schedule=schedule, ties="first")
        result = play(made, RewardCycles(CYCLES), self.trace[-1][0], Silent())
        return tuple((t, arm + 1, count) for t, arm, count in result.pulls)


DP_IMED_PATHS = (
    Path(
        "1",
        "2",
        (
            *((1, 1, 1), (2, 2, 1), (3, 1, 2), (5, 2, 2), (7, 1, 4), (11, 1, 8), (19, 2, 4)),
            *((23, 1, 16), (39, 1, 32), (71, 1, 64), (135, 2, 8), (143, 1, 128), (271, 1, 256)),
        ),
    ),
    Path(
        "0.25",
        "2",
        (
            *((1, 1, 1), (2, 2, 1), (3, 1, 2), (5, 2, 2), (7, 1, 4), (11, 2, 4), (15, 1, 8)),
            *((23, 1, 16), (39, 2, 8), (47, 1, 32), (79, 1, 64), (143, 2, 16), (159, 1, 128)),
            (287, 1, 256),
        ),
    ),
    Path(
        "1",
        "1.1",
        (
            *((1, 1, 1), (2, 2, 1), (3, 1, 2), (5, 2, 2), (7, 1, 1), (8, 1, 1), (9, 1, 2)),
            *((11, 1, 1), (12, 2, 1), (13, 1, 2), (15, 1, 2), (17, 1, 2), (19, 1, 2)),
            *((21, 1, 3), (24, 1, 3), (27, 2, 1), (28, 1, 3), (31, 1, 3), (34, 1, 4)),
            *((38, 1, 4), (42, 1, 5), (47, 1, 5), (52, 1, 6), (58, 2, 2), (60, 1, 6)),
        ),
    ),
)

DP_KLUCB_PATHS = (
    Path(
        "1",
        "2",
        (
            *((1, 1, 1), (2, 2, 1), (3, 1, 2), (5, 1, 4), (9, 1, 8), (17, 2, 2), (19, 2, 4)),
            *((23, 1, 16), (39, 1, 32), (71, 2, 8), (79, 1, 64), (143, 1, 128), (271, 1, 256)),
        ),
    ),
    Path(
        "0.25",
        "2",
        (
            *((1, 1, 1), (2, 2, 1), (3, 1, 2), (5, 1, 4), (9, 1, 8), (17, 1, 16), (33, 1, 32)),
            *((65, 1, 64), (129, 2, 2), (131, 2, 4), (135, 2, 8), (143, 2, 16), (159, 1, 128)),
            (287, 2, 32),
        ),
    ),
)


def _clipped(x: Fraction) -> Fraction:
    return min(max(x, Fraction(0)), Fraction(1))


def log_time(t: int) -> Enclosure:
    """log t, enclosed."""
    return enclose(lambda: ball(t).log(), 25) if t > 1 else Enclosure(Fraction(0), Fraction(0))


def klucb_index(records: Records, t: int, eps: Number) -> list[Enclosure]:
    """(12): max { q : d_eps([mean], q) <= log(t) / n }, exactly 1 when log t >= n eps (1 - [mean]).

    >>> from banditproof.algorithms.phased_index import ArmRecord
    >>> [round(float(q), 6) for q in klucb_index((ArmRecord(1, 1, 0), ArmRecord(4, 15, 7)), 3, 1)]
    [1.0, 0.653951]
    """
    found, log_t = [], log_time(t)
    for record in records:
        x, n = _clipped(exact(record.total) / record.pulls), record.pulls
        level = Enclosure(Fraction(log_t.lo) / n, Fraction(log_t.hi) / n)
        if level.lo >= exact(eps) * (1 - x):
            found.append(Enclosure(Fraction(1), Fraction(1)))
            continue
        low, high = (certify(d_eps_ucb, x, b, eps, digits=20) for b in (level.lo, level.hi))
        found.append(Enclosure(low.lo, high.hi))
    return found


def imed_index(records: Records, t: int, eps: Number) -> list[Enclosure]:
    """Minus (13): -( n d_eps([mean], [best mean]) + log n ), enclosed."""
    best = _clipped(max(exact(r.total) / r.pulls for r in records))
    found = []
    for record in records:
        x, n, log_n = _clipped(exact(record.total) / record.pulls), record.pulls, log_time
        loss, price = certify(d_eps, x, best, eps, digits=20), log_n(n)
        found.append(Enclosure(-(n * loss.hi + price.hi), -(n * loss.lo + price.lo)))
    return found


def decisions(path: Path, index: Index) -> Iterator[tuple[int, int, Fraction | None]]:
    """Round, arm (from 1) and gap of each adaptive decision along a path, by enclosed indexes.

    The sums are rebuilt from the cycles and the pulls of the path, not taken from the engine.
    The gap to the other arm is None at an exact tie, which the lowest arm wins.
    """
    phases, counts, totals = [0, 0], [0, 0], [0, 0]
    for t, arm, batch in path.trace:
        if all(counts):
            records: Any = tuple(
                _Record(m, n, s) for m, n, s in zip(phases, counts, totals, strict=True)
            )
            one, two = index(records, t, path.eps)
            if one == two and one.width == 0:
                yield t, 1, None
            elif one.lo > two.hi or two.lo > one.hi:
                chosen = 1 if one.lo > two.hi else 2
                yield t, chosen, Fraction(max(one.lo - two.hi, two.lo - one.hi))
            else:
                raise ArithmeticError(f"The indexes {one} and {two} at t = {t} are too close.")
        a, cycle = arm - 1, CYCLES[arm - 1]
        totals[a] += sum(cycle[n % len(cycle)] for n in range(counts[a], counts[a] + batch))
        counts[a] += batch
        phases[a] += 1


@dataclass(frozen=True)
class _Record:
    phases: int
    pulls: int
    total: int
