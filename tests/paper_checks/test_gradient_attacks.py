"""What the claims of Chapters 7 and 9 compute, by second routes, and that all are registered."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pytest
from scipy.stats import ncx2, norm

from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows, PoolOfRows
from banditproof.algorithms.membership.descents.linear_layers import (
    LinearRegression,
    SoftmaxRegression,
)
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.paper_checks import claims
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.thesis.chapter_7_gradient_attacks.section_7_1_federated_setting import (
    dp_sgd,
    exact_gradients,
    protocol_of_figure_7_1,
    scores_of_section_7_1,
)
from banditproof.paper_checks.thesis.chapter_7_gradient_attacks.section_7_2_covariance_score import (
    algorithm_13_covariance_attack,
    remarks_on_normal_means,
    scores_over_an_epoch,
    stale_references,
)
from banditproof.paper_checks.thesis.chapter_7_gradient_attacks.section_7_3_canaries import (
    canife_and_mahalanobis,
    mahalanobis_canaries,
)
from banditproof.paper_checks.thesis.chapter_7_gradient_attacks.section_7_4_experiments import (
    areas_under_curves,
    attacked_softmax_models,
    figure_7_2_drawing,
    singular_softmax_covariance,
)
from banditproof.paper_checks.thesis.chapter_9_perspectives import (
    open_audits,
    z_estimators_and_influence,
)
from banditproof.theory.enclosure import Enclosure

SMALL = replace(attacked_softmax_models.SYNTHETIC, games=60, references=300, rows=64)


def test_every_statement_of_both_chapters_is_registered() -> None:
    known = {claim.id for claim in claims("thesis")}
    prefixes = ("thesis.gd.", "thesis.persp.")
    missing = {id for id in catalogue() if id.startswith(prefixes)} - known
    assert not missing
    assert {"thesis.fix.epoch.lr", "thesis.fix.zest.score", "thesis.fix.dpsgd.score"} <= known


def test_exact_gradients_are_those_of_the_library() -> None:
    theta, row = exact_gradients.vector("1/2", -3), (exact_gradients.vector(2, "1/4"), Fraction(5))
    model = LinearRegression(columns=2, intercept=False)
    found = model.gradients([0.5, -3.0], LabelledRows([[2.0, 0.25]], [5.0]))[0]
    assert [float(x) for x in exact_gradients.gradient(theta, row)] == found.tolist()


def test_the_mean_of_a_batch_is_a_law_with_the_right_mean() -> None:
    for member, wanted in ((False, Fraction(1, 3)), (True, Fraction(3 + 3 * Fraction(1, 3), 4))):
        law = protocol_of_figure_7_1.batch_mean(4, 2, member)
        assert sum(law.values()) == 1
        assert sum(x * p for x, p in law.items()) == wanted


def test_divergences_of_normal_means_by_quadrature() -> None:
    n, grid = 10, np.linspace(-4, 4, 400_001)
    inside = norm(1 / n, math.sqrt(n - 1) / n)
    for rows in (n, n - 1):
        out = norm(0, 1 / math.sqrt(rows))
        density = inside.pdf(grid)
        wanted = 5 * n * np.trapezoid(density * (inside.logpdf(grid) - out.logpdf(grid)), grid)
        moments = (Fraction(0), Fraction(1, rows))
        found = protocol_of_figure_7_1.divergence(
            protocol_of_figure_7_1.in_moments(n), moments, 5 * n
        )
        assert float(found) == pytest.approx(wanted, rel=1e-8)


def test_the_scalar_product_by_simulated_batches() -> None:
    rng = np.random.default_rng(0)
    target = exact_gradients.vector(3, 1)
    law = np.array([[float(x) for x in g] for g in scores_of_section_7_1.LAW])
    drawn = law[rng.integers(3, size=(40_000, 3))]
    drawn[:, 0] = [3.0, 1.0]
    scores = 0.5 * drawn.mean(axis=1) @ [3.0, 1.0]
    wanted = float(scores_of_section_7_1.mean_score(target, True, -1))
    assert abs(scores.mean() - wanted) < 6 * scores.std() / 200


@pytest.mark.parametrize("member", [False, True])
def test_the_law_of_glir_is_a_scaled_non_central_one(member: bool) -> None:
    n, shifts = 9, exact_gradients.vector(0, 3, 4)
    found = scores_of_section_7_1.law_moments(Fraction(n), n, shifts, member)
    scale = Fraction(n - 1, n) if member else Fraction(1)
    law = ncx2(3, float((n - member) * 25))
    wanted = float(scale) * law.mean(), float(scale) ** 2 * law.var()
    assert [float(x) for x in found] == pytest.approx(wanted)


def test_the_printed_budget_is_that_of_a_gaussian_step() -> None:
    bound, gamma, size = Fraction(3), Fraction(2), 7
    shift, deviation = 2 * bound / size, gamma * bound
    wanted = (shift / deviation) ** 2
    assert dp_sgd.of_the_print(bound, gamma, size, 1) == wanted
    assert dp_sgd.of_the_print(2 * bound, gamma, size, 5) == 5 * wanted


def test_advantages_over_an_epoch_by_simulation() -> None:
    m, batches, games = 6.0, 5, 40_000
    rng = np.random.default_rng(1)
    scores = rng.normal(-m / 2, math.sqrt(m), (2, games, batches))
    scores[1, :, 0] += m
    largest = (scores.max(axis=2) > 0).mean(axis=1)
    found = scores_over_an_epoch.advantage_of_the_largest(Fraction(6), batches)
    assert abs(largest[1] - largest[0] - float(found)) < 0.02
    cut = m - batches * m / 2 - m / 2
    total = (scores.sum(axis=2) > cut).mean(axis=1)
    found = scores_over_an_epoch.advantage_of_the_sum(Fraction(6), batches)
    assert abs(total[1] - total[0] - float(found)) < 0.02


def test_the_score_of_a_step_by_hand() -> None:
    before, batch = exact_gradients.vector(1, 2), exact_gradients.vector(0, 1)
    # D = (1-3, 2+2) - (1, -1) = (-3, 5); weights (-3/4, 20); moved (-1, 2)
    wanted = Fraction(3, 4) + 40 - (Fraction(9, 4) + 100) / 4
    assert algorithm_13_covariance_attack.own_score(before, batch) == wanted


def test_the_false_alarm_of_a_stale_score_by_simulation() -> None:
    rng, n, m, drift = np.random.default_rng(2), 16, 4.0, -1 / 16
    shift = math.sqrt(n * m)  # one coordinate of variance 1
    g = rng.normal(0, 1 / math.sqrt(n), 100_000)
    aim = shift * (1 - drift)
    scores = aim * (g - drift * shift) - aim**2 / (2 * n)
    found = stale_references.false_alarm(n, Fraction(4), Fraction(-1, 16))
    assert abs((scores > 0).mean() - float(found)) < 0.01


def test_squared_norms_by_simulation() -> None:
    rng, n, d = np.random.default_rng(3), 8, 5
    shift = exact_gradients.vector(*[1] * d)
    for centre in (shift, exact_gradients.vector(*[0] * d)):
        middle = np.array([float(x) for x in centre])
        out = rng.normal(0, 1 / math.sqrt(n), (60_000, d))
        inside = rng.normal(1 / n, math.sqrt(n - 1) / n, (60_000, d))
        norms = [n * ((g - middle) ** 2).sum(axis=1) for g in (out, inside)]
        gain, variance = remarks_on_normal_means.squared_norm(n, centre, shift)
        assert norms[1].mean() - norms[0].mean() == pytest.approx(float(gain), abs=0.25)
        assert norms[0].var() == pytest.approx(float(variance), rel=0.05)


def test_total_variation_of_normal_rows_by_quadrature() -> None:
    for n in (4, 16):
        grid = np.linspace(-8, 8, 400_001)
        gap = np.abs(norm.pdf(grid) - norm.pdf(grid, 0, math.sqrt((n - 1) / n)))
        found = remarks_on_normal_means.of_normal_rows(n)
        assert float(found) == pytest.approx(np.trapezoid(gap, grid) / 2, abs=1e-8)
        assert remarks_on_normal_means.of_signs(n) == Enclosure.of(1)


def test_scores_of_canaries_in_floats() -> None:
    references = np.array(mahalanobis_canaries.floats(mahalanobis_canaries.REFERENCES))
    candidates = np.array(mahalanobis_canaries.floats(mahalanobis_canaries.CANDIDATES))
    inverse = np.linalg.inv(np.cov(references.T, bias=True))
    apart = candidates - references.mean(axis=0)
    found = mahalanobis_canaries.exact_scores(
        mahalanobis_canaries.REFERENCES, mahalanobis_canaries.CANDIDATES
    )
    assert [float(x) for x in found] == pytest.approx(
        np.einsum("ij,jk,ik->i", apart, inverse, apart)
    )


def test_losses_and_scores_along_eigenvectors() -> None:
    weights, values = exact_gradients.vector("1/2", 0, "1/2"), canife_and_mahalanobis.EIGENVALUES
    g, diagonal = np.sqrt([0.5, 0.0, 0.5]), np.diag([float(x) for x in values])
    assert float(canife_and_mahalanobis.spread(weights, values)) == pytest.approx(g @ diagonal @ g)
    inverse = np.linalg.inv(diagonal)
    assert float(canife_and_mahalanobis.score(weights, values)) == pytest.approx(g @ inverse @ g)


def test_softmax_gradients_at_zero_are_those_of_the_library() -> None:
    model = SoftmaxRegression(columns=2, classes=3)
    for row in singular_softmax_covariance.ROWS[:4]:
        exact = singular_softmax_covariance.softmax_gradient(row, 3)
        features = [[float(x) for x in row[0][:2]]]
        own = model.gradients(model.start, LabelledRows(features, [float(row[1])]))[0]
        assert [float(x) for x in exact] == pytest.approx(own.tolist())


def test_no_set_of_models_beats_the_total_variation_of_the_mean() -> None:
    out, inside = (open_audits.mean_law(3, member) for member in (False, True))
    gaps = [inside.get(x, Fraction(0)) - p for x, p in out.items()]
    subsets = chain.from_iterable(combinations(gaps, k) for k in range(len(gaps) + 1))
    assert max(sum(s, Fraction(0)) for s in subsets) == open_audits.total_variation(3)
    assert open_audits.best_loss_threshold(3) == Fraction(4, 27)


def test_least_squares_deviates_as_its_solution_does() -> None:
    rows, noise = z_estimators_and_influence.DESIGN[1], exact_gradients.vector("1/2", -1, 2)
    x = np.array([[float(a) for a in row] for row in rows])
    errors = np.array([float(e) for e in noise])
    true = np.array([0.5, -1.0])
    solved = np.linalg.lstsq(x, x @ true + errors, rcond=None)[0]
    found, _ = z_estimators_and_influence.deviation_of_least_squares(rows, noise)
    assert [float(a) for a in found] == pytest.approx((solved - true).tolist())


def test_cells_depend_on_their_seed_alone_and_order_the_targets() -> None:
    easy = attacked_softmax_models.played(SMALL, "easy")
    hard = attacked_softmax_models.played(SMALL, "hard")
    assert easy.score > 5 * hard.score
    assert set(easy.curves) == set(attacked_softmax_models.ATTACKS)
    attacked_softmax_models.played.cache_clear()
    again = attacked_softmax_models.played(SMALL, "easy")
    for name, curve in easy.curves.items():
        assert (curve.inside == again.curves[name].inside).all()


def test_differences_of_areas_are_measured_in_their_standard_errors() -> None:
    """400 repetitions: their variance is off by 0.45, over six of its deviations, but with 1e-8."""
    rng, found = np.random.default_rng(8), {True: [], False: []}
    truth = norm.cdf(1 / math.sqrt(2)) - norm.cdf(0.5 / math.sqrt(2))
    for _ in range(400):
        out, inside, extra = rng.normal(size=(3, 150))
        one = areas_under_curves.Scores(out, inside + 1)
        noise = rng.normal(size=150)
        for same in (True, False):
            base = (out, inside) if same else (noise, extra)
            two = areas_under_curves.Scores(base[0], base[1] + 0.5)
            apart = areas_under_curves.deviations_apart(one, two, same_games=same, gap=truth)
            found[same].append(apart)
        assert one.area == pytest.approx(SampledROC(one.out, one.inside).area)
    for values in found.values():
        assert abs(np.mean(values)) < 0.3
        assert abs(np.var(values) - 1) < 0.45
    assert areas_under_curves.deviations_apart(one, one, same_games=True) == 0


def test_digits_of_a_game_are_not_the_target() -> None:
    pool = LabelledRows([[0.0], [1.0], [1.0], [1.0]], [0, 1, 2, 1])
    law = attacked_softmax_models.others(PoolOfRows(pool), pool.take([1]))
    assert law.pool.y.tolist() == [0, 2]


def test_the_table_of_figure_7_2_has_curves_from_0_to_1() -> None:
    rows = figure_7_2_drawing.table_rows({"synthetic": SMALL})
    assert len(rows) == 2 * 3 * len(figure_7_2_drawing.LEVELS)
    for place, attack in figure_7_2_drawing.STYLES:
        mine = [r for r in rows if (r["target"], r["attack"]) == (place, attack)]
        powers = [r["power"] for r in mine]
        assert powers == sorted(powers)
        assert powers[-1] == 1.0
        heights = np.array(powers)
        area = float(((heights[1:] + heights[:-1]) / 2 * np.diff(figure_7_2_drawing.LEVELS)).sum())
        assert area == pytest.approx(mine[0]["area"], abs=0.02)
