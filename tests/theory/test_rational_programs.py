"""Exact linear programs, polytopes and covariances; certificates are refused when wrong."""

from fractions import Fraction
from operator import mul
import numpy as np
import pytest
from scipy.optimize import linprog
from banditproof.theory import rational_programs
from banditproof.theory.rational_matrices import exact_sum, is_semidefinite
from banditproof.theory.rational_polytopes import HalfSpace, Polytope, around, box
from banditproof.theory.rational_programs import Contradiction, Optimum, Unlimited, maximise


def drawn(rng, size, count):
    rows = [[Fraction(int(x)) for x in row] for row in rng.integers(-3, 4, (count, size))]
    limits = [Fraction(int(x), 2) for x in rng.integers(-6, 9, count)]
    return [Fraction(int(x)) for x in rng.integers(-3, 4, size)], rows, limits


def test_random_programs_have_the_value_that_another_solver_finds() -> None:
    rng, kinds = np.random.default_rng(5), set()
    for _ in range(60):
        size, count = int(rng.integers(1, 4)), int(rng.integers(1, 7))
        objective, rows, limits = drawn(rng, size, count)
        result = maximise(objective, rows, limits)
        kinds.add(type(result))
        other = linprog(
            [-float(x) for x in objective],
            np.array(rows, float),
            np.array(limits, float),
            bounds=(None, None),
        )
        assert (other.status == 0) == isinstance(result, Optimum)
        if isinstance(result, Optimum):
            assert float(result.value) == pytest.approx(-other.fun, abs=1e-9)
    assert kinds == {Optimum, Contradiction, Unlimited}


def test_degenerate_programs_end() -> None:
    # Beale's example, on which the rule of the largest cost goes round in a circle
    rows = [["1/4", "-60", "-1/25", "9"], ["1/2", "-90", "-1/50", "3"], ["0", "0", "1", "0"]]
    signs = [[-Fraction(int(i == j)) for j in range(4)] for i in range(4)]
    result = maximise(
        [Fraction(3, 4), Fraction(-150), Fraction(1, 50), Fraction(-6)],
        [[Fraction(x) for x in row] for row in rows] + signs,
        [Fraction(0), Fraction(0), Fraction(1), *[Fraction(0)] * 4],
    )
    assert isinstance(result, Optimum)
    assert result.value == Fraction(1, 20)


def test_a_wrong_answer_is_an_error(monkeypatch) -> None:
    one, half = Fraction(1), Fraction(1, 2)
    tableau = rational_programs._Tableau
    climb, point = tableau.climb, tableau.point
    monkeypatch.setattr(tableau, "point", lambda self: tuple(x + half for x in point(self)))
    with pytest.raises(ArithmeticError, match="optimum that is none"):
        maximise([one], [[one], [-one]], [one, one])
    monkeypatch.setattr(tableau, "point", point)
    monkeypatch.setattr(tableau, "climb", lambda self, _: (-one,))
    with pytest.raises(ArithmeticError, match="direction that ends"):
        maximise([one], [[-one]], [one])
    monkeypatch.setattr(tableau, "climb", climb)
    monkeypatch.setattr(tableau, "contradiction", lambda self: (one, one))
    with pytest.raises(ArithmeticError, match="contradiction that is none"):
        maximise([one], [[one], [-one]], [one, one])


def test_volumes_of_known_polytopes() -> None:
    unit = (Fraction(0), Fraction(1))
    for size, expected in ((1, 1), (2, Fraction(1, 2)), (3, Fraction(1, 6)), (4, Fraction(1, 24))):
        simplex = box(*[unit] * size).cut(HalfSpace((Fraction(1),) * size, Fraction(1)))
        assert simplex.volume == expected
        assert len(simplex.vertices) == size + 1
    half = box(unit, unit, unit).cut(HalfSpace((Fraction(1),) * 3, Fraction(3, 2)))
    assert half.volume == Fraction(1, 2)
    # a face that is named twice is counted once
    assert half.cut(HalfSpace((Fraction(2),) * 3, Fraction(3))).volume == Fraction(1, 2)
    flat = box(unit, unit).cut(HalfSpace((Fraction(-1), Fraction(0)), Fraction(-1)))
    assert (flat.volume, flat.inner_point()) == (0, None)
    assert len(flat.vertices) == 2


def test_a_volume_is_that_of_a_random_sample() -> None:
    rng = np.random.default_rng(1)
    unit = (Fraction(0), Fraction(1))
    rows = rng.integers(-4, 5, (3, 3))
    halves = [HalfSpace(tuple(Fraction(int(x)) for x in row), Fraction(1)) for row in rows]
    points = rng.random((200_000, 3))
    share = (points @ rows.T <= 1).all(axis=1).mean()
    # five standard deviations: a false alarm has a chance below 1e-6
    result = float(box(unit, unit, unit).cut(*halves).volume)
    assert abs(result - share) < 5 * (0.25 / 200_000) ** 0.5


def test_slices_and_edges_of_polytopes() -> None:
    unit = (Fraction(0), Fraction(1))
    cut = box(unit, unit, unit).cut(HalfSpace((Fraction(1), Fraction(1), Fraction(1)), Fraction(1)))
    triangle = cut.slice(2, Fraction(1, 2))
    assert len(around(triangle.vertices)) == 3
    assert triangle.volume == Fraction(1, 8)
    empty = cut.cut(HalfSpace((Fraction(-1), Fraction(0), Fraction(0)), Fraction(-2)))
    assert empty.largest((Fraction(1),) * 3) is None
    assert empty.vertices == ()
    open_one = Polytope((HalfSpace((Fraction(1), Fraction(0)), Fraction(1)),))
    with pytest.raises(ValueError, match="do not bound"):
        open_one.largest((Fraction(0), Fraction(1)))
    with pytest.raises(ValueError, match="do not bound"):
        open_one.inner_point()
    assert around([(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))]) == [
        (Fraction(0), Fraction(0)),
        (Fraction(1), Fraction(1)),
    ]


def test_weights_below_zero_prove_nothing(monkeypatch) -> None:
    """They sum to the objective and to its value, and are refused for their sign alone."""
    weights = (Fraction(0), Fraction(-1))
    monkeypatch.setattr(rational_programs._Tableau, "weights", lambda _: weights)
    with pytest.raises(ArithmeticError, match="optimum"):
        maximise([Fraction(1)], [[Fraction(1)], [Fraction(-1)]], [Fraction(1), Fraction(-1)])


def test_without_rows_an_objective_grows_for_ever() -> None:
    assert maximise([Fraction(-2)], [], []) == Unlimited((Fraction(0),), (Fraction(-1),))
    assert maximise([Fraction(0)], [], []) == Optimum(Fraction(0), (Fraction(0),), ())


def test_what_bounds_no_polytope_is_refused() -> None:
    """A half-line, a strip whose inner points are bounded by its sides, and nothing at all."""
    strip = Polytope(box((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1))).half_spaces[:2])
    for open_ended in (strip, strip.slice(1, Fraction(0)).cut().half_spaces[:1]):
        part = open_ended if isinstance(open_ended, Polytope) else Polytope(open_ended)
        with pytest.raises(ValueError, match="do not bound a polytope"):
            _ = part.volume


def test_a_direction_that_leaves_the_rows_is_refused(monkeypatch) -> None:
    """The objective grows along it, but a row ends it."""
    monkeypatch.setattr(rational_programs._Tableau, "climb", lambda *_: (Fraction(1),))
    with pytest.raises(ArithmeticError, match="direction"):
        maximise([Fraction(1)], [[Fraction(1)]], [Fraction(1)])


def test_points_on_an_edge_are_no_corners() -> None:
    points = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (1, 0), (2, 0), (1, 1), (0, 2))]
    assert around(points) == [points[0], points[2], points[4]]


def test_sums_in_pairs_are_sums():
    for count in (0, 1, 2, 7, 64):
        terms = [Fraction((-1) ** k, k + 1) for k in range(count)]
        assert exact_sum(terms) == sum(terms, Fraction(0))


def test_sums_of_squares_are_semidefinite_and_a_little_less_is_not():
    rng = np.random.default_rng(4)
    for size, rank in ((1, 1), (3, 3), (4, 2), (5, 1)):
        root = [[Fraction(int(x)) for x in row] for row in rng.integers(-4, 5, (size, rank))]
        gram = [[sum(map(mul, a, b), Fraction(0)) for b in root] for a in root]
        assert is_semidefinite(gram)
        wide = [[x * Fraction(10) ** 400 for x in row] for row in gram]
        assert is_semidefinite(wide)  # beyond the largest float
        if rank < size:  # the least eigenvalue is 0
            gram[0][0] -= Fraction(1, 10**60)
            assert not is_semidefinite(gram)


@pytest.mark.parametrize(
    ("matrix", "answer"),
    [
        ([[0, 0], [0, 1]], True),
        ([[0, 1], [1, 1]], False),
        ([[1, 0, 0], [0, 0, 1], [0, 1, 5]], False),
        ([[2, 1], [1, Fraction(1, 2)]], True),
        ([[2, 1], [1, Fraction(1, 2) - Fraction(1, 10**30)]], False),
        ([[-1]], False),
    ],
)
def test_zeros_on_the_diagonal(matrix, answer):
    assert is_semidefinite([[Fraction(x) for x in row] for row in matrix]) is answer
