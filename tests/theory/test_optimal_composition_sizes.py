"""The optimal composition of many releases: term by term, and an error where it would not end."""

import math
from fractions import Fraction as F
import mpmath
import pytest
from enclosure_checks import mpf
from banditproof.theory.accounting.composition_rules import MOST_RELEASES, optimal_composition


@pytest.mark.parametrize(
    ("eps", "delta", "count", "wanted"),
    [
        (F(1, 10), F(0), 300, F(2)),
        (F(1, 10), F(1, 1000), 299, F(0)),
        (F(1, 10**6), F(1, 2), 40, F(1, 10**5)),
        (F(40), F(1, 100), 7, F(200)),
        (F(1, 3), F(0), 301, F(100)),
    ],
)
def test_the_sum_against_binomial_coefficients(eps: F, delta: F, count: int, wanted: F) -> None:
    with mpmath.workdps(300):
        e, d, w = (mpf(x) for x in (eps, delta, wanted))
        truth, lie = 1 / (1 + mpmath.exp(-e)), 1 / (1 + mpmath.exp(e))
        stick = sum(
            math.comb(count, j)
            * truth ** (count - j)
            * lie**j
            * max(1 - mpmath.exp(w - (count - 2 * j) * e), 0)
            for j in range(count + 1)
        )
        expected = F(mpmath.nstr(1 - (1 - d) ** count * (1 - stick), 70, min_fixed=0, max_fixed=0))
    result = optimal_composition(eps, delta, count, wanted, digits=25)
    assert result.digits >= 25
    assert result.lo <= expected <= result.hi


def test_many_releases_take_a_moment_and_too_many_are_rejected() -> None:
    # about normal: delta at eps = 0 is close to sqrt(k) eps / sqrt(2 pi)
    result = optimal_composition("1e-5", 0, 10_000, 0, digits=8)
    assert abs(float(result) / (1e-3 / math.sqrt(2 * math.pi)) - 1) < 1e-4
    with pytest.raises(ValueError, match="at most 100000 releases"):
        optimal_composition("0.1", "1e-9", MOST_RELEASES + 1, 10)
    with pytest.raises(ValueError, match="at most 100000 releases"):
        optimal_composition("0.1", "1e-9", 10**12, 10)
