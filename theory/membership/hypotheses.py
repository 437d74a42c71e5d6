"""The hypotheses of the limit theorems, checked at the numbers of a data set.

Theorem 6.3 needs more than product laws with moments: (S1) the mean of the rows of each column is
within o(1/n) of its Edgeworth expansion in total variation, (S2) skewness and excess are bounded,
(S3) no column carries a positive share of the score. Bernoulli columns with a target in {0, 1} need
(S3) only. With Gaussian noise (N) replaces (S1): the noise is not negligible in any column.
A limit cannot be checked at one data set, so a check gives the number that should be small, and
says no where it is above `LARGEST`. Privacy-Utility Trade-offs in Sequential Decision-Making,
Theorems 6.3 and 6.5, with the hypotheses that their proofs lack.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import comb, isqrt, sqrt
from banditproof.theory.argument_readers import reads, values_of
from .columns import Column, ColumnData, Kind
from .edgeworth import MOST_ATOMS, atoms_of_sum, edgeworth_gap, standardised_cumulants

LARGEST = 0.25
"""The largest number with which a hypothesis counts as satisfied."""
LEAST_NOISE = 0.01
"""The least share of the noise in the variance with which (N) counts as satisfied."""


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis at the numbers of a data set; `holds` is None where it could not be checked.

    >>> str(Hypothesis("S3", True, "no column has more than 0.1 of the score", 0.1))
    '(S3) holds: no column has more than 0.1 of the score.'
    """

    name: str
    holds: bool | None
    words: str
    number: float | None = None

    def __str__(self) -> str:
        verdict = {True: "holds", False: "fails", None: "was not checked"}[self.holds]
        return f"({self.name}) {verdict}: {self.words}."


def hypotheses_of_mean(data: ColumnData) -> tuple[Hypothesis, ...]:
    """(S1) to (S3) for the exact mean; (S3) alone if all columns are Bernoulli, target in {0, 1}.

    >>> data = ColumnData.of(1000, [Column.bernoulli("0.5", target=1, count=5000)])
    >>> [str(h) for h in hypotheses_of_mean(data)]
    ['(S3) holds: the largest part of the score that one column gives is 0.001.']
    """
    others = [c for c in data.columns if not (c.kind is Kind.BERNOULLI and c.target_mass)]
    third = _no_dominating_column(c.distance / data.rows for c in data.columns)
    if not others:
        return (third,)
    return _close_to_expansion(others, data.rows), _bounded_cumulants(others, data.rows), third


def hypotheses_of_noisy_mean(data: ColumnData, noise: Sequence[Fraction]) -> tuple[Hypothesis, ...]:
    """(N), (S2) and (S3) for the mean with noise of the variance noise[j]/n on columns j.

    >>> data = ColumnData.of(100, [Column.finite([0, 1], ["0.5", "0.5"], target="0.5", count=500)])
    >>> [h.holds for h in hypotheses_of_noisy_mean(data, [Fraction(1)])]
    [True, True, True]
    """
    shares = [float(g / (g + c.variance)) for c, g in zip(data.columns, noise, strict=True)]
    least = min(shares)
    words = f"the least share of the noise in the variance of a column is {least:.4g}"
    if least < LEAST_NOISE:
        words += ", too little to smooth every law; take the exact law of the columns"
    first = Hypothesis("N", True if least >= LEAST_NOISE else None, words, least)
    pairs = zip(data.columns, noise, strict=True)
    third = _no_dominating_column(c.shift**2 / (c.variance + g) / data.rows for c, g in pairs)
    return first, _bounded_cumulants(data.columns, data.rows), third


def require(hypotheses: Iterable[Hypothesis]) -> None:
    """Raise ValueError with one sentence if a hypothesis fails.

    >>> require([Hypothesis("S3", False, "one column gives 5 of the score", 5.0)])
    Traceback (most recent call last):
    ...
    ValueError: The limit says nothing here, as (S3) fails: one column gives 5 of the score.
    """
    for hypothesis in hypotheses:
        if hypothesis.holds is False:
            raise ValueError(f"The limit says nothing here, as {hypothesis}")


def verdict(hypotheses: Iterable[Hypothesis]) -> bool | None:
    """False if one fails, else None if one was not checked, else True.

    >>> verdict([Hypothesis("S2", None, "nothing is known"), Hypothesis("S3", True, "small")])
    """
    results = {hypothesis.holds for hypothesis in hypotheses}
    return False if False in results else None if None in results else True


@reads(data=values_of(ColumnData))
def columns_off_support(data: ColumnData) -> tuple[int, ...]:
    """The places of the columns of a finite law whose target is none of their values.

    >>> columns_off_support(ColumnData.of(9, [Column.finite([0, 1], [0.5, 0.5], target=2)]))
    (0,)
    """
    columns = enumerate(data.columns)
    return tuple(place for place, c in columns if c.law and not c.target_mass)


def _no_dominating_column(shares: Iterable[Fraction]) -> Hypothesis:
    largest = float(max(shares))
    words = f"the largest part of the score that one column gives is {largest:.4g}"
    if largest > LARGEST:
        words += (
            f", above {LARGEST}, so that this column alone decides; take its exact law, more rows, "
            "or a target closer to the mean there"
        )
    return Hypothesis("S3", largest <= LARGEST, words, largest)


def _bounded_cumulants(columns: Sequence[Column], rows: int) -> Hypothesis:
    known = [c for c in columns if c.third is not None and c.fourth is not None]
    if len(known) < len(columns):
        words = "the third and fourth cumulants of some column are not known"
        return Hypothesis("S2", None, words)
    pairs = [standardised_cumulants(c) for c in known]
    largest = max(abs(a) + abs(b) for a, b in pairs)
    relative = max((a * a + abs(b)) / rows for a, b in pairs)
    words = f"the largest sum of skewness and excess kurtosis of a column is {largest:.4g}"
    if relative > LARGEST:
        words += f", too large for {rows} rows; give more rows, or take the exact law"
    return Hypothesis("S2", relative <= LARGEST, words, largest)


def _close_to_expansion(columns: Sequence[Column], rows: int) -> Hypothesis:
    total, unknown = 0.0, 0
    for column in columns:
        refused = _refused(column, rows)
        if refused:
            return Hypothesis("S1", False, refused)
        if column.kind is Kind.UNKNOWN or (column.law and atoms_of_sum(column, rows) > MOST_ATOMS):
            unknown += column.count
            continue
        try:
            total += column.count * edgeworth_gap(column, rows - 1)
        except ValueError:  # a density that is not known
            unknown += column.count
    if unknown == sum(column.count for column in columns):
        return Hypothesis("S1", None, "it is about the laws of the columns, which are not known")
    words = f"the distances of the columns from their expansions sum to {total:.4g}"
    if total > LARGEST:
        words += f", above {LARGEST}; give more rows, or take the exact law"
        return Hypothesis("S1", False, words, total)
    if unknown:
        words += f", without {unknown} column{'s' * (unknown > 1)} of an unknown law"
        return Hypothesis("S1", None, words, total)
    return Hypothesis("S1", True, words, total)


def _refused(column: Column, rows: int) -> str:
    """Why a column of a finite law is far from any density; empty if it may be close."""
    if not column.law:
        return ""
    if not column.target_on_lattice:
        return (
            f"the target {column.target} is on no lattice of step {column.span} with the values of "
            "its column, so that the mean tells it without error; add noise, or take a target on it"
        )
    histograms = comb(rows + len(column.law) - 1, len(column.law) - 1)
    points_squared = 36 * rows * column.variance / column.span**2
    if histograms**2 < points_squared:
        return (
            f"{rows} rows of a column with {len(column.law)} values have {histograms} sums on "
            f"{_root(points_squared)} points of its lattice, so that the mean tells how often each "
            "value occurs; take histogram_score"
        )
    return ""


def _root(square: Fraction) -> str:
    """A square root in a sentence, of a number that may be beyond the floats."""
    return f"{sqrt(square):.4g}" if square < 10**300 else f"{Decimal(isqrt(int(square))):.4g}"
