"""Norm constraints in floats: a barrier method, polished on the equations of the optimum.

Its results are not trusted: `norm_program` certifies them.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
import numpy as np
from numpy.typing import NDArray
from .quotient import FEW, Structure, scale_of

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
BARRIER_GAPS = (1e-6, 1e-9)
"""Where the barrier method is polished: at the first if that solves the equations of the optimum,
else at the second, beyond which 1 - g_a loses its digits."""
STEEP = 1e10
"""Above this size of the Hessian, squares of its factors lose the directions of slope 1."""
TOLERANCE = 1e-11
MOST_ROUNDS = 40
ROUGH, WHOLE = 1e-9, 120
"""A solution of few arms that is worse than the first is replaced by one of all arms, if they are
no more than the second."""


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
            result = _solutions(scaled, wanted, gaps)
    except np.linalg.LinAlgError:
        return []
    return [pair for pair in result if all(np.isfinite(part).all() for part in pair)]


def _solutions(scaled: Floats, wanted: Floats, gaps: Floats) -> list[tuple[Floats, Floats]]:
    """The solutions of the program whose numbers are near 1."""
    points = _solved(scaled, wanted) if len(gaps) <= FEW else _by_working_sets(scaled, wanted)
    return [
        (
            point / gaps,
            np.sqrt(load)[:, None] * np.linalg.solve((scaled.T * point) @ scaled, wanted.T).T,
        )
        for point, load in points
    ]


def _solved(scaled: Floats, wanted: Floats) -> list[tuple[Floats, Floats]]:
    """x and the multipliers of the constraints, rough and polished."""
    count = len(scaled) + len(wanted)
    x = np.full(len(scaled), 1.0)
    # g_a(c x) = g_a(x) / c: after this all g_a are at most 1/2, which is inside.
    x *= 2 * np.max(_norms(scaled, wanted, x)[0])
    weight = count / x.sum()
    for gap in BARRIER_GAPS:
        # At a centred point the distance from the optimum is at most the number of barriers over
        # the weight.
        while count / weight > gap * x.sum():
            weight *= 8.0
            x = _centred(scaled, wanted, x, weight)
        norms, _ = _norms(scaled, wanted, x)
        # The derivative of -log(1 - g_a), in units of the weight: what duality calls the
        # multipliers.
        multipliers = 1 / (weight * (1 - norms))
        polished = _polished(scaled, wanted, x, multipliers)
        if _gap(scaled, wanted, polished) < TOLERANCE:
            break
    return [(x, multipliers), polished]


def _gap(scaled: Floats, wanted: Floats, solution: tuple[Floats, Floats]) -> float:
    """How far apart the bounds are that a solution proves, after scaling; relative to the upper."""
    x, load = solution
    norms, crossed = _norms(scaled, wanted, x)
    # x times the largest g_a is feasible; the directions sqrt(load) M^-1 t_a, scaled, are so in the
    # dual.
    above = float(x.sum() * norms.max())
    below = float(load @ norms**2 / (crossed**2 @ load).max())
    return (above - below) / above


def _by_working_sets(scaled: Floats, wanted: Floats) -> list[tuple[Floats, Floats]]:
    """The same with few arms and few constraints, to which those are added that are violated.

    An optimum uses about as many arms and constraints as there are dimensions, whatever the
    number of arms.
    """
    arms, active = _first_sets(scaled, wanted)
    point, load = np.zeros(len(scaled)), np.zeros(len(wanted))
    more_arms = more_active = np.zeros(0, dtype=np.intp)
    for _ in range(MOST_ROUNDS):
        arms, active = np.union1d(arms, more_arms), np.union1d(active, more_active)
        result = _solved(scaled[arms], wanted[active])
        gaps = [_gap(scaled[arms], wanted[active], pair) for pair in result]
        best = result[int(np.argmin(gaps))]
        point[:], load[:] = 0.0, 0.0
        point[arms], load[active] = best
        norms, crossed = _norms(scaled, wanted, point)
        tolerance = max(TOLERANCE, 2 * min(gaps))
        more_arms = _largest(crossed**2 @ load - 1 - tolerance, arms)
        more_active = _largest(norms - 1 - tolerance, active)
        if not (more_arms.size or more_active.size):
            break
    if min(gaps) > ROUGH and len(scaled) <= WHOLE:  # arms that nearly repeat each other
        return _solved(scaled, wanted)
    # either end of the enclosure may come from any of them
    solutions = [_polished(scaled, wanted, point, load)]
    for x, multipliers in result:
        point, load = np.zeros(len(scaled)), np.zeros(len(wanted))
        point[arms], load[active] = x, multipliers
        solutions.append((point, load))
    return solutions


def _largest(excess: Floats, known: Places) -> Places:
    """The places of the largest excesses above 0, at most as many as are known."""
    order = np.argsort(-excess)[: max(8, len(known) // 2)]
    return np.setdiff1d(order[excess[order] > 0], known)


def _first_sets(scaled: Floats, wanted: Floats) -> tuple[Places, Places]:
    """Arms and constraints to begin with: those that a few multiplicative steps prefer."""
    rank = scaled.shape[1]
    x, load = np.ones(len(scaled)), np.ones(len(wanted))
    for _ in range(30):
        norms, crossed = _norms(scaled, wanted, x)
        load *= norms / norms.max()
        load /= load.sum()
        x *= np.sqrt(crossed**2 @ load)
        x /= x.sum()
    arms = np.argsort(-x)[: 2 * rank + 4]
    return _spanning(scaled, arms), np.argsort(-load)[: rank + 4]


def _spanning(scaled: Floats, arms: Places) -> Places:
    """The arms, and as many others as it takes to span."""
    from scipy.linalg import qr

    preference = np.full(len(scaled), 1e-6)
    preference[arms] = 1.0
    lengths = np.linalg.norm(scaled, axis=1)
    lengths[lengths == 0] = 1.0
    _, _, order = qr((scaled / lengths[:, None]).T * preference, mode="economic", pivoting=True)
    return np.union1d(arms, order[: scaled.shape[1]])


def _polished(
    scaled: Floats, wanted: Floats, x: Floats, multipliers: Floats
) -> tuple[Floats, Floats]:
    """Newton's method on the equations of the optimum, for the arms and constraints in use.

    g_a(x) = 1 for the constraints with a multiplier, sum_a multipliers_a (v_j^T M^-1 t_a)^2 = 1
    for the arms with a weight; the least-squares step also serves optima that are not unique.
    """
    norms, crossed = _norms(scaled, wanted, x)
    # At an optimum a number and its slack are not both positive: the larger of the two decides
    # which one is meant to be 0.
    arms = np.flatnonzero(x > 1 - crossed**2 @ multipliers)
    active = np.flatnonzero(multipliers > (1 - norms) * x.sum())
    point, load = np.zeros_like(x), np.zeros_like(multipliers)
    point[arms], load[active] = x[arms], multipliers[active]
    for _ in range(8):
        try:
            # The step makes errors of second order, so a few turns give all digits or diverge,
            # which is noticed.
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


def _barrier(scaled: Floats, wanted: Floats, x: Floats, weight: float) -> float:
    """The barrier function; infinite outside the program."""
    if np.any(x <= 0):
        return math.inf
    room = 1 - _norms(scaled, wanted, x)[0]
    if np.any(room <= 0):
        return math.inf
    return float(weight * x.sum() - np.log(room).sum() - np.log(x).sum())


def _centred(scaled: Floats, wanted: Floats, x: Floats, weight: float) -> Floats:
    """Newton's method for the barrier function, from a feasible point."""
    value = _barrier(scaled, wanted, x, weight)
    for _ in range(80):
        gradient, relative = _newton_step(scaled, wanted, x, weight)
        decrement = float(-(x * gradient) @ relative)
        if decrement < 1e-8:
            break
        size = 1.0
        while size > 1e-9:
            candidate = x * (1 + size * relative)
            new = _barrier(scaled, wanted, candidate, weight)
            # near the minimum the values differ by less than their rounding; steps of this size
            # are inside, and lower, for every self-concordant function
            safe = size <= 1 / (1 + math.sqrt(decrement)) or decrement < 0.06
            if new <= value - 0.1 * size * decrement or (safe and new < math.inf):
                x, value = candidate, new
                break
            size /= 2
        else:
            break
    return x


def _newton_step(scaled: Floats, wanted: Floats, x: Floats, weight: float) -> tuple[Floats, Floats]:
    """The gradient of the barrier function, and Newton's step relative to x."""
    norms, crossed = _norms(scaled, wanted, x)
    pull = 1 / (1 - norms)
    gradient = weight - crossed**2 @ pull - 1 / x
    root = np.linalg.cholesky((scaled.T * x) @ scaled)
    whitened = np.linalg.solve(root, scaled.T)
    # The Hessian in the scale of x is the sum of three parts: squares of first derivatives, second
    # derivatives, and the logarithms.
    first = crossed.T**2 * pull[:, None] * x
    second = (whitened.T @ whitened) * ((crossed * (2 * pull)) @ crossed.T)
    hessian = first.T @ first + second * np.outer(x, x) + np.eye(len(x))
    if hessian.diagonal().max() < STEEP:
        triangle = np.linalg.cholesky(hessian).T
    else:
        # Arms that repeat each other leave directions where only the last part counts, so the
        # parts are not squared.
        bent = whitened[:, None, :] * (crossed * np.sqrt(2 * pull)).T[None, :, :]
        blocks = [first, bent.reshape(-1, len(x)) * x, np.eye(len(x))]
        triangle = np.asarray(np.linalg.qr(np.vstack(blocks), mode="r"))
    return gradient, np.linalg.solve(triangle, np.linalg.solve(triangle.T, -x * gradient))
