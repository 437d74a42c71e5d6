"""Enclosures: what they contain, how they print, how they are stored, and errors."""

import importlib
import json
import math
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from banditproof.theory import Enclosure, certifiable, certify, d_eps, kl
from banditproof.theory.certified_forms import certified_by

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


@pytest.mark.parametrize("end", [0.5, 1.0, math.nan])
def test_a_float_end_is_rejected(end):
    with pytest.raises(ValueError, match="give a Fraction or an infinity"):
        Enclosure(end, Fraction(1))


def test_reversed_ends_are_rejected():
    with pytest.raises(ValueError, match="give lo <= hi"):
        Enclosure(Fraction(1), Fraction(0))


def read(text):
    return Fraction(text)


def check_decimals(for_all, low_text, high_text):
    def outward(value, scale, digits):
        value *= scale
        e = Enclosure(value, value)
        low, high = read(low_text(e, digits)), read(high_text(e, digits))
        assert low <= value <= high
        assert high - low <= abs(value) * Fraction(10) ** (1 - digits)

    for_all(outward, RATIONALS, SCALES, st.integers(1, 40), examples=120)


def test_decimal_strings_are_rounded_outwards(for_all, rejects):
    check_decimals(for_all, Enclosure.decimal_lo, Enclosure.decimal_hi)
    rejects(check_decimals, for_all, Enclosure.decimal_hi, Enclosure.decimal_lo)
    rejects(check_decimals, for_all, Enclosure.decimal_lo, Enclosure.decimal_lo)
    rejects(
        check_decimals,
        for_all,
        lambda e, d: f"{float(e.lo):.3e}",
        lambda e, d: f"{float(e.hi):.3e}",
    )


def shown_interval(text):
    """The interval that a printed enclosure stands for: 0.3[3..4] is [0.33, 0.34]."""
    if "[" not in text:
        return read(text), read(text)
    prefix, rest = text.split("[")
    low, high = rest.rstrip("]").split("..")
    return read(prefix + low), read(prefix + high)


def check_printing(for_all, show):
    def contains(value, scale, width):
        low = value * scale
        e = Enclosure(low, low + abs(low) * Fraction(1, 10**width))
        if e.lo == e.hi:
            return
        shown = shown_interval(show(e))
        assert shown[0] <= e.lo <= e.hi <= shown[1]

    for_all(contains, RATIONALS, SCALES, st.integers(1, 45), examples=120)


def test_what_is_printed_contains_the_enclosure(for_all, rejects):
    check_printing(for_all, str)
    rejects(check_printing, for_all, lambda e: str(float(e)))
    rejects(check_printing, for_all, lambda e: f"[{e.decimal_hi(4)}..{e.decimal_lo(4)}]")


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


def test_json_and_pickle(for_all):
    def travels(case):
        e = certify(kl, *case)
        assert pickle.loads(pickle.dumps(e)) == e
        fields = json.loads(json.dumps(e.to_json()))
        if e.is_finite:
            assert read(fields["lo"]) <= e.lo <= e.hi <= read(fields["hi"])
        else:
            assert fields == {"lo": "inf", "hi": "inf"}

    unit = st.integers(0, 50).map(lambda k: Fraction(k, 50))
    for_all(travels, st.tuples(unit, unit), examples=60)


def test_digits_are_a_promise_about_the_width(for_all):
    def promised(value, scale, width):
        low = value * scale
        e = Enclosure(low, low + abs(low) / 10**width)
        if 0 < e.digits < math.inf:
            assert e.width <= abs(e.mid) / Fraction(10) ** int(e.digits)
            assert e.width > abs(e.mid) / Fraction(10) ** int(e.digits + 1)

    for_all(promised, RATIONALS, SCALES, st.integers(0, 45), examples=100)


def test_certify_rejects_what_has_no_certificate():
    with pytest.raises(ValueError, match="has no certified form"):
        certify(math.sqrt, 2)
    with pytest.raises(ValueError, match="digits from 1 to"):
        certify(kl, 0.5, 0.25, digits=0)
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
