"""The leak of Laplace noise in floats: a re-derived witness, and what does not leak."""

import math
import numpy as np
import pytest
from banditproof.theory.mechanisms import DiscreteLaplace, IntegerLaplace
from banditproof.verify import float_leak
from banditproof.verify.evidence import Grade
from banditproof.verify.float_leak import (
    STEPS,
    NumPyLaplace,
    Textbook,
    exact_noise_holds,
    leak_of,
    uniforms_for,
)

SAMPLERS = [Textbook(), NumPyLaplace(), NumPyLaplace(10.0), Textbook(0.25)]


@pytest.mark.parametrize("sampler", SAMPLERS, ids=repr)
def test_both_float_samplers_leak_and_say_where(sampler) -> None:
    leak = leak_of(sampler)
    assert leak.grade is Grade.POINTS
    assert leak.numbers["eps"] == math.inf
    assert leak.numbers["revealed"] >= 5
    assert leak.seconds < 1


def test_the_numpy_witness_is_what_numpy_draws() -> None:
    leak = leak_of(NumPyLaplace(), seeds=range(3, 4))
    output = float(np.random.default_rng(3).laplace(0.0, 1.0))
    assert output.hex() in leak.witness
    # an independent search: all floats near output - 1 that some uniform number could give
    centre = round(0.5 * math.exp(output - 1) * STEPS)
    near = [1.0 + math.log(2 * (k / STEPS)) for k in range(centre - 5000, centre + 5000)]
    assert output < 0
    assert output not in near
    assert min(near) < output < max(near)


def test_the_revealed_outputs_are_those_that_a_plain_search_does_not_find() -> None:
    sampler, missed = Textbook(), 0
    for seed in range(40):
        output = sampler.draw(seed)
        gap = output - 1.0
        half = 0.5 * math.exp(-abs(gap))
        centre = round((half if gap < 0 else 1 - half) * STEPS)
        around = range(max(1, centre - 3000), min(STEPS, centre + 3000))
        missed += not any(1.0 + sampler.noise(k) == output for k in around)
    assert leak_of(sampler, seeds=range(40)).numbers["revealed"] == missed
    assert 0 < missed < 40


@pytest.mark.parametrize("sampler", SAMPLERS, ids=repr)
def test_the_uniform_numbers_of_an_output_are_found_and_complete(sampler) -> None:
    rng = np.random.default_rng(5)
    for k in (1, 2, STEPS - 1, *rng.integers(1, STEPS, 60).tolist()):
        output = sampler.noise(k)
        result = uniforms_for(sampler, 0.0, output)
        assert k in result
        around = range(max(1, k - 40), min(STEPS, k + 41))
        assert set(result) >= {j for j in around if sampler.noise(j) == output}
        shifted = 1.0 + sampler.noise(k)
        assert k in uniforms_for(sampler, 1.0, shifted)


def test_a_search_that_misses_uniform_numbers_is_noticed(monkeypatch) -> None:
    """A wrong quantile function would call every output impossible, even the drawn one."""
    position = float_leak._position
    monkeypatch.setattr(float_leak, "_position", lambda noise, scale: position(noise, 2 * scale))
    with pytest.raises(ArithmeticError, match="no uniform number"):
        leak_of(Textbook())


def test_another_formula_of_numpy_would_be_noticed(monkeypatch) -> None:
    monkeypatch.setattr(NumPyLaplace, "noise", lambda self, k: Textbook(self.scale).noise(k))
    with pytest.raises(ValueError, match="another formula"):
        leak_of(NumPyLaplace())


@pytest.mark.parametrize(
    ("noise", "sensitivity", "ratio"),
    [
        (DiscreteLaplace("1/2"), 1, 2.0),
        (DiscreteLaplace("9/10"), 2, 100 / 81),
        (IntegerLaplace("3/2"), 1, math.exp(2 / 3)),
    ],
)
def test_the_exact_samplers_reach_the_same_outputs_from_both_answers(
    noise, sensitivity, ratio
) -> None:
    result = exact_noise_holds(noise, sensitivity=sensitivity)
    assert result.numbers["unreachable"] == ()
    largest = result.numbers["largest_ratio"]
    assert float(largest.lo) <= ratio * (1 + 1e-12)
    assert ratio * (1 - 1e-12) <= float(largest.hi) < ratio * 1.001


def test_an_exact_sampler_that_never_gives_a_number_is_caught() -> None:
    class Even:
        def draw(self, source) -> int:
            return 2 * DiscreteLaplace("1/2").draw(source)

    result = exact_noise_holds(Even())
    assert 1 in result.numbers["unreachable"]
    assert result.numbers["largest_ratio"].lo == math.inf
    assert "not reached" in result.witness
