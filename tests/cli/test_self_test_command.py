"""`banditproof audit --self-test`: its score, a wrong record, and an interruption."""

import json
from dataclasses import replace
import pytest
from banditproof.verify import self_test
from banditproof.verify.mutants import corpus, linear_counters
from banditproof.verify.mutants.entry import Entry


def judge_only(monkeypatch: pytest.MonkeyPatch, entries: tuple[Entry, ...]) -> None:
    """Have the command judge these, wherever the corpus is looked up."""
    monkeypatch.setattr(corpus, "CORPUS", entries)
    monkeypatch.setattr(self_test, "CORPUS", entries)


@pytest.fixture(autouse=True)
def few_entries(monkeypatch) -> None:
    """A part of the corpus; the slow tests of `self_test` judge all of it."""
    judge_only(monkeypatch, linear_counters.ENTRIES)


def test_a_self_test_has_a_perfect_score(banditproof) -> None:
    report = banditproof("audit", "--self-test", "--json").facts
    assert report["entries"] == len(linear_counters.ENTRIES) > 3
    assert report["passed"]
    assert report["as_recorded"] == report["entries"]
    assert report["mutants_held"] == report["references_refuted"] == 0


def test_a_self_test_with_a_wrong_record_fails(banditproof, monkeypatch) -> None:
    first, *others = linear_counters.ENTRIES
    judge_only(monkeypatch, (replace(first, reference=first.mutant), *others))
    code, out, _ = banditproof("audit", "--self-test", "--json")
    assert (code, json.loads(out)["passed"]) == (1, False)


def test_an_interrupted_self_test_prints_what_is_known(banditproof, monkeypatch) -> None:
    judged, row = [], self_test._row

    def interrupting(entry, known):
        if len(judged) == 2:
            raise KeyboardInterrupt
        judged.append(entry.name)
        return row(entry, known)

    monkeypatch.setattr(self_test, "_row", interrupting)
    code, out, _ = banditproof("audit", "--self-test", "--json")
    report = json.loads(out)
    assert (code, report["interrupted"], report["passed"]) == (130, True, False)
    assert [shown["name"] for shown in report["rows"]] == judged
