"""A judge that is broken, raises or is interrupted does not pass the self-test of the corpus."""

import json
from dataclasses import replace
import pytest
from banditproof.theory.budgets import PureDP
from banditproof.verify import self_test as self_test_module
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import linear_counters, single_releases
from banditproof.verify.mutants.corpus import CORPUS
from banditproof.verify.mutants.entry import OUTCOMES, Judgement
from banditproof.verify.mutants.whole_audit import AuditJudge
from banditproof.verify.self_test import SelfTestReport, self_test

CHEAP = (*linear_counters.ENTRIES, *single_releases.ENTRIES)


def constant(verdict):
    def judge(subject):
        return verdict(Grade.PROVED, None, "whatever it is")

    return judge


def constantly(verdict):
    return constant(lambda *result: Judgement(verdict, *result))


def test_judges_that_always_say_the_same_fail_the_self_test():
    for verdict in OUTCOMES:
        result = self_test(entries=[replace(e, judge=constantly(verdict)) for e in CORPUS])
        assert result.mutants(verdict) == result.references(verdict) == len(CORPUS)
        assert not result.passed
        as_recorded = [e for e in CORPUS if e.expected == (verdict, verdict)]
        assert len(result.failures) == len(CORPUS) - len(as_recorded)
        assert len(as_recorded) == 0 or verdict == "not refuted"


@pytest.mark.parametrize("place", range(len(CHEAP)))
@pytest.mark.parametrize("verdict", OUTCOMES)
def test_one_broken_judge_among_good_ones_is_enough(place, verdict):
    entries = list(CHEAP)
    entries[place] = replace(entries[place], judge=constantly(verdict))
    result = self_test(entries=entries)
    assert not result.passed
    assert [row.entry.name for row in result.failures] == [CHEAP[place].name]


def undecided_pair(mutant, reference):
    """An entry that expects nothing of either, with a judge that says so or otherwise."""
    said = {"mutant": mutant, "reference": reference}
    return replace(
        CHEAP[0],
        mutant="mutant",
        reference="reference",
        judge=lambda subject: Judgement(said[subject], Grade.STATISTICAL),
        expected=("not refuted", "not refuted"),
        limit="No run is so long.",
        mend="declared parts",
    )


@pytest.mark.parametrize("mutant", OUTCOMES)
@pytest.mark.parametrize("reference", OUTCOMES)
def test_only_the_recorded_outcomes_pass(mutant, reference):
    result = self_test(entries=[undecided_pair(mutant, reference)])
    assert result.passed == (mutant == reference == "not refuted")
    assert result.mutants(mutant) == result.references(reference) == 1


def test_a_judge_that_raises_says_nothing():
    def judge(subject):
        raise ZeroDivisionError("no verdict")

    result = self_test(entries=[replace(entry, judge=judge) for entry in CHEAP])
    assert [result.mutants(item) + result.references(item) for item in OUTCOMES] == [0, 0, 0]
    assert len(result.failures) == len(CHEAP)
    assert result.failures[0].error == "ZeroDivisionError: no verdict"
    json.dumps(result.to_json())


def test_exchanged_references_fail():
    result = self_test(entries=[replace(e, mutant=e.reference, reference=e.mutant) for e in CHEAP])
    assert (result.mutants("held"), result.references("refuted")) == (len(CHEAP), len(CHEAP))
    assert len(result.failures) == len(CHEAP)


def test_an_empty_corpus_shows_nothing():
    assert not self_test(entries=[]).passed
    assert not SelfTestReport((), 0.0).passed


def test_a_judge_sees_only_the_subject_and_shared_subjects_once():
    seen = []

    def judge(subject):
        seen.append(subject)
        return Judgement("held" if subject == "reference" else "refuted", Grade.PROVED)

    reference = "reference"
    entries = [
        replace(CHEAP[0], mutant=name, reference=reference, judge=judge) for name in ("a", "b")
    ]
    assert self_test(entries=entries).passed
    assert seen == ["a", "reference", "b"]


class UnhashableJudge:
    """A judge that equals all of its kind, and has no hash."""

    def __init__(self, verdict):
        self.verdict = verdict

    def __eq__(self, other):
        return True

    def __call__(self, subject):
        return Judgement(self.verdict, Grade.PROVED)


def test_judges_without_a_hash_are_distinguished_by_identity():
    right, wrong = (replace(CHEAP[0], judge=UnhashableJudge(v)) for v in ("refuted", "held"))
    result = self_test(entries=[right, wrong])
    assert [row.outcomes for row in result.rows] == [("refuted", "refuted"), ("held", "held")]


def test_equal_judges_share_what_they_found():
    judges = [AuditJudge(PureDP(1), horizon=4) for _ in range(2)]
    seen = []

    def audited(judge, subject):
        seen.append(subject)
        return Judgement("held" if subject == "reference" else "refuted", Grade.PROVED)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AuditJudge, "__call__", audited)
        entries = [
            replace(CHEAP[0], mutant="mutant", reference="reference", judge=judge)
            for judge in judges
        ]
        assert self_test(entries=entries).passed
    assert seen == ["mutant", "reference"]


def test_a_subject_is_judged_again_by_another_judge():
    good, broken = CHEAP[0], replace(CHEAP[0], judge=constantly("held"))
    assert [row.passed for row in self_test(entries=[good, broken]).rows] == [True, False]
    assert [row.passed for row in self_test(entries=[broken, good]).rows] == [False, True]


def test_a_judge_that_raises_in_a_process_says_nothing(monkeypatch):
    from banditproof.algorithms.sweeps.task import Finished

    def failing(tasks, workers):
        yield from ((task, Finished(None, 1.0, "ZeroDivisionError: no verdict")) for task in tasks)

    monkeypatch.setattr(self_test_module, "finished", failing)
    result = self_test(workers=2)
    assert not result.passed
    assert {row.error for row in result.failures} == {"ZeroDivisionError: no verdict"}
    assert len(result.failures) == len(CORPUS)


def test_an_interrupt_in_processes_keeps_the_rows_that_are_complete(monkeypatch):
    from banditproof.algorithms.sweeps.task import Finished

    def interrupted(tasks, workers):
        for task in [*tasks][:7]:
            yield task, Finished(task.content(), 1.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(self_test_module, "finished", interrupted)
    result = self_test(workers=2)
    assert result.interrupted
    assert [row.entry for row in result.rows] == list(CORPUS[: len(result.rows)])
    assert all(row.passed for row in result.rows)
    assert len(result.rows) >= 3


def test_an_interrupt_stops_the_self_test_and_keeps_its_rows():
    def judge(subject):
        raise KeyboardInterrupt

    report = self_test(entries=[CHEAP[0], replace(CHEAP[1], judge=judge), CHEAP[1]])
    assert [row.entry for row in report.rows] == [CHEAP[0]]
    assert report.rows[0].passed
    assert report.interrupted
    assert not report.passed
    assert report.sentence.endswith("(interrupted)")
