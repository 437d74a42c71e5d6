"""What a released vector costs: its price, a ledger of it, and densities that are integrated."""

from dataclasses import dataclass, replace
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vector_planners import SIGNS, UNIT, Planner, Wanderer
from banditproof.algorithms import AdaCOFUL, DeclaredVectors, FixedContexts, RewardList, RewardSpace
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.whitening import whitening
from banditproof.algorithms.prices.price import price
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, VectorGaussian
from banditproof.verify.audit.offered_contexts import OfferedContexts
from banditproof.verify.audit.recording import record
from banditproof.verify.gaussian_releases import GaussianReleases, releases_of
from banditproof.verify.ledger_cost import ledger_cost, ledger_costs

REPEATABLE = settings(max_examples=30, deadline=None, derandomize=True, database=None)


def quadrature(covariance, shift, alpha, nodes=40):
    """D_alpha between N(shift, C) and N(0, C) in the plane, integrated over densities."""
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    x, y = np.meshgrid(points, points)
    mass = np.outer(weights, weights) / weights.sum() ** 2
    root = np.linalg.cholesky(covariance)
    at = np.stack([x, y], axis=-1) @ root.T
    inverse = np.linalg.inv(covariance)

    def log_density(z):
        return -np.einsum("...i,ij,...j", z, inverse, z) / 2

    ratio = log_density(at - shift) - log_density(at)
    return float(np.log((mass * np.exp(alpha * ratio)).sum()) / (alpha - 1))


@REPEATABLE
@given(
    counts=st.lists(st.integers(1, 5), min_size=3, max_size=3),
    vectors=st.lists(st.tuples(*[st.integers(-3, 3)] * 2).filter(any), min_size=3, max_size=3),
    variance=st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(8)]),
    whitened=st.booleans(),
)
def test_the_price_is_the_loss_of_the_normal_density(counts, vectors, variance, whitened):
    noise = Gaussian(sigma_squared=variance)
    parts = DeclaredVectors(noise, tuple(vectors), whitened=whitened, norm=2)
    played = record(
        Planner(tuple(enumerate(counts)), parts), RewardList([1] * sum(counts)), sum(counts), 1
    )
    exactly = releases_of(played).rho(width=2)
    asked = price(parts, SIGNS, ZCDP(1)).cost.hi
    assert exactly <= asked * (1 + Fraction(1, 10**12))
    longest = max(x * x + y * y for x, y in vectors)
    if whitened or longest >= 1:  # the longest vector is played
        assert float(exactly) == pytest.approx(float(asked), rel=1e-9)
    columns = {t: [r.rewards.get(t, 0) for r in played.play.ledger.releases] for t in range(1, 4)}
    white = VectorGaussian(((variance, 0), (0, variance)))
    for column in columns.values():
        shift = [2 * Fraction(c) for c in column]
        assert white.rho(shift) <= asked * (1 + Fraction(1, 10**12))


@REPEATABLE
@given(
    norm=st.sampled_from([1, "0.3", 2, "7/3"]),
    length=st.sampled_from([0.0, 0.2, 1.0, 5.0, 1e6]),
    dimension=st.integers(1, 4),
    seed=st.integers(0, 99),
    whitened=st.booleans(),
)
def test_no_context_makes_a_play_cost_more_than_the_price(norm, length, dimension, seed, whitened):
    """All releases of a play together, exactly, for contexts of any length."""
    rng = np.random.default_rng(seed)
    contexts = length * rng.standard_normal((5, 3, dimension))
    if whitened:
        contexts = contexts + 1.0  # vectors that are all zero cannot be whitened
    parts = DeclaredVectors(Gaussian(sigma_squared=3), norm=norm, whitened=whitened)
    policy = Wanderer(curator=parts, dimension=dimension)
    rewards = RewardList(rng.choice([-1.0, 0.25, 1.0], 12).tolist())
    result = record(policy, rewards, 12, seed, FixedContexts(contexts.tolist()))
    asked = price(parts, SIGNS, ZCDP(1)).cost.hi
    assert asked == 2 * (1 if whitened else Fraction(norm)) ** 2 / Fraction(3)
    assert releases_of(result).rho(width=2) <= asked * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize("alpha", [1.5, 2, 4])
def test_the_exact_loss_is_that_of_integrated_densities(alpha):
    releases = GaussianReleases(
        ((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1))),
        ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))),
        (Fraction(2), Fraction(1)),
    )
    covariance = np.array([[2.0, 2.0], [2.0, 3.0]])
    result = max(quadrature(covariance, np.array(a), alpha) for a in ([1, 0.5], [0, 1]))
    assert result == pytest.approx(alpha * float(releases.rho()), rel=1e-9)
    assert result < alpha * float(replace(releases, variances=(Fraction(1), Fraction(1))).rho())


def test_the_price_under_each_budget_is_that_of_one_number():
    parts = DeclaredVectors(Gaussian(sigma_squared=8), norm="1.5")
    assert price(parts, SIGNS, ZCDP(1)).cost.hi == Fraction(9, 16)
    assert price(parts, SIGNS, RenyiDP(3, 1)).cost.hi == Fraction(27, 16)
    assert price(parts, SIGNS, ApproxDP(1, "0.1")).cost == Gaussian(sigma_squared=8).delta(1, 3, 25)
    assert price(parts, SIGNS, PureDP(9)).allowed is False
    short = DeclaredVectors(UNIT, actions=(("0.3", "0.4"), (0, "0.1")))
    assert price(short, RewardSpace(), ZCDP(1)).cost.hi == Fraction(1, 8)
    words = price(short, SIGNS, ZCDP(1)).words
    assert words.startswith("1 release of each reward, in a vector of sensitivity 1 in the 2-norm")


def test_a_ledger_is_added_up_exactly_as_its_density_says():
    policy = AdaCOFUL(arms=3, dimension=2, rho="0.1")
    contexts = OfferedContexts.of(None, 3, 2).in_play(4)
    result = record(policy, RewardList([1, -1] * 30), 60, 5, contexts)
    cost = ledger_cost(result, SIGNS, ZCDP("0.1"))
    assert cost.lo == cost.hi
    assert cost.hi == releases_of(result).rho(width=2)
    assert float(cost.hi) == pytest.approx(0.1)
    assert float(ledger_cost(result, SIGNS, RenyiDP(4, 1)).hi) == pytest.approx(0.4)
    released = {t for r in result.play.ledger.releases for t in r.rewards}
    assert ledger_costs(result, SIGNS, ZCDP("0.1")).keys() == released
    with pytest.raises(ValueError, match="Approximate losses do not add up"):
        ledger_cost(result, SIGNS, ApproxDP(1, "0.1"))


class Echo(Curator):
    """Releases each reward with one noise for all of them, and again with a fresh one."""

    def start(self, arms):
        return None

    def read(self, held, arm, reward):
        return reward, (None if held is None else held[1])

    def release(self, held, arm, mechanism, randomness):
        kept = held[1] if held[1] is not None else randomness.noise(UNIT)
        return (held[0], kept), (held[0] + kept, held[0] + randomness.noise(UNIT))


def test_a_noise_that_is_used_again_is_seen_by_the_matrices_and_costs_without_end_in_the_sum():
    result = record(Planner(((0, 1),), curator=Echo()), RewardList([1, -1, 1]), 3, 5)
    assert releases_of(result).rho() == float("inf")
    first = {result.play.ledger.releases[0].time}
    assert releases_of(result, first).rho() == 1
    assert ledger_cost(result, SIGNS, ZCDP(1)).hi == float("inf")


class Sly(float):
    """A number that passes for any other as the key of a cache."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(1.0)


@dataclass(frozen=True)
class FillsCaches(Planner):
    """Asks the library for the weights of other vectors under the name of its own."""

    parts: tuple[tuple[int, int], ...] = ((0, 1),)

    def decide(self, state, t, randomness):
        whitening({(Sly(0.001), 0.0): 1})
        result = whitening({(1.0, 0.0): 1})
        result.root.setflags(write=True)
        result.root[...] = 1000
        DeclaredVectors(UNIT, ((Sly(1000.0), 0.0),), norm=Sly(1000.0))
        return super().decide(state, t, randomness)


def test_what_is_kept_between_calls_cannot_be_filled_by_a_policy():
    axes = ((1, 0), (0, 1), (1, 1))
    for whitened in (True, False):
        curator = DeclaredVectors(UNIT, axes, whitened=whitened, norm=1)
        result = record(FillsCaches(curator=curator), RewardList([1] * 3), 3, 1)
        assert float(releases_of(result).rho()) == pytest.approx(0.5)
