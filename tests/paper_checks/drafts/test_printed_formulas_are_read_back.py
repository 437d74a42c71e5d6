"""A formula as pages print it, read by the program that reads other people's formulas."""

import re
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from banditproof.paper_checks.drafts.formula_ranges import expression
from banditproof.paper_checks.drafts.formula_tokens import Unread, tokens
from banditproof.paper_checks.report.formula_line import formula_line
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.prover.latex import latex
from banditproof.theory.prover.reading import read_expression
from banditproof.theory.prover.statement import Statement

LETTERS = {"x": "x", "y": "y"}
AT = {"x": 3, "y": 7}

leaves = st.sampled_from(["x", "y", "2", "3", "10", "0.5", "1e3", "3/4", "1e-2"])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, st.sampled_from("+-*/"), inner).map(
        lambda t: f"({t[0]}){t[1]}({t[2]})"
    )
    powers = st.tuples(inner, st.sampled_from(["2", "3", "-1"])).map(
        lambda t: f"({t[0]})**({t[1]})"
    )
    calls = st.tuples(st.sampled_from(["sqrt", "log", "abs", "xlogx"]), inner)
    plain = st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"{t[0]}{t[1]}{t[2]}")
    return st.one_of(pairs, powers, plain, calls.map(lambda t: f"{t[0]}({t[1]})"))


def value(text: str) -> Enclosure | None:
    """The value at a point, as a ball; None where there is none."""
    try:
        return Statement.of(f"{text} >= 0", "x in [3, 3], y in [7, 7]").evaluate(AT)
    except (ValueError, ArithmeticError):
        return None


def read_back(text: str) -> str | None:
    """The printed formula as it is read; None if its reader finds two readings in it."""
    try:
        return expression(tokens(latex(read_expression(text))), LETTERS)
    except Unread:
        return None


@settings(max_examples=300, derandomize=True, database=None)
@given(st.recursive(leaves, _larger, max_leaves=6))
@example("xlogx(x)**2")
@example("2*3")
@example("(1e3)**2")
def test_what_is_printed_means_what_was_written(text: str) -> None:
    again = read_back(text)
    here, there = value(text), value(again or text)
    if there is None:  # 0 log 0 is a value of xlogx alone
        assert here is None or "xlogx" in text
    else:
        assert here is not None
        apart = here < there or here > there
        assert not apart, f"{text} was read as {again}"


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("abs(x*abs(y)*z)", "abs(x)*y*abs(z)"),
        ("abs(abs(x)*y)", "abs(x)*abs(y)"),
        ("mu**star", "mu_star"),
        ("h*(x + 1)", "entropy(x + 1)"),
        ("x**h*(x + 1)", "x**entropy(x + 1)"),
        ("2*3", "23"),
    ],
)
def test_two_formulas_are_not_printed_alike(written: str, other: str) -> None:
    """Neither in print, where functions are upright, nor on a terminal, where they are not."""
    pages = [latex(read_expression(text)) for text in (written, other)]
    assert len({re.sub(r"mathrm|operatorname|mathit|\\|[{} ,]", "", page) for page in pages}) == 2
    assert len(set(map(formula_line, pages))) == 2


@pytest.mark.parametrize("text", ["h*(x + y)", "h**2*(x + y)", "2*h*(x + y)", "W_0*(x + y)"])
def test_a_name_in_front_of_a_bracket_is_a_factor(text: str) -> None:
    assert r"\cdot (x" in latex(read_expression(text))
    assert "·(x" in formula_line(latex(read_expression(text)))


def test_most_of_it_is_read() -> None:
    """Else the test above would say nothing."""
    texts = ["2*3*x", "x**2*y/3", "(x + y)**2 - 10*0.5", "sqrt(x)/y", "xlogx(x)**2", "2*1e3*x"]
    assert [text for text in texts if read_back(text) is None] == []
