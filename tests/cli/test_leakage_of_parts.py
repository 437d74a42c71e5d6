"""`banditproof leakage` of a part of the rows, with noise, and with the full covariance."""

import math
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory.membership import gdp_epsilon
from banditproof.theory.membership.finite_laws import NormalLaw, SubSampledLaw

BITS = [(0, 0), (1, 0), (0, 1), (1, 1), (1, 0), (1, 0)] * 4
"""Means 2/3 and 1/3, both of variance 2/9."""


@pytest.fixture
def facts(banditproof, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bits.csv").write_text("\n".join(f"{a},{b}" for a, b in BITS))
    rng = np.random.default_rng(5)
    np.save("reals.npy", rng.normal(size=(13, 3)) * [1, 2, 3] + [5, -7, 0])

    def run(*words: str) -> dict:
        return banditproof("leakage", *words, "--json").facts

    return run


def inside(value, enclosure, wider=1e-9) -> bool:
    low, high = Fraction(enclosure["lo"]), Fraction(enclosure["hi"])
    return float(low) - wider <= float(value) <= float(high) + wider


def test_noise_on_a_part_of_the_rows(facts) -> None:
    words = ("--data", "bits.csv", "--target", "0,1", "--noise", "0.5", "--subsample", "1/2")
    result = facts(*words)
    m = Fraction(8, 9) / (Fraction(2, 9) + Fraction(1, 4)) / 24
    assert Fraction(result["score_exact"]) == m
    # the part has twice the score, and half of the chance
    assert inside(math.erf(math.sqrt(2 * m / 8)) / 2, result["advantage"])
    # noise of variance 1/4 / 12 on the mean of 12 rows, which one row moves by 1/12 in 2 columns
    assert inside(Fraction(1, 3), result["guarantee"]["rho"])
    concluded = gdp_epsilon(m / 2, "1e-5", "1e-7")
    assert inside(concluded, result["conclusion"]["epsilon"])


@pytest.mark.slow
def test_the_exact_law_of_noisy_bits_of_a_part(facts, tmp_path) -> None:
    (tmp_path / "twins.csv").write_text("0,0\n0,0\n1,1\n" * 8)
    words = ("--data", "twins.csv", "--target", "1,1", "--rows", "6", "--subsample", "1/2")
    result = facts(*words, "--noise", "0.5", "--exact")
    # in both columns a row equals the target with probability 1/3; sums of 3 rows, with noise
    places = np.linspace(-6, 9, 601)
    heights = [np.exp(-((places - k) ** 2) / (2 * 0.25 * 3)) for k in range(4)]
    chances = ([8 / 27, 12 / 27, 6 / 27, 1 / 27], [0, 4 / 9, 4 / 9, 1 / 9])
    out, present = (np.dot(law, heights) / np.sum(heights[0]) for law in chances)
    apart = np.outer(present, present) - np.outer(out, out)
    assert inside(np.abs(apart).sum() / 2 / 2, result["advantage_exact"], 1e-5)
    low, high = (float(Fraction(result["advantage_exact"][end])) for end in ("lo", "hi"))
    assert high - low < 2e-4
    assert all(item["exact"] is not None for item in result["power"])


def test_the_exact_law_of_a_part_of_normal_rows(facts) -> None:
    words = ("--data", "reals.npy", "--target", "4", "--covariance", "full", "--law", "normal")
    result = facts(*words, "--rows", "60", "--subsample", "3/4")
    rows = np.load("reals.npy")
    others = np.delete(rows, 4, axis=0)
    shift = rows[4] - others.mean(axis=0)
    distance = shift @ np.linalg.solve(np.cov(others, rowvar=False, bias=True), shift)
    assert result["score"] == pytest.approx(distance / 60)
    law = SubSampledLaw(NormalLaw(45, 3, distance / 45), kept=45, rows=60)
    assert inside(law.advantage(), result["advantage_exact"])
    assert inside(math.erf(math.sqrt(distance / 45 / 8)) * 0.75, result["advantage"])
    for item in result["power"]:
        assert inside(law.power(item["alpha"]), item["exact"])


@pytest.mark.parametrize("noise", [(), ("--noise", "2")])
@pytest.mark.parametrize("law", ["moments", "normal"])
@pytest.mark.parametrize("covariance", ["full", "independent"])
def test_no_sentence_is_said_twice(banditproof, facts, noise, law, covariance) -> None:
    words = ("--data", "reals.npy", "--target", "4", "--law", law, "--covariance", covariance)
    text = banditproof("leakage", *words, *noise).text
    said = [part.partition(": ")[2] or part for part in text.split(". ")]
    assert len(said) == len(set(said)) > 4


def test_full_covariance_and_noise_have_no_exact_law(facts) -> None:
    words = ("--data", "reals.npy", "--target", "4", "--covariance", "full", "--noise", "2")
    for law, why in (("normal", "with noise it is known for"), ("moments", "depend on each other")):
        result = facts(*words, "--law", law)
        assert why in result["not_exact"]
        assert result["advantage_exact"] is None
        assert all(item["exact"] is None for item in result["power"])


def test_exact_numbers_stand_beside_the_limit_and_not_in_its_place(banditproof, facts) -> None:
    words = ("--data", "bits.csv", "--target", "0,1", "--rows", "6", "--columns", "1,0")
    # the columns in the order in which they were asked for: the target is 0 where 1 is rarer
    known = facts(*words)
    m = Fraction(1, 2) * 2 / 6
    assert Fraction(known["score_exact"]) == m
    lines = banditproof("leakage", *words).out.splitlines()
    for name, limit, exact in [
        ("advantage", known["advantage"], known["advantage_exact"]),
        ("power at 1 %", known["power"][0]["limit"], known["power"][0]["exact"]),
        ("power at 0.1 %", known["power"][1]["limit"], known["power"][1]["exact"]),
    ]:
        shown = next(line for line in lines if name in line).split(name)[1]
        shown = shown.replace("[", " ").replace("]", " ").replace(",", " ")
        first, *_, last = (float(word) for word in shown.split() if word[0].isdigit())
        assert inside(first, limit, 1e-3)
        assert inside(last, exact, 1e-3)
        assert not inside(first, exact, 1e-5)


def test_the_largest_correlation_may_be_negative(facts, tmp_path) -> None:
    k = np.arange(30)
    np.save(tmp_path / "apart.npy", np.column_stack([k % 7, -(k % 7) + 0.1 * (k % 3), k % 2]))
    result = facts("--data", "apart.npy", "--target", "0", "--law", "moments")
    assert result["hypotheses"][0]["number"] > 0.9
    assert "is -1, of columns 0 and 1" in result["hypotheses"][0]["words"]


def test_both_values_of_eps_are_printed_where_they_belong(banditproof, facts) -> None:
    words = ("--data", "bits.csv", "--target", "0,1", "--noise", "0.5")
    known = facts(*words)
    text = banditproof("leakage", *words).text
    for after, name in (
        ("eps at delta = 1e-05: [", "guarantee"),
        ("concludes eps = [", "conclusion"),
    ):
        shown = float(text.split(after)[1].split(",")[0])
        assert inside(shown, known[name]["epsilon"], 1e-4)


def test_noise_does_not_excuse_a_constant_column_of_its_own(banditproof, facts, tmp_path) -> None:
    np.save(tmp_path / "level.npy", np.column_stack([np.arange(9), np.full(9, 2.0)]))
    words = ("leakage", "--data", "level.npy", "--target", "0", "--noise", "1")
    assert "Column 1 of level.npy is constant" in banditproof(*words).mistake
    # the full covariance with that of the noise is not singular
    assert facts(*words[1:], "--covariance", "full")["score"] > 0
