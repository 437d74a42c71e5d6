"""Refutations in Chapters 6 and 8 and Appendices B to D of the thesis, computed again without the proofs."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
import mpmath
import pytest

HALF = Fraction(1, 2)


@pytest.mark.parametrize("counts", [(10, 1), (1000, 7), (1, 50)])
def test_the_quotient_of_the_norms_is_two(counts: tuple[int, int]) -> None:
    best, arm = Fraction(1), Fraction(1, 3)
    information = counts[0] * best**2 + counts[1] * arm**2
    assert (arm - best) ** 2 / information == 4 * arm**2 / information


def test_the_cluster_point_forgets_the_arm_that_is_played_more_often() -> None:
    shares = []
    for exponent in (10, 100, 1000):  # T = e^10, ...
        inverse = (mpmath.exp(-exponent), mpmath.mpf(1) / exponent**2, mpmath.mpf(1) / exponent)
        shares.append((inverse[0] + inverse[1]) / max(inverse))
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < mpmath.mpf("0.0011")


@pytest.mark.parametrize(("arms", "rho"), [(2, 1), (2, HALF), (10, 1), (50, Fraction(1, 100))])
def test_the_printed_gap_of_b_4_is_not_the_best_one(arms: int, rho: Fraction | int) -> None:
    horizon = 1000
    beta = mpmath.mpf(float(rho)) * horizon**2 / (arms - 1) * (1 + mpmath.mpf(1) / (arms - 1))
    gamma = mpmath.mpf(float(rho)) * horizon / (arms - 1)
    shift = gamma / (2 * beta)

    def bound(gap: mpmath.mpf) -> mpmath.mpf:
        return gap * mpmath.exp(-beta * (gap + shift) ** 2)

    printed = 1 / mpmath.sqrt(beta) - shift
    best = (mpmath.sqrt(shift**2 + 2 / beta) - shift) / 2
    assert bound(best) > bound(printed) * mpmath.mpf("1.02")
    grid = [best * mpmath.mpf(j) / 100 for j in range(1, 400)]
    assert max(map(bound, grid)) <= bound(best)


def test_no_place_of_the_level_for_a_small_delta() -> None:
    places = [mpmath.mpf(j) / 1000 for j in range(1, 500)]
    largest = max(x * mpmath.log(2 * x) + (1 - x) * mpmath.log(2 * (1 - x)) for x in places)
    assert largest < mpmath.log(2) < mpmath.log(4)


def rounds_of_the_fooled_index(value: float) -> Iterator[tuple[int, int, float]]:
    """Round, pulls of arm 2 before it and index of arm 1, for the rounds of arm 2 up to T = 9."""
    pulls, last, t = [1, 1], [1, 1], 3
    while t <= 9:
        first = -10.0 if value <= 1.5 * t**-3.5 else 10.0
        second = 0.5 if last[1] == 1 else 20.0
        arm = int(second > first)
        length = pulls[arm]
        for s in range(t, min(t + length, 10)):
            if arm:
                yield s, pulls[1] + s - t, first
        pulls[arm] += length
        last[arm] = length
        t += length


def test_an_arm_passes_the_level_in_a_round_without_optimism() -> None:
    value = 1.5 * 5**-3.5  # the index of arm 1 is low up to round 5 and high from round 6 on
    rounds = list(rounds_of_the_fooled_index(value))
    counted = [t for t, _, first in rounds if first > 0.6]
    at_the_level = [(t, first) for t, before, first in rounds if before == 2]
    assert len(counted) > 2
    assert at_the_level == [(4, -10.0)]


def test_the_level_of_adap_ucb_leaves_gamma_negative() -> None:
    log, n = 4 * mpmath.log(16), 2**7
    level = 4 * log / (HALF.numerator / mpmath.mpf(HALF.denominator) * 1)
    assert mpmath.ceil(mpmath.log(level, 2)) == 7
    gamma = mpmath.mpf("0.5") - 2 * mpmath.sqrt(log / (2 * n)) - 2 * log / n
    assert mpmath.almosteq(gamma, mpmath.mpf("-0.0895"), abs_eps=mpmath.mpf("0.0001"))


def squares_of_a_column(square: int, rows: int) -> Iterator[tuple[Fraction, Fraction]]:
    """The squared standardised mean of entries +-a or 0, a^2 = square, and its mass."""
    share = Fraction(1, 2 * square)
    for entries in product((-1, 0, 1), repeat=rows):
        count = sum(map(abs, entries))
        mass = share**count * (1 - Fraction(1, square)) ** (rows - count)
        yield Fraction(square * sum(entries) ** 2, rows), mass


def score_of_a_part(x: Fraction, k: int) -> Fraction:
    """W of Lemma D.5 for half of the rows, z* = mu and no third cumulant."""
    apart = x - k * x / (k - 1)
    return apart / 4 + Fraction(1, 4 * k) + apart**2 / 32


@pytest.mark.parametrize("k", [3, 5])
def test_the_means_of_a_part_add_up_to_no_limit_near_zero(k: int) -> None:
    total = Fraction(0)
    for j in range(2, 2 * k + 1):
        law = squares_of_a_column(j**4, k)
        own = sum((p * score_of_a_part(x, k) for x, p in law), Fraction(0))
        fourth = 3 + Fraction(j**4 - 3, k)
        printed = Fraction(-1, 4 * (k - 1)) + Fraction(1, 4 * k) + fourth / (32 * (k - 1) ** 2)
        assert own == printed
        total += own
    assert total > HALF or k < 5


def test_the_lindeberg_sum_of_a_part_is_large() -> None:
    k, total = 4, Fraction(0)
    for j in range(k + 1, 2 * k + 1):
        law = [(score_of_a_part(x, k), p) for x, p in squares_of_a_column(j**4, k)]
        total += sum((p * w**2 for w, p in law if abs(w) > 1), Fraction(0))
    assert total > 2


def test_the_variances_for_another_target_are_large() -> None:
    k, total = 4, Fraction(0)
    n = 2 * k
    for j in range(k + 1, 2 * k + 1):
        moments = [Fraction(0), Fraction(0)]
        for x, p in squares_of_a_column(j**4, n):
            y = (x - n * x / (n - 1)) / 2
            moments = [moments[0] + p * y, moments[1] + p * y**2]
        own = moments[1] - moments[0] ** 2
        assert own == (2 + Fraction(j**4 - 3, n)) / (4 * (n - 1) ** 2)
        total += own
    assert total >= HALF


@pytest.mark.parametrize(("n", "k"), [(4, 2), (6, 3), (5, 2)])
def test_the_displayed_score_of_fair_bits_has_one_value(n: int, k: int) -> None:
    kept = Fraction(sum(n - 1 in part for part in combinations(range(n), k)), comb(n, k))
    without = {Fraction(2 * s, 1) for s in range(k + 1)}
    with_it = {2 * s + 1 for s in range(k)}
    assert kept == Fraction(k, n)
    assert not without & with_it  # at an outcome of H_0 only the part without the target counts
    assert mpmath.log(float(1 - kept)) < -float(kept)


def test_another_target_on_the_line_has_the_same_advantage() -> None:
    for score in (1, 5, 40):
        optimal = 2 * mpmath.ncdf(mpmath.sqrt(score) / 2) - 1
        scal, targ = 2 * score, 4 * score
        assert mpmath.almosteq(2 * mpmath.ncdf(scal / (2 * mpmath.sqrt(targ))) - 1, optimal)


def test_a_part_of_the_rows_tells_a_row_with_its_ratio() -> None:
    seen = [3 in part for part in combinations(range(4), 2)]
    assert Fraction(sum(seen), len(seen)) == HALF


def test_the_power_of_one_row_is_above_the_dotted_line() -> None:
    level = mpmath.mpf(1) / 32
    quantile = mpmath.sqrt(2) * mpmath.erfinv(2 * level - 1)
    assert mpmath.ncdf(quantile + mpmath.sqrt(5)) < mpmath.mpf("0.65")


def test_the_border_of_the_regimes_is_many_times_the_gap() -> None:
    factors = []
    for digits in (4, 10, 40):
        with mpmath.workdps(60):
            q = 1 - mpmath.mpf(10) ** -digits
            gap = q - mpmath.mpf("0.5")
            divergence = (mpmath.log(1 / (2 * q)) + mpmath.log(1 / (2 * (1 - q)))) / 2
            factors.append(divergence / gap / gap)
    assert factors == sorted(factors)
    assert factors[-1] > 180


@pytest.mark.parametrize("rows", [1, 2, 3, 6])
def test_fair_bits_and_the_target_one_half_leave_no_error(rows: int) -> None:
    without = {2 * Fraction(sum(bits)) for bits in product((0, 1), repeat=rows)}
    known = {2 * (HALF + sum(bits)) for bits in product((0, 1), repeat=rows - 1)}
    assert all(value % 2 == 0 for value in without)
    assert all(value % 2 == 1 for value in known)
