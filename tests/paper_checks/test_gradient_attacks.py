"""What the claims of Chapters 7 and 9 compute, by second routes, and that all are registered."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
import numpy as np
import pytest
import scipy
from programs import (
    areas_under_curves,
    attacked_softmax_models,
    canife_and_mahalanobis,
    exact_gradients,
    figure_7_2_drawing,
    open_audits,
    protocol_of_figure_7_1,
    scores_of_section_7_1,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows, PoolOfRows
from banditproof.algorithms.membership.games.sampled_roc import SampledROC

SMALL = replace(attacked_softmax_models.SYNTHETIC, games=60, references=300, rows=64)


def test_the_mean_of_a_batch_is_a_law_with_the_right_mean() -> None:
    for member, wanted in ((False, Fraction(1, 3)), (True, Fraction(3 + 3 * Fraction(1, 3), 4))):
        law = protocol_of_figure_7_1.batch_mean(4, 2, member)
        assert sum(law.values()) == 1
        assert sum(x * p for x, p in law.items()) == wanted


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
    result = scores_of_section_7_1.law_moments(Fraction(n), n, shifts, member)
    scale = Fraction(n - 1, n) if member else Fraction(1)
    law = scipy.stats.ncx2(3, float((n - member) * 25))
    wanted = float(scale) * law.mean(), float(scale) ** 2 * law.var()
    assert [float(x) for x in result] == pytest.approx(wanted)


def test_losses_and_scores_along_eigenvectors() -> None:
    weights, values = exact_gradients.vector("1/2", 0, "1/2"), canife_and_mahalanobis.EIGENVALUES
    g, diagonal = np.sqrt([0.5, 0.0, 0.5]), np.diag([float(x) for x in values])
    assert float(canife_and_mahalanobis.spread(weights, values)) == pytest.approx(g @ diagonal @ g)
    inverse = np.linalg.inv(diagonal)
    assert float(canife_and_mahalanobis.score(weights, values)) == pytest.approx(g @ inverse @ g)


def test_no_set_of_models_beats_the_total_variation_of_the_mean() -> None:
    out, inside = (open_audits.mean_law(3, member) for member in (False, True))
    gaps = [inside.get(x, Fraction(0)) - p for x, p in out.items()]
    subsets = chain.from_iterable(combinations(gaps, k) for k in range(len(gaps) + 1))
    assert max(sum(s, Fraction(0)) for s in subsets) == open_audits.total_variation(3)
    assert open_audits.best_loss_threshold(3) == Fraction(4, 27)


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
    rng, result = np.random.default_rng(8), {True: [], False: []}
    truth = scipy.stats.norm.cdf(1 / math.sqrt(2)) - scipy.stats.norm.cdf(0.5 / math.sqrt(2))
    for _ in range(400):
        out, inside, extra = rng.normal(size=(3, 150))
        first = areas_under_curves.Scores(out, inside + 1)
        noise = rng.normal(size=150)
        for same in (True, False):
            base = (out, inside) if same else (noise, extra)
            second = areas_under_curves.Scores(base[0], base[1] + 0.5)
            apart = areas_under_curves.deviations_apart(first, second, same_games=same, gap=truth)
            result[same].append(apart)
        assert first.area == pytest.approx(SampledROC(first.out, first.inside).area)
    for values in result.values():
        assert abs(np.mean(values)) < 0.3
        assert abs(np.var(values) - 1) < 0.45
    assert areas_under_curves.deviations_apart(first, first, same_games=True) == 0


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
