"""Exact samplers: their whole law from their random choices, and mutants that it exposes."""

import ast
import inspect
import math
from collections.abc import Callable
from fractions import Fraction as F
import numpy as np
import pytest
from enclosure_checks import overlap
from banditproof.theory import exact_sampling
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact_sampling import (
    GeneratorSource,
    SecretSource,
    bernoulli,
    bernoulli_exp,
    discrete_gaussian,
    discrete_laplace,
    geometric,
    geometric_exp,
    integer_laplace,
    logistic,
)
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    IntegerLaplace,
    RandomisedResponse,
)
from banditproof.verify.exact_laws.sampler_law import OutputLaw, output_law

Reference = Callable[[int], Enclosure]


def point(value: F) -> Enclosure:
    return Enclosure.of(value)


def agrees(law: OutputLaw, reference: Reference, outcomes: range) -> bool:
    """Whether every mass overlaps the enclosure that a formula gives; both are narrow."""
    results = [(law.mass(y), reference(y)) for y in outcomes]
    assert all(mass.width < F(1, 10**8) for mass, _ in results)
    return all(overlap(mass, true) for mass, true in results)


def exponential(gamma: F) -> Enclosure:
    return enclose(lambda: (-ball(gamma)).exp(), 30) if gamma else point(F(1))


@pytest.mark.parametrize("p", [F(0), F(1, 3), F(5, 7), F(1)])
def test_a_coin_has_its_rational_probability_exactly(p) -> None:
    law = output_law(lambda source: bernoulli(source, p), primitive=True)
    assert law.lost == 0
    assert law.mass(True).contains(p)
    assert law.mass(True).width < F(1, 10**40)


@pytest.mark.parametrize("gamma", [F(0), F(1, 10**6), F(1, 3), F(1), F(5, 3), F(4)])
def test_the_coin_of_an_exponential_is_right_coin_by_coin(gamma) -> None:
    law = output_law(lambda source: bernoulli_exp(source, gamma), primitive=True)
    assert law.lost < F(1, 10**8)
    assert agrees(
        law, lambda y: exponential(gamma) if y else point(1 - exponential(gamma).mid), range(2)
    )


@pytest.mark.parametrize("gamma", [F(1, 3), F(1)])
def test_the_coin_of_an_exponential_with_the_wrong_parity_is_noticed(gamma) -> None:
    law = output_law(lambda source: not bernoulli_exp(source, gamma), primitive=True)
    assert not law.mass(True).contains(exponential(gamma).mid)


def test_a_factorial_that_is_off_by_one_is_noticed() -> None:
    def wrong(source) -> bool:
        successes = 0
        while source.coin(1, 3 * (successes + 2)):
            successes += 1
        return successes % 2 == 0

    law = output_law(wrong, primitive=True)
    assert not law.mass(True).contains(exponential(F(1, 3)).mid)


@pytest.mark.parametrize("eps", [F(0), F(1, 2), F(3)])
def test_randomised_response_tells_the_truth_with_its_probability(eps) -> None:
    truth = RandomisedResponse(eps).truth()
    slow = output_law(lambda source: logistic(source, eps), F(1, 10**4), primitive=True)
    assert slow.lost < F(1, 10)
    fast, twice = (output_law(lambda source, e=e: logistic(source, e)) for e in (eps, 2 * eps + 1))
    assert overlap(slow.mass(True), truth)
    assert overlap(fast.mass(True), truth)
    assert not overlap(twice.mass(True), truth)


def test_the_fast_enumeration_agrees_with_the_one_of_every_single_coin() -> None:
    fast = output_law(lambda source: integer_laplace(source, F(1)))
    slow = output_law(lambda source: integer_laplace(source, F(1)), F(1, 10**5), primitive=True)
    assert slow.lost < F(1, 50)
    for y in range(-4, 5):
        assert overlap(slow.mass(y), fast.mass(y))


@pytest.mark.parametrize("ratio", [F(1, 2), F(1, 1000), F(2, 3), F(39, 106), F(9, 10)])
def test_geometric_and_discrete_laplace_numbers_have_exactly_their_law(ratio) -> None:
    one_sided = output_law(lambda source: geometric(source, ratio))
    assert agrees(one_sided, lambda x: point((1 - ratio) * ratio**x), range(40))
    noise = DiscreteLaplace(ratio)
    law = output_law(noise.draw)
    assert agrees(law, lambda y: point(noise.mass(y)), range(-40, 41))


@pytest.mark.parametrize(
    "noise",
    [IntegerLaplace(scale) for scale in (F(1), F(1, 5), F(3, 2), F(20, 3))]
    + [DiscreteGaussian(sigma_squared=square) for square in (F(1, 4), F(1), F(17, 2), F(100))],
    ids=str,
)
def test_integer_noise_has_exactly_its_law(noise) -> None:
    law = output_law(noise.draw, F(1, 10**13))
    assert agrees(law, noise.mass, range(-30, 31))


def _second_zero(source):
    size = geometric(source, F(1, 2))
    return -size if source.coin(1, 2) else size


def _short_digits(source):
    digits, (p, q) = exact_sampling._binary_coins(9, 10)
    result = sum(1 << i for i, (item, both) in enumerate(digits) if source.coin(item, both))
    while source.coin(p, q):
        result += 1 << (len(digits) - 1)
    return result


def _unfloored(source):
    def attempt(source):
        remainder = source.below(3)
        return remainder if remainder == 0 or source.exp_coin(remainder, 3) else None

    result = source.repeat(attempt)
    while source.exp_coin(1, 1):
        result += 3
    return result  # not divided by the denominator 2


def _no_remainder_rejection(source):
    result = source.below(3)
    while source.exp_coin(1, 1):
        result += 3
    return result // 2


def _wrong_centre(source):
    def attempt(source):
        proposal = integer_laplace(source, F(2))
        distance = abs(proposal) - F(1)  # sigma^2, not sigma^2 / t
        return proposal if bernoulli_exp(source, distance * distance / 2) else None

    return source.repeat(attempt)


def _sigma_for_its_square(source):
    return discrete_gaussian(source, F(2))


MUTANTS = [
    (_second_zero, lambda y: point(DiscreteLaplace("1/2").mass(y))),
    (lambda s: discrete_laplace(s, F(51, 100)), lambda y: point(DiscreteLaplace("1/2").mass(y))),
    (_short_digits, lambda x: point(F(1, 10) * F(9, 10) ** x) if x >= 0 else point(F(0))),
    (_unfloored, None),
    (_no_remainder_rejection, None),
    (_wrong_centre, DiscreteGaussian(sigma_squared=1).mass),
    (_sigma_for_its_square, DiscreteGaussian(sigma_squared=4).mass),
]


@pytest.mark.parametrize(("mutant", "reference"), MUTANTS)
def test_mutants_are_noticed(mutant, reference) -> None:
    law = output_law(mutant, F(1, 10**13))
    if reference is None:  # a one-sided number of scale 3/2
        right = output_law(lambda source: geometric_exp(source, F(3, 2)), F(1, 10**13))
        reference = right.mass
        assert agrees(right, lambda x: _one_sided(F(3, 2), x), range(20))
    assert not agrees(law, reference, range(-5, 6))


def _one_sided(scale: F, x: int) -> Enclosure:
    return enclose(lambda: (1 - (-1 / ball(scale)).exp()) * (-ball(x / scale)).exp(), 30)


class IntegersOnly:
    """A generator that can do nothing but integers and bytes."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def integers(self, n):
        return self._rng.integers(n)

    def bytes(self, n):
        return self._rng.bytes(n)


def test_no_sampler_asks_its_generator_for_a_float() -> None:
    for noise in (
        DiscreteLaplace("9/10"),
        IntegerLaplace("7/2"),
        DiscreteGaussian(sigma_squared=9),
    ):
        draws = [noise.sample(IntegersOnly(k)) for k in range(50)]
        assert all(type(draw) is int for draw in draws)
        assert draws == [noise.sample(np.random.default_rng(k)) for k in range(50)]


def test_no_float_is_written_in_the_samplers() -> None:
    tree = ast.parse(inspect.getsource(exact_sampling))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id == "float")
        # a quotient of integers would be a float
        assert not isinstance(node, ast.Div)


@pytest.mark.parametrize("n", [1, 2, 3, 10, (1 << 63) + 1, 3 << 70, 10**40])
@pytest.mark.parametrize("source", [GeneratorSource(np.random.default_rng(3)), SecretSource()])
def test_integers_of_any_size_are_below_their_bound(source, n) -> None:
    draws = [source.below(n) for _ in range(400)]
    assert 0 <= min(draws) <= max(draws) < n
    if n > 1:  # both halves are seen: missing one has probability 2^-400 or less than (2/3)^400
        assert min(draws) < n / 2 <= max(draws)


def test_large_integers_are_uniform_in_their_quarters() -> None:
    n, runs = 3 << 70, 8000
    source = GeneratorSource(np.random.default_rng(11))
    quarters = np.bincount([source.below(n) * 4 // n for _ in range(runs)], minlength=4) / runs
    margin = math.sqrt(math.log(2 * 4 / 1e-7) / (2 * runs))  # Hoeffding: alarm below 1e-7
    assert (abs(quarters - 0.25) < margin).all()
    # a source that takes the remainder of enough bits is not uniform, and is noticed
    raw = [source.below(1 << 72) % n * 4 // n for _ in range(runs)]
    wrong = np.bincount(raw, minlength=4) / runs
    assert (abs(wrong - 0.25) > margin).any()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [(lambda s: bernoulli(s, F(3, 2)), "outside"), (lambda s: bernoulli_exp(s, F(-1)), "negative")],
)
def test_impossible_coins_are_rejected(call, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        call(GeneratorSource(np.random.default_rng(0)))


def test_an_impossible_coin_of_a_sampler_is_noticed_by_the_enumeration() -> None:
    with pytest.raises(ValueError, match="3/2"):
        output_law(lambda source: source.coin(3, 2))


def test_given_up_paths_are_counted() -> None:
    law = output_law(lambda source: geometric(source, F(1, 2)), F(1, 100))
    assert sum(mass.lo for mass in law.found.values()) + law.lost >= 1
    assert law.lost >= F(1, 128)
    assert law.mass(50).lo == 0
    assert law.mass(50).hi == law.lost
