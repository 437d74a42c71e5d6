"""`simulate(..., declared=...)` plays what was judged alone, and says what a policy declares."""

import sys
from dataclasses import dataclass
import pytest
from banditproof.algorithms import simulate, simulate_identification
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.identification.private_top_two import AdaPTT
from banditproof.algorithms.own_policies import declared_by
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP

BANDIT = BernoulliBandit(("0.75", "0.5"))
ONE = declared_by(DPIMED(2, eps=1))
TEN = declared_by(DPIMED(2, eps=10))
MINE = """
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.identification.private_top_two import AdaPTT
def make(arms, eps=10):
    return DPIMED(arms, eps=eps)
def stops(arms, eps, delta):
    return AdaPTT(arms, eps=eps, delta=delta)
"""


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    (tmp_path / "declared_of_mine.py").write_text(MINE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("declared_of_mine", None)


def factory(arms, eps=10):
    return DPIMED(arms, eps=eps)


@dataclass
class WinStay:
    """An object with select and update."""

    arms: int
    last: int = 0

    def select(self) -> int:
        return self.last

    def update(self, arm: int, reward: float) -> None:
        self.last = arm if reward else (arm + 1) % self.arms


@pytest.mark.parametrize("policy", [factory, "declared_of_mine:make"])
def test_what_was_judged_is_played_and_nothing_else(policy) -> None:
    for judged in (TEN, TEN.digest, TEN.digest.upper()):
        played = simulate(policy, BANDIT, 50, 2, 1, declared=judged)
        assert played.said == f"It declares {TEN.words}; its digest is {TEN.digest}."
    with pytest.raises(PolicyFailed, match="and what was judged is") as refused:
        simulate(policy, BANDIT, 50, 2, 1, declared=ONE)
    assert ONE.digest in str(refused.value)
    again = simulate(policy, BANDIT, 50, 2, 1, budget=PureDP(1), declared=ONE.digest)
    assert again.policy == DPIMED(2, eps=1)
    with pytest.raises(PolicyFailed, match="what was judged is"):
        simulate(policy, BANDIT, 50, 2, 1, budget=PureDP(1), declared=TEN)


def test_a_result_says_what_was_declared_and_within_which_budget() -> None:
    shown = repr(simulate(factory, BANDIT, 50, 2, 1, budget=PureDP(1)))
    assert f"It declares {ONE.words}, whose price is within eps = 1; its digest is" in shown
    assert ONE.digest in shown
    shown = repr(simulate(WinStay, BANDIT, 50, 2, 1))
    assert "Its code was played as it is and declares nothing, and no verdict is about" in shown
    for policy, more in (("dp-imed", {"budget": PureDP(1)}), (DPIMED(2, eps=1), {})):
        assert simulate(policy, BANDIT, 50, 2, 1, **more).said == ""
    same = simulate(DPIMED(2, eps=1), BANDIT, 50, 2, 1, declared=ONE)
    assert same.said.startswith("It declares NoisySums")
    with pytest.raises(PolicyFailed, match="what was judged is"):
        simulate(DPIMED(2, eps=1), BANDIT, 50, 2, 1, declared=TEN)


@pytest.mark.parametrize(
    ("policy", "declared", "sentence"),
    [
        (
            WinStay,
            ONE,
            "an object whose noise is in its own code, .* leave declared out, or derive",
        ),
        (factory, "abc", "What was declared is 'abc'; give the declaration of an audit"),
        (factory, 3, "What was declared is 3; give the declaration of an audit"),
        ("dp-imed", ONE, "`declared` is about a policy of your own; leave it out for dp-imed"),
    ],
)
def test_what_cannot_be_compared_is_said(policy, declared, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        simulate(policy, BANDIT, 50, 2, 1, declared=declared)


@pytest.mark.parametrize("policy", [AdaPTT, "declared_of_mine:stops", "adap-tt"])
def test_stopping_times_take_names_and_factories_as_simulations_do(policy) -> None:
    bandit = BernoulliBandit(("0.9", "0.1"))
    expected = simulate_identification(AdaPTT(2, eps=3, delta="0.2"), bandit, 20, 7)
    found = simulate_identification(policy, bandit, 20, 7, budget=PureDP(3), delta="0.2")
    assert (found.samples == expected.samples).all()
    usual = simulate_identification(policy, bandit, 5, 7, budget=PureDP(3))
    named = simulate_identification("adap-tt", bandit, 5, 7, budget=PureDP(3))
    assert (usual.samples == named.samples).all()


def test_a_factory_of_stopping_policies_is_held_to_its_budget() -> None:
    def large(arms):
        return AdaPTT(arms, eps=3, delta="0.1")

    assert simulate_identification(large, BANDIT, 5, 7, budget=PureDP(3)).runs == 5
    with pytest.raises(PolicyFailed, match=r"does not allow|does not follow"):
        simulate_identification(large, BANDIT, 5, 7, budget=PureDP(1))
    with pytest.raises(ValueError, match=r"takes no delta, and delta = 0\.2 is given"):
        simulate_identification(large, BANDIT, 5, 7, delta="0.2")
    with pytest.raises(ValueError, match="stops with an answer"):
        simulate(large, BANDIT, 50, 2, 1)
    with pytest.raises(ValueError, match="never stops"):
        simulate_identification(factory, BANDIT, 5, 7, budget=PureDP(1))
