"""The exact law of the perturbed leader, against closed forms, quadrature and draws."""

import math
from itertools import pairwise
import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from banditproof.algorithms.adversarial import perturbed_leader_law
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.perturbed_leader_law import least_with_laplace_noise

NUMBERS = st.lists(st.floats(-50, 50), min_size=1, max_size=6)


def of_two(d):
    """P(the first is the least) where the second is larger by d."""
    return 1 - math.exp(-d) * (2 + d) / 4 if d >= 0 else math.exp(d) * (2 - d) / 4


@given(st.floats(-600, 600))
@example(5.0)
@example(35.0)
@example(100.0)
@example(600.0)
@settings(max_examples=20, deadline=None)
def test_two_numbers_have_a_closed_form(d):
    law = least_with_laplace_noise((0.0, d))
    assert law == pytest.approx((of_two(d), of_two(-d)), rel=1e-12, abs=0)


@given(NUMBERS, st.floats(-100, 100), st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_it_is_a_law_that_knows_only_differences_and_no_order(numbers, shift, order):
    law = least_with_laplace_noise(numbers)
    assert math.fsum(law) == pytest.approx(1, abs=1e-13)
    assert least_with_laplace_noise([a + shift for a in numbers]) == pytest.approx(law, abs=1e-12)
    places = list(range(len(numbers)))
    order.shuffle(places)
    shuffled = least_with_laplace_noise([numbers[k] for k in places])
    assert shuffled == pytest.approx([law[k] for k in places], abs=1e-13)
    ranks = np.argsort(numbers, kind="stable")
    assert all(law[a] >= law[b] - 1e-13 for a, b in pairwise(ranks))


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_equal_numbers_are_equally_likely(count):
    assert least_with_laplace_noise([3.0] * count) == pytest.approx([1 / count] * count, rel=1e-12)


def by_mpmath(numbers, i):
    def integrand(z):
        product = mpmath.exp(-abs(z - numbers[i])) / 2
        for k, a in enumerate(numbers):
            if k != i:
                x = z - a
                product *= mpmath.exp(-x) / 2 if x >= 0 else 1 - mpmath.exp(x) / 2
        return product

    ends = sorted({*numbers, min(numbers) - 60, max(numbers) + 60})
    return mpmath.quad(integrand, ends)


@pytest.mark.parametrize(
    "numbers", [pytest.param((0, 0.3, 0.31, 4), marks=pytest.mark.slow), (5, -2, 9)]
)
def test_it_agrees_with_another_quadrature(numbers):
    law = least_with_laplace_noise(numbers)
    assert law == pytest.approx([float(by_mpmath(numbers, i)) for i in range(len(numbers))])


def test_a_rare_arm_keeps_its_digits():
    first, second, third = least_with_laplace_noise((0.0, 100.0, 2000.0))
    assert second == pytest.approx(of_two(-100.0), rel=1e-12)
    assert (first, third) == (1.0, 0.0)


def test_many_numbers_are_integrated_in_parts(monkeypatch):
    numbers = [0.0, 0.5, 3.0, 3.1]
    whole = least_with_laplace_noise(numbers)
    monkeypatch.setattr(perturbed_leader_law, "HELD", 100)
    assert least_with_laplace_noise(numbers) == pytest.approx(whole, rel=1e-13)


@pytest.mark.parametrize(("numbers", "seed"), [((0.0, 0.5, 2.0), 3), ((1.0, 1.0, 0.0, 4.0), 4)])
def test_draws_have_the_law(numbers, seed):
    """Each frequency is within 6 standard deviations: a false alarm below 1e-7 in all."""
    learner, rng, runs = FTPL(eta="0.5", limit=1), np.random.default_rng(seed), 4000
    state = tuple(2 * a for a in numbers)
    law = np.array(learner.law(state))
    drawn = np.bincount([learner.act(state, rng) for _ in range(runs)], minlength=len(law))
    assert (abs(drawn / runs - law) <= 6 * np.sqrt(law * (1 - law) / runs)).all()
    # a scale of eta in place of 1/eta is noticed
    wrong = np.array(least_with_laplace_noise([2 * a for a in state]))
    assert not (abs(drawn / runs - wrong) <= 6 * np.sqrt(wrong * (1 - wrong) / runs)).all()
