"""Mechanisms of a mean: exact laws, bulk draws, and privacy against brute force."""

from fractions import Fraction
from itertools import product
from math import exp, sqrt
import numpy as np
import pytest
from scipy.special import ndtr
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.batch_means import BatchMeans
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.inherent_privacy import privacy_beside
from banditproof.algorithms.membership.mechanisms.leakage_scores import leakage_score
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.exponential_columns import ExponentialColumns
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows
from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.theory.enclosure import INFINITE, Enclosure

LAW = BernoulliColumns(("1/2", "1/3"))
TARGET = np.array([1.0, 0.0])


@pytest.mark.slow
def test_subsampling_leaks_the_share_of_what_the_kept_rows_leak():
    """Exact witness against Theorem 6.6: 7/36 for the mechanism, 3/16 for the printed proof."""
    kept = exact_game(FixedTarget(SubsampledMean(2), LAW, 4, TARGET)).total_variation
    apart = exact_game(FixedTarget(ColumnwiseSubsampledMean(2), LAW, 4, TARGET)).total_variation
    second = exact_game(FixedTarget(ExactMean(), LAW, 2, TARGET)).total_variation
    assert (kept, apart, second) == (Fraction(7, 36), Fraction(3, 16), Fraction(7, 18))
    first = FixedTarget(SubsampledMean(2), BernoulliColumns(("1/3",)), 4, np.ones(1))
    same = FixedTarget(ColumnwiseSubsampledMean(2), first.law, 4, np.ones(1))
    assert exact_game(first).cells == exact_game(same).cells  # of one column they are equal


@pytest.mark.parametrize("mechanism", [ExactMean(), SubsampledMean(2), ColumnwiseSubsampledMean(1)])
@pytest.mark.parametrize("eps", [0, 0.5, 3])
def test_delta_of_finite_mechanisms_is_the_worst_pair_of_all_neighbours(mechanism, eps):
    points = [(Fraction(a), Fraction(b)) for a, b in product((0, 1), repeat=2)]
    worst = 0.0
    for *same, left, right in product(points, repeat=4):
        first, second = (mechanism.exact_law((*same, row)) for row in (left, right))
        excess = (p - exp(eps) * second.get(x, 0) for x, p in first.items())
        worst = max(worst, sum(max(0.0, float(part)) for part in excess))
    assert float(mechanism.privacy(3, [1, 1]).delta(eps)) == pytest.approx(worst, abs=1e-12)
    assert float(mechanism.privacy(3, [0, 0]).delta(eps)) == 0


def test_delta_of_the_noisy_mean_is_that_of_the_worst_corner():
    """Two rows at opposite corners of a box with sides 1 and 2."""
    rows, gammas, sides = 10, np.array([0.5, 2.0]), np.array([1.0, 2.0])
    result = NoisyMean(["1/2", 2]).privacy(rows, [1, 2])
    mu = sqrt(((sides / rows) ** 2 / (gammas**2 / rows)).sum())
    assert float(result.rho.hi) == pytest.approx(mu**2 / 2, rel=1e-12)
    for eps in (0, 0.3, 2):
        exact = ndtr(mu / 2 - eps / mu) - exp(eps) * ndtr(-mu / 2 - eps / mu)
        assert float(result.delta(eps)) == pytest.approx(exact, rel=1e-9)
        if eps:
            assert float(result.epsilon(exact)) == pytest.approx(eps, rel=1e-6)
    # wrong by the scale of a sum (n^2) or without the root of n
    assert result.mu_squared != NoisyMean(["1/2", 2]).privacy(rows**2, [1, 2]).mu_squared
    assert NoisyMean([0, 1]).privacy(rows, [1, 1]).delta(5).lo == 1
    assert NoisyMean([0, 1]).privacy(rows, [0, 1]).mu_squared == Fraction(1, 10)


def test_no_attack_on_a_noisy_mean_exceeds_its_privacy():
    """The leakage score of a target in the box is at most mu^2, whatever the law."""
    rng = np.random.default_rng(5)
    for _ in range(5):
        means = [Fraction(int(a), 100) for a in rng.integers(1, 100, size=6)]
        law, target = BernoulliColumns(means), rng.integers(0, 2, size=6).astype(float)
        gamma = [Fraction(int(a), 10) for a in rng.integers(1, 30, size=6)]
        both = privacy_beside(NoisyMean(gamma), law, 8, target, [1] * 6)
        assert both.concluded.leakage_score <= both.proved.mu_squared
        assert both.concluded.delta(1).lo <= both.proved.delta(1).hi


def test_the_conclusion_of_the_thesis_stands_beside_the_proved_privacy():
    law, target = BernoulliColumns(("1/2",) * 20), np.ones(20)
    exact = privacy_beside(ExactMean(), law, 4, target, [1] * 20)
    assert exact.concluded.leakage_score == 5
    assert not exact.concluded.is_guarantee
    assert "not differential privacy" in exact.concluded.words
    assert exact.proved.epsilon("0.99") == INFINITE
    assert exact.understates(0)  # 0.736 against 1
    sampled = privacy_beside(SubsampledMean(1), law, 4, target, [1] * 20)
    assert sampled.concluded.leakage_score == Fraction(5, 4)
    assert "not the limit for this mechanism" in sampled.concluded.words
    assert float(sampled.concluded.delta(0)) > float(sampled.proved.delta(0)) == 0.25
    apart = privacy_beside(ColumnwiseSubsampledMean(1), law, 4, target, [1] * 20)
    assert "not the limit" not in apart.concluded.words
    wide = privacy_beside(ExactMean(), GaussianRows([0, 0], [[2, 1], [1, 2]]), 4, [1, 0], [1, 1])
    assert wide.concluded.leakage_score == Fraction(1, 6)


def test_leakage_scores_of_laws_are_exact():
    thirds = LatticeColumns([((0, 1, 3), ("1/3", "1/3", "1/3"))])
    assert leakage_score(thirds, 2, [3.0], [Fraction(1)]) == Fraction(25, 46)
    both = FiniteRows([[0, 0], [1, 0], [1, 1]], ["1/3", "1/3", "1/3"])
    assert leakage_score(both, 2, [1.0, 1.0], [Fraction(0)] * 2) == 1
    noisy = leakage_score(both, 2, [1.0, 1.0], [Fraction(1), Fraction(2)])
    covariance = np.array([[2, 1], [1, 2]]) / 9 + np.diag([1, 4])
    shift = np.array([1, 2]) / 3
    assert float(noisy) == pytest.approx(shift @ np.linalg.solve(covariance, shift) / 2, rel=1e-12)
    waiting = ExponentialColumns([0.1, 0.1])
    assert leakage_score(waiting, 2, [0.2, 0.0], [Fraction(0)] * 2) == 1
    wide = GaussianRows([0.0, 0.0], [[2.0, 1.0], [1.0, 2.0]])
    assert leakage_score(wide, 4, [1.0, 0.0], [Fraction(0)] * 2) == Fraction(1, 6)


@pytest.mark.parametrize(
    "mechanism",
    [ExactMean(), NoisyMean([1, 2]), SubsampledMean(3), ColumnwiseSubsampledMean(3)],
    ids=lambda item: type(item).__name__,
)
def test_bulk_draws_and_releases_of_rows_have_the_same_law(mechanism):
    """Mean, variance and correlation within 6 standard errors, with the target and without."""
    rng, games = np.random.default_rng(9), 4000
    bits = np.arange(games) % 2 == 0
    bulk = mechanism.in_bulk(LAW, 6, TARGET, bits, rng)
    rows = np.empty_like(bulk)
    for game, inside in enumerate(bits):
        data = LAW.draw(6, rng)
        if inside:
            data[rng.integers(6)] = TARGET
        rows[game] = mechanism.release(data, rng)
    for side in (bits, ~bits):
        for f in (lambda x: x, lambda x: x**2, lambda x: x[:, :1] * x[:, 1:]):
            a, b = f(bulk[side]), f(rows[side])
            error = 6 * np.sqrt((a.var(axis=0) + b.var(axis=0)) / len(a))
            assert (np.abs(a.mean(axis=0) - b.mean(axis=0)) <= error).all()


@pytest.mark.parametrize("mechanism", [SubsampledMean(1), ColumnwiseSubsampledMean(1)])
def test_bulk_draws_have_the_joint_law_of_the_columns(mechanism):
    """Rows 0 and the target (1, 1): columns show it together, or each by a coin of its own.

    A share of 4000 games is off by 0.07 with probability 2e-17 at most (Hoeffding), times 4.
    """
    law, games = BernoulliColumns((0, 0)), 4000
    crafter = FixedTarget(mechanism, law, 2, np.ones(2))
    cells = exact_game(crafter).cells
    bits = np.ones(games, bool)
    drawn = mechanism.in_bulk(law, 2, np.ones(2), bits, np.random.default_rng(5))
    for release in product((0, 1), repeat=2):
        pair = cells.get(((1, 1), release), (0, 0))
        share = (drawn == release).all(axis=1).mean()
        assert share == pytest.approx(float(pair[1]), abs=0.07)
    apart = isinstance(mechanism, ColumnwiseSubsampledMean)
    assert cells.get(((1, 1), (0, 1)), (0, 0))[1] == (Fraction(1, 4) if apart else 0)


def test_batches_hold_each_row_once():
    rows = np.array([[1.0, 0], [2, 0], [4, 1], [8, 0]])
    release = BatchMeans(2).release(rows, np.random.default_rng(0))
    assert release.sum(axis=0).tolist() == [7.5, 0.5]
    law, bits = BernoulliColumns((0,)), np.array([True, False] * 500)
    bulk = BatchMeans(2).in_bulk(law, 6, np.ones(1), bits, np.random.default_rng(1))
    assert (bulk.sum(axis=(1, 2)) == np.where(bits, 0.5, 0)).all()
    assert (np.abs((bulk[bits] > 0).mean(axis=(0, 2)) - 1 / 3) < 6 * sqrt(2 / 9 / 500)).all()


def test_a_row_that_is_shown_has_eps_zero_from_its_delta_on() -> None:
    shown = SubsampledMean(1).privacy(10, [1])
    assert shown.epsilon("1/10") == shown.epsilon("1/2") == Enclosure.of(0)
    assert shown.epsilon("0.0999") == INFINITE
    assert shown.delta(0) == shown.delta(7) == Enclosure.of("1/10")
