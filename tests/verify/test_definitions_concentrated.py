"""Renyi and zCDP constants: open loop against joint laws, families against pairs, attained."""

import math
from fractions import Fraction
import pytest
from finite_policies import drawn
from flint import arb
from banditproof.theory.accounting.finite_divergences import renyi_of_laws, zcdp_of_laws
from banditproof.theory.accounting.order_supremum import supremum_over_orders
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.verify.definitions.brute_force import (
    enumerated_moment,
    neighbouring_laws,
    replayed,
)
from banditproof.verify.definitions.concentrated import (
    renyi_constant,
    zcdp_constant,
    zcdp_supremum,
    zcdp_witness,
)
from banditproof.verify.definitions.finite_machine import as_machine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.witness_policies import (
    concentrated_gap,
    diverted_above_interactive,
    repeated_responses,
)


def overlap(one, other):
    return one.lo <= other.hi and other.lo <= one.hi


def as_lists(left, right):
    outcomes = sorted({*left, *right})
    return [[law.get(a, Fraction(0)) for a in outcomes] for law in (left, right)]


@pytest.mark.parametrize(("notion", "order"), [*((n, 5) for n in Notion), (Notion.TABLE, 2)])
def test_integer_orders_by_enumeration_word_for_word(notion, order):
    policy = drawn(3, grain=6)
    result = renyi_constant(policy, notion, order, digits=20)
    moment = enumerated_moment(policy, notion, order)
    with working_precision(200):
        value = ball(moment).log() / (order - 1)
        assert lower(value) <= result.hi
        assert result.lo <= upper(value)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("alpha", [1, Fraction(3, 2), 4, math.inf])
def test_constant_queries_are_the_worst(seed, alpha):
    """The open-loop theorem: the joint laws over all adversaries give the same divergence."""
    policy = drawn(seed, horizon=4 if seed == 0 else 3)
    open_loop, joint = (
        renyi_constant(p, Notion.INTERACTIVE, alpha, 12) for p in (policy, as_machine(policy))
    )
    assert overlap(open_loop, joint)
    assert open_loop.lo > 0


@pytest.mark.parametrize(
    ("notion", "seed"), [(Notion.VIEW, 0), (Notion.VIEW, 1), (Notion.TABLE, 2)]
)
def test_the_family_is_the_largest_of_its_pairs(notion, seed):
    """Each pair of neighbours by itself, with the other supremum over orders."""
    policy = drawn(seed, grain=5)
    pairs = {tuple(map(tuple, as_lists(*p))) for p in neighbouring_laws(policy, notion)}
    single = [zcdp_of_laws(*pair, digits=4) for pair in pairs]
    result = zcdp_constant(policy, notion, 8)
    assert max(e.lo for e in single) <= result.hi
    assert result.lo <= max(e.hi for e in single)


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_notions(seed):
    """rho: View <= Table <= Adaptive <= Interactive for kernels."""
    policy = drawn(seed, grain=8)
    view, table, queries, trees = (zcdp_constant(policy, notion, 8) for notion in Notion)
    assert view.lo <= table.hi
    assert table.lo <= trees.hi
    assert trees.lo <= queries.hi


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("make", [concentrated_gap, lambda: drawn(4)])
def test_the_supremum_is_attained_by_a_replayed_adversary(make, notion):
    policy = make()
    result = zcdp_supremum(policy, notion, 8)
    witness = zcdp_witness(policy, notion, result.order)
    laws = as_lists(*replayed(policy, witness))
    attained = renyi_of_laws(*laws, result.order, digits=12)
    assert abs(float(attained) / float(result.order) / float(result.value) - 1) < 1e-7
    for alpha in (Fraction(101, 100), Fraction(3, 2), 2, 7, 40):  # nowhere above
        assert renyi_constant(policy, notion, alpha, 10).lo <= result.value.hi * alpha


def test_a_supremum_in_the_interior_and_one_at_the_limit():
    interior = zcdp_supremum(concentrated_gap(), Notion.VIEW, 8)
    assert 3 < interior.order < 5
    response = zcdp_supremum(repeated_responses(3, 3), Notion.VIEW, 8)
    assert response.order == 1
    kl = 2 * math.log(3) / 2  # two responses of ratio 3: each (f - 1)/(f + 1) log f
    assert abs(float(response.value) - kl) < 1e-7


@pytest.mark.parametrize("digits", [1, 30, 48])
def test_few_and_many_digits(digits):
    for policy, order in ((concentrated_gap(), 4), (repeated_responses(3, 2), 1)):
        result = zcdp_supremum(policy, Notion.VIEW, digits)
        assert result.value.digits >= digits
        assert overlap(result.value, zcdp_constant(policy, Notion.VIEW, 12))
        if digits > 1:
            assert abs(result.order - order) < Fraction(1, 10)
    with working_precision(300):
        log_three = ball(Fraction(3)).log() / 2
        assert lower(log_three) <= result.value.hi
        assert result.value.lo <= upper(log_three)


def test_what_never_differs_and_what_is_impossible():
    blind = FinitePolicy.from_rule(2, 3, lambda history: ("1/3", "2/3"))
    one_round = FinitePolicy.from_rule(2, 1, lambda history: ("1/3", "2/3"))
    for notion in Notion:
        assert zcdp_constant(blind, notion).hi == zcdp_constant(one_round, notion).hi == 0
        assert zcdp_witness(blind, notion, 2) is None
        assert zcdp_constant(diverted_above_interactive(), notion).lo == math.inf
        assert renyi_constant(diverted_above_interactive(), notion, 2).lo == math.inf


def test_tiny_and_huge_losses():
    tiny = repeated_responses(1 + Fraction(1, 500), 2)
    huge = repeated_responses(10**12, 2)
    for policy in (tiny, huge):
        result = zcdp_constant(policy, Notion.INTERACTIVE, 4)
        law = policy.kernel[((0, 0),)], policy.kernel[((0, 1),)]
        assert overlap(result, zcdp_of_laws(*law, digits=4))


class Pretended:
    """A family of two log-moments of Gaussians, (alpha^2 - alpha) rho, one of them curved."""

    def __init__(self, *, forgets_the_second):
        self.second = not forgets_the_second

    def at(self, alpha):
        first = ball(Fraction(3, 10)) * ball(alpha * (alpha - 1))
        # a pair whose ratio is far from constant: a rare event of ratio 100
        rare = Fraction(1, 1000)
        q, q_other = rare / 100, 1 - rare / 100
        moment = (
            ball(rare) * (ball(alpha - 1) * ball(100).log()).exp()
            + ball(1 - rare) * (ball(alpha - 1) * ball((1 - rare) / q_other).log()).exp()
        )
        assert q + q_other == 1
        return first.max(moment.log()) if self.second else first

    def slope_at_one(self):
        return ball(Fraction(3, 10))

    def largest_log_ratio(self):
        return arb(20).log() * 4


def test_a_family_whose_worst_pair_changes_with_the_order():
    both = supremum_over_orders(Pretended(forgets_the_second=False), 4)
    one = supremum_over_orders(Pretended(forgets_the_second=True), 4)
    assert one.value.contains(Fraction(3, 10))
    assert both.value.lo > Fraction(1, 2)
    assert both.order > 2
    grid = [1 + Fraction(k, 10) for k in range(1, 100)]
    pretended = Pretended(forgets_the_second=False)
    with working_precision(128):
        best = max(float(pretended.at(a).mid()) / float(a * (a - 1)) for a in grid)
    assert 0 <= float(both.value.hi) / best - 1 < 1e-3
