"""The time of an optimal coupling with its exact certificate, beside the linear program alone.

The demand on every coupling is the time of the linear program in the same run.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array
from banditproof.theory import optimal_coupling
from banditproof.theory.transport import (
    product_law,
    squared_hamming_distances,
    squared_wasserstein_binomials,
)
from .measurement import Measurement, best_seconds, time_of


def _law(weights: Any) -> list[Fraction]:
    return [Fraction(int(w), int(weights.sum())) for w in weights]


def _linear_program(p: list[Fraction], q: list[Fraction], cost: Any) -> Any:
    """HiGHS alone: a float that nobody has checked."""
    rows, columns = cost.shape
    place = np.arange(rows * columns)
    lines = np.concatenate([place // columns, rows + place % columns])
    equations = coo_array((np.ones(2 * place.size), (lines, np.concatenate([place, place]))))
    masses = [float(mass) for mass in (*p, *q)]
    return linprog(cost.ravel(), A_eq=equations.tocsc(), b_eq=masses, method="highs-ds")


def couplings() -> Iterator[Measurement]:
    """Random and tied costs and weights of 10 to 300 points, and the datasets of six bits."""
    rng = np.random.default_rng(5)
    for size in (10, 30, 128, 300):
        p, q = (_law(rng.integers(1, 100, size)) for _ in range(2))
        cost = rng.integers(0, 1000, (size, size)).astype(float)
        yield _measured(f"optimal coupling, {size} x {size} random costs", p, q, cost)
        if size in (30, 128):
            equal = _law(np.ones(size))
            yield _measured(f"optimal coupling, {size} equal masses", equal, equal, cost)
            places = rng.integers(0, 1000, (2, size))
            apart = abs(places[0][:, None] - places[1]).astype(float)
            yield _measured(f"optimal coupling, {size} points of a line", p, q, apart)
            tied = rng.integers(0, 2, (size, size)).astype(float)
            yield _measured(f"optimal coupling, {size} x {size} costs 0 and 1", p, q, tied)
            floats = rng.random((size, size))
            yield _measured(f"optimal coupling, {size} x {size} floats", p, q, floats)
    bits = [list(product_law([(1 - m, m)] * 6)) for m in (Fraction(2, 5), Fraction(3, 5))]
    squares = np.array(squared_hamming_distances(2, 6), dtype=float)
    yield _measured("optimal coupling, squared distance of 6 bits", bits[0], bits[1], squares)
    name = "closed form of that, 1000 bits"
    yield time_of(name, lambda: squared_wasserstein_binomials(1000, "0.4", "0.6"), "ms")


def _measured(name: str, p: list[Fraction], q: list[Fraction], cost: Any) -> Measurement:
    best = optimal_coupling(p, q, cost)
    if best.lower != best.upper:
        raise ArithmeticError(f"{name}: the certificate leaves a gap.")
    repeats = 5 if len(p) < 200 else 2
    alone = best_seconds(lambda: _linear_program(p, q, cost), repeats) * 1e3
    row = time_of(name, lambda: optimal_coupling(p, q, cost), "ms", alone, repeats)
    return row.beside("HiGHS without a certificate", alone)
