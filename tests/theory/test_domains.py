"""Arguments of float forms: the whole domain passes unchanged (else `mistakes/arrays.toml`)."""

from inspect import signature
import numpy as np
import pytest
from banditproof.theory import certifiable, domains
from banditproof.theory.exact import exact


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


def outcome(function, given):
    """A value, or the sentence that refuses it."""
    try:
        return function(*given)
    except ValueError as refused:
        return str(refused)


EXACT_WORDS = ["1/3", "0.1", "25%", "10^-2", "1e-3"]


@pytest.mark.parametrize("word", EXACT_WORDS)
def test_strings_are_read_as_certified_forms_read_them(word):
    assert domains.reals("x", word) == float(exact(word))
    for function in certifiable():
        parameters = signature(function).parameters.values()
        if {str(parameter.annotation) for parameter in parameters} == {"Float"}:
            same = outcome(function, [word] * len(parameters))
            assert same == outcome(function, [float(exact(word))] * len(parameters))
    assert np.array_equal(domains.reals("x", [word, 2, 0.5]), [float(exact(word)), 2, 0.5])


@pytest.mark.parametrize("word", ["", "one", "0,5", "1/0", "nan", "10^400"])
def test_other_strings_are_refused_in_one_sentence(word):
    with pytest.raises(ValueError, match=r"^x .*; give .*numbers.*\.$"):
        domains.reals("x", word)
