"""The claims about privacy of bandits: all are there, name their reading, give known numbers."""

import re
import pytest
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.models.formal_products import (
    ANY,
    AT_CHALLENGE,
    list_entry,
    number,
    own,
    own_entry,
    require_one_law,
    table_entry,
)
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.verdicts.vocabulary import Counterexample, Undecided

QUERIED = (
    *("interactive.protocol", "def3.5", "enumerators", "rem3.6.expansion", "rem3.6.identity"),
    *("rem3.6.repaired", "prop3.13.b", "prop3.13.b.repaired", "sec3.6.claims.closed", "sec3.8"),
    *("def3.5.open_loop", "sec3.8.repaired", "sec3.8.three_rounds", "def3.5.machine"),
)
"""Their verdict depends on what a policy is, or on what closed means."""


@pytest.mark.parametrize("name", QUERIED)
def test_claims_with_queries_name_their_reading(name: str) -> None:
    claim = find(f"thesis.{name}")
    assert re.search("kernel|machine", claim.reading)
    assert "reading" not in claim.title or claim.kind == "reading"


def test_the_doubts_of_the_chapter_are_settled_here() -> None:
    here = [f.id for f in text_index().values() if f.document == "thesis" and f.chapter in "3A"]
    assert {code for id in here for code in find(id).doubt_codes} >= {
        *("D3", "D4", "D4b", "D13", "D19", "D22", "D23")
    }


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("thesis.sec3.8", ("11/20", "3/5", "9/20", "1/2")),
        ("thesis.sec3.6.claims.blind", ("3/5", "11/20", "1/2", "9/20")),
        ("thesis.prop3.13.b", ("9/20", "1/2")),
        ("thesis.appA.example", ("0.168783", "0.177684", "4347/1625", "0.98397813")),
    ],
)
def test_the_numbers_of_the_catalogue_come_out(id: str, numbers: tuple[str, ...]) -> None:
    summary = run(find(id)).verdict.summary
    for digits in numbers:
        assert digits in summary


def test_a_wrong_subject_of_a_refutation_is_no_refutation() -> None:
    claim = find("thesis.prop3.13.b.machine")
    repaired = run(claim, **claim.mutants["the kernel reading"])
    assert repaired.verdict.outcome == Outcome.HOLDS


@pytest.mark.parametrize("name", ["prop3.12.d", "prop3.12.d.sharp"])
def test_no_factor_that_is_too_small_passes(name: str) -> None:
    """K and T are below K^(T-1) at T = 3, K = 2 for the policy that leaks if all rewards match."""
    claim = find(f"thesis.{name}")
    sharper = [mutant for mutant in claim.mutants if mutant.startswith("sharper")]
    small = [mutant for mutant in sharper if not mutant.endswith("by the steps")]
    assert len(small) == 5
    for mutant in small:
        verdict = run(claim, **claim.mutants[mutant]).verdict
        assert verdict.outcome == Outcome.FAILS
    assert run(claim).verdict.sharpness.ratio == (0.5 if name == "prop3.12.d" else 1)


def test_an_unknown_round_is_a_term_and_cannot_be_looked_into() -> None:
    shown = [name(ANY, own(ANY)) for name in (list_entry, table_entry, own_entry)]
    assert shown == [("r", "t"), ("x", "t", "a_t"), ("x", "t", "a_t")]
    assert number(AT_CHALLENGE) == "t*"
    assert ANY != AT_CHALLENGE
    with pytest.raises(ValueError, match="has no name"):
        ANY[1]
    with pytest.raises(TypeError):
        len(ANY)


def test_a_rule_that_decides_by_an_unknown_round_is_not_answered() -> None:
    rules = (
        lambda path: number(path) == 7,
        lambda path: path[-1] != 5,
        lambda path: path == (0,) * 7,
        lambda path: not path[-1],
        lambda path: {0: 1}.get(path[-1]),
        lambda path: path[-1] in (3, 4),
    )
    for decide in rules:

        def late(actions, label, decide=decide):
            return "other" if decide(actions) else ("r", number(actions))

        with pytest.raises(Undecided):
            require_one_law((own, late), (own, late), "A rule with cases.", AT_CHALLENGE)
    # right in all products that are written out, wrong in round 7
    wrong = {"reward": lambda path, label: ("x", number(path), label if number(path) != 7 else 0)}
    assert run(find("thesis.alg6"), **wrong).verdict.outcome == Outcome.OPEN


def test_what_differs_in_an_unknown_round_is_no_identity() -> None:
    def late(actions, label):
        """As the list, but only in short runs."""
        return ("r", number(actions)) if actions is not ANY else "other"

    require_one_law((own, list_entry), (own, list_entry), "One list is two.")
    with pytest.raises(Undecided, match="unknown round"):
        require_one_law((own, late), (own, list_entry), "Not for long runs.")
    with pytest.raises(Counterexample):
        require_one_law((own, table_entry), (own, list_entry), "A table is no list.")
