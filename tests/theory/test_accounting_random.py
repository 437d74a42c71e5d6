"""Random compositions by two routes, and as many digits as are asked for."""

import random
from fractions import Fraction
import mpmath
import pytest
from banditproof.theory.accounting import (
    Composition,
    LaplaceLoss,
    RandomisedResponseLoss,
    composed_delta,
    contour,
    magnitudes,
    parse_composition,
)
from banditproof.theory.accounting.curves import LineCurve, SignSumCurve
from banditproof.theory.accounting.lattice import common_lattice
from banditproof.theory.accounting.magnitudes import VANISHED, Magnitudes
from banditproof.theory.accounting.saddle_point import FloatMoments
from banditproof.theory.balls import working_precision


def random_composition(rng: random.Random) -> Composition:
    """One to three groups of releases, of sizes from 1/400 to 40."""
    scale = Fraction(rng.choice([1, 1, 3, 10]), rng.choice([1, 10, 10, 40]))
    parts = []
    for _ in range(rng.randint(1, 3)):
        eps = Fraction(rng.randint(1, 40), rng.choice([10, 20, 13])) * scale
        law = rng.choice([LaplaceLoss, RandomisedResponseLoss])(eps)
        parts.append((rng.choice([1, 1, 2, 5, 20]), law))
    return Composition(tuple(parts))


def random_place(rng: random.Random, composition: Composition) -> Fraction:
    """Below the supremum of the loss; sometimes exactly where the loss has an atom."""
    sizes = [law.largest for count, law in composition.parts for _ in range(count)]
    if rng.random() < 0.25:
        return abs(sum((rng.choice([-1, 1]) * size for size in sizes), Fraction(0)))
    return sum(sizes, Fraction(0)) * Fraction(rng.randint(0, 999), 1000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_bound_is_ever_wrong(monkeypatch, seed):
    """With little work allowed, so that every kind of error term is large at times."""
    rng, checked = random.Random(seed), 0
    while checked < 40:
        composition = random_composition(rng)
        if sum(count for count, _ in composition.parts) > 45:
            continue
        monkeypatch.setattr(magnitudes, "FLOAT_WORK", rng.choice([3_000, 30_000, 300_000]))
        monkeypatch.setattr(contour, "NODE_WORK", rng.choice([300, 3_000, 10_000]))
        exact = SignSumCurve(composition)
        for lattice in {None, common_lattice(composition)}:
            curve = LineCurve(composition, lattice)
            eps = random_place(rng, composition)
            low, high = curve.tail(eps, rng.choice([1e-3, 1e-9])).delta()
            truth, _ = exact.tail(eps, 1e-40).delta()
            with working_precision(300):
                assert not low > truth
                assert not high < truth
            checked += 1


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
            result = composed_delta(parse_composition(text), "0.7", digits)
            assert result.digits >= digits
            near = Fraction(mpmath.nstr(value, digits + 15, min_fixed=-9, max_fixed=9))
            error = Fraction(1, 10 ** (digits + 10))
            assert result.lo - error <= near <= result.hi + error


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
