"""IMED, the benchmark without privacy of Section 5, and the printed rate of DP-UCB."""

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.algorithms import DPIMED, IMED, RewardCycles, Silent, play
from banditproof.algorithms.regret.phased_index import ONE_BY_ONE, ArmRecord, Records
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import certify, d_eps, kl, privacy_threshold
from banditproof.theory.batch_schedule import PolynomialSchedule
from banditproof.theory.mechanisms import NoNoise
from banditproof.verify.evidence import Grade

Maker = Callable[..., Any]
Counts = tuple[tuple[int, int], ...]
"""(pulls, successes) of each arm."""

HUGE = 10**6
"""A budget above every privacy threshold of means that differ from 0 and 1."""


def _all_counts(arms: int, rounds: int) -> Iterator[Counts]:
    """Every state that some play of at most the given number of rounds can reach."""
    for pulls in product(range(1, rounds), repeat=arms):
        if sum(pulls) <= rounds:
            for successes in product(*(range(n + 1) for n in pulls)):
                yield tuple(zip(pulls, successes, strict=True))


def _exponential_index(pulls: int, successes: int, best: Fraction) -> Fraction | None:
    """exp( n kl(mean, best) + log n ), which is rational; None if it is infinite."""
    mean, failures = Fraction(successes, pulls), pulls - successes
    if (best == 1 and failures) or (best == 0 and successes):
        return None
    ones = (mean / best) ** successes if successes else Fraction(1)
    zeros = ((1 - mean) / (1 - best)) ** failures if failures else Fraction(1)
    return pulls * ones * zeros


def exact_choices(state: Counts) -> tuple[int, ...]:
    """The arms that minimise the IMED index, decided in rational arithmetic.

    >>> exact_choices(((1, 1), (1, 0))), exact_choices(((2, 1), (2, 1)))
    ((0,), (0, 1))
    """
    best = max(Fraction(k, n) for n, k in state)
    indices = [_exponential_index(n, k, best) for n, k in state]
    least = min(index for index in indices if index is not None)
    return tuple(arm for arm, index in enumerate(indices) if index == least)


def _chosen(policy: Any, state: Counts) -> tuple[int, ...]:
    records = tuple(ArmRecord(n, n, float(k)) for n, k in state)
    scores: Sequence[float] = policy.scores(records, sum(n for n, _ in state) + 1)
    return tuple(arm for arm, score in enumerate(scores) if score == max(scores))


def _follows_the_least(policy: Any, rounds: int = 60) -> int:
    """Each pull of a play is that of an arm of least index."""
    cycles = ((1, 1, 0), (1, 0, 0))
    actions, counts = play(policy, RewardCycles(cycles), rounds, Silent()).actions, [0, 0]
    for t, arm in enumerate(actions, start=1):
        state = tuple(
            (n, sum(cycle[i % 3] for i in range(n)))
            for n, cycle in zip(counts, cycles, strict=True)
        )
        least = exact_choices(state) if all(counts) else (t - 1,)
        require(arm in least, "A play pulls another arm.", t=t, state=state, pulled=arm)
        counts[arm] += 1
    return rounds


def _without_privacy(arms: int) -> DPIMED:
    return DPIMED(arms=arms, eps=HUGE, noise=NoNoise(), schedule=ONE_BY_ONE)


class LogOfTime(IMED):
    """Wrong: log t for log N_i, the same for all arms."""

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus n kl alone."""
        best = max(r.mean for r in records)
        return [-(r.pulls * kl(r.mean, best)) for r in records]


class ArgumentsSwapped(IMED):
    """Wrong: kl(best mean, mean)."""

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the index with the arguments of kl swapped."""
        best = max(r.mean for r in records)
        return [-(r.pulls * kl(best, r.mean) + math.log(r.pulls)) for r in records]


@checks("bern.comp.imed.source")
@mutant("log of the time", policy=LogOfTime)
@mutant("arguments of kl swapped", policy=ArgumentsSwapped)
@mutant(
    "batches of 1, 3, 5, ... pulls",
    policy=lambda arms: IMED(arms=arms, schedule=PolynomialSchedule(2)),
)
@mutant("doubling batches", reduced=lambda arms: DPIMED(arms=arms, eps=1, noise=NoNoise()))
def imed(policy: Maker = IMED, reduced: Maker = _without_privacy) -> Verdict:
    """Every reachable state of 12 rounds of two arms and 7 of three, in rational arithmetic."""
    states = ties = broken = 0
    for arms, rounds in ((2, 12), (3, 7)):
        made, limit = policy(arms=arms), reduced(arms=arms)
        for state in _all_counts(arms, rounds):
            states += 1
            right, result = exact_choices(state), _chosen(made, state)
            case: dict[str, Any] = {"pulls_and_successes": state, "of_least_index": right}
            for name, choice in (("The policy", result), ("DP-IMED", _chosen(limit, state))):
                finding = f"{name} pulls an arm that is not of least index."
                least = set(choice) <= set(right)
                require(least, finding, grade=Grade.PROVED, **case, pulled=choice)
            broken += result != right
            ties += len(right) > 1
    rounds = _follows_the_least(policy(arms=2))
    x, y = Fraction(1, 3), Fraction(3, 4)
    above = certify(privacy_threshold, x, y).hi + 1
    same = certify(d_eps, x, y, above) == certify(kl, x, y)
    require(same, "d_eps is not kl above its threshold.", x=x, y=y)
    return points(
        "exp of the index is rational, and in every state that 12 rounds of two arms, or 7 of "
        f"three, can reach, both policies pull minimisers only; rounding splits {broken} of the "
        f"{ties} exact ties.",
        covered=f"All {states} states; a play of {rounds} rounds; DP-IMED with eps = 10^6, no "
        "noise and single pulls too.",
    )
