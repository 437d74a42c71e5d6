"""Many digits of delta, and terms of a contour that are too small for floats."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest

from banditproof.theory.accounting import composed_delta, parse_composition
from banditproof.theory.accounting.magnitudes import VANISHED, Magnitudes
from banditproof.theory.accounting.saddle_point import FloatMoments


def _laplace_mean_of(curve, eps):
    """E[curve(y - L)] for the loss L of Laplace noise, by quadrature of its density."""

    def inner(loss):
        return mpmath.exp((loss - eps) / 2) / 4 * curve(loss)

    edges = curve(eps) / 2 + mpmath.exp(-eps) / 2 * curve(-eps)
    return edges + mpmath.quad(inner, [-eps, 0, eps])


@pytest.mark.parametrize("digits", [12, 25, 60, 200])
def test_as_many_digits_as_asked(digits: int) -> None:
    with mpmath.workdps(digits + 30):
        mu, y, eps = mpmath.mpf(1) / 2, mpmath.mpf(7) / 10, mpmath.mpf(3) / 10

        def gaussian(x):
            return mpmath.ncdf(mu / 2 - x / mu) - mpmath.exp(x) * mpmath.ncdf(-mu / 2 - x / mu)

        expected = {
            "gaussian(2)": gaussian(y),
            "rr(1)": (mpmath.e - mpmath.exp(y)) / (1 + mpmath.e),
            "laplace(1)": 1 - mpmath.exp((y - 1) / 2),
        }
        if digits <= 60:
            expected["laplace(0.3) + gaussian(2)"] = _laplace_mean_of(
                lambda loss: gaussian(y - loss), eps
            )
        for text, value in expected.items():
            found = composed_delta(parse_composition(text), "0.7", digits)
            assert found.digits >= digits
            near = F(mpmath.nstr(value, digits + 15, min_fixed=-9, max_fixed=9))
            error = F(1, 10 ** (digits + 10))
            assert found.lo - error <= near <= found.hi + error


@pytest.mark.parametrize("digits", [0, 201])
def test_more_digits_than_tolerances_can_express_are_rejected(digits: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 200"):
        composed_delta(parse_composition("gaussian(1)"), 1, digits)


def test_terms_that_vanish_in_floats_are_never_counted_as_nothing() -> None:
    moments = FloatMoments.of(parse_composition("1000000*rr(3) + gaussian(0.001)"))
    magnitudes = Magnitudes(moments, 0.5, 0.1, 1e-12)
    selection = magnitudes.select(2)
    assert selection.missing >= 2 * VANISHED
    assert selection.missing_density >= 2 * VANISHED
    beyond, density = magnitudes._beyond(0.0)
    assert beyond > 0
    assert density > 0
    lattice = Magnitudes(moments, 0.5, 0.1, 1e-12, 50)
    assert lattice.select_period(1).missing >= 2 * VANISHED


def test_where_all_nodes_are_kept_nothing_is_missing() -> None:
    moments = FloatMoments.of(parse_composition("3*rr(3)"))
    assert Magnitudes(moments, 0.5, 0.1, 1e-12, 50).select_period(50).missing == 0
