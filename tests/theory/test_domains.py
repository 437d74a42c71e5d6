"""Arguments of float forms: the whole domain passes unchanged, everything else gets a sentence."""

import math

import numpy as np
import pytest

from banditproof.theory.domains import (
    counts,
    nonnegative,
    positive,
    probabilities,
    reals,
    single,
    unwrapped,
)

CASES = [
    (probabilities, [0.0, 1.0, 5e-324, [0.25, 1.0]], [-5e-324, 1.0000000000000002, math.inf]),
    (nonnegative, [0, 1e308, [0.0, 3.0]], [-1e-300, math.inf, [1.0, -1.0]]),
    (positive, [5e-324, 3], [0, -1, math.inf, [1.0, 0.0]]),
    (reals, [-1e308, 0, [1.0, -1.0]], [math.inf, -math.inf]),
    (counts, [0, 7, 7.0, [1, 2]], [-1, 1.5, math.inf, 2.0**53]),
]


@pytest.mark.parametrize(("check", "good", "bad"), CASES)
def test_domains(check, good, bad):
    for value in good:
        assert np.array_equal(check("x", value), np.asarray(value))
    for value in bad:
        with pytest.raises(ValueError, match=r"^x contains .*; give .*\.$"):
            check("x", value)


@pytest.mark.parametrize("check", [case[0] for case in CASES])
@pytest.mark.parametrize("bad", [math.nan, [0.5, math.nan]])
def test_nan_is_rejected(check, bad):
    with pytest.raises(ValueError, match="contains NaN; give numbers only"):
        check("x", bad)


@pytest.mark.parametrize("check", [case[0] for case in CASES])
@pytest.mark.parametrize("bad", ["abc", None, [[1.0], [1.0, 2.0]], {}, 1j])
def test_what_is_not_a_number_is_rejected(check, bad):
    with pytest.raises(ValueError, match=r"x "):
        check("x", bad)


def test_counts_know_their_least_value():
    assert counts("m", 1, least=1) == 1
    with pytest.raises(ValueError, match="integers >= 1"):
        counts("m", 0, least=1)


def test_unwrapped():
    assert type(unwrapped(np.float64(1.0))) is float
    assert unwrapped(np.ones(2)).shape == (2,)


@pytest.mark.parametrize("check", [probabilities, nonnegative, positive, reals, counts])
@pytest.mark.parametrize("bad", [1j, np.complex128(0.5), [0.5, 1j], 10**400, "half", object()])
def test_what_is_no_float_gets_a_sentence(check, bad):
    with pytest.raises(ValueError, match=r"x is .*; give a number"):
        check("x", bad)


def test_a_single_number_is_asked_for():
    assert single("x", reals("x", 0.5)) == 0.5
    with pytest.raises(ValueError, match="give a single number"):
        single("x", reals("x", [0.5]))
