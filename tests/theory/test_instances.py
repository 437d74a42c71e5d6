"""Bernoulli instances know their gaps exactly."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from banditproof.theory import (
    BernoulliBandit,
    FiniteSupport,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
)
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


NO_LISTS = {
    "means": (lambda value: BernoulliBandit(value), lambda value: GaussianBandit(value)),
    "laws": (lambda value: LawBandit(value),),
    "points": (lambda value: FiniteSupportBandit(value, ((1,),)), lambda v: FiniteSupport(v, (1,))),
    "weights": (lambda value: FiniteSupportBandit((0, 1), value),),
    "actions": (lambda value: LinearBandit(value, (1, 0)),),
    "theta": (lambda value: LinearBandit(((1, 0),), value),),
}


@pytest.mark.parametrize("bad", [3, 0.5, None, "12"])
@pytest.mark.parametrize("what", NO_LISTS)
def test_what_is_no_list_gets_a_sentence(what, bad):
    for build in NO_LISTS[what]:
        with pytest.raises(ValueError, match=f"{what}.* is {bad!r}; give a list"):
            build(bad)


def test_rows_that_are_no_lists_get_a_sentence():
    with pytest.raises(ValueError, match=r"The law of arm 2 is 0\.5; give a list"):
        FiniteSupportBandit((0, 1), ((0.5, 0.5), 0.5))
    with pytest.raises(ValueError, match="Action 1 is 1; give a list"):
        LinearBandit((1, 2), (1,))
    with pytest.raises(ValueError, match=r"0\.5 is not a reward law; give laws"):
        LawBandit((0.5, 0.4))


def test_any_list_of_numbers_is_an_instance():
    wanted = (Fraction(1, 2), Fraction(1, 4))
    for means in ((0.5, 0.25), [0.5, 0.25], np.array([0.5, 0.25]), iter((0.5, 0.25))):
        assert BernoulliBandit(means).exact_means == wanted
    for means in (np.array([0.5, 0.25], dtype=np.float32), (x for x in (0.5, 0.25))):
        assert GaussianBandit(means).exact_means == wanted
    laws = FiniteSupportBandit(np.array([0, 0.5, 1]), np.array([[0.1, 0.2, 0.7], [0, 1, 0]])).laws
    assert laws[0].exact_mean == Fraction(4, 5)
    assert LinearBandit(np.eye(2), np.array([1, 0.5])).exact_means == (1, Fraction(1, 2))
