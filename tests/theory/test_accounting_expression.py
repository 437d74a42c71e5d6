"""Compositions as a person writes them, and one sentence for each mistake."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    RandomisedResponseLoss,
    parse_composition,
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("laplace(0.1)", [(1, LaplaceLoss("0.1"))]),
        ("100*laplace(eps=1e-1)", [(100, LaplaceLoss("0.1"))]),
        ("1e3 * laplace( scale = 4 )", [(1000, LaplaceLoss("0.25"))]),
        ("laplace(1/3)", [(1, LaplaceLoss(Fraction(1, 3)))]),
        ("3*gaussian(10)", [(1, GaussianLoss("0.03"))]),
        ("gaussian(mu=.5)+gaussian(rho=2)", [(1, GaussianLoss("4.25"))]),
        ("rr(1)+2*pure(1)", [(3, RandomisedResponseLoss(1))]),
        ("discrete_laplace(0.2)", [(1, RandomisedResponseLoss("0.2"))]),
        ("discrete_laplace(0.2, sensitivity=3)", [(1, DiscreteLaplaceLoss("0.2", 3))]),
        ("discrete_gaussian(sensitivity=2, sigma=5)", [(1, DiscreteGaussianLoss(25, 2))]),
        ("0*laplace(1)", []),
        ("5*rr(0) + pure(0)", []),
        ("gaussian(mu=0) + gaussian(rho=0)", []),
        ("discrete_laplace(1, sensitivity=0) + discrete_gaussian(1, sensitivity=0)", []),
        ("2.0*laplace(1)\n+\tlaplace(1)", [(3, LaplaceLoss(1))]),
    ],
)
def test_what_is_read(text, parts):
    assert parse_composition(text) == Composition(tuple(parts))


@pytest.mark.parametrize(
    ("text", "place", "trouble"),
    [
        ("", 1, "the name of a release is missing"),
        ("   ", 4, "the name of a release is missing"),
        ("laplace", 8, "'(' is missing after laplace"),
        ("laplace(", 9, "a number is missing"),
        ("laplace()", 9, "a number is missing"),
        ("laplace(0.1", 12, "')' is missing"),
        ("laplace(0.1))", 13, "'+' is missing between two releases"),
        ("laplace(0.1) laplace(0.2)", 14, "'+' is missing"),
        ("laplace(0.1)+", 14, "the name of a release is missing"),
        ("100laplace(0.1)", 4, "'*' is missing between a count"),
        ("100*", 5, "the name of a release is missing"),
        ("-3*laplace(1)", 1, "a count is negative"),
        ("2.5*laplace(1)", 1, "the count 2.5 is not an integer"),
        ("1e51*laplace(1)", 1, "the count 1e51 is above 1e50"),
        ("laplace(-1)", 9, "a parameter is negative"),
        ("laplace(eps=-1)", 9, "a parameter is negative"),
        ("laplace(nan)", 12, "'=' is missing after nan"),
        ("laplace(eps=inf)", 9, "a number is missing"),
        ("laplace(0.1, 0.2)", 14, "a second parameter needs its name"),
        ("laplace(sigma=1)", 9, "laplace has no parameter 'sigma' (it has eps, scale)"),
        ("laplace(0.1, eps=2)", 14, "eps is given twice"),
        ("laplace(0.1, scale=2)", 1, "laplace needs exactly one of eps, scale"),
        ("discrete_laplace(sensitivity=2)", 1, "needs exactly one of eps"),
        ("discrete_laplace(1, sensitivity=1.5)", 21, "not an integer up to 10000"),
        ("discrete_laplace(1, sensitivity=100000)", 21, "not an integer up to 10000"),
        ("gaussian(0)", 10, "sigma is 0, which means no noise and an infinite loss"),
        ("discrete_gaussian(0)", 19, "sigma is 0, which means no noise and an infinite loss"),
        ("laplace(0)", 9, "eps is 0, which noise of no scale has"),
        ("5*laplace(eps=0)", 11, "eps is 0, which noise of no scale has"),
        ("discrete_laplace(0)", 18, "eps is 0, which noise of no scale has"),
        ("laplace(scale=0)", 9, "scale is 0, which means no noise"),
        ("laplace(1e-51)", 9, "eps is outside [1e-50, 1e50]"),
        ("gaussian(1e300)", 10, "sigma is outside [1e-50, 1e50]"),
        ("cauchy(1)", 1, "'cauchy' is not known"),
        ("rr(10^10^10)", 9, "'^' is not part of an expression"),
        ("rr(10^-99999)", 4, "is not a number of moderate size"),
        ("50%*rr(1)", 1, "the count 50% is not an integer"),
        ("laplace(0.1) & rr(1)", 14, "'&' is not part of an expression"),
        ("laplace(0.1) - rr(1)", 14, "'+' is missing"),
        ("lap\u00e9(1)", 4, "'\u00e9' is not part of an expression"),
    ],
)
def test_each_mistake_names_its_place(text, place, trouble):
    with pytest.raises(ValueError, match=re.escape(trouble)) as error:
        parse_composition(text)
    assert f"at character {place}:" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("10^6*laplace(10^-1)", "1e6*laplace(0.1)"),
        ("2*10^3*rr(50%)", "2000*rr(0.5)"),
        ("2 * 10 ** 3 * rr(1/2)", "2000*rr(0.5)"),
        ("1_000*gaussian(mu=2.5*10^-2) + rr(1/4)", "1000*gaussian(mu=0.025) + rr(0.25)"),
    ],
)
def test_numbers_are_written_as_everywhere_else(written, meant):
    assert parse_composition(written) == parse_composition(meant)


def test_a_ratio_by_zero_and_huge_exponents_are_rejected():
    for text in (
        "laplace(1/0)",
        "0/0",
        "1e30000*laplace(1)",
        "1e99999999*laplace(1)",
        "laplace(1e-99999999)",
    ):
        with pytest.raises(ValueError, match="expression"):
            parse_composition(text)


def test_very_many_terms_are_rejected(monkeypatch):
    monkeypatch.setattr("banditproof.theory.accounting.expression.MOST_TERMS", 20)
    assert parse_composition("+".join(["laplace(1)"] * 20)).releases == 20
    with pytest.raises(ValueError, match="more than 20 terms"):
        parse_composition("+".join(["laplace(1)"] * 21))


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text(alphabet="01.e-+*/()=, laplceguins_r", max_size=30))
def test_any_text_is_read_or_rejected_in_a_sentence(text):
    try:
        sentence = f"The expression {parse_composition(text)} was read."
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert "expression" in sentence
