"""The leakage scores of released means: exact, noisy, of a part of the rows, and of histograms.

Privacy-Utility Trade-offs in Sequential Decision-Making, Table 6.1, Theorems 6.3, 6.5 and 6.6.
"Inherent privacy" from a score is no differential privacy: it depends on the law of the data and on
one target, and the exact mean is not private for any finite budget.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.balls import ball, enclose
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_nonnegative, exact_positive, listed
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.rational_matrices import exact_sum
from .columns import ColumnData
from .hypotheses import Hypothesis, hypotheses_of_mean, hypotheses_of_noisy_mean, require, verdict
from .leakage import gdp_delta, leak, miss, power
from .sub_sampling import sub_sampled_delta, sub_sampled_leak, sub_sampled_power


@dataclass(frozen=True)
class LeakageScore:
    """A leakage score m, exact, of a mechanism for one target, with its hypotheses.

    With a share below 1, m is the score of the mean of all rows, and the limits are those of a part
    of that share.

    >>> from .columns import Column
    >>> data = ColumnData.of(1000, [Column.bernoulli("0.5", target=1, count=5000)])
    >>> score = exact_mean(data).checked()
    >>> score.value, round(float(score.leakage()), 6), round(float(score.power("0.01")), 6)
    (Fraction(5, 1), 0.736448, 0.464032)
    """

    mechanism: str
    value: Fraction
    hypotheses: tuple[Hypothesis, ...]
    share: Fraction = Fraction(1)

    @property
    def holds(self) -> bool | None:
        """Whether the hypotheses hold; None if some were not checked and none fails."""
        return verdict(self.hypotheses)

    def checked(self) -> LeakageScore:
        """The score itself; raises ValueError with the hypothesis that fails, if one does."""
        require(self.hypotheses)
        return self

    def leakage(self, digits: int = 30) -> Enclosure:
        """The largest advantage in the limit."""
        if self.share < 1:
            return certify(sub_sampled_leak, self.value, self.share, digits=digits)
        return certify(leak, self.value, digits=digits)

    def power(self, alpha: Number, digits: int = 30) -> Enclosure:
        """The largest power at a level in the limit."""
        if self.share < 1:
            return certify(sub_sampled_power, alpha, self.value, self.share, digits=digits)
        return certify(power, alpha, self.value, digits=digits)

    def miss(self, alpha: Number, digits: int = 30) -> Enclosure:
        """The trade-off function: the least miss probability at a level in the limit."""
        if self.share < 1:
            return 1 - self.power(alpha, digits)
        return certify(miss, alpha, self.value, digits=digits)

    @accepts_epsilon
    def delta(self, eps: Number, digits: int = 30) -> Enclosure:
        """The delta(eps) that an auditor would conclude from the game; it is no guarantee."""
        if self.share < 1:
            return certify(sub_sampled_delta, self.value, self.share, eps, digits=digits)
        return certify(gdp_delta, self.value, eps, digits=digits)


@reads(data=values_of(ColumnData))
def exact_mean(data: ColumnData) -> LeakageScore:
    """m_n = (1/n) sum_j (z*_j - mu_j)^2/sigma_j^2, for the mean released exactly (Theorem 6.3).

    >>> from .columns import Column
    >>> law = Column.finite([0, 1], ["0.5", "0.5"], target="0.5", count=5)
    >>> exact_mean(ColumnData.of(10, [law])).checked()
    Traceback (most recent call last):
    ...
    ValueError: The limit says nothing here, as (S1) fails: the target 1/2 is on no lattice of \
step 1 with the values of its column, so that the mean tells it without error; add noise, or take \
a target on it.
    """
    return LeakageScore("exact mean", data.score, hypotheses_of_mean(data))


@reads(data=values_of(ColumnData))
def noisy_mean(data: ColumnData, gamma: Number | Sequence[Number]) -> LeakageScore:
    """(1/n) sum_j (z*_j - mu_j)^2/(sigma_j^2 + gamma_j^2): noise of deviation gamma_j/sqrt(n).

    Theorem 6.5. gamma is one number, or one for each column of the data (with its count).

    >>> from .columns import Column
    >>> data = ColumnData.of(100, [Column.bernoulli("0.5", target=1, count=500)])
    >>> noisy_mean(data, "0.5").value
    Fraction(5, 2)
    """
    noise = _noise(data, gamma)
    total = exact_sum(
        c.count * c.shift**2 / (c.variance + g) for c, g in zip(data.columns, noise, strict=True)
    )
    silent = not any(noise)
    hypotheses = hypotheses_of_mean(data) if silent else hypotheses_of_noisy_mean(data, noise)
    return LeakageScore("noisy mean", total / data.rows, hypotheses)


@reads(data=values_of(ColumnData))
def sub_sampled_mean(data: ColumnData, kept: Number) -> LeakageScore:
    """The mean of k of the n rows, drawn without replacement and the same for all columns.

    Its value is the score m_n of the mean of all rows; k rows have the score m_n n/k, for which
    the hypotheses are checked. Theorem 6.6 as corrected.

    >>> from .columns import Column
    >>> data = ColumnData.of(1000, [Column.bernoulli("0.5", target=1, count=5000)])
    >>> round(float(sub_sampled_mean(data, 500).leakage()), 6)
    0.443077
    """
    k = exact_count("kept", kept)
    if not 2 <= k <= data.rows:
        raise ValueError(
            f"kept is {k}; give a number of rows from 2 to {data.rows}, the rows of the data."
        )
    part = ColumnData(k, data.columns)
    share = Fraction(k, data.rows)
    return LeakageScore("sub-sampled mean", data.score, hypotheses_of_mean(part), share)


@reads(data=values_of(ColumnData))
def histogram_score(data: ColumnData) -> Fraction:
    """(1/n) sum_j (1 - p_j)/p_j with p_j the mass of the target's value, exactly.

    It is the score of means that tell how often each value occurs: rationally independent values,
    or floats that are not on a coarse lattice. For Bernoulli columns it is that of `exact_mean`.

    >>> from .columns import Column
    >>> law = Column.finite([0, 1, 1.4142135623730951], ["1/3", "1/3", "1/3"], target=1, count=50)
    >>> histogram_score(ColumnData.of(10, [law]))
    Fraction(10, 1)
    """
    total = Fraction(0)
    for place, column in enumerate(data.columns):
        mass = column.target_mass
        if not mass:
            raise ValueError(
                f"The target of column {place} is none of the values of a finite law; give a law "
                "with this value, or another target: its presence would be certain."
            )
        total += column.count * (1 - mass) / mass
    return total / data.rows


def noisy_mean_gdp(
    rows: Number, gammas: Sequence[Number], counts: Sequence[Number], side: Number = 1
) -> Fraction:
    """mu^2 of the mu-GDP of the noisy mean: (side^2/n) sum_j 1/gamma_j^2, and twice its zCDP rho.

    This is differential privacy, for rows in a box of the given side and all data sets that differ
    in one row; the leakage score of a target in the box is never above it.

    >>> noisy_mean_gdp(1000, ["0.5"], [5000])
    Fraction(20, 1)
    """
    n, length = exact_count("rows", rows, least=1), exact_positive("side", side)
    deviations = [exact_positive("gamma", g) for g in listed("The gammas", gammas)]
    many = [exact_count("count", c, least=1) for c in listed("The counts", counts)]
    if len(deviations) != len(many):
        raise ValueError(
            f"There are {len(deviations)} gammas and {len(many)} counts; give as many of both."
        )
    total = exact_sum(c / g**2 for c, g in zip(many, deviations, strict=True))
    return length**2 * total / n


def normal_divergence(data: ColumnData, gamma: Number = 0, digits: int = 30) -> Enclosure:
    """KL(in, out) of the noisy mean of normal columns with these moments, for this n.

    The row of the target does not vary, but has its noise: the mean with it has the variance
    ((n-1) sigma^2/n + gamma^2)/n. The limit is half of the leakage score.

    >>> from .columns import Column
    >>> data = ColumnData.of(10, [Column.normal(0, 1, target="1.3", count=50)])
    >>> round(float(normal_divergence(data, 0)), 5)
    4.35901
    """
    g, n = exact_nonnegative("gamma", gamma) ** 2, data.rows

    def found() -> arb:
        total = arb(0)
        for c in data.columns:
            less = c.variance / (n * (c.variance + g))  # 1 less the ratio of the variances
            moved = c.shift**2 / (n * (c.variance + g))
            total += c.count * (-ball(less) - (-ball(less)).log1p() + ball(moved)) / 2
        return total

    return enclose(found, digits)


def _noise(data: ColumnData, gamma: Number | Sequence[Number]) -> tuple[Fraction, ...]:
    """The squares of the deviations, one for each column of the data."""
    if isinstance(gamma, str | int | float | Fraction):
        return (exact_nonnegative("gamma", gamma) ** 2,) * len(data.columns)
    result = tuple(exact_nonnegative("gamma", g) ** 2 for g in listed("The gammas", gamma))
    if len(result) != len(data.columns):
        raise ValueError(
            f"There are {len(result)} gammas and {len(data.columns)} columns; give one number, or "
            "one for each column."
        )
    return result
