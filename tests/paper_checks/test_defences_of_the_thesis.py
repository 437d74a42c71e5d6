"""The models behind the claims of Sections 6.5 to 6.7, each computed another way, and figures."""

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.subsampled_mean import ColumnwiseSubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.paper_checks.document_figures import build_figure
from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_5_defences import (
    figure_6_1_drawing,
    misspecified_scores,
    theorem_6_5_noise,
    theorem_6_6_sub_sampling,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_6_experiments import (
    defences_at_equal_privacy,
    leakage_as_rows_grow,
    table_6_1_drawing,
)
from banditproof.paper_checks.thesis.chapter_6_fixed_target_games.section_6_6_experiments.experiment_setting import (
    FULL,
    QUICK,
    Setting,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory import certify
from banditproof.theory.membership import gdp_delta, leak, sub_sampled_leak
from banditproof.theory.membership.finite_laws.enumeration import EnumeratedLaw

HALF = Fraction(1, 2)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_wrong_slope_and_a_wrong_value_at_0_are_counterexamples():
    slope_is("exp(2*x)", "2*exp(2*x)", at_zero="1")
    with pytest.raises(Counterexample, match="derivative"):
        slope_is("exp(2*x)", "exp(2*x)")
    with pytest.raises(Counterexample, match="value at 0"):
        slope_is("exp(2*x)", "2*exp(2*x)", at_zero="0")


@pytest.mark.parametrize("inside", [False, True])
def test_moments_of_a_score_are_those_of_all_data_sets(inside):
    own, used = misspecified_scores.TARGET, misspecified_scores.OTHER
    means, rows = misspecified_scores.MEANS, misspecified_scores.ROWS
    drawn = rows - 1 if inside else rows
    first = second = Fraction(0)
    for entries in product((0, 1), repeat=drawn * len(means)):
        weight, total = Fraction(1), Fraction(0)
        for j, (m, z, w) in enumerate(zip(means, own, used, strict=True)):
            column = entries[j * drawn : (j + 1) * drawn]
            for value in column:
                weight *= m if value else 1 - m
            mean = (sum(column) + (z if inside else 0)) / Fraction(rows)
            total += (w - m) / (m * (1 - m)) * (mean - m)
            total -= (w - m) ** 2 / (m * (1 - m)) / (2 * rows)
        first, second = first + weight * total, second + weight * total**2
    found = misspecified_scores.moments_of_the_score(own, used, inside)
    assert found == (first, second - first**2)


def test_a_mixed_column_is_that_of_the_mechanism_with_parts_of_their_own():
    columns = [(HALF, 1), (Fraction(1, 3), 0)]
    mixed = EnumeratedLaw.of_columns(
        [(theorem_6_6_sub_sampling.mixed_column(2, p, z, HALF), 1) for p, z in columns]
    )
    law = BernoulliColumns(tuple(p for p, _ in columns))
    crafter = FixedTarget(ColumnwiseSubsampledMean(2), law, 4, np.array([1.0, 0.0]))
    assert mixed.exact_total_variation() == exact_game(crafter).total_variation == Fraction(3, 16)


def test_rounding_tells_the_target_only_where_the_noise_is_small():
    seen = theorem_6_5_noise.leakage_by_rounding
    assert float(seen(20, Fraction(1, 1 << 100))) == pytest.approx(1.0)
    assert 0.9 < float(seen(20, Fraction(1, 50))) < 1
    assert float(seen(20, Fraction(1))) < 0


def test_the_targets_of_the_experiment():
    assert FULL.columns == 5000
    assert FULL.score("medium") == 5
    assert FULL.score("hard") < 5 < FULL.score("easy")
    for kind in ("easy", "medium", "hard"):
        assert sum(count for _, _, count in FULL.groups(kind)) == 5000
        shift = [(z - p) ** 2 / (p * (1 - p)) for p, z, c in QUICK.groups(kind) for _ in range(c)]
        assert sum(shift) / QUICK.rows == QUICK.score(kind)


def test_played_games_repeat_and_depend_on_the_mechanism():
    small = Setting(50, 5, 200)
    first = small.played("hard", kept=25)
    assert (first.scores == small.played("hard", kept=25).scores).all()
    assert not np.array_equal(first.scores, small.played("hard").scores)
    assert first.engine == "grouped"


def test_the_angle_of_figure_6_1():
    rows = list(figure_6_1_drawing.table_rows())
    best = [row["best"] for row in rows]
    assert best == pytest.approx(best[::-1])
    assert best[0] == pytest.approx(float(certify(leak, 5)))
    right = next(row for row in rows if row["degrees"] == 90)
    assert [value for name, value in right.items() if name != "degrees"] == [0.0] * 4
    for row in rows:
        for name in ("half_length", "same_length", "twice_length"):
            assert row[f"threshold_0_{name}"] <= row["best"] + 1e-12
            assert (row[f"threshold_0_{name}"] < 0) == (row["degrees"] > 90)


def test_the_numbers_of_table_6_1():
    rows = {row["setting"]: row for row in table_6_1_drawing.table_rows()}
    agree = [row["leakage"] == row["leakage_of_the_printed_score"] for row in rows.values()]
    assert agree == [True, True, False, False]
    part = rows["sub-sampling, rho = 1/2"]
    assert part["leakage"] == pytest.approx(float(certify(sub_sampled_leak, 5, HALF)))
    assert part["power_at_0.01"] > part["power_of_the_printed_score"]


def test_noise_at_a_certified_privacy():
    for eps, delta in ((0, HALF), (1, Fraction(1, 10))):
        mu_squared, score = defences_at_equal_privacy.score_of_noise(eps, delta)
        assert abs(certify(gdp_delta, mu_squared, eps) - delta) < Fraction(1, 10**9)
        assert score < mu_squared
        assert certify(leak, score) < certify(gdp_delta, mu_squared, 0)


def test_the_caption_says_which_defence_leaves_less():
    def row(eps, delta, noise, part):
        values = {"noise_advantage": noise, "part_advantage": part}
        return {"eps": eps, "delta": delta} | values

    never = [row(0, "1/10", 0.05, 0.1), row(0, "1/5", 0.1, 0.2)]
    turns = [row(1, "1/10", 0.2, 0.1), row(1, "3/10", 0.2, 0.3)]
    always = [row(3, "1/10", 0.3, 0.1), row(3, "1/5", 0.4, 0.2)]
    seen = defences_at_equal_privacy.order_seen([*never, *turns, *always], "advantage").split(", ")
    assert "for no" in seen[0]
    assert r"up to $\delta=0.2$" in seen[1]
    assert "for every" in seen[2]


@pytest.mark.slow
def test_exact_leakage_at_one_certified_privacy_is_near_to_the_limits():
    mu_squared, score = defences_at_equal_privacy.score_of_noise(3, HALF, 12)
    gamma = Fraction(float(5 / mu_squared) ** 0.5).limit_denominator(10**6)
    noise, part = defences_at_equal_privacy.exact_leakages(gamma, HALF)
    assert noise == pytest.approx(float(certify(leak, score)), abs=0.01)
    assert part == pytest.approx(float(certify(sub_sampled_leak, 5, HALF)), abs=0.01)


@pytest.mark.slow
def test_exact_leakage_comes_near_to_the_limit_as_rows_grow(tmp_path):
    rows = rows_of(build_figure("thesis.leakage.rows", tmp_path, quick=True)[2])
    for case in leakage_as_rows_grow.cases():
        own = [row for row in rows if row["columns"] == case.style.name]
        gaps = [abs(float(row["exact_low"]) - float(row["limit"])) for row in own]
        assert gaps == sorted(gaps, reverse=True)
        assert all(float(row["exact_high"]) - float(row["exact_low"]) < 1e-4 for row in own)
        if case.limit != case.printed:
            last = own[-1]
            assert abs(float(last["exact_low"]) - float(last["printed_limit"])) > 0.1


@pytest.mark.slow
def test_the_panels_of_figure_6_2_follow_the_corrected_limits(tmp_path):
    rows = rows_of(build_figure("thesis.fig6.2", tmp_path, quick=True)[2])
    assert {row["panel"] for row in rows} == set("abcdef")
    drawn = [row for row in rows if row["panel"] in "cdef"]
    assert all(row["played"] for row in drawn if float(row["x"]) > 0.012)
    assert not any(row["played"] for row in drawn if float(row["x"]) < 0.008)
    half = [row for row in rows if row["curve"] == r"$\rho=0.5$" and float(row["x"]) > 0.05]
    near = max(abs(float(row["played"]) - float(row["corrected"])) for row in half)
    far = max(abs(float(row["played"]) - float(row["printed"])) for row in half)
    assert near < 0.06
    assert near < far
