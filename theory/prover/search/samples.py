"""Floats for the search: which subgoals are worth a try, and where a statement may be false."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any
import numpy as np
from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.kernel.terms import Term, nodes
from banditproof.theory.prover.search.charts import Line

POINTS = 240
TOLERANCE, ROUNDING = 1e-7, 1e-15
LARGEST = Fraction(10) ** 150


def near_float(value: Fraction) -> float:
    """A number as a float; one that is too large becomes a large one."""
    return float(max(-LARGEST, min(value, LARGEST)))


def sampled(where: Interval, rng: np.random.Generator, count: int = POINTS) -> Any:
    """Points of an interval: spread out, close to both ends, and far out where it is infinite."""
    low = None if where.lo is None else near_float(where.lo)
    high = None if where.hi is None else near_float(where.hi)
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


def values_at(term: Term, points: Mapping[str, Any]) -> tuple[Any, Any]:
    """The float values of a term at points, and the size of what was added up in them."""
    return _with_parts(term, points)[term]


def _with_parts(term: Term, points: Mapping[str, Any]) -> dict[Term, tuple[Any, Any]]:
    results: dict[Term, tuple[Any, Any]] = {}
    with np.errstate(all="ignore"):
        for node in nodes(term):
            results[node] = _value(node, [results[a] for a in node.args], points)
    return results


_FLOAT: dict[str, Callable[[Any], Any]] = {"log": np.log, "exp": np.exp, "tanh": np.tanh}


def _value(node: Term, args: list[tuple[Any, Any]], points: Mapping[str, Any]) -> tuple[Any, Any]:
    kind = node.kind
    if kind in ("num", "pi"):
        value = near_float(node.value) if kind == "num" else np.pi
        return value, abs(value)
    if kind == "var":
        value = points[str(node.value)]
        return value, np.abs(value)
    if kind == "add":
        return sum(v for v, _ in args), sum(s for _, s in args)
    if kind == "mul":
        return prod(v for v, _ in args), prod(s for _, s in args)
    if kind == "pow":
        v, s = args[0]
        n = near_float(node.value)
        power = np.asarray(v, dtype=float) ** n
        return power, np.abs(power) if n < 0 else np.asarray(s, dtype=float) ** n
    if kind in ("max", "min"):
        choose = np.maximum if kind == "max" else np.minimum
        return choose(args[0][0], args[1][0]), np.maximum(args[0][1], args[1][1])
    if kind == "if":
        condition, first, other = args
        value = np.where(np.asarray(condition[0]) >= 0, first[0], other[0])
        return value, np.maximum(first[1], other[1])
    v = np.asarray(args[0][0], dtype=float)
    if kind == "abs":
        return np.abs(v), args[0][1]
    if kind == "xlogx":
        result = np.where(v == 0, 0.0, v * np.log(np.where(v == 0, 1.0, v)))
    elif kind in ("erf", "lambertw"):
        from scipy import special

        with_ends = special.lambertw(v).real if kind == "lambertw" else special.erf(v)
        result = np.where((kind == "erf") | (v >= -np.exp(-1.0)), with_ends, np.nan)
    else:
        result = _FLOAT[kind](v)
    if kind == "log":
        # log(1 + x) for a small x is as wrong as the sum 1 + x.
        with_sum = np.asarray(args[0][1], dtype=float) / np.abs(v)
        return result, np.abs(result) + ROUNDING / TOLERANCE * with_sum
    return result, np.abs(result)


def points_of(goal: Goal, seed: int = 7, count: int = POINTS) -> dict[str, Any]:
    """Points of a goal where its assumptions hold."""
    return {**_points(goal.region, goal.given, seed, count)}


@lru_cache(maxsize=1 << 8)
def _points(
    region: tuple[tuple[str, Interval], ...],
    given: tuple[tuple[Term, bool], ...],
    seed: int,
    count: int,
) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    points: dict[str, Any] = {name: sampled(where, rng, count) for name, where in region}
    keep = np.ones(count, dtype=bool)
    for term, _ in given:
        # Points on the border of an assumption are left out: rounding decides there on which side.
        value, _size = values_at(term, points)
        keep &= np.asarray(value) > 0
    return {name: value[keep] for name, value in points.items()}


def clearly_positive(term: Term, points: Mapping[str, Any]) -> Any:
    """Where floats show that a term is positive, and that nothing is divided by what may be 0."""
    parts = _with_parts(term, points)
    divided = [parts[p.args[0]] for p in parts if p.kind == "pow" and p.value < 0]
    sure = np.ones(len(next(iter(points.values()))), dtype=bool)
    with np.errstate(all="ignore"):
        for value, size in (parts[term], *((abs(v), s) for v, s in divided)):
            sure &= (value > TOLERANCE * size) & (size < np.inf)
    return sure


@lru_cache(maxsize=20_000)
def looks_true(goal: Goal) -> bool:
    """Whether no sampled point speaks clearly against a goal."""
    points = points_of(goal)
    value, size = values_at(goal.term, points)
    value, size = np.atleast_1d(np.asarray(value, dtype=float)), np.atleast_1d(size)
    usable = np.isfinite(value) & np.isfinite(size)
    # A negative value counts only beyond the rounding of the largest numbers that were added up in
    # it: a true goal must not be lost, and a false one only costs time.
    return not bool(np.any(value[usable] < -TOLERANCE * (size * np.ones_like(value))[usable]))


@lru_cache(maxsize=20_000)
def looks_zero(goal: Goal) -> bool:
    """Whether no sampled point speaks clearly against a term being 0."""
    value, size = values_at(goal.term, points_of(goal))
    value, size = np.atleast_1d(np.asarray(value, dtype=float)), np.atleast_1d(size)
    return not bool(np.any(np.abs(value) > TOLERANCE * (size * np.ones_like(value))))


def has_margin(goal: Goal) -> bool:
    """Whether the sampled values stay away from 0, so that boxes may end."""
    value, _ = values_at(goal.term, points_of(goal))
    value = np.atleast_1d(np.asarray(value, dtype=float))
    value = value[np.isfinite(value)]
    return bool(value.size) and bool(value.min() > 1e-4 * np.median(np.abs(value)))


def spread(goal_lines: list[Line], rng: np.random.Generator, count: int) -> list[Any]:
    """Points of several intervals: close to ends, to each other and to simple numbers."""
    columns: list[Any] = []
    scale = rng.choice([1.0, 3.0, 10.0, 37.0], size=count)
    for place, line in enumerate(goal_lines):
        own = np.where(rng.random(count) < 0.5, scale, rng.choice([1.0, 3.0, 10.0], size=count))
        u = rng.uniform(-1.0, 1.0, count) * own
        values = _placed(line, u)
        special = np.array([near_float(x) for x in specials(line.where)])
        values = np.where(rng.random(count) < 0.1, rng.choice(special, size=count), values)
        # Where two variables are nearly equal, or add up to 1, most inequalities of divergences are
        # tight.
        if place:
            base = columns[int(rng.integers(0, place))]
            gap = (
                np.abs(base)
                * np.exp(-rng.uniform(0.0, 25.0, count))
                * rng.choice([-1.0, 1.0], count)
            )
            values = np.where(rng.random(count) < 0.3, base + gap, values)
            values = np.where(rng.random(count) < 0.05, 1.0 - base, values)
        columns.append(values)
    return columns


@lru_cache(maxsize=1 << 8)
def specials(where: Interval) -> tuple[Fraction, ...]:
    """Simple numbers of an interval."""
    lo, hi = where.lo, where.hi
    if lo is not None and hi is not None:
        shares = (
            0,
            1,
            "1/2",
            "1/10",
            "9/10",
            "1/4",
            "3/4",
            "1/3",
            "2/3",
            "1/100",
            "99/100",
            "1/1000",
        )
        results = [lo + (hi - lo) * Fraction(x) for x in shares]
    else:
        moves = (
            0,
            1,
            "1/2",
            2,
            3,
            10,
            "1/10",
            "1/4",
            "3/2",
            5,
            20,
            100,
            "1/100",
            "1/1000",
            1000,
            10**6,
        )
        signs = (1, -1) if lo is None and hi is None else (1,) if lo is not None else (-1,)
        origin = lo if lo is not None else hi if hi is not None else Fraction(0)
        results = [origin + sign * Fraction(x) for x in moves for sign in signs]
    results += [Fraction(x) for x in (0, 1, "1/2", 2, -1)]
    return tuple(dict.fromkeys(x for x in results if _holds(where, x)))


def _holds(where: Interval, x: Fraction) -> bool:
    above = where.lo is None or x > where.lo or (x == where.lo and where.takes(False))
    return above and (where.hi is None or x < where.hi or (x == where.hi and where.takes(True)))


def _placed(line: Line, u: Any) -> Any:
    """`Line.at` for many coordinates, in floats."""
    lo, hi = line.where.lo, line.where.hi
    if lo is not None and hi is not None:
        near = np.exp(-np.abs(u))
        step = near_float(hi - lo) * near / (1.0 + near)
        return np.where(u > 0, near_float(hi) - step, near_float(lo) + step)
    if lo is not None:
        return near_float(lo) + np.exp(u)
    return near_float(hi) - np.exp(u) if hi is not None else np.sign(u) * np.expm1(np.abs(u))


def suspects(
    lines: list[Line],
    names: list[str],
    term: Term,
    given: list[tuple[Term, bool]],
    seed: int,
    count: int,
) -> tuple[list[list[float]], list[list[float]]]:
    """Points at which a term seems negative or has no value, and points at which it is small."""
    rng = np.random.default_rng(seed)
    columns = spread(lines, rng, count)
    points = dict(zip(names, columns, strict=True))
    value, size = (
        np.broadcast_to(np.asarray(x, dtype=float), (count,)) for x in values_at(term, points)
    )
    usable = np.ones(count, dtype=bool)
    with np.errstate(all="ignore"):
        for column, line in zip(columns, lines, strict=True):
            lo, hi = line.where.lo, line.where.hi
            usable &= (column >= near_float(lo)) if lo is not None else True
            usable &= (column <= near_float(hi)) if hi is not None else True
        lack = np.where(usable, 0.0, np.inf)
        for assumed, _ in given:
            margin = np.broadcast_to(np.asarray(values_at(assumed, points)[0]), (count,))
            usable &= margin > 0
            lack = lack + np.maximum(-margin, 0.0)
        ratio = value / size
        finite = usable & np.isfinite(value) & np.isfinite(ratio)
        gap = np.ones(count)
        for column, line in zip(columns, lines, strict=True):
            for end in (line.where.lo, line.where.hi):
                gap = gap * (
                    np.minimum(1.0, np.abs(column - near_float(end))) if end is not None else 1.0
                )
        wrong = np.flatnonzero(finite & (ratio < -1e-14))
        wrong = wrong[np.argsort(ratio[wrong])][:6]
        odd = np.flatnonzero(usable & np.isnan(value))[:4]
        small: list[int] = []
        # Small in itself, beside its parts, and beside its distance from the ends, where many terms
        # are 0.
        for measure in (ratio, value, value / gap):
            rank = np.where(finite & np.isfinite(measure), measure, np.inf)
            best = np.argsort(rank)[:3]
            small += [int(i) for i in best if np.isfinite(rank[i])]
        if not small:  # a descent may reach a point where all assumptions hold
            small = [int(i) for i in np.argsort(lack)[:3] if np.isfinite(lack[i])]
    rows = np.column_stack(columns) if columns else np.zeros((count, 0))
    first = [[float(x) for x in rows[i]] for i in (*wrong, *odd)]
    return first, [[float(x) for x in rows[i]] for i in dict.fromkeys(small)]
