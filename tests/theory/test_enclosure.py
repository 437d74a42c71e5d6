"""Enclosures: what they contain, how they print, how they are stored, and errors."""

import importlib
import json
import math
import pickle
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
import flint
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import certifiable, certify, d_eps, kl
from banditproof.theory.balls import working_precision
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure

RATIONALS = st.fractions(max_denominator=10**12)
SCALES = st.integers(-40, 40).map(lambda k: Fraction(10) ** k)


def third():
    return Enclosure(Fraction(33, 100), Fraction(34, 100))


def test_properties():
    e = third()
    assert e.width == Fraction(1, 100)
    assert e.mid == Fraction(67, 200)
    assert e.digits == 1
    assert float(e) == 0.335
    assert e.is_finite
    assert Fraction(1, 3) in e
    assert 0.34 not in e  # the float is above 34/100
    assert e == third()
    assert hash(e) == hash(third())


def test_points_and_infinities():
    point, infinite = Enclosure(Fraction(1, 4), Fraction(1, 4)), Enclosure(math.inf, math.inf)
    assert point.digits == infinite.digits == math.inf
    assert point.width == infinite.width == 0
    assert infinite.mid == math.inf
    assert not infinite.is_finite
    assert math.inf in infinite
    assert Enclosure(Fraction(1), math.inf).digits == 0
    assert Enclosure(Fraction(-1), Fraction(1)).digits == 0


def test_an_enclosure_is_frozen():
    with pytest.raises(AttributeError):
        third().lo = Fraction(0)


def read(text):
    return Fraction(text)


@for_all(RATIONALS, SCALES, st.integers(1, 40), examples=120)
def check_decimals(value, scale, digits, low_text, high_text):
    value *= scale
    e = Enclosure(value, value)
    low, high = read(low_text(e, digits)), read(high_text(e, digits))
    assert low <= value <= high
    assert high - low <= abs(value) * Fraction(10) ** (1 - digits)


def test_decimal_strings_are_rounded_outwards():
    check_decimals(Enclosure.decimal_lo, Enclosure.decimal_hi)
    rejects(check_decimals, Enclosure.decimal_hi, Enclosure.decimal_lo)
    rejects(check_decimals, Enclosure.decimal_lo, Enclosure.decimal_lo)
    rejects(check_decimals, lambda e, d: f"{float(e.lo):.3e}", lambda e, d: f"{float(e.hi):.3e}")


def shown_interval(text):
    """The interval that a printed enclosure stands for: 0.3[3..4] is [0.33, 0.34]."""
    if "[" not in text:
        return read(text), read(text)
    prefix, rest = text.split("[")
    low, high = rest.rstrip("]").split("..")
    return read(prefix + low), read(prefix + high)


@for_all(RATIONALS, SCALES, st.integers(1, 45), examples=120)
def check_printing(value, scale, width, show):
    low = value * scale
    e = Enclosure(low, low + abs(low) * Fraction(1, 10**width))
    if e.lo == e.hi:
        return
    shown = shown_interval(show(e))
    assert shown[0] <= e.lo <= e.hi <= shown[1]


def test_what_is_printed_contains_the_enclosure():
    check_printing(str)
    rejects(check_printing, lambda e: str(float(e)))
    rejects(check_printing, lambda e: f"[{e.decimal_hi(4)}..{e.decimal_lo(4)}]")


@pytest.mark.parametrize(
    ("lo", "hi", "text"),
    [
        (Fraction(33, 100), Fraction(34, 100), "0.3[3..4]"),
        (Fraction(0), Fraction(0), "0"),
        (Fraction(1, 4), Fraction(1, 4), "0.2500000000000000000000000000000000000000"),
        (math.inf, math.inf, "inf"),
        (-math.inf, -math.inf, "-inf"),
        (Fraction(1), math.inf, "[1.00000..inf]"),
        (Fraction(-34, 100), Fraction(-33, 100), "-0.3[4..3]"),
        (Fraction(99, 100), Fraction(101, 100), "[0.99..1.1]"),
    ],
)
def test_printed_forms(lo, hi, text):
    assert str(Enclosure(lo, hi)) == text


@for_all(
    st.tuples(
        st.integers(0, 50).map(lambda k: Fraction(k, 50)),
        st.integers(0, 50).map(lambda k: Fraction(k, 50)),
    ),
    examples=60,
)
def test_json_and_pickle(case):
    e = certify(kl, *case)
    assert pickle.loads(pickle.dumps(e)) == e
    fields = json.loads(json.dumps(e.to_json()))
    if e.is_finite:
        assert read(fields["lo"]) <= e.lo <= e.hi <= read(fields["hi"])
    else:
        assert fields == {"lo": "inf", "hi": "inf"}


@for_all(RATIONALS, SCALES, st.integers(0, 45))
def test_digits_are_a_promise_about_the_width(value, scale, width):
    low = value * scale
    e = Enclosure(low, low + abs(low) / 10**width)
    if 0 < e.digits < math.inf:
        assert e.width <= abs(e.mid) / Fraction(10) ** int(e.digits)
        assert e.width > abs(e.mid) / Fraction(10) ** int(e.digits + 1)


def test_certify_rejects_what_has_no_certificate():
    with pytest.raises(ValueError, match="has no certified form"):
        certify(math.sqrt, 2)
    assert math.sqrt not in certifiable()


def test_every_certifiable_function_is_public():
    assert {kl, d_eps} <= set(certifiable())
    for function in certifiable():
        if function.__module__.startswith("banditproof.theory"):
            room = importlib.import_module(".".join(function.__module__.split(".")[:3]))
            assert getattr(room, function.__name__) is function


def test_all_rooms_with_certified_forms_are_known():
    """A fresh process that only asks for the list finds what loading every module finds."""
    program = """if True:
        import importlib, pkgutil
        import banditproof.theory as theory
        from banditproof.theory.certified_forms import _CERTIFIED_FORMS
        listed = theory.certifiable()
        for module in pkgutil.walk_packages(theory.__path__, "banditproof.theory."):
            importlib.import_module(module.name)
        assert len(listed) == len(_CERTIFIED_FORMS) > 30
    """
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_registration_adds_a_form():
    def form(x, *, digits):
        return Enclosure(Fraction(x), Fraction(x))

    def identity(x):
        return x

    assert certified_by(form)(identity) is identity
    assert certify(identity, 3).lo == 3


def test_readings():
    assert Enclosure.of(0.1) == Enclosure(Fraction(0.1), Fraction(0.1))
    assert Enclosure.of(0.1) != Enclosure.of("0.1") == Enclosure.of("1/10")
    three = Enclosure(Fraction(3), Fraction(3))
    assert Enclosure.of(3) == Enclosure(3, 3) == Enclosure.of(np.int64(3)) == three
    assert isinstance(Enclosure(3, 3).lo, Fraction)
    assert Enclosure(3, 3).is_finite
    assert Enclosure.of(math.inf) == INFINITE
    assert Enclosure.of(Enclosure.of(1, 3), Enclosure.of(2, 4)) == Enclosure.of(1, 4)
    assert (ZERO.exact, Enclosure.of(1, 2).lower, Enclosure.of(1, 2).upper) == (0, 1, 2)
    with working_precision(64):
        root = Enclosure.of(flint.arb(2).sqrt())
    assert (root**2).contains(2)
    assert root.digits > 15
    with pytest.raises(ValueError, match="not finite as a ball"):
        Enclosure.of(flint.arb("nan"))


def test_smallest_and_largest():
    values = [Enclosure.of(1, 4), Enclosure.of(2, 3), 5]
    assert Enclosure.min(*values) == Enclosure.of(1, 3)
    assert Enclosure.max(*values) == Enclosure.of(5)
    first, *others = values
    assert first.min(*others) == Enclosure.of(1, 3)
    assert Enclosure.of(6).max(first) == Enclosure.of(6)
    assert all(a.lo <= b.hi for a, b in pairwise([Enclosure.min(*values), Enclosure.max(*values)]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Enclosure.of("0.1"), "Enclosure(lo=Fraction(1, 10), hi=Fraction(1, 10))"),
        (INFINITE, "Enclosure(lo=inf, hi=inf)"),
        (Enclosure.of("1e400"), "<Enclosure 1.0e400>"),
        (
            Enclosure.of(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**999)),
            f"<Enclosure 0.{'3' * 39}[3..4]>",
        ),
        (Enclosure.of(Fraction(2, 3) ** 1000, math.inf), "<Enclosure [8.10477e-177..inf]>"),
    ],
)
def test_the_repr_is_short_and_has_no_trouble_with_many_digits(value, text) -> None:
    assert repr(value) == text
    assert len(repr(Enclosure.of(2) ** 10**6)) < 80


def test_every_enclosure_has_a_float_but_the_whole_line() -> None:
    big, tiny = Enclosure.of("1e400"), Enclosure.of("1e-400")
    cases = {math.inf: (big, INFINITE, Enclosure.of(-1, math.inf)), 0.0: (tiny, -tiny)}
    cases |= {-math.inf: (-big, -INFINITE, Enclosure.of(-math.inf, 3))}
    for wanted, enclosures in cases.items():
        assert [float(value) for value in enclosures] == [wanted] * len(enclosures)


@pytest.mark.parametrize("exponent", [10**8, -(10**8), 10**400])
def test_a_power_of_too_many_digits_is_refused_at_once(exponent) -> None:
    for base in (Enclosure.of("0.33", "0.34"), Enclosure.of(2), Enclosure.of(-3, "-0.5")):
        with pytest.raises(ValueError, match="binary digits; give a smaller exponent"):
            base**exponent
    assert Enclosure.of(1) ** exponent == Enclosure.of(1)
    assert Enclosure.of(-1) ** exponent == Enclosure.of(1)


def test_the_built_in_maximum_is_no_enclosure_of_the_largest() -> None:
    low, high = Enclosure.of(0, 2), Enclosure.of(1, 3)
    assert max(low, high) is low
    assert Enclosure.max(low, high) == high
