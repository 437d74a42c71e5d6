"""The rows of a table of bounds by name, beside numbers of mpmath."""

from enclosure_checks import mpf
from banditproof.theory import bounds


def by_name(bandit, *eps, **options):
    """The rows of the table of bounds, each under its own name."""
    table = bounds(bandit, *eps, **options)
    rows = {row.name: row for row in table}
    assert len(rows) == len(table)
    return rows


def inside(row, value) -> bool:
    """Whether a number lies in the enclosure of a row."""
    lo, hi = mpf(row.enclosure.lo), mpf(row.enclosure.hi)
    return lo <= value <= hi
