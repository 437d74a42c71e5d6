"""The level-by-level bounds of episode policies: by a second route, and the table of the thesis."""

import math
from fractions import Fraction
import pytest
from scipy.stats import binom
from banditproof.theory import certify
from banditproof.theory.concentration import episodic_pulls, level_failure

ROWS = (
    ("0.75", "0.625", 1, 10**7, "3.1"),
    ("0.75", "0.25", 1, 10**7, "3.1"),
    ("0.8", "0.1", "0.1", 10**6, "3.1"),
    ("0.8", "0.1", 10, 10**6, 4),
    ("0.5", "0.4", "0.5", 10**6, 6),
)
TABLE = {  # with 3/(beta - 3) for the last term, of which half will do
    "adap-ucb": (7488.6, 851.1, 2078.0, 245.2, 17300),
    "adap-klucb": (5973.9, 713.7, 2078.0, 189.9, 17260),
    "adac-ucb": (4444, 306, 187, 148, 12559),
}


@pytest.mark.parametrize("index", TABLE)
@pytest.mark.parametrize("row", range(1, len(ROWS)))
def test_table_of_fifteen_bounds(index, row):
    best, mean, budget, horizon, beta = ROWS[row]
    result = episodic_pulls(index, mean, best, horizon, beta, budget) + 1.5 / (float(beta) - 3)
    assert result == pytest.approx(TABLE[index][row], abs=1)


@pytest.mark.slow
@pytest.mark.parametrize("index", TABLE)
def test_first_row_of_the_table(index):
    best, mean, budget, horizon, beta = ROWS[0]
    result = episodic_pulls(index, mean, best, horizon, beta, budget) + 15
    assert result == pytest.approx(TABLE[index][0], abs=1)


def by_sums(index, n, mean, best, horizon, beta, budget):
    """The same probability in floats, with the index as a function of the noisy mean."""
    level = beta * math.log(horizon) / n
    if index == "adac-ucb":
        place = best - math.sqrt((0.5 + 1 / (budget * n)) * level)
    elif index == "adap-ucb":
        place = best - math.sqrt(level / 2) - level / budget
    else:
        low, high = 0.0, best
        for _ in range(80):
            x = (low + high) / 2
            kl = (x * math.log(x / best) if x else 0) + (1 - x) * math.log((1 - x) / (1 - best))
            low, high = (x, high) if kl > level else (low, x)
        if high < 1e-12:
            return 1.0
        place = high - level / budget
    total = 0.0
    for k in range(n + 1):
        z = n * place - k
        if index == "adac-ucb":
            above = math.erfc(z * math.sqrt(budget)) / 2
        else:
            above = math.exp(-z * budget) / 2 if z >= 0 else 1 - math.exp(z * budget) / 2
        total += binom.pmf(k, n, mean) * above
    return total


@pytest.mark.parametrize("index", TABLE)
def test_failures_of_levels_by_plain_sums(index):
    for n in (1, 8, 64, 256):
        for mean, best, budget in ((0.25, 0.5, 0.5), (0.0, 0.75, 4.0), (0.5, 0.875, 0.0625)):
            result = level_failure(index, n, mean, best, 2000, 4, budget)
            again = by_sums(index, n, mean, best, 2000, 4, budget)
            assert result == pytest.approx(again, abs=1e-10)


def test_best_mean_one_and_limits():
    assert level_failure("adap-klucb", 4, "0.5", 1, 100, 4, 10**6) == pytest.approx(0.0625)
    assert level_failure("adap-ucb", 1, "0.5", "0.75", 10**6, 4, 1) == pytest.approx(1)
    # all levels fail: 2 + (2 + 4 + 8 + ... + 512) + 3/2 is more than T
    assert episodic_pulls("adap-ucb", "0.5", "0.51", 1000, 4, "0.01") == pytest.approx(1025.5)


def test_certified_bound_contains_the_float():
    result = certify(episodic_pulls, "adac-ucb", "0.1", "0.8", 10**4, 4, 1, digits=15)
    assert result.contains(result.mid)
    assert float(result) == pytest.approx(episodic_pulls("adac-ucb", "0.1", "0.8", 10**4, 4, 1))
    assert result.width < 1e-10


@pytest.mark.parametrize(
    ("n", "best", "horizon", "beta"), [(8, "3/4", 16, 4), (4, "1/2", 2, 4), (2, "0", 9, "1/2")]
)
def test_clipped_mean_zero_whose_index_is_just_the_best_mean(n, best, horizon, beta):
    """kl(0, best) = beta log(T)/n exactly: every sum has an index of at least the best mean."""
    assert level_failure("adap-klucb", n, "0", best, horizon, beta, 1) == 1
    assert certify(level_failure, "adap-klucb", n, "0", best, horizon, beta, 1).lower == 1


def test_best_mean_very_near_that_index():
    """The noise has to be above -16 log 2 if the best mean is larger by 1e-45, and not else."""
    apart = Fraction(1, 10**45)
    results = [
        certify(level_failure, "adap-klucb", 8, 0, Fraction(3, 4) + move, 16, 4, 1)
        for move in (-apart, apart)
    ]
    assert results[0].lower == 1
    assert float(results[1]) == pytest.approx(1 - 2.0**-17, abs=1e-14)


def test_budgets_beyond_the_floats():
    """Noise far larger than all rewards: the level fails unless the noise is below its width."""
    for index in ("adac-ucb", "adap-ucb"):
        assert level_failure(index, 8, "1/4", "1/2", 100, 4, "1e-400") == pytest.approx(1)
