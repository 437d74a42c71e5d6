"""Tables of numbers: two ways to read them, exact words read again, and limits on every source."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from case_tables import table
from banditproof.theory.exact import exact
from banditproof.theory.number_files import bounded_files, decimal_kernels, number_table

NUMBERS = ("0", "-0", "0.000", ".5", "1.", "+3", "1e3", "1E-5", "1_0", "1e-400", "1e300", "-1e-300")


class Reading:
    """The kernel in a chosen form, or no kernel."""

    def __init__(self, form):
        self.form = form

    def is_interpreted(self, steps):
        return self.form is None

    def __call__(self, *given):
        with np.errstate(all="ignore"):
            return self.form(*given)


def between_two_floats(rng):
    """A decimal near the middle of two floats, to 17 to 31 digits."""
    with localcontext() as context:
        context.prec = rng.randint(17, 31)
        odd = 2 * (rng.getrandbits(52) | 1 << 52) + 1
        middle = odd * Fraction(2) ** (rng.randint(-70, 70) - 53)
        return str(Decimal(middle.numerator) / Decimal(middle.denominator))


def word(rng):
    """A number as somebody may write it."""
    x = rng.gauss(0, 1) * 10.0 ** rng.randint(-6, 6)
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 40)))
    kinds = (
        str(rng.randint(-1000, 1000)),
        repr(x),
        f"{x:.18e}",
        f"{x:.3f}",
        f"{x:.6f}",
        f" {x:g}\t",
        f'"{x:g}"',
        f"{rng.randint(-9, 9)}/{rng.randint(1, 9)}",
        f"0.{digits}",
        str(rng.getrandbits(rng.randint(1, 120))),
        rng.choice(NUMBERS),
        between_two_floats(rng),
    )
    return rng.choice(kinds)


def file_of(rng):
    """The words of a file, and its bytes."""
    d, count, end = rng.randint(1, 4), rng.randint(1, 20), rng.choice(["\n", "\r\n", "\r"])
    plain = rng.random() < 0.4
    rows = [
        [f"{rng.gauss(0, 5):.{rng.randint(0, 8)}f}" if plain else word(rng) for _ in range(d)]
        for _ in range(count)
    ]
    text = rng.choice(["", "x" + ",y" * (d - 1) + end, f"# hi, there{end}", "\ufeff"])
    for row in rows:
        text += ",".join(row) + rng.choice([end, end, end + end, f"{end}# more{end}"])
    return rows, text.encode()


def reads_what_is_written(forms, files, folder, monkeypatch, seed=0):
    rng = random.Random(seed)
    path = Path(folder) / "numbers.csv"
    for _ in range(files):
        rows, content = file_of(rng)
        path.write_bytes(content)
        results = []
        for form in forms:
            monkeypatch.setattr(number_table, "read_rows", Reading(form))
            monkeypatch.setattr(number_table, "BLOCK", rng.choice([1 << 22, 50, 300]))
            with number_table.number_table(path) as table:
                assert table.images.shape == (len(rows), len(rows[0]))
                for i, row in enumerate(rows):
                    words = [entry.strip().strip('"') for entry in row]
                    assert table.given[i] == words
                    for image, entry in zip(table.images[i], words, strict=True):
                        value = exact(entry)
                        assert image == float(value), entry
                        assert table.rounded or exact(float(image)) == value
                        assert not table.short or exact(f"{image:.15g}") == value
                results.append((table.images.copy(), table.short))
        assert all(np.array_equal(images, results[0][0]) for images, _ in results)
        assert all(short or not results[0][1] for _, short in results)


def test_both_ways_read_what_is_written(tmp_path, monkeypatch):
    forms = (None, decimal_kernels.read_rows.interpreted)
    reads_what_is_written(forms, 120, tmp_path, monkeypatch)

    def divides_once(*given):
        return given[0] * 10.0 ** given[2]

    wrong = decimal_kernels.kernel(decimal_kernels.read_rows.function)
    monkeypatch.setattr(decimal_kernels, "nearest", divides_once)
    with pytest.raises((AssertionError, ValueError)):  # or the words read again are not these
        reads_what_is_written((None, wrong.interpreted), 120, tmp_path, monkeypatch)


@pytest.mark.parametrize("form", [None, decimal_kernels.read_rows.interpreted])
@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("0.123456789012345", True),
        ("1234.50000000000000000000", None),
        ("0.1234567890123456", False),
        ("0.1234567890123456789", False),
        ("1/4", False),
        ("1e-400", False),
    ],
)
def test_one_long_decimal_makes_a_table_long(tmp_path, monkeypatch, form, long, short):
    """Zeros at the end are no digits for the kernel; Python, for short files, looks no closer."""
    monkeypatch.setattr(number_table, "read_rows", Reading(form))
    path = tmp_path / "numbers.csv"
    path.write_text(f"0.5,1\n0.25,2\n3,{long}\n0.5,1\n0.125,1\n")
    with number_table.number_table(path) as table:
        if short is None:
            assert table.short == (form is not None)
        elif not short or form is not None:
            assert table.short == short
        assert table.rounded == (short is not None or form is None)
        assert table.exact_row(2)[1] == exact(long)


@pytest.mark.parametrize(
    ("name", "text"), table(__file__, "numbers_in_quotes_are_read_in_every_form")
)
def test_numbers_in_quotes_are_read_in_every_form(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    with number_table.number_table(path) as table:
        assert [list(table.given[row]) for row in (0, 1)] == [["1", "0"], ["0", "1/4"]]
        assert table.images.tolist() == [[1, 0], [0, 0.25]]


def test_a_rounding_that_is_not_decided_is_left_to_the_caller():
    nearest = decimal_kernels.nearest.interpreted
    assert np.isnan(nearest(2.0**53, 1.0, 0))
    assert nearest(2.0**53, 2.0, 0) == 2.0**53 + 2
    assert nearest(1.0, 0.0, -1) == 0.1
    assert nearest(1.0, 0.0, 40) == 1e40


@pytest.mark.slow
def test_machine_code_reads_the_same(tmp_path, monkeypatch):
    forms = (None, decimal_kernels.read_rows.interpreted, decimal_kernels.read_rows.compiled)
    reads_what_is_written(forms, 1500, tmp_path, monkeypatch, seed=1)


def test_long_files_are_read_by_the_kernel(tmp_path, monkeypatch):
    calls = []

    class Counted(Reading):
        def __call__(self, *given):
            calls.append(1)
            return super().__call__(*given)

    monkeypatch.setattr(number_table, "read_rows", Counted(decimal_kernels.read_rows.interpreted))
    path = tmp_path / "many.csv"
    path.write_text("a,b\n" + "1,2\n3.5,-4e1\n" * 500)
    with number_table.number_table(path) as table:
        assert table.images.tolist() == [[1, 2], [3.5, -40]] * 500
        assert not table.rounded
    assert calls


def test_a_file_that_changed_is_noticed(tmp_path):
    path = tmp_path / "changing.csv"
    path.write_text("1,2\n3,4\n")
    with number_table.number_table(path) as table:
        path.write_text("1,2\n3,5\n")
        assert table.given[0] == ["1", "2"]
        with pytest.raises(ValueError, match="has changed since it was read"):
            table.given[1]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_a_mistake(tmp_path, end):
    path = tmp_path / "wrong.csv"
    for block in (3, 7, 1 << 22):
        path.write_text(end.join(["x,y", "1,2", "", "# c", "3,4", "5,six"]), newline="")
        number_table.BLOCK, before = block, number_table.BLOCK
        try:
            with (
                pytest.raises(ValueError, match="line 6, column 2: 'six'"),
                number_table.number_table(path),
            ):
                pass
        finally:
            number_table.BLOCK = before


@pytest.mark.parametrize(("limit", "value", "sentence"), table(__file__, "the_limits_of_words"))
def test_the_limits_of_words(tmp_path, monkeypatch, limit, value, sentence):
    path = tmp_path / "long.csv"
    path.write_text("1,2\n" + "1,23456,789\n" * 4)
    monkeypatch.setattr(bounded_files, limit, value)
    with pytest.raises(ValueError, match=sentence):
        list(bounded_files.text_lines(str(path)))
