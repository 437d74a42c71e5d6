"""What a figure of the least regret draws beside it, and what it says of it."""

from fractions import Fraction
import pytest
from legible_figures import overlapping, texts_of
from banditproof.theory.exact_price.price_figure import (
    FREE,
    MINIMAX,
    PRIVATE,
    UNIFORM,
    price_curve,
    price_figure,
)

LOW, HIGH = Fraction(1, 2), Fraction(2)


@pytest.mark.parametrize(
    ("asked", "curves", "said"),
    [
        ({}, {PRIVATE, FREE, MINIMAX, UNIFORM}, "The regret is the largest over all instances."),
        ({"instances": 2}, {PRIVATE, FREE, MINIMAX, UNIFORM}, "means are multiples of 1/2."),
        ({"delta": "0.1"}, {PRIVATE, FREE, UNIFORM}, "budget eps, with delta = 0.1"),
        ({"instances": [["0.9", "0.1"]]}, {PRIVATE, FREE}, "the largest over the given instances."),
        (
            {"instances": "corners", "prior": "equal"},
            {PRIVATE, FREE},
            "the mean over the instances with the means 1 and 0.",
        ),
        (
            {"instances": "corners", "goal": "error"},
            {PRIVATE, FREE},
            "The error is the largest over the instances with the means 1 and 0.",
        ),
    ],
)
def test_bounds_of_the_worst_instance_are_drawn_beside_nothing_else(asked, curves, said) -> None:
    """On given instances the least regret may be below a minimax bound, which is of all of them."""
    curve = price_curve(2, 2, LOW, HIGH, **asked)
    assert set(curve.curves) == curves
    for name in {MINIMAX} & curves:
        assert all(a <= float(b) for a, (_, b) in zip(curve.curves[name], curve.ends, strict=True))
    figure = price_figure(curve)
    words = " ".join(one.get_text() for one in texts_of(figure))
    assert said in words
    assert ("Dashed" in words) == (MINIMAX in curves)
    assert "nothing is simulated" in words
    assert overlapping(figure) == []


def test_given_instances_may_cost_less_than_the_minimax_bound() -> None:
    """So a minimax bound in their figure would be no lower bound of the curve above it."""
    easy = price_curve(2, 2, LOW, HIGH, instances=[["0.5", "0.49"]])
    bound = price_curve(2, 2, LOW, HIGH).curves[MINIMAX]
    assert max(float(upper) for _, upper in easy.ends) < min(bound)
