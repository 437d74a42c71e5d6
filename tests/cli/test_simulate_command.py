"""`banditproof simulate`: the JSON contract, reproducibility, and errors."""

import json
import math

import pytest

from banditproof.algorithms import POLICIES

BASE = ("simulate", "dp-imed", "--means", "0.8,0.3", "--epsilon", "1", "--horizon", "1e4")


def facts(answer) -> dict:
    assert answer.code == 0
    return json.loads(answer.out)


def test_json_has_the_fields_of_the_contract(banditproof) -> None:
    result = facts(banditproof(*BASE, "--runs", "300", "--seed", "1", "--json"))
    fields = {"policy", "runs", "horizon", "regret", "lower_bound", "seconds", "runs_per_second"}
    assert fields <= set(result)
    assert {"mean", "sd", "median", "q05", "q95"} <= set(result["regret"])
    assert (result["policy"], result["runs"], result["horizon"]) == ("dp-imed", 300, 10_000)
    regret = result["regret"]
    assert 0 < regret["q05"] <= regret["median"] <= regret["q95"] <= 0.5 * 10_000
    gap, y, x = 0.5, 0.8, 0.3  # eps = 1 is below the threshold log(28/3)
    assert math.log((y / (1 - y)) / (x / (1 - x))) > 1
    d = -x - math.log(1 - y * (1 - math.exp(-1)))
    assert result["lower_bound"] == pytest.approx(gap / d * math.log(10_000), rel=1e-12)


def test_one_integer_reproduces_everything_whatever_the_workers(banditproof) -> None:
    one = facts(banditproof(*BASE, "--runs", "600", "--seed", "5", "--json"))
    again = facts(banditproof(*BASE, "--runs", "600", "--seed", "5", "--workers", "2", "--json"))
    other = facts(banditproof(*BASE, "--runs", "600", "--seed", "6", "--json"))
    assert one["regret"] == again["regret"]
    assert one["regret"] != other["regret"]


def test_the_table_shows_the_same_numbers(banditproof) -> None:
    table = banditproof(*BASE, "--runs", "300", "--seed", "1").out
    regret = facts(banditproof(*BASE, "--runs", "300", "--seed", "1", "--json"))["regret"]
    for value in regret.values():
        assert f"{value:.6g}" in table


@pytest.mark.parametrize(
    "name",
    sorted({*POLICIES} - {"dp-imed", "dp-klucb-at-one"}),
)
def test_every_policy_simulates(banditproof, name) -> None:
    words = ("simulate", name, "--means", "0.8,0.3", "--epsilon", "1", "--horizon", "2000")
    result = facts(banditproof(*words, "--runs", "20", "--json"))
    assert 0 <= result["regret"]["mean"] <= 1000


def test_one_arm_has_no_regret(banditproof) -> None:
    words = ("simulate", "dp-imed", "--means", "0.5", "--epsilon", "1", "--horizon", "1000")
    assert facts(banditproof(*words, "--runs", "10", "--json"))["regret"]["mean"] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "dp-imd", *BASE[2:]), "no policy 'dp-imd'; did you mean dp-imed"),
        ((*BASE, "--runs", "0"), "runs is 0"),
        ((*BASE, "--runs", "ten"), "not a number"),
        ((*BASE, "--ratio", "1"), "ratio > 1"),
        ((*BASE, "--ratio", "0.5"), "ratio > 1"),
        ((*BASE, "--ties", "middle"), "'first', 'last' or 'random'"),
        ((*BASE, "--seed", "-1"), "--seed"),
        ((*BASE[:6], "--horizon", "1"), "horizon"),
        ((*BASE[:6], "--horizon", "1.5"), "whole number"),
        ((*BASE[:2], "--means", "0.8,1.3", *BASE[4:]), "outside [0, 1]"),
        ((*BASE[:4], "--epsilon", "0", *BASE[6:]), "number > 0"),
        (("simulate", "ucb", *BASE[2:], "--ratio", "3"), "no batch ratio"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake
