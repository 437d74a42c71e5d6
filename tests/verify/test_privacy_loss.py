"""Exact privacy losses: two independent enumerations, the fixtures of the paper, all neighbours."""

import math
from fractions import Fraction
from itertools import product
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, make_policy
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.exact_laws.enumeration import (
    Enumeration,
    list_feed,
    loss_on_lists,
    loss_on_tables,
    tree_feed,
)
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from banditproof.verify.exact_laws.merged_law import MergedLaw, action_law
from banditproof.verify.exact_laws.privacy_loss import is_at_most_exponential, privacy_loss

POLICIES = [DPIMED, DPKLUCB]


def with_ratio(kind, ratio, eps=None, ties="first"):
    """A policy with geometric noise of a ratio, and by default the budget that fits it."""
    budget = -math.log(Fraction(ratio)) if eps is None else eps
    return kind(arms=2, eps=budget, ties=ties, noise=DiscreteLaplace(ratio))


@pytest.mark.parametrize("kind", POLICIES)
@pytest.mark.parametrize("ties", ["first", "random"])
def test_both_enumerations_enclose_the_same_law(kind, ties):
    policy = with_ratio(kind, "1/8", ties=ties)
    runs = Enumeration(policy, horizon=5, cut=5)
    for rewards in [(1, 0, 1, 0, 0), (0, 0, 0, 1, 0), (1, 1, 0, 1, 1)]:
        law = runs.law(list_feed(rewards))
        assert law.lost > 0
        assert sum(law.masses.values()) + law.lost == 1
        exact = action_law(policy, rewards, cut=8)
        assert sum(exact.values()) == 1
        for actions, mass in exact.items():
            low, high = law.bounds(actions)
            assert low - Fraction(1, 8**8) <= mass <= high + Fraction(1, 8**8)
            assert high - low < 1e-4


def test_the_law_on_all_lists_is_the_law_on_each_list():
    policy = with_ratio(DPIMED, "1/8", ties="random")
    single = {r: action_law(policy, (*r, 0), cut=5) for r in product((0, 1), repeat=4)}
    seen = set()
    for path in MergedLaw(policy, ((0, 1),) * 5, cut=5).paths():
        for c, example in enumerate(path.examples):
            # windows depend on all lists at once, so single lists clamp a little earlier
            mass = Fraction(path.weights[c], path.total)
            assert abs(mass - single[example[:4]][path.actions]) < 1e-4
            assert 0 <= path.moved[c] < path.total / 1000
            seen.add(mass)
    assert len(seen) > 8


@pytest.mark.parametrize(
    ("kind", "eps", "loss", "cut"),
    [
        (DPIMED, "0.5", 0.5, 10),
        (DPIMED, 1, 1.0, 10),
        (DPIMED, 2, 2.0, 6),
        (DPKLUCB, "0.5", 0.0, 10),
        (DPKLUCB, 1, 0.703292, 16),
        (DPKLUCB, 2, 2.0, 6),
    ],
)
def test_the_losses_of_the_catalogue_at_five_rounds(kind, eps, loss, cut):
    """The ratio is a fraction within 1e-6 of e^-eps: a loss is matched to 1.5e-6."""
    ratio = geometric_ratio(Fraction(eps), Fraction(1, 10**6))
    result = privacy_loss(with_ratio(kind, ratio, float(eps)), horizon=5, cut=18)
    assert float(result.epsilon) == pytest.approx(loss, abs=4e-6 if loss != 0.703292 else 2e-6)
    assert result.holds(eps)
    assert result.unclamped.lo <= result.epsilon.hi


@pytest.mark.parametrize(
    ("kind", "eps", "law"),
    [
        (DPIMED, 1, {"12": 0.92767051, "21": 0.07232949}),
        (DPIMED, 2, {"11": 0.17542432, "12": 0.81036634, "21": 0.01102365, "22": 0.00318568}),
        (DPKLUCB, 1, {"11": 0.64020083, "12": 0.35979917}),
        (DPKLUCB, 2, {"11": 0.72891195, "12": 0.25687871, "21": 0.00149189, "22": 0.01271745}),
    ],
)
def test_the_law_of_the_decisions_of_the_catalogue(kind, eps, law):
    ratio = geometric_ratio(Fraction(eps), Fraction(1, 10**9))
    result = action_law(with_ratio(kind, ratio, float(eps)), (1, 0, 1, 0, 0), cut=22 // eps)
    shown = {f"{a[2] + 1}{a[4] + 1}": float(p) for a, p in result.items()}
    assert shown == pytest.approx(law, abs=2e-8)


@pytest.mark.parametrize("kind", POLICIES)
def test_eight_rounds_all_lists_and_neighbours(kind):
    """With ratio 1/2 the loss log 2 is attained by DP-IMED and never exceeded, exactly."""
    result = privacy_loss(with_ratio(kind, "1/2"), horizon=8, cut=12)
    assert result.ratio <= 2
    assert (result.ratio == 2) == (kind is DPIMED)
    assert result.witness.startswith("arms 12")
    assert not result.holds("0.49")


@pytest.mark.slow
@pytest.mark.parametrize("kind", POLICIES)
@pytest.mark.parametrize(("ratio", "cut"), [("1/2", 40), ("1/3", 26), ("1/4", 21)])
def test_eight_rounds_with_a_wide_window(kind, ratio, cut):
    """The noise leaves the window with a probability of about ratio^cut, below 1e-12."""
    result = privacy_loss(with_ratio(kind, ratio), horizon=8, cut=cut)
    assert result.ratio <= 1 / Fraction(ratio)
    assert result.unclamped.width < 1e-9


@pytest.mark.parametrize("kind", POLICIES)
def test_half_the_noise_exceeds_the_budget_exactly(kind):
    """A mutant: ratio 1/4 where the budget is log 2."""
    result = privacy_loss(with_ratio(kind, "1/4", eps=math.log(2)), horizon=5, cut=10)
    assert result.ratio > 2
    assert (result.ratio == 4) == (kind is DPIMED)


@pytest.mark.parametrize("kind", POLICIES)
def test_lists_tables_and_trees_have_the_same_loss(kind):
    """T = 3 with ratio 1/16: all lists, all tables, and all reward trees, by brute force."""
    policy = with_ratio(kind, "1/16", ties="random")
    lists, tables = loss_on_lists(policy, 3, cut=8), loss_on_tables(policy, 3, cut=8)
    exact = privacy_loss(policy, 3, cut=12).ratio
    for bounds in (lists, tables):
        assert bounds.low <= exact * (1 + 1e-9)
        assert bounds.high >= exact * (1 - 1e-9)
        assert bounds.high - bounds.low < 1e-4
    assert exact > 1
    runs = Enumeration(policy, 3, cut=8)
    depths = [[(0,), (1,)], list(product((0, 1), repeat=2))]
    laws = {}
    for values in product((0, 1), repeat=6):
        tree = dict(zip([*depths[0], *depths[1]], values, strict=True))
        feed = tree_feed({**tree, **dict.fromkeys(product((0, 1), repeat=3), 0)})
        laws[values] = runs.law(feed)
    worst = Fraction(1)
    for left, law in laws.items():
        for right, other in laws.items():
            if left[:2] == right[:2] or left[2:] == right[2:]:
                for actions, mass in law.masses.items():
                    worst = max(worst, mass / other.masses[actions])
    assert float(worst) == pytest.approx(float(exact), rel=1e-4)


def test_the_last_reward_never_matters():
    policy = with_ratio(DPIMED, "1/3")
    assert action_law(policy, (1, 0, 0)) == action_law(policy, (1, 0, 1))


def test_without_noise_the_loss_is_infinite():
    result = privacy_loss(make_policy("ucb", 2), horizon=4)
    assert result.ratio == math.inf
    assert result.unclamped.lo == math.inf
    assert not result.holds(100)


def test_comparison_with_an_exponential_is_exact():
    below, above = Fraction(2718281828459045, 10**15), Fraction(2718281828459046, 10**15)
    assert is_at_most_exponential(below, 1)
    assert not is_at_most_exponential(above, 1)
    assert is_at_most_exponential(Fraction(1), 0)
    assert not is_at_most_exponential(math.inf, 5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", POLICIES)
@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_five_rounds_agree_with_plain_enumeration_both_ways_round(kind, ties):
    policy = with_ratio(kind, "1/8", ties=ties)
    exact = privacy_loss(policy, 5, cut=8)
    bounds = loss_on_lists(policy, 5, cut=5)
    assert bounds.low * (1 - 1e-5) <= exact.ratio <= bounds.high * (1 + 1e-5)
    assert bounds.high - bounds.low < 0.05 * bounds.low
    p, q = (action_law(policy, r, cut=8)[exact.actions] for r in (exact.rewards, exact.neighbour))
    assert float(p / q) == pytest.approx(float(exact.ratio), rel=1e-5)
