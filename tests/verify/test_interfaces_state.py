"""What a black box carries from run to run is an error, and what changes no run is not."""

from fractions import Fraction
from typing import ClassVar
import numpy as np
import pytest
from banditproof.algorithms import DPIMED
from banditproof.algorithms.factory_calls import budget_numbers, missing, taken
from banditproof.algorithms.interfaces import called_with
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.null_audits import LEVEL


class NumPyState:
    """Arrays that are changed in place, and a generator of its own."""

    def __init__(self, seed, sums=None):
        self.rng = np.random.default_rng(seed)
        self.sums = np.zeros(2) if sums is None else sums
        self.pulls = np.zeros(2, int)

    def select(self):
        noisy = self.sums + self.rng.laplace(scale=1.0, size=2)
        return np.argmax(noisy) if self.pulls.min() else np.argmin(self.pulls)

    def update(self, arm, reward):
        self.sums[arm] += reward
        self.pulls[arm] += 1


def test_a_policy_with_numpy_state_is_audited():
    result = audit_black_box(NumPyState, 1, horizon=12, level=LEVEL)
    assert (result.verdict, result.reproducible) == ("fails", True)  # its noise is drawn again


SHARED = np.zeros(2)
ONE = {"seen": 0}


class OnItsClass(NumPyState):
    kept = np.zeros(2)

    def update(self, arm, reward):
        super().update(arm, reward)
        self.kept[arm] += reward
        self.sums[:] = self.kept


class InItsModule(NumPyState):
    def update(self, arm, reward):
        super().update(arm, reward)
        ONE["seen"] += reward
        self.sums[0] = ONE["seen"]


class Resetting(NumPyState):
    def reset(self):
        self.pulls[:] = 0


class Forgetting(Resetting):
    def reset(self):
        super().reset()
        self.sums[:] = 0


def same(policy):
    return lambda: policy


@pytest.mark.parametrize(
    ("factory", "where"),
    [
        (lambda seed: NumPyState(seed, SHARED), "NumPyState.sums"),
        (OnItsClass, "OnItsClass.kept"),
        (InItsModule, r"ONE\.seen"),
        (same(Resetting(1)), "Resetting.sums"),
    ],
)
def test_what_is_carried_from_run_to_run_is_an_error_that_names_it(factory, where):
    with pytest.raises(ValueError, match=f"carries state from run to run in {where}"):
        audit_black_box(factory, 1, samples=2000)


class StartingAnywhere(Resetting):
    def reset(self):
        super().reset()
        self.sums[:] = self.rng.random(2)


class Caching(NumPyState):
    cache: ClassVar[dict] = {}
    log: ClassVar[list] = []

    def update(self, arm, reward):
        super().update(arm, reward)
        self.cache[(arm, reward)] = self.cache.get((arm, reward), 0) + 1
        self.log.append(reward)


class Drawing(NumPyState):
    """Draws from a generator that all runs share."""

    shared = np.random.default_rng(3)

    def __init__(self):
        super().__init__(1)
        self.rng = self.shared


@pytest.mark.parametrize(
    "factory",
    [Drawing, Caching, same(Forgetting(1)), same(StartingAnywhere(1))],
    ids=["a generator", "a cache and a log", "reset", "reset by chance"],
)
def test_what_changes_no_run_is_not_called_carried(factory):
    audit_black_box(factory, 1, samples=400)


def test_a_factory_is_called_alike_for_a_policy_and_for_a_black_box():
    numbers = {"arms": 2, **budget_numbers(PureDP("0.1"))}
    assert called_with(DPIMED, numbers).eps == Fraction(1, 10)
    assert called_with(lambda eps: eps, numbers) == 0.1
    assert isinstance(called_with(lambda eps: eps, numbers), float)
    assert called_with(lambda **given: given, numbers) == {"arms": 2, "eps": 0.1}
    assert called_with(dict, numbers) == {}


def test_the_numbers_of_a_budget_go_under_their_names():
    assert budget_numbers(ApproxDP(1, "0.01")) == {"eps": 1, "delta": Fraction(1, 100)}
    both = budget_numbers(ZCDP("1/8"))
    assert both == {"rho": Fraction(1, 8), "eps": Fraction(1, 2)}
    assert taken(lambda eps, rho: None, both) == {"rho": Fraction(1, 8)}
    assert taken(lambda epsilon: None, both) == {"epsilon": Fraction(1, 2)}
    assert budget_numbers(None) == {}
    assert missing(lambda arms, model, *more, size=2, **rest: None) == ["model"]
