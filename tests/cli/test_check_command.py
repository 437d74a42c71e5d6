"""`banditproof claims` and `banditproof check`: lists, verdicts, exit codes."""

import json
from dataclasses import replace

import pytest

from banditproof.paper_checks import Outcome, claims, find
from banditproof.paper_checks import runner
from banditproof.paper_checks.catalogue import DOCUMENTS

FIELDS = {
    "id",
    "document",
    "place",
    "kind",
    "verdict",
    "grade",
    "summary",
    "witness",
    "repaired_by",
    "seconds",
}


def test_claims_lists_every_claim_as_table_and_as_json(banditproof) -> None:
    tables = {d: banditproof("claims", "--document", d).out for d in DOCUMENTS}
    code, text, _ = banditproof("claims", "--json")
    assert code == 0
    listed = json.loads(text)
    assert [claim["id"] for claim in listed] == [claim.id for claim in claims()]
    for claim in listed:
        assert claim["id"] in tables[claim["document"]]
        assert claim["statement"]


def test_only_catalogued_statements_are_called_printed(banditproof) -> None:
    assert "printed" in banditproof("check", "thesis.rem3.6").out
    repair = banditproof("check", "thesis.rem3.6.repaired").out
    assert "stated" in repair
    assert "printed " not in repair.split("finding")[0]


def test_check_json_has_the_fields_of_the_contract(banditproof) -> None:
    code, out, _ = banditproof("check", "bern.lemF.3", "--json")
    assert code == 0
    (result,) = json.loads(out)
    assert set(result) >= FIELDS
    assert result["verdict"] == "holds"
    assert result["document"] == "bernoulli"


def test_check_of_one_claim_shows_its_statement(banditproof) -> None:
    code, out, _ = banditproof("check", "bern.lemF.3")
    assert code == 0
    # a long statement goes on in the next line
    assert " ".join(find("bern.lemF.3").statement.split()) in " ".join(out.split())
    assert "holds (" in out


def test_another_verdict_than_the_recorded_one_gives_code_1(banditproof, monkeypatch) -> None:
    claim = replace(find("bern.lemF.3"), recorded=Outcome.FAILS)
    monkeypatch.setitem(claim_module._loaded(), claim.id, claim)
    code, out, _ = banditproof("check", claim.id)
    assert code == 1
    assert "fails" in out


def test_a_check_that_crashes_is_open_and_gives_code_1(banditproof, monkeypatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("division by zero")

    claim = replace(find("bern.lemF.3"), check=broken)
    monkeypatch.setitem(claim_module._loaded(), claim.id, claim)
    code, out, err = banditproof("check", claim.id, "--json")
    assert code == 1
    assert json.loads(out)[0]["verdict"] == "open"
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check", "bern.lemF3"), "the nearest are bern.lemF.3"),
        (("check", "--tier", "medium"), "give 'fast' or 'all'"),
        (("claims", "--document", "zzz"), "give one of bernoulli"),
        (("check", "--document", "zzz"), "give one of bernoulli"),
        (("check", "--workers", "0"), "--workers"),
        (("nonsense",), "nonsense"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(banditproof, words, sentence) -> None:
    code, out, err = banditproof(*words)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err
