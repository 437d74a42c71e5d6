"""Real cases of the steps of proofs_of_noisy_means.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.theory.membership import Column, ColumnData, noisy_mean, noisy_mean_gdp


def coin_score(gamma: Fraction) -> Fraction:
    """The score of two noisy columns of mean 1/10000 and eight rows, with the target 1."""
    column = Column.bernoulli(Fraction(1, 10_000), target=1, count=2)
    return noisy_mean(ColumnData.of(8, [column]), gamma).value


def more_and_less_noise() -> Iterator[Instance]:
    """The scores for two deviations of the noise that are near to each other."""
    for g in (Fraction(1, 2), Fraction(3)):
        yield {"mg": coin_score(g), "mh": coin_score(g * Fraction(1001, 1000))}


def opposite_rows() -> Iterator[Instance]:
    """A row of ones for one of zeros moves the mean of eight rows by one deviation of its noise."""
    gamma = Fraction(1, 2)
    mu_squared = noisy_mean_gdp(8, [gamma], [2])
    yield {"dist": 1, "mu2": mu_squared, "m": coin_score(gamma)}
