"""The exact probability that an audit by a game errs, with the coins of the rounds, enclosed.

Of T rounds T_0 ~ Bin(T, 1/2) are played without the target. Given T_0 the errors of an adversary
are Bin(T_0, alpha) and Bin(T - T_0, beta), and the audit errs if its bound is above the true eps.
All counts are gone through, so the error is a number and no estimate.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
import numpy as np
from flint import arb
from numpy.typing import NDArray
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import ONE, ZERO, Enclosure
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_probability,
)
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.verify.sampling.two_samples import TOO_CLOSE, binomial_masses, tails, true_ranges
from .error_limits import GameAudit, UpperLimits

DIGITS = 10
MOST_ROUNDS = 2000
Balls = Callable[[], arb]
"""A probability, as a ball at the working precision."""
Flags = NDArray[np.bool_]


@accepts_epsilon
@dataclass(frozen=True)
class AuditedGame:
    """An audit of (eps, delta)-DP by so many rounds of a game with a fair coin.

    With `without` the number of rounds without the target is given, and not random: T of 2T rounds
    for an audit with T runs on each of two neighbours, in which an event E says "in". (The audit by
    an event of the thesis takes E for "out", too, and errs at both.)

    >>> game = AuditedGame(GameAudit(), eps=0, rounds=20)
    >>> 4.2e-4 < float(game.error("1/2", "1/2")) < 4.4e-4
    True
    >>> bool(game.worst_error(cells=20).hi < 0.05)
    True
    """

    audit: GameAudit
    eps: Number
    rounds: int
    delta: Number = 0
    without: int | None = None

    def __post_init__(self) -> None:
        exact_nonnegative("eps", self.eps)
        exact_probability("delta", self.delta)
        if exact_count("rounds", self.rounds, least=1) > MOST_ROUNDS:
            raise ValueError(
                f"There are {self.rounds} rounds; give at most {MOST_ROUNDS}, since all counts of "
                "errors are gone through."
            )
        if self.without is not None and not 0 <= self.without <= self.rounds:
            raise ValueError(
                f"{self.without} of {self.rounds} rounds are without the target; give a number "
                "from 0 to all of them."
            )

    def error(self, alpha: Number | Balls, beta: Number | Balls) -> Enclosure:
        """The probability that the bound is above eps, for an adversary with these errors.

        A bound too close to eps to be distinguished in floats counts at the upper end only.
        """
        first, second = _probability("alpha", alpha), _probability("beta", beta)
        sure, unsure = self._alarms
        low = self._chance(sure, first, second)
        both = [a | b for a, b in zip(sure, unsure, strict=True)]
        high = self._chance(both, first, second) if any(b.any() for b in unsure) else low
        return Enclosure(low.lo, high.hi)

    def worst_error(self, cells: int = 200, width: float = 1e-5) -> Enclosure:
        """The largest error over all mechanisms that are (eps, delta)-DP, games and adversaries.

        By (2.28) and (2.29) of the thesis, e^eps alpha + beta and alpha + e^eps beta are at least
        1 - delta, and some adversary and mechanism have each such pair of errors. Fewer errors of
        either kind only raise the bound, so the audit is worst on the border of these pairs, and
        between two points of the border at most as bad as with the smaller alpha and the smaller
        beta of both. The worst cell is halved until its error is known to the width, or there are
        so many cells.
        """
        self._check_monotone()
        border = _Border(exact(self.eps), exact(self.delta))
        best, queue = ZERO, list[tuple[float, Fraction, Fraction, Enclosure]]()

        def add(start: Fraction, end: Fraction) -> None:
            worst = self.error(border.alpha(start), border.beta(end))
            heapq.heappush(queue, (-float(worst.hi), start, end, worst))

        for part in range(9):
            place = Fraction(part, 8)
            best = best.max(self.error(border.alpha(place), border.beta(place)))
            if part < 8:
                add(place, place + Fraction(1, 8))
        while len(queue) < cells and -queue[0][0] - float(best.lo) > width:
            _, start, end, _ = heapq.heappop(queue)
            middle = (start + end) / 2
            best = best.max(self.error(border.alpha(middle), border.beta(middle)))
            add(start, middle)
            add(middle, end)
        return Enclosure(best.lo, max(best.hi, *(worst.hi for *_, worst in queue)))

    @property
    def _splits(self) -> list[tuple[int, Fraction]]:
        """The possible numbers of rounds without the target, and their probabilities."""
        if self.without is not None:
            return [(int(self.without), Fraction(1))]
        return list(enumerate(_coin_counts(int(self.rounds))))

    @cached_property
    def _alarms(self) -> tuple[list[Flags], list[Flags]]:
        """For each T_0: the counts [false positives, false negatives] with a bound above eps.

        The second list has those that are too close to tell.
        """
        goal, total = float(exact(self.eps)), int(self.rounds)
        sure, unsure = [], []
        for zeros, _ in self._splits:
            result = self.audit.bounds(
                np.arange(zeros + 1)[:, None],
                zeros,
                np.arange(total - zeros + 1)[None, :],
                total - zeros,
                float(exact(self.delta)),
            )
            # a bound is at least 0 by definition, so exactly 0 is above no eps
            close = (np.abs(result - goal) < TOO_CLOSE) & (result > 0)
            sure.append((result > goal) & ~close)
            unsure.append(close)
        return sure, unsure

    def _chance(self, alarms: list[Flags], alpha: Balls, beta: Balls) -> Enclosure:
        if not any(flags.any() for flags in alarms):
            return ZERO
        total = int(self.rounds)

        def evaluate() -> arb:
            p, q, result = alpha(), beta(), arb(0)
            for (zeros, share), flags in zip(self._splits, alarms, strict=True):
                if not flags.any():
                    continue
                # Tails instead of masses: a range of counts is then one difference.
                above = tails(binomial_masses(zeros, p))
                masses = binomial_masses(total - zeros, q)
                inside = arb(0)
                for misses in np.flatnonzero(flags.any(axis=0)):
                    for start, end in true_ranges(flags[:, misses]):
                        inside += masses[int(misses)] * (above[start] - above[end])
                result += ball(share) * inside
            return result

        result = enclose(evaluate, DIGITS)
        return Enclosure(max(result.lo, ZERO.lo), min(result.hi, ONE.hi))

    def _check_monotone(self) -> None:
        """Raise ValueError if more errors may raise the bound."""
        for sure, unsure in zip(*self._alarms, strict=True):
            for flags in (sure, sure | unsure):
                if (flags[1:] & ~flags[:-1]).any() or (flags[:, 1:] & ~flags[:, :-1]).any():
                    raise ValueError(
                        "The bound of this audit may rise with the number of errors, so its worst "
                        "case is not on the border; give an audit whose limits grow with them."
                    )


def chance_of_a_miss(limits: UpperLimits, alpha: Number, beta: Number, rounds: int) -> Enclosure:
    """The probability that an upper limit is below its error rate: that of either kind, or both.

    It must be at most the level, whatever the errors: then the bound of eps is right with this
    probability in every game, and for every delta at once.

    >>> from .error_limits import ExactLimits
    >>> 0.01 < float(chance_of_a_miss(ExactLimits(0.05), "1/2", "1/2", 50)) < 0.05
    True
    """
    first, second = exact_probability("alpha", alpha), exact_probability("beta", beta)
    total = exact_count("rounds", rounds, least=1)
    return Enclosure(
        _miss_chance(limits, first, second, total, -TOO_CLOSE).lo,
        _miss_chance(limits, first, second, total, TOO_CLOSE).hi,
    )


def _miss_chance(
    limits: UpperLimits, alpha: Fraction, beta: Fraction, total: int, slack: float
) -> Enclosure:
    missed = [_missed(limits, alpha, beta, zeros, total, slack) for zeros in range(total + 1)]
    if not any(first.any() or second.any() for first, second in missed):
        return ZERO
    return enclose(partial(_total_miss, missed, alpha, beta, total), DIGITS)


def _coin_counts(rounds: int) -> list[Fraction]:
    """The probabilities of 0, ..., T heads of T fair coins."""
    return [Fraction(math.comb(rounds, heads), 1 << rounds) for heads in range(rounds + 1)]


def _missed(
    limits: UpperLimits, alpha: Fraction, beta: Fraction, zeros: int, total: int, slack: float
) -> tuple[Flags, Flags]:
    """The counts of errors of either kind whose limit is below the rate plus the slack."""
    results = []
    for runs, rate in ((zeros, alpha), (total - zeros, beta)):
        upper = np.asarray(limits.upper(np.arange(runs + 1), runs, total))
        # no error rate is above 1, so a limit of exactly 1 is never missed
        results.append((upper < float(rate) + slack) & (upper < 1))
    return results[0], results[1]


def _total_miss(
    missed: list[tuple[Flags, Flags]], alpha: Fraction, beta: Fraction, total: int
) -> arb:
    result, shares = arb(0), _coin_counts(total)
    for zeros, (first, second) in enumerate(missed):
        # Given the coins both kinds of errors are independent, so neither limit is missed by a
        # product.
        rights = arb(1)
        for flags, runs, rate in ((first, zeros, alpha), (second, total - zeros, beta)):
            masses = binomial_masses(runs, ball(rate))
            rights *= 1 - sum((masses[int(k)] for k in np.flatnonzero(flags)), arb(0))
        result += ball(shares[zeros]) * (1 - rights)
    return result


@dataclass(frozen=True)
class _Border:
    """The errors that no (eps, delta)-DP mechanism can have both smaller, from (0, .) to (., 0).

    The place s in [0, 1/2] has alpha = 2s (1-delta)/(1+e^eps) and beta = 1 - delta - e^eps alpha;
    the second half mirrors the first one.
    """

    eps: Fraction
    delta: Fraction

    def alpha(self, place: Fraction) -> Balls:
        """alpha at a place; it grows with it."""
        return self._error(place)

    def beta(self, place: Fraction) -> Balls:
        """beta at a place: alpha at the mirrored one."""
        return self._error(1 - place)

    def _error(self, place: Fraction) -> Balls:
        rest = ball(1 - self.delta)
        if 2 * place <= 1:
            return lambda: 2 * place.numerator * rest / place.denominator / (1 + self._factor)
        back = 2 * (1 - place)
        return lambda: rest * (1 - ball(back) * self._factor / (1 + self._factor))

    @property
    def _factor(self) -> arb:
        return ball(self.eps).exp()


def _probability(name: str, value: Number | Balls) -> Balls:
    if callable(value):
        return value
    result = exact_probability(name, value)
    return lambda: ball(result)
