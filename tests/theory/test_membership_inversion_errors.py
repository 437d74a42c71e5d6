"""Each error bound of the inversion, beside the error: nodes, atoms and columns left out."""

import math
from fractions import Fraction as F
import numpy as np
import pytest
from flint import arb
from banditproof.theory.balls import working_precision
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    FiniteColumn,
    inversion,
)
from banditproof.theory.membership.finite_laws import decay as decays
from banditproof.theory.membership.finite_laws.decay import FloatAtoms, decay
from banditproof.theory.membership.finite_laws.inversion import Inversion, _missing, _Part

GROUPS = ((BernoulliColumn(4, "1/3", 1), 3), (BernoulliColumn(4, "1/5", 0), 2))
COIN = FloatAtoms(np.array([-1.0, 1.0]), np.array([0.5, 0.5]), 0.0, 1000)
"""|M| = |cos t|^1000: sharp peaks at the multiples of pi."""


def modulus(groups, t):
    """|M(c+it)| / M(c), as defined."""
    result = np.ones_like(t)
    for g in groups:
        result = result * np.abs(np.exp(1j * np.outer(t, g.places)) @ g.weights) ** g.count
    return result


@pytest.mark.parametrize("step", [math.pi, math.pi / 7, 2.0, 0.05])
def test_no_piece_holds_more_than_its_bound(step):
    """The longest steps leap from peak to peak, where an average over the piece says too little."""
    bounds = decay([COIN], step, 9.5 * step, 400.0, -60.0)
    assert bounds.end >= 400
    for start, stop, most in zip(bounds.starts, bounds.stops, bounds.sums, strict=True):
        nodes = np.arange(math.ceil(start / step), math.floor(stop / step) + 1)
        held = modulus([COIN], nodes * step).sum()
        assert held <= most
    assert most < 1.2 * held + 1


def test_no_piece_of_several_columns_holds_more_than_its_bound(monkeypatch):
    monkeypatch.setattr(decays, "WORK", 1_000_000)  # so that columns and nodes are left out
    groups = [_Part(BernoulliColumn(n, "0.4", 1), 2, 1e-8).floats for n in (12, 9, 30)]
    bounds = decay(groups, 0.1, 1.0, 1e4, -60.0)
    for i in np.random.default_rng(7).choice(len(bounds.starts), 40):
        start, stop = bounds.starts[i], bounds.stops[i]
        nodes = np.arange(math.ceil(start / 0.1), math.floor(stop / 0.1) + 1)
        assert modulus(groups, nodes * 0.1).sum() <= bounds.sums[i]


@pytest.mark.parametrize("end", [40.0, 400.0])
@pytest.mark.parametrize("variance", [1e-2, 1e-4, 1e-6])
def test_the_nodes_left_out_are_bounded_to_infinity(end, variance):
    step = math.pi
    curve, density = _missing(decay([COIN], step, 9.5 * step, end, -60.0), variance, step)
    t = step * np.arange(10, 20_000)
    damped = 2 * modulus([COIN], t) * np.exp(-variance * t * t / 2)
    assert (damped / t**2).sum() <= curve
    assert damped.sum() <= density


def test_what_an_inversion_leaves_out_is_what_it_says():
    """From the first node that is not summed on, for the transform with all of its atoms."""
    result = Inversion(GROUPS, 1e-4)
    kept = sum(len(run) for run in result._curve)
    h, v = float(result.h), float(result.variance)
    t = h * np.arange(kept, kept + 100_000)
    whole = np.ones_like(t)
    for column, count in GROUPS:
        pairs = [(float(a.log_ratio), float(a.weight)) for a in column.atoms()]
        places, weights = map(np.array, zip(*pairs, strict=True))
        whole *= np.abs(np.exp(1j * np.outer(t, places)) @ weights) ** count
    damped = 2 * whole * np.exp(-v * (0.25 + t * t) / 2)
    top = float(result.top)
    assert (damped / (0.25 + t * t)).sum() <= top * result.missing
    assert damped.sum() <= top * result.missing_density


def tailed() -> FiniteColumn:
    """A column with outcomes so rare that a rough inversion drops them."""
    rare = F(1, 10**9)
    out = [F(1, 3) - rare, F(2, 3) - 2 * rare, rare, 2 * rare]
    return FiniteColumn(out, [F(2, 3) - 3 * rare, F(1, 3), rare, 2 * rare])


def test_atoms_that_are_dropped_are_counted():
    column = tailed()
    part = _Part(column, 2, 0.1)
    atoms = column.atoms()
    assert len(part.kept) == len(atoms) - 2
    lost = float(
        sum((a.weight for a in atoms), arb(0)) - sum((a.weight for a in part.kept), arb(0))
    )
    assert lost > 2e-9
    assert float(part.dropped_ball.rad()) >= lost * (1 - 1e-9)
    assert part.floats.dropped >= lost / float(sum((a.weight for a in atoms), arb(0)))
    assert part.floats.log_bound(np.array([0.0]), 0.0)[0] == 0.0


def test_the_top_of_the_transform_has_all_atoms():
    groups = ((tailed(), 5), *GROUPS)
    result = Inversion(groups, 0.1)
    with working_precision(inversion.BITS):
        top = arb(1)
        for column, count in groups:
            top *= sum((a.weight for a in column.atoms()), arb(0)) ** count
        assert arb(result.top) >= top
        assert arb(result.top) < top * (1 + arb(10) ** -5)


def test_few_nodes_still_enclose(monkeypatch):
    """The enclosure is as wide as the nodes left out may make it."""
    monkeypatch.setattr(inversion, "MOST_NODES", 64)
    monkeypatch.setattr(decays, "WORK", 3_000_000)
    result, exact = Inversion(GROUPS, 1e-8), EnumeratedLaw.of_columns(GROUPS)
    for k in range(1, 40, 4):
        factor = F(k, 13)
        known = exact.overlap_bounds(factor).lo
        with working_precision(inversion.BITS):
            low, high = result.overlap(factor)
            assert low <= arb(known.numerator) / known.denominator <= high
        unit = math.sqrt(factor) * float(result.h) / (2 * math.pi)
        assert float(high) - float(low) >= 2 * unit * float(result.top) * result.missing
        # what is missing in the density widens the upper end only
        bare = float(result.variance) * unit * float(result.top) * result.missing_density
        assert float(high) - float(low) >= 2 * unit * float(result.top) * result.missing + bare
