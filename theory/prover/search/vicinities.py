"""Points close to ends, ties and zeros: one distance is fixed, the other coordinates are searched.

Where a term is 0 along an end or a tie, its sign beside it is that of a coefficient. At a fixed
distance the coefficient is compared, however small the values are.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.terms import slope
from banditproof.theory.prover.search.charts import (
    Place,
    around,
    beside_end,
    beside_tie,
    diagonal,
    exact,
)
from banditproof.theory.prover.search.descent import simplex_descent
from banditproof.theory.prover.search.faces import Face, Key
from banditproof.theory.prover.search.places import skipped
from banditproof.theory.prover.search.valuation import Valuation

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


def ten(k: int) -> Any:
    """10^-k as an exact ball."""
    return exact(Fraction(1, 10**k))


def bits(k: int) -> int:
    """The precision that shows a double zero at a distance of 10^-k."""
    # At a double zero the value is about 10^-2k, which takes 6.7 k bits.
    return 128 + 8 * k


def _local_minima(keys: Sequence[Key], width: int) -> Iterator[int]:
    """Places of a row of keys whose neighbours are larger."""
    for i, key in enumerate(keys):
        if key[0] > 1:
            continue
        if (i == 0 or keys[i - 1] >= key) and (i == width - 1 or keys[i + 1] >= key):
            yield i


def searched(
    face: Face, place: Place, size: int, seed: int = 0, most: int = 3, evaluations: int = 18
) -> None:
    """Look on a grid of coordinates, and descend from its local minima."""
    if size == 0:
        face.look(place([]))
        return
    if size == 1:
        grid = [[u] for u in GRID]
    else:
        rng = np.random.default_rng(seed)
        grid = [[float(x) for x in rng.choice(GRID, size)] for _ in range(12 * size + 6)]
    points = [place(u) for u in grid]
    keys = [face.look(point) for point in points]
    before: list[int] = []
    for power in (0, 1, 2):
        objective = [_scaled(face, p, key, power) for p, key in zip(points, keys, strict=True)]
        if size == 1:
            starts = list(_local_minima(objective, len(grid)))
        else:
            starts = [i for i in range(len(grid)) if objective[i][0] < 2]
        starts = sorted(starts, key=lambda i: objective[i])[:most]
        if starts == before:
            continue
        before = starts
        for i in starts:
            _descend(face, place, grid[i], power, 12 + evaluations * size)


def _descend(face: Face, place: Place, start: list[float], power: int, evaluations: int) -> None:
    def value(u: Sequence[float]) -> Key:
        point = place(u)
        return _scaled(face, point, face.look(point), power)

    simplex_descent(value, start, 0.7, evaluations)


def _scaled(face: Face, point: list[Any] | None, key: Key, power: int) -> Key:
    """The value divided by a power of the distances from the ends."""
    if not power or point is None or key[0] > 0:
        return key
    gap = arb(1)
    for line, x in zip(face.lines, point, strict=True):
        gap = gap * line.gap(x).min(arb(1))
    return (0, (key[1] / gap**power).mid()) if bool(gap > 0) else key


def close_to_ends(face: Face, seed: int = 0) -> None:
    """One variable at 10^-k from an end (10^k far out), the others free."""
    if skipped(face):
        return
    only = face.size == 1
    depths: Sequence[int] = (2, 5, 10, 20, 60, 305)
    if only:
        depths = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 30, 50, 100, 200, 300, 305)
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
            for first, second, mirrored, sign in pairs:
                if first == second or (first > second and (mirrored or face.size > 2)):
                    continue
                place = beside_tie(face.lines, first, second, ten(k) * sign, mirrored)
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
                _around(face, around(face.lines, centre, ten(k)), rng)


def _around(face: Face, place: Place, rng: np.random.Generator) -> None:
    trials = [[float(x) for x in rng.normal(0, 1, face.size)] for _ in range(6 * face.size)]
    keys = [face.look(place(u)) for u in trials]
    best = min(range(len(keys)), key=lambda i: keys[i])
    if face.size > 1 and keys[best][0] == 0:
        simplex_descent(lambda u: face.look(place(u)), trials[best], 0.5, 15 * face.size)


def corners(face: Face, seed: int) -> None:
    """All variables close to ends, each at its own scale."""
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
                searched(face, _valley(face, which, pair, k), face.size - 1, 0, 2, 60)


def _valley(face: Face, which: int, pair: Valuation, k: int) -> Place:
    line = face.lines[which]

    def of(u: Sequence[float]) -> list[Any] | None:
        others = iter(u)
        point = [None if i == which else item.at(next(others)) for i, item in enumerate(face.lines)]
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
            # Newton's step with |bend|: where the function is concave it still goes down.
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
