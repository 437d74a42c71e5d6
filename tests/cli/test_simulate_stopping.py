"""`banditproof simulate` of policies that stop: the facts, the runs cut off, and bad input."""

import json
import math

import pytest
from mistaken_lines import mistaken

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


@mistaken("simulate a policy that stops")
def test_bad_input_is_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake
