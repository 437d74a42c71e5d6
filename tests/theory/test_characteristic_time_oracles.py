"""Characteristic times against convex programs, linear programs and brute force in mpmath."""

from fractions import Fraction
import mpmath
import numpy as np
import pytest
from enclosure_checks import overlap
from banditproof.theory import (
    Bernoulli,
    BernoulliBandit,
    GaussianBandit,
    LawBandit,
    certify,
    characteristic_time,
    d_eps,
    kl,
)
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.characteristic_times import characteristic_time_kernels as kernels
from banditproof.theory.characteristic_times import transportation_cost
from banditproof.theory.characteristic_times.confusion import PrivateConfusion
from banditproof.theory.characteristic_times.level_search import Start, optimum
from banditproof.theory.characteristic_times.problem import Problem
from banditproof.theory.characteristic_times.proof import floats
from banditproof.theory.characteristic_times.smooth_optimum import smooth_optimum
from banditproof.theory.laws import Gaussian, NegativeBinomial, Poisson


def exponential_cone_time(means, eps=None):
    """The program of costs that are perspectives of relative entropies, solved by Clarabel."""
    import cvxpy as cp

    weights, level = cp.Variable(len(means), nonneg=True), cp.Variable()

    def entropy(p):
        return float(sum(-q * np.log(q) for q in (p, 1 - p) if q > 0))

    constraints = [cp.sum(weights) == 1]
    for a in range(1, len(means)):
        ups = weights[0] * means[0] + weights[a] * means[a]
        downs = weights[0] * (1 - means[0]) + weights[a] * (1 - means[a])
        both = weights[0] + weights[a]
        cost = (
            -cp.rel_entr(ups, both)
            - cp.rel_entr(downs, both)
            - weights[0] * entropy(means[0])
            - weights[a] * entropy(means[a])
        )
        # the cost of the pair, with its sign: entropy of the mixture minus mean entropy
        constraints.append(level <= cost)
        if eps is not None:
            gap = means[0] - means[a]
            constraints += [level <= eps * gap * weights[0], level <= eps * gap * weights[a]]
    problem = cp.Problem(cp.Maximize(level), constraints)
    problem.solve(solver="CLARABEL")
    return 1 / float(level.value)


@pytest.mark.slow
@pytest.mark.parametrize("eps", [None, 0.05, 0.2, 0.4])
@pytest.mark.parametrize("means", [(0.5, 0.45, 0.4, 0.35, 0.3), (0.95, 0.9, 0.5, 0.1), (0.9, 0.2)])
def test_the_exponential_cone_program_has_the_same_value(means, eps):
    divergence = "kl" if eps is None else "private"
    result = characteristic_time(BernoulliBandit(means), divergence, eps).value
    assert exponential_cone_time(means, eps) == pytest.approx(result, rel=1e-4, abs=0)
    wrong = (means[0], *(m - 0.01 for m in means[1:]))
    assert exponential_cone_time(wrong, eps) != pytest.approx(result, rel=1e-3, abs=0)


@pytest.mark.parametrize("beta", [None, 0.05, 0.3, 0.9])
def test_the_linear_program_of_total_variation_has_the_same_value(beta):
    from scipy.optimize import linprog

    means = (0.2, 0.9, 0.8, 0.85)
    gaps = [0.9 - m for m in means]
    rows, sides = [], []
    for a in (0, 2, 3):
        for arm in (1, a):
            row = np.zeros(5)
            row[arm], row[4] = -gaps[a], 1
            rows.append(row)
            sides.append(0)
    equal = [[1, 1, 1, 1, 0]] + ([] if beta is None else [[0, 1, 0, 0, 0]])
    totals = [1] + ([] if beta is None else [beta])
    result = linprog([0, 0, 0, 0, -1], rows, sides, equal, totals)
    value = characteristic_time(BernoulliBandit(means), "tv", beta=beta).value
    assert value == pytest.approx(1 / result.x[4], rel=1e-9, abs=0)


def brute_cost(one, other, first, second, divergence):
    """The infimum over the confusing mean by golden section at 40 digits."""

    def total(mean):
        return first * divergence(one, mean) + second * divergence(other, mean)

    low, high = other, one
    ratio = (mpmath.sqrt(5) - 1) / 2
    for _ in range(180):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if total(left) < total(right) else (left, high)
    return total((low + high) / 2)


def mp_kl(p, q):
    value = mpmath.mpf(0)
    for a, b in ((p, q), (1 - p, 1 - q)):
        value += a * mpmath.log(a / b) if a > 0 else 0
    return value


def mp_d_eps(eps):
    def divergence(x, y):
        if x > y:
            x, y = 1 - x, 1 - y
        tilt = mpmath.exp(-eps)
        z = max(x, y * tilt / (1 - y + y * tilt))
        return mp_kl(z, y) + eps * (z - x)

    return divergence


@pytest.mark.parametrize(("one", "other"), [("0.7", "0.4"), ("1", "0.4"), ("0.9", "0"), ("1", "0")])
@pytest.mark.parametrize("weights", [(1, 3), (2, "0.01"), ("0.05", 1)])
@pytest.mark.parametrize("eps", [None, "0.01", "0.8", "4"])
def test_costs_agree_with_brute_force(one, other, weights, eps):
    with mpmath.workdps(40):
        numbers = [mpmath.mpf(v) for v in (one, other, *weights)]
        divergence = mp_kl if eps is None else mp_d_eps(mpmath.mpf(eps))
        truth = brute_cost(*numbers, divergence)
        kind = "kl" if eps is None else "d_eps"
        laws, budget = (Bernoulli(one), Bernoulli(other)), eps
        proof = certify(transportation_cost, *laws, *weights, kind, budget, digits=20)
        assert abs(truth / mpmath.mpf(proof.decimal_lo(30)) - 1) < mpmath.mpf(10) ** -15
    result = transportation_cost(*laws, float(weights[0]), float(weights[1]), kind, budget)
    assert result == pytest.approx(float(proof), rel=1e-13, abs=0)


def test_costs_are_the_smaller_of_the_two_and_zero_for_a_worse_arm():
    pair = (Bernoulli("0.7"), Bernoulli("0.5"))
    weights = np.array([0.0, 1.0, 5.0, 1e6])
    plain = transportation_cost(*pair, 2.0, weights)
    private = transportation_cost(*pair, 2.0, weights, "private", "0.1")
    assert private.tolist() == pytest.approx(
        np.minimum(plain, 0.1 * 0.2 * np.minimum(2.0, weights)).tolist(), rel=1e-14
    )
    assert transportation_cost(pair[1], pair[0], 1, weights).tolist() == [0, 0, 0, 0]
    assert certify(transportation_cost, pair[1], pair[0], 1, 1).hi == 0
    assert plain[0] == 0
    assert plain[-1] == pytest.approx(2 * kl(0.7, 0.5), rel=1e-5, abs=0)
    joint = transportation_cost(*pair, 2.0, weights, "d_eps", "0.1")
    assert joint[-1] == pytest.approx(2 * d_eps(0.7, 0.5, 0.1), rel=1e-5, abs=0)
    assert (joint <= private * (1 + 1e-14)).all()


def test_the_costs_of_top_two_are_the_printed_formulas():
    left, right = Gaussian("0.8", "0.5"), Gaussian("0.3", "0.5")
    for first, second in ((64, 64), (1024, 256)):
        harmonic = 2 * 0.25 * (1 / first + 1 / second)
        plain = transportation_cost(left, right, first, second)
        assert plain == pytest.approx(0.25 / harmonic, rel=1e-14, abs=0)
        cut = transportation_cost(left, right, first, second, "truncated", "0.05")
        assert cut == pytest.approx(0.5 * 0.15 / harmonic, rel=1e-14, abs=0)
        assert transportation_cost(left, right, first, second, "truncated", 1) == plain
        proof = certify(transportation_cost, left, right, first, second, "truncated", "0.05")
        assert cut == pytest.approx(float(proof), rel=1e-14, abs=0)


def test_the_cost_of_poisson_laws_is_the_generalised_likelihood_ratio():
    # counts 30 of 10 draws and 10 of 5: maximal likelihoods with two means and with one
    def likelihood(mean, total, draws):
        return total * np.log(mean) - draws * mean

    apart = likelihood(3, 30, 10) + likelihood(2, 10, 5)
    together = likelihood(40 / 15, 40, 15)
    result = transportation_cost(Poisson(3), Poisson(2), 10, 5)
    assert result == pytest.approx(apart - together, rel=1e-12, abs=0)


FIVE = BernoulliBandit(("0.5", "0.45", "0.4", "0.35", "0.3"))
SMOOTH = [
    (FIVE, "kl", None, None),
    (FIVE, "kl", None, Fraction(1, 3)),
    (FIVE, "d_eps", Fraction(3, 10), None),
    (FIVE, "d_eps", Fraction(3, 10), Fraction(1, 3)),
    (BernoulliBandit(("0.9", "0.5", "0.5", 0)), "d_eps", Fraction(1, 2), None),
    (GaussianBandit((1, "0.5", 0)), "kl", None, None),
    (LawBandit((NegativeBinomial(3, 2), NegativeBinomial(2, 2))), "kl", None, None),
]


def candidates(bandit, divergence, eps, beta, search, bits=200):
    """What a search finds from the float solution, and the two bounds that it proves."""
    problem = Problem(bandit, divergence, eps, beta)
    level, arms = floats(problem)
    starts = {
        arm: Start(Fraction(row[kernels.Z]), float(row[kernels.START]))
        for arm, row in zip(problem.alternatives, arms, strict=True)
    }
    with working_precision(bits):
        game = problem.game()
        match = search(game, level, starts)
        return match and (lower(game.from_below(match[1])), upper(game.from_above(match[0])))


@pytest.mark.parametrize("case", SMOOTH)
def test_one_system_of_equations_gives_what_the_search_gives(case):
    low, high = candidates(*case, smooth_optimum)
    slow_low, slow_high = candidates(*case, optimum)
    assert max(low, slow_low) <= min(high, slow_high)
    assert high - low <= high / 10**30


def test_the_system_is_not_used_where_costs_have_corners():
    for case in (
        (FIVE, "private", Fraction(1, 10), None),
        (FIVE, "tv", None, None),
        (BernoulliBandit((1, 0)), "d_eps", Fraction(548384814543, 791152052440), None),
    ):
        assert candidates(*case, smooth_optimum) is None


def test_a_wrong_float_solution_is_left_to_the_search(monkeypatch):
    def far_off(game, level, starts):
        return smooth_optimum(game, level, {a: Start(s.place / 2, 0.0) for a, s in starts.items()})

    assert candidates(FIVE, "kl", None, None, far_off) is None
    right = certify(characteristic_time, FIVE, digits=20)
    # a candidate that is only roughly right proves too little: the search follows
    module = __import__(floats.__module__, fromlist=["smooth_optimum"])

    def rough(game, level, starts):
        x, mixture = smooth_optimum(game, level, starts)
        return {arm: value * Fraction(99, 100) for arm, value in x.items()}, mixture

    monkeypatch.setattr(module, "smooth_optimum", rough)
    again = certify(characteristic_time, FIVE, digits=20)
    assert again.digits >= 20
    assert overlap(again, right)


@pytest.mark.parametrize(("digits", "most"), [(20, 1), (60, 3)])
def test_a_place_is_evaluated_a_few_times_only(digits, most, monkeypatch):
    """The work of an enclosure: so many Newton steps, and one evaluation for the proof."""
    counts = {"trade": 0, "_upwards": 0}

    def counting(name, plain):
        def counted(*arguments):
            counts[name] += 1
            return plain(*arguments)

        return counted

    for name in counts:
        monkeypatch.setattr(PrivateConfusion, name, counting(name, getattr(PrivateConfusion, name)))
    many = BernoulliBandit(("0.5", *np.linspace(0.45, 0.05, 30).tolist()))
    assert certify(characteristic_time, many, "d_eps", "0.1", digits=digits).digits >= digits
    assert counts["trade"] <= 30 * most
    assert counts["_upwards"] <= 2 * 30 * (most + 1)
