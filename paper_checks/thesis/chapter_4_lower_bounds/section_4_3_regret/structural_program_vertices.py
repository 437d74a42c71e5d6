"""The private structural program by a second route: one constraint for each vertex."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from banditproof.theory.linear_bounds import Structure
from banditproof.theory.linear_bounds.quotient import Vector, coordinates, dot


def vertices(structure: Structure, place: int) -> list[Vector]:
    """The u with <u, w_a> = 1 that are orthogonal to rank - 1 further independent vectors."""
    found = []
    for chosen in combinations(range(len(structure.arms)), structure.rank - 1):
        rows = [structure.vectors[place], *(structure.vectors[j] for j in chosen)]
        basis, _ = coordinates(rows)
        if len(basis) < structure.rank:
            continue
        found.append(_solved(rows))
    return found


def _solved(rows: Sequence[Vector]) -> Vector:
    """The u with <u, rows[0]> = 1 and <u, row> = 0 for the others, exact."""
    size = len(rows)
    work = [[*row, Fraction(int(k == 0))] for k, row in enumerate(rows)]
    for column in range(size):
        pivot = next(r for r in range(column, size) if work[r][column] != 0)
        work[column], work[pivot] = work[pivot], work[column]
        work[column] = [x / work[column][column] for x in work[column]]
        for r in range(size):
            head = work[r][column]
            if r != column and head:
                work[r] = [x - head * y for x, y in zip(work[r], work[column], strict=True)]
    return tuple(row[-1] for row in work)


def by_vertices(structure: Structure) -> float:
    """The private program with one constraint for each vertex u, in units of sqrt(2 pi)/eps.

    On {u: <u, w_a> = 1} the load sum_j alpha_j |<w_j, u>| is convex and linear between the
    hyperplanes <w_j, u> = 0, and not negative, so it is smallest at a vertex.
    """
    from scipy.optimize import linprog

    rows, needs = [], []
    for place, gap in enumerate(structure.gaps):
        for u in vertices(structure, place):
            rows.append([-abs(float(dot(w, u))) for w in structure.vectors])
            needs.append(-1 / float(gap))
    return float(linprog([float(gap) for gap in structure.gaps], A_ub=rows, b_ub=needs).fun)


def missed_vertex(structure: Structure, allocation: Vector) -> str | None:
    """A vertex constraint that an exact allocation breaks, or None."""
    for place, gap in enumerate(structure.gaps):
        for u in vertices(structure, place):
            load = sum(
                (
                    share * abs(dot(w, u))
                    for share, w in zip(allocation, structure.vectors, strict=True)
                ),
                Fraction(0),
            )
            if load * gap < 1:
                return f"arm {structure.arms[place] + 1}, u = {u}: {load} < 1/{gap}"
    return None
