"""Steps that the adversarial document takes in one line, computed again by mpmath alone.

Nothing of their proofs, nor of `banditproof.theory`, is used here: laws of EXP3 are those of all
its paths, and constants are numbers.
"""

from collections.abc import Iterator
from itertools import product
import pytest
from mpmath import cbrt, exp, log, mp, mpf, sqrt


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(30):
        yield


def mean_log_weight(rounds: int, eta, gamma):
    """E log q after these rounds on losses (1/2, 1), with q the weight of arm 2, over all paths."""
    total = mpf(0)
    for arms in product((1, 2), repeat=rounds):
        odds, mass = mpf(0), mpf(1)  # the log-odds of arm 2
        for arm in arms:
            p = (1 - gamma) / (1 + exp(-odds)) + gamma / 2
            mass *= p if arm == 2 else 1 - p
            odds += -eta / p if arm == 2 else eta / (2 * (1 - p))
        total += mass * -log(1 + exp(-odds))
    return total


@pytest.mark.parametrize("eta", [mpf(1) / 10, mpf(1) / 40])
@pytest.mark.parametrize("gamma", [mpf(1) / 10, mpf(10) ** -5])
def test_a_step_lowers_the_logarithm_of_the_weight_by_about_half_of_the_rate(eta, gamma) -> None:
    for rounds in (1, 4, 8):
        lost = -log(2) - mean_log_weight(rounds, eta, gamma)
        assert eta * rounds / 5 < lost <= mpf(57) / 100 * eta * rounds


def test_the_weight_is_above_ten_times_the_mixing() -> None:
    gamma = exp(-12)
    assert (1 - gamma) * exp(-mpf(57) / 100 * 12 - log(2)) > 10 * gamma


def test_lemma_23_fails_for_given_noise() -> None:
    rounds, scale, gamma = 100, 2, mpf(1) / 2
    noise = 3 * scale * log(2 * rounds)
    eta = gamma / (8 * scale * log(2 * rounds))
    # even if arm 1 had all of the weight: arm 2 is played with the probability gamma/2
    least = rounds * (-noise + 2 * noise * gamma / 2)
    right = -noise * rounds + 2 * gamma * rounds + log(2) / eta + eta * 2 * noise**2 * rounds
    assert least > right
    assert noise**2 < 10 * (scale * log(2 * rounds)) ** 2


def after_a_pair(odds, eta, gamma):
    """The log-odds of arm 1 after a pull of arm 1 and one of arm 2, with losses 1."""
    odds -= eta / ((1 - gamma) / (1 + exp(-odds)) + gamma / 2)
    return odds + eta / ((1 - gamma) / (1 + exp(odds)) + gamma / 2)


def test_an_arm_above_one_half_may_fall_below_it_for_good() -> None:
    odds = mpf(1) / 10
    for _ in range(50):
        after = after_a_pair(odds, 1, mpf(1) / 10)
        assert after < min(odds, 0)
        odds = after


@pytest.mark.parametrize("eta", [1, mpf(1) / 100])
def test_one_pair_of_rounds_lowers_an_arm_below_one_half(eta) -> None:
    assert all(after_a_pair(-odds, eta, mpf(1) / 20) < -odds for odds in (mpf(1) / 100, 1, 5))


@pytest.mark.parametrize("experts", [2, 10])
@pytest.mark.parametrize("batches", [1, 2, 50])
def test_large_noise_comes_in_no_batch_with_the_printed_probability(experts, batches) -> None:
    coordinates = experts * batches
    tail = 1 - (1 - exp(-sqrt(10) * log(coordinates))) ** coordinates
    assert tail < 1 / mpf(batches + 1)  # which is below tau/T


def test_the_middle_term_has_the_wrong_factor() -> None:
    first, second = mpf(1), mpf(2)
    assert 4 * first + 90 * second == 184
    assert 95 * first + cbrt(95) * second < 105


def test_constants_of_the_appendices() -> None:
    assert 207 < 60 * sqrt(12) <= 208
    assert 2 * sqrt(3 * (1 + 10 * log(2) ** 2)) <= 16 * log(2)
    theta = 1 - mpf(2) ** (-mpf(1) / 3)
    assert 8 < 2 + 1 / (1 - theta) + 1 / theta < mpf("8.2")
