"""Attacks on the kernel: false statements, large numbers, and help that shows nothing."""

from fractions import Fraction
from typing import Any
import pytest
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.decision import prove
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.rules import Goal, Interval, Rejected, check
from banditproof.theory.prover.kernel.spans import Undefined
from banditproof.theory.prover.kernel.terms import made, mul, num, power, stored, var
from banditproof.theory.prover.notation import parse
from banditproof.theory.prover.statement import Statement
from banditproof.theory.prover.two_checks import stored_goal

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


SEMIPRIME = (10**39 + 3) * (10**38 + 133)


def test_large_numbers_are_not_factored() -> None:
    product = made("exp", (var("x"),)) * num(SEMIPRIME)
    assert is_zero(made("log", (product,)) - made("log", (num(SEMIPRIME),)) - var("x"))


def test_large_products_are_left_alone() -> None:
    x, y = var("x"), var("y")
    sums = [x + made("erf", (num(k) * y,)) + num(1) for k in range(2, 12)]
    assert not is_zero(mul(*(power(item, 60) for item in sums)) - x)


def test_large_powers_of_functions_keep_the_time() -> None:
    assert prove(Statement.of("exp(x)**1000 >= 1 + 1000*x", "x in [0, 1]"), 5).result == "proved"


INSIDE = "x in (0,1), y in (0,1), s in (0,1)"


BETWEEN = "1-x-s*(y-x)"


BEYOND = "1-x-2*s*(y-x)"


def helped(term: str = BETWEEN, by: str = "Bernstein") -> list[Any]:
    return [{"term": stored(parse(term)), "strict": True, "proof": {"by": by}}]


def branch(term: str = BETWEEN, **keys: Any) -> tuple[Goal, Any]:
    goal = Statement.of(f"max(log({BETWEEN}),0) >= 0", INSIDE).goal
    goal = goal.of(parse(f"max(log({term}),0)"))
    case = {"by": "given", "assumption": 0, "defined": helped(term)}
    proof = {"by": "branch", "node": stored(goal.term), "cases": [case, SPAN]}
    return goal, {**proof, "condition defined": helped(term), **keys}


def bottom(**keys: Any) -> tuple[Goal, Any]:
    goal = Statement.of(f"log({BETWEEN})**2*(v-1/2)**2 >= 0", f"{INSIDE}, v in (0,1)").goal
    places = ("defined", "slope 1", "slope 2", "flat defined", "bottom defined")
    proof = {"by": "bottom", "on": "v", "at": stored(parse("1/2")), "low": SPAN, "high": SPAN}
    proof["sign"] = {"by": "span", "defined": helped()}
    proof["touch"] = {"by": "sum", "parts": [], "defined": helped()}
    return goal, {**proof, **{place: helped() for place in places}, **keys}


def accepted(goal: Goal, proof: Any) -> list[bool]:
    results = []
    data = stored_goal(goal)
    for run in (lambda: check(goal, proof), lambda: recheck(data, elaborated(goal, proof))):
        try:
            run()
            results.append(True)
        except ValueError:
            results.append(False)
    return results


@pytest.mark.parametrize("example", [branch(), bottom()])
def test_a_proved_sign_helps(example: tuple[Goal, Any]) -> None:
    assert accepted(*example) == [True, True]


@pytest.mark.parametrize(
    "example",
    [
        branch(**{"condition defined": []}),
        branch(**{"condition defined": helped(by="span")}),
        branch(**{"condition defined": helped("1-x")}),
        branch(BEYOND),
        bottom(**{"flat defined": []}),
        bottom(**{"flat defined": helped(BEYOND)}),
        bottom(**{"flat defined": helped("1-x")}),
    ],
)
def test_help_that_is_missing_wrong_or_about_another_term_is_rejected(
    example: tuple[Goal, Any],
) -> None:
    assert accepted(*example) == [False, False]
