"""Policies that release a noisy count twice: against Theorem 4.14 of the thesis at small budgets.

One informative arm I is Ber(p) against Ber(0); all other arms pay 0 in both environments. The
policy plays I for m rounds, then decides from a noisy count of ones whether to play I for n rounds
more or a null arm, and in the last round T = m + n + 1 plays the null arm whose number is the cell
of a second noisy count. Both decisions use labels and rewards only, so it is a kernel. For any
queries a change of one reward moves each count by at most 1, so the open-loop sum of its two
divergences of order alpha is at most alpha rho.

Sums over counts and cells are complete, and evaluated in balls; nothing is enumerated over actions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple
from flint import arb, arb_mat
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.binomial_laplace import binomial_balls
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability


class Branches(NamedTuple):
    """The masses of the counts when the policy goes on and when it does not, under nu."""

    going: list[arb]
    ended: list[arb]


class TwoReleases(ABC):
    """What all these policies share: exact moments and the divergence of their actions."""

    first: int
    """m, the rounds before the decision."""
    further: int
    """n, the rounds after it on the informative arm, if it goes on."""

    @property
    @abstractmethod
    def exact_mean(self) -> Fraction:
        """p."""

    @property
    @abstractmethod
    def budget(self) -> Fraction:
        """The rho for which the policy is rho-Interactive zCDP, by its mechanisms."""

    @abstractmethod
    def going_on(self, count: int) -> arb:
        """The probability of going on after a count of ones in the first m rounds."""

    @abstractmethod
    def cells(self) -> Callable[[int], Sequence[arb]]:
        """For each count the law of the last action."""

    @property
    def horizon(self) -> int:
        """T."""
        return self.first + self.further + 1

    def _counts(self, n: int) -> list[arb]:
        """The law of the ones in n rounds."""
        return binomial_balls(n, ball(self.exact_mean), ball(1 - self.exact_mean))

    def _branches(self) -> Branches:
        start = self._counts(self.first)
        more = self._counts(self.further)
        going = [arb(0)] * (self.first + self.further + 1)
        ended = []
        for i, mass in enumerate(start):
            on = self.going_on(i)
            ended.append(mass * (1 - on))
            both = mass * on
            for j, further in enumerate(more):
                going[i + j] += both * further
        return Branches(going, ended)

    def _chance(self) -> arb:
        start = self._counts(self.first)
        return sum((mass * self.going_on(i) for i, mass in enumerate(start)), arb(0))

    def _printed_square(self) -> arb:
        p, m, n, on = ball(self.exact_mean), self.first, self.further, self._chance()
        square = p * p * (m * m * (1 - on) + (m + n) ** 2 * on)
        return square + p * (1 - p) * (m + n * on)

    def _distance_square(self) -> arb:
        return sum(
            (mass * x * x for branch in self._branches() for x, mass in enumerate(branch)), arb(0)
        )

    def going_probability(self, digits: int = 20) -> Enclosure:
        """The probability of going on, under nu."""
        return enclose(self._chance, digits)

    def printed_square(self, digits: int = 20) -> Enclosure:
        """E[S^2] + E[V], which the printed proof takes for E[d^2]."""
        return enclose(self._printed_square, digits)

    def distance_square(self, digits: int = 20) -> Enclosure:
        """E[d^2] in the coupled environment, where d counts the ones under nu."""
        return enclose(self._distance_square, digits)

    def printed_bound(self, digits: int = 20) -> Enclosure:
        """rho (E[S^2] + E[V]) with rho the budget: the right side of Theorem 4.14."""
        return enclose(lambda: ball(self.budget) * self._printed_square(), digits)

    def divergence(self, digits: int = 20) -> Enclosure:
        """KL(m_nu || m_nu') of the actions: branch and cell, where under nu' the count is 0."""
        return enclose(self._divergence, digits)

    def _divergence(self) -> arb:
        law_of = self.cells()
        silent, on = law_of(0), self.going_on(0)
        total = arb(0)
        for branch, chance in zip(self._branches(), (on, 1 - on), strict=True):
            law = arb_mat([branch]) * arb_mat([law_of(x) for x in range(len(branch))])
            for mass, quiet in zip(law.entries(), silent, strict=True):
                total += mass * (mass / (chance * quiet)).log()
        return total

    def excess(self, digits: int = 6) -> Enclosure:
        """KL minus the printed bound: positive if the policy refutes the theorem."""
        return enclose(
            lambda: self._divergence() - ball(self.budget) * self._printed_square(), digits
        )


@dataclass(frozen=True)
class GaussianReleases(TwoReleases):
    """Goes on iff the count plus Gaussian noise passes a threshold; tells a Gaussian count.

    Pr[go on] = Phi((X_m - c) sqrt(2 rho_1)); in round T the cell of X_{T-1} + N(0, 1/(2 rho_2))
    between the edges width * lowest, ..., width * highest, with two infinite cells at the ends.
    Thesis, Theorem 4.14 (counterexamples of the catalogue).

    >>> row = GaussianReleases(3, 3, "0.28", "0.03", "0.97", 1, "0.5", -4, 10)
    >>> print(row.divergence(13))  # no violation at T = 7
    2.0845854230253632[5..6]
    """

    first: int
    further: int
    mean: Number
    rho_decision: Number
    rho_release: Number
    threshold: Number
    width: Number
    lowest: int
    highest: int

    def __post_init__(self) -> None:
        exact_count("first", self.first, 1)
        exact_count("further", self.further)
        if not 0 < exact_probability("mean", self.mean) < 1:
            raise ValueError(f"mean is {self.mean}; give a number strictly between 0 and 1.")
        for name in ("rho_decision", "rho_release", "width"):
            exact_positive(name, getattr(self, name))
        exact(self.threshold)
        if self.lowest >= self.highest:
            raise ValueError(
                f"The edges go from {self.lowest} to {self.highest}; give lowest < highest."
            )

    @property
    def exact_mean(self) -> Fraction:
        """p."""
        return exact(self.mean)

    @property
    def budget(self) -> Fraction:
        """rho_1 + rho_2."""
        return exact(self.rho_decision) + exact(self.rho_release)

    def going_on(self, count: int) -> arb:
        """Phi((count - c) sqrt(2 rho_1)), through erfc."""
        away = ball(exact(self.threshold) - count) * ball(exact(self.rho_decision)).sqrt()
        return away.erfc() / 2

    def cells(self) -> Callable[[int], Sequence[arb]]:
        """Masses of cells of a shifted Gaussian; tails by erfc, so that they keep their digits."""
        step = exact(self.width)
        # distances from an edge to a count are integer multiples of 1 / step.denominator
        stride, unit = step.numerator, step.denominator
        scale = ball(exact(self.rho_release)).sqrt() / unit

        @cache
        def tail(place: int) -> arb:
            return (place * scale).erfc() / 2

        @cache
        def mass(place: int) -> arb:
            after = place + stride
            if place >= 0:
                return tail(place) - tail(after)
            if after <= 0:
                return tail(-after) - tail(-place)
            return 1 - tail(after) - tail(-place)

        def law(count: int) -> list[arb]:
            low, high = stride * self.lowest - unit * count, stride * self.highest - unit * count
            return [tail(-low), *map(mass, range(low, high, stride)), tail(high)]

        return law
