"""The gate of the audited auditor: mutants rejected, references accepted, no judge broken."""

import json
import pkgutil
from dataclasses import fields, is_dataclass, replace
from importlib import import_module

import pytest

from banditproof.verify import mutants
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import linear_counters, single_releases
from banditproof.verify.mutants.corpus import CORPUS
from banditproof.verify.mutants.entry import Engine, Judgement, accepted, rejected
from banditproof.verify.mutants.policies import MUTANTS
from banditproof.verify.self_test import SelfTestReport, self_test

CHEAP = (*linear_counters.ENTRIES, *single_releases.ENTRIES)


@pytest.fixture(scope="module")
def progress():
    return []


@pytest.fixture(scope="module")
def report(progress):
    return self_test(progress=lambda *seen: progress.append(seen))


@pytest.mark.slow
def test_every_mutant_is_rejected_and_every_reference_is_accepted(report):
    assert [(row.entry.name, row.error) for row in report.failures] == []
    assert report.passed
    assert report.rejected == report.accepted == report.entries == len(CORPUS) >= 45
    assert report.seconds < 60


@pytest.mark.slow
def test_the_score_is_a_sentence_and_json(report):
    n = len(CORPUS)
    assert report.sentence.startswith(f"{n}/{n} mutants rejected, {n}/{n} references accepted")
    found = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert found["passed"]
    assert found["mutants_rejected"] == found["references_accepted"] == found["entries"] == n
    for row in found["rows"]:
        assert row["mutant"]["verdict"] == "rejected"
        assert row["mutant"]["why"]
        assert row["reference"]["verdict"] == "accepted"
        assert row["source"]
        assert row["defect"].endswith(".")


@pytest.mark.slow
def test_progress_names_each_entry_once(report, progress):
    assert progress == [
        *((i, len(CORPUS), entry.name) for i, entry in enumerate(CORPUS)),
        (len(CORPUS), len(CORPUS), ""),
    ]


def test_each_engine_has_mutants_and_no_name_is_used_twice():
    assert {entry.engine for entry in CORPUS} == set(Engine)
    assert len({entry.name for entry in CORPUS}) == len(CORPUS)
    assert len([entry for entry in CORPUS if entry.source == "ours"]) >= 12


def test_no_file_of_the_corpus_is_forgotten():
    modules = [
        import_module(f"{mutants.__name__}.{module.name}")
        for module in pkgutil.iter_modules(mutants.__path__)
    ]
    listed = [entry for module in modules for entry in getattr(module, "ENTRIES", ())]
    assert len(listed) == len(CORPUS)
    assert {entry.name for entry in listed} == {entry.name for entry in CORPUS}


@pytest.mark.slow
def test_a_policy_is_rejected_by_the_check_that_its_defect_names(report):
    rows = {row.entry.name: row for row in report.rows}
    for mutant in MUTANTS:
        assert f"[{mutant.caught_by}]" in rows[mutant.name].mutant.why, mutant.name


@pytest.mark.slow
def test_a_rejected_loss_is_above_the_claim_and_an_accepted_one_is_not(report):
    for row in report.rows:
        claim, mutant, reference = row.entry.claim, row.mutant, row.reference
        if isinstance(claim, str) or mutant.loss is None or reference.loss is None:
            continue
        bound = getattr(claim, "delta", getattr(claim, "eps", getattr(claim, "rho", None)))
        assert reference.loss.hi <= bound < mutant.loss.lo, row.entry.name


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: entry.name)
def test_references_of_the_same_kind_differ_in_one_setting(entry):
    if type(entry.mutant) is not type(entry.reference) or not is_dataclass(entry.mutant):
        return
    different = [
        field.name
        for field in fields(entry.mutant)
        if getattr(entry.mutant, field.name) != getattr(entry.reference, field.name)
    ]
    assert len(different) == 1


def constant(verdict):
    def judge(subject):
        return verdict(Grade.PROVED, None, "whatever it is")

    return judge


def test_judges_that_accept_or_reject_everything_fail_the_self_test():
    for verdict, score in ((accepted, (0, len(CORPUS))), (rejected, (len(CORPUS), 0))):
        broken = [replace(entry, judge=constant(verdict)) for entry in CORPUS]
        found = self_test(entries=broken)
        assert (found.rejected, found.accepted) == score
        assert not found.passed
        assert len(found.failures) == len(CORPUS)


@pytest.mark.parametrize("place", range(len(CHEAP)))
@pytest.mark.parametrize("verdict", [accepted, rejected])
def test_one_broken_judge_among_good_ones_is_enough(place, verdict):
    entries = list(CHEAP)
    entries[place] = replace(entries[place], judge=constant(verdict))
    found = self_test(entries=entries)
    assert not found.passed
    assert [row.entry.name for row in found.failures] == [CHEAP[place].name]


def test_a_judge_that_raises_neither_rejects_nor_accepts():
    def judge(subject):
        raise ZeroDivisionError("no verdict")

    found = self_test(entries=[replace(entry, judge=judge) for entry in CHEAP])
    assert (found.rejected, found.accepted) == (0, 0)
    assert found.failures[0].error == "ZeroDivisionError: no verdict"
    json.dumps(found.to_json())


def test_exchanged_references_fail():
    found = self_test(entries=[replace(e, mutant=e.reference, reference=e.mutant) for e in CHEAP])
    assert (found.rejected, found.accepted) == (0, 0)


def test_an_empty_corpus_shows_nothing():
    assert not self_test(entries=[]).passed
    assert not SelfTestReport((), 0.0).passed


def test_a_judge_sees_only_the_subject_and_shared_subjects_once():
    seen = []

    def judge(subject):
        seen.append(subject)
        return Judgement("accepted" if subject == "reference" else "rejected", Grade.PROVED)

    reference = "reference"
    entries = [
        replace(CHEAP[0], mutant=name, reference=reference, judge=judge) for name in ("a", "b")
    ]
    assert self_test(entries=entries).passed
    assert seen == ["a", "reference", "b"]


def test_a_subject_is_judged_again_by_another_judge():
    good, broken = CHEAP[0], replace(CHEAP[0], judge=constant(accepted))
    assert [row.passed for row in self_test(entries=[good, broken]).rows] == [True, False]
    assert [row.passed for row in self_test(entries=[broken, good]).rows] == [False, True]


def test_an_interrupt_stops_the_self_test_and_keeps_its_rows():
    def judge(subject):
        raise KeyboardInterrupt

    report = self_test(entries=[CHEAP[0], replace(CHEAP[1], judge=judge), CHEAP[1]])
    assert [row.entry for row in report.rows] == [CHEAP[0]]
    assert report.rows[0].passed
    assert report.interrupted
    assert not report.passed
    assert report.sentence.endswith("(interrupted)")
