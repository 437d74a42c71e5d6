"""Bernoulli instances know their gaps exactly."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest

from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit, LinearBandit
from banditproof.verify.strategies import bandits


def check_gaps(for_all, gaps):
    def consistent(bandit):
        exact = [Fraction(mean) for mean in bandit.means]
        assert bandit.best_mean == max(exact)
        assert gaps(bandit) == tuple(max(exact) - mean for mean in exact)
        assert sorted(bandit.best_arms + bandit.suboptimal_arms) == list(range(bandit.arms))
        assert all(exact[a] == max(exact) for a in bandit.best_arms)

    for_all(consistent, bandits())


def test_gaps_are_exact(for_all, rejects):
    check_gaps(for_all, lambda bandit: bandit.gaps)
    rejects(
        check_gaps,
        for_all,
        lambda b: tuple(Fraction(max(b.means) - mean) for mean in b.means),  # rounded
    )


def test_decimal_strings_are_exact():
    assert BernoulliBandit(("0.3", "0.1")).gaps == (0, Fraction(1, 5))
    assert BernoulliBandit((0.3, 0.1)).gaps != (0, Fraction(1, 5))


def test_an_instance_is_a_value():
    assert BernoulliBandit([0.5, 0.25]) == BernoulliBandit((0.5, 0.25))
    assert len({BernoulliBandit((0.5,)), BernoulliBandit((0.5,))}) == 1


@pytest.mark.parametrize("bad", [(), (1.1,), (math.nan,), ("x",), (0.5, -1e-300)])
def test_bad_instances(bad):
    with pytest.raises(ValueError, match="give"):
        BernoulliBandit(bad)


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
