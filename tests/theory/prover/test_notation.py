"""Expressions and terms as text: what is read, what is refused, and that texts come back."""

import math
from fractions import Fraction
import pytest
from enclosure_checks import overlap
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.theory.prover.evaluation import value_at
from banditproof.theory.prover.expressions import Expression, number
from banditproof.theory.prover.functions import KNOWN
from banditproof.theory.prover.kernel.terms import read, stored, var
from banditproof.theory.prover.notation import parse, term_of, written
from banditproof.theory.prover.reading import MOST_NESTED, read_expression

X = {"x": Fraction(3, 10), "y": Fraction(2, 5), "z": Fraction(7, 10)}

NAMES = st.sampled_from(["x", "y", "z"]).map(lambda name: Expression("name", (), name))
NUMBERS = st.fractions(Fraction(0), Fraction(9), max_denominator=20).map(number)


def _operations(inner):
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.lists(inner, min_size=2, max_size=4).map(lambda a: Expression("sum", tuple(a))),
        pair.map(lambda a: Expression("product", a)),
        pair.map(lambda a: Expression("product", (a[0], Expression("inverse", (a[1],))))),
        inner.map(lambda a: Expression("negative", (a,))),
        st.tuples(inner, st.integers(0, 3).map(number)).map(lambda a: Expression("power", a)),
        inner.map(lambda a: Expression("call", (a,), "exp")),
        inner.map(lambda a: Expression("call", (a,), "log")),
        pair.map(lambda a: Expression("call", a, "kl")),
        st.tuples(inner, inner, inner).map(lambda a: Expression("call", a, "max")),
        st.tuples(inner, inner, inner, inner, st.sampled_from(["<", "<=", ">", ">="])).map(
            lambda a: Expression("choice", a[:4], a[4])
        ),
    )


EXPRESSIONS = st.recursive(NAMES | NUMBERS, _operations, max_leaves=8)


@settings(max_examples=60, deadline=None)
@given(EXPRESSIONS)
def test_texts_and_stored_terms_come_back(one):
    text = str(one)
    again = read_expression(text)
    assert str(again) == text
    try:
        term = term_of(one)
    except ValueError:
        return  # it is too long
    assert term_of(again) is term
    assert parse(written(term)) is term
    assert read(stored(term)) is term


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-x^2", -0.09),
        ("2**-1*x", 0.15),
        ("x-y-z", 0.3 - 0.4 - 0.7),
        ("x/y/z", 0.3 / 0.4 / 0.7),
        ("x/y*z", 0.3 / 0.4 * 0.7),
        ("2**3**2", 512),
        ("--x - -y", 0.7),
        ("1.5e-1 + .5 + 2.", 2.65),
        ("x**y", 0.3**0.4),
        ("x**0.5", math.sqrt(0.3)),
        ("2**x", 2**0.3),
        ("e**(2*x)", math.exp(0.6)),
        ("x ≤ y".replace("≤", "+"), 0.7),
        ("π·x − 1", math.pi * 0.3 - 1),
        ("sinh(x) + cosh(x)", math.exp(0.3)),
        ("tanh(x)", math.tanh(0.3)),
        ("erf(x) + erfc(x)", 1),
        ("normal_cdf(x)", (1 + math.erf(0.3 / math.sqrt(2))) / 2),
        ("normal_pdf(x)", math.exp(-0.045) / math.sqrt(2 * math.pi)),
        ("entropy(x)", -0.3 * math.log(0.3) - 0.7 * math.log(0.7)),
        ("kl(x, y)", 0.3 * math.log(0.3 / 0.4) + 0.7 * math.log(0.7 / 0.6)),
        ("xlogx(x)", 0.3 * math.log(0.3)),
        ("lambertw(x*exp(x))", 0.3),
        ("min(x, y, z)*max(x, y, z)", 0.21),
        ("abs(x - y)", 0.1),
        ("x if x > y else y", 0.4),
        ("x if x <= 0.3 else y", 0.3),
        ("x if x < 0.3 else y if y > 1 else z", 0.7),
        ("sqrt(x*x)", 0.3),
        ("ln(x)", math.log(0.3)),
        ("1_000*x", 300),
    ],
)
def test_the_meaning_of_a_text(text, value):
    assert float(value_at(parse(text, X), X)) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("eps", ["0.1", "1", "3"])
def test_d_eps_is_the_one_of_the_theory(eps):
    from banditproof.theory import certify, d_eps

    result = value_at(parse(f"d_eps(x, z, {eps})"), X)
    wanted = certify(d_eps, "0.3", "0.7", eps, digits=15)
    assert overlap(result, wanted)


def test_every_function_has_a_term_and_a_wrong_number_of_arguments():
    for name, (least, most, *_) in KNOWN.items():
        arguments = ", ".join(["x", "y", "z"][:least])
        assert parse(f"{name}({arguments})").variables
        with pytest.raises(ValueError, match=f"{name} has {most + 1} arguments; give"):
            parse(f"{name}({', '.join('x' * (most + 1))})")


def test_e_is_a_number_unless_it_is_a_variable():
    assert parse("e", ["x"]) is parse("exp(1)")
    assert parse("e", ["e"]) is var("e")


def test_numbers_are_exact():
    assert parse("0.1 + 0.2") is parse("3/10")
    assert str(read_expression("1.50 + 1e-30 + 12e30")) == "1.5 + 1e-30 + 12e30"


def test_the_deepest_expression_is_read():
    deep = "(" * (MOST_NESTED - 1) + "x" + ")" * (MOST_NESTED - 1)
    assert parse(deep) is var("x")
