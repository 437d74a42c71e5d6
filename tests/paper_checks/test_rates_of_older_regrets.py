"""kl over the squared gap near 1, from the definition of kl in another arithmetic."""

import mpmath
import pytest
from programs import remark_4_2_design


def test_kl_over_the_squared_gap_near_one() -> None:
    with mpmath.workprec(5000):
        mean, best = mpmath.mpf(1) / 2, 1 - mpmath.mpf(2) ** -4000
        kl = mean * mpmath.log(mean / best) + (1 - mean) * mpmath.log((1 - mean) / (1 - best))
        quotient = float(kl / (best - mean) ** 2)
    assert quotient == pytest.approx(5542.4049, rel=1e-8)
    verdict = remark_4_2_design.rates_of_older_regrets()
    assert "5542.404" in str(verdict.evidence.witness)
