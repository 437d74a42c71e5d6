"""Errors of checks are said with the line that would be right, and that line is tried."""

import re
from collections.abc import Callable
from fractions import Fraction
import pytest
from banditproof import claims
from banditproof.paper_checks.running.words_of_errors import words_of_error
from banditproof.paper_checks.verdicts.sharpness import ratio_below
from banditproof.paper_checks.verdicts.vocabulary import at_most, below
from banditproof.theory import PureDP
from banditproof.theory.balls import ball

EPS = Fraction(1, 3)
KNOWN = {"EPS": EPS, "ball": ball, "at_most": at_most, "below": below}
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: ball(2).exp() * (EPS + 1), "ball(2).exp() * (ball(EPS + 1))"),
    (lambda: 1 + EPS - ball(2) * 3, "ball(1 + EPS) - ball(2) * 3"),
    (lambda: EPS / ball(2), "ball(EPS) / ball(2)"),
    (lambda: ball(2) <= EPS, "at_most(ball(2), EPS)"),
    (lambda: ball(2).exp() > EPS, "below(EPS, ball(2).exp())"),
]


def said(wrong: Callable[[], object]) -> str:
    with pytest.raises(TypeError) as found:
        wrong()
    return words_of_error(found.value, __name__)


@pytest.mark.parametrize(("wrong", "right"), WRONG, ids=[right for _, right in WRONG])
def test_a_ball_beside_a_fraction_is_told_the_line_that_works(wrong, right: str) -> None:
    text = said(wrong)
    assert re.fullmatch(
        rf"TypeError: a (ball|Fraction) \S+ a (ball|Fraction) has no value; "
        rf"write `{re.escape(right)}` \(test_words_of_errors.py, line \d+\)",
        text,
    )
    assert eval(right, KNOWN) is not None  # the line that is proposed runs


def test_an_operation_on_two_lines_has_the_general_word() -> None:
    def wrong() -> object:
        return (
            ball(2)
            * EPS
        )  # fmt: skip

    assert "; write `ball(x)` for the Fraction x (test_" in said(wrong)


@pytest.mark.parametrize(
    ("name", "home"),
    [("below", "banditproof.claims"), ("ball", "banditproof.theory.balls"), ("belov", "")],
)
def test_a_word_that_was_not_imported_is_told_its_line(name: str, home: str) -> None:
    assert claims.below is below
    with pytest.raises(NameError) as found:
        eval(f"{name}(1, 2)", {})
    text = words_of_error(found.value, __name__)
    line = f"from {home} import {name}"
    assert (f"; write `{line}` above" in text) == bool(home)
    assert text.startswith(f"NameError: name '{name}' is not defined")
    if home:
        exec(line, {})  # the line that is proposed runs


def test_a_budget_is_no_number_and_other_errors_stay_as_they_are() -> None:
    assert "a PureDP <= a Fraction has no value; a PureDP is no number, so write `.eps`" in said(
        lambda: at_most(PureDP(1), EPS)
    )
    assert said(lambda: "a" + EPS).startswith("TypeError: can only concatenate str")  # type: ignore[operator]
    assert "unsupported operand" in said(lambda: EPS + "a")  # type: ignore[operator]


@pytest.mark.parametrize(("side", "shown"), [(0.1, "0.1"), (0.1 + 0.2, "0.3")])
def test_a_float_is_told_the_exact_number(side: float, shown: str) -> None:
    with pytest.raises(ValueError, match=rf"`Fraction\('{shown}'\)`.*`ball\('{shown}'\)\.log\(\)`"):
        ratio_below(side, 1)
    assert Fraction(shown) == Fraction(repr(round(side, 6)))
