"""Wrong calls from Python: the sentence names the argument, and what it says is the cause."""

import pytest
from banditproof.algorithms import simulate
from banditproof.theory import BernoulliBandit, certify, d_eps
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.audit import audit

BANDIT = BernoulliBandit(("0.75", "0.5"))
MEANS = ("0.75", "0.5")


class Turns:
    """Plays the arms in turn."""

    def __init__(self, arms: int) -> None:
        self.arms, self.t = arms, -1

    def select(self) -> int:
        self.t += 1
        return self.t % self.arms

    def update(self, arm: int, reward: float) -> None:
        pass


def good(arms, eps):
    return Turns(arms)


def concentrated(arms, rho):
    return Turns(arms)


def forgetful(arms):
    Turns(arms)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: simulate(good, BANDIT, 10, 2, 1),
         "good takes eps, and no budget is given; give budget=PureDP(1)."),
        (lambda: simulate(concentrated, BANDIT, 10, 2, 1),
         "concentrated takes rho, and no budget is given; give budget=ZCDP(0.1)."),
        (lambda: simulate(good, BANDIT, 10, 2, 1, budget=1),
         "The budget is 1; give one such as PureDP(1) or ZCDP(0.5)."),
        (lambda: simulate("dp-imed", BANDIT, 10, 2, 1, budget="x"), "The budget is 'x'; give one"),
        (lambda: simulate("imed", BANDIT, 10, 2, 1, budget="x"), "The budget is 'x'; give one"),
        (lambda: simulate(good, MEANS, 10, 2, 1, budget=PureDP(1)), "The bandit is ('0.75',"),
        (lambda: simulate("imed", MEANS, 10, 2, 1), "The bandit is ('0.75', '0.5'); give a"),
        (lambda: simulate("imed", BANDIT, 10, runs="x", rng=1), "runs is 'x'; give an integer"),
        (lambda: simulate("imed", BANDIT, "x", 2, 1), "horizon is 'x'; give an integer >= 1."),
        (lambda: simulate("imed", BANDIT, 10, 2, rng="x"), "rng is 'x'; give an integer >= 0."),
        (lambda: simulate(forgetful, BANDIT, 10, 2, 1), "forgetful returned None; end it"),
        (lambda: audit("nosuch", eps=1), "There is no policy 'nosuch'; give one of adac-gope"),
        (lambda: audit("lazy-ts", eps=1), "the nearest name is lazy-dp-ts."),
        (lambda: audit(good, eps=1, arms=0), "arms is 0; give an integer >= 1."),
        (lambda: audit(good, eps=1, arms="two"), "arms is 'two'; give an integer >= 1."),
        (lambda: audit(good, eps=1, horizon="x"), "horizon is 'x'; give an integer >= 1."),
        (lambda: audit(good, eps=1, samples="x"), "samples is 'x'; give an integer >= 1."),
        (lambda: audit(good, epsilom=1), "audit has no option epsilom; the nearest is epsilon."),
        (lambda: audit(good, ZCDP(1), quick=True), "audit has no option quick; give one of"),
        (lambda: audit(forgetful, eps=1), "forgetful returned None; end it"),
        (lambda: certify(d_eps, "0.25"), "d_eps takes x, y, eps, and certify was called with"),
        (lambda: certify(d_eps, "0.25", "0.5", 1, 2), "d_eps takes x, y, eps, and certify"),
    ],
)  # fmt: skip
def test_a_wrong_call_names_its_cause(call, sentence) -> None:
    with pytest.raises((ValueError, TypeError)) as refused:
        call()
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_what_is_right_is_played() -> None:
    assert simulate(good, BANDIT, 10, 2, rng=None, budget=PureDP(1)).runs == 2
    assert audit(good, eps=1, seed=3, time_limit=60, samples=3000).verdict == "not refuted"
    assert certify(d_eps, "0.25", "0.5", epsilon=1, digits=5).lo > 0
