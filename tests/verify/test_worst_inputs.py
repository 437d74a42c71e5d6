"""Worst neighbours over lists, tables and trees, against enumerators that share no code."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, UCB
from banditproof.algorithms.regret.phased_index import ONE_BY_ONE
from banditproof.theory.mechanisms import DiscreteGaussian, DiscreteLaplace
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws import worst_inputs
from banditproof.verify.exact_laws.convex_divergences import HockeyStick, KullbackLeibler
from banditproof.verify.exact_laws.enumeration import Enumeration, list_feed, table_feed
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.list_law import (
    ListLaw,
    PathBounds,
    largest_log_ratio,
    law_on_lists,
)
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from banditproof.verify.exact_laws.worst_inputs import table_additions, worst_case

FACTOR = Fraction(6, 5)


def law_of(kernel):
    """The list law of a kernel, each list a class of its own."""
    rounds = kernel.horizon - 1
    lists = [tuple((r >> t) & 1 for t in range(rounds)) for r in range(1 << rounds)]
    laws = [kernel.law(list_feed((*rewards, 0))) for rewards in lists]
    paths = tuple(
        PathBounds(actions, [(law[actions],) * 2 for law in laws], np.arange(len(lists)), {})
        for actions in product(range(kernel.arms), repeat=kernel.horizon)
    )
    return ListLaw(kernel.arms, kernel.horizon, paths, "a kernel")


def kernel_of(seed, arms=2, horizon=3):
    return FinitePolicy.random(np.random.default_rng(seed), arms, horizon)


@pytest.mark.parametrize(("arms", "horizon", "seeds"), [(2, 3, 5), (3, 3, 1), (2, 4, 1)])
def test_delta_is_that_of_backward_induction_on_machines(arms, horizon, seeds):
    """Interactive deltas of a machine that ignores labels included: they are those of trees."""
    apart = set()
    for seed in range(seeds):
        kernel = kernel_of(seed, arms, horizon)
        law, machine = law_of(kernel), with_own_actions(kernel)
        values = {}
        for notion in Notion:
            if notion is Notion.INTERACTIVE and (arms, horizon) != (2, 3):
                continue  # the general enumeration of adversaries takes too long
            result = worst_case(law, HockeyStick.at(factor=FACTOR), notion)
            exact = delta(machine, notion, FACTOR)
            assert result.value.lo <= exact <= result.value.hi
            assert result.value.width < 1e-14
            values[notion] = exact
        assert values[Notion.VIEW] <= values[Notion.TABLE] <= values[Notion.ADAPTIVE]
        apart.add(
            (
                values[Notion.VIEW] < values[Notion.TABLE],
                values[Notion.TABLE] < values[Notion.ADAPTIVE],
            )
        )
        assert (
            largest_log_ratio(law).value.contains(
                Fraction(math.log(pure_ratio(kernel, Notion.TABLE)))
            )
            or largest_log_ratio(law).value.width < 1e-30
        )
    if arms == 2 and horizon == 3:
        assert any(a for a, _ in apart)  # the notions are really distinguished
        assert any(b for _, b in apart)


def test_an_enumeration_that_shares_the_row_over_arms_is_caught(monkeypatch):
    """A mutant: one and the same reward for all arms of the challenged row."""

    class Shared(worst_inputs._Tables):
        def largest(self, terms):
            best = -1.0
            for code in range(1 << len(self.entries)):
                rows = [[0, 0] for _ in range(2)]
                for place, (s, arm) in enumerate(self.entries):
                    rows[s][arm] = (code >> place) & 1
                for x in (0, 1):
                    total = 0.0
                    for a, path in enumerate(self.law.paths):
                        shown = sum(rows[s][path.actions[s]] << s for s in range(2))
                        total += terms[a, shown | x << self.challenge]
                    best = max(best, total)
            return best, 0

    monkeypatch.setattr(worst_inputs, "_Tables", Shared)
    caught = 0
    for seed in range(6):
        kernel = kernel_of(seed)
        result = worst_case(law_of(kernel), HockeyStick.at(factor=FACTOR), Notion.TABLE)
        caught += result.value.hi < delta(with_own_actions(kernel), Notion.TABLE, FACTOR)
    assert caught


@pytest.mark.parametrize("kind", [DPIMED, DPKLUCB])
def test_tables_and_lists_of_a_policy_by_plain_enumeration(kind):
    """T = 4: all 64 tables with all their neighbours, and all lists, run by run."""
    policy = kind(arms=2, eps=2, ties="random", noise=DiscreteLaplace("1/8"))
    law = law_on_lists(policy, 4, cut=8, clamped=False)
    runs = Enumeration(policy, 4, cut=6)
    rows = list(product((0, 1), repeat=2))
    inputs = {
        Notion.TABLE: ([*product(rows, repeat=3)], lambda x: table_feed((*x, (0, 0)))),
        Notion.VIEW: ([*product((0, 1), repeat=3)], lambda x: list_feed((*x, 0))),
    }
    for notion, (data, feed) in inputs.items():
        laws = {x: runs.law(feed(x)) for x in data}
        best = Fraction(0)
        for x, left in laws.items():
            for y, right in laws.items():
                if sum(a != b for a, b in zip(x, y, strict=True)) == 1:
                    actions = sorted({*left.masses, *right.masses})
                    p, q = (
                        [item.masses.get(a, Fraction(0)) for a in actions] for item in (left, right)
                    )
                    best = max(best, sum(max(a - FACTOR * b, 0) for a, b in zip(p, q, strict=True)))
        result = worst_case(law, HockeyStick.at(factor=FACTOR), notion).value
        lost = max(item.lost for item in laws.values())
        assert result.lo - 4 * lost <= best <= result.hi + 4 * lost
        assert lost < 1e-5
        assert best > 0.1


def test_the_witness_is_replayed():
    """The two tables of the witness have the divergence that is reported."""
    kernel = kernel_of(1)
    result = worst_case(law_of(kernel), HockeyStick.at(factor=FACTOR), Notion.TABLE)
    left, right = (kernel.law(table_feed((*rows, (0, 0)))) for rows in (result.left, result.right))
    value = sum(max(p - FACTOR * right[a], Fraction(0)) for a, p in left.items())
    assert result.value.contains(value)
    assert [a != b for a, b in zip(result.left, result.right, strict=True)].index(True) + 1 == (
        result.challenge
    )
    tree = worst_case(law_of(kernel), HockeyStick.at(factor=FACTOR), Notion.ADAPTIVE)
    first, second = (
        kernel.law(lambda actions, rewards=rewards: rewards.get(actions, 0))
        for rewards in (tree.left, tree.right)
    )
    value = sum(max(p - FACTOR * second[a], Fraction(0)) for a, p in first.items())
    assert tree.value.contains(value)


def test_pure_loss_is_that_of_the_exact_rational():
    policy = DPIMED(arms=2, eps=1, ties="random", noise=DiscreteLaplace("1/5"))
    exact = privacy_loss(policy, 6, cut=4)
    result = largest_log_ratio(law_on_lists(policy, 6, cut=4))
    assert result.value.contains(exact.epsilon.lo) or result.value.width < 1e-30
    assert float(result.value) == pytest.approx(float(exact.epsilon), rel=1e-15)


@pytest.mark.parametrize("noise", [DiscreteLaplace("1/4"), DiscreteGaussian(sigma_squared="3/2")])
def test_what_clamping_moves_widens_the_bounds(noise):
    """Bounds at a small cut contain the law at a large one; the bare clamped law does not."""
    policy = DPIMED(arms=2, eps=1, ties="first", noise=noise)
    fine = law_on_lists(policy, 7, cut=7)
    outside = 0
    for clamped in (False, True):
        coarse = law_on_lists(policy, 7, cut=1, clamped=clamped)
        for path, other in zip(coarse.paths, fine.paths, strict=True):
            assert path.actions == other.actions
            for r in range(64):
                low, high = path.probabilities[path.classes[r]]
                p = other.probabilities[other.classes[r]][0]
                if clamped:
                    outside += abs(p - low) > Fraction(1, 1000)
                else:
                    assert low - Fraction(1, 10**4) <= p <= high + Fraction(1, 10**4)
    assert outside > 4


def test_all_tables_of_a_policy_that_decides_in_each_round():
    """4^6 tables and 24 sequences; trees are at least as bad as tables, and these as lists."""
    policy = DPIMED(arms=2, eps=1, ties="random", noise=DiscreteLaplace("1/2"), schedule=ONE_BY_ONE)
    law = law_on_lists(policy, 7, cut=1)
    stick = HockeyStick.at(eps="0.3")
    results = {notion: worst_case(law, stick, notion) for notion in Notion}
    assert len(law.paths) > 20
    assert results[Notion.TABLE].inputs == 4**6
    assert results[Notion.VIEW].value.lo <= results[Notion.TABLE].value.hi
    assert results[Notion.TABLE].value.lo <= results[Notion.ADAPTIVE].value.hi
    assert results[Notion.INTERACTIVE].value == results[Notion.ADAPTIVE].value
    assert results[Notion.TABLE].value.width < 1e-14


@pytest.mark.slow
def test_plain_loops_over_all_tables_of_eight_rounds_agree():
    """By the definition of delta: each of 4^7 tables, each round, each other row, in floats."""
    policy = DPKLUCB(arms=2, eps=2, ties="first", noise=DiscreteLaplace("1/3"))
    law = law_on_lists(policy, 8, cut=4)
    table = np.array([[float(p.probabilities[c][0]) for c in p.classes] for p in law.paths])
    masks = np.array([sum(1 << t for t in range(7) if p.actions[t]) for p in law.paths])
    first, second = np.meshgrid(np.arange(128), np.arange(128))
    best = 0.0
    for t in range(7):
        for change in range(1, 4):
            other = first ^ ((change & 1) << t), second ^ ((change >> 1) << t)
            total = np.zeros(first.shape)
            for row, mask in zip(table, masks, strict=True):
                p, q = (row[(x & ~mask) | (y & mask)] for x, y in ((first, second), other))
                total += np.maximum(p - 1.5 * q, 0.0)
            best = max(best, total.max())
    result = worst_case(law, HockeyStick.at(factor="1.5"), Notion.TABLE)
    assert float(result.value) == pytest.approx(best, rel=1e-12)
    assert result.inputs == 4**7


def test_three_arms():
    policy = DPIMED(arms=3, eps=1, ties="first", noise=DiscreteLaplace("1/4"))
    law = law_on_lists(policy, 4, cut=2)
    runs = Enumeration(policy, 4, cut=4)
    result = worst_case(
        law_on_lists(policy, 4, cut=4, clamped=False), KullbackLeibler(), Notion.VIEW
    )
    assert 0 < result.value.lo <= result.value.hi
    assert largest_log_ratio(law).value.hi <= Fraction(math.log(4)) + Fraction(1, 10**12)
    total = sum(runs.law(list_feed((1, 0, 1, 0))).masses.values())
    assert 0.9 < total < 1


def test_too_many_tables_raise_with_a_sentence():
    law = law_on_lists(UCB(arms=2), 8)
    assert table_additions(law) > 1000
    with pytest.raises(NotEnumerable, match="additions"):
        worst_case(law, HockeyStick.at(eps=1), Notion.TABLE, limit=1000)
