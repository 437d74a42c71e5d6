"""Runs of two arms at once: beside the engines of `simulate`, and beside the exact laws."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
import numpy as np
import pytest
from banditproof.algorithms import make_policy, simulate
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.theory import BernoulliBandit
from banditproof.theory.batch_schedule import ExplicitSchedule
from banditproof.theory.exact_price import exact_price
from banditproof.theory.exact_price.price_file import policy_table, price_facts
from banditproof.theory.mechanisms import DiscreteLaplace, IntegerLaplace
from banditproof.verify.exact_laws.phased_choices import CHOICES
from banditproof.verify.exact_laws.regret_law import KNOWN, on_the_integers, regret_law
from banditproof.verify.exact_laws.runs_of_two_arms import farthest, noise_of_runs, pulls_in_runs

BANDIT = BernoulliBandit(("0.3", "0.8"))
BUDGETS = {"eps": "0.5", "rho": "0.5", "alpha": 2}
ONE_BY_ONE = {"ucb", "ucb-asymptotic", "ucb-fixed-confidence", "kl-ucb", "kl-ucb-asymptotic"}
ONE_BY_ONE |= {"imed", "ftl"}


def made(name):
    """A policy of two arms with real noise, and a horizon."""
    rounds = {"dp-se": 3000, **dict.fromkeys(ONE_BY_ONE, 40)}.get(name, 1000)
    policy = make_policy(name, 2, horizon=rounds, **BUDGETS)
    changes = {"dp-se": {"beta": 1}, "etc": {"explore": 9}}.get(name, {})
    return replace(policy, **changes), rounds


known_law = cache(regret_law)


def apart(policy, rounds, runs, bandit=BANDIT, played=None, seed=1):
    """How far runs are from the law of a policy, and how far they may be once in a million."""
    rng = np.random.default_rng(seed)
    pulls = pulls_in_runs(played or policy, bandit, rounds, runs, rng)
    assert (pulls.sum(axis=0) == rounds).all()
    return farthest(known_law(policy, bandit, rounds), pulls[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_a_hundred_thousand_runs_have_the_exact_law(name) -> None:
    policy, rounds = made(name)
    distance, allowed = apart(on_the_integers(policy), rounds, 100_000)
    assert distance <= allowed < 0.0086


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_runs_are_those_of_the_engines_of_the_library(name) -> None:
    # two samples, each within the distance of Dvoretzky, Kiefer, Wolfowitz and Massart but once
    # in two million times
    policy, rounds = made(name)
    runs = 1000 if name == "trusted-leader" else 20_000  # no engine of its own
    known = simulate(policy, BANDIT, rounds, runs, rng=2, keep_order=True).pulls[:, 0]
    pulls = pulls_in_runs(policy, BANDIT, rounds, runs, np.random.default_rng(3))[0]
    one, two = (np.bincount(seen, minlength=rounds + 1).cumsum() / runs for seen in (known, pulls))
    assert np.abs(one - two).max() <= 2 * math.sqrt(math.log(4e6) / (2 * runs))


WRONG = {
    "2 % more noise": {"noise": IntegerLaplace(Fraction(204, 100))},
    "a phase that is one pull longer": {"schedule": ExplicitSchedule((1, 4, 8, 16, 32, 64, 200))},
    "ties for the last arm": {"ties": "last"},
}


@pytest.mark.slow
def test_runs_of_a_policy_that_is_nearly_the_same_do_not_have_its_law() -> None:
    policy, runs = on_the_integers(made("dp-imed")[0]), 600_000
    distance, allowed = apart(policy, 200, runs)
    assert distance <= allowed
    for change in WRONG.values():
        assert apart(policy, 200, runs, played=replace(policy, **change))[0] > allowed


@pytest.mark.parametrize("name", ["dp-klucb", "dp-imed", "dp-se", "trusted-leader", "etc"])
def test_short_runs_have_the_law_and_those_of_a_neighbour_do_not(name) -> None:
    policy, rounds = on_the_integers(made(name)[0]), 3000 if name == "dp-se" else 40
    near, there = BernoulliBandit(("0.6", "0.7")), BernoulliBandit(("0.5", "0.7"))
    rng, law = np.random.default_rng(5), regret_law(policy, there, rounds)
    for bandit, agrees in ((there, True), (near, False)):
        pulls = pulls_in_runs(policy, bandit, rounds, 20_000, rng)[0]
        distance, allowed = farthest(law, pulls)
        assert (distance <= allowed) == agrees


@pytest.mark.parametrize("eps", [24, 700, "1e5"])
@pytest.mark.parametrize("name", ["dp-klucb", "dp-imed", "dp-klucb-at-one"])
def test_runs_with_hardly_any_privacy_have_the_law(name, eps) -> None:
    # d_eps(0, 1/2) is less than log(2) by e^-eps, which no float shows, and breaks ties
    policy = on_the_integers(make_policy(name, 2, eps=eps))
    distance, allowed = apart(policy, 8, 20_000)
    assert distance <= allowed


def test_runs_of_a_table_have_its_law() -> None:
    table = policy_table(price_facts(exact_price(2, 4, "log(2)")))
    policy = TablePolicy(2, 4, table.laws)
    swapped = TablePolicy(2, 4, {past: law[::-1] for past, law in table.laws.items()})
    for rounds in (3, 4):
        distance, allowed = apart(policy, rounds, 20_000)
        assert distance <= allowed
    distance, allowed = apart(policy, 4, 20_000, played=swapped)
    assert distance > allowed


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_runs_without_chance_are_those_of_the_engine(name) -> None:
    # certain rewards, no ties that are broken by chance, and noise that is hardly ever not 0
    policy, rounds = made(name)[0], 60
    quiet = {"noise": DiscreteLaplace("1e-12")} if hasattr(policy, "noise") else {}
    policy = replace(policy, ties="first", **quiet)
    bandit = BernoulliBandit((0, 1))
    known = simulate(policy, bandit, rounds, 1, rng=2, keep_order=True).pulls[0].tolist()
    pulls = pulls_in_runs(policy, bandit, rounds, 2, np.random.default_rng(3))
    assert pulls.T.tolist() == [known, known]


def test_what_is_not_played_is_said() -> None:
    with pytest.raises(ValueError, match="The policy dp-ucb is not played on two arms at once"):
        apart(make_policy("dp-ucb", 2, eps=1, horizon=5), 5, 1)
    with pytest.raises(ValueError, match="give Laplace or Gaussian noise"):
        noise_of_runs(object(), 1, np.random.default_rng(1))
