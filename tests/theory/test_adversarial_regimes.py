"""Rates as exponents against the bounds themselves; the partition, and where Table 2 is wrong."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.theory.adversarial import PrivateGame, best_rates, rates, recommended, regimes
from banditproof.theory.adversarial import conversion_bounds as conversions
from banditproof.theory.adversarial import expert_bounds as experts
from banditproof.theory.adversarial.rate_partition import (
    LINEAR,
    PARAMETERS,
    TABLE_2,
    Regime,
    best_at,
    is_partition,
    misses,
    no_more,
    uncovered,
)

GRID = [Fraction(k, 4) for k in range(5)]


@pytest.mark.parametrize(
    ("rate", "bound"),
    [
        (rates.COROLLARY_2, conversions.htinf_conversion_printed),
        (rates.COROLLARY_8, experts.expert_conversion_printed),
        (rates.THEOREM_9, experts.local_exp4_printed),
        (rates.THEOREM_10, experts.batched_exp4_printed),
    ],
)
def test_an_exponent_is_the_growth_of_the_printed_bound(rate, bound) -> None:
    # between two horizons at N = T^a, K = T^b, eps = T^-c; the logarithms still move it a little
    for a, b, c in product((Fraction(1, 4), Fraction(1), Fraction(3, 2)), GRID[::2], GRID[::2]):
        ends = []
        for power in (60, 120):
            game = PrivateGame.of(
                10 ** int(power * b),
                10**power,
                Fraction(1, 10 ** int(power * c)),
                10 ** int(power * a),
                "0.01",
            )
            ends.append(game.value(bound))
        growth = (math.log10(float(ends[1])) - math.log10(float(ends[0]))) / 60
        assert growth == pytest.approx(float(rate.at((a, b, c))), abs=0.03)


def test_table_1_has_its_five_rates() -> None:
    point = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))
    assert [rate.at(point) for rate in rates.TABLE_1] == [
        Fraction(3, 4),
        Fraction(11, 16),
        Fraction(13, 16),
        Fraction(3, 4),
        Fraction(11, 12),
    ]
    # without experts the new rate is the better one wherever eps < 1
    assert all(
        rates.TABLE_1[1].at((a, b, c)) <= rates.TABLE_1[0].at((a, b, c))
        for a, b, c in product(GRID, repeat=3)
    )


def test_the_partition_is_one_and_a_changed_one_is_not() -> None:
    parts = regimes()
    assert is_partition(parts)
    assert [str(part.share) for part in parts] == ["37/180", "67/360", "1/120", "3/5"]
    wider = parts[0].polytope.half_spaces[:-1]
    changed = Regime(parts[0].best, type(parts[0].polytope)(wider))
    assert not is_partition((changed, *parts[1:]))
    assert not is_partition((*parts, parts[2]))


def test_the_partition_says_what_the_exponents_say() -> None:
    rng = np.random.default_rng(2)
    for numbers in rng.integers(0, 61, (120, 3)):
        point = (Fraction(int(numbers[0]), 30), *(Fraction(int(x), 60) for x in numbers[1:]))
        names = {part.best for part in regimes() if part.polytope.holds(point)}
        smallest = min(rate.at(point) for rate in rates.WITH_EXPERTS)
        expected = (
            {r for r in rates.WITH_EXPERTS if r.at(point) == smallest} if smallest <= 1 else set()
        )
        if smallest >= 1:
            expected.add(None)
        assert names == expected
        assert set(best_at(point)) == expected - {None}


def test_the_borders_are_those_of_the_three_comparisons() -> None:
    for a, b, c in product([Fraction(k, 8) for k in range(17)], GRID, GRID):
        eight, nine, ten = (rate.terms[0].at((a, b, c)) for rate in rates.WITH_EXPERTS)
        assert (eight < nine) == (c > a - b)  # eps < K/N
        assert (eight < ten) == (a < Fraction(3, 2) * b + (1 - c) / 2)  # N < K^(3/2) sqrt(T eps)
        assert (ten < nine) == (c > (1 + a) / 4)  # eps < (N T)^(-1/4)


def test_where_table_2_is_wrong() -> None:
    assert misses(TABLE_2[0]) == ()
    (second,), (third,) = misses(TABLE_2[1]), misses(TABLE_2[2])
    assert (second.better, second.excess) == (rates.THEOREM_10, Fraction(1, 6))
    assert (third.better, third.excess) == (rates.COROLLARY_8, Fraction(1, 6))
    for miss in (second, third):
        assert miss.row.polytope.holds(miss.point)
        worse = miss.row.recommends.at(miss.point)
        assert worse - miss.better.at(miss.point) == miss.excess
        assert 0 < miss.share < 1
    inside = uncovered().inner_point()
    assert PARAMETERS.holds(inside)
    assert uncovered().volume == Fraction(1, 8)
    a, b, c = inside
    assert b < a
    assert a - b < c < Fraction(1, 2)
    # the best rate in the gap is that of Corollary 8 wherever one is below T
    for rate in (rates.THEOREM_9, rates.THEOREM_10):
        gap = uncovered().cut(
            no_more(rate.terms[0], rates.COROLLARY_8.terms[0]), no_more(rate.terms[0], LINEAR)
        )
        beaten = gap.inner_point()
        assert (beaten is None) == (rate is rates.THEOREM_9)


GAMES = [
    ((10, 10**8, "0.001", 100), ["adv.cor8"], []),
    ((10, 10**6, "0.001", 20), ["adv.cor8"], ["adv.thm10"]),
    ((2, 10**12, "0.00001", 10**6), ["adv.thm10"], ["adv.thm9"]),
    ((10, 10**6, "0.001", 10), ["adv.cor8"], ["adv.cor8", "adv.thm10"]),
    ((2, 10**4, "0.001", 10**5), [], ["adv.thm9", "adv.thm10"]),
]


@pytest.mark.parametrize(("numbers", "best", "said"), GAMES)
def test_the_best_rate_of_numbers_and_what_table_2_says(numbers, best, said) -> None:
    game = PrivateGame.of(*numbers)
    assert [rate.claim for rate in best_rates(game)] == best
    assert [row.recommends.claim for row in recommended(game)] == said


def test_numbers_and_exponents_agree_off_the_borders() -> None:
    rng = np.random.default_rng(9)
    for _ in range(60):
        horizon = 10 ** int(rng.integers(4, 30))
        arms = int(10 ** rng.uniform(0.31, 8))
        advisers = int(10 ** rng.uniform(0.31, 20))
        eps = Fraction(1, int(10 ** rng.uniform(0, 12)))
        scale = math.log(horizon)
        point = tuple(Fraction(math.log(x) / scale) for x in (advisers, arms, float(1 / eps)))
        values = sorted(rate.at(point) for rate in rates.WITH_EXPERTS)
        if min(abs(values[0] - values[1]), abs(values[0] - 1)) < Fraction(1, 10**6):
            continue
        expected = set(best_at(point))
        assert set(best_rates(PrivateGame.of(arms, horizon, eps, advisers))) == expected


def test_a_rate_of_exactly_t_is_still_a_rate() -> None:
    """sqrt(T N/eps) = sqrt(T K)/eps = T; with a fifth arm and expert both are above it."""
    assert [rate.claim for rate in best_rates(PrivateGame.of(4, 4, 1, 4))] == [
        "adv.cor8",
        "adv.thm9",
    ]
    assert best_rates(PrivateGame.of(5, 4, 1, 5)) == ()
