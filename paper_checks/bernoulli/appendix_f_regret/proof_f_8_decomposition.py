"""Proof F.8, (34): the regret in whole batches."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.batch_schedule import GeometricSchedule


def _choices(
    schedule: GeometricSchedule, arms: int, horizon: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Pulls until the horizon, and n_0 plus the whole batches begun, for all sequences of arms."""

    def extended(t: int, phases: tuple[int, ...], played: tuple[int, ...]) -> Iterator[Any]:
        if t > horizon:
            begun = [schedule.pulls(0) + sum(map(schedule.batch, range(1, m + 1))) for m in phases]
            yield list(played), begun
            return
        for arm in range(arms):
            batch = schedule.batch(phases[arm] + 1)
            more = tuple(m + (a == arm) for a, m in enumerate(phases))
            cut = min(batch, horizon - t + 1)
            now = tuple(n + cut * (a == arm) for a, n in enumerate(played))
            yield from extended(t + batch, more, now)

    first = schedule.pulls(0)
    yield from extended(1 + arms * first, (0,) * arms, (first,) * arms)


@checks("bern.F8.decomposition")
@mutant("sharper: without the first pulls", first=lambda schedule: 0)
@mutant("sharper: all but one of the first pulls", first=lambda schedule: schedule.first - 1)
def regret_in_batches(
    first: Callable[[GeometricSchedule], int] = lambda schedule: schedule.first,
    proof: Proof = WRITTEN,
) -> Verdict:
    """N_i(T) <= n_0 + the batches begun until T, whatever the choices; only the last is cut."""
    sides, paths = Sides(), 0
    for schedule, arms in product((GeometricSchedule(2), GeometricSchedule("1.5", 2)), (2, 3)):
        for horizon in (12, 17):
            for played, begun in _choices(schedule, arms, horizon):
                paths += 1
                for arm, (pulls, whole) in enumerate(zip(played, begun, strict=True)):
                    bound = whole - schedule.first + first(schedule)
                    case: dict[str, Any] = {"schedule": str(schedule), "T": horizon, "arm": arm}
                    sides.at_most(pulls, bound, "An arm has more pulls.", **case)
    return proof.verdict(
        instances=f"Every sequence of choices of 2 and 3 arms until T = 12 and 17 ({paths} paths).",
        sharpness=sides.sharpness,
    )
