"""`banditproof simulate --losses`: private learners on losses, their bounds, and errors."""

import pytest
from mistaken_lines import mistaken
from banditproof.algorithms.adversarial.loss_families import make_losses
from banditproof.algorithms.adversarial.private_learners import LEARNERS, make_learner
from banditproof.algorithms.engines.loss_simulation import simulate_losses
from banditproof.cli.loss_runs import BOUNDS
from banditproof.theory.adversarial.bound_rows import rows_of
from banditproof.theory.adversarial.conversion_bounds import (
    htinf_conversion_printed,
    htinf_conversion_proved,
)
from banditproof.theory.adversarial.games import PrivateGame

BASE = ("simulate", "batched-htinf", "--losses", "linear", "--eps", "0.1")
SMALL = ("--horizon", "400", "--runs", "3")


def test_json_has_what_the_library_computes(banditproof) -> None:
    result = banditproof(*BASE, *SMALL, "--arms", "3", "--seed", "4", "--json").facts
    policy = make_learner("batched-htinf", 3, "0.1", 400)
    runs = simulate_losses(policy, make_losses("linear", 3, 400), 3, 4)
    assert result["regret"]["mean"] == runs.mean
    assert result["standard_error"] == runs.standard_error
    assert (result["batch"], result["noise"], result["best"]) == (10, 1.0, pytest.approx(40))
    game = PrivateGame.of(3, 400, "0.1")
    known = {"adv.cor2": htinf_conversion_printed, "adv.thm21.self": htinf_conversion_proved}
    assert {bound["claim"] for bound in result["bounds"]} == {*known}
    for bound in result["bounds"]:
        assert bound["value"] == pytest.approx(float(game.value(known[bound["claim"]])))
        assert bound["vacuous"] is True


def test_every_bound_that_is_shown_is_one_of_the_table_of_bounds() -> None:
    games = (PrivateGame.of(3, 400, 1), PrivateGame.of(3, 400, 1, 4, "0.1"))
    known = {row.name for game in games for row in rows_of(game)}
    assert {name for names in BOUNDS.values() for name in names} <= known
    for names in BOUNDS.values():  # the table shows what is behind the comma
        assert len({name.partition(", ")[2] for name in names} - {""}) == len(names)
    assert {*BOUNDS} <= {name for name in LEARNERS if LEARNERS[name].private}


def test_the_table_shows_the_same_numbers_and_that_the_bounds_are_vacuous(banditproof) -> None:
    result = banditproof(*BASE, *SMALL, "--json").facts
    shown = banditproof(*BASE, *SMALL).text
    for value in result["regret"].values():
        assert f"{value:.6g}" in shown
    assert f"{result['bounds'][0]['value']:.6g}, not below T" in shown
    assert "At this horizon no bound is below T" in shown
    assert "noise of a mean Laplace(1)" in shown


@pytest.mark.parametrize("name", LEARNERS)
def test_every_name_is_played(banditproof, name) -> None:
    options = {"eps": "0.5", "delta": "0.01", "experts": "3"}
    words = [
        word
        for option, value in options.items()
        if option in LEARNERS[name].options
        for word in (f"--{option}", value)
    ]
    played = ("--losses", "bernoulli", "--horizon", "60", "--runs", "2")
    result = banditproof("simulate", name, *played, *words, "--json").facts
    assert (result["policy"], result["runs"], result["horizon"]) == (name, 2, 60)
    assert (result["noise"] > 0) == LEARNERS[name].private
    assert result["experts"] == (3 if "--experts" in words else None)


def test_vacuous_and_short_runs_are_said_to_be_so(banditproof) -> None:
    words = ("simulate", "batched-exp3", "--losses", "linear", "--arms", "10", "--eps", "0.01")
    shown = banditproof(*words, "--horizon", "1000", "--runs", "2").text
    assert "gamma <= 1, and it is 1.294" in shown
    assert "the learner plays uniformly" in shown
    shown = banditproof(*words, "--horizon", "99", "--runs", "2").text
    assert "T = 99 is shorter than one batch of 100 rounds, so nothing is released" in shown
    printed = ("simulate", "batched-ftpl-printed", "--losses", "linear", "--eps", "1")
    shown = banditproof(*printed, *SMALL).text
    assert "its regret is linear" in shown
    assert "bound" not in shown


def test_losses_and_advice_of_files(banditproof, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "losses.csv").write_text("a,b\n" + "0,1\n0.5,0.25\n" * 20)
    (tmp_path / "advice.csv").write_text("1,0\n0.5,0.5\n0,1\n0.25,0.75\n")
    words = ("simulate", "local-exp4", "--losses", "losses.csv", "--eps", "1", "--runs", "2")
    first = banditproof(*words, "--advice", "advice.csv", "--json").facts
    assert (first["horizon"], first["experts"], first["best"]) == (40, 4, 10)
    second = banditproof(*words, "--advice", "advice.csv", "--experts", "2", "--json").facts
    assert second["experts"] == 2
    sure = banditproof(*words, "--advice", "arms", "--horizon", "5", "--json").facts
    assert (sure["horizon"], sure["experts"], sure["best"]) == (5, 2, 1)


@mistaken("simulate --losses")
def test_mistakes_are_one_sentence(banditproof, words, sentence, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.csv").write_text("1,0\n0.5,0.25\n")
    (tmp_path / "wide.csv").write_text("0.5,0.25,0.25\n")
    (tmp_path / "large.csv").write_text("1,0\n0.5,1.5\n")
    assert sentence in banditproof(*words).mistake
