"""Scores: exact ratios against enumerated games, and identities of the others."""

from fractions import Fraction
from itertools import permutations, product
from math import log, sqrt
import numpy as np
import pytest
from banditproof.algorithms.membership import (
    AimedAt,
    BatchMeans,
    BernoulliColumns,
    ColumnwiseSubsampledMean,
    CovarianceScore,
    EpochScore,
    ExactMean,
    FixedTarget,
    FreshReference,
    FrozenReference,
    GaussianRows,
    GLiR,
    KnownMoments,
    LatticeColumns,
    LikelihoodRatio,
    Mixture,
    NoisyMean,
    PlugInRatio,
    ScalarProduct,
    SquaredNorm,
    SubsampledMean,
    exact_game,
)
from banditproof.algorithms.membership.scores.batch_scores import put_together
from banditproof.algorithms.membership.scores.likelihood_ratio import mixed, noisy_lattice_terms
from banditproof.algorithms.membership.scores.noncentral_chi_square import (
    log_noncentral_chi_square_cdf,
)
from banditproof.algorithms.membership.scores.reference_sets import estimated

RNG = np.random.default_rng(11)
LATTICE = LatticeColumns([((0, 1, 3), ("1/2", "1/3", "1/6")), ((0, 1), ("1/4", "3/4"))])


@pytest.mark.parametrize(
    "mechanism", [ExactMean(), SubsampledMean(2), ColumnwiseSubsampledMean(2), SubsampledMean(3)]
)
@pytest.mark.parametrize(
    ("law", "target"), [(BernoulliColumns(("1/2", "1/3")), (1, 0)), (LATTICE, (3, 1))]
)
def test_the_ratio_is_that_of_the_enumerated_game(mechanism, law, target):
    aim = np.array(target, float)
    game = exact_game(FixedTarget(mechanism, law, 3, aim))
    score, total = LikelihoodRatio(law, mechanism, 3), 0.0
    for (point, release), (out, inside) in game.cells.items():
        if not out + inside:
            continue
        value = score.values(np.array([[float(x) for x in release]]), aim, RNG)[0]
        assert np.exp(value) == pytest.approx(float(game.ratio(point, release)), rel=1e-9)
        total += float(out) * np.exp(value)
    assert total == pytest.approx(1)


def test_the_noisy_ratio_is_that_of_mixtures_and_tends_to_the_exact_one():
    law, rows, x = BernoulliColumns(("1/3",)), 4, np.linspace(-1, 2, 13)
    one, noise = np.ones(1), np.array([0.09])

    def density(centres, weights):
        return (weights * np.exp(-((x[:, None] - centres) ** 2) * rows / 0.18)).sum(axis=1)

    inside = density((np.arange(4) + 1) / 4, np.array([8, 12, 6, 1]) / 27)
    out = density(np.arange(5) / 4, np.array([16, 32, 24, 8, 1]) / 81)
    score = LikelihoodRatio(law, NoisyMean("3/10"), rows)
    result = score.values(x[:, None], one, RNG)
    assert result == pytest.approx(np.log(inside / out), abs=1e-9)
    terms = noisy_lattice_terms(law, x[:, None], np.ones((13, 1)), rows, noise)
    assert terms[:, 0] == pytest.approx(result, abs=1e-12)
    clean, near = (
        LikelihoodRatio(law, mechanism, rows).values(np.array([[0.5]]), one, RNG)
        for mechanism in (ExactMean(), NoisyMean("1/100"))
    )
    assert near == pytest.approx(clean, abs=1e-9)
    # normal rows: noise of the mean has the variance gamma^2 / n
    normal = LikelihoodRatio(GaussianRows([0.0], [1.0]), NoisyMean(2), 10)
    lead = normal.values(np.array([[0.3], [-0.3]]), np.array([2.0]), RNG)
    assert lead[0] - lead[1] == pytest.approx(2 * 0.3 * 2 / (0.9 + 4), rel=1e-9)


def test_the_covariance_score_is_the_ratio_of_normal_rows_up_to_the_known_remainder():
    rows, z, x = 50, np.array([1.5, -2.0]), RNG.normal(size=(6, 2)) / 7
    law = GaussianRows([0.0, 0.5], [[1.0, 0.3], [0.3, 2.0]])
    score = CovarianceScore(rows, KnownMoments(law)).values(x, z, RNG)
    exact = LikelihoodRatio(law, ExactMean(), rows).values(x, z, RNG)
    inverse = np.linalg.inv(law.covariance)
    shift, far = z - law.mean, x - law.mean
    form = lambda a, b: np.einsum("...i,ij,...j", a, inverse, b)  # noqa: E731
    expected = -np.log(1 - 1 / rows) - (
        rows * form(far, far) - 2 * rows * form(far, shift) + form(shift, shift)
    ) / (2 * (rows - 1))
    assert exact == pytest.approx(expected, abs=1e-9)
    assert score == pytest.approx(form(far, shift) - form(shift, shift) / (2 * rows), abs=1e-12)
    wide = CovarianceScore(rows, KnownMoments(law), [1.0, 3.0]).values(x, z, RNG)
    added = GaussianRows(law.mean, law.covariance + np.diag([1.0, 3.0]))
    assert wide == pytest.approx(CovarianceScore(rows, KnownMoments(added)).values(x, z, RNG))


def test_the_printed_second_moments_reverse_the_order_of_targets():
    """mu = (10, 0), identity: squared distances 4 and 1, but 4/101 and 1 without centring."""
    spread = np.array([[11.0, 1], [11, -1], [9, 1], [9, -1]])
    full, printed = estimated(spread, "full"), estimated(spread, "printed")
    assert full.covariance.tolist() == [[1, 0], [0, 1]]
    far, near = np.array([2.0, 0.0]), np.array([0.0, 1.0])
    assert [float(v @ full.solve(v)) for v in (far, near)] == [4, 1]
    assert [float(v @ printed.solve(v)) for v in (far, near)] == pytest.approx([4 / 101, 1])


def test_centred_scores_do_not_depend_on_the_units_and_printed_ones_do():
    rows, z = RNG.normal(size=(30, 3)) + 2, np.array([1.0, 2.0, 0.0])
    x, turn, move = RNG.normal(size=(5, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=3)

    def scores(spread, table, releases, target):
        kept = FrozenReference(table, spread)
        return [
            item.values(releases, target, RNG)
            for item in (CovarianceScore(9, kept), SquaredNorm(kept), GLiR(9, kept))
        ]

    moved = (rows @ turn.T + move, x @ turn.T + move, turn @ z + move)
    assert np.array(scores("full", *moved)) == pytest.approx(np.array(scores("full", rows, x, z)))
    before, after = scores("printed", rows, x, z)[0], scores("printed", *moved)[0]
    assert np.abs(before - after).max() > 1e-3


def test_the_scalar_product_with_the_true_mean_is_the_covariance_score_of_equal_variances():
    law = BernoulliColumns(("1/2",) * 4)
    z, x = np.array([1.0, 0, 0, 1]), RNG.random((6, 4))
    known = KnownMoments(law)
    scalar = ScalarProduct(known).values(x, z, RNG)
    score = CovarianceScore(9, known).values(x, z, RNG)
    assert np.diff(score) == pytest.approx(np.diff(scalar) / 0.25)
    point = FrozenReference(np.array([[0.0, 1, 1, 0]]), "known", law)
    assert ScalarProduct(point).values(x, z, RNG) == pytest.approx(x @ np.array([1, -1, -1, 1]))
    fresh = FreshReference(law, 1, spread="known")
    first, second = (ScalarProduct(fresh).values(x, z, np.random.default_rng(4)) for _ in range(2))
    assert (first == second).all()
    again = ScalarProduct(fresh).values(np.repeat(x[:1], 40, axis=0), z, RNG)
    assert len(set(again)) > 1  # another point in each game


def test_glir_has_uniform_values_without_the_target_and_the_printed_factor_has_not():
    """DKW: the empirical law of N values is off by t with probability 2 e^(-2 N t^2) < 1e-7."""
    law, rows, games = GaussianRows(np.zeros(20), np.ones(20)), 8, 4000
    z = np.full(20, 1.3)
    means = law.draw_sums(rows, games, np.random.default_rng(2)) / rows
    slack = sqrt(log(2e7) / (2 * games))
    grid = np.arange(1, games + 1) / games

    def distance(score):
        values = np.sort(np.exp(-score.values(means, z, RNG)))
        return np.abs(values - grid).max()

    known = KnownMoments(law)
    assert distance(GLiR(rows, known)) < slack
    assert distance(GLiR(rows, known, printed=True)) > 2 * slack
    near = SquaredNorm(known).values(means, z, RNG)
    assert (np.argsort(near) == np.argsort(GLiR(rows, known).values(means, z, RNG))).all()
    far_away = GLiR(rows, known).values(np.full((1, 20), 1.3), np.full(20, 40.0), RNG)
    assert np.isfinite(far_away).all()


def test_the_plug_in_ratio_with_many_references_is_the_ratio_and_clips_the_ends():
    law, x = BernoulliColumns(("1/2", "1/4")), np.array([[0.5, 0.25], [0.75, 0.0]])
    kept = FrozenReference(np.array([[1.0, 0], [0, 0], [1, 1], [0, 0]]), "known", law)
    z, exact = np.array([1.0, 0.0]), LikelihoodRatio(law, ExactMean(), 4)
    assert PlugInRatio(kept, 4).values(x, z, RNG) == pytest.approx(exact.values(x, z, RNG))
    edge = FrozenReference(np.zeros((4, 2)), "known", law)
    clipped = log(0.5 / 0.125) + log(0.75 / 0.875)
    assert PlugInRatio(edge, 4).values(x[:1], z, RNG) == pytest.approx(clipped)


@pytest.mark.parametrize("centre", ["target", "mean"])
def test_the_terms_of_a_squared_norm_add_up_to_it(centre):
    law = GaussianRows([0.0, 1.0], [1.0, 4.0])
    score, target = SquaredNorm(KnownMoments(law), centre), np.array([2.0, -1.0])
    releases = np.array([[0.5, 1.0], [2.0, -1.0]])
    values = score.values(releases, target, RNG)
    assert score.column_terms(releases, target).sum(axis=-1) == pytest.approx(values)


def test_log_mean_exp_is_the_ratio_of_an_epoch():
    """All rows, positions and partitions of 4 rows in 2 batches, against the formula."""
    law, mu = BernoulliColumns(("1/3",)), Fraction(1, 3)
    laws: dict[tuple[int, ...], list[Fraction]] = {}
    for rows in product((0, 1), repeat=4):
        weight = mu ** sum(rows) * (1 - mu) ** (4 - sum(rows))
        worlds = [(0, rows)] + [(1, (*rows[:i], 1, *rows[i + 1 :])) for i in range(4)]
        for order in permutations(range(4)):
            for side, data in worlds:
                seen = (data[order[0]] + data[order[1]], data[order[2]] + data[order[3]])
                part = weight / 24 / (4 if side else 1)
                laws.setdefault(seen, [Fraction(0)] * 2)[side] += part
    score = EpochScore(LikelihoodRatio(law, ExactMean(), 2))
    for seen, (out, inside) in laws.items():
        release = np.array(seen, float).reshape(1, 2, 1) / 2
        value = score.values(release, np.ones(1), RNG)[0]
        assert np.exp(value) == pytest.approx(float(inside / out))
        if inside:
            total = EpochScore(score.score, "sum").values(release, np.ones(1), RNG)[0]
            assert total != pytest.approx(value) or seen == (1, 1) or np.isinf(total)
    assert BatchMeans(2).batches(4) == 2
    assert put_together(np.full((1, 3), -np.inf), "log-mean-exp")[0] == -np.inf
    large = put_together(np.array([[900.0, -900.0]]), "log-mean-exp")[0]
    assert large == pytest.approx(900 - log(2))


def test_wrong_targets_and_mixtures():
    law, x = BernoulliColumns(("1/2", "1/2")), np.array([[0.5, 0.75]])
    base = LikelihoodRatio(law, ExactMean(), 4)
    wrong = AimedAt(base, np.array([0.0, 1.0]))
    right = base.values(x, np.array([0.0, 1.0]), RNG)
    assert wrong.values(x, np.array([1.0, 1.0]), RNG) == pytest.approx(right)
    half = Mixture(base, 0.5).values(x, np.array([0.0, 1.0]), RNG)
    assert half == pytest.approx(np.log(0.5 + 0.5 * np.exp(right)))
    assert mixed(np.array([3.0]), 1.0) == 3


def test_fresh_references_are_drawn_for_each_game_and_estimate_what_they_say():
    law = BernoulliColumns(("1/2", "1/4", "1/3"))
    fresh = FreshReference(law, 40)
    moments = fresh.moments(3, np.random.default_rng(1))  # as many games as columns
    assert moments.is_diagonal
    assert moments.varies
    assert moments.covariance == pytest.approx(moments.mean * (1 - moments.mean))
    assert moments.solve(np.ones((3, 3))) == pytest.approx(1 / moments.covariance)
    for spread in ("known", "diagonal", "full"):
        means = FreshReference(law, 40, spread).moments(3, np.random.default_rng(1)).mean
        assert len({tuple(mean) for mean in means.tolist()}) == 3, spread
    full = FreshReference(law, 40, "full").moments(2, np.random.default_rng(1))
    assert (full.covariance[0] != full.covariance[1]).any()
    assert full.covariance.shape == (2, 3, 3)
    expected = np.linalg.solve(full.covariance[1], np.ones(3))
    assert full.solve(np.ones((2, 3)))[1] == pytest.approx(expected)
    with_noise = full.widened(np.ones(3))
    assert with_noise.covariance[0] == pytest.approx(full.covariance[0] + np.eye(3))


def test_far_tails_of_glir_keep_the_peak_of_their_sum():
    """The values are those of a sum of 30 digits over the whole Poisson mixture."""
    for x, freedom, far, exact in (
        (100.0, 200, 20000.0, -8908.71550333785),
        (1e7, 10, 2e7, -857874.032465204),
        (1e8, 5, 4e8, -50000011.5155733),
    ):
        result = log_noncentral_chi_square_cdf(np.array([x]), freedom, np.array([far]))
        assert result[0] == pytest.approx(exact, rel=1e-12)


def test_infinite_scores_of_steps():
    inf = np.inf
    scores = np.array([[inf, 1.0], [-inf, 1.0], [-inf, -inf], [inf, 800.0]])
    assert put_together(scores, "log-mean-exp").tolist() == [inf, 1 - log(2), -inf, inf]
    assert put_together(scores, "sum").tolist() == [inf, -inf, -inf, inf]


@pytest.mark.parametrize("rule", ["log-mean-exp", "sum", "max"])
def test_each_game_of_an_epoch_has_its_own_target(rule) -> None:
    law = BernoulliColumns(("1/2", "1/3"))
    score = EpochScore(LikelihoodRatio(law, ExactMean(), 3), rule)
    releases = np.random.default_rng(1).integers(1, 3, size=(4, 5, 2)) / 3
    targets = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    pairs = zip(releases, targets, strict=True)
    one_by_one = [score.values(release[None], target, RNG)[0] for release, target in pairs]
    assert score.values(releases, targets, RNG) == pytest.approx(one_by_one, abs=1e-12)
