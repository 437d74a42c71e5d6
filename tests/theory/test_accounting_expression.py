"""Compositions as a person writes them, and one sentence for each mistake."""

from fractions import Fraction
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import accounting


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("laplace(0.1)", [(1, accounting.LaplaceLoss("0.1"))]),
        ("100*laplace(eps=1e-1)", [(100, accounting.LaplaceLoss("0.1"))]),
        ("1e3 * laplace( scale = 4 )", [(1000, accounting.LaplaceLoss("0.25"))]),
        ("laplace(1/3)", [(1, accounting.LaplaceLoss(Fraction(1, 3)))]),
        ("3*gaussian(10)", [(1, accounting.GaussianLoss("0.03"))]),
        ("gaussian(mu=.5)+gaussian(rho=2)", [(1, accounting.GaussianLoss("4.25"))]),
        ("rr(1)+2*pure(1)", [(3, accounting.RandomisedResponseLoss(1))]),
        ("discrete_laplace(0.2)", [(1, accounting.RandomisedResponseLoss("0.2"))]),
        ("discrete_laplace(0.2, sensitivity=3)", [(1, accounting.DiscreteLaplaceLoss("0.2", 3))]),
        (
            "discrete_gaussian(sensitivity=2, sigma=5)",
            [(1, accounting.DiscreteGaussianLoss(25, 2))],
        ),
        ("0*laplace(1)", []),
        ("5*rr(0) + pure(0)", []),
        ("gaussian(mu=0) + gaussian(rho=0)", []),
        ("discrete_laplace(1, sensitivity=0) + discrete_gaussian(1, sensitivity=0)", []),
        ("2.0*laplace(1)\n+\tlaplace(1)", [(3, accounting.LaplaceLoss(1))]),
    ],
)
def test_what_is_read(text, parts):
    assert accounting.parse_composition(text) == accounting.Composition(tuple(parts))


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
    assert accounting.parse_composition(written) == accounting.parse_composition(meant)


def test_very_many_terms_are_rejected(monkeypatch):
    monkeypatch.setattr("banditproof.theory.accounting.expression.MOST_TERMS", 20)
    assert accounting.parse_composition("+".join(["laplace(1)"] * 20)).releases == 20
    with pytest.raises(ValueError, match="more than 20 terms"):
        accounting.parse_composition("+".join(["laplace(1)"] * 21))


@for_all(st.text(alphabet="01.e-+*/()=, laplceguins_r", max_size=30), examples=200)
def test_any_text_is_read_or_rejected_in_a_sentence(text):
    try:
        sentence = f"The expression {accounting.parse_composition(text)} was read."
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")
    assert "expression" in sentence
