"""The rigorous kernel: outward bounds, growing precision, and certificates that must fit."""

import math
from fractions import Fraction
from threading import Thread
from time import sleep
import flint
import pytest
from flint import arb
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import Enclosure, balls

RATIONALS = st.fractions(max_denominator=10**15)


@for_all(RATIONALS, st.integers(4, 300))
def check_bounds(value, bits, low, high):
    with balls.working_precision(bits):
        x = balls.ball(value)
        assert low(x) <= value <= high(x)
        assert high(x) - low(x) <= abs(value) * Fraction(8, 2**bits)


def test_a_rational_is_inside_its_ball():
    check_bounds(balls.lower, balls.upper)
    rejects(check_bounds, balls.midpoint, balls.upper)
    rejects(check_bounds, balls.lower, balls.midpoint)


def test_the_precision_is_restored_even_after_an_error():
    before = flint.ctx.prec

    def fail():
        with balls.working_precision(1000):
            assert flint.ctx.prec == 1000
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert flint.ctx.prec == before


def test_the_hull_contains_both():
    a, b = balls.ball(Fraction(1, 3)), balls.ball(Fraction(2, 3))
    assert balls.lower(balls.hull(a, b)) <= Fraction(1, 3)
    assert balls.upper(balls.hull(a, b)) >= Fraction(2, 3)


@pytest.mark.parametrize("digits", [1, 15, 100, 1000])
def test_enclose_delivers(digits):
    e = balls.enclose(lambda: balls.ball(2).sqrt(), digits)
    assert e.digits >= digits
    assert e.lo**2 <= 2 <= e.hi**2


def test_enclose_raises_the_precision_until_cancellation_is_beaten():
    tiny = Fraction(1, 10**400)
    e = balls.enclose(lambda: (1 + balls.ball(tiny)).log(), 30)
    assert e.digits >= 30
    assert e.lo < tiny - tiny**2 / 2 + tiny**3
    assert tiny - tiny**2 / 2 < e.hi


def test_enclose_gives_up_at_the_precision_that_it_may_use():
    tried = []

    def wide():
        tried.append(flint.ctx.prec)
        return arb(1, 0.5)

    with pytest.raises(ArithmeticError, match="500 bits were not enough for 10"):
        balls.enclose(wide, 10, 500)
    assert max(tried) <= 500 < 2 * max(tried)


@for_all(RATIONALS, st.integers(1, 60))
def check_trimming(value, digits, subject):
    low = value * Fraction(1, 7) + Fraction(1, 3**40)
    e = Enclosure(low, low + abs(low) / 10 ** (digits + 2))
    t = subject(e, digits)
    assert t.lo <= e.lo <= e.hi <= t.hi
    assert t.digits >= digits


def test_trimming_only_widens():
    check_trimming(balls.trimmed)
    rejects(check_trimming, lambda e, digits: Enclosure(e.mid, e.mid))
    rejects(check_trimming, lambda e, digits: Enclosure(e.lo - abs(e.lo), e.hi))


def test_trimming_shortens_and_leaves_points_alone():
    long = balls.enclose(lambda: balls.ball(2).sqrt(), 15)
    assert long.lo.denominator < 2**90
    infinite = Enclosure(math.inf, math.inf)
    assert balls.trimmed(infinite, 5) is infinite


def test_threads_take_turns_and_leave_the_precision_alone():
    before, result = flint.ctx.prec, []

    def work(seed):
        for i in range(20):
            digits = 20 + (7 * i + seed) % 60
            result.append(balls.enclose(lambda: balls.ball(2).sqrt(), digits).digits >= digits)
            with balls.working_precision(64 + digits):
                result.append(flint.ctx.prec == 64 + digits)
                sleep(0)
                result.append(flint.ctx.prec == 64 + digits)

    threads = [Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(result) == 4 * 20 * 3
    assert all(result)
    assert flint.ctx.prec == before
