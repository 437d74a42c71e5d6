"""Group privacy, the testing view and composition rules, against exact laws and mutants."""

import math
from fractions import Fraction as F
from itertools import pairwise, product
import pytest
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.accounting.composition_rules import (
    advanced_composition_printed,
    basic_composition,
    optimal_composition,
    parallel_composition,
)
from banditproof.theory.accounting.finite_divergences import (
    hockey_stick,
    renyi_of_laws,
    smallest_factor,
)
from banditproof.theory.accounting.group_privacy import (
    chain_of_answers,
    group_budget,
    group_delta,
    group_delta_printed,
)
from banditproof.theory.accounting.trade_off import (
    delta_from_corners,
    delta_refuted_by,
    largest_advantage,
    trade_off,
    trade_off_corner,
    trade_off_of_laws,
)
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import DiscreteLaplace, RandomisedResponse

SHARES = st.fractions(0, 1, max_denominator=30)
FACTORS = st.fractions(1, 6, max_denominator=6)


@for_all(FACTORS, st.integers(0, 5), examples=30)
def test_the_chain_attains_the_delta_of_a_group(factor, size) -> None:
    chain = chain_of_answers(factor, F(1, 10**5), size)
    attained = chain[-1]  # on the far dataset, where the near one never says yes
    assert attained == F(1, 10**5) * sum(factor**i for i in range(size))
    for near, far in pairwise(chain):
        laws = (near, 1 - near), (far, 1 - far)
        assert max(hockey_stick(*laws, factor), hockey_stick(*laws[::-1], factor)) <= F(1, 10**5)
    if factor > 1:
        eps = F(math.log(factor))
        assert float(group_delta(eps, "1e-5", size)) == pytest.approx(float(attained), rel=1e-12)


def test_the_printed_delta_of_a_group_fails_above_its_threshold() -> None:
    threshold = F(14898, 10**4)  # below log(2e - 1)
    assert group_delta(threshold, "1e-3", 2).hi <= group_delta_printed("1e-3", 2).lo
    assert group_delta("1.49", "1e-3", 2).lo > group_delta_printed("1e-3", 2).hi
    assert float(group_delta(3, 1, 2)) == pytest.approx(21.09, abs=5e-3)
    assert float(group_delta_printed(1, 2)) == pytest.approx(5.44, abs=5e-3)
    assert float(group_delta("1.5", 1, 3)) == pytest.approx(25.57, abs=5e-3)
    assert group_delta(1, "1e-3", 9).hi <= group_delta_printed("1e-3", 9).lo


def test_budgets_of_groups() -> None:
    assert group_budget(PureDP("0.1"), 3) == PureDP(F(3, 10))
    assert group_budget(PureDP(math.inf), 3) == PureDP(math.inf)
    assert group_budget(PureDP(math.inf), 0) == PureDP(0)
    assert group_budget(ZCDP(2), 4) == ZCDP(32)
    far = group_budget(ApproxDP(1, "1e-3"), 2)
    assert far.eps == 2
    assert far.delta >= group_delta(1, "1e-3", 2).lo
    assert far.delta == pytest.approx(1e-3 * (1 + math.e), rel=1e-15)
    assert group_budget(ApproxDP(5, "0.5"), 3).delta == 1
    assert group_budget(ApproxDP(0, "0.1"), 3) == ApproxDP(0, F(3, 10))


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_groups_of_a_mechanism_spend_what_the_rules_say(size) -> None:
    noise = DiscreteLaplace("1/2")
    assert float(noise.exact_loss(size)) == pytest.approx(size * float(noise.exact_loss(1)))
    assert noise.zcdp(size).hi <= size**2 * noise.zcdp(1).lo * (1 + F(1, 10**20))
    if size > 1:  # the wrong exponent, d in place of d^2, is refuted
        assert noise.zcdp(size).lo > size * noise.zcdp(1).hi


@for_all(st.integers(2, 4), st.data(), examples=30)
def test_the_corners_of_the_trade_off_are_the_best_events(size, data) -> None:
    weights = st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any)
    p, q = ([F(x, sum(w)) for x in w] for w in (data.draw(weights), data.draw(weights)))
    corners = trade_off_of_laws(p, q)
    for event in product((0, 1), repeat=size):
        alarm = sum((a for e, a in zip(event, p, strict=True) if e), F(0))
        miss = sum((b for e, b in zip(event, q, strict=True) if not e), F(0))
        assert miss >= interpolated(corners, alarm)
    for factor in (F(0), F(1, 2), F(1), F(3)):
        assert delta_from_corners(corners, factor) == hockey_stick(q, p, factor)
    assert corners[0] == (0, 1)
    assert corners[-1] == (1, 0)


def interpolated(corners, alarm):
    """The lower boundary at a false alarm."""
    best = F(1)
    for (a, m), (b, n) in pairwise(corners):
        if a <= alarm <= b:
            best = min(best, n if a == b else m + (n - m) * (alarm - a) / (b - a))
    return best


@for_all(st.sampled_from([F(0), F(1, 3), F(2), F(40)]), SHARES, SHARES, examples=30)
def test_the_boundary_is_the_least_miss_that_is_not_refuted(eps, delta, alarm) -> None:
    miss = trade_off(eps, delta, alarm)
    assert 0 <= miss.lo <= miss.hi <= 1
    at = delta_refuted_by(eps, alarm, min(F(1), miss.hi))
    assert at.lo <= delta
    if miss.lo > F(1, 100):
        below = delta_refuted_by(eps, alarm, miss.lo - F(1, 200))
        assert below.hi > delta
    # an error that is forgotten, a mutant: without the mirrored inequality less is refuted
    assert at.hi >= 1 - alarm - math.exp(min(float(eps), 50)) * miss.hi - F(1, 10**6)


@pytest.mark.parametrize(("eps", "delta"), [(0, F(1, 5)), (1, F(0)), (2, F(1, 10)), (1, F(1))])
def test_the_corner_and_the_advantage_of_the_region(eps, delta) -> None:
    corner = trade_off_corner(eps, delta)
    assert float(trade_off(eps, delta, F(corner.mid))) == pytest.approx(float(corner), abs=1e-14)
    advantage = largest_advantage(eps, delta)
    assert float(advantage) == pytest.approx(1 - 2 * float(corner), abs=1e-14)
    formula = (math.exp(eps) - 1 + 2 * float(delta)) / (math.exp(eps) + 1)
    assert float(advantage) == pytest.approx(formula, abs=1e-14)


def test_the_boundary_of_randomised_response_is_that_of_pure_privacy() -> None:
    truth = F(3, 4)  # eps = log 3
    corners = trade_off_of_laws((truth, 1 - truth), (1 - truth, truth))
    assert corners[1] == (F(1, 4), F(1, 4))
    eps = F("1.098612288668109691395245")
    assert float(trade_off_corner(eps, 0)) == pytest.approx(0.25, abs=1e-15)


def tensor(*laws):
    return [math.prod(masses) for masses in product(*laws)]


def test_basic_composition_holds_for_products_and_a_forgotten_release_does_not() -> None:
    ratio, delta = F(2), F(1, 50)
    p = (delta, (1 - delta) * F(2, 3), (1 - delta) * F(1, 3), F(0))
    q = (F(0), (1 - delta) * F(1, 3), (1 - delta) * F(2, 3), delta)
    assert hockey_stick(p, q, ratio) == delta
    both = tensor(p, p), tensor(q, q)
    assert hockey_stick(*both, ratio**2) <= 2 * delta
    assert hockey_stick(*both, ratio**2) > delta
    total = basic_composition([ApproxDP(1, delta), PureDP("0.5"), ApproxDP(0, delta)])
    assert total == ApproxDP(F(3, 2), 2 * delta)


def test_concentrated_and_renyi_sizes_add_up() -> None:
    p, q = (F(1, 3), F(2, 3)), (F(2, 5), F(3, 5))
    first, second = renyi_of_laws(p, q, 3), renyi_of_laws(tensor(p, p), tensor(q, q), 3)
    assert float(second) == pytest.approx(2 * float(first), rel=1e-14)
    assert basic_composition([ZCDP("0.1"), ZCDP("0.2")]) == ZCDP(F(3, 10))
    assert basic_composition([RenyiDP(3, 1), RenyiDP(3, 2)]) == RenyiDP(3, 3)
    assert basic_composition([RenyiDP(math.inf, 1)] * 2) == RenyiDP(math.inf, 2)
    assert basic_composition([PureDP(1), PureDP(math.inf)]) == PureDP(math.inf)
    assert basic_composition([ApproxDP(0, "0.6")] * 2) == ApproxDP(0, 1)


def test_separate_blocks_cost_the_largest_budget() -> None:
    assert parallel_composition([PureDP(1), PureDP("0.5")]) == PureDP(1)
    assert parallel_composition([ApproxDP(1, 0), ApproxDP(0, "0.1")]) == ApproxDP(1, F(1, 10))
    assert parallel_composition([ZCDP(1), ZCDP(3)]) == ZCDP(3)


def adaptive_blocks(bits: tuple[int, ...], by_data: bool) -> dict:
    """The exact joint law of two block answers; where the second block begins is chosen by the
    first *answer*, or by the first bit itself."""
    keep = F(2, 3)
    law: dict = {}
    for answer in (0, 1):
        first = keep if answer == bits[0] else 1 - keep
        cut = 2 if (bits[0] if by_data else answer) else 1
        for noisy in product((0, 1), repeat=2):
            parities = (sum(bits[1:cut]) % 2, sum(bits[cut:]) % 2)
            mass = first
            for said, true in zip(noisy, parities, strict=True):
                mass *= keep if said == true else 1 - keep
            law[(answer, *noisy)] = mass
    return law


@pytest.mark.parametrize("by_data", [False, True])
def test_blocks_chosen_from_answers_are_parallel_and_blocks_chosen_from_data_are_not(
    by_data,
) -> None:
    worst = F(1)
    for bits in product((0, 1), repeat=3):
        for place in range(3):
            other = tuple(b ^ (i == place) for i, b in enumerate(bits))
            p, q = adaptive_blocks(bits, by_data), adaptive_blocks(other, by_data)
            worst = max(worst, smallest_factor(list(p.values()), [q[o] for o in p], 0))
    assert (worst == 2) == (not by_data)


def leaky(ratio: F, delta: F):
    p = (delta, (1 - delta) * ratio / (1 + ratio), (1 - delta) / (1 + ratio), F(0))
    return p, p[::-1]


@pytest.mark.parametrize("delta", [F(0), F(1, 20)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_optimal_composition_is_attained_by_leaky_randomised_response(delta, count) -> None:
    ratio, eps = F(2), F("0.693147180559945309417232121458176568")
    p, q = leaky(ratio, delta)
    laws = tensor(*[p] * count), tensor(*[q] * count)
    for wanted in (F(0), F(1, 2), F(1), F(2), F(3)):
        exact = hockey_stick(*laws, F(math.exp(float(wanted))))
        assert float(optimal_composition(eps, delta, count, wanted)) == pytest.approx(
            float(exact), abs=1e-14
        )
    assert optimal_composition(eps, delta, count, math.inf).hi == 1 - (1 - delta) ** count


def test_the_printed_advanced_composition_holds_and_is_loose() -> None:
    for eps, count in ((F(1, 10), 100), (F(1), 10), (F(1, 100), 1000), (F(3), 2)):
        printed = advanced_composition_printed(eps, count, "1e-6")
        assert optimal_composition(eps, 0, count, printed.hi).lo <= F(1, 10**6)
        without = F(printed.lo) - count * eps * F(math.expm1(float(eps)))
        if eps == 1:  # its second term cannot be left out
            assert optimal_composition(eps, 0, count, without / 2).lo > F(1, 10**6)
    assert advanced_composition_printed(0, 5, "0.1").hi == 0


def test_one_release_composes_to_itself() -> None:
    for wanted in (F(0), F(1, 2), F(1)):
        one = optimal_composition(1, 0, 1, wanted)
        assert float(one) == pytest.approx(float(RandomisedResponse(1).delta(wanted)), abs=1e-15)
    assert optimal_composition(0, "0.1", 2, 0).lo == F(19, 100)
    assert optimal_composition(1, 0, 0, 0).hi == 0
    assert optimal_composition(10**6, "1e-15", 50, 1).lo > 1 - F(1, 10**30)
