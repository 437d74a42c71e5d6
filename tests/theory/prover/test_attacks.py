"""Proofs of false statements, each by a theorem whose hypothesis is missing: the kernel rejects."""

from fractions import Fraction
from typing import Any

import pytest

from banditproof.theory.prover.decision import prove
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.rules import Goal, Interval, Rejected, check
from banditproof.theory.prover.kernel.spans import Undefined
from banditproof.theory.prover.kernel.terms import made, mul, num, power, stored, var
from banditproof.theory.prover.notation import parse
from banditproof.theory.prover.statement import Statement

SPAN = {"by": "span"}


def t(text: str) -> Any:
    return stored(parse(text))


def goal(text: str, low: int, high: int, strict: bool = False, closed: bool = False) -> Goal:
    where = Interval(Fraction(low), Fraction(high), not closed, not closed)
    return Goal(parse(text), strict, (("x", where),))


def by_instance(term: str, inside: str, low: dict[str, Any], strict: bool) -> dict[str, Any]:
    """A term in t = x^2 that is `inside` for t > 0, and at t = 0 whatever the convention says."""
    part = {"weight": t("1"), "term": t(inside), "strict": strict, "positive": SPAN, "proof": SPAN}
    return {
        "by": "instance",
        "with": {"t": t("x**2")},
        "where": {"t": ["0", "1", False, False]},
        "inside": {"t": {"low": SPAN, "high": SPAN}},
        "term": t(term),
        "proof": {
            "by": "ends",
            "on": "t",
            "inside": {"by": "sum", "parts": [part]},
            "low": low,
            "high": SPAN,
        },
    }


JUMP = "(1 if x <= 0 else 0)"
SIGN = "(-1 if {0} <= 0 else 1)"
FALSE = {
    "a branch in the value at an end": (
        goal("-1", 0, 1),
        {
            "by": "slope",
            "on": "x",
            "high": False,
            "sign": SPAN,
            "end": {
                "value": t(f"-1 + 2*{JUMP}"),
                "rest": t(f"-2*{JUMP}"),
                "vanishing": [],
                "rest_proof": SPAN,
                "proof": SPAN,
            },
        },
    ),
    "a root of negative order": (
        goal("x**(-1/2) - 1", 4, 9),
        {
            "by": "monotone",
            "function": "root",
            "order": -2,
            "a": t("x"),
            "b": t("1"),
            "proof": SPAN,
        },
    ),
    "infinity minus infinity": (
        goal("x**2", -1, 1, True, True),
        by_instance("t + log(t**2) - 2*log(t)", "t", {"by": "infinite"}, True),
    ),
    "infinity minus infinity, with a jump": (
        goal(SIGN.format("x**2"), -1, 1, False, True),
        by_instance(
            f"{SIGN.format('t')} + log(t**2) - 2*log(t)",
            SIGN.format("t"),
            {"by": "infinite"},
            False,
        ),
    ),
    "infinite numbers that cancel": (
        goal("x**2", -1, 1, True, True),
        by_instance("t + 1 + log(t) - log(exp(1)*t)", "t", SPAN, True),
    ),
    "log 0 taken from itself": (
        goal("log(x) - log(x)", 0, 1, closed=True),
        {"by": "ends", "on": "x", "inside": SPAN, "low": SPAN, "high": SPAN},
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_has_no_proof(name: str) -> None:
    with pytest.raises((Rejected, Undefined)):
        check(*FALSE[name])


def test_infinity_minus_infinity_is_no_number() -> None:
    with pytest.raises(ValueError, match="difference of two infinite numbers"):
        _ = Statement.of("log(x**2)/2 - log(x) > 5", "x in [0, 0]").goal
    with pytest.raises(ValueError, match="difference of two infinite numbers"):
        Statement.of("log(x**2)/2 - log(x) > 5", "x in [0, 1]").evaluate({"x": 0})


SEMIPRIME = (10**39 + 3) * (10**38 + 133)


def test_large_numbers_are_not_factored() -> None:
    product = made("exp", (var("x"),)) * num(SEMIPRIME)
    assert is_zero(made("log", (product,)) - made("log", (num(SEMIPRIME),)) - var("x"))


def test_large_products_are_left_alone() -> None:
    x, y = var("x"), var("y")
    sums = [x + made("erf", (num(k) * y,)) + num(1) for k in range(2, 12)]
    assert not is_zero(mul(*(power(one, 60) for one in sums)) - x)


def test_large_powers_of_functions_keep_the_time() -> None:
    assert prove(Statement.of("exp(x)**1000 >= 1 + 1000*x", "x in [0, 1]"), 5).result == "proved"
