"""The models behind the claims of Sections 6.5 to 6.7, each computed another way, and figures."""

import csv
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from programs import (
    defences_at_equal_privacy,
    figure_6_1_drawing,
    leakage_as_rows_grow,
    table_6_1_drawing,
)
from programs import experiment_setting as experiment
from banditproof.paper_checks.document_figures import build_figure
from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory import certify
from banditproof.theory.membership import gdp_delta, leak, sub_sampled_leak

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


def test_the_targets_of_the_experiment():
    assert experiment.FULL.columns == 5000
    assert experiment.FULL.score("medium") == 5
    assert experiment.FULL.score("hard") < 5 < experiment.FULL.score("easy")
    for kind in ("easy", "medium", "hard"):
        assert sum(count for _, _, count in experiment.FULL.groups(kind)) == 5000
        shift = [
            (z - p) ** 2 / (p * (1 - p))
            for p, z, c in experiment.QUICK.groups(kind)
            for _ in range(c)
        ]
        assert sum(shift) / experiment.QUICK.rows == experiment.QUICK.score(kind)


def test_played_games_repeat_and_depend_on_the_mechanism():
    small = experiment.Setting(50, 5, 200)
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
