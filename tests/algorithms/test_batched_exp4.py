"""Batched EXP4: the noise of its vectors, its golden trace, its sensitivity, its parameters."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.algorithms import RewardTable, Scripted, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle, drawn_advice
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.learner_numbers import numbers_of
from banditproof.algorithms.policy import Pull
from tests.algorithms.test_private_learners import (
    GOLDEN,
    REPEATABLE,
    SURE_AND_TORN,
    ledger_of,
    table,
)


def batched_exp4(**changed):
    chosen = {"eta": "0.2", "gamma": "0.1", "tau": 2, "eps": 1, "delta": "0.01"} | changed
    return BatchedEXP4(2, 3, **chosen)


def test_the_noise_of_the_vectors_is_that_of_the_box_for_the_integer_tau() -> None:
    policy = batched_exp4(gamma="0.1", tau=7, eps="0.5", delta="0.01")
    release = ledger_of(policy, table(7, 2), 1, SURE_AND_TORN).ledger.releases[0]
    (share,) = release.noises.values()
    scale = 3 * 2 * math.sqrt(3 * math.log(100)) / (0.1 * 7 * 0.5)
    assert float(release.mechanism.scale) * share == pytest.approx(scale, rel=1e-12)
    assert numbers_of(policy).noise == pytest.approx(scale, rel=1e-12)


def test_batched_exp4_has_its_golden_trace() -> None:
    policy = batched_exp4()
    clean, noises, laws = (GOLDEN["batched-exp4"][key] for key in ("clean", "noises", "laws"))
    rows = [(1, 1), (0.5, 0.5), (0.25, 0.25), (1, 1), (0.75, 0.75)]
    script = Scripted([2 * x for noise in noises for x in noise], [0.0, 0.999, 0.999, 0.999, 0.0])
    result = play(policy, RewardTable(rows), 5, script, AdviceContexts(SURE_AND_TORN))
    assert result.actions == (0, 1, 1, 1, 0)
    released = np.reshape([release.value for release in result.ledger.releases], (2, 3))
    assert released == pytest.approx(np.add(clean, noises), abs=1e-7)  # on the grid of the noise
    assert {*result.ledger.releases[-1].rewards} == {3, 4}  # nothing of the round that is left over
    state = policy.start()
    for vector, noise, law in zip(clean, noises, laws, strict=True):
        state = policy.learn(state, Pull(0, 1), tuple(np.add(vector, noise)))
        assert policy.weights(state) == pytest.approx(law, abs=1e-12)
    assert policy.weights(result.state) == pytest.approx(laws[1], abs=1e-7)


@REPEATABLE
@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from(["0.05", "0.5", "1"]))
def test_no_loss_moves_a_coordinate_by_more_than_the_noise_is_made_for(seed, tau, gamma):
    policy = batched_exp4(gamma=gamma, tau=tau, eta=1)
    ledger = ledger_of(policy, table(12, 2, seed), seed, drawn_advice(3, 2, seed, cycle=5))
    bound = float(2 / Fraction(gamma) / tau)
    assert len(ledger.ledger.releases) == 3 * (12 // tau)
    assert all(release.sensitivity <= bound * (1 + 1e-12) for release in ledger.ledger.releases)


def test_the_sensitivity_is_attained_in_the_limit_by_all_experts_but_one() -> None:
    """Experts without weight who are sure of the rare arm; the one with all weight is not."""
    policy = batched_exp4(gamma="0.1", tau=1)
    advice = AdviceContexts(AdviceCycle([[(1, 0), (0, 1), (0, 1)]])).at(1)
    state = policy.learn(policy.start(), Pull(0, 1), (0.0, 1e4, 1e4))
    pull = policy.decide_in(state, 1, advice, Scripted(uniforms=[0.99]))
    assert pull.arm == 1
    assert pull.rows[1] == pytest.approx((0, 20, 20))


@pytest.mark.parametrize(("mixing", "power"), [("repaired", 0), ("printed", 1)])
def test_the_parameters_of_theorem_10_satisfy_the_identities_of_its_proof(mixing, power) -> None:
    arms, experts, horizon, eps, delta = 2, 10, 10**12, 0.5, 1e-6
    policy = BatchedEXP4.tuned(arms, experts, horizon, str(eps), "1e-6", mixing)
    eta, gamma = policy.rates
    level, size, risk = math.log(experts * horizon), math.log(experts), -math.log(delta)
    a = (experts * risk) ** (1 / 6) * (level * size / eps) ** (1 / 3)
    leading = a * arms**0.5 * horizon ** (2 / 3)
    assert policy.tau * size / eta == pytest.approx(leading, rel=1e-4)  # tau is rounded up
    assert eta * horizon * arms == pytest.approx(leading)
    assert gamma * horizon == pytest.approx(leading * risk ** (-power / 3), rel=1e-4)


@pytest.mark.parametrize(
    ("horizon", "eps", "delta", "larger"),
    [(10**9, 1, 1e-6, 0), (10**4, 3, 0.2, 1), (500, 40, 0.99, 0), (10**5, 1, 1e-30, 1)],
)
def test_gamma_of_theorem_10_is_the_larger_of_its_two_terms(horizon, eps, delta, larger) -> None:
    """With the integer tau; each of the terms is the larger one somewhere."""
    arms, experts = 2, 3
    policy = BatchedEXP4.tuned(arms, experts, horizon, eps, str(delta))
    eta, tau = float(policy.eta), policy.tau
    size, level = -experts * math.log(delta), math.log(experts * horizon)
    terms = (
        (eta * size * (arms * level / (eps * tau)) ** 2) ** (1 / 3),
        12 * eta * arms * math.sqrt(size) * level / (eps * tau),
    )
    assert terms[larger] == max(terms)
    assert float(policy.gamma) == pytest.approx(min(max(terms), 1.0), rel=1e-9)
    length = (size * level**2 * horizon / (eps**2 * math.log(experts))) ** (1 / 3)
    assert tau == math.ceil(length)


class Spy(float):
    """A number that keeps what it is multiplied by."""

    seen: ClassVar[list] = []

    def __rmul__(self, other):
        self.seen.append(other)
        return 0.0


@dataclass(frozen=True)
class Spying(BatchedEXP4):
    """Multiplies losses by numbers of its own."""

    def decide_in(self, state, t, context, randomness):
        return replace(super().decide_in(state, t, context, randomness), rows=((Spy(1),) * 3,) * 2)


def test_rows_of_a_pull_are_plain_numbers_when_losses_meet_them() -> None:
    policy = Spying(2, 3, "0.1", "0.5", 1, eps=1, delta="0.1")
    ledger = ledger_of(policy, [(0.25, 0.75)], 1, drawn_advice(3, 2, 1))
    assert [release.rewards for release in ledger.ledger.releases] == [{1: 1.0}] * 3
    assert Spy.seen == []
