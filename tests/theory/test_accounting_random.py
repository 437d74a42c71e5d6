"""Random compositions: the contour and the lattice against the exact sum, at any place."""

import random
from fractions import Fraction

import pytest

from banditproof.theory.accounting import (
    Composition,
    LaplaceLoss,
    RandomisedResponseLoss,
    contour,
    magnitudes,
)
from banditproof.theory.accounting.curves import LineCurve, SignSumCurve
from banditproof.theory.accounting.lattice import common_lattice
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
