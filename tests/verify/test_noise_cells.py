"""The lattice behind a law of continuous noise: its borders, cells, roundings and places."""

import math
from fractions import Fraction
from itertools import product
import mpmath
import numpy as np
import pytest
from banditproof.algorithms import DPIMED
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
)
from banditproof.verify.exact_laws import continuous_law as subject
from banditproof.verify.exact_laws.continuous_law import ContinuousLaw, continuous_law
from banditproof.verify.exact_laws.decision_border import border
from banditproof.verify.exact_laws.first_decision import FirstDecision
from banditproof.verify.exact_laws.noise_cells import NoiseCells

FIRST_TWO = list(product((0, 1), repeat=2))


def test_crossed_boxes_are_not_dropped(monkeypatch):
    """Without the mass that the border crosses, the law misses the integrals."""
    policy = DPIMED(arms=2, eps=1, ties="first")
    exact = FirstDecision("dp-imed", 1, "first")
    border = subject.border

    def blind(*arguments):  # both bounds of the border at one place
        return border(*arguments[:-1], 0.0)

    monkeypatch.setattr(subject, "border", blind)
    monkeypatch.setattr(NoiseCells, "width", 0)
    monkeypatch.setattr(NoiseCells, "__post_init__", lambda self: None)
    law = ContinuousLaw(policy, 3, steps=64)
    law.fine = 1
    misses = 0
    for rewards in FIRST_TWO:
        result = law.probability((0, 1, 0), (*rewards, 0))
        misses += not result.lo <= exact.probability(*rewards).lo <= result.hi
    assert misses == 4


@pytest.mark.parametrize(
    ("ties", "first", "second"), [("first", 0, 0), ("last", 1, 1), ("random", 0, 1)]
)
def test_the_border_of_equal_arms_is_the_diagonal(ties, first, second):
    """Between the ends of [0, 1] arm 1 ties on the diagonal; a margin moves it by a place."""
    policy = DPIMED(arms=2, eps=1, ties=ties)
    inside = np.arange(9, 16)  # the totals -1, -7/8, ..., 2, of which these are in (0, 1)
    step, origin = Fraction(1, 8), Fraction(-1)
    result = border(policy, (1, 1), 3, step, origin, (25, 25))
    assert (result.first[inside] == inside + first).all()
    assert (result.second[inside] == inside + second).all()
    late, early = (border(policy, (1, 1), 3, step, origin, (25, 25), x) for x in (-1e-6, 1e-6))
    assert (late.first[inside] == inside + 1).all()
    assert (late.second[inside] == inside + 1).all()
    assert (early.first[inside] == inside).all()
    assert (early.second[inside] == inside).all()
    assert result.first[:9].max() == (0 if ties != "last" else 9)


def test_a_law_asks_for_the_late_border_first_and_for_all_places():
    law = continuous_law(DPIMED(arms=2, eps=1, ties="first"), 5, steps=32)
    late, early = law._border((1, 1), (1, 1), 3)
    assert (late.first >= early.first).all()
    assert (late.first > early.first).any()  # on the diagonal
    for pulls, noises in (((3, 1), (2, 1)), ((1, 3), (1, 2))):
        late, _ = law._border(pulls, noises, 5)
        assert len(late.first) == (law.places + noises[1]) * law.fine + 1
        assert late.first.max() <= (law.places + noises[0]) * law.fine + 1


def test_rounding_is_paid_for():
    """Each release of a lattice of n places costs at least 5 n roundings, in relative terms."""
    law = continuous_law(DPIMED(arms=2, eps=1, ties="first"), 4, steps=64)
    once = law._released(law._root().measures, 0)
    twice = law._released(once, 1)
    for measures, releases in ((once, 1), (twice, 2)):
        assert measures.slack * (1 << 53) >= 5 * law.places * releases
        low, high = measures.total()
        assert high - low >= 2 * low * measures.slack
        assert low < 1 < high


@pytest.mark.parametrize(
    ("law", "step"),
    [
        (Laplace(2), Fraction(1, 4)),
        (Gaussian(sigma_squared=3), Fraction(1, 4)),
        (IntegerLaplace("1.5"), Fraction(1)),
        (DiscreteLaplace("1/3"), Fraction(1)),
        (DiscreteGaussian(sigma_squared=3), Fraction(1)),
    ],
)
def test_cells_have_the_masses_of_the_noise(law, step):
    cells = NoiseCells(law, step, 60)
    places = range(-60, 61)

    def mass(j):
        with mpmath.workdps(30):
            a, b = mpmath.mpf(j) / 4, mpmath.mpf(j + 1) / 4
            match law:
                case Laplace():
                    near, far = (a, b) if j >= 0 else (-b, -a)
                    return (mpmath.exp(-near / 2) - mpmath.exp(-far / 2)) / 2
                case Gaussian():
                    near, far = (a, b) if j >= 0 else (-b, -a)
                    scale = mpmath.sqrt(6)
                    return (mpmath.erfc(near / scale) - mpmath.erfc(far / scale)) / 2
                case DiscreteLaplace():
                    return law.mass(j)
                case _:
                    return float(law.mass(j))

    for j, result in zip(places, cells.masses, strict=True):
        assert result == pytest.approx(float(mass(j)), rel=1e-14)
    ratios = cells.masses[:-1] / cells.masses[1:]
    if cells.ratio(1) is None:
        assert isinstance(law, Gaussian | DiscreteGaussian)
    else:
        per_unit = int(1 / step)
        assert float(cells.ratio(1)) == pytest.approx(max(ratios) ** per_unit, rel=1e-12)
    if cells.geometric is not None:
        ratio, half = cells.geometric
        assert half * ratio**7 == pytest.approx(cells.masses[60 + 7], rel=1e-14)
        assert half * ratio**7 == pytest.approx(cells.masses[60 - 8], rel=1e-14)


def test_places_inside_a_cell_are_ordered():
    """The small law is stochastically below the true one, and this below the large one."""
    cells = NoiseCells(Laplace(1), Fraction(1, 2), 20)
    small, large = (cells.inside(16, 1, largest).cumsum() for largest in (False, True))
    grid = np.arange(1, 17) / 32
    for start in (0.0, 3.0, -0.5, -4.0):

        def cdf(x):
            return 0.5 * math.exp(x) if x < 0 else 1 - 0.5 * math.exp(-x)

        true = (np.array([cdf(start + x) for x in grid]) - cdf(start)) / (
            cdf(start + 0.5) - cdf(start)
        )
        assert (large - 1e-12 <= true).all()
        assert (true <= small + 1e-12).all()
    two = cells.inside(16, 2, True)
    assert two.sum() == pytest.approx(1)
    assert len(two) == 31
