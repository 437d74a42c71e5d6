"""Does a play follow the paper's algorithm? A second implementation, in exact arithmetic.

It reads the pulls and the released sums of a ledger, and nothing of the policy: batch sizes come
from the formula (14) in rationals, and indices from closed forms of d_eps in balls, independent of
the formulas in `theory`. Optimal Regret of Bernoulli Bandits, Algorithm 1, (12) to (14).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal
from flint import arb
from banditproof.algorithms.engines.per_step import Play
from banditproof.algorithms.policy import Ties
from banditproof.theory.balls import ball, hull, lower, upper, working_precision
from banditproof.theory.exact import Number, exact, exact_positive

Index = Literal["dp-klucb", "dp-imed"]
BITS = 192
HALVINGS = 120

SCHEDULE = "batch sizes follow the schedule"
INDEX = "decisions follow the index"
CONFORMANCE_CHECKS = (SCHEDULE, INDEX)


@dataclass(frozen=True)
class Algorithm:
    """Which algorithm of the paper is meant: index, budget, batch ratio, first batch, tie rule."""

    index: Index
    eps: Number
    ratio: Number = 2
    first: int = 1
    ties: Ties = "random"

    def __post_init__(self) -> None:
        exact_positive("eps", self.eps)

    def batch(self, phase: int) -> int:
        """B_m by (14): the difference of two rounded-up geometric sums.

        >>> [Algorithm("dp-imed", 1, "1.1").batch(m) for m in range(6)]
        [1, 2, 1, 1, 2, 1]
        """
        ratio = exact(self.ratio)
        ends = (
            math.ceil(sum((self.first * ratio**j for j in range(m + 1)), Fraction(0)))
            for m in (phase, phase - 1)
        )
        return next(ends) - next(ends)


def divergence(x: Fraction, y: Fraction, eps: Fraction) -> arb:
    """d_eps(x, y) by its closed forms, at the working precision."""
    if x > y:
        x, y = 1 - x, 1 - y
    if x == y:
        return arb(0)
    if y == 1:
        return ball(eps * (1 - x))
    private = -ball(eps * x) - (1 - ball(y) * (1 - (-ball(eps)).exp())).log()
    if x == 0:
        return private
    plain = ball(x) * ball(x / y).log() + ball(1 - x) * ball((1 - x) / (1 - y)).log()
    gap = ball(y * (1 - x) / (x * (1 - y))).log()
    if gap > ball(eps):
        return private
    return plain if gap < ball(eps) else hull(private, plain)


@dataclass(frozen=True)
class Standing:
    """What is known of an arm: closed phases, pulls, and the exact sum of its releases."""

    phases: int
    pulls: int
    total: Fraction

    @property
    def mean(self) -> Fraction:
        """The released mean, clipped to [0, 1]."""
        return min(max(self.total / self.pulls, Fraction(0)), Fraction(1))


def imed_index(standing: Standing, best: Fraction, eps: Fraction) -> arb:
    """n d_eps([mean], [best]) + log n."""
    n = standing.pulls
    return n * divergence(standing.mean, best, eps) + ball(n).log()


def klucb_index(standing: Standing, t: int, eps: Fraction) -> arb:
    """max { q : d_eps([mean], q) <= log(t) / n }, by bisection with proved signs."""
    x, n = standing.mean, standing.pulls
    level = ball(t).log() / n
    if x == 1 or level >= ball(eps * (1 - x)):
        return arb(1)
    low, high = x, Fraction(1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        value = divergence(x, middle, eps)
        if value < level:
            low = middle
        elif value > level:
            high = middle
        else:
            break
    return hull(ball(low), ball(high))


def _better(a: arb, b: arb, index: Index) -> bool:
    """Whether a is certainly preferred to b."""
    return bool(a < b) if index == "dp-imed" else bool(a > b)


def misplaced_decision(
    algorithm: Algorithm, standings: Sequence[Standing], t: int, chosen: int
) -> str | None:
    """What is wrong with pulling an arm at round t, by certified comparison of indices."""
    eps = exact(algorithm.eps)
    with working_precision(BITS):
        if algorithm.index == "dp-imed":
            top = max(s.total / s.pulls for s in standings)
            best = min(max(top, Fraction(0)), Fraction(1))
            indices = [imed_index(s, best, eps) for s in standings]
        else:
            indices = [klucb_index(s, t, eps) for s in standings]
        for arm, value in enumerate(indices):
            if _better(value, indices[chosen], algorithm.index):
                return (
                    f"Round {t} pulls arm {chosen + 1} with index {indices[chosen].str(8)}, "
                    f"but arm {arm + 1} has {value.str(8)}."
                )
            before = {"first": arm < chosen, "last": arm > chosen, "random": False}
            if before[algorithm.ties] and _equal(value, indices[chosen]):
                return f"Round {t} breaks a tie for arm {chosen + 1} against the rule."
    return None


def _equal(a: arb, b: arb) -> bool:
    """Whether two indices are the same ball: same mean and pulls, or both exactly 1."""
    return lower(a) == lower(b) and upper(a) == upper(b)


def nonconformities(algorithm: Algorithm, played: Play, arms: int) -> dict[str, str | None]:
    """The violations of a play, by check: its batch sizes and its decisions."""
    result: dict[str, str | None] = dict.fromkeys(CONFORMANCE_CHECKS)
    standings = [Standing(0, 0, Fraction(0))] * arms
    releases = iter([r for r in played.ledger.releases if r.count > 0])
    for t, arm, count in played.pulls:
        fresh = [a for a, s in enumerate(standings) if s.phases == 0]
        if fresh and arm != fresh[0]:
            result[INDEX] = result[INDEX] or f"Round {t} pulls arm {arm + 1} before all were tried."
        elif not fresh:
            result[INDEX] = result[INDEX] or misplaced_decision(algorithm, standings, t, arm)
        wanted = algorithm.batch(standings[arm].phases)
        if count != wanted:
            where = f"Round {t} starts a batch of {count} pulls of arm {arm + 1}"
            result[SCHEDULE] = result[SCHEDULE] or f"{where}; (14) says {wanted}."
        release = next(releases, None)
        if release is not None and len(set(result.values())) == 1:
            old = standings[arm]
            total = old.total + Fraction(release.value)
            standings[arm] = Standing(old.phases + 1, old.pulls + count, total)
        elif release is not None:  # one departure makes the rest meaningless
            return result
    return result
