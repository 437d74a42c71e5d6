"""Membership games on noisy counts: exact errors against each mechanism of the accounting.

A row is a bit, a data set of n rows is released as its sum plus noise, and the adversary compares
the release with a threshold. Its errors are averages of tails of the noise over a binomial law, so
they are enclosed for continuous noise, too. If the rows are 0 for certain and the target is 1, the
game is that of the worst pair of neighbours, and the best threshold attains the curve of the noise.
"""

from __future__ import annotations
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any
from flint import arb
from banditproof.theory import mechanisms as known
from banditproof.theory.accounting import Composition, composed_delta, composed_epsilon
from banditproof.theory.accounting.loss_laws import loss_law
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_probability,
)
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.verify.sampling.clopper_pearson import binomial_tail_of
from banditproof.verify.sampling.two_samples import response
from .implied_epsilon import implied_epsilon

DIGITS = 20
WholeNoise = known.DiscreteLaplace | known.IntegerLaplace | known.DiscreteGaussian
Noise = known.Laplace | known.Gaussian | WholeNoise
Errors = tuple[Enclosure, Enclosure]


@dataclass(frozen=True)
class NoisyCountGame:
    """The game of a noisy count: n bits of a mean, and noise for the sensitivity 1.

    With a target of 0 or 1 it is the fixed-target game, with None the average-target game, whose
    adversary knows the target, too.

    >>> game = NoisyCountGame(known.Laplace(1), rows=3, mean=0, target=1)
    >>> alpha, beta = game.errors("1/2")
    >>> round(float(alpha), 12), round(float(beta), 12)
    (0.303265329856, 0.303265329856)
    """

    noise: Noise
    rows: int
    mean: Number = 0
    target: int | None = 1

    def __post_init__(self) -> None:
        exact_count("rows", self.rows, least=1)
        exact_probability("mean", self.mean)
        if self.target not in (0, 1, None):
            raise ValueError(f"The target is {self.target!r}; give 0, 1, or None for a random one.")

    def errors(self, threshold: Number) -> Errors:
        """alpha and beta of the adversary who says "in" for a release above the threshold.

        With the target 0 it is one below the threshold, since a row 0 makes the sum smaller.
        """
        cut = exact(threshold)
        first, second = ZERO, ZERO
        for target, weight in self._targets():
            out = self._above(int(self.rows), Fraction(0), cut)
            inside = self._above(int(self.rows) - 1, Fraction(target), cut)
            if target == 0:
                out, inside = 1 - out, 1 - inside
            first, second = first + weight * out, second + weight * (1 - inside)
        return first, second

    def implied_epsilon(self, thresholds: Iterable[Number], delta: Number = 0) -> Enclosure:
        """The largest eps at this delta that the errors at some thresholds imply."""
        result = ZERO
        for threshold in thresholds:
            result = result.max(implied_epsilon(*self.errors(threshold), delta))
        return result

    @property
    def accountant(self) -> NoiseAccountant:
        """What the accounting certifies of the release."""
        return NoiseAccountant(self.noise)

    def _targets(self) -> list[tuple[int, Fraction]]:
        if self.target is not None:
            return [(self.target, Fraction(1))]
        mean = exact(self.mean)
        return [(target, weight) for target, weight in ((0, 1 - mean), (1, mean)) if weight]

    def _above(self, rows: int, shift: Fraction, cut: Fraction) -> Enclosure:
        """P(Bin(rows, mean) + shift + noise > cut)."""
        parts = [
            mass * upper_tail(self.noise, cut - shift - k)
            for k, mass in enumerate(binomial_law(rows, self.mean))
            if mass
        ]
        return sum(parts, ZERO)


@dataclass(frozen=True)
class NoiseAccountant:
    """The certified privacy of noise on a count, from the laws of its loss."""

    noise: Any

    @accepts_epsilon
    def delta(self, eps: Number) -> Enclosure:
        """The delta for which the release is (eps, delta)-DP."""
        return composed_delta(self._composition, exact_nonnegative("eps", eps))

    def epsilon(self, delta: Number) -> Enclosure:
        """The eps for which the release is (eps, delta)-DP.

        >>> float(NoiseAccountant(known.Laplace(2)).epsilon(0))
        0.5
        """
        return composed_epsilon(self._composition, delta)

    @property
    def _composition(self) -> Composition:
        return Composition(((1, loss_law(self.noise)),))


@cache
def upper_tail(noise: Noise, cut: Fraction) -> Enclosure:
    """P(noise > cut), enclosed.

    >>> upper_tail(known.DiscreteLaplace("1/2"), Fraction(0))
    Enclosure(lo=Fraction(1, 3), hi=Fraction(1, 3))
    >>> print(upper_tail(known.Gaussian(sigma_squared=1), Fraction(1)))
    0.158655253931457051414767[4..5]
    """
    match noise:
        case known.Laplace():
            return enclose(partial(_laplace_tail, exact(noise.scale), cut), DIGITS)
        case known.Gaussian():
            return enclose(partial(_normal_tail, exact(noise.sigma_squared), cut), DIGITS)
        case known.DiscreteLaplace() | known.IntegerLaplace() | known.DiscreteGaussian():
            # The noise is whole, so > cut means >= least; by symmetry P(>= least) = 1 - P(>= 1 -
            # least).
            least = cut.numerator // cut.denominator + 1
            tail = _whole_tail(noise, least if least > 0 else 1 - least)
            return tail if least > 0 else 1 - tail
    raise ValueError(
        f"The tails of {noise!r} are not known here; give Laplace, Gaussian, DiscreteLaplace, "
        "IntegerLaplace or DiscreteGaussian noise."
    )


def _whole_tail(noise: WholeNoise, least: int) -> Enclosure:
    """P(noise >= least) for least >= 1: half of P(|noise| > least - 1)."""
    result = noise.tail(least - 1)
    return (Enclosure.of(result) if isinstance(result, Fraction) else result) * Fraction(1, 2)


def _laplace_tail(scale: Fraction, cut: Fraction) -> arb:
    half = (-ball(abs(cut) / scale)).exp() / 2
    return half if cut >= 0 else 1 - half


def _normal_tail(variance: Fraction, cut: Fraction) -> arb:
    return (ball(cut) / (2 * ball(variance)).sqrt()).erfc() / 2


@accepts_epsilon
@dataclass(frozen=True)
class ResponsesGame:
    """The game of k randomised responses of one bit, each eps-DP: one row, which is 0 or 1.

    The row is 0 for certain if the target 1 is out. The adversary counts the answers 1: it is the
    worst pair of neighbours of the k-fold composition of any eps-DP releases.

    >>> game = ResponsesGame(eps=1, releases=1)
    >>> float(game.implied_epsilon(1)), float(game.epsilon(0))
    (1.0, 1.0)
    """

    eps: Number
    releases: int

    def __post_init__(self) -> None:
        exact_nonnegative("eps", self.eps)
        exact_count("releases", self.releases, least=1)

    def errors(self, answers: int) -> Errors:
        """alpha and beta of the adversary who says "in" for at least so many answers 1."""
        k, least = int(self.releases), exact_count("answers", answers)
        lie, truth = response(self.eps, truth=False), response(self.eps)
        first = enclose(lambda: binomial_tail_of(k, lie(), least), DIGITS)
        power = enclose(lambda: binomial_tail_of(k, truth(), least), DIGITS)
        return first, 1 - power

    def implied_epsilon(self, answers: int, delta: Number = 0) -> Enclosure:
        """The eps at this delta that the errors imply."""
        return implied_epsilon(*self.errors(answers), delta)

    @accepts_epsilon
    def delta(self, eps: Number) -> Enclosure:
        """The delta that the accountant certifies for the composition at an eps."""
        return composed_delta(self._composition, exact_nonnegative("eps", eps))

    def epsilon(self, delta: Number) -> Enclosure:
        """The eps that the accountant certifies for the composition at a delta."""
        return composed_epsilon(self._composition, delta)

    @property
    def _composition(self) -> Composition:
        return Composition(((int(self.releases), loss_law(known.RandomisedResponse(self.eps))),))
