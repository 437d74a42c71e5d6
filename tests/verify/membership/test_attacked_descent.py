"""What `attack gradient` plays: the descent, the references and the target that were asked for."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnBatches,
    DrawnRows,
    Epochs,
    FullBatch,
)
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise
from banditproof.algorithms.membership.descents.descent_attack import DescentAttack
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.labelled_rows import PoolOfRows
from banditproof.algorithms.membership.descents.linear_layers import LinearRegression
from banditproof.algorithms.membership.descents.privacy_of_descents import DescentPrivacy
from banditproof.algorithms.membership.descents.reference_gradients import gradient_geometry
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.randomness import generator
from banditproof.verify.membership.tables_of_data.attacked_descent import AttackedDescent, _audit
from banditproof.verify.membership.tables_of_data.attacked_rows import AttackedRows, TargetChoice
from banditproof.verify.membership.tables_of_data.data_tables import DataTable
from banditproof.verify.membership.tables_of_data.labelled_table import model_of

RNG = np.random.default_rng(8)
X = RNG.normal(size=(41, 2)) * [1, 5] + [0, 3]
TABLE = DataTable("rows", X, labels=(X[:, 0] > 0).astype(float))
MODEL = model_of("logistic", TABLE)


def asked(**changes):
    usual = {"target": None, "canary": "random", "rows": 10, "steps": 4, "rate": 0.25}
    usual |= {"batch": None, "sampling": "epochs", "clip": 0.5, "noise": 3.0, "noise_on": "sum"}
    usual |= {"score": "covariance", "combination": "sum", "references": "frozen"}
    usual |= {"games": 16, "delta": "1e-3", "level": 0.1, "seed": 2}
    return AttackedDescent(**{**usual, **changes})


@pytest.mark.parametrize(
    ("words", "batches"),
    [
        ({}, FullBatch()),
        ({"batch": 5}, Epochs(5)),
        ({"batch": 5, "sampling": "drawn-batches"}, DrawnBatches(5)),
        ({"batch": 5, "sampling": "drawn-rows"}, DrawnRows(5)),
    ],
)
@pytest.mark.parametrize("unit", ["mean", "sum"])
def test_the_descent_is_the_one_that_was_asked_for(words, batches, unit):
    result = asked(noise_on=unit, **words)._descent(MODEL)
    assert result.rates == (0.25,) * 4
    assert result.batches == batches
    assert result.noise == ClippedNoise(bound=0.5, multiplier=3.0, on=unit)
    assert asked(clip=None, noise=None)._descent(MODEL).noise is None
    assert asked(noise=None)._descent(MODEL).noise.multiplier == 0


def divided(word=None, canary="random", clip_to=None, table=TABLE, **changes):
    choice = TargetChoice(word, canary, clip_to)
    return AttackedRows.divided(MODEL, table, choice, np.random.default_rng(1), **changes)


def test_references_are_clipped_and_at_the_parameters_that_were_asked_for():
    rows = divided().references
    frozen = asked()._references(MODEL, rows)
    gradients = clip(MODEL.gradients(MODEL.start, rows), 0.5)
    ((_, geometry),) = frozen.geometries(np.ones((3, MODEL.parameters)))
    assert geometry.mean == pytest.approx(gradients.mean(axis=0))
    fresh = asked(references="fresh")._references(MODEL, rows)
    iterates = np.array([[0.0, 0.0, 0.0], [1.0, -1.0, 0.5]])
    for (_, geometry), theta in zip(fresh.geometries(iterates), iterates, strict=True):
        gradients = clip(MODEL.gradients(theta, rows), 0.5)
        assert geometry.mean == pytest.approx(gradients.mean(axis=0))
    assert asked(score="scalar-product")._references(MODEL, rows) is None


@pytest.mark.parametrize("combination", ["sum", "max", "log-mean-exp"])
def test_the_curve_is_that_of_the_library(combination):
    command = asked(combination=combination, batch=5, references="fresh", score="covariance")
    facts = command.facts(TABLE, "logistic", False, lambda count: None)
    rng, first, second = generator(2).spawn(3)
    world = AttackedRows.divided(MODEL, TABLE, TargetChoice(None, "random", 0.5), rng)
    descent = command._descent(MODEL)
    attack = DescentAttack(
        target=world.target,
        references=command._references(MODEL, world.references),
        combination=combination,
        noise=descent.noise,
    )
    game = DescentGame(law=PoolOfRows(world.pool), rows=10, descent=descent, target=world.target)
    halves = [attack_scores(game, attack, 8, seed) for seed in (first, second)]
    whole = SampledROC(
        *(np.concatenate([getattr(h, side) for h in halves]) for side in ("out", "inside"))
    )
    assert np.array([facts.roc.false_alarms, facts.roc.power]) == pytest.approx(
        np.array(whole.points)
    )
    assert (facts.games, facts.area) == (16, whole.area)
    # Hoeffding's bound for 8 pairs of games, wrong with probability 0.1
    off = np.sqrt(np.log(20) / 16)
    assert facts.area_high - facts.area_low == pytest.approx(
        min(1, whole.area + off) - max(0, whole.area - off)
    )


def test_the_bound_of_eps_has_the_level_and_the_delta_that_were_asked_for():
    apart, alike = np.arange(200.0), np.arange(200.0) + 150
    both = SampledROC(apart, alike)
    game = SimpleNamespace(privacy=DescentPrivacy(Fraction(1), 1))

    def bound(level: float, delta: str) -> float:
        return _audit(both, both, game, SimpleNamespace(delta=delta, level=level)).bound

    assert 0 < bound(0.01, "1e-5") < bound(0.1, "1e-5") < bound(0.5, "1e-5")
    assert bound(0.1, "0.3") < bound(0.1, "1e-5")


def test_games_are_four_parts_of_one_size():
    assert [asked(games=n).played for n in (8, 10, 11, 12)] == [8, 8, 8, 12]


def test_a_row_that_is_the_target_is_scaled_as_the_others_are():
    result = divided("7", standardise=True)
    plain = divided("7")
    mean, spread = plain.references.x.mean(axis=0), plain.references.x.std(axis=0)
    assert result.target.row.x[0] == pytest.approx((X[7] - mean) / spread)
    assert result.pool.x == pytest.approx((plain.pool.x - mean) / spread)
    assert (result.place, result.target.row.y.tolist()) == (7, [TABLE.labels[7]])


@pytest.mark.parametrize("unit", [1e200, 1e-200])
def test_features_whose_squares_are_no_floats_are_scaled(unit):
    table = replace(TABLE, values=X * unit)
    scaled = divided("7", standardise=True, table=table)
    assert scaled.pool.x == pytest.approx(divided("7", standardise=True).pool.x)


def test_a_canary_among_the_rows_is_named_by_its_row():
    for canary in ("random", "mahalanobis", "mislabelled"):
        result = divided(canary=canary)
        assert X[result.place] == pytest.approx(result.target.row.x[0])
        assert not (result.pool.x == X[result.place]).all(axis=1).any()
        wrong = canary == "mislabelled"
        assert (result.target.row.y[0] == TABLE.labels[result.place]) != wrong


@pytest.mark.parametrize("bound", [None, 0.125])
def test_gradient_canaries_have_the_norm_of_clipping_or_the_usual_one(bound):
    result = divided(canary="dirac", clip_to=bound)
    gradients = MODEL.gradients(MODEL.start, result.references)
    norm = np.median(np.linalg.norm(gradients, axis=1)) if bound is None else bound
    vector = np.asarray(result.target.vector)
    assert np.linalg.norm(vector) == pytest.approx(norm)
    assert vector.argmax() == gradients.var(axis=0).argmin()
    assert np.linalg.norm(divided(canary="canife", clip_to=bound).target.vector) < norm


def test_the_score_of_the_target_is_that_among_the_references():
    result = divided("3")
    geometry = gradient_geometry(MODEL.gradients(MODEL.start, result.references))
    assert result.score == pytest.approx(
        geometry.squares(result.target.gradients(MODEL.start[None, :]))[0]
    )


def test_games_have_a_hundred_rows_unless_told_or_there_are_fewer():
    x = np.random.default_rng(3).normal(size=(210, 2))
    many = DataTable("many", x, labels=(x[:, 0] > 0).astype(float))
    quick = asked(rows=None, games=8, steps=1)
    assert quick.facts(many, "logistic", False, lambda count: None).rows == 100
    few = quick.facts(TABLE, "logistic", False, lambda count: None)
    assert few.rows == few.pool == 19


def test_a_dirac_canary_points_where_gradients_vary_little_but_do():
    x = np.random.default_rng(6).normal(size=(30, 3)) * [3, 0.5, 0]
    table = DataTable("rows.csv", x, (), np.arange(30.0))
    model = LinearRegression(columns=3)
    choice = TargetChoice(None, "dirac", 2.0)
    result = AttackedRows.divided(model, table, choice, np.random.default_rng(7))
    assert result.words == "a gradient along coordinate 1"
    assert result.target.gradients(np.zeros((1, 4))).tolist() == [[0.0, 2.0, 0.0, 0.0]]
    assert not result.outside
