"""The claims about privacy of bandits: all are there, name their reading, give known numbers."""

import re

import pytest

from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.catalogue import catalogue
from banditproof.paper_checks.registry import claims

PLACES = re.compile(r"3\.|A\Z")
OURS = [claim for claim in claims("thesis") if claim.where.chapter in ("3", "A")]
VERDICTS = {
    "thesis.rem3.6": Outcome.FAILS,
    "thesis.rem3.10": Outcome.HOLDS_WITH_REPAIR,
    "thesis.prop3.12": Outcome.HOLDS_WITH_REPAIR,
    "thesis.prop3.12.e": Outcome.HOLDS_WITH_REPAIR,
    "thesis.appA.example": Outcome.HOLDS_WITH_REPAIR,
    "thesis.prop3.13": Outcome.FAILS,
    "thesis.prop3.13.b": Outcome.FAILS,
    "thesis.prop3.13.b.machine": Outcome.FAILS,
    "thesis.sec3.6.claims": Outcome.FAILS,
    "thesis.sec3.8": Outcome.FAILS,
    "thesis.acr.protocol.range": Outcome.FAILS,
    "thesis.def3.5.machine": Outcome.FAILS,
    "thesis.bai.dp": Outcome.HOLDS_WITH_REPAIR,
}
"""The claims of chapter 3 that are not simply true as printed."""

QUERIED = (
    *("interactive.protocol", "def3.5", "enumerators", "rem3.6", "prop3.13.a", "prop3.13.b"),
    *("prop3.13", "sec3.6.claims", "sec3.8", "def3.5.open_loop", "sec3.8.three_rounds"),
)


def test_every_statement_of_the_chapter_has_a_check_here() -> None:
    chapter = {
        id
        for id, row in catalogue().items()
        if id.startswith("thesis.") and PLACES.match(row.section)
    }
    assert len(chapter) == 37
    assert chapter <= {claim.id for claim in OURS}


def test_what_is_not_true_as_printed() -> None:
    found = {claim.id: claim.recorded for claim in OURS if claim.recorded != Outcome.HOLDS}
    assert found == VERDICTS


@pytest.mark.parametrize("name", QUERIED)
def test_claims_with_queries_name_their_reading(name: str) -> None:
    assert re.search(r"[Kk]ernel|machine|readings", find(f"thesis.{name}").statement)


def test_the_doubts_of_the_chapter_are_settled_here() -> None:
    assert {d for claim in OURS for d in claim.doubt_codes} >= {
        *("D3", "D4", "D4b", "D13", "D19", "D22", "D23"),
    }


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("thesis.sec3.8", ("11/20", "3/5", "9/20", "1/2")),
        ("thesis.sec3.6.claims", ("3/5", "11/20", "1/2", "9/20")),
        ("thesis.prop3.13.b", ("9/20", "1/2")),
        ("thesis.appA.example", ("0.168783", "0.177684", "4347/1625", "0.98397813")),
    ],
)
def test_the_numbers_of_the_catalogue_come_out(id: str, numbers: tuple[str, ...]) -> None:
    summary = run(find(id)).verdict.summary
    for number in numbers:
        assert number in summary


def test_a_wrong_subject_of_a_refutation_is_no_refutation() -> None:
    claim = find("thesis.prop3.13.b.machine")
    repaired = run(claim, **claim.mutants["the kernel reading"])
    assert repaired.verdict.outcome == Outcome.HOLDS
