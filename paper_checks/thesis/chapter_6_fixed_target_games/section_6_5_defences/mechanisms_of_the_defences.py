"""Claims about the mechanisms of Section 6.5: a noisy mean, and the mean of some rows."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.theory.domains import Array

Point = tuple[Fraction, ...]
Law = dict[Point, Fraction]


def deviation_of_the_mean(gamma: Array, rows: int) -> Array:
    """gamma_j / sqrt(n)."""
    return np.asarray(gamma / np.sqrt(rows))


@checks(
    "thesis.ftm.alg.noise-mech.release",
    mutants={
        "noise gamma/n": {"deviation": lambda gamma, rows: gamma / rows},
        "noise gamma": {"deviation": lambda gamma, rows: gamma},
    },
)
def release_of_the_noisy_mean(
    deviation: Callable[[Array, int], Array] = deviation_of_the_mean,
) -> Verdict:
    """The program with the seed of its draws."""
    for rows in (1, 4, 9):
        data = np.random.default_rng(rows).random((rows, 3))
        gamma = np.array([0.5, 1.0, 0.0])
        result = NoisyMean(tuple(gamma.tolist())).release(data, np.random.default_rng(5))
        draws = np.random.default_rng(5).standard_normal(3)
        due = data.mean(axis=0) + deviation(gamma, rows) * draws
        need(bool(np.isfinite(result).all()), "The release is not finite", n=rows)
        gap = float(np.abs(result - due).max())
        require(gap < 1e-12, "The release differs.", n=rows, gap=gap)
    return points(
        "The program adds draws of N(0, 1) times gamma_j / sqrt(n).",
        covered="The program, draw for draw, for 1, 4 and 9 rows.",
        not_covered="A definition has nothing else to check.",
    )


@checks("thesis.ftm.alg.noise-mech.rows")
def noise_on_each_row(proof: Proof = WRITTEN) -> Verdict:
    """The steps."""
    return proof.verdict("A sum of independent normal draws is normal, and variances add.")


def by_permutations(rows: tuple[Point, ...], kept: int) -> Law:
    """The law of (1/k) sum_i Z_i 1(s(i) <= k) over all permutations s."""
    results: Law = {}
    orders = list(permutations(range(1, len(rows) + 1)))
    for order in orders:
        chosen = [row for row, place in zip(rows, order, strict=True) if place <= kept]
        mean = tuple(sum(column, Fraction(0)) / kept for column in zip(*chosen, strict=True))
        results[mean] = results.get(mean, Fraction(0)) + Fraction(1, len(orders))
    return results


Mechanism = Callable[[int], SubsampledMean | ColumnwiseSubsampledMean]


@checks(
    "thesis.ftm.alg.subsample-mech",
    mutants={
        "a part for each column": {"mechanism": ColumnwiseSubsampledMean},
        "one row fewer": {"fewer": 1},
    },
)
def mean_of_a_part(mechanism: Mechanism = SubsampledMean, fewer: int = 0) -> Verdict:
    """The exact law of the program against all permutations; and that a share must be whole."""
    rows = tuple((Fraction(i), Fraction(i * i % 5)) for i in range(5))
    for kept in (1, 2, 3, 5):
        result = dict(mechanism(max(1, kept - fewer)).exact_law(rows))
        require(result == by_permutations(rows, kept), "The law differs.", k=kept, n=5)
    need(len(set(combinations(range(5), 2))) == 10, "There are 10 parts of 2 rows")
    refused = False
    try:
        SubsampledMean.of_ratio("0.3", 5)
    except ValueError:
        refused = True
    require(refused, "A share that is no whole number of rows is not refused.", rho="0.3", n=5)
    return points(
        "The program has the law of all permutations; a share that keeps no whole number of rows "
        "is refused.",
        covered="Five rows of two columns, all parts; the draw of the program is one of these "
        "permutations.",
        not_covered="A definition has nothing else to check.",
    )
