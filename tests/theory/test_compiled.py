"""Compiled kernels equal their plain specification, and their cache follows their source."""

import math

import numpy as np
import pytest

from banditproof.theory import bernoulli_kernels, compiled
from banditproof.theory.concentration import tail_kernels
from banditproof.verify.strategies import budgets, levels, probabilities


def plain(kernel):
    """The Python function behind a kernel; what it calls stays compiled."""
    return kernel.py_func


def agree(value, expected):
    return value == expected or value == pytest.approx(expected, rel=1e-12, abs=1e-300)


def test_kernels_equal_their_python_source(for_all):
    def same(x, y, level, eps):
        cases = [
            (bernoulli_kernels.kl, (x, y)),
            (bernoulli_kernels.log_odds_gap, (x, y)),
            (bernoulli_kernels.d_eps, (x, y, eps)),
            (bernoulli_kernels.d_eps_ucb, (x, level, eps)),
            (bernoulli_kernels.kl_ucb, (x, level)),
            (tail_kernels.laplace_tail, (3, level - x, eps + 1e-9)),
        ]
        for kernel, arguments in cases:
            assert agree(kernel(*arguments), plain(kernel)(*arguments)), (kernel, arguments)

    for_all(same, probabilities(), probabilities(), levels(), budgets(), examples=100)


def test_error_free_transformations(for_all):
    from fractions import Fraction

    def exact(a, b):
        s, e = bernoulli_kernels.two_sum(a, b)
        assert Fraction(s) + Fraction(e) == Fraction(a) + Fraction(b)
        p, e = bernoulli_kernels.two_product(a, b)
        if a == 0 or b == 0 or abs(p) > 1e-250:
            assert Fraction(p) + Fraction(e) == Fraction(a) * Fraction(b)

    for_all(exact, probabilities(), levels())


def test_division_by_zero_is_infinite_and_silent():
    @compiled.elementwise
    def inverse(x):  # a processor flag must not become a warning
        return 1.0 / x

    assert inverse(np.array([0.0, 2.0])).tolist() == [math.inf, 0.5]


def test_the_cache_folder_follows_the_kernels(monkeypatch, tmp_path):
    folder = compiled._cache_folder()
    assert folder == compiled._cache_folder()
    theory = tmp_path / "theory"
    theory.mkdir()
    (theory / "compiled.py").write_text("")
    (theory / "x_kernels.py").write_text("a = 1")
    monkeypatch.setattr(compiled, "__file__", str(theory / "compiled.py"))
    first = compiled._cache_folder()
    (theory / "x_kernels.py").write_text("a = 2")
    assert len({folder, first, compiled._cache_folder()}) == 3


def test_numba_settings_are_restored():
    before = compiled.numba_config.CACHE_DIR
    with compiled._caching():
        pass
    assert before == compiled.numba_config.CACHE_DIR
