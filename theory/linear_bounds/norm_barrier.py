"""Norm constraints in floats: a barrier method, polished on the equations of the optimum.

Its results are not trusted: `norm_program` certifies them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .quotient import Structure, scale_of

Floats = NDArray[np.float64]
BARRIER_GAP = 1e-9
"""Where the barrier method hands over: beyond it 1 - g_a loses its digits."""


def solutions(structure: Structure, targets: Sequence[Fraction]) -> list[tuple[Floats, Floats]]:
    """Float solutions, rough and polished: an allocation, and directions y_a of the dual.

    Both up to a factor; there are no solutions where floats over- or underflow.

    In x_j = alpha_j Delta_j the program is min sum x_j such that g_a(x) = t_a^T M(x)^-1 t_a <= 1,
    with t_a = w_a / sqrt(targets[a]). Newton's method follows the minimum of
    weight * sum x_j - sum log(1 - g_a(x)) - sum log x_j as the weight grows.
    """
    vectors = np.array([[float(x) for x in row] for row in structure.vectors])
    # The certificates do not depend on the units of the gaps, the targets and the allocation.
    size, unit = scale_of(structure.gaps), scale_of(targets)
    gaps = np.array([float(gap / size) for gap in structure.gaps])
    wishes = np.array([float(target / unit) for target in targets])
    if not (gaps.all() and wishes.all()):
        return []
    scaled = vectors / np.sqrt(gaps)[:, None]
    wanted = vectors / np.sqrt(wishes)[:, None]
    try:
        with np.errstate(all="ignore"):
            found = _solutions(scaled, wanted, gaps)
    except np.linalg.LinAlgError:
        return []
    return [pair for pair in found if all(np.isfinite(part).all() for part in pair)]


def _solutions(scaled: Floats, wanted: Floats, gaps: Floats) -> list[tuple[Floats, Floats]]:
    """The solutions of the program whose numbers are near 1."""
    count = len(gaps)
    x = np.full(count, 1.0)
    x *= 2 * np.max(_norms(scaled, wanted, x)[0])
    weight = 2 * count / x.sum()
    while 2 * count / weight > BARRIER_GAP * x.sum():
        weight *= 8.0
        x = _centred(scaled, wanted, x, weight)
    norms, _ = _norms(scaled, wanted, x)
    multipliers = 1 / (weight * (1 - norms))
    points = [(x, multipliers), _polished(scaled, wanted, x, multipliers)]
    return [
        (
            point / gaps,
            np.sqrt(load)[:, None] * np.linalg.solve((scaled.T * point) @ scaled, wanted.T).T,
        )
        for point, load in points
    ]


def _polished(
    scaled: Floats, wanted: Floats, x: Floats, multipliers: Floats
) -> tuple[Floats, Floats]:
    """Newton's method on the equations of the optimum, for the arms and constraints in use.

    g_a(x) = 1 for the constraints with a multiplier, sum_a multipliers_a (v_j^T M^-1 t_a)^2 = 1
    for the arms with a weight; the least-squares step also serves optima that are not unique.
    """
    norms, crossed = _norms(scaled, wanted, x)
    arms = np.flatnonzero(x > 1 - crossed**2 @ multipliers)
    active = np.flatnonzero(multipliers > (1 - norms) * x.sum())
    point, load = np.zeros_like(x), np.zeros_like(multipliers)
    point[arms], load[active] = x[arms], multipliers[active]
    for _ in range(8):
        try:
            norms, crossed = _norms(scaled, wanted, point)
            kernel = scaled @ np.linalg.solve((scaled.T * point) @ scaled, scaled.T)
        except np.linalg.LinAlgError:
            return x, multipliers
        squares = crossed[np.ix_(arms, active)] ** 2
        curvature = kernel * ((crossed * load) @ crossed.T)
        residual = np.concatenate([1 - norms[active], 1 - squares @ load[active]])
        system = np.block(
            [
                [-squares.T, np.zeros((len(active), len(active)))],
                [-2 * curvature[np.ix_(arms, arms)], squares],
            ]
        )
        step = np.linalg.lstsq(system, residual, rcond=1e-11)[0]
        point[arms] += step[: len(arms)]
        load[active] += step[len(arms) :]
        if np.any(point < 0) or np.any(load < 0) or not np.all(np.isfinite(step)):
            return x, multipliers
    return point, load


def _norms(scaled: Floats, wanted: Floats, x: Floats) -> tuple[Floats, Floats]:
    """g_a(x) for each target, and the products v_j^T M(x)^-1 t_a."""
    solved = np.linalg.solve((scaled.T * x) @ scaled, wanted.T)
    return np.einsum("ai,ia->a", wanted, solved), scaled @ solved


def _centred(scaled: Floats, wanted: Floats, x: Floats, weight: float) -> Floats:
    """Newton's method for the barrier function, from a feasible point."""
    for _ in range(80):
        norms, crossed = _norms(scaled, wanted, x)
        pull = 1 / (1 - norms)
        gradient = weight - crossed**2 @ pull - 1 / x
        # The Hessian in the scale of x is J^T J for the three blocks below: squares of first
        # derivatives, second derivatives, and the logarithms. Arms that repeat each other leave
        # directions where only the last block counts, so J^T J is never formed.
        root = np.linalg.cholesky((scaled.T * x) @ scaled)
        whitened = np.linalg.solve(root, scaled.T)
        bent = whitened[:, None, :] * (crossed * np.sqrt(2 * pull)).T[None, :, :]
        blocks = [crossed.T**2 * pull[:, None] * x, bent.reshape(-1, len(x)) * x, np.eye(len(x))]
        _, triangle = np.linalg.qr(np.vstack(blocks))
        relative = np.linalg.solve(triangle, np.linalg.solve(triangle.T, -x * gradient))
        decrement = float(-(x * gradient) @ relative)
        if decrement < 1e-8:
            break
        # A step as long as self-concordance allows, and halved until it stays inside.
        size = 1.0 if decrement < 0.06 else 1 / (1 + math.sqrt(decrement))
        while size > 1e-9:
            candidate = x * (1 + size * relative)
            if np.all(candidate > 0) and np.all(_norms(scaled, wanted, candidate)[0] < 1):
                x = candidate
                break
            size /= 2
        else:
            break
    return x
