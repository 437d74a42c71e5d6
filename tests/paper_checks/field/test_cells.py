"""The table of the field: its gaps are the largest ones, and its bounds are claims that stand."""

import random
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
import pytest
from banditproof.paper_checks.field.cell_facts import classes_in_words
from banditproof.paper_checks.field.cells import cell, cells
from banditproof.paper_checks.field.gaps import SIZES, gap, linear_form, strongest
from banditproof.paper_checks.field.judged_bounds import Bound, bounds_of_the_field
from banditproof.paper_checks.field.printed_optimality import (
    claims_of_cells,
    contradictions_of,
    printed_of,
)
from banditproof.paper_checks.statements.index import claim_index
from banditproof.paper_checks.statements.recorded_verdicts import standing
from banditproof.theory.known_bounds.carried import all_bounds, inclusions
from banditproof.theory.known_bounds.orders import Order

READ = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
STATED = [one for one in bounds_of_the_field() if not one.carried]
WITH_GAPS = [one for one in cells() if one.gap is not None]


def quotient(bounds, setting, notion, point) -> Fraction:
    """The quotient of the best bounds at a point, straight from what each of them says."""
    least = "K" if point.get("K", 0) <= point.get("N", 0) else "N"

    def value(one: Bound) -> Fraction:
        forms = [linear_form(term, setting, notion, least) for term in one.order.terms]
        return max(f[0] + sum(map(Fraction.__mul__, f[1:], point.values())) for f in forms)

    judged = [x for x in bounds if x.judged and x.of_all and x.order is not None]
    high = min(value(one) for one in judged if one.side == "upper")
    low = max(value(one) for one in judged if one.side == "lower")
    return min(Fraction(1), high) - min(Fraction(1), max(Fraction(0), low))


@pytest.mark.parametrize("setting", READ["gaps"])
def test_the_gaps_are_those_that_a_reader_found(setting) -> None:
    found = []
    for notion in READ["notions"]:
        there = cell(setting, notion)
        power = "-" if there.gap is None else str(there.gap.power) if there.gap.power else "="
        found.append(power + " *" * (there.state == "without" and there.gap is not None))
    assert found == READ["gaps"][setting]


@pytest.mark.parametrize("there", WITH_GAPS, ids=lambda one: f"{one.setting} {one.notion}")
def test_a_gap_is_the_largest_quotient_and_is_attained(there) -> None:
    """At random points none is larger, and the point that is named has it."""
    names, chance = (*SIZES[there.setting], "E"), random.Random(3)
    assert quotient(there.bounds, there.setting, there.notion, there.gap.at) == there.gap.power
    seen = Fraction(0)
    for _ in range(200):
        point = {name: Fraction(chance.randint(0, 24), 24) for name in names}
        if there.notion == "none":
            point["E"] = Fraction(0)
        if "d" in point and "K" in point:
            point["d"] = min(point["d"], point["K"])
        if "N" in point:
            point["N"] *= 2
        seen = max(seen, quotient(there.bounds, there.setting, there.notion, point))
    assert seen <= there.gap.power
    assert there.gap.power - seen <= Fraction(1, 4)


def test_another_order_is_another_gap() -> None:
    """The mutants: a weaker lower bound, and a better upper one."""
    there = cell("cube", "zcdp")
    for side, order, power in (
        ("lower", "sqrt(T)", Fraction(1, 2)),
        ("upper", "d*sqrt(T) + d/sqrt(rho)", Fraction(0)),
    ):
        changed = [
            replace(one, order=Order.of(order)) if one.side == side else one
            for one in there.bounds
        ]  # fmt: skip
        assert gap([x for x in changed if x.judged], "cube", "zcdp").power == power
        assert there.gap.power != power


def test_a_judged_bound_is_a_claim_that_holds_and_an_inclusion_a_claim_or_a_definition() -> None:
    for one in STATED:
        assert one.judged == (standing(one.claim).outcome == "holds" and one.grade != "cited")
    for inclusion in inclusions():
        for claim in inclusion.claims:
            assert standing(claim).outcome in ("holds", "definition")
    assert {one.claim for one in STATED if one.verdict == "fails"} == {
        "zcdp.gope.discussion.dimension"
    }


def test_a_bound_reaches_a_cell_in_the_direction_in_which_it_holds() -> None:
    """Upper bounds go to weaker privacy and easier instances, lower ones the other way."""
    upper = {(x.setting, x.notion) for x in all_bounds() if x.claim == "thesis.thmC.7.sharper"}
    assert {("arms", "pure"), ("arms", "zcdp"), ("linear", "renyi")} <= upper
    assert not upper & {("arms", "local"), ("adversarial", "pure"), ("arms", "none")}
    lower = {(x.setting, x.notion) for x in all_bounds() if x.claim == "field.zcdp.worlds"}
    assert {("arms", "zcdp"), ("arms", "pure"), ("adversarial", "local")} <= lower
    assert not lower & {("arms", "view-zcdp"), ("arms", "approximate"), ("arms", "none")}
    # privacy of tables, which is all that other notions give, does not give that of adversaries
    there = {x.notion for x in all_bounds() if x.claim == "thesis.thm4.20.sharp"}
    assert there == {"zcdp"}


def test_bounds_of_a_class_of_policies_close_no_cell() -> None:
    """Those of policies that are private in interaction are shown, and are no part of a gap."""
    of_a_class = {one.claim for one in STATED if not one.of_all}
    assert {
        "field.renyi.interactive",
        "field.zcdp.interactive",
        "thesis.thm4.20.sharp",
    } <= of_a_class
    for there in cells():
        assert all(one.of_all for side in ("lower", "upper") for one in there.side(side))
        without = replace(there, bounds=tuple(one for one in there.bounds if one.of_all))
        judged = [one for one in without.bounds if one.judged]
        assert there.gap == gap(judged, there.setting, there.notion)
        assert there.state == without.state
        if there.of_classes:
            assert there.state != "closed"
    renyi = cell("arms", "renyi")
    assert renyi.state == "open"
    assert renyi.gap.power == Fraction(1, 4)
    assert renyi.of_classes["interactive"].power == 0
    (sentence,) = classes_in_words(renyi)
    assert "field.renyi.interactive" in sentence
    assert "close nothing" in sentence
    # the mutant: the same row about all policies would close the cell
    changed = [
        replace(one, policies="all") if one.claim == "field.renyi.interactive" else one
        for one in renyi.bounds
        if one.judged
    ]
    assert gap(changed, "arms", "renyi").power == 0


def test_a_class_of_policies_has_a_name() -> None:
    with pytest.raises(ValueError, match="about 'some' policies; give one of all, interactive"):
        replace(STATED[0], policies="some")


def test_what_is_left_out_of_a_cell_is_weaker() -> None:
    """The gap of the strongest bounds is that of all."""
    for there in WITH_GAPS:
        best = [x for x in strongest(there.bounds, there.setting, there.notion) if x.judged]
        assert gap(best, there.setting, there.notion).power == there.gap.power


def test_what_is_printed_about_a_cell_is_a_claim_of_a_document() -> None:
    for place, claims in claims_of_cells("printed").items():
        assert cell(*place).bounds
        for id in claims:
            facts = claim_index()[id]
            assert facts.stated, f"{id} is no statement of a document"
    # somebody who only wrote down what holds would have written down too little
    verdicts = {one.verdict for place in claims_of_cells("printed") for one in printed_of(*place)}
    assert {"holds", "fails", "fails-with-repair"} <= verdicts


def test_what_contradicts_stands_beside_its_cell() -> None:
    for place, claims in claims_of_cells("contradictory").items():
        assert cell(*place).bounds
        assert [one.claim for one in contradictions_of(*place)] == list(claims)
        for id in claims:
            assert "conflict" in claim_index()[id].kind, id
            assert claim_index()[id].against, id


def test_what_is_only_quoted_has_its_paper_and_a_place() -> None:
    """A sixth document starts from these rows."""
    own = {"zcdp.oful.discussion.related", "zcdp.thm5", "thesis.thm5.20", "thesis.thm5.23.limit"}
    quoted = [one for one in bounds_of_the_field() if not one.judged and not one.carried]
    assert {one.claim for one in quoted if not one.paper} == own
    with_paper = [one for one in bounds_of_the_field() if one.paper]
    assert len({one.claim for one in with_paper}) > 20
    for one in with_paper:
        assert one.paper[-4:].isdigit() or ", " in one.paper
        document, place = one.quoted_at.split(", ", 1)
        assert document in ("bernoulli", "zcdp", "renyi", "adversarial", "thesis")
        assert place
    assert all(one.quoted_at == "" for one in bounds_of_the_field() if not one.paper)
