"""Where a statement that looks true may fail: the stages of the search on one face of a region."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any
import numpy as np
from flint import arb, arb_mat
from banditproof.theory.balls import midpoint, working_precision
from banditproof.theory.prover.kernel.terms import num, replaced, slope, var
from banditproof.theory.prover.search.charts import exact, free
from banditproof.theory.prover.search.descent import simplex_descent
from banditproof.theory.prover.search.faces import Face
from banditproof.theory.prover.search.judgement import vanishes
from banditproof.theory.prover.search.samples import (
    clearly_positive,
    near_float,
    specials,
    suspects,
)
from banditproof.theory.prover.search.simplest import recognised, simplest_between
from banditproof.theory.prover.search.valuation import Valuation

MOST_POINTS = 500
FEW = 12
"""Fewer points are looked at one by one sooner than all of them in floats."""


def simple_points(face: Face) -> None:
    """Simple numbers in all combinations, at most some hundreds."""
    if face.trivial and not face.goal.strict:
        return
    choices = [specials(line.where) for line in face.lines]
    while prod(map(len, choices)) > MOST_POINTS:
        longest = max(range(len(choices)), key=lambda i: len(choices[i]))
        choices[longest] = choices[longest][:-1]
    fixed = {n: num(x) for n, x in face.fixed.items()}
    shape = tuple(map(len, choices))
    worth: Iterable[int] = range(prod(shape))
    combined = [*product(*map(range, shape))]  # np.meshgrid takes 32 variables at most
    if prod(shape) >= FEW and face.valuation.plain and not face.infinite:
        floats = (list(map(near_float, values)) for values in choices)
        columns = (
            np.array(values)[list(places)]
            for values, places in zip(floats, zip(*combined, strict=True), strict=True)
        )
        places = dict(zip(face.names, columns, strict=True))
        idle = [clearly_positive(-g, places) for g, _ in face.given]
        worth = np.flatnonzero(~np.any([clearly_positive(face.term, places), *idle], axis=0))
    balls = [list(map(exact, values)) for values in choices]
    for place in worth:
        at = combined[place]
        if face.infinite:
            point = [num(values[i]) for values, i in zip(choices, at, strict=True)]
            face.judge({**fixed, **dict(zip(face.names, point, strict=True))})
        face.look([values[i] for values, i in zip(balls, at, strict=True)])
    if face.goal.strict and face.size > 1:
        _ties_of_zero(face)


def _ties_of_zero(face: Face) -> None:
    """Two variables that are equal make the term 0."""
    for first, second in product(face.names, repeat=2):
        if first < second and vanishes(replaced(face.term, {var(first): var(second)})):
            for x in specials(face.goal.where(second)):
                point = [x if n in (first, second) else specials(w)[0] for n, w in face.region]
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
    """Descent from where the term is small, then Newton's iteration, then rounding."""
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
        best = start
        for step in (0.5, 0.03):
            _, best = simplex_descent(
                lambda u: face.look(place(u)), best, step, 30 + 35 * face.size
            )
        point = place(best) or []
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
        if face.goal.strict:
            forms = [list(recognised(now[i])) for i in where]
            for chosen in islice(product(*forms), 30):
                face.judge({**face.full(now), **dict(zip(names, chosen, strict=True))})
