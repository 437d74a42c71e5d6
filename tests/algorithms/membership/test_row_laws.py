"""Row laws: exact ratios against rational counting, densities, and refusals."""

from fractions import Fraction
from itertools import product
from math import comb, prod
import numpy as np
import pytest
from scipy.stats import gamma, norm
from banditproof.algorithms.membership.row_laws.bernoulli_columns import (
    BernoulliColumns,
    binomial_probabilities,
)
from banditproof.algorithms.membership.row_laws.exponential_columns import ExponentialColumns
from banditproof.algorithms.membership.row_laws.finite_rows import FiniteRows
from banditproof.algorithms.membership.row_laws.gaussian_rows import GaussianRows
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.algorithms.membership.row_laws.table_rows import TableRows

RNG = 20240501


@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize("mean", ["1/2", "1/3", "9/10"])
@pytest.mark.parametrize("target", [0, 1])
def test_bernoulli_ratio_is_the_ratio_of_binomial_probabilities(rows, mean, target):
    mu = Fraction(mean)
    law = BernoulliColumns((mean,))
    for k in range(rows + 1):
        out = comb(rows, k) * mu**k * (1 - mu) ** (rows - k)
        rest = k - target
        possible = 0 <= rest <= rows - 1
        inside = comb(rows - 1, rest) * mu**rest * (1 - mu) ** (rows - 1 - rest) if possible else 0
        term = law.log_ratio_terms(np.array([k / rows]), np.array([float(target)]), rows)[0]
        assert np.exp(term) == pytest.approx(float(inside / out), rel=1e-12)


@pytest.mark.parametrize(("rows", "mean"), [(7, "1/3"), (40, "9/10"), (1, "1/2")])
def test_binomial_probabilities_are_right_in_the_far_tails(rows, mean):
    mu = Fraction(mean)
    exact = [comb(rows, k) * mu**k * (1 - mu) ** (rows - k) for k in range(rows + 1)]
    result = binomial_probabilities(rows, float(mu))
    assert result == pytest.approx([float(p) for p in exact], rel=1e-12)
    assert binomial_probabilities(3, 1.0).tolist() == [0, 0, 0, 1]
    assert binomial_probabilities(3, 0.0).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    "column", [((0, 1, 3), ("1/2", "1/3", "1/6")), (("-1/2", "1/4"), ("1/4", "3/4")), ((5,), (1,))]
)
def test_lattice_tables_are_convolutions(column):
    law = LatticeColumns([column])
    pairs = list(zip(*law.exact_columns[0], strict=True))
    for rows in (1, 2, 4):
        exact: dict[Fraction, Fraction] = {}
        for choice in product(pairs, repeat=rows):
            total = sum(value for value, _ in choice)
            exact[total] = exact.get(total, Fraction(0)) + prod(part for _, part in choice)
        values, weights = law.sum_table(0, rows)
        assert values.tolist() == pytest.approx([float(v) for v in sorted(exact)])
        assert weights == pytest.approx([float(exact[v]) for v in sorted(exact)], rel=1e-13)
        for value, _ in pairs:
            inside = law.shifted_table(0, rows, float(value))
            terms = law.log_ratio_terms(values[:, None] / rows, np.array([float(value)]), rows)
            assert np.exp(terms[:, 0]) * weights == pytest.approx(inside, rel=1e-12)
            # the expectation of e^l without the target is 1
            assert inside.sum() == pytest.approx(1, rel=1e-12)


def test_lattice_and_bernoulli_columns_agree():
    lattice = LatticeColumns([((0, 1), ("2/3", "1/3"))])
    bernoulli = BernoulliColumns(("1/3",))
    means = np.arange(1, 9)[:, None] / 9
    terms = [law.log_ratio_terms(means, np.ones(1), 9) for law in (lattice, bernoulli)]
    assert terms[0] == pytest.approx(terms[1], abs=1e-12)


def test_exponential_ratio_is_the_ratio_of_gamma_densities():
    law, rows, z = ExponentialColumns([2.0]), 5, 3.0
    means = np.linspace(0.7, 6, 9)
    out = gamma.logpdf(means * rows / 2, rows)
    inside = gamma.logpdf((means * rows - z) / 2, rows - 1)
    result = law.log_ratio_terms(means[:, None], np.array([z]), rows)[:, 0]
    assert result == pytest.approx(inside - out, abs=1e-10)
    assert law.log_ratio_terms(np.array([0.5]), np.array([z]), rows)[0] == -np.inf


def test_gaussian_ratio_is_the_ratio_of_densities_for_any_covariance():
    rows, z, x = 4, np.array([1.0, -2.0]), np.array([[0.3, 0.1], [-1.0, 0.7]])
    variances, noise = np.array([2.0, 0.5]), np.array([0.25, 3.0])
    law = GaussianRows([0.5, 0.0], variances)
    out = norm.logpdf(x, law.mean, np.sqrt((variances + noise) / rows))
    centre = law.mean + (z - law.mean) / rows
    spread = np.sqrt(((rows - 1) / rows * variances + noise) / rows)
    terms = law.noisy_log_ratio_terms(x, z, rows, noise)
    assert terms == pytest.approx(norm.logpdf(x, centre, spread) - out, abs=1e-12)
    full = GaussianRows(law.mean, np.diag(variances))
    total = full.noisy_log_ratio_terms(x, z, rows, noise).sum(axis=-1)
    assert total == pytest.approx(terms.sum(axis=-1), abs=1e-12)


LAWS = [
    BernoulliColumns(("1/2", "1/5")),
    LatticeColumns([((0, 1, 3), ("1/2", "1/3", "1/6")), ((0, 1), ("1/2", "1/2"))]),
    FiniteRows(((0, 0), (1, 1), (2, 0)), ("1/4", "1/2", "1/4")),
    GaussianRows([1.0, 2.0], [[2.0, 1.0], [1.0, 3.0]]),
    ExponentialColumns([1.0, 3.0]),
    TableRows([[0.0, 1.0], [2.0, 2.0], [1.0, 5.0]]),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_rows_and_sums_have_the_stated_moments(law):
    """Each of 2 + 3 moments is within 6 standard errors: a false alarm has less than 1e-6."""
    rng, count, rows = np.random.default_rng(RNG), 4000, 6
    single = law.draw(count * rows, rng)
    sums = law.draw_sums(rows, count, rng)
    wide = law.covariance if law.covariance.ndim == 2 else np.diag(law.covariance)
    for drawn, factor in ((single, 1), (sums, rows)):
        error = 6 * np.sqrt(np.diag(wide) * factor / len(drawn))
        assert (np.abs(drawn.mean(axis=0) - factor * law.mean) <= error).all()
        centred = drawn - factor * law.mean
        for i, j in ((0, 0), (0, 1), (1, 1)):
            products = centred[:, i] * centred[:, j]
            slack = 6 * products.std() / np.sqrt(len(drawn))
            assert abs(products.mean() - factor * wide[i, j]) <= slack
