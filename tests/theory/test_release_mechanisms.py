"""Mechanisms that release more than a noisy number: choices, vectors, and prefix sums."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import product
import numpy as np
import pytest
from enclosure_checks import overlap
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory import mechanisms
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.mechanisms.vector_gaussian import is_positive_definite, solved
from banditproof.verify.exact_laws.sampler_law import output_law


def test_the_law_of_the_exponential_mechanism() -> None:
    scores = [F(0), F(1, 2), F(-3)]
    weights = [math.exp(0.8 * float(score) / (2 * 0.5)) for score in scores]
    law = mechanisms.ExponentialMechanism(eps="0.8", sensitivity="0.5").law(scores)
    for result, weight in zip(law, weights, strict=True):
        assert float(result) == pytest.approx(weight / sum(weights), rel=1e-14)
    assert sum(p.lo for p in law) <= 1 <= sum(p.hi for p in law)
    assert mechanisms.ExponentialMechanism(eps=0).law([1, 2])[0].lo == F(1, 2)
    far = mechanisms.ExponentialMechanism(eps=2).law([0, 10**4])
    assert 0 < far[0].lo < F(1, 10**4000)  # not an underflow


def test_the_exponential_mechanism_is_drawn_exactly_and_half_the_eps_is_noticed() -> None:
    scores = [F(0), F(1), F(5, 2)]
    law = output_law(lambda source: mechanisms.ExponentialMechanism(eps=1).draw(scores, source))
    wrong = output_law(
        lambda source: mechanisms.ExponentialMechanism(eps="0.5").draw(scores, source)
    )
    for option, true in enumerate(mechanisms.ExponentialMechanism(eps=1).law(scores)):
        assert overlap(law.mass(option), true)
        assert law.mass(option).width < F(1, 10**10)
        assert not wrong.mass(option).contains(F(true.mid))


@for_all(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-1, 1)), min_size=1, max_size=5), examples=30
)
def test_the_losses_of_choices_stay_in_their_range(drawn) -> None:
    mechanism = mechanisms.ExponentialMechanism(eps=1)
    before, after = [s for s, _ in drawn], [s + m for s, m in drawn]
    pairs = zip(mechanism.law(before), mechanism.law(after), strict=True)
    losses = [math.log(float(p) / float(q)) for p, q in pairs]
    assert max(losses) - min(losses) <= float(mechanism.bounded_range()) + 1e-12
    assert max(map(abs, losses)) <= float(mechanism.loss().eps) + 1e-12
    # were the scores twice as sensitive, the range would not hold
    double = zip(mechanism.law([0, 0]), mechanism.law([2, -2]), strict=True)
    wide = [math.log(float(p) / float(q)) for p, q in double]
    assert max(wide) - min(wide) > 1.9


COVARIANCE = ((F(2), F(1), F(0)), (F(1), F(3), F(1, 2)), (F(0), F(1, 2), F(1)))


def test_the_cost_of_a_shift_is_that_of_the_inverse_covariance() -> None:
    noise = mechanisms.VectorGaussian(COVARIANCE)
    inverse = np.linalg.inv(np.array(COVARIANCE, dtype=float))
    for shift in product((-1, 0, 2), repeat=3):
        assert float(noise.rho(shift)) == pytest.approx(shift @ inverse @ np.array(shift) / 2)
    assert noise.loss(product((0, 1), repeat=3)).rho == max(
        noise.rho(shift) for shift in product((0, 1), repeat=3)
    )
    assert noise.loss([]) == ZCDP(0)


def test_independent_noise_is_the_gaussian_of_the_two_norm() -> None:
    noise = mechanisms.VectorGaussian(((4, 0), (0, 4)))
    gaussian = mechanisms.Gaussian(sigma_squared=4)
    assert noise.rho((3, 4)) == gaussian.loss(5).rho
    assert noise.delta(1, (3, 4)) == gaussian.delta(1, 5)
    assert noise.renyi(3, (3, 4)) == gaussian.renyi(3, 5)
    assert noise.delta(1, (0, 0)).hi == noise.renyi(2, (0, 0)).hi == 0


@for_all(st.lists(st.integers(-3, 3), min_size=9, max_size=9), st.integers(1, 3), examples=30)
def test_definiteness_and_solutions_are_those_of_numpy(entries, ridge) -> None:
    root = np.array(entries).reshape(3, 3)
    square = root @ root.T
    rows = [tuple(F(int(x)) for x in row) for row in square + ridge * np.eye(3, dtype=int)]
    assert is_positive_definite(rows)
    x = solved(rows, (F(1), F(2), F(3)))
    back = [sum((a * b for a, b in zip(row, x, strict=True)), F(0)) for row in rows]
    assert back == [1, 2, 3]
    low = min(np.linalg.eigvalsh(square.astype(float)))
    less = [tuple(F(int(v)) for v in row) for row in square - ridge * np.eye(3, dtype=int)]
    if abs(low - ridge) > 1e-9:
        assert is_positive_definite(less) == (low > ridge)


def test_draws_of_a_gaussian_vector_have_its_covariance() -> None:
    noise, rng, runs = mechanisms.VectorGaussian(COVARIANCE), np.random.default_rng(12), 5000
    draws = np.array([noise.sample(rng) for _ in range(runs)])
    seen, true = draws.T @ draws / runs, np.array(COVARIANCE, dtype=float)
    # each entry has a standard deviation of at most sqrt(2) 3 / sqrt(runs); seven of them
    margin = 7 * math.sqrt(2) * 3 / math.sqrt(runs)
    assert (abs(seen - true) < margin).all()
    assert not (abs(2 * seen - true) < margin).all()


@pytest.mark.parametrize("horizon", [*range(1, 18), 31, 32, 33, 100])
def test_prefixes_are_made_of_blocks_and_a_step_is_in_at_most_levels_of_them(horizon) -> None:
    tree = mechanisms.BinaryTree.calibrated(horizon, eps=1)
    nodes = list(tree.nodes())
    assert len(set(nodes)) == len(nodes)
    uses = Counter(step for first, last in nodes for step in range(first, last + 1))
    assert max(uses.values()) == uses[1] == tree.levels == 1 + int(math.log2(horizon))
    for t in range(horizon + 1):
        blocks = tree.prefix(t)
        assert set(blocks) <= set(nodes)
        steps = [s for first, last in blocks for s in range(first, last + 1)]
        assert steps == list(range(1, t + 1))
        assert len(blocks) == t.bit_count()
        assert tree.variance(t) == 2 * t.bit_count() * F(tree.levels) ** 2
    ends = [tree.prefix(t)[-1] for t in range(1, horizon + 1)]
    assert len(set(ends)) == horizon
    seen = Counter(step for first, last in ends for step in range(first, last + 1))
    assert seen[1] == tree.levels  # releasing the prefix sums alone saves nothing


@pytest.mark.parametrize("horizon", [1, 2, 3, 4])
def test_the_exact_loss_of_the_tree_by_enumeration_of_its_block_sums(horizon) -> None:
    noise = mechanisms.DiscreteLaplace("1/2")
    tree = mechanisms.BinaryTree(horizon, noise)
    worst = F(1)
    for stream in product((0, 1), repeat=horizon):
        for place in range(horizon):
            other = tuple(x ^ (i == place) for i, x in enumerate(stream))
            moves = [abs(sum(stream[a - 1 : b]) - sum(other[a - 1 : b])) for a, b in tree.nodes()]
            # independent noises: the largest ratio is the product, each attained on its own
            worst = max(worst, math.prod(noise.mass(0) / noise.mass(move) for move in moves))
    assert float(tree.loss().eps) == pytest.approx(math.log(worst), rel=1e-14)


def test_the_calibrated_tree_spends_eps_and_the_printed_one_more() -> None:
    for horizon in (1, 2, 3, 8, 1000, 1024):
        assert mechanisms.BinaryTree.calibrated(horizon, "0.7").loss() == PureDP(F(7, 10))
    for horizon, logarithm, factor in (
        (2, "natural", 2.885),
        (2, "binary", 2),
        (8, "natural", 1.924),
        (8, "binary", 4 / 3),
        (1024, "natural", 1.587),
        (1024, "binary", 1.1),
    ):
        loss = mechanisms.printed_tree_loss(horizon, 1, logarithm)
        assert float(loss) == pytest.approx(factor, abs=5e-4)
        built = mechanisms.BinaryTree.as_printed(horizon, 1, logarithm).loss().eps
        assert loss.lo * (1 - F(1, 10**30)) <= built <= loss.hi
        assert built > 1
    assert mechanisms.printed_tree_loss(1, 1).lo == math.inf
    assert mechanisms.BinaryTree.as_printed(1, 1).loss() == PureDP(math.inf)
    assert mechanisms.BinaryTree.as_printed(1, 1).noise == mechanisms.NoNoise()
    assert float(mechanisms.printed_tree_loss(3, 1, "binary")) == pytest.approx(2 / math.log2(3))
    assert mechanisms.BinaryTree.as_printed(3, 1, "binary").loss().eps > 1


def test_the_tree_takes_any_noise() -> None:
    assert mechanisms.BinaryTree(8, mechanisms.Gaussian(sigma_squared=2)).loss() == ZCDP(1)
    assert mechanisms.BinaryTree(8, mechanisms.DiscreteGaussian(sigma_squared=2)).loss(2) == ZCDP(4)
    assert mechanisms.BinaryTree(8, mechanisms.IntegerLaplace(4)).loss() == PureDP(1)
    assert mechanisms.BinaryTree(8, mechanisms.Laplace(4)).loss(0) == PureDP(0)
    assert mechanisms.BinaryTree(8, mechanisms.Gaussian(sigma_squared=2)).variance(3) == 4


def test_without_noise_all_counters_count() -> None:
    stream = [1, 0, 1, 1, 0, 1, 1]
    exact = tuple(np.cumsum(stream).tolist())
    rng = np.random.default_rng(1)
    assert mechanisms.BinaryTree(7, mechanisms.NoNoise()).sample(stream, rng) == exact
    noisy = mechanisms.BinaryTree(7, mechanisms.DiscreteLaplace("1/1000000000000")).sample(
        stream, rng
    )
    assert noisy == exact
    assert mechanisms.BinaryTree(7, mechanisms.DiscreteLaplace("9/10")).sample(stream, rng) != exact


def test_the_noise_of_the_counters_has_its_variance() -> None:
    rng, runs, eps = np.random.default_rng(8), 2500, 2
    stream = [1, 0, 1]
    counters = (
        mechanisms.BinaryTree.calibrated(3, eps),
        mechanisms.FreshNoiseCounter(3, eps),
        mechanisms.NoisyStreamCounter(3, eps),
    )
    variances = []
    for counter in counters:
        draws = np.array([counter.sample(stream, rng) for _ in range(runs)])
        errors = ((draws - np.cumsum(stream)) ** 2).mean(axis=0)
        for t in (1, 2, 3):
            true = float(counter.variance(t))
            # a squared Laplace sum has a standard deviation below 2.3 times its mean; 7 of them
            assert abs(errors[t - 1] - true) < 7 * 2.3 * true / math.sqrt(runs)
        variances.append(errors[2])
    assert abs(2 * variances[1] - variances[1]) > 7 * 2.3 * variances[1] / math.sqrt(runs)


@pytest.mark.parametrize("horizon", [1, 3, 10])
def test_the_simple_counters_spend_eps_exactly(horizon) -> None:
    fresh, steps = (
        mechanisms.FreshNoiseCounter(horizon, "0.3"),
        mechanisms.NoisyStreamCounter(horizon, "0.3"),
    )
    assert fresh.loss() == steps.loss() == PureDP(F(3, 10))
    # flipping the first step moves all prefix sums, and one noisy step
    assert horizon * F(fresh.noise.loss(1).eps) == F(3, 10)
    assert F(steps.noise.loss(1).eps) == F(3, 10)
    assert fresh.variance(horizon) == 2 * (horizon / F(3, 10)) ** 2
    assert steps.variance(horizon) == 2 * horizon / F(3, 10) ** 2
