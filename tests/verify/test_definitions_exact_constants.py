"""One entry for all constants and budgets, decided exactly, open where it cannot be."""

import math
from fractions import Fraction
import pytest
from finite_policies import drawn
from banditproof.theory.accounting.order_supremum import TooFlat
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.definitions.approximate_budget import (
    delta_at,
    is_approximately_private,
    smallest_factor,
)
from banditproof.verify.definitions.backward_induction import delta
from banditproof.verify.definitions.brute_force import replayed
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.exact_constants import decided, exact_constant, satisfies
from banditproof.verify.definitions.finite_machine import as_kernel, as_machine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.definitions.witness_policies import (
    appendix_a,
    concentrated_gap,
    policy_c,
    repeated_responses,
)
from banditproof.verify.exact_laws.finite_noise import NotEnumerable


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("seed", range(3))
def test_the_smallest_factor_inverts_delta(seed, notion):
    policy = drawn(seed, grain=5, zeros=seed == 1)
    for allowed in (Fraction(1, 10), Fraction(1, 3), Fraction(0)):
        factor = smallest_factor(policy, notion, allowed)
        if factor == math.inf:
            assert delta(policy, notion, math.inf) > allowed
            continue
        assert delta(policy, notion, factor) <= allowed
        if factor > 1:
            assert delta(policy, notion, 1 + (factor - 1) * Fraction(10**6 - 1, 10**6)) > allowed
        if allowed == 0:
            assert factor == pure_ratio(policy, notion)


def test_delta_at_eps_is_between_its_rational_neighbours():
    policy = appendix_a()
    for notion in Notion:
        result = delta_at(policy, notion, Fraction(1, 2), 12)
        low, high = Fraction(16488, 10000), Fraction(16487, 10000)
        assert delta(policy, notion, low) <= result.hi
        assert result.lo <= delta(policy, notion, high)
        assert delta_at(policy, notion, 0).lo == delta(policy, notion, 1)
    positive = drawn(0)
    assert delta_at(positive, Notion.TABLE, 50).hi == 0
    assert float(delta_at(appendix_a(), Notion.TABLE, 50)) == float(Fraction(1, 6))


def test_decisions_at_the_edge():
    policy = appendix_a()
    assert not is_approximately_private(policy, Notion.TABLE, "0.98", "0.17")
    assert is_approximately_private(policy, Notion.TABLE, "0.98398", "0.17")
    assert is_approximately_private(policy, Notion.VIEW, "0.95", "0.17")
    # delta = 1/6 is attained on a flat piece: equality there is decided, not left open
    for eps, delta_allowed, answer in (
        (2, Fraction(1, 6), "holds"),
        (2, Fraction(1, 6) - Fraction(1, 10**30), "fails"),
    ):
        assert satisfies(policy, ApproxDP(eps, delta_allowed), Notion.TABLE) == answer
    assert satisfies(policy, ApproxDP(0, 1), Notion.INTERACTIVE) == "holds"
    assert satisfies(policy, ApproxDP(0, Fraction(6, 7)), Notion.INTERACTIVE) == "holds"
    assert satisfies(policy, ApproxDP(100, "0.857"), Notion.INTERACTIVE) == "fails"


def test_budgets_of_every_kind():
    policy = repeated_responses(3, 3)
    assert satisfies(policy, PureDP("2.1972"), Notion.VIEW) == "fails"
    assert satisfies(policy, PureDP("2.1973"), Notion.VIEW) == "holds"  # 2 log 3 = 2.19722...
    assert satisfies(policy, PureDP(math.inf), Notion.VIEW) == "holds"
    assert satisfies(policy, ZCDP("1.0986"), Notion.ADAPTIVE) == "fails"  # log 3 = 1.09861...
    assert satisfies(policy, ZCDP("1.0987"), Notion.ADAPTIVE) == "holds"
    assert satisfies(policy, ZCDP(math.inf), Notion.ADAPTIVE) == "holds"
    order = RenyiDP(2, 2 * math.log(7 / 3) + 1e-9)  # moment 27/12 + 1/12 = 7/3 per response
    assert satisfies(policy, order, Notion.INTERACTIVE) == "holds"
    tight = RenyiDP(2, 2 * math.log(7 / 3) - 1e-9)
    assert satisfies(policy, tight, Notion.INTERACTIVE) == "fails"
    assert satisfies(policy, RenyiDP(math.inf, "2.1972"), Notion.TABLE) == "fails"
    blind = FinitePolicy.from_rule(2, 3, lambda h: ("1/2", "1/2"))
    for budget in (PureDP(0), ApproxDP(0, 0), ZCDP(0), RenyiDP(2, 0)):
        for notion in Notion:
            assert satisfies(blind, budget, notion) == "holds"
            assert satisfies(policy, budget, notion) == "fails"


def test_a_budget_inside_a_coarse_enclosure_is_decided_by_a_finer_one():
    policy = repeated_responses(3, 2)
    coarse, fine, finest = (zcdp_constant(policy, Notion.VIEW, d) for d in (6, 12, 60))
    above, below = fine.hi, fine.lo - Fraction(1, 10**9)
    assert coarse.lo <= fine.lo < above < coarse.hi
    assert satisfies(policy, ZCDP(above), Notion.VIEW) == "holds"
    assert satisfies(policy, ZCDP(below), Notion.VIEW) == "fails"
    value = renyi_constant(policy, Notion.VIEW, 2, 12)
    wide = renyi_constant(policy, Notion.VIEW, 2, 6)
    assert wide.lo < value.lo < value.hi < wide.hi
    assert satisfies(policy, RenyiDP(2, value.hi), Notion.VIEW) == "holds"
    assert satisfies(policy, RenyiDP(2, value.lo), Notion.VIEW) == "fails"
    # the constant itself, to more digits than are compared, stays open
    undecided = decided(policy, ZCDP((finest.lo + finest.hi) / 2), Notion.VIEW)
    assert undecided.answer == "open"
    assert "48 digits" in undecided.reason


def test_tiny_losses_are_decided_unless_the_budget_is_next_to_the_constant():
    eps = Fraction(1, 10**9)
    policy = repeated_responses(1 + eps, 2)  # rho = eps^2 / 2, but for a billionth of it
    assert satisfies(policy, ZCDP(eps * eps * Fraction(51, 100)), Notion.VIEW) == "holds"
    assert satisfies(policy, ZCDP(eps * eps * Fraction(49, 100)), Notion.INTERACTIVE) == "fails"
    close = decided(policy, ZCDP(eps * eps / 2), Notion.VIEW)
    assert close.answer == "open"
    assert "fewer digits" in close.reason
    with pytest.raises(TooFlat, match="fewer digits"):
        exact_constant(policy, Notion.VIEW, "zcdp")
    rho = exact_constant(policy, Notion.VIEW, "zcdp", digits=3).value
    assert rho.contains(eps * eps / 2 - eps**3 / 2)


def test_too_large_is_open_with_the_reason():
    policy = FinitePolicy.from_rule(5, 4, lambda h: ("1/5",) * 5)
    result = decided(policy, ApproxDP(1, "0.1"), Notion.INTERACTIVE)
    assert result.answer == "open"
    assert "ends of plays" in result.reason
    assert result.reading is Reading.KERNEL
    # the open-loop theorem needs no adversaries: the same policy is decided for the pure budget
    assert satisfies(policy, PureDP(0), Notion.INTERACTIVE) == "holds"
    with pytest.raises(NotEnumerable):
        exact_constant(policy, Notion.INTERACTIVE, "approx", 2)


def test_constants_name_their_reading_and_witness():
    policy = policy_c()
    result = exact_constant(policy, Notion.INTERACTIVE, "approx", 1)
    assert result.value == Fraction(3, 5)
    assert result.reading is Reading.KERNEL
    assert "read as a kernel" in result.covers
    assert "4 rounds" in result.covers
    left, right = replayed(policy, result.witness)
    assert left != right
    machine = exact_constant(as_machine(policy), Notion.INTERACTIVE, "approx", 1)
    assert machine.reading is Reading.MACHINE
    assert machine.value == result.value
    assert exact_constant(as_kernel(as_machine(policy)), Notion.VIEW).reading is Reading.KERNEL
    infinite = exact_constant(policy, Notion.VIEW, "zcdp")
    assert infinite.value.lo == math.inf
    assert infinite.witness.actions
    rho = exact_constant(concentrated_gap(), Notion.TABLE, "zcdp")
    assert "all orders above 1" in rho.covers
    assert rho.witness.notion is Notion.TABLE
    pure = exact_constant(concentrated_gap(), Notion.TABLE)
    assert pure.value == 10
    assert "rewards" in str(pure.witness)
