"""Bernoulli instances know their gaps exactly."""

import pickle
from dataclasses import replace
from fractions import Fraction
import numpy as np
from properties import for_all, rejects
from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit, LinearBandit
from banditproof.verify.strategies import bandits


@for_all(bandits())
def check_gaps(bandit, gaps):
    exact = [Fraction(mean) for mean in bandit.means]
    assert bandit.best_mean == max(exact)
    assert gaps(bandit) == tuple(max(exact) - mean for mean in exact)
    assert sorted(bandit.best_arms + bandit.suboptimal_arms) == list(range(bandit.arms))
    assert all(exact[a] == max(exact) for a in bandit.best_arms)


def test_gaps_are_exact():
    check_gaps(lambda bandit: bandit.gaps)
    rejects(
        check_gaps,
        lambda b: tuple(Fraction(max(b.means) - mean) for mean in b.means),  # rounded
    )


def test_decimal_strings_are_exact():
    assert BernoulliBandit(("0.3", "0.1")).gaps == (0, Fraction(1, 5))
    assert BernoulliBandit((0.3, 0.1)).gaps != (0, Fraction(1, 5))


def test_an_instance_is_a_value():
    assert BernoulliBandit([0.5, 0.25]) == BernoulliBandit((0.5, 0.25))
    assert len({BernoulliBandit((0.5,)), BernoulliBandit((0.5,))}) == 1


def test_what_follows_from_an_instance_is_computed_once():
    for bandit in (
        BernoulliBandit((0.5, 0.25)),
        GaussianBandit((1, 0)),
        FiniteSupportBandit((0, 1), ((0.1, 0.9), (0.5, 0.5))),
        LinearBandit(((1, 0), (0, 1)), (1, 0)),
    ):
        for fact in ("exact_means", "laws", "best_mean", "gaps", "best_arms", "suboptimal_arms"):
            assert getattr(bandit, fact) is getattr(bandit, fact), fact
        assert pickle.loads(pickle.dumps(bandit)) == bandit
        assert hash(bandit) == hash(replace(bandit))


def test_any_list_of_numbers_is_an_instance():
    wanted = (Fraction(1, 2), Fraction(1, 4))
    for means in ((0.5, 0.25), [0.5, 0.25], np.array([0.5, 0.25]), iter((0.5, 0.25))):
        assert BernoulliBandit(means).exact_means == wanted
    for means in (np.array([0.5, 0.25], dtype=np.float32), (x for x in (0.5, 0.25))):
        assert GaussianBandit(means).exact_means == wanted
    laws = FiniteSupportBandit(np.array([0, 0.5, 1]), np.array([[0.1, 0.2, 0.7], [0, 1, 0]])).laws
    assert laws[0].exact_mean == Fraction(4, 5)
    assert LinearBandit(np.eye(2), np.array([1, 0.5])).exact_means == (1, Fraction(1, 2))
