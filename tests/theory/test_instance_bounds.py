"""The rows of bounds of an instance, and how a row and its function become a bound."""

import pickle
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from inspect import getmembers, isfunction
import pytest
from banditproof.theory import BernoulliBandit, Enclosure, LinearBandit, bounds
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.known_bounds import instances
from banditproof.theory.known_bounds.instances import instance_rows
from banditproof.theory.linear_bounds import linear_structural_bounds
from banditproof.theory.lower_bounds import hypotheses
from banditproof.theory.lower_bounds.bound import REGRET, DoesNotApply, Found, Statement
from banditproof.theory.lower_bounds.bound_rows import bound_of, named
from banditproof.theory.lower_bounds.request import Request, once

COINS = Request(BernoulliBandit(("0.8", "0.6")), Fraction(1, 10), horizon=Fraction(1000))


@pytest.mark.parametrize("row", instance_rows(), ids=lambda row: f"{row.claim} {row.name}")
def test_a_row_names_functions_that_say_what_they_are(row) -> None:
    names = [row.value, row.worth, row.each, *row.needs, *row.remarks]
    for name in filter(None, names):
        assert named(name).__doc__, name
    assert row.claim
    assert len(row.regime) in (0, 2)
    assert row.regime == () or row.side == Side.THRESHOLD


def test_no_row_stands_there_twice() -> None:
    seen = Counter((row.name, row.claim) for row in instance_rows())
    assert set(seen.values()) == {1}
    # one function may be what all policies pay, and what a policy reaches
    seen = Counter((row.value, row.side) for row in instance_rows())
    assert set(seen.values()) == {1}


def test_each_sentence_and_each_hypothesis_is_used() -> None:
    read = instances.tables()
    rows = instance_rows()
    for table in ("needs", "remarks"):
        used = {name for row in rows for name in getattr(row, table)}
        assert used == set(read[table])
    here = hypotheses.__name__
    own = {name for name, one in getmembers(hypotheses, isfunction) if one.__module__ == here}
    asked = {name for row in rows for name in (*row.needs, *row.remarks, row.worth)}
    assert own == {name for name in asked if name and "." not in name}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"instances": ["cards"]}, "instances is ['cards']; give a list of some of coins, finite"),
        ({"instances": "coins"}, "instances is 'coins'; give a list"),
        ({"needs": ["hole"]}, "needs is ['hole']; give a list of some of whole, several_arms"),
        ({"given": ["rho"]}, "given is ['rho']; give a list of some of horizon, delta"),
        ({"regimes": []}, "There is no field 'regimes'; did you mean 'regime'?"),
        ({"worth": "whole"}, "There is no field 'worth'; give some of below, claim"),
        ({"privacy": "renyi"}, "privacy is 'renyi'; give one of none, pure, zcdp"),
        ({"side": "above"}, "side is 'above'; give one of lower, upper, threshold"),
        ({"quantity": "regret"}, "quantity is 'regret'; give one of coefficient of log T"),
        ({"over": "cards"}, "over is 'cards'; give one of normal, coins, cube"),
        ({"claim": None}, "The field 'claim' is missing; give it."),
    ],
)
def test_a_row_of_an_unknown_kind_or_field_is_refused(change, sentence) -> None:
    row = {**instances.tables()["bound"][0], **change}
    row = {field: value for field, value in row.items() if value is not None}
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        instances.instance_row(row, instances.tables())


def test_a_row_that_is_refused_is_named(monkeypatch) -> None:
    monkeypatch.setattr(instances, "INSTANCES", ("coins",))
    monkeypatch.setattr(instances, "instance_rows", instances.instance_rows.__wrapped__)
    with pytest.raises(ValueError, match=r"^instances\.toml, the bound '.*': instances is"):
        instances.instance_rows()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("minimax.turn", "There is no 'turn' in theory/lower_bounds/minimax.py"),
        ("turns.turn", "There is no file turns.py in theory/lower_bounds"),
        ("hole", "There is no 'hole' in theory/lower_bounds/hypotheses.py"),
    ],
)
def test_a_function_that_a_row_names_is_looked_for(name, sentence) -> None:
    where = f"instances.toml, the function {name!r}: "
    with pytest.raises(ValueError, match="^" + re.escape(where + sentence)):
        named(name)


def stated(**facts) -> Statement:
    """A lower bound 3 of private policies at a horizon."""
    number = lambda: Found(Enclosure.of(3), (Enclosure.of(3),), {"x": "y"})  # noqa: E731
    plain = Statement(
        "a", "bern.no_such_claim", Side.LOWER, REGRET, number, Privacy.PURE,
        note="at {x}, T*_{KL}", factors=("c({x})",),
    )  # fmt: skip
    return replace(plain, **facts)


def test_words_in_braces_are_filled_in_and_other_braces_stay() -> None:
    bound = bound_of(COINS, stated())
    assert bound.note == "at y, T*_{KL}"
    assert bound.factors[0].formula == "c(y)"


def test_a_bound_without_its_hypotheses_is_not_computed() -> None:
    def computed() -> Enclosure:
        raise AssertionError("computed")

    needs = (("K > 2 arms", False), ("a whole number T", True), ("T > 5000", False))
    bound = bound_of(COINS, stated(value=computed, hypotheses=needs))
    assert (bound.applies, bound.enclosure, bound.factors, bound.regime) == (False, None, (), None)
    assert bound.note == "Does not apply; it needs: K > 2 arms; T > 5000."
    assert bound_of(COINS, stated(hypotheses=needs, refused="It is odd.")).note == "It is odd."


def test_a_computation_may_find_that_a_theorem_does_not_apply() -> None:
    def lacks() -> Enclosure:
        raise DoesNotApply("the best action is not unique")

    bound = bound_of(COINS, stated(value=lacks))
    assert not bound.applies
    assert bound.hypotheses == (("the best action is not unique", False),)


def test_the_number_of_a_refuted_theorem_is_no_bound() -> None:
    bound = bound_of(COINS, stated(status=Status.REFUTED, note="false as printed"))
    assert (bound.applies, bound.enclosure, bound.note) == (False, None, "false as printed")


@pytest.mark.parametrize(
    ("free", "words"),
    [(2, "above every lower bound"), (3, "equal to the best"), (4, "below the best bound")],
)
def test_a_private_bound_stands_beside_the_free_one(free, words) -> None:
    assert (bound_of(COINS, stated(), Enclosure.of(free)).regime or "").startswith(words)
    own = bound_of(COINS, stated(below="only by its constant"), Enclosure.of(free)).regime
    assert (own == "only by its constant") == (free == 4)
    assert bound_of(COINS, stated(privacy=Privacy.NONE), Enclosure.of(free)).regime is None


@pytest.mark.parametrize(("border", "below"), [("1/9", True), ("1/10", False), ("1/11", False)])
def test_a_budget_is_below_a_border_only_if_it_is_smaller(border, below) -> None:
    asked = stated(side=Side.THRESHOLD, value=lambda: Enclosure.of(Fraction(border)), factors=())
    own = bound_of(COINS, replace(asked, regime=("small", "large"))).regime
    assert own == ("small" if below else "large")
    assert ("eps is below" in (bound_of(COINS, asked).regime or "")) == below


@pytest.mark.parametrize(("number", "trivial"), [(200, False), (201, True)])
def test_an_upper_bound_above_the_largest_gap_in_each_round_is_trivial(number, trivial) -> None:
    asked = stated(side=Side.UPPER, value=lambda: Enclosure.of(number), factors=())
    assert (bound_of(COINS, asked).regime is not None) == trivial


def test_what_is_computed_once_belongs_to_one_request() -> None:
    asked = []

    @once
    def budget(request: Request, factor: int) -> Fraction:
        asked.append(factor)
        return request.budget(Privacy.PURE) * factor

    assert budget(COINS, 2) == budget(COINS, 2) == Fraction(1, 5)
    assert budget(COINS, 3) == Fraction(3, 10)
    assert asked == [2, 3]
    assert budget(replace(COINS, eps=Fraction(1)), 2) == 2


def test_a_table_that_was_stored_is_the_same() -> None:
    table = bounds(("0.8", "0.5"), 1, 100, rho=1, delta="0.1")
    assert pickle.loads(pickle.dumps(table)).to_json() == table.to_json()


def test_structural_bounds_are_said_by_the_same_rows() -> None:
    bandit = LinearBandit(((1, 0), (1, "0.1")), ("0.5", "-5"))
    table = {row.name: row for row in bounds(bandit, "0.1")}
    for found in linear_structural_bounds(bandit, "0.1"):
        row = table[found.name]
        assert (row.claim, row.status, row.privacy) == (found.claim, found.status, found.privacy)
        assert row.enclosure == (
            None if found.status == Status.REFUTED or found.bound is None else found.bound.enclosure
        )


@pytest.mark.parametrize("bandit", [COINS.bandit, LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))])
def test_a_private_bound_stands_beside_no_bound_of_another_notion(bandit) -> None:
    """Under a small eps the bounds of pure DP are the largest, and no zCDP policy obeys them."""
    alone, both = (
        {row.name: row.regime for row in bounds(bandit, eps, 10**4, rho="1e-5")}
        for eps in (None, "1e-5")
    )
    zcdp = [name for name in alone if "minimax" in name and "zCDP" in name]
    assert any("above every" in (alone[name] or "") for name in zcdp)
    assert [both[name] for name in zcdp] == [alone[name] for name in zcdp]
