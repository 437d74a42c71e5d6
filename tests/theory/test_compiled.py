"""The two forms of a kernel are equal to the last bit; the choice follows the declared work."""

import math
import pickle
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import (
    bernoulli_kernels,
    compiled,
    confidence_bound_kernels,
    error_free_kernels,
    private_divergence_kernels,
)
from banditproof.theory.characteristic_times import characteristic_time_kernels as times
from banditproof.theory.characteristic_times.problem import Problem, kind_of
from banditproof.theory.concentration import tail_kernels
from banditproof.theory.exact import exact
from banditproof.theory.infima import infimum_kernels
from banditproof.theory.instances import BernoulliBandit, GaussianBandit, LawBandit
from banditproof.theory.laws import Gamma, NegativeBinomial, Poisson, family_kernels
from banditproof.verify.strategies import epsilons, levels, probabilities


def equal(one, other):
    """Equal to the last bit, the kind of number included; NaN equals NaN."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=True)
    return type(one) is type(other) and repr(one) == repr(other)


def check_both(kernel, *arguments):
    """Machine code and both interpreted forms give equal results and leave equal arrays.

    Returns whether the first form could: it may raise, and then the silent one answers.
    """
    before = [value.copy() if isinstance(value, np.ndarray) else value for value in arguments]
    expected = kernel.compiled(*arguments)

    def agrees(form, numbers):
        copies = [value.copy() if isinstance(value, np.ndarray) else value for value in numbers]
        try:
            with np.errstate(all="ignore"):
                result = compiled._plain(form(*copies))
        except (ArithmeticError, ValueError):
            return False
        assert equal(expected, result), (kernel, arguments)
        after = compiled._plain(tuple(arguments)), compiled._plain(tuple(copies))
        assert equal(*after), (kernel, arguments)
        return True

    quiet = agrees(kernel.silent, [compiled._numpy_number(value) for value in before])
    assert quiet, "nothing raises in the silent form"
    return agrees(kernel.interpreted, before)


def test_scalar_kernels_are_equal_in_both_forms():
    first, private = bernoulli_kernels, private_divergence_kernels
    bounds = confidence_bound_kernels

    def same(x, y, level, eps):
        for kernel in (first.kl, first.log_odds_gap):
            check_both(kernel, x, y)
        for kernel in (private.d_eps, private.d_eps_dy, private.minimiser, private.dual_maximiser):
            check_both(kernel, x, y, eps)
        for kernel in (bounds.kl_ucb, bounds.kl_lcb, bounds.kl_ucb_log_complement):
            check_both(kernel, x, level)
        for kernel in (bounds.d_eps_ucb, bounds.d_eps_lcb, bounds.saturates):
            check_both(kernel, x, level, eps)
        check_both(tail_kernels.laplace_tail, 3, level - x, eps + 1e-9)
        check_both(family_kernels.gaussian_private, level, eps)

    for_all(probabilities(), probabilities(), levels(), epsilons(), examples=120)(same)()


LAWS = [
    BernoulliBandit,
    GaussianBandit,
    lambda means: LawBandit([Poisson(mean + 1) for mean in means]),
    lambda means: LawBandit([Gamma(mean + 1, 2) for mean in means]),
    lambda means: LawBandit([NegativeBinomial(mean + 1, 2) for mean in means]),
]


@for_all(
    st.sampled_from(LAWS),
    st.lists(st.floats(1e-6, 1.0 - 1e-6), min_size=2, max_size=5),
    st.sampled_from(["kl", "tv", "private", "d_eps"]),
    st.sampled_from(["0.001", "0.1", "1", "10"]),
    st.sampled_from([0.0, 1.0, 9.0]),
)
def test_solvers_are_equal_in_both_forms(make, means, divergence, eps, odds):
    budget = None if divergence in ("kl", "tv") else exact(eps)
    if divergence == "d_eps" and make is not BernoulliBandit:
        return
    problem = Problem(make([exact(mean) for mean in means]), divergence, budget, None)
    if problem.trivial is None:
        best = problem.means[problem.best]
        facts = kind_of(problem.divergence), *problem.family_code(), float(budget or 1)
        arguments = *facts, float(best), float(1 - best), problem.columns(), odds
        check_both(times.solve, *arguments)


def test_infima_of_finite_laws_are_equal_in_both_forms():
    def same(points, share, eps):
        x = np.array(points)
        mean, p = x.mean(), np.full(len(x), 1.0 / len(x))
        mu = mean + share * (1.0 - mean)
        r, c, gap = (x - mu) / (1.0 - mu), (1.0 - x) / (1.0 - mu), (mu - mean) / (1.0 - mu)
        for growth, budget in ((infimum_kernels.NEVER, 0.0), (math.expm1(eps), eps)):
            check_both(infimum_kernels.dual_optimum, r, c, p, gap, growth, budget)
        check_both(infimum_kernels.moved_mass, c, p, gap)

    points = st.lists(st.floats(0.0, 0.9), min_size=1, max_size=12)
    for_all(points, st.floats(0.01, 0.99), st.floats(0.01, 20.0))(same)()


@compiled.kernel
def quotient(x, y):
    return (x - y) / (y * (1.0 - y))


@compiled.kernel
def rearranged(x, y):
    return (x - y) / y / (1.0 - y)


def test_a_difference_in_the_last_bit_is_noticed(monkeypatch):
    for_all(probabilities(), probabilities())(lambda x, y: check_both(quotient, x, y))()
    monkeypatch.setitem(quotient._forms, "interpreted", rearranged.interpreted)
    with pytest.raises(AssertionError):
        for_all(probabilities(), probabilities())(lambda x, y: check_both(quotient, x, y))()
    assert not equal(1.0, np.float64(1.0))
    assert not equal(0.0, -0.0)


@compiled.kernel
def draw_and_divide(rng, room, x):
    room[0] = rng.random()
    return 1.0 / x


@compiled.kernel
def draw_and_divide_counts(rng, room, x):
    room[0] = rng.random()
    return 1 / int(x)


@compiled.kernel
def one_more(x):
    return x + 1.0


@compiled.kernel
def count_to(room, n):
    room[0] = 0.0
    for _ in range(n):
        room[0] = one_more(room[0])
    return room[0]


def test_where_the_interpreter_raises_another_form_answers_from_the_same_state():
    for kernel in (draw_and_divide, draw_and_divide_counts):
        rng, room = np.random.default_rng(1), np.zeros(2)
        assert kernel.for_work(1)(rng, room, 0.0) == math.inf
        expected = np.random.default_rng(1)
        assert room[0] == expected.random()
        assert rng.bit_generator.state == expected.bit_generator.state
    assert not draw_and_divide.compiled.signatures
    assert draw_and_divide_counts.compiled.signatures  # a division of Python's integers raises


@compiled.kernel
def elementary(kind, x):
    functions = (
        math.log(x),
        math.log1p(x),
        math.log2(x),
        math.sqrt(x),
        math.exp(x),
        math.expm1(x),
        1.0 / x,
    )
    return functions[kind]


@pytest.mark.parametrize("x", [0.0, -0.0, -1.0, -2.5, 1e4, 2.5, math.inf, -math.inf, math.nan])
def test_elementary_functions_raise_in_no_form_but_the_first(x):
    for kind in range(7):
        check_both(elementary, kind, x)


def test_an_interpreted_call_that_is_too_long_is_given_up():
    room = np.zeros(1)
    assert count_to.for_work(10)(room, 10) == 10.0
    assert not count_to.compiled.signatures
    n = int(2 * compiled.COLD_BREAK_EVEN / compiled.CALL) + 10
    assert count_to.for_work(10)(room, n) == room[0] == float(n)
    assert count_to.compiled.signatures
    assert count_to.spent > compiled.COLD_BREAK_EVEN
    assert count_to.for_work(10) is count_to.compiled  # from now on


def test_threads_share_the_forms_of_a_kernel():
    with ThreadPoolExecutor(4) as pool:
        forms = list(pool.map(lambda _: rearranged.compiled, range(8)))
        values = list(pool.map(lambda x: rearranged.for_work(1)(x, 0.5), [0.25, 0.75] * 20))
    assert len({id(form) for form in forms}) == 1
    assert values == [-1.0, 1.0] * 20


def test_kernels_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(bernoulli_kernels.kl)) is bernoulli_kernels.kl


@for_all(
    st.lists(probabilities(), min_size=1, max_size=4), probabilities(), epsilons(), examples=20
)
def test_elementwise_functions_are_equal_in_both_forms(xs, y, eps, monkeypatch):
    x = np.array(xs)
    for function, arguments in (
        (bernoulli_kernels.kl_array, (x, y)),
        (private_divergence_kernels.d_eps_array, (x, y, eps)),
        (confidence_bound_kernels.d_eps_ucb_array, (x[:, None], x, eps)),
        (bernoulli_kernels.kl_array, (float(x[0]), y)),
    ):
        values = []
        for form in ("interpreted", "compiled"):
            monkeypatch.setattr(compiled, "FORCED", form)
            values.append(function(*arguments))
        assert type(values[0]) is type(values[1])
        assert equal(*values)


def test_division_by_zero_is_infinite_and_silent():
    @compiled.elementwise
    def inverse(x):  # a processor flag must not become a warning
        return 1.0 / x

    assert inverse(np.array([0.0, 2.0])).tolist() == [math.inf, 0.5]


def test_error_free_transformations():
    from fractions import Fraction

    def exact_parts(a, b):
        s, e = error_free_kernels.two_sum(a, b)
        assert Fraction(s) + Fraction(e) == Fraction(a) + Fraction(b)
        p, e = error_free_kernels.two_product(a, b)
        if a == 0 or b == 0 or abs(p) > 1e-250:
            assert Fraction(p) + Fraction(e) == Fraction(a) * Fraction(b)

    for_all(probabilities(), levels())(exact_parts)()


def test_numba_settings_are_restored():
    from numba.core import config

    before = config.CACHE_DIR
    with compiled._caching():
        pass
    assert before == config.CACHE_DIR
