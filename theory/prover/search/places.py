"""Where a statement that looks true may fail: the stages of the search on one face of a region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import arb, arb_mat

from banditproof.theory.balls import midpoint, working_precision

from ..kernel.terms import num, replaced, slope, var
from .charts import Place, around, beside_end, beside_tie, diagonal, exact, free
from .descent import simplex_descent
from .faces import Face, Key
from .judgement import vanishes
from .samples import specials, suspects
from .simplest import recognised, simplest_between
from .valuation import Valuation

GRID = (
    -60.0,
    -30.0,
    -14.0,
    -8.0,
    -5.0,
    -3.0,
    -1.5,
    -0.5,
    0.0,
    0.5,
    1.5,
    3.0,
    5.0,
    8.0,
    14.0,
    30.0,
    60.0,
)
MOST_POINTS = 500


def ten(k: int) -> Any:
    """10^-k as an exact ball."""
    return exact(Fraction(1, 10**k))


def bits(k: int) -> int:
    """The precision that shows a double zero at a distance of 10^-k."""
    return 128 + 8 * k


def simple_points(face: Face) -> None:
    """Simple numbers in all combinations, at most some hundreds."""
    if face.trivial and not face.goal.strict:
        return
    choices = [specials(line.where) for line in face.lines]
    while choices and np.prod([len(c) for c in choices]) > MOST_POINTS:
        longest = max(range(len(choices)), key=lambda i: len(choices[i]))
        choices[longest] = choices[longest][:-1]
    for point in product(*choices):
        if face.infinite or not all(x.denominator & (x.denominator - 1) == 0 for x in point):
            names = dict(zip(face.names, map(num, point), strict=True))
            if face.infinite:
                face.judge({**{n: num(x) for n, x in face.fixed.items()}, **names})
        face.look([exact(x) for x in point])
    if face.goal.strict and face.size > 1:
        _ties_of_zero(face)


def _ties_of_zero(face: Face) -> None:
    """Two variables that are equal make the term 0."""
    for one, other in product(face.names, repeat=2):
        if one < other and vanishes(replaced(face.term, {var(one): var(other)})):
            for x in specials(face.goal.where(other)):
                point = [x if n in (one, other) else specials(w)[0] for n, w in face.region]
                names = dict(zip(face.names, map(num, point), strict=True))
                face.judge({**{n: num(v) for n, v in face.fixed.items()}, **names})


def float_points(face: Face, seed: int, count: int) -> None:
    """Thousands of points in floats; those that speak against the statement are looked at."""
    if not face.size or face.infinite or face.trivial or not face.valuation.plain:
        return
    try:
        first, small = suspects(face.lines, face.names, face.term, face.given, seed, count)
    except (OverflowError, KeyError):
        return
    for row in first:
        if np.isfinite(row).all():
            face.look([arb(x) for x in row])
    face.starts = [
        [line.coordinate(x) for line, x in zip(face.lines, row, strict=True)] for row in small
    ]


def skipped(face: Face, least: int = 1) -> bool:
    """Whether there is nothing to look for on a face."""
    return face.size < least or face.infinite or face.trivial


def descents(face: Face, most: int) -> None:
    """Descent from where the term is small, then Newton's iteration for its slope, then rounding."""
    if skipped(face):
        return
    place = free(face.lines)
    seen: list[list[float]] = []
    for start in face.starts[: 3 * most]:
        if any(max(abs(a - b) for a, b in zip(start, s, strict=True)) < 0.05 for s in seen):
            continue
        seen.append(start)
        if len(seen) > most:
            break
        _, best = simplex_descent(lambda u: face.look(place(u)), start, 0.5, 40 + 45 * face.size)
        point = place(best)
        rounded(face, point)
        newton(face, point)


def rounded(face: Face, point: Sequence[Any]) -> None:
    """Look at simple numbers close to a point."""
    values = [midpoint(x) for x in point]
    for radius in (Fraction(1, 30), Fraction(1, 10**3), Fraction(1, 10**6), Fraction(1, 10**10)):
        near = [simplest_between(v - radius * abs(v), v + radius * abs(v)) for v in values]
        face.look([exact(x) for x in near])
        if face.goal.strict or any(x.denominator & (x.denominator - 1) for x in near):
            names = dict(zip(face.names, map(num, near), strict=True))
            face.judge({**{n: num(v) for n, v in face.fixed.items()}, **names})


def newton(face: Face, point: Sequence[Any]) -> None:
    """Newton's iteration for a zero of the slopes, with many digits."""
    names = [n for n in face.names if n in face.term.variables]
    if not names:
        return
    first = [slope(face.term, name) for name in names]
    second = [slope(term, name) for term in first for name in names]
    if len(second) > 36:
        return
    where = [face.names.index(name) for name in names]
    slopes = Valuation([*first, *second], face.names)
    size = len(names)
    with working_precision(384):
        now = list(point)
        for _ in range(8):
            values = [v.mid() for v in slopes(now)]
            if not all(v.is_finite() for v in values):
                return
            try:
                step = arb_mat(size, size, values[size:]).solve(arb_mat(size, 1, values[:size]))
            except ZeroDivisionError:
                return
            moves = [step[i, 0].mid() for i in range(size)]
            if not all(m.is_finite() for m in moves):
                return
            for i, m in zip(where, moves, strict=True):
                now[i] = (now[i] - m).mid()
            if not face.contains(now):
                return
            face.look(now)
            if all(abs(m) < arb(2) ** -300 for m in moves):
                break
        rounded(face, now)
        if face.goal.strict and size == 1:
            for form in recognised(now[where[0]]):
                face.judge({**face.full(now), names[0]: form})


def _local_minima(keys: Sequence[Key], width: int) -> Iterator[int]:
    """Places of a row of keys whose neighbours are larger."""
    for i, key in enumerate(keys):
        if key[0] > 1:
            continue
        if (i == 0 or keys[i - 1] >= key) and (i == width - 1 or keys[i + 1] >= key):
            yield i


def searched(face: Face, place: Place, size: int, seed: int = 0, most: int = 3) -> None:
    """Look on a grid of coordinates, and descend from its local minima."""
    if size == 0:
        face.look(place([]))
        return
    if size == 1:
        grid = [[u] for u in GRID]
    else:
        rng = np.random.default_rng(seed)
        grid = [[float(x) for x in rng.choice(GRID, size)] for _ in range(12 * size + 6)]
    keys = [face.look(place(u)) for u in grid]
    for objective in _objectives(face, place, grid, keys):
        if size == 1:
            starts = list(_local_minima(objective, len(grid)))
        else:
            starts = [i for i in range(len(grid)) if objective[i][0] < 2]
        starts.sort(key=lambda i: objective[i])
        for i in starts[:most]:
            simplex_descent(lambda u: face.look(place(u)), grid[i], 0.7, 12 + 18 * size)


def _objectives(
    face: Face, place: Place, grid: Sequence[Sequence[float]], keys: list[Key]
) -> Iterator[list[Key]]:
    """The values, and the values divided by the distances from the ends."""
    yield keys
    scaled: list[Key] = []
    for u, (level, value) in zip(grid, keys, strict=True):
        point = place(u) if level == 0 else None
        if point is None:
            scaled.append((level, value))
            continue
        gap = arb(1)
        for line, x in zip(face.lines, point, strict=True):
            gap = gap * line.gap(x).min(arb(1))
        scaled.append((0, (value / gap).mid() if gap > 0 else value))
    if [i for i, _ in sorted(enumerate(keys), key=lambda p: p[1])][:3] != [
        i for i, _ in sorted(enumerate(scaled), key=lambda p: p[1])
    ][:3]:
        yield scaled


def close_to_ends(face: Face, seed: int = 0) -> None:
    """One variable at 10^-k from an end (10^k far out), the others free."""
    if skipped(face):
        return
    only = face.size == 1
    depths: Sequence[int] = (2, 5, 10, 20, 60, 300)
    if only:
        depths = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 30, 50, 100, 200, 300)
    for k in depths:
        with working_precision(bits(k)):
            for which, line in enumerate(face.lines):
                for high in (False, True):
                    for factor in (1, 3) if only else (1,):
                        place = beside_end(face.lines, which, high, ten(k) * factor)
                        searched(face, place, face.size - 1, seed, 3 if k < 60 else 1)
                        if line.lo is None and line.hi is None and only:
                            face.look([ten(k) * (1 if high else -1)])


def close_to_ties(face: Face) -> None:
    """Two variables that nearly agree, or nearly are mirror images of each other."""
    if skipped(face, 2):
        return
    for k in (3, 8, 25, 100):
        with working_precision(bits(k)):
            pairs = product(range(face.size), range(face.size), (False, True), (1, -1))
            for one, other, mirrored, sign in pairs:
                if one == other or (one > other and (mirrored or face.size > 2)):
                    continue
                place = beside_tie(face.lines, one, other, ten(k) * sign, mirrored)
                searched(face, place, face.size - 1)
            if face.size > 2:
                searched(face, diagonal(face.lines, ten(k)), face.size)


def close_to_zeros(face: Face) -> None:
    """Points around those at which the term is 0, corners among them."""
    if skipped(face):
        return
    centres: list[list[Any]] = []
    for zero in face.zeros:
        if not any(all(x == y for x, y in zip(zero, c, strict=True)) for c in centres):
            centres.append(zero)
    ends = [[exact(e) for e in (w.lo, w.hi) if e is not None] or [arb(0)] for _, w in face.region]
    centres = centres[:10] + [list(c) for c in list(product(*ends))[:16]]
    rng = np.random.default_rng(3)
    for k in (2, 6, 20):
        with working_precision(bits(k) + 64):
            for centre in centres:
                place = around(face.lines, centre, ten(k))
                trials = [
                    [float(x) for x in rng.normal(0, 1, face.size)] for _ in range(6 * face.size)
                ]
                keys = [face.look(place(u)) for u in trials]
                best = min(range(len(keys)), key=lambda i: keys[i])
                if face.size > 1 and keys[best][0] == 0:
                    simplex_descent(
                        lambda u: face.look(place(u)), trials[best], 0.5, 15 * face.size
                    )


def corners(face: Face, seed: int) -> None:
    """All variables close to ends, each at a scale of its own."""
    if skipped(face, 2):
        return
    rng = np.random.default_rng(seed)
    scales = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 30)
    count = 60 * 2**face.size
    with working_precision(bits(40)):
        for _ in range(min(count, 600)):
            point = []
            for line in face.lines:
                k = int(rng.choice(scales))
                point.append(
                    line.beside(bool(rng.integers(0, 2)), ten(k) * int(rng.choice([1, 2, 3, 5])))
                )
            face.look(point)


def valleys(face: Face) -> None:
    """The lowest point in one variable as the others move, and points close beside it."""
    if skipped(face, 2) or face.size > 4:
        return
    for which, name in enumerate(face.names):
        if name not in face.term.variables:
            continue
        first = slope(face.term, name)
        pair = Valuation([first, slope(first, name)], face.names)
        if not pair.plain:
            return
        for k in (0, 6, 15):
            with working_precision(bits(2 * k) + 64):
                searched(face, _valley(face, which, pair, k), face.size - 1, 0, 2)


def _valley(face: Face, which: int, pair: Valuation, k: int) -> Place:
    line = face.lines[which]

    def of(u: Sequence[float]) -> list[Any] | None:
        others = iter(u)
        point = [None if i == which else one.at(next(others)) for i, one in enumerate(face.lines)]
        best: tuple[Key, Any] | None = None
        for start in (-4.0, -1.0, 0.0, 1.0, 4.0):
            point[which] = line.at(start)
            key = face.look(point)
            if best is None or key < best[0]:
                best = key, point[which]
        if best is None or best[0][0] > 0:
            return None
        point[which] = best[1]
        for _ in range(40):
            slope_here, bend = pair(point)
            if not (bend.is_finite() and slope_here.is_finite()) or bend.mid() == 0:
                return None
            move = (slope_here / abs(bend.mid())).mid()
            most = line.gap(point[which]) / 2
            move = move if abs(move) <= most else (most if move > 0 else -most)
            point[which] = (point[which] - move).mid()
            if abs(move) < ten(2 * k + 12):
                break
        if k:
            point[which] = (point[which] + ten(k) * line.gap(point[which])).mid()
        return point

    return of
