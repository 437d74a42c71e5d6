"""The rigorous kernel: outward bounds, growing precision, and certificates that must fit."""

import math
from fractions import Fraction
from threading import Thread
from time import sleep

import flint
import pytest
from flint import arb
from hypothesis import strategies as st

from banditproof.theory import Enclosure
from banditproof.theory.balls import (
    ball,
    enclose,
    hull,
    lower,
    midpoint,
    trimmed,
    upper,
    working_precision,
)

RATIONALS = st.fractions(max_denominator=10**15)


def check_bounds(for_all, low, high):
    def contains(value, bits):
        with working_precision(bits):
            x = ball(value)
            assert low(x) <= value <= high(x)
            assert high(x) - low(x) <= abs(value) * Fraction(8, 2**bits)

    for_all(contains, RATIONALS, st.integers(4, 300), examples=100)


def test_a_rational_is_inside_its_ball(for_all, rejects):
    check_bounds(for_all, lower, upper)
    rejects(check_bounds, for_all, midpoint, upper)
    rejects(check_bounds, for_all, lower, midpoint)


def test_the_precision_is_restored_even_after_an_error():
    before = flint.ctx.prec

    def fail():
        with working_precision(1000):
            assert flint.ctx.prec == 1000
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert flint.ctx.prec == before


def test_the_hull_contains_both():
    a, b = ball(Fraction(1, 3)), ball(Fraction(2, 3))
    assert lower(hull(a, b)) <= Fraction(1, 3)
    assert upper(hull(a, b)) >= Fraction(2, 3)


@pytest.mark.parametrize("digits", [1, 15, 100, 1000])
def test_enclose_delivers(digits):
    e = enclose(lambda: ball(2).sqrt(), digits)
    assert e.digits >= digits
    assert e.lo**2 <= 2 <= e.hi**2


def test_enclose_raises_the_precision_until_cancellation_is_beaten():
    tiny = Fraction(1, 10**400)
    e = enclose(lambda: (1 + ball(tiny)).log(), 30)
    assert e.digits >= 30
    assert e.lo < tiny - tiny**2 / 2 + tiny**3
    assert tiny - tiny**2 / 2 < e.hi


def test_enclose_gives_up_on_a_hidden_zero():
    with pytest.raises(ArithmeticError, match="were not enough"):
        enclose(lambda: ball(2).sqrt() ** 2 - 2, 5)


def test_enclose_gives_up_at_the_precision_that_it_may_use():
    tried = []

    def wide():
        tried.append(flint.ctx.prec)
        return arb(1, 0.5)

    with pytest.raises(ArithmeticError, match="500 bits were not enough for 10"):
        enclose(wide, 10, 500)
    assert max(tried) <= 500 < 2 * max(tried)


def test_enclose_rejects_a_lower_bound_above_the_upper():
    with pytest.raises(ArithmeticError, match="a certificate is wrong"):
        enclose(lambda: (ball(2), ball(1)), 5)
    with pytest.raises(ArithmeticError, match="were not enough"):
        enclose(arb.nan, 5)


def check_trimming(for_all, subject):
    def outward(value, digits):
        low = value * Fraction(1, 7) + Fraction(1, 3**40)
        e = Enclosure(low, low + abs(low) / 10 ** (digits + 2))
        t = subject(e, digits)
        assert t.lo <= e.lo <= e.hi <= t.hi
        assert t.digits >= digits

    for_all(outward, RATIONALS, st.integers(1, 60), examples=100)


def test_trimming_only_widens(for_all, rejects):
    check_trimming(for_all, trimmed)
    rejects(check_trimming, for_all, lambda e, digits: Enclosure(e.mid, e.mid))
    rejects(check_trimming, for_all, lambda e, digits: Enclosure(e.lo - abs(e.lo), e.hi))


def test_trimming_shortens_and_leaves_points_alone():
    long = enclose(lambda: ball(2).sqrt(), 15)
    assert long.lo.denominator < 2**90
    infinite = Enclosure(math.inf, math.inf)
    assert trimmed(infinite, 5) is infinite


def test_threads_take_turns_and_leave_the_precision_alone():
    before, found = flint.ctx.prec, []

    def work(seed):
        for i in range(20):
            digits = 20 + (7 * i + seed) % 60
            found.append(enclose(lambda: ball(2).sqrt(), digits).digits >= digits)
            with working_precision(64 + digits):
                found.append(flint.ctx.prec == 64 + digits)
                sleep(0)
                found.append(flint.ctx.prec == 64 + digits)

    threads = [Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 * 20 * 3
    assert all(found)
    assert flint.ctx.prec == before


@pytest.mark.parametrize("number", ["1e9", "1e20", "1e300"])
@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_too_extreme_to_be_written_out_get_a_sentence(number, sign):
    with pytest.raises(ValueError, match=r"give .*less extreme"):
        enclose(lambda: (sign * ball(Fraction(number))).exp(), 5)


@pytest.mark.parametrize("value", [arb.nan(), arb.pos_inf(), arb.neg_inf()])
def test_ends_that_are_no_numbers_get_a_sentence(value):
    for end in (lower, upper, midpoint):
        with pytest.raises(ValueError, match="less extreme"):
            end(value)
