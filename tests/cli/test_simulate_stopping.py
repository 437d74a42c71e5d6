"""`banditproof simulate` of policies that stop: the facts, the runs cut off, and bad input."""

import json
import math

import pytest

BASE = ("simulate", "adap-tt", "--means", "0.95,0.05", "--eps", "2", "--delta", "0.1")


def facts(answer) -> dict:
    assert answer.code == 0
    return json.loads(answer.out)


def test_the_facts_agree_with_the_table_and_with_the_seed(banditproof) -> None:
    found = facts(banditproof(*BASE, "--runs", "20", "--seed", "1", "--json"))
    again = facts(banditproof(*BASE, "--runs", "20", "--seed", "1", "--workers", "2", "--json"))
    assert found["samples"] == again["samples"]
    assert (found["capped"], found["errors"], found["delta"]) == (0, 0, 0.1)
    stop = found["samples"]
    assert stop["q05"] <= stop["median"] <= stop["q95"]
    assert found["error_low"] == 0.0
    assert found["error_high"] == pytest.approx(1 - 0.005 ** (1 / 20), abs=1e-9)
    least = found["private_time"] * math.log(1 / 0.3)
    assert found["lower_bound"] == pytest.approx(least, rel=1e-12)
    table = banditproof(*BASE, "--runs", "20", "--seed", "1").out
    assert f"{stop['median']:.6g}" in table
    assert "0 of 20 runs, after 10000000 pulls" in table


def test_runs_that_were_cut_off_have_no_mean(banditproof) -> None:
    words = (*BASE, "--runs", "5", "--horizon", "10")
    found = facts(banditproof(*words, "--json"))
    assert (found["capped"], found["longest"]) == (5, 10)
    assert set(found["samples"].values()) == {None}
    assert found["error_high"] == 1.0
    shown = " ".join(banditproof(*words).out.split())
    assert "median > 10" in shown
    assert "mean unknown" in shown
    assert "cut off 5 of 5 runs" in shown


@pytest.mark.parametrize("policy", ["adap-tt-star", "uniform-tt", "dp-se-stop", "ttucb"])
def test_every_policy_that_stops_can_be_simulated(banditproof, policy) -> None:
    eps = () if policy == "ttucb" else ("--eps", "2")
    words = ("simulate", policy, "--means", "0.95,0.05", *eps, "--runs", "3", "--json")
    found = facts(banditproof(*words))
    assert (found["delta"], found["capped"], found["runs"]) == (0.01, 0, 3)
    assert (found["private_time"] is None) == (policy == "ttucb")


def test_thresholds_without_a_proof_say_so(banditproof) -> None:
    words = (*BASE, "--threshold", "heuristic", "--bonus", "time", "--clipped", "--runs", "3")
    assert "nothing is proved about it" in banditproof(*words).out
    assert facts(banditproof(*words, "--json"))["settings"]["bonus"] == "time"
    words = ("simulate", "adap-tt-star", *BASE[2:], "--threshold", "printed", "--runs", "3")
    assert "delta-correct without it" in banditproof(*words).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--delta", "1"), "delta is 1; give a probability of error in (0, 1)."),
        (("--delta", "0"), "delta is 0; give a probability of error in (0, 1)."),
        (("--delta", "0.99999999999999999999"), "in [1e-300, 1) whose float is below 1."),
        (("--beta", "1"), "beta is 1; give a share of the leader strictly between 0 and 1"),
        (("--beta", "1e-8"), "give a share of the leader from 1e-6 to 1 - 1e-6."),
        (("--s", "1"), "s is 1; give a number between 1.000001 and 1000."),
        (("--bonus", "x"), "There is no bonus 'x'"),
        (("--threshold", "printed"), "give proved"),
        (("--horizon", "1e12"), "give at most 1e9"),
        (("--horizon", "1"), "each of the 2 arms is pulled first; give a horizon >= 2."),
        (("--means", "0.9,0.9"), "The arms 1 and 2 have the largest mean together; give means"),
        (("--means", "0.9"), "no rival among 1 arm"),
        (("--ties", "first"), "The policy adap-tt has no tie rule"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    answer = banditproof(*BASE, "--runs", "3", *words)
    assert answer.code == 2
    assert sentence in " ".join(answer.err.split())
    assert "Traceback" not in answer.err
