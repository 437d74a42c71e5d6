"""Floats for the search: which subgoals are worth a try, and where a statement may be false."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.kernel.terms import Term, nodes

POINTS = 240
TOLERANCE = 1e-7


def sampled(where: Interval, rng: np.random.Generator, count: int = POINTS) -> Any:
    """Points of an interval: spread out, close to both ends, and far out where it is infinite."""
    low = None if where.lo is None else float(where.lo)
    high = None if where.hi is None else float(where.hi)
    uniform = rng.random(count)
    small = 10.0 ** -rng.uniform(0, 5, count)
    kind = rng.integers(0, 3, count)
    if low is not None and high is not None:
        width = high - low
        points = np.where(kind == 0, low + uniform * width, low + small * width / 2)
        return np.where(kind == 2, high - small * width / 2, points)
    large = 10.0 ** rng.uniform(-4, 2.5, count)
    if low is not None:
        return low + large
    if high is not None:
        return high - large
    return np.where(kind == 0, large, -large)


def values_at(term: Term, points: dict[str, Any]) -> tuple[Any, Any]:
    """The float values of a term at points, and the size of what was added up in them."""
    found: dict[Term, tuple[Any, Any]] = {}
    with np.errstate(all="ignore"):
        for node in nodes(term):
            found[node] = _value(node, [found[a] for a in node.args], points)
    return found[term]


_FLOAT: dict[str, Callable[[Any], Any]] = {
    "log": np.log,
    "exp": np.exp,
    "tanh": np.tanh,
    "abs": np.abs,
}


def _value(node: Term, args: list[tuple[Any, Any]], points: dict[str, Any]) -> tuple[Any, Any]:
    kind = node.kind
    if kind in ("num", "pi"):
        value = float(node.value) if kind == "num" else np.pi
        return value, abs(value)
    if kind == "var":
        value = points[str(node.value)]
        return value, np.abs(value)
    if kind == "add":
        return sum(v for v, _ in args), sum(s for _, s in args)
    if kind == "mul":
        value, size = 1.0, 1.0
        for v, s in args:
            value, size = value * v, size * s
        return value, size
    if kind == "pow":
        v, s = args[0]
        n = float(node.value)
        value = np.asarray(v, dtype=float) ** n
        return value, np.abs(value) if n < 0 else np.asarray(s, dtype=float) ** n
    if kind in ("max", "min"):
        choose = np.maximum if kind == "max" else np.minimum
        return choose(args[0][0], args[1][0]), np.maximum(args[0][1], args[1][1])
    if kind == "if":
        condition, first, other = args
        value = np.where(np.asarray(condition[0]) >= 0, first[0], other[0])
        return value, np.maximum(first[1], other[1])
    v = np.asarray(args[0][0], dtype=float)
    if kind == "xlogx":
        value = np.where(v == 0, 0.0, v * np.log(np.where(v == 0, 1.0, v)))
    elif kind == "erf":
        from scipy.special import erf

        value = erf(v)
    elif kind == "lambertw":
        from scipy.special import lambertw

        value = np.where(v >= -np.exp(-1.0), lambertw(v).real, np.nan)
    else:
        value = _FLOAT[kind](v)
    return value, np.abs(value)


def points_of(goal: Goal, seed: int = 7, count: int = POINTS) -> dict[str, Any]:
    """Points of a goal where its assumptions hold."""
    rng = np.random.default_rng(seed)
    points: dict[str, Any] = {name: sampled(where, rng, count) for name, where in goal.region}
    keep = np.ones(count, dtype=bool)
    for term, _ in goal.given:
        value, _size = values_at(term, points)
        keep &= np.asarray(value) > 0
    return {name: value[keep] for name, value in points.items()}


def looks_true(goal: Goal) -> bool:
    """Whether no sampled point speaks clearly against a goal."""
    points = points_of(goal)
    value, size = values_at(goal.term, points)
    value, size = np.atleast_1d(np.asarray(value, dtype=float)), np.atleast_1d(size)
    usable = np.isfinite(value) & np.isfinite(size)
    return not bool(np.any(value[usable] < -TOLERANCE * (size * np.ones_like(value))[usable]))


def has_margin(goal: Goal) -> bool:
    """Whether the sampled values stay away from 0, so that boxes may end."""
    value, _ = values_at(goal.term, points_of(goal))
    value = np.atleast_1d(np.asarray(value, dtype=float))
    value = value[np.isfinite(value)]
    return bool(value.size) and bool(value.min() > 1e-4 * np.median(np.abs(value)))
