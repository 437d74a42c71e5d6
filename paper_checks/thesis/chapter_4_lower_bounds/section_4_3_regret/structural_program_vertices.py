"""The private structural program by a second route: one constraint for each vertex."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from banditproof.theory.linear_bounds import Structure
from banditproof.theory.linear_bounds.quotient import Vector, dot
from banditproof.theory.rational_matrices import rational_matrix
from ....models.exact_matrices import applied


def vertices(structure: Structure) -> Iterator[tuple[int, Vector]]:
    """Each arm a with the u with <u, w_a> = 1 that are orthogonal to rank - 1 further arms."""
    first = tuple(Fraction(int(k == 0)) for k in range(structure.rank))
    for place in range(len(structure.arms)):
        for chosen in combinations(structure.vectors, structure.rank - 1):
            rows = rational_matrix([structure.vectors[place], *chosen])
            if rows.det() != 0:
                yield place, applied(rows.inv(), first)


def by_vertices(structure: Structure) -> float:
    """The private program with one constraint for each vertex u, in units of sqrt(2 pi)/eps.

    On {u: <u, w_a> = 1} the load sum_j alpha_j |<w_j, u>| is convex and linear between the
    hyperplanes <w_j, u> = 0, and not negative, so it is smallest at a vertex.
    """
    from scipy.optimize import linprog

    result = list(vertices(structure))
    rows = [[-abs(float(dot(w, u))) for w in structure.vectors] for _, u in result]
    needs = [-1 / float(structure.gaps[place]) for place, _ in result]
    return float(linprog([float(gap) for gap in structure.gaps], A_ub=rows, b_ub=needs).fun)


def missed_vertices(structure: Structure, allocation: Vector) -> list[tuple[int, Vector]]:
    """The vertex constraints that an exact allocation breaks."""
    return [
        (structure.arms[place] + 1, u)
        for place, u in vertices(structure)
        if dot(allocation, [abs(dot(w, u)) for w in structure.vectors]) * structure.gaps[place] < 1
    ]
