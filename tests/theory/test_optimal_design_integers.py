"""The integers of columns, their exact Gram matrix, and columns scaled by powers of two."""

import os
import subprocess
import sys
from fractions import Fraction
import numpy as np
import pytest
from case_tables import table
from flint import fmpz_mat
from properties import rejects
from banditproof.theory.designs import g_value, integer_columns, optimal_design
from banditproof.theory.designs.action_matrix import ActionMatrix, matrix_of_decimals, read_matrix
from banditproof.theory.designs.action_span import span_of
from banditproof.theory.designs.leverages import MappedRows


def sets(seed):
    """Floats and words of many kinds."""
    rng = np.random.default_rng(seed)
    count, d = int(rng.integers(1, 40)), int(rng.integers(1, 5))
    normal = rng.normal(size=(count, d))
    yield normal
    yield normal * 10.0 ** rng.integers(-30, 30, d)
    yield rng.integers(-(2**52), 2**52, (count, d)).astype(float)
    yield rng.integers(-2, 3, (count, d)).astype(float)
    for places in (0, 2, 9):
        yield [[f"{x:.{places}f}" for x in row] for row in normal.tolist()]
    yield [[f"{x * 1e5:.9f}" for x in row] for row in normal.tolist()]
    yield [[repr(x) for x in row] for row in normal.tolist()]
    yield [[f"{round(x * 7)}/7" for x in row] for row in normal.tolist()]


def integers_are_exact(find):
    for seed in range(30):
        for actions in sets(seed):
            matrix = read_matrix(actions)
            count, d = matrix.images.shape
            result = find(matrix)
            exact = [matrix.exact_row(i) for i in range(count)]
            rows = result.rows(range(count), range(d))
            for i in range(count):
                for j in range(d):
                    assert Fraction(int(rows[i, j])) == exact[i][j] * result.powers[j]
            assert result.gram() == rows.transpose() * rows


def test_columns_are_integers(monkeypatch):
    integers_are_exact(integer_columns.integer_columns)
    # sums of products of pieces of 28 bits are rounded
    monkeypatch.setattr(integer_columns, "PIECE", 28)
    rejects(integers_are_exact, integer_columns.integer_columns)


def test_every_way_to_integers_is_the_same():
    quick = 0
    for seed in range(30):
        for actions in sets(seed):
            matrix = read_matrix(actions)
            slow = integer_columns._rational(matrix)
            fast = integer_columns.integer_columns(matrix)
            quick += matrix.short
            for ours, theirs in zip(fast.powers, slow.powers, strict=True):
                assert (ours / theirs).denominator == 1 or (theirs / ours).denominator == 1
    assert quick > 60


def test_decimals_of_sixteen_digits_are_not_their_images():
    # two of them with one image: 2^53 and 2^53 + 1
    words = [["9007199254740992"], ["9007199254740993"]]
    matrix = read_matrix(words)
    assert (matrix.short, matrix.rounded) == (False, True)
    assert matrix.images[0] == matrix.images[1]
    result = integer_columns.integer_columns(matrix)
    assert result.rows([0, 1], [0]) == fmpz_mat([[2**53], [2**53 + 1]])
    believed = ActionMatrix(matrix.given, matrix.images, True, True)
    assert integer_columns._decimal(believed.images) is None


def test_short_words_that_are_floats_are_not_rounded():
    assert not read_matrix([["0.5", "-12", "1000.0625"]]).rounded
    assert not read_matrix([["0.0009765625"]]).rounded
    for word in ("0.1", "1e2", "2.2", "1/2", "0.30000000000000", "123456.00000001"):
        assert read_matrix([[word]]).rounded, word
    for word in ("1e-400", "100000000000000000000001", "1_0", "0.12345678901234567"):
        assert not read_matrix([[word]]).short, word
    images = np.array([[123456.0009765625]])  # 16 digits, so 15 of them are another number
    assert matrix_of_decimals([["123456.000976562"]], images, True).rounded


def test_a_list_of_numbers_and_words_is_not_short():
    matrix = read_matrix([["0.1", 0.1]])
    assert not matrix.short
    assert matrix.exact_row(0) == [Fraction(1, 10), Fraction(0.1)]


def scaled_columns_keep_the_design(find):
    rng = np.random.default_rng(12)
    for exponents in ([-300, 0, 250], [200, 201, 202], [-200, -250, -300]):
        actions = rng.normal(size=(30, 3))
        far = np.ldexp(actions, exponents)
        design = find(far, 1e-9)
        assert design.support == optimal_design(actions, 1e-9).support
        value = g_value(far, design.weights.tolist())
        assert design.lower <= value <= design.upper
        near = optimal_design(actions, 1e-9)
        shift = 2 * np.log(2) * sum(exponents)
        assert design.log_determinant == pytest.approx(near.log_determinant + shift, rel=1e-12)


def test_columns_far_from_one_are_scaled():
    scaled_columns_keep_the_design(optimal_design)

    def forgets_the_scale(actions, tolerance):
        import dataclasses

        design = optimal_design(actions, tolerance)
        return dataclasses.replace(design, log_determinant=0.0)

    rejects(scaled_columns_keep_the_design, forgets_the_scale)


def test_scaled_coordinates_are_near_the_exact_ones():
    words = [["1e-200", "3e100"], ["0.7e-200", "-1.1e100"], ["1e-201", "1e80"]]
    for actions in (words, [[float(word) for word in row] for row in words]):
        span = span_of(read_matrix(actions))
        for row, exact in zip(span.coordinates, span.exact_rows(range(3)), strict=True):
            for image, number in zip(row, exact, strict=True):
                error = abs(Fraction(float(image)) - number)
                assert error <= abs(number) * Fraction(2) ** -53 + Fraction(2) ** -1022


def test_decimals_below_the_normal_floats_are_not_scaled_up():
    tiny = [["1e-310", "1"], ["1.00000000000000003e-310", "2"], ["3e-310", "-1"]]
    design = optimal_design(tiny, 1e-9)
    assert design.lower <= g_value(tiny, design.weights.tolist()) <= design.upper
    span = span_of(read_matrix(tiny))
    for row, exact in zip(span.coordinates, span.exact_rows(range(3)), strict=True):
        for image, number in zip(row, exact, strict=True):
            assert abs(Fraction(float(image)) - number) <= abs(number) * Fraction(2) ** -53


def test_few_actions_of_many_columns():
    rng = np.random.default_rng(14)
    for bits in (0, 40):
        # a copy, and the exact sum of two of them: the rank stays 4
        actions = np.ldexp(np.rint(np.ldexp(rng.normal(size=(4, 300)), bits)), -bits)
        every = np.vstack([actions, actions[:1], actions[:1] + actions[1:2]])
        design = optimal_design(every, 1e-10)
        assert (design.dimension, design.columns) == (4, 300)
        heavy = every * np.sqrt(design.weights)[:, None]
        eigenvalues = np.linalg.eigvalsh(heavy @ heavy.T)[-4:]
        assert design.log_determinant == pytest.approx(np.log(eigenvalues).sum(), rel=1e-9)
        assert design.lower <= g_value(every, design.weights.tolist()) <= design.upper


def test_mapped_rows_are_the_products():
    rng = np.random.default_rng(13)
    points, factor = rng.normal(size=(5000, 3)), rng.normal(size=(3, 3))
    rows = MappedRows(points, factor)
    product = points @ factor.T
    assert np.allclose(rows[:], product, atol=1e-12)
    chosen = rng.integers(0, 5000, 4500)
    assert np.allclose(rows[chosen], product[chosen], atol=1e-12)
    assert np.allclose(rows[7:9], product[7:9], atol=1e-12)


PEAK = table(__file__, "peak")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of the memory is read from /proc")
@pytest.mark.parametrize(("kind", "most"), [("normal", 0.8), ("sphere", 0.8), ("flat", 1.4)])
def test_the_memory_of_many_actions(kind, most):
    """In units of the given array, which is not counted; one copy of it would be 1."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, kind],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"BANDITPROOF_KERNELS": "compiled"},
    )
    assert float(done.stdout) < most
