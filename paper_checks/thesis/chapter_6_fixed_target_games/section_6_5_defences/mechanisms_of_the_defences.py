"""Claims about the mechanisms of Section 6.5: a noisy mean, and the mean of some rows."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
import numpy as np
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.domains import Array

Point = tuple[Fraction, ...]
Law = dict[Point, Fraction]


def deviation_of_the_mean(gamma: Array, rows: int) -> Array:
    """gamma_j / sqrt(n)."""
    return np.asarray(gamma / np.sqrt(rows))


Games = tuple[BernoulliColumns, int, Floats, Bits]


def games_of(rows: int, mean: Fraction = Fraction(1, 3)) -> Games:
    """The law of three columns, the rows, and the targets and bits of 40 games."""
    bits = np.arange(40) % 3 < 2
    return BernoulliColumns((mean,) * 3), rows, np.ones((40, 3)), bits


@checks("thesis.ftm.alg.noise-mech.release")
@mutant("noise gamma/n", deviation=lambda gamma, rows: gamma / rows)
@mutant("noise gamma", deviation=lambda gamma, rows: gamma)
@mutant(
    "the library with twice the noise", made=lambda gamma: NoisyMean(tuple(2 * g for g in gamma))
)
def release_of_the_noisy_mean(
    deviation: Callable[[Array, int], Array] = deviation_of_the_mean,
    made: Callable[[tuple[float, ...]], NoisyMean] = NoisyMean,
) -> Verdict:
    """The program with the seed of its draws, one release at a time and many games at once."""
    for rows in (1, 4, 9):
        data = np.random.default_rng(rows).random((rows, 3))
        gamma = np.array([0.5, 1.0, 0.0])
        noisy = made(tuple(gamma.tolist()))
        result = noisy.release(data, np.random.default_rng(5))
        draws = np.random.default_rng(5).standard_normal(3)
        expected = data.mean(axis=0) + deviation(gamma, rows) * draws
        need(bool(np.isfinite(result).all()), "The release is not finite", n=rows)
        gap = float(np.abs(result - expected).max())
        require(gap < 1e-12, "The release differs.", n=rows, gap=gap)
        first, second = np.random.default_rng(6), np.random.default_rng(6)
        many = noisy.in_bulk(*games_of(rows), first)
        expected = ExactMean().in_bulk(*games_of(rows), second)
        expected = expected + deviation(gamma, rows) * second.standard_normal(expected.shape)
        gap = float(np.abs(many - expected).max())
        require(gap < 1e-12, "The releases of many games differ.", n=rows, gap=gap)
    return points()


def by_permutations(rows: tuple[Point, ...], kept: int) -> Law:
    """The law of (1/k) sum_i Z_i 1(s(i) <= k) over all permutations s."""
    results: Law = {}
    orders = list(permutations(range(1, len(rows) + 1)))
    for order in orders:
        chosen = [row for row, place in zip(rows, order, strict=True) if place <= kept]
        mean = tuple(sum(column, Fraction(0)) / kept for column in zip(*chosen, strict=True))
        results[mean] = results.get(mean, Fraction(0)) + Fraction(1, len(orders))
    return results


class ReleasesOneFewer(SubsampledMean):
    """Wrong: the part of a release has one row fewer."""

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """The mean of k - 1 rows."""
        return SubsampledMean(max(1, self.kept - 1)).release(rows, rng)


class DividedByAll(SubsampledMean):
    """Wrong: the sum of the part is divided by n."""

    def release(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """(k/n) times the mean."""
        return super().release(rows, rng) * self.kept / len(rows)


Mechanism = Callable[[int], SubsampledMean | ColumnwiseSubsampledMean]


@checks("thesis.ftm.alg.subsample-mech")
@mutant("a part for each column", mechanism=ColumnwiseSubsampledMean)
@mutant("one row fewer", mechanism=lambda kept: SubsampledMean(max(1, kept - 1)))
@mutant("a release of one row fewer", mechanism=ReleasesOneFewer)
@mutant("divided by all rows", mechanism=DividedByAll)
def mean_of_a_part(mechanism: Mechanism = SubsampledMean) -> Verdict:
    """The exact law of the program against all permutations; and that a share must be whole.

    Its releases against the permutations of their seeds, one at a time and many games at once.
    """
    rows = tuple((Fraction(i), Fraction(i * i % 5)) for i in range(5))
    for kept in (1, 2, 3, 5):
        part = mechanism(kept)
        require(
            dict(part.exact_law(rows)) == by_permutations(rows, kept), "The law differs.", k=kept
        )
        for seed in range(5):
            data = np.array(rows, float)
            order = np.random.default_rng(seed).permutation(5)
            gap = np.abs(
                part.release(data, np.random.default_rng(seed)) - data[order[:kept]].mean(0)
            )
            require(float(gap.max()) < 1e-12, "A release is no mean of the part.", k=kept)
        of = games_of(5, mean=Fraction(0))  # all rows are 0, so that the target alone is seen
        places = np.random.default_rng(7).integers(5, size=40)
        expected = (of[3] & (places < kept))[:, None] / kept * np.ones(3)
        gap = np.abs(part.in_bulk(*of, np.random.default_rng(7)) - expected)
        require(float(gap.max()) < 1e-12, "The target is kept otherwise.", k=kept, n=5)
    require(SubsampledMean.of_ratio("0.4", 5).kept == 2, "Another part is kept.", rho="0.4", n=5)
    need(len(set(combinations(range(5), 2))) == 10, "There are 10 parts of 2 rows")
    refused = False
    try:
        SubsampledMean.of_ratio("0.3", 5)
    except ValueError:
        refused = True
    require(refused, "A share that is no whole number of rows is not refused.", rho="0.3", n=5)
    return points()
