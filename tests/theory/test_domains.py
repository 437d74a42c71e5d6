"""Arguments of float forms: the whole domain passes unchanged (else `mistakes/arrays.toml`)."""

import numpy as np
import pytest

from banditproof.theory import domains


@pytest.mark.parametrize(
    ("check", "good"),
    [
        (domains.probabilities, [0.0, 1.0, 5e-324, [0.25, 1.0]]),
        (domains.nonnegative, [0, 1e308, [0.0, 3.0]]),
        (domains.positive, [5e-324, 3]),
        (domains.reals, [-1e308, 0, [1.0, -1.0]]),
        (domains.counts, [0, 7, 7.0, [1, 2]]),
    ],
)
def test_the_whole_domain_passes_unchanged(check, good):
    for value in good:
        assert np.array_equal(check("x", value), np.asarray(value))


def test_counts_know_their_least_value():
    assert domains.counts("m", 1, least=1) == 1


def test_unwrapped():
    assert type(domains.unwrapped(np.float64(1.0))) is float
    assert domains.unwrapped(np.ones(2)).shape == (2,)


def test_a_single_number_is_asked_for():
    assert domains.single("x", domains.reals("x", 0.5)) == 0.5
