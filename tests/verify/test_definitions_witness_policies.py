"""The catalogue's table of separations, recomputed from the policies' rules."""

from fractions import Fraction
import pytest
from banditproof.verify.definitions.approximate_budget import delta_at, smallest_factor
from banditproof.verify.definitions.backward_induction import (
    delta,
    delta_of_diverted,
    played,
    worst_delta,
    worst_of,
)
from banditproof.verify.definitions.brute_force import enumerated_delta, enumerated_ratio, replayed
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.definitions.witness_policies import (
    WITNESSES,
    appendix_a,
    concentrated_gap,
    copies_after_a_foreign_query,
    diverted_above_interactive,
    interactive_above_diverted,
    label_blind_gap,
    policy_a,
    policy_c,
    repeated_responses,
    strict_at_every_eps,
    table_twice_view,
    tree_above_table,
)
from banditproof.verify.exact_laws.law_divergences import excess

VIEW, TABLE, INTERACTIVE, ADAPTIVE = Notion
LOW, HIGH = Fraction(11, 20), Fraction(12, 20)
AT_THREE_HALVES = {LOW: Fraction(9, 20), HIGH: Fraction(10, 20)}
# View, Table, adaptive, Interactive, and the diverted tables, at e^eps = 1 (thesis.sec3.8)
TABLE_OF_THE_CATALOGUE = {
    policy_a: (LOW, LOW, HIGH, LOW, LOW),
    diverted_above_interactive: (LOW, LOW, LOW, LOW, HIGH),
    interactive_above_diverted: (LOW, LOW, LOW, HIGH, LOW),
    policy_c: (LOW, LOW, HIGH, HIGH, LOW),
    label_blind_gap: (LOW, HIGH, HIGH, HIGH, HIGH),
}


@pytest.mark.parametrize("make", TABLE_OF_THE_CATALOGUE)
def test_the_table_of_separations(make):
    policy = make()
    laid_out = [played(policy, notion) for notion in (VIEW, TABLE, ADAPTIVE, INTERACTIVE)]
    laid_out.append(played(policy, TABLE, diverted=True))
    for factor in (1, Fraction(3, 2)):
        results = [worst_of(games, factor).value for games in laid_out]
        expected = TABLE_OF_THE_CATALOGUE[make]
        assert results == [v if factor == 1 else AT_THREE_HALVES[v] for v in expected]
    assert delta_of_diverted(policy, factor) == results[-1]


@pytest.mark.parametrize("name", [n for n, make in WITNESSES.items() if make().horizon <= 3])
def test_the_short_witnesses_by_enumeration_word_for_word(name):
    policy = WITNESSES[name]()
    long = policy.horizon == 3 and name != "tree above table"
    for notion in (VIEW, TABLE, ADAPTIVE) if long else Notion:
        value = enumerated_delta(policy, notion, Fraction(3, 2))
        assert delta(policy, notion, Fraction(3, 2)) == value
        if policy.horizon < 3 or notion in (VIEW, TABLE):
            assert pure_ratio(policy, notion) == enumerated_ratio(policy, notion)


@pytest.mark.parametrize("name", [n for n, make in WITNESSES.items() if make().horizon > 2])
def test_each_witness_has_an_adversary_that_attains_it(name):
    policy = WITNESSES[name]()
    for notion in Notion:
        result = worst_delta(policy, notion, Fraction(5, 4))
        assert excess(*replayed(policy, result.witness), Fraction(5, 4)) == result.value


def test_trees_beat_tables_at_three_rounds():
    policy = tree_above_table()
    for factor in (Fraction(5, 4), Fraction(3, 2), 2):
        assert delta(policy, VIEW, factor) == delta(policy, TABLE, factor) == Fraction(1, 10)
        assert delta(policy, ADAPTIVE, factor) == Fraction(1, 5)
        assert delta(policy, INTERACTIVE, factor) == Fraction(1, 5)
    assert {delta(policy, notion, 1) for notion in Notion} == {Fraction(1, 5)}


def test_table_is_twice_view():
    for factor in (Fraction(3, 2), 2, 5):
        assert delta(table_twice_view(), VIEW, factor) == Fraction(1, 20)
        assert delta(table_twice_view(), TABLE, factor) == Fraction(1, 10)
    # with binary rewards, two rounds and eps = 0 the two coincide
    assert delta(table_twice_view(), VIEW, 1) == delta(table_twice_view(), TABLE, 1)


@pytest.mark.parametrize("weight", ["1/100", "1/10", "1/2", "9/10", 1])
def test_strictness_at_every_eps(weight):
    policy = strict_at_every_eps(weight)
    for factor in (1, Fraction(11, 10), 5, 100):
        assert delta(policy, VIEW, factor) == Fraction(weight) / 2
        assert delta(policy, TABLE, factor) == Fraction(weight)


def test_concentrated_strictness():
    policy = concentrated_gap()
    assert round(float(zcdp_constant(policy, VIEW)), 5) == 0.32775
    assert round(float(zcdp_constant(policy, TABLE)), 5) == 0.39910


def test_private_until_a_foreign_query():
    policy = copies_after_a_foreign_query()
    for notion in (VIEW, TABLE, ADAPTIVE):
        assert pure_ratio(policy, notion) == 1
        assert zcdp_constant(policy, notion).hi == 0
    assert pure_ratio(policy, INTERACTIVE) == float("inf")
    assert zcdp_constant(policy, INTERACTIVE).lo == float("inf")
    assert delta(policy, INTERACTIVE, 10**6) == 1


def test_appendix_a():
    policy = appendix_a()
    view, table, trees = (delta_at(policy, n, "0.95", 10) for n in (VIEW, TABLE, ADAPTIVE))
    assert round(float(view), 10) == 0.1687834115
    assert round(float(table), 10) == 0.1776836933
    assert round(float(trees), 7) == 0.2126329
    for factor in (1, 3, 10**9):
        assert delta(policy, INTERACTIVE, factor) == Fraction(6, 7)
    assert round(float(delta_at(policy, TABLE, "0.98", 10)), 10) == 0.1709131538
    assert smallest_factor(policy, TABLE, "0.17") == Fraction(4347, 1625)
    for notion in (VIEW, TABLE):
        assert delta(policy, notion, Fraction(28, 10)) == Fraction(1, 6)
        assert pure_ratio(policy, notion) == float("inf")
        assert zcdp_constant(policy, notion).lo == float("inf")
    # up to eps = 0.4 the two coincide, at 0.7 they do not
    assert delta(policy, VIEW, Fraction(149, 100)) == delta(policy, TABLE, Fraction(149, 100))
    assert round(float(delta_at(policy, VIEW, "0.7", 9)), 7) == 0.2119837
    assert round(float(delta_at(policy, TABLE, "0.7", 9)), 7) == 0.2268599


def test_repeated_responses_cost_one_round_less_than_they_last():
    for horizon in (1, 2, 4):
        assert pure_ratio(repeated_responses(3, horizon), VIEW) == 3 ** (horizon - 1)
