"""The constants of Corollary D.5: growth of the printed one, validity of the explicit one."""

import math
from fractions import Fraction
import pytest
from properties import rejects
from banditproof.theory import certify, d_eps
from banditproof.theory.batch_schedule import (
    ExplicitSchedule,
    GeometricSchedule,
    PolynomialSchedule,
)
from banditproof.theory.concentration import (
    noise_share,
    printed_log_constant,
    private_sum_lower_tail,
    private_sum_upper_tail,
    uniform_log_constant,
)


@pytest.mark.parametrize(
    ("m", "share", "growth"), [(10**6, 0.381, 10.6), (10**12, 0.301, 16.8), (10**24, None, 27.7)]
)
def test_the_printed_constant_grows_too_fast(m, share, growth):
    """m/n_m tends to 0, yet log A(n_m)/n_m grows: the printed proof needs m log n_m = o(n_m)."""
    pulls = math.ceil(m * math.log(math.log(m + 20)))
    ratio = float(certify(printed_log_constant, m, pulls, "0.5", "0.5", digits=15)) / pulls
    assert abs(ratio - growth) < 0.051
    if share is not None:
        assert abs(m / pulls - share) < 5.1e-4
        assert printed_log_constant(m, pulls, 0.5, 0.5) / pulls == pytest.approx(ratio, rel=1e-12)


def test_the_printed_constant_is_absorbed_for_larger_batches():
    ratios = {"m log m": [], "m log^2 m": []}
    for m in (10**4, 10**8, 10**12):
        log = math.log(m)
        for name, pulls in (("m log m", m * log), ("m log^2 m", m * log**2)):
            n = math.ceil(pulls)
            ratios[name].append(float(certify(printed_log_constant, m, n, "0.5", "0.5")) / n)
    assert all(1.9 < r < 2.3 for r in ratios["m log m"])
    assert ratios["m log^2 m"][0] > 2 * ratios["m log^2 m"][2]


def test_the_printed_constant_is_its_formula():
    a = 20 * math.e * (1 + 3 * 0.5 * 20) ** 3 * math.log(4) + math.e * (1 + 30) ** 3 + 1
    assert printed_log_constant(2, 20, 0.25, 0.5) == pytest.approx(math.log(a), rel=1e-14)
    assert float(certify(printed_log_constant, 2, 20, 0.25, 0.5)) == pytest.approx(math.log(a))


def test_the_share_of_the_noise():
    for a, mu, eps in [(0.1, 0.5, 1.0), (0.01, 0.9, 0.2), (5.0, 0.5, 1.0)]:
        largest = max(d_eps(0.0, mu, eps), d_eps(1.0, mu, eps))
        assert noise_share(a, mu, eps) == pytest.approx(min(1, a / (2 * largest)), rel=1e-14)
        assert float(certify(noise_share, a, mu, eps)) == pytest.approx(noise_share(a, mu, eps))


def check_constant(constant):
    """Exact tails of the first phases are below A_a e^{-n (d - a)}, for x on a grid."""
    for a, mu, eps in [("0.1", "0.5", "1"), ("0.02", "0.2", "0.5"), ("0.05", "0.9", "2")]:
        for schedule in (GeometricSchedule(2), GeometricSchedule("1.1"), PolynomialSchedule("1.5")):
            log_constant = constant(a, mu, eps, schedule)
            for m in range(4):
                n = schedule.pulls(m)
                for k in range(0, 21, 4):
                    x = Fraction(k, 20)
                    tail = private_sum_upper_tail if x >= Fraction(mu) else private_sum_lower_tail
                    exact = float(tail(float(n * x), n, float(mu), m + 1, float(eps)))
                    rate = n * (d_eps(float(x), float(mu), float(eps)) - float(a))
                    assert math.log(exact) <= log_constant - rate


@pytest.mark.slow
def test_the_explicit_constant_is_valid():
    check_constant(
        lambda a, mu, eps, schedule: float(certify(uniform_log_constant, a, mu, eps, schedule).hi)
    )
    rejects(check_constant, lambda a, mu, eps, schedule: -float(a) * 30)


def check_supremum(constant):
    for schedule in (GeometricSchedule(2), GeometricSchedule("1.1", 3), PolynomialSchedule("1.5")):
        for a in ("0.5", "0.2", "0.1"):
            price = -math.log(certify(noise_share, a, "0.3", "0.7"))
            values = [
                (m + 1) * price - float(a) / 2 * schedule.pulls(m)
                for m in range(60 if isinstance(schedule, GeometricSchedule) else 20000)
            ]
            assert constant(a, "0.3", "0.7", schedule) == pytest.approx(max(values), rel=1e-11)


def test_the_constant_is_the_supremum_over_all_phases():
    check_supremum(uniform_log_constant)

    def first_phases(a, mu, eps, schedule):
        return uniform_log_constant(a, mu, eps, ExplicitSchedule(tuple(schedule.cumulative(4))))

    rejects(check_supremum, first_phases)


def test_a_large_slack_costs_nothing():
    e = certify(uniform_log_constant, 5, "0.5", 1, GeometricSchedule(2))
    assert e.lo == e.hi == Fraction(-5, 2)


def test_bad_input_gets_a_sentence():
    for form in (printed_log_constant, lambda *case: certify(printed_log_constant, *case)):
        with pytest.raises(ValueError, match="mu"):
            form(1, 5, 0.0, 1.0)
