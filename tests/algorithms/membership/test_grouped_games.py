"""The engines against exact laws, against each other, and the kernels against their plain form."""

from collections import defaultdict
from math import exp, log, sqrt
import numpy as np
import pytest
from banditproof.algorithms.membership import (
    AimedAt,
    AverageTarget,
    BatchMeans,
    BernoulliColumns,
    ColumnwiseSubsampledMean,
    CovarianceScore,
    EpochScore,
    ExactMean,
    FixedTarget,
    FreshReference,
    FrozenReference,
    KnownMoments,
    LatticeColumns,
    LikelihoodRatio,
    Mixture,
    NoisyMean,
    SubsampledMean,
    exact_game,
    simulate_scores,
)
from banditproof.algorithms.membership.engine.column_groups import ColumnGroup, alias_table
from banditproof.algorithms.membership.engine.grouped_games import GroupedGame, grouped_game
from banditproof.algorithms.membership.engine.grouped_kernels import (
    add_counted,
    add_drawn,
    fill_alias_table,
)

LAW = BernoulliColumns(("1/2", "1/3", "1/2"))
LATTICE = LatticeColumns([((0, 1, 3), ("1/2", "1/3", "1/6")), ((0, 1), ("1/4", "3/4"))])
SURE = 2e7
"""Bounds are missed with probability 2/SURE."""


def close(first, second):
    """Whether two samples can be of one law: the two-sample bound of Massart and others."""
    slack = sqrt(log(SURE) / 2) * (len(first) ** -0.5 + len(second) ** -0.5)
    grid = np.concatenate((first, second))
    laws = [np.searchsorted(np.sort(item), grid, "right") / len(item) for item in (first, second)]
    return np.abs(laws[0] - laws[1]).max() <= slack


@pytest.mark.parametrize("mechanism", [ExactMean(), SubsampledMean(2), ColumnwiseSubsampledMean(2)])
@pytest.mark.parametrize("crafter", [FixedTarget, AverageTarget])
def test_grouped_scores_have_the_exact_law_of_the_game(mechanism, crafter):
    """Each atom of the ratio: its share of N games is off by t with probability 2 e^(-2Nt^2)."""
    law = BernoulliColumns(("1/2", "1/2"))
    game = crafter(mechanism, law, 3, *([np.ones(2)] if crafter is FixedTarget else []))
    sample = simulate_scores(game, LikelihoodRatio(law, mechanism, 3), 8000, 5, "grouped")
    exact, atoms = exact_game(game), defaultdict(lambda: np.zeros(2))
    for cell, pair in exact.cells.items():
        if any(pair):
            atoms[round(float(exact.ratio(*cell)), 9)] += np.array(pair, float)
    for side, scores in enumerate((sample.out, sample.inside)):
        ratios = np.round(np.exp(scores), 9)
        slack = sqrt(log(SURE) / (2 * len(scores)))
        assert set(ratios) <= set(atoms)
        for ratio, shares in atoms.items():
            assert abs((ratios == ratio).mean() - shares[side]) < slack


@pytest.mark.parametrize("law", [LAW, LATTICE], ids=["Bernoulli", "lattice"])
@pytest.mark.parametrize("average", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_all_engines_draw_from_one_law(law, average):
    mechanism, rows = SubsampledMean(4), 6
    score = LikelihoodRatio(law, mechanism, rows)
    crafter = AverageTarget(mechanism, law, rows)
    if not average:
        crafter = FixedTarget(mechanism, law, rows, np.ones(law.dimension))
    engines = {"grouped": 5000, "sums": 5000, "rows": 300}
    samples = [simulate_scores(crafter, score, games, 3, name) for name, games in engines.items()]
    assert [sample.engine for sample in samples] == [*engines]
    for other in samples[1:]:
        assert close(samples[0].out, other.out)
        assert close(samples[0].inside, other.inside)
    wrong = simulate_scores(crafter, LikelihoodRatio(law, ExactMean(), 4), 5000, 3, "grouped")
    assert not close(samples[0].out, wrong.out)  # the same games with another score


@pytest.mark.parametrize(
    ("mechanism", "score"),
    [
        (ExactMean(), CovarianceScore(20, FrozenReference.drawn(LAW, 30, rng=1))),
        (ExactMean(), AimedAt(LikelihoodRatio(LAW, ExactMean(), 20), np.array([1.0, 1, 0]))),
        (NoisyMean([1, 2, 3]), CovarianceScore(20, KnownMoments(LAW), [1.0, 4, 9])),
        (SubsampledMean(10), Mixture(CovarianceScore(10, KnownMoments(LAW)), 0.5)),
    ],
)
def test_grouped_and_summed_scores_agree_for_other_scores(mechanism, score):
    crafter = FixedTarget(mechanism, LAW, 20, np.array([0.0, 1.0, 1.0]))
    first, second = (simulate_scores(crafter, score, 5000, 8, name) for name in ("grouped", "sums"))
    assert close(first.out, second.out)
    assert close(first.inside, second.inside)
    spread = np.subtract(*np.quantile(first.out, [0.75, 0.25]))
    assert not close(first.out + spread / 4, second.out)


EXACT = {
    (1000, ExactMean()): 0.736686,
    (1000, SubsampledMean(500)): 0.443258,
    (1000, SubsampledMean(100)): 0.099962,
    (1000, ColumnwiseSubsampledMean(500)): 0.570920,
    (100, ExactMean()): 0.738867,
    (100, ColumnwiseSubsampledMean(50)): 0.571956,
}
"""Advantages of the Bayes adversary, d = 5 n columns Bernoulli(1/2), by exact convolution."""
FAST = (100, ColumnwiseSubsampledMean(50))


@pytest.mark.parametrize(
    ("rows", "mechanism"),
    [pytest.param(*key, marks=[pytest.mark.slow] * (key != FAST)) for key in EXACT],
)
def test_bayes_has_its_exact_advantage(rows, mechanism):
    """Hoeffding, for the accuracy of so many games."""
    law, games = BernoulliColumns(("1/2",) * (5 * rows)), 40 * rows
    crafter = FixedTarget(mechanism, law, rows, np.ones(5 * rows))
    plan = grouped_game(crafter, LikelihoodRatio(law, mechanism, rows))
    assert isinstance(plan, GroupedGame)
    assert [(group.columns, group.counted) for group in plan.groups] == [(5 * rows, True)]
    bits = np.arange(games) % 2 == 0
    guesses = plan.scores(bits, np.random.default_rng(6)) > 0
    result = 2 * (guesses == bits).mean() - 1
    assert abs(result - EXACT[rows, mechanism]) < 2 * sqrt(log(SURE) / (2 * games))


@pytest.mark.slow
def test_many_kinds_of_columns_are_drawn_one_at_a_time():
    rng = np.random.default_rng(2)
    law = BernoulliColumns([f"{a}/1000" for a in rng.integers(100, 900, size=60)])
    target = (rng.random(60) < law.mean).astype(float)
    crafter = FixedTarget(ExactMean(), law, 40, target)
    score = LikelihoodRatio(law, ExactMean(), 40)
    plan = grouped_game(crafter, score)
    assert isinstance(plan, GroupedGame)
    assert sum(group.columns for group in plan.groups) == 60
    assert not any(group.counted for group in plan.groups)
    first, second = (simulate_scores(crafter, score, 1500, 8, name) for name in ("grouped", "sums"))
    assert close(first.out, second.out)
    assert close(first.inside, second.inside)


def test_fresh_and_frozen_references_shift_the_score_as_they_must():
    """With a fresh mean of n0 rows the score has the mean d/n0 - m/2 - d/(2 n n0) without z."""
    rows, columns, references, games = 20, 40, 10, 1500
    law = BernoulliColumns(("1/2",) * columns)
    crafter = FixedTarget(ExactMean(), law, rows, np.ones(columns))
    score = CovarianceScore(rows, FreshReference(law, references, spread="known"))
    sample = simulate_scores(crafter, score, games, 4)
    assert sample.engine == "sums"
    m = columns / rows
    expected = columns / references - m / 2 - columns / (2 * rows * references)
    assert abs(sample.out.mean() - expected) < 6 * sample.out.std() / sqrt(len(sample.out))
    frozen = CovarianceScore(rows, FrozenReference.drawn(law, references, spread="known", rng=1))
    kept = simulate_scores(crafter, frozen, games, 4)
    assert kept.engine == "grouped"
    assert kept.out.var() < 0.7 * sample.out.var()


def test_an_epoch_is_played_from_sums():
    law = BernoulliColumns(("1/4",) * 6)
    crafter = FixedTarget(BatchMeans(2), law, 8, np.ones(6))
    base = LikelihoodRatio(law, ExactMean(), 2)
    scores = [EpochScore(base, rule) for rule in ("log-mean-exp", "sum")]
    best, summed = (simulate_scores(crafter, s, 4000, 2).record().advantage for s in scores)
    assert best > summed + 0.3  # an impossible batch makes the sum -inf


@pytest.mark.parametrize("law", [(0.1, 0.2, 0.3, 0.4), (0.0, 1.0), (0.5, 0.0, 0.5), (1.0,)])
def test_the_alias_table_is_the_law(law):
    borders, partners = alias_table(np.array(law))
    result = np.zeros(len(law))
    for i, (border, partner) in enumerate(zip(borders, partners, strict=True)):
        result[i] += (border - i) / len(law)
        result[partner] += (i + 1 - border) / len(law)
    assert result == pytest.approx(law, abs=1e-15)
    assert all(result[i] == 0 for i, p in enumerate(law) if p == 0)


def test_kernels_run_as_their_plain_form_draw_for_draw():
    games, terms = np.array([0, 2, 3]), np.array([-np.inf, 0.5, 2.0])
    shares, uniforms = np.array([0.5, 0.7, 1.0]), np.random.default_rng(0).random((2, 9))
    results = []
    for form in ("interpreted", "compiled"):
        counted, drawn = np.zeros(4), np.zeros(4)
        getattr(add_counted, form)(np.random.default_rng(1), games, 50, shares, terms, counted)
        borders, partners = np.empty(3), np.empty(3, np.int64)
        getattr(fill_alias_table, form)(np.array([0.0, 1.8, 1.2]), borders, partners)
        both = np.empty(6)
        both[0::2], both[1::2] = terms, terms[partners]
        getattr(add_drawn, form)(uniforms, games, 1, borders, both, drawn)
        results.append((counted, drawn, borders, partners))
    for plain, machine in zip(*results, strict=True):
        assert (plain == machine).all()
    counted, drawn = results[0][:2]
    assert counted[1] == 0
    assert np.isinf(counted[[0, 2, 3]]).all()
    assert drawn[:2].tolist() == [0, 0]  # starts at the second game
    assert np.isfinite(drawn).all()  # the value without probability is never drawn


def test_counts_add_up_to_the_columns():
    terms = np.ones(4)
    for law in (np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.0, 0.0, 1.0, 0.0])):
        for columns in (3, 400):
            group = ColumnGroup(columns, law, law, terms)
            assert group.counted == (columns == 400)
            scores = np.zeros(5)
            group.add(np.random.default_rng(1), np.arange(3), np.arange(3, 5), scores)
            assert scores == pytest.approx(columns)


def test_one_seed_gives_one_result():
    crafter = FixedTarget(ExactMean(), LAW, 5, np.ones(3))
    score = LikelihoodRatio(LAW, ExactMean(), 5)
    first, second = (simulate_scores(crafter, score, 50, 9) for _ in range(2))
    assert (first.scores == second.scores).all()
    assert (first.bits == second.bits).all()
    # the ratio has the mean 1 without the target; here some rows are impossible
    assert abs(np.exp(first.out).mean() - 1) < 6 * exp(1) / sqrt(len(first.out))
