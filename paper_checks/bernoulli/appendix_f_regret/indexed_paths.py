"""Certified indices, and the path of an indexed algorithm whose released means are prescribed.

Laplace noise reaches every number, so every prescription of the released means has paths of
positive probability around it, and a strict inequality on one path refutes an almost sure claim.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple
from banditproof.theory import Enclosure, certify, d_eps, d_eps_ucb, kl
from banditproof.theory.batch_schedule import Schedule
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail

DIGITS = 15


def logarithm(value: Fraction | int) -> Enclosure:
    """log(value) for value >= 1, as kl(1, 1/value)."""
    return certify(kl, 1, 1 / Fraction(value), digits=DIGITS)


def exponential(power: Fraction | Enclosure) -> Enclosure:
    """e^power, from the tail e^{-t}/2 of one Laplace variable."""
    if isinstance(power, Enclosure):
        return Enclosure.of(exponential(power.lower), exponential(power.upper))
    tail = certify(laplace_sum_tail, 1, abs(power), digits=DIGITS)
    return 2 * tail if power <= 0 else 1 / (2 * tail)


def clipped(mean: Fraction) -> Fraction:
    """The nearest number of [0, 1]."""
    return min(max(mean, Fraction(0)), Fraction(1))


def mean_below(level: Fraction, distance: Fraction, eps: Fraction) -> Fraction:
    """A mean below a level whose d_eps to it is certainly above a distance, and hardly more."""
    low, high = Fraction(0), level
    for _ in range(40):
        middle = (low + high) / 2
        if certify(d_eps, middle, level, eps, digits=DIGITS) > distance:
            low = middle
        else:
            high = middle
    return low


class Arm(NamedTuple):
    """An arm at a decision: its phase, its pulls, its released mean."""

    phase: int
    pulls: int
    mean: Fraction


Score = Callable[[Sequence[Arm], int, Fraction], list[Enclosure]]
"""The score of each arm from (arms, round, eps); the largest is pulled."""


def imed_index(arm: Arm, best: Fraction, eps: Fraction) -> Enclosure:
    """n d_eps([mean], [best]) + log n: the DP-IMED index against a given best mean."""
    distance = certify(d_eps, clipped(arm.mean), clipped(best), eps, digits=DIGITS)
    return arm.pulls * distance + logarithm(arm.pulls)


def imed_scores(arms: Sequence[Arm], t: int, eps: Fraction) -> list[Enclosure]:
    """Minus the DP-IMED indices."""
    best = max(arm.mean for arm in arms)
    return [-imed_index(arm, best, eps) for arm in arms]


def klucb_scores(arms: Sequence[Arm], t: int, eps: Fraction) -> list[Enclosure]:
    """The DP-KLUCB indices."""

    def score(arm: Arm) -> Enclosure:
        level, x = logarithm(t) / arm.pulls, clipped(arm.mean)
        ends = (certify(d_eps_ucb, x, b, eps, digits=DIGITS) for b in (level.lower, level.upper))
        return Enclosure.of(*ends)

    return [score(arm) for arm in arms]


def best_arm(scores: Sequence[Enclosure]) -> int:
    """The arm whose score is certainly the largest; equal scores of equal arms go to the first."""
    leader = max(range(len(scores)), key=lambda arm: (scores[arm].lo, -arm))
    for score in scores:
        if score.hi >= scores[leader].lo and score != scores[leader]:
            raise ArithmeticError(f"The scores {score} and {scores[leader]} are not separated.")
    return leader


class Decision(NamedTuple):
    """A decision: its round, the chosen arm, and all arms before the batch."""

    t: int
    chosen: int
    arms: tuple[Arm, ...]


def path(
    means: Sequence[Callable[[int], Fraction]],
    schedule: Schedule,
    eps: Fraction,
    horizon: int,
    score: Score = imed_scores,
) -> tuple[list[Decision], tuple[int, ...]]:
    """The decisions when arm a releases the mean means[a](m) after phase m, and the final pulls.

    The last batch is cut by the horizon.
    """
    arms = [Arm(0, schedule.pulls(0), mean(0)) for mean in means]
    played = [arm.pulls for arm in arms]
    t, decisions = 1 + sum(played), []
    while t <= horizon:
        chosen = best_arm(score(arms, t, eps))
        decisions.append(Decision(t, chosen, tuple(arms)))
        phase = arms[chosen].phase + 1
        batch = schedule.batch(phase)
        played[chosen] += min(batch, horizon - t + 1)
        arms[chosen] = Arm(phase, schedule.pulls(phase), means[chosen](phase))
        t += batch
    return decisions, tuple(played)
