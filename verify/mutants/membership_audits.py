"""Audits by membership games whose bounds are too large too often: their errors, exactly.

The errors of an adversary are binomial given the number of rounds without the target, which is
random itself; all counts are gone through. An audit of the best of many thresholds is judged on
scores that do not depend on the secret bits: then all orders of the bits are equally likely, and
those that raise an alarm are counted as paths on a lattice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any
import numpy as np
from numpy.typing import NDArray
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.membership.error_limits import (
    ExactLimits,
    GameAudit,
    RadiusOfAllRounds,
    UpperLimits,
)
from banditproof.verify.membership.exact_error import AuditedGame, chance_of_a_miss
from banditproof.verify.membership.roc_bands import dkw_radius
from banditproof.verify.sampling.clopper_pearson import upper_limits
from .entry import Engine, Judgement, described, held, judged, refuted

LEVEL = Fraction(1, 20)
THESIS = "thesis, Section 2.3.7"
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class HoeffdingForAllRounds(RadiusOfAllRounds):
    """The radius sqrt(log(2/level) / (2T)), as if each bit had all T rounds."""

    @property
    def constant(self) -> float:
        """Hoeffding's constant for a number of rounds that is not random."""
        return float(np.sqrt(np.log(2 / self.level) / 2))


@dataclass(frozen=True)
class FullLevelEach(ExactLimits):
    """Limits that are missed with the whole level each."""

    def upper(self, errors: Any, own: Any, rounds: int) -> Any:
        """The limits, each missed with probability at most the level."""
        return upper_limits(errors, own, self.level)


def limits_judge(subject: UpperLimits) -> Judgement:
    """Whether both limits hold together but with the level, for some errors and games."""
    for rounds, alpha, beta in ((10, "1/2", "1/2"), (40, "1/3", "1/5"), (100, "1/2", "1/2")):
        result = chance_of_a_miss(subject, alpha, beta, rounds)
        if result.lo > LEVEL:
            why = f"A limit is missed so often in {rounds} rounds with errors {alpha}, {beta}."
            return refuted(Grade.PROVED, result, why)
    return held(Grade.POINTS, result, "Both limits hold together often enough in three games.")


@dataclass(frozen=True)
class NoRoundsNoErrors(ExactLimits):
    """A bit without rounds counts as one without errors."""

    def upper(self, errors: Any, own: Any, rounds: int) -> Any:
        """The limits, and 0 where there are no rounds."""
        return np.where(np.asarray(own) > 0, super().upper(errors, own, rounds), 0.0)


@dataclass(frozen=True)
class SharesOfAllRounds(ExactLimits):
    """Errors are divided by all rounds, so that the limits are those of half of the rates."""

    def upper(self, errors: Any, own: Any, rounds: int) -> Any:
        """The limits of errors among all rounds."""
        return super().upper(errors, rounds, rounds)


@dataclass(frozen=True)
class IgnoresDelta(GameAudit):
    """log((1 - b)/a), whatever delta is."""

    def bounds(
        self,
        false_positives: Any,
        negatives: Any,
        false_negatives: Any,
        positives: Any,
        delta: float = 0.0,
    ) -> Any:
        """The bound at delta = 0."""
        return super().bounds(false_positives, negatives, false_negatives, positives, 0.0)


RIGHT = GameAudit()
GAMES = ((4, 0, 0), (30, "1/2", 0), (40, "1/2", "1/2"))
"""Rounds, eps and delta of the mechanisms against which an audit is judged."""


def correctness_judge(subject: GameAudit) -> Judgement:
    """Whether the audit errs at most with the level, for all mechanisms with some eps and delta.

    For an audit that keeps the level the worst mechanism is enclosed; one that does not is refuted
    by the errors that no mechanism has both smaller.
    """
    for rounds, eps, delta in GAMES:
        game = AuditedGame(subject, eps, rounds, delta)
        seen = game.worst_error(cells=60, width=0.02)
        if not seen.hi <= LEVEL:
            if not seen.lo > LEVEL:
                raise ArithmeticError(f"The error {seen} is not known well enough.")
            why = f"It errs so often in {rounds} rounds of a ({eps}, {delta})-DP mechanism."
            return refuted(Grade.PROVED, seen, why)
    return held(Grade.POINTS, seen, "The worst error over all mechanisms of three games.")


@dataclass(frozen=True)
class PlayedRounds:
    """30 rounds with each bit against randomised response of odds 3, with noise of some kind."""

    noise: str
    rounds: int = 30

    def errors(self) -> dict[tuple[int, int], Fraction]:
        """The joint law of false positives and false negatives."""
        lie = Fraction(1, 4)
        if self.noise == "one for all rounds":
            return {(0, 0): 1 - lie, (self.rounds, self.rounds): lie}
        law = binomial_law(self.rounds, lie)
        return {(i, j): p * q for i, p in enumerate(law) for j, q in enumerate(law)}


def rounds_judge(subject: PlayedRounds) -> Judgement:
    """Whether the bound of eps is above the true log 3 at most with the level."""
    bounds = GameAudit().bounds(
        np.arange(subject.rounds + 1)[:, None],
        subject.rounds,
        np.arange(subject.rounds + 1)[None, :],
        subject.rounds,
    )
    true = float(np.log(3.0))
    sure, maybe = bounds > true + 1e-9, bounds > true - 1e-9
    law = subject.errors()
    low, high = (
        sum((p for at, p in law.items() if wrong[at]), Fraction(0)) for wrong in (sure, maybe)
    )
    enclosure = Enclosure(low, high)
    if low > LEVEL:
        return refuted(Grade.PROVED, enclosure, "The bound is above log 3 so often.")
    return judged(high <= LEVEL, Grade.PROVED, enclosure, "The error of one audit of 60 rounds.")


@dataclass(frozen=True)
class ChosenThreshold:
    """Raises an alarm at some thresholds, from the false and true positives of each.

    `looks` says which ranks of the scores may be the threshold, and `alarms` which counts
    [false positives, true positives] of n rounds each are reported as more than nothing.
    """

    runs: int
    alarms: Callable[[int], Flags] = field(repr=False)
    looks: Callable[[int, int], bool] = field(repr=False)


def best_threshold_judge(subject: ChosenThreshold) -> Judgement:
    """Whether scores that say nothing raise an alarm at most with the level, over all orders."""
    n = subject.runs
    alarms = subject.alarms(n)
    # quiet[i][j]: the orders of i scores of bit 0 and j of bit 1 that have raised no alarm so far
    quiet = [0] * (n + 1)
    for i in range(n + 1):
        for j in range(n + 1):
            ways = (quiet[j] if i else 0) + (quiet[j - 1] if j else 0)
            ways = 1 if i == j == 0 else ways
            quiet[j] = 0 if alarms[i, j] and subject.looks(i + j, n) else ways
    chance = 1 - Fraction(quiet[n], comb(2 * n, n))
    why = f"So many of the orders of {n} + {n} scores that say nothing raise an alarm."
    return judged(chance <= LEVEL, Grade.PROVED, Enclosure.of(chance), why)


def eps_is_shown(n: int) -> Flags:
    """The counts at which the audit of one threshold reports eps > 0."""
    places = np.arange(n + 1)
    result = GameAudit().bounds(places[:, None], n, n - places[None, :], n)
    return np.asarray(result > 1e-9)


def advantage_is_shown(n: int, slack: float) -> Flags:
    """The counts at which power minus size, less the slack, is positive."""
    places = np.arange(n + 1)
    return np.asarray(places[None, :] - places[:, None] > n * slack + 1e-9)


def _every(rank: int, n: int) -> bool:
    return True


def _middle(rank: int, n: int) -> bool:
    return rank == n


_entry = partial(described, engine=Engine.AUDITOR, claim=f"at most {LEVEL} of the bounds are wrong")
_limits = partial(
    _entry, judge=limits_judge, claim=f"both limits are right, except with probability {LEVEL}"
)
_correct = partial(_entry, judge=correctness_judge)

ENTRIES = (
    _limits(
        "radius of all rounds for the rounds of one bit",
        HoeffdingForAllRounds(),
        RadiusOfAllRounds(),
    ),
    _limits("the whole level for each of two limits", FullLevelEach(), ExactLimits()),
    _correct("no rounds with one bit count as no errors", GameAudit(NoRoundsNoErrors()), RIGHT),
    _correct(
        "errors of a game divided by all of its rounds", GameAudit(SharesOfAllRounds()), RIGHT
    ),
    _correct("delta left out of the bound of a game", IgnoresDelta(), RIGHT),
    _entry(
        "one draw of the noise for all rounds of a game",
        PlayedRounds("one for all rounds"),
        PlayedRounds("fresh in each round"),
        judge=rounds_judge,
    ),
    _entry(
        "threshold of an attack chosen on the rounds that test it",
        ChosenThreshold(600, eps_is_shown, _every),
        ChosenThreshold(600, eps_is_shown, _middle),
        judge=best_threshold_judge,
    ),
    _entry(
        "best advantage of a sample reported as it is",
        ChosenThreshold(60, partial(advantage_is_shown, slack=0.0), _every),
        ChosenThreshold(60, partial(advantage_is_shown, slack=2 * dkw_radius(60, 0.025)), _every),
        judge=best_threshold_judge,
        claim=f"an advantage that is not there is shown with probability at most {LEVEL}",
    ),
)
