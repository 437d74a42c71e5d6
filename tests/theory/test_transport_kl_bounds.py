"""KL bounds of private mechanisms: two arithmetics, mechanisms that attain them, mutants."""

import math
import random
import sys
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from flint import arb
from hypothesis import strategies as st
from properties import for_all, rejects, relative_error
from banditproof.theory import certify, kl
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.concentration import binomial_law
from banditproof.theory.transport import (
    karwa_vadhan_ratio,
    kl_group_bound_pure,
    kl_group_bound_zcdp,
    kl_transport_bound_pure,
    kl_transport_bound_zcdp,
    product_kl_bound_pure,
    product_kl_bound_zcdp,
    product_law,
    product_log_ratio,
    squared_wasserstein_binomials,
)

EPS = st.sampled_from(["0", "1e-9", "0.01", "0.5", "1", "3", "20", "600", "750"])
TVS = st.lists(st.sampled_from(["0", "1e-12", "0.01", "0.3", "0.99", "1"]), min_size=1, max_size=4)
FORMS = ("printed", "coupling", "pointwise", "best")


@for_all(EPS, TVS, examples=60)
def check_floats(eps, tvs, function, certified, *settings):
    value = function(float(eps), [float(t) for t in tvs], *settings)
    exact = certify(certified, float(eps), [float(t) for t in tvs], *settings)
    assert relative_error(value, exact) < 1e-12


@pytest.mark.parametrize("form", FORMS)
def test_float_forms_of_the_product_bound(form):
    check_floats(product_kl_bound_pure, product_kl_bound_pure, form)


def test_other_float_forms():
    for function in (product_log_ratio, product_kl_bound_zcdp):
        check_floats(function, function)

    def linear(eps, tvs):
        return eps * sum(tvs)

    rejects(check_floats, linear, product_log_ratio)
    rejects(check_floats, linear, product_kl_bound_zcdp)


def test_the_ratio_is_the_exponential_and_inf_only_beyond_floats():
    budgets = ("0", "1e-9", "1", "30", "650", "720")
    for eps, tvs in product(budgets, (["0"], ["1e-20", "0.3"], ["1"])):
        value = karwa_vadhan_ratio(float(eps), [float(t) for t in tvs])
        exact = certify(karwa_vadhan_ratio, float(eps), [float(t) for t in tvs])
        if exact.lo > sys.float_info.max:
            assert value == math.inf
        else:
            assert relative_error(value, exact) < 1e-12


def test_group_bounds():
    for eps, d in product((0.0, 1e-9, 0.1, 1.0, 40.0), (0, 1, 3, 1000)):
        exact = certify(kl_group_bound_pure, eps, d)
        assert relative_error(kl_group_bound_pure(eps, d), exact) < 1e-14
        assert exact.lo <= min(Fraction(eps) * d, (Fraction(eps) * d) ** 2 / 2)
        square = certify(kl_group_bound_zcdp, eps, d)
        assert square.lo == square.hi == Fraction(eps) * d * d
        assert relative_error(kl_group_bound_zcdp(eps, d), square) < 1e-14
    # randomised response: kl(e^x / (1 + e^x), 1 / (1 + e^x)) = x tanh(x / 2), here at e^x = 3
    response = certify(kl, "3/4", "1/4")
    three = certify(kl_group_bound_pure, Fraction(math.log(3)), 1)
    assert float(response) == pytest.approx(float(three), rel=1e-15, abs=0)


def test_broadcasting():
    eps = np.array([0.5, 1.0, 2.0])
    tvs = np.array([[0.1, 0.2], [0.3, 0.4]])
    bounds = (product_kl_bound_pure, product_kl_bound_zcdp, product_log_ratio, karwa_vadhan_ratio)
    for function in bounds:
        table = function(eps[:, None], tvs)
        assert table.shape == (3, 2)
        assert table[2, 1] == pytest.approx(function(2.0, [0.3, 0.4]), rel=1e-15, abs=0)


def kl_ball(one, other):
    return sum((ball(p) * ball(p / q).log() for p, q in zip(one, other, strict=True) if p), arb(0))


def response(ratio, size):
    """Randomised response to each bit: eps-DP with e^eps = ratio, and the tightest there is."""
    laws = {}
    for data in product((0, 1), repeat=size):
        laws[data] = [
            ratio ** sum(x == y for x, y in zip(data, out, strict=True)) / (1 + ratio) ** size
            for out in product((0, 1), repeat=size)
        ]
    return laws


def random_mechanism(source, ratio, size):
    """Any laws between 1 and ratio, up to normalisation: e^eps is measured afterwards."""
    laws = {}
    for data in product((0, 1), repeat=size):
        weights = [1 + (ratio - 1) * Fraction(source.randrange(5), 4) for _ in range(3)]
        laws[data] = [w / sum(weights) for w in weights]
    return laws


def budget(laws):
    return max(
        p / q
        for first in laws
        for second in laws
        if sum(x != y for x, y in zip(first, second, strict=True)) == 1
        for p, q in zip(laws[first], laws[second], strict=True)
    )


def mixed(laws, law):
    datasets = list(laws)
    outcomes = len(laws[datasets[0]])
    return [
        sum((mass * laws[d][o] for mass, d in zip(law, datasets, strict=True)), Fraction(0))
        for o in range(outcomes)
    ]


def check_mechanisms(bound):
    """Exact output laws of mechanisms on two bits, with the exact budget of each."""
    source = random.Random(7)
    mechanisms = [response(Fraction(r), 2) for r in (2, 40, 5000)]
    mechanisms += [random_mechanism(source, Fraction(r), 2) for r in (2, 5) for _ in range(6)]
    with working_precision(128):
        for laws in mechanisms:
            eps = lower(ball(budget(laws)).log()) + Fraction(1, 10**30)  # from above
            for means in (("0.4", "0.6"), ("0.01", "0.05"), ("0", "1"), ("0.05", "0")):
                p, q = (product_law([(1 - Fraction(m), Fraction(m))] * 2) for m in means)
                apart = abs(Fraction(means[0]) - Fraction(means[1]))
                value = lower(kl_ball(mixed(laws, p), mixed(laws, q)))
                assert value <= bound(eps, [apart] * 2, p, q)


def test_no_mechanism_exceeds_the_bounds():
    for form in FORMS:
        check_mechanisms(lambda eps, t, p, q, f=form: certify(product_kl_bound_pure, eps, t, f).hi)
    check_mechanisms(lambda eps, t, p, q: kl_transport_bound_pure(eps, p, q).hi)
    check_mechanisms(lambda eps, t, p, q: kl_transport_bound_pure(eps, p, q, sharp=True).hi)
    rejects(check_mechanisms, lambda eps, t, p, q: eps * max(t) / 2)
    rejects(check_mechanisms, lambda eps, t, p, q: certify(product_kl_bound_pure, eps / 2, t).hi)
    rejects(
        check_mechanisms,
        lambda eps, t, p, q: certify(kl_group_bound_pure, eps * sum(t), 1).hi,  # Jensen backwards
    )


@for_all(EPS, TVS, examples=30)
def test_the_order_of_the_forms(eps, tvs):
    value = {form: certify(product_kl_bound_pure, eps, tvs, form) for form in FORMS}
    assert value["coupling"].lo <= value["printed"].hi
    assert value["best"].lo <= min(value["coupling"].hi, value["pointwise"].hi)
    log_ratio = certify(product_log_ratio, eps, tvs)
    assert value["printed"].lo <= log_ratio.hi  # the log is concave in t
    assert value["pointwise"].lo <= log_ratio.hi


def test_the_pointwise_form_loses_for_large_budgets_only():
    small = [certify(product_kl_bound_pure, "0.5", ["0.1"] * 2, form) for form in FORMS]
    large = [certify(product_kl_bound_pure, "6", ["0.1"] * 2, form) for form in FORMS]
    assert small[2].hi < small[1].lo < small[0].lo
    assert large[1].hi < large[0].lo < large[2].lo
    assert small[3].mid == small[2].mid
    assert large[3].mid == large[1].mid


def check_ratio(bound):
    """Randomised response to one record attains it on two laws that differ by a point mass."""
    for ratio, t in product((2, 50, 10**5), (Fraction(1, 100), Fraction(3, 10))):
        laws = response(Fraction(ratio), 1)
        extreme = max(
            a / b
            for p in (0, t, 1 - t)
            for a, b in zip(mixed(laws, (1 - p - t, p + t)), mixed(laws, (1 - p, p)), strict=True)
        )
        assert extreme <= bound(ratio, t)


def test_the_karwa_vadhan_ratio_covers_randomised_response():
    check_ratio(lambda ratio, t: 1 + t * (ratio - 1))
    rejects(check_ratio, lambda ratio, t: Fraction(math.exp(6 * math.log(ratio) * t)))
    exact = certify(karwa_vadhan_ratio, "10", ["0.01"])
    assert round(float(exact), 4) == 221.2547
    assert karwa_vadhan_ratio(10.0, [0.01]) > math.exp(6 * 10 * 0.01)


def test_transport_bounds():
    four = [product_law([(1 - Fraction(m), Fraction(m))] * 4) for m in ("0.4", "0.6")]
    assert kl_transport_bound_zcdp("0.5", *four).hi == Fraction(2, 5)
    closed = squared_wasserstein_binomials(4, "0.4", "0.6")
    assert kl_transport_bound_zcdp("0.5", *four).lo == closed / 2
    assert kl_transport_bound_pure("0.5", *four).hi == Fraction(2, 5)
    sharp = kl_transport_bound_pure("0.5", *four, sharp=True)
    assert sharp.digits >= 14
    assert sharp.hi < certify(product_kl_bound_pure, "0.5", ["0.2"] * 4, "coupling").lo
    assert kl_transport_bound_pure(0, *four, sharp=True).hi == 0
    first, second = (product_law([bit] * 3) for bit in ([1, 0], ["0.5", "0.5"]))
    assert kl_transport_bound_zcdp("0.5", first, second).hi == Fraction(3, 2)  # E Bin(3, 1/2)^2 / 2
    assert kl_transport_bound_pure("0.5", first, second).hi == Fraction(3, 4)
    # dependent records: three points, two records, all the mass on the diagonal against uniform
    diagonal = [Fraction(i == j, 3) for i in range(3) for j in range(3)]
    assert kl_transport_bound_pure(1, diagonal, [Fraction(1, 9)] * 9, points=3).hi == Fraction(2, 3)
    assert kl_transport_bound_zcdp(1, [1], [1], points=1).hi == 0


def test_the_gaussian_mechanism_stays_below_the_transport_bound():
    """Sums of n bits plus noise of variance 1: rho = 1/2, and KL <= (E D - E D')^2 / 2 and more."""
    n, p, q = 4, "0.4", "0.6"
    grid = np.linspace(-12, 16, 28001)
    first, second = (
        sum(
            float(mass) * np.exp(-((grid - k) ** 2) / 2) / math.sqrt(2 * math.pi)
            for k, mass in enumerate(binomial_law(n, mean))
        )
        for mean in (p, q)
    )
    value = float((first * np.log(first / second)).sum() * (grid[1] - grid[0]))
    assert 0 < value < float(squared_wasserstein_binomials(n, p, q)) / 2 < 1.28 / 2


def test_huge_arguments_are_infinite_and_never_nan():
    far, worst = 1e300, sys.float_info.max
    assert kl_group_bound_zcdp(0, far) == kl_group_bound_pure(0, worst) == 0
    assert kl_group_bound_zcdp(1e-300, far) == pytest.approx(far, rel=1e-15, abs=0)
    assert kl_group_bound_zcdp(far, far) == kl_group_bound_pure(far, far) == math.inf
    for tvs in ([0, 1], [0, 1, 1e-300], [0.9] * 5):
        for form in FORMS:
            value = product_kl_bound_pure(worst, tvs, form)
            exact = certify(product_kl_bound_pure, worst, tvs, form)
            infinite = exact.lo > Fraction(worst) * 11 / 10
            assert value == (math.inf if infinite else pytest.approx(worst, rel=1e-12, abs=0))
        assert karwa_vadhan_ratio(worst, tvs) == math.inf
        assert product_log_ratio(worst, tvs) >= worst * (1 - 1e-12)
        assert product_kl_bound_zcdp(worst, tvs) >= worst * (1 - 1e-12)
