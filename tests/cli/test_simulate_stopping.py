"""`banditproof simulate` of policies that stop: the facts, the runs cut off, and bad input."""

import math
import pytest

BASE = ("simulate", "adap-tt", "--means", "0.95,0.05", "--eps", "2", "--delta", "0.1")


def test_the_facts_agree_with_the_table_and_with_the_seed(banditproof) -> None:
    result = banditproof(*BASE, "--runs", "20", "--seed", "1", "--json").facts
    again = banditproof(*BASE, "--runs", "20", "--seed", "1", "--workers", "2", "--json").facts
    assert result["samples"] == again["samples"]
    assert (result["capped"], result["errors"], result["delta"]) == (0, 0, 0.1)
    stop = result["samples"]
    assert stop["q05"] <= stop["median"] <= stop["q95"]
    assert result["error_low"] == 0.0
    assert result["error_high"] == pytest.approx(1 - 0.005 ** (1 / 20), abs=1e-9)
    least = result["private_time"] * math.log(1 / 0.3)
    assert result["lower_bound"] == pytest.approx(least, rel=1e-12)
    table = banditproof(*BASE, "--runs", "20", "--seed", "1").out
    assert f"{stop['median']:.6g}" in table
    assert "0 of 20 runs, after 10000000 pulls" in table


def test_runs_that_were_cut_off_have_no_mean(banditproof) -> None:
    words = (*BASE, "--runs", "5", "--horizon", "10")
    result = banditproof(*words, "--json").facts
    assert (result["capped"], result["longest"]) == (5, 10)
    assert set(result["samples"].values()) == {None}
    assert result["error_high"] == 1.0
    shown = banditproof(*words).text
    assert "median > 10" in shown
    assert "mean unknown" in shown
    assert "cut off 5 of 5 runs" in shown


WITHOUT_PRIVACY = ("ttucb", "track-and-stop", "lucb")


@pytest.mark.parametrize("policy", ["adap-tt-star", "uniform-tt", "dp-se-stop", *WITHOUT_PRIVACY])
def test_every_policy_that_stops_can_be_simulated(banditproof, policy) -> None:
    eps = () if policy in WITHOUT_PRIVACY else ("--eps", "2")
    words = ("simulate", policy, "--means", "0.95,0.05", *eps, "--runs", "3", "--json")
    result = banditproof(*words).facts
    assert (result["delta"], result["capped"], result["runs"]) == (0.01, 0, 3)
    assert (result["private_time"] is None) == (policy in WITHOUT_PRIVACY)


def test_thresholds_without_a_proof_say_so(banditproof) -> None:
    words = (*BASE, "--threshold", "heuristic", "--bonus", "time", "--clipped", "--runs", "3")
    assert "nothing is proved about it" in banditproof(*words).out
    assert banditproof(*words, "--json").facts["settings"]["bonus"] == "time"
    words = ("simulate", "adap-tt-star", *BASE[2:], "--threshold", "printed", "--runs", "3")
    assert "delta-correct without it" in banditproof(*words).out
