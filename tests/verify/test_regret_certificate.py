"""The regret certificate: exact limits, the printed demonstration, a policy that it rejects."""

from fractions import Fraction
import pytest
from scipy import stats
from banditproof.algorithms.catalogue import make_policy
from banditproof.theory.concentration.poisson_binomial import binomial_tail
from banditproof.verify.regret_certificate import (
    Certificate,
    clopper_pearson,
    planned,
    regret_audit,
)


@pytest.mark.parametrize(("successes", "runs"), [(0, 10), (3, 10), (10, 10), (1, 100), (37, 90)])
@pytest.mark.parametrize("confidence", ["0.95", "0.999999"])
def test_clopper_pearson_limits_are_the_exact_ones_rounded_outwards(successes, runs, confidence):
    result = clopper_pearson(successes, runs, confidence)
    scipy = stats.binomtest(successes, runs).proportion_ci(float(confidence), method="exact")
    assert float(result.lo) == pytest.approx(scipy.low, abs=1e-9)
    assert float(result.hi) == pytest.approx(scipy.high, abs=1e-9)
    tail = (1 - Fraction(confidence)) / 2
    if result.hi < 1:
        assert binomial_tail(runs, result.hi, successes, "lower") <= tail
    if result.lo > 0:
        assert binomial_tail(runs, result.lo, successes) <= tail * (1 + Fraction(1, 10**9))
        wrong = result.lo + Fraction(1, 1000)
        assert binomial_tail(runs, wrong, successes) > tail


def test_the_interval_covers_at_least_its_level():
    """Exact coverage at p = 1/5 and 25 runs: at least 95 %; a 90 % interval does not reach it."""
    p, runs = Fraction(1, 5), 25

    def coverage(confidence):
        inside = [k for k in range(runs + 1) if p in clopper_pearson(k, runs, confidence)]
        below = binomial_tail(runs, p, inside[0] - 1, "lower") if inside[0] else 0
        return 1 - below - binomial_tail(runs, p, inside[-1] + 1)

    assert coverage("0.95") >= Fraction(95, 100)
    assert coverage("0.8") < Fraction(95, 100)


@pytest.mark.parametrize(
    ("pulls", "older", "least"), [(100, 0.00723, 0.0041), (400, 0.0950, 0.0452)]
)
def test_the_right_side_is_below_that_of_the_change_of_measure(pulls, older, least):
    """The older numbers are those of bern.derived.audit, with its best bridge and slack."""
    few = clopper_pearson(0, 2000).hi
    assert float(few) == pytest.approx(0.0018427, abs=5e-8)
    shown = Certificate("0.5", "0.3", "0.7", pulls)
    result = shown.right_side("0.02", few)
    assert float(result) == pytest.approx(least, rel=1e-2)
    assert result < older / 1.7
    assert shown.right_side("0.03", few) > result
    assert shown.right_side("0.02", 2 * few) > result


def test_a_policy_without_noise_is_rejected_and_a_private_one_is_not():
    """False-alarm rate 5e-7 each; non-private IMED explores arm 2 too rarely for eps = 0.02."""
    certificate = planned(Fraction(1, 50), 300)
    rejected = regret_audit(make_policy("imed", 2), "0.02", certificate, runs=300, rng=1)
    assert rejected.rejects
    assert rejected.seldom.lo > 0.7
    for name in ("dp-imed", "dp-klucb", "adap-klucb"):
        private = make_policy(name, 2, eps="0.02")
        assert not regret_audit(private, "0.02", certificate, runs=300, rng=1).rejects
    # the same runs do not speak against a larger budget
    assert not regret_audit(make_policy("imed", 2), 5, certificate, runs=300, rng=1).rejects


@pytest.mark.parametrize("eps", [Fraction(1, 50), Fraction(1, 4), Fraction(2)])
def test_plans_are_small_on_the_right(eps):
    certificate = planned(eps, 2000)
    few = clopper_pearson(0, 2000, "0.9999995").hi
    assert certificate.right_side(eps, few) <= Fraction(1, 4)
    assert certificate.pulls >= 2
