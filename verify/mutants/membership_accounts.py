"""Mechanisms and accounts of them that disagree: exact errors beside certified curves.

A game shows at most the eps that a right accountant certifies, whatever its adversary and the law
of its rows. So a mechanism with too little noise, an accountant that promises too much, and a game
that is not the game of a definition are refuted by one adversary.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal
import numpy as np
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
from banditproof.algorithms.membership.descents.privacy_of_descents import descent_privacy
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import ExactGame, exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Point
from banditproof.algorithms.membership.mechanisms.mean_privacy import MeanPrivacy
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian
from banditproof.verify.evidence import Grade
from banditproof.verify.membership.implied_epsilon import PrivacyCurve, excess_over_curve
from banditproof.verify.membership.noisy_counts import Errors, NoiseAccountant, NoisyCountGame
from .entry import Engine, Judgement, described, held, judged, refuted

THESIS = "thesis, Section 6.5"
ORDERS = (0, "1/4", 1, 2, 4)
"""The eps at which the errors are compared with a curve."""
ROWS = 8


@dataclass(frozen=True)
class Account:
    """The errors of some adversaries against a mechanism, and the curve that is promised for it."""

    errors: Callable[[], Iterable[tuple[Any, Any]]]
    curve: PrivacyCurve


def curve_judge(subject: Account) -> Judgement:
    """Whether no adversary needs more delta than is promised, at five orders."""
    result = excess_over_curve(list(subject.errors()), subject.curve, ORDERS)
    if result is not None:
        return refuted(Grade.PROVED, result.needed, result.words)
    return held(Grade.POINTS, None, f"No adversary needs more at {len(ORDERS)} orders.")


def count_errors(sigma_squared: Fraction, rows: int = ROWS) -> list[Errors]:
    """The errors of thresholds on a sum of bits with normal noise: rows 0, and the target 1."""
    game = NoisyCountGame(Gaussian(sigma_squared=sigma_squared), rows)
    return [game.errors(cut) for cut in ("-1", 0, "1/2", 1, 2, 4)]


@dataclass(frozen=True)
class NoisyMeanAs:
    """The noisy mean of 8 bits with gamma = 1/2, with noise of variance gamma^2 / n^power."""

    power: int

    def __call__(self) -> list[Errors]:
        """The errors; the sum has n^2 times the variance of the mean."""
        gamma = Fraction(1, 2)
        return count_errors(gamma**2 * Fraction(ROWS) ** (2 - self.power))


def one_step(on: Literal["mean", "sum"]) -> Descent:
    """One step of DP-SGD on all rows, with one parameter."""
    noise = ClippedNoise(bound=1, multiplier=0.5, on=on)
    return Descent(model=QuadraticLoss(columns=1), rates=(1.0,), noise=noise)


@dataclass(frozen=True)
class DescentCurve:
    """The curve of DP-SGD with gradients clipped to 1, for the noise on the mean or on the sum."""

    on: Literal["mean", "sum"]

    def delta(self, eps: Any) -> Enclosure:
        """delta(eps) from the accountant of descents."""
        return descent_privacy(one_step(self.on), ROWS).delta(eps)


def descent_errors() -> list[Errors]:
    """The errors against one step with noise on the sum, of gradients -1, and 1 of the target.

    A sum of gradients -1 and 1 is 2 (number of ones) - n, so its noise is twice that of the count.
    """
    noise = one_step("sum").noise
    if noise is None:
        raise ValueError("The descent has no noise; give some.")
    deviation = exact(noise.deviation(ROWS)) * ROWS
    return count_errors(deviation**2 / 4)


@dataclass(frozen=True)
class ResponseOfOneRow:
    """Randomised response of odds 3 of a row that is drawn from the data."""

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The law of the answer."""
        ones = sum((row[0] for row in rows), Fraction(0)) / len(rows)
        truth = Fraction(3, 4)
        one = ones * truth + (1 - ones) * (1 - truth)
        return {(Fraction(1),): one, (Fraction(0),): 1 - one}

    def release(self, rows: Any, rng: np.random.Generator) -> Any:
        """One answer."""
        answer = rows[rng.integers(len(rows)), 0]
        return np.array([answer if rng.random() < 0.75 else 1 - answer])


@dataclass(frozen=True)
class PureFactor:
    """A promise of pure privacy with e^eps = factor, for factors that are known exactly."""

    factor: Fraction

    def keeps(self, game: ExactGame) -> tuple[bool, Fraction]:
        """Whether no release is more than `factor` times as likely under either bit."""
        worst = Fraction(1)
        for out, inside in game.cells.values():
            if not (out and inside):  # the factor is infinite
                return False, worst
            worst = max(worst, inside / out, out / inside)
        return worst <= self.factor, worst


def sampled_response_judge(subject: PureFactor) -> Judgement:
    """Whether the promise for a response of one of two rows is kept, at the worst pair."""
    law = BernoulliColumns((0,))
    game = exact_game(FixedTarget(ResponseOfOneRow(), law, 2, np.ones(1)))
    within, worst = subject.keeps(game)
    why = f"The answer 1 is {worst} times as likely with the target."
    return judged(within, Grade.PROVED, Enclosure.of(worst), why)


@dataclass(frozen=True)
class LabelledGame:
    """The noisy count of 3 bits; a round is labelled by the coin, or by what the data contain."""

    label: Literal["coin", "content"]

    def __call__(self) -> list[tuple[Fraction, Fraction]]:
        """The errors of thresholds on the release."""
        noise, rows = DiscreteLaplace("1/2"), 3
        crafter = FixedTarget(ExactMean(), BernoulliColumns(("1/2",)), rows, np.ones(1))
        sides: list[dict[int, Fraction]] = [{}, {}]
        for (_, release), pair in exact_game(crafter).cells.items():
            count = int(release[0] * rows)
            for bit, mass in enumerate(pair):
                side = bit if self.label == "coin" else int(count > 0)
                sides[side][count] = sides[side].get(count, Fraction(0)) + mass
        return [
            (_above(sides[0], noise, cut), 1 - _above(sides[1], noise, cut)) for cut in range(-1, 8)
        ]


def _above(counts: dict[int, Fraction], noise: DiscreteLaplace, cut: int) -> Fraction:
    """P(count + noise > cut), of counts whose masses need not add up to 1."""
    fraction = Fraction(0)
    for count, mass in counts.items():
        least = cut - count + 1
        tail = noise.tail(least - 1) / 2 if least > 0 else 1 - noise.tail(-least) / 2
        fraction += mass * tail
    return fraction / sum(counts.values())


@dataclass(frozen=True)
class ReferenceAttack:
    """Guesses "in" if the target 1 is among two reference rows: their own ones, or those released.

    Two bits of mean 1/100 are released as a sum with noise.
    """

    reuses_rows: bool

    def __call__(self) -> list[tuple[Fraction, Fraction]]:
        """alpha and beta, exact."""
        absent = Fraction(99, 100)
        seen = 1 - absent**2
        return [(seen, Fraction(0) if self.reuses_rows else 1 - seen)]


_entry = partial(described, engine=Engine.MEMBERSHIP)
_account = partial(_entry, judge=curve_judge, claim="a game shows at most what is certified")
STEP = DescentCurve("sum")

ENTRIES = (
    _account(
        "noise of a mean scaled by the rows and not by their root",
        Account(NoisyMeanAs(2), NoisyMean("1/2").privacy(ROWS, [1])),
        Account(NoisyMeanAs(1), NoisyMean("1/2").privacy(ROWS, [1])),
    ),
    _account(
        "noise on the sum accounted for as noise on the mean",
        Account(descent_errors, DescentCurve("mean")),
        Account(descent_errors, STEP),
    ),
    _account(
        "a replaced gradient accounted for as an added one",
        Account(descent_errors, MeanPrivacy(mu_squared=4)),
        Account(descent_errors, MeanPrivacy(mu_squared=16)),
    ),
    _account(
        "the label of a round is whether the target is among the rows",
        Account(LabelledGame("content"), NoiseAccountant(DiscreteLaplace("1/2"))),
        Account(LabelledGame("coin"), NoiseAccountant(DiscreteLaplace("1/2"))),
    ),
    _account(
        "rows of the release reused as the references of the attack",
        Account(ReferenceAttack(reuses_rows=True), NoiseAccountant(DiscreteLaplace("1/2"))),
        Account(ReferenceAttack(reuses_rows=False), NoiseAccountant(DiscreteLaplace("1/2"))),
    ),
    _entry(
        "eps of a sub-sampled mechanism times the ratio",
        PureFactor(Fraction(1733, 1000)),
        PureFactor(Fraction(2)),
        claim="no answer is e^eps times as likely",
        judge=sampled_response_judge,
    ),
)
