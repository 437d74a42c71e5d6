"""A sequential test that may be stopped at any time: betting against a privacy claim.

Each run flips a fair coin for one of two neighbouring inputs and looks whether an event E
happens. If the policy is (eps, delta)-private and x = e^eps, then P(E) <= x P'(E) + delta and
P'(not E) <= x P(not E) + delta. A bet has two stakes a, b >= 0 and multiplies its capital by

    1 + a/x on the left input with E,            1 - a on the right input with E,
    1 + b/x on the right input without E,        1 - b on the left input without E,

each less the fee (a + b) delta / 2. The expected factor is at most

    1 + a/(2x) (P(E) - x P'(E) - delta) + b/(2x) (P'(not E) - x P(not E) - delta) <= 1

at every point of the null hypothesis (the fee is at least what delta takes, since x >= 1). So
the capital is a nonnegative supermartingale, and by Ville's inequality it ever reaches 1/level
with probability at most `level`.

The coin matters. Runs in pairs, betting that of one hit in a pair the left input has it with odds
at most x, is not valid: at P = x P' those odds are x (1 - P') / (1 - P), which is more than x.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative
from .event_bounds import Counts

BITS = 160
HALVINGS = 10


@dataclass(frozen=True)
class Bet:
    """The stakes on an event: a on E at the left input, b on its complement at the right one."""

    a: float
    b: float

    def factors(self, x: Any, delta: Any) -> tuple[Any, Any, Any, Any]:
        """The factors of (left, E), (left, not E), (right, E), (right, not E).

        >>> Bet(0.5, 0.25).factors(2.0, 0.0)
        (1.25, 0.75, 0.5, 1.125)
        """
        a, b = self.a, self.b
        kept = 1 - (a + b) * delta / 2
        return kept + a / x, kept - b, kept - a, kept + b / x


def _grid() -> tuple[tuple[Fraction, Bet], ...]:
    # A mixture has at least the share of its best bet: against that one it loses log(1 / share),
    # once.
    sizes = [2.0**-j for j in range(HALVINGS + 1)]
    half, quarter = (Fraction(1, k * len(sizes)) for k in (2, 4))
    return tuple(
        part
        for s in sizes
        for part in ((half, Bet(s, s)), (quarter, Bet(s, 0.0)), (quarter, Bet(0.0, s)))
    )


GRID = _grid()
"""Bets of all sizes with their shares: half on both sides of an event, a quarter on each alone."""
HALVED = tuple((share / 2, bet) for share, bet in GRID)
"""The same with half the capital."""


@dataclass(frozen=True)
class EProcess:
    """Capital spread over bets that do not change; it depends on the counts only.

    No factor grows with eps, so the capital falls as eps grows, and the largest rejected eps is a
    confidence bound: it exceeds the truth only if the truth is rejected as well. Counts of several
    shards add up. `planned` is a bet from earlier data, which gets half the capital. Stakes are
    divided by 1 + delta, so that no factor is negative.

    >>> test = EProcess()
    >>> counts = Counts(750, 1000, 250, 1000)
    >>> test.rejects(counts, eps="0.8", level="1e-3"), test.rejects(counts, eps=1, level="1e-3")
    (True, False)
    """

    planned: Bet | None = None

    @property
    def bets(self) -> tuple[tuple[Fraction, Bet], ...]:
        """The bets with their shares of the capital, which sum to 1."""
        if self.planned is None:
            return GRID
        return ((Fraction(1, 2), self.planned), *HALVED)

    @cached_property
    def _arrays(self) -> tuple[Any, Any, Any]:
        """The logs of the shares and the stakes of all bets, in float64."""
        bets = self.bets
        shares = np.log([float(share) for share, _ in bets])
        return shares, np.array([bet.a for _, bet in bets]), np.array([bet.b for _, bet in bets])

    def log_capital(self, counts: Any, eps: float, delta: float = 0.0) -> Any:
        """The log of the capital in float64; the counts may be arrays.

        >>> round(float(EProcess().log_capital(Counts(), 1.0)), 12) == 0
        True
        """
        log_shares, a, b = self._arrays
        # Dividing by 1 + delta keeps every factor >= 0, so that a loss cannot turn into capital.
        a, b, x = a / (1 + delta), b / (1 + delta), math.exp(min(eps, 700.0))
        factors = np.array(Bet(a, b).factors(x, delta))
        # a factor of zero loses everything, if its count is positive
        logs = np.where(factors > 1e-15, np.log(np.maximum(factors, 1e-15)), -1e200)
        cells = np.array(_cells(counts), float)
        terms = np.tensordot(logs, cells, axes=(0, 0))
        terms += log_shares.reshape(-1, *(1,) * (cells.ndim - 1))
        top = terms.max(axis=0)
        return top + np.log(np.exp(terms - top).sum(axis=0))

    def _capital_ball(self, counts: Counts, eps: Fraction, delta: Fraction) -> arb:
        """The capital as a ball, at the working precision."""
        x, total = ball(eps).exp(), arb(0)
        for share, bet in self.bets:
            a, b = exact(bet.a) / (1 + delta), exact(bet.b) / (1 + delta)
            kept = 1 - (a + b) * delta / 2
            hit_left, hit_right = ball(kept) + ball(a) / x, ball(kept - a)
            miss_left, miss_right = ball(kept - b), ball(kept) + ball(b) / x
            value = ball(share)
            for factor, count in zip(
                (hit_left, miss_left, hit_right, miss_right), _cells(counts), strict=True
            ):
                value *= factor ** int(count)
            total += value
        return total

    def certified_log_capital(
        self, counts: Counts, eps: Number, delta: Number = 0, digits: int = 15
    ) -> Enclosure:
        """The log of the capital, enclosed.

        >>> print(EProcess().certified_log_capital(Counts(8, 8, 0, 8), 0).decimal_lo(6))
        8.01456
        """
        budget, gap = exact_nonnegative("eps", eps), exact_nonnegative("delta", delta)
        return enclose(lambda: self._capital_ball(counts, budget, gap).log(), digits)

    def rejects(self, counts: Counts, eps: Number, level: Number, delta: Number = 0) -> bool:
        """Whether the capital has certainly reached 1 / level."""
        budget, gap = exact_nonnegative("eps", eps), exact_nonnegative("delta", delta)
        with working_precision(BITS):
            return bool(self._capital_ball(counts, budget, gap) * ball(exact(level)) >= 1)

    def lower_bound(self, counts: Counts, level: Number, delta: Number = 0) -> Fraction:
        """The largest rejected eps, rounded down; 0 if none is rejected.

        It is wrong with probability at most `level`, whenever the runs were stopped.

        >>> round(float(EProcess().lower_bound(Counts(750, 1000, 250, 1000), "1e-3")), 4)
        0.8682
        """
        goal, gap = -math.log(float(exact(level))), float(exact(delta))
        # The capital falls as eps grows: where it is too small at 0, no eps is rejected, and
        # bisection finds the last one that is.
        if self.log_capital(counts, 0.0, gap) < goal:
            return Fraction(0)
        low, high = 0.0, 1.0
        while self.log_capital(counts, high, gap) >= goal and high < 512:
            high *= 2
        for _ in range(44):
            middle = (low + high) / 2
            if self.log_capital(counts, middle, gap) >= goal:
                low = middle
            else:
                high = middle
        for retreat in (0.0, 1e-12, 1e-9, 1e-6, 1e-3):  # the float may be a little too high
            bound = exact(low * (1 - retreat))
            if bound > 0 and self.rejects(counts, bound, level, delta):
                return bound
        return Fraction(0)


def _cells(counts: Any) -> tuple[Any, Any, Any, Any]:
    return (
        counts.left_hits,
        counts.left_runs - counts.left_hits,
        counts.right_hits,
        counts.right_runs - counts.right_hits,
    )


def best_bet(p: float, q: float, eps: float, delta: float = 0.0) -> Bet:
    """Stakes whose capital grows fast if E has the probabilities p and q.

    Without delta each stake maximises the expected log factor alone: a = (p - x q) / (p + q).
    With delta they are those for p - delta, which is only a good choice: validity asks nothing
    of a bet. No stake is above 0.95, where one surprise would lose almost everything.

    >>> best_bet(0.75, 0.25, 0.0)
    Bet(a=0.5, b=0.5)
    """
    x = math.exp(min(eps, 700.0))

    def stake(p: float, q: float) -> float:
        p = max(p - delta, 0.0)
        return min(max((p - x * q) / (p + q), 0.0), 0.95) if p + q > 0 else 0.0

    return Bet(stake(p, q), stake(1 - q, 1 - p))
