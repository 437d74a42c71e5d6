"""Steps that the zCDP document takes in one line, computed again by mpmath alone.

Nothing of their proofs, nor of `banditproof.theory`, is used here: updates are counted round by
round of the determinant, lengths and tails are numbers.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
import pytest
from mpmath import ceil, erfc, gammainc, log, matrix, mp, mpf, sqrt
from mpmath import det as determinant


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(30):
        yield


def log_det(t: int, d: int, scale):
    """log det V_t after t rounds of e_1, ..., e_d in turn."""
    whole, rest = divmod(t, d)
    return (d - rest) * log(scale + whole) + rest * log(scale + whole + 1)


def updates(t: int, d: int, scale, doubling) -> int:
    """How often line 6 of AdaC-OFUL has fired up to round t."""
    count, last = 0, 0
    while True:
        level = log_det(last, d, scale) + log(1 + doubling)
        if log_det(t - 1, d, scale) <= level:
            return count
        near = min(t - 1, last + 2 * (last // d + 2) + d)
        low, high = last, near if log_det(near, d, scale) > level else t - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if log_det(middle, d, scale) <= level else (low, middle)
        count, last = count + 1, high


@pytest.mark.parametrize(("scale", "doubling"), [(1, 1), (mpf(1) / 4, 2), (3, mpf(1) / 2)])
@pytest.mark.parametrize(("d", "rounds"), [(1, 50), (4, 400), (30, 90_000)])
def test_the_number_of_updates_lies_between_both_bounds(d, rounds, scale, doubling) -> None:
    growth = d * log(1 + mpf(rounds) / (scale * d))
    least = growth / log((1 + doubling) * (1 + mpf(1) / scale)) - 1
    found = updates(rounds, d, mpf(scale), doubling)
    assert least <= found <= growth / log(1 + mpf(doubling))


def quotient(d: int) -> mpf:
    """gamma_t over d log(t)/sqrt(rho), at t = d^4 of the axes in turn, with delta = 1/10."""
    t, delta = d**4, mpf(1) / 10
    radius = d + 2 * sqrt(d * log(1 / delta)) + 2 * log(t / delta)
    far = log((t + 3) * d / delta)
    below = 1 + mpf(t) / (4 * d) - 8 * far - 2 * sqrt(t * far)
    assert below > 0
    return sqrt(t * 2 * updates(t, d, mpf(1), 1) * radius / below) / (d * log(t))


@pytest.mark.parametrize("d", [101, 151])
def test_the_private_part_of_the_radius_outgrows_its_printed_order(d: int) -> None:
    assert quotient(d) > sqrt(d / (4 * log(d))) > 1


def length(phase: int, d: int, arms: int, rho, delta) -> mpf:
    """(4), with f(d, .) of Section IV-A2."""
    beta, share = mpf(2) ** -phase, mpf(delta) / (arms * phase * (phase + 1))
    tail = log(2 / share)
    f = d + 2 * sqrt(d * tail) + 2 * tail
    return 8 * d / beta**2 * log(4 / share) + 2 * d / beta * sqrt(2 / mpf(rho) * f)


def test_two_phases_are_equally_long() -> None:
    d, arms = 10**4, 5 * 10**7
    first, second = (length(phase, d, arms, 1, mpf(1) / 10) for phase in (1, 2))
    assert 2 * first < second < arms
    assert [arms * ceil(c / arms) for c in (first, second)] == [arms, arms]


@pytest.mark.parametrize("rho", [mpf(10) ** -9, 1, mpf(10) ** 9])
@pytest.mark.parametrize("d", [1, 50])
def test_the_lengths_before_rounding_double(d, rho) -> None:
    lengths = [length(phase, d, 9, rho, mpf(1) / 20) for phase in range(1, 7)]
    assert all(2 * c < after for c, after in pairwise(lengths))


def test_one_noise_for_two_rounds_is_outside_of_the_width() -> None:
    delta = mpf(1) / 100
    width = sqrt(2 * log(4 / delta)) / sqrt(2)  # g = 1/sqrt(2) after two rounds of one action
    assert erfc(width / sqrt(2)) > delta / 2  # the mean of two equal noises has the variance 1
    assert erfc(width) < delta / 2  # that of two others 1/2


def test_the_choice_of_round_3_decides_whether_there_is_a_second_update() -> None:
    def fired(third: int) -> int:
        counts, last, found = [1, 1], mpf(1), 0
        for t, played in enumerate((0, 0, third, 0, None), start=1):
            now = determinant(matrix([[counts[0], 0], [0, counts[1]]]))
            if now > 2 * last:
                last, found = now, found + 1
            if played is not None:
                counts[played] += 1
            assert t <= 5
        return found

    assert (fired(0), fired(1)) == (1, 2)


@pytest.mark.parametrize("d", [1, 3, 40])
@pytest.mark.parametrize("delta", [mpf(1), mpf(1) / 20, mpf(10) ** -9])
def test_the_noise_of_theorem_13_exceeds_its_level_with_half_of_the_probability(d, delta) -> None:
    tail = log(2 / delta)
    level = d + 2 * sqrt(d * tail) + 2 * tail
    assert gammainc(mpf(d) / 2, level / 2, regularized=True) <= delta / 2


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_variance_of_the_mismatches_has_one_factor_of_the_budget(rounds: int) -> None:
    rho, half = Fraction(1, 2), Fraction(1, 2)  # one arm, Ber(1) and Ber(1/2)
    distances = [sum(mismatches) for mismatches in product((0, 1), repeat=rounds)]
    weight = half**rounds
    left = sum(weight * rho * d**2 for d in distances)
    mean = sum(weight * d for d in distances)
    variance = sum(weight * (d - mean) ** 2 for d in distances)
    assert left == rho * (mean**2 + variance)
    assert left > rho * (mean**2 + rho * variance)
