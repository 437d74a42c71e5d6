"""The price of declared sums, against the losses of their densities, computed another way."""

import math
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from banditproof.algorithms import (
    DPUCB,
    DeclaredSums,
    DeclaredVectors,
    DPUCBPrinted,
    LinPriv,
    NoisySums,
    OpenVectors,
    Policy,
    Pull,
    RewardList,
    RewardSpace,
    Sampled,
    TreeVectors,
    play,
)
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.algorithms.prices.change_of_one_reward import change_of
from banditproof.algorithms.prices.price import price
from banditproof.theory import ZCDP, ApproxDP, Enclosure, PureDP, RenyiDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)
from banditproof.verify.audit import audit
from banditproof.verify.audit.transcript_witnesses import TRANSCRIPT
from banditproof.verify.linear_releases import LinearReleases

UNIT = RewardSpace()
BITS = RewardSpace.of([0, 1])
REPEATABLE = settings(max_examples=60, deadline=None, derandomize=True, database=None)
GRID = np.linspace(-40, 40, 160_001)


def largest_log_ratio(parts, values, scale):
    """The largest log-ratio of two densities of one release, on a grid, over pairs of rewards."""
    rate, center = float(Fraction(parts.rate)), float(Fraction(parts.center))
    worst = 0.0
    for weight in {float(Fraction(w)) for w in parts.weights}:
        densities = []
        for value in values:
            without = stats.laplace.pdf(GRID, scale=scale)
            shifted = stats.laplace.pdf(GRID, weight * (float(value) - center), scale)
            densities.append((1 - rate) * without + rate * shifted)
        worst = max(worst, float(np.ptp(np.log(densities), axis=0).max()))
    return worst


@pytest.mark.slow
@REPEATABLE
@given(
    scale=st.sampled_from([Fraction(1), Fraction(5, 2), Fraction(1, 2)]),
    weights=st.sampled_from([(1,), (2, 1), (1, -2), ("0.5",)]),
    center=st.sampled_from([0, "0.5", 1, 3]),
    rate=st.sampled_from([1, "0.5", "0.1", "0.9"]),
    space=st.sampled_from([UNIT, RewardSpace.of("0:5"), RewardSpace.of("2:3"), BITS]),
)
def test_a_pure_price_is_at_least_the_loss_of_the_densities(scale, weights, center, rate, space):
    parts = DeclaredSums(Laplace(scale), weights=weights, center=center, rate=rate)
    result = price(parts, space, PureDP(1))
    ends = np.linspace(float(space.lo), float(space.hi), 6)
    seen = largest_log_ratio(parts, ends, float(scale))
    assert seen <= float(result.cost.hi) + 1e-9
    if Fraction(rate) == 1:
        assert abs(seen - float(result.cost.hi)) < 1e-9, "without coins the price is attained"


@pytest.mark.parametrize("rate", ["0.1", "0.5", "0.99"])
def test_sub_sampling_from_nothing_is_amplified_exactly(rate):
    result = price(DeclaredSums(Laplace(1), rate=rate), UNIT, PureDP(1))
    assert math.isclose(float(result.cost.hi), math.log(1 + float(rate) * (math.e - 1)))
    seen = largest_log_ratio(DeclaredSums(Laplace(1), rate=rate), [0, 0.5, 1], 1.0)
    assert math.isclose(seen, float(result.cost.hi), rel_tol=1e-9)


def test_sub_sampling_far_from_nothing_is_hardly_amplified():
    """A reward between 2 and 3 that is left out shows by itself."""
    parts = DeclaredSums(Laplace(1), rate="0.5")
    near, far = (price(parts, RewardSpace.of(s), PureDP(1)).cost for s in ("0:1", "2:3"))
    seen = largest_log_ratio(parts, [2, 3], 1.0)
    assert float(near.hi) < seen <= float(far.hi)


@REPEATABLE
@given(st.integers(1, 4), st.integers(1, 4), st.sampled_from([1, 2, 5]))
def test_each_release_of_a_reward_costs(memory, copies, scale):
    parts = DeclaredSums(Laplace(scale), memory=memory, copies=copies)
    times = memory * copies
    assert price(parts, UNIT, PureDP(1)).cost.hi == Fraction(times, scale)
    gauss = DeclaredSums(Gaussian(sigma_squared=scale), memory=memory, copies=copies)
    assert price(gauss, UNIT, ZCDP(1)).cost.hi == Fraction(times, 2 * scale)
    renyi = price(gauss, UNIT, RenyiDP(3, 1)).cost
    assert math.isclose(float(renyi.hi), 3 * times / (2 * scale))


@pytest.mark.parametrize("times", [1, 2, 5])
def test_gaussian_releases_compose_for_approximate_privacy_like_one(times):
    parts = DeclaredSums(Gaussian(sigma_squared=4), copies=times)
    result = price(parts, UNIT, ApproxDP("0.5", "0.1")).cost
    mu, eps = math.sqrt(times) / 2, 0.5
    exact = stats.norm.cdf(mu / 2 - eps / mu) - math.exp(eps) * stats.norm.cdf(-mu / 2 - eps / mu)
    assert math.isclose(float(result.mid), exact, rel_tol=1e-9)


def test_noises_of_one_release_add_up():
    two = DeclaredSums((Gaussian(sigma_squared=1), Gaussian(sigma_squared=3)))
    assert price(two, UNIT, ZCDP(1)).cost.hi == Fraction(1, 8)
    mixed = DeclaredSums((Laplace(4), Gaussian(sigma_squared=1)))
    assert price(mixed, UNIT, PureDP(1)).cost.hi == Fraction(1, 4)
    assert price(DeclaredSums((Laplace(2), NoNoise())), UNIT, PureDP(1)).cost.hi == Fraction(1, 2)


@pytest.mark.parametrize("noise", [DiscreteLaplace("1/2"), DiscreteGaussian(sigma_squared=2)])
@pytest.mark.parametrize("budget", [PureDP(9), ApproxDP(9, "0.9"), ZCDP(9), RenyiDP(2, 9)])
def test_integer_noise_hides_integers_only(noise, budget):
    priced = price(DeclaredSums(noise), BITS, budget)
    expected = not (isinstance(budget, PureDP) and isinstance(noise, DiscreteGaussian))
    assert priced.allowed is expected
    for broken in (
        (DeclaredSums(noise), UNIT),
        (DeclaredSums(noise, center="0.5"), BITS),
        (DeclaredSums(noise, weights=("0.5",)), BITS),
        (DeclaredSums(noise, clip=(0, "0.7")), BITS),
    ):
        assert price(*broken, budget).allowed is None


def test_integer_losses_are_those_of_the_mechanisms():
    result = price(DeclaredSums(DiscreteLaplace("1/2"), copies=2), BITS, PureDP(1)).cost
    assert result.contains(2 * math.log(2)) or abs(float(result.mid) - 2 * math.log(2)) < 1e-15
    assert price(DeclaredSums(IntegerLaplace(2)), BITS, PureDP(1)).cost.hi == Fraction(1, 2)


@pytest.mark.parametrize(
    ("parts", "space", "budget", "allowed"),
    [
        (DeclaredSums(Laplace(2)), UNIT, PureDP("0.5"), True),
        (DeclaredSums(Laplace("1.999")), UNIT, PureDP("0.5"), False),
        (DeclaredSums(Laplace(2)), RewardSpace.of("0:5"), PureDP("0.5"), False),
        (DeclaredSums(Laplace(10)), RewardSpace.of("0:5"), PureDP("0.5"), True),
        (DeclaredSums(Laplace(2), clip=(0, 1)), RewardSpace.of("0:5"), PureDP("0.5"), True),
        (DeclaredSums(Laplace(2), weights=(1, 2)), UNIT, PureDP("0.5"), False),
        (DeclaredSums(Laplace(2), center="0.5"), UNIT, PureDP("0.5"), True),
        (DeclaredSums(Laplace(2), bounds=(0, 3)), UNIT, PureDP("0.5"), True),
        (DeclaredSums(Laplace(2), copies=2), UNIT, PureDP("0.5"), False),
        (DeclaredSums(Laplace(4), copies=2), UNIT, PureDP("0.5"), True),
        (DeclaredSums(Laplace(2), memory=2), UNIT, PureDP("0.5"), False),
        (DeclaredSums(NoNoise()), UNIT, PureDP(100), False),
        (DeclaredSums(Gaussian(sigma_squared=1)), UNIT, PureDP(100), False),
        (DeclaredSums(NoNoise(), weights=(0,)), UNIT, PureDP("0.1"), True),
        (DeclaredSums(Laplace(1 / 0.1)), UNIT, PureDP("0.1"), True),  # scales are floats
    ],
)
def test_what_is_within_a_budget(parts, space, budget, allowed):
    assert price(parts, space, budget).allowed is allowed


def test_the_words_name_the_parts():
    words = price(DeclaredSums(Laplace(2), rate="1/3", copies=3), UNIT, PureDP(1)).words
    assert words.startswith(
        "3 releases of each reward, kept with probability 1/3, of sensitivity 1"
    )


@REPEATABLE
@given(st.lists(st.sampled_from([-1, 0, 1, 2]), min_size=1, max_size=3), st.integers(-2, 2))
def test_a_change_is_the_largest_over_all_pairs_of_rewards(weights, center):
    values = (0, 1, 4)
    parts = DeclaredSums(Laplace(1), weights=tuple(weights), center=center)
    change = change_of(parts, RewardSpace.of(list(values)))
    counted = [[w * (v - center) for v in values] for w in weights]
    assert change.size == max(max(row) - min(row) for row in counted)
    assert change.low == min(0, *(x for row in counted for x in row))
    assert change.high == max(0, *(x for row in counted for x in row))
    assert change.whole


@pytest.mark.parametrize("levels", [1, 2, 3])
@pytest.mark.parametrize("space", [UNIT, RewardSpace.of("0:5"), RewardSpace.of("-1:1")])
def test_the_price_of_a_tree_is_the_loss_of_its_blocks(levels, space):
    """By the exact loss of the linear releases of 2^levels - 1 pulls, of unit rewards, rescaled."""
    rounds = 2**levels - 1
    blocks = [
        range(start, start + (1 << k))
        for k in range(levels)
        for start in range(0, rounds - (1 << k) + 1, 1 << k)
    ]
    rows = tuple(tuple(Fraction(t in block) for t in range(rounds)) for block in blocks)
    eye = tuple(tuple(Fraction(i == j) for j in blocks) for i in blocks)
    loss = LinearReleases(rows, eye, (Fraction(3, 2),) * len(blocks)).loss()
    result = price(TreeVectors(Laplace("1.5"), levels), space, PureDP(1))
    assert result.cost == Enclosure.of(loss * space.width)
    assert loss == levels / Fraction(3, 2)
    assert result.allowed is (levels * space.width <= Fraction(3, 2))
    assert price(TreeVectors(Laplace(1), levels + 1), space, PureDP(1)).cost.lo > loss


def test_the_price_of_a_tree_under_other_noises_and_budgets():
    pure = price(TreeVectors(DiscreteLaplace("0.5"), 4), BITS, PureDP(3))
    assert pure.allowed
    assert float(pure.cost.hi) == pytest.approx(4 * math.log(2))
    assert price(TreeVectors(DiscreteLaplace("0.5"), 4), UNIT, PureDP(9)).allowed is None
    bell = price(TreeVectors(Gaussian(sigma_squared=2), 4), UNIT, ZCDP(1))
    assert (bell.allowed, bell.cost) == (True, Enclosure.of(Fraction(1)))
    assert price(TreeVectors(NoNoise(), 1), UNIT, PureDP(9)).allowed is False
    # of vectors of length 1 in dimension 4: 2 in the 1-norm per unit of reward, 1 in the 2-norm
    wide = price(TreeVectors(Laplace(12), 3, 4), RewardSpace.of("-1:1"), PureDP(1))
    assert (wide.allowed, wide.cost.hi) == (True, 1)
    bell = price(TreeVectors(Gaussian(sigma_squared=6), 3, 4), RewardSpace.of("-1:1"), ZCDP(1))
    assert (bell.allowed, bell.cost) == (True, Enclosure.of(Fraction(1)))


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_linpriv_holds_by_its_tree(dimension):
    policy = LinPriv(arms=2, dimension=dimension, horizon=200, eps="0.5")
    assert audit(policy, "0.5", samples=10).verdict == "holds"
    assert price(policy.curator, policy.rewards, PureDP("0.49")).allowed is False


def test_a_tree_of_another_kind_of_policy_fails_by_a_transcript():
    class Mine(DPUCBPrinted):
        pass

    report = audit(Mine(2, eps=1, horizon=50), 1, output="transcript")
    assert (report.verdict, report.deciding.name) == ("fails", TRANSCRIPT)
    weak = DPUCB(2, eps=1, horizon=50)
    object.__setattr__(weak, "curator", TreeVectors(Laplace(1), weak.tree.levels))
    result = audit(weak, 1, output="transcript", seconds=5)
    assert (result.verdict, float(result.checks[-1].loss.lo)) == ("fails", 6)
    late = replace(weak, horizon=63)
    assert late.curator.noise == Laplace(6)  # the curator is made anew


def test_a_longer_play_than_the_horizon_is_as_private():
    policy = DPUCB(2, eps=1, horizon=5)
    ledger = play(policy, RewardList([1, 0] * 50), 100, Sampled(1)).ledger
    for t in range(1, 101):
        assert sum(t in release.rewards for release in ledger.releases) <= policy.tree.levels == 3


@pytest.mark.parametrize(
    ("parts", "space"),
    [
        (DeclaredSums(Laplace(1), center=2**60 + 1), RewardSpace()),
        (DeclaredSums(Laplace(1), clip=(10**9, 10**9 + 1)), RewardSpace.of((0, 2 * 10**9))),
        (NoisySums(Laplace(1)), RewardSpace.of((10**9, 10**9 + 1))),
        (DeclaredVectors(Gaussian(sigma_squared=1)), RewardSpace.of((10**9, 10**9 + 1))),
        (OpenVectors(Gaussian(sigma_squared=1)), RewardSpace()),
        (DeclaredSums(DiscreteLaplace("1/3"), (10**50,)), RewardSpace.of([0, 1])),
        (DeclaredSums(Laplace("1e-90"), copies=3), RewardSpace()),
    ],
)
def test_what_floats_or_sums_cannot_hold_has_no_price(parts, space):
    """As a float, 0 - (2^60 + 1) is that of 100 - (2^60 + 1), or 256 away from it."""
    result = price(parts, space, ApproxDP(1, "1e-6"))
    assert not result.allowed
    assert result.cost.hi == math.inf


class Bits(Policy[float]):
    """Counts of rewards 0 and 1 with noise on the integers, which hides no other number."""

    name, arms, budget, rewards = "bits", 2, PureDP(1), BITS
    curator = DeclaredSums(DiscreteLaplace("1/2"))

    def start(self):
        return 0.0

    def decide(self, state, t, randomness):
        return Pull(int(state != int(state)), 1)  # the second arm tells a number between

    def learn(self, state, pull, released):
        return released


@pytest.mark.parametrize("between", ["0.25", "0.5", "0.75"])
def test_of_listed_rewards_no_play_reads_a_number_between_them(between):
    played = play(Bits(), RewardList([float(between)] * 3), 3, Sampled(1))
    assert played.actions == (0, 0, 0)
    box = LibraryBox(Bits(), np.random.default_rng(1))
    for _ in range(3):
        assert box.select() == 0
        box.update(0, float(between))


@pytest.mark.slow
def test_what_tells_a_number_between_the_rewards_holds_if_no_play_reads_one():
    assert audit(Bits(), 1).verdict == "holds"
    assert audit(Bits(), 1, rewards=(0, 1)).verdict == "holds", "of the range the bits are read"
    unlisted = type("Unlisted", (Bits,), {"rewards": UNIT})()
    assert audit(unlisted, 1, samples=100).verdict != "holds"
