"""The gate of the audited auditor: each pair comes out as recorded, and no judge is broken."""

import json
import pkgutil
import tomllib
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from pathlib import Path

import pytest

from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact
from banditproof.verify import mutants
from banditproof.verify import self_test as self_test_module
from banditproof.verify.audit.price import ROUNDING
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.evidence import Grade
from banditproof.verify.mutants import corpus, linear_counters, single_releases
from banditproof.verify.mutants.corpus import CORPUS
from banditproof.verify.mutants.entry import OUTCOMES, Engine, Judgement, described
from banditproof.verify.mutants.whole_audit import AuditJudge
from banditproof.verify.self_test import SelfTestReport, self_test

CHEAP = (*linear_counters.ENTRIES, *single_releases.ENTRIES)


@pytest.fixture(scope="module")
def progress():
    return []


@pytest.fixture(scope="module")
def report(progress):
    return self_test(progress=lambda *seen: progress.append(seen))


@pytest.mark.slow
def test_every_pair_comes_out_as_recorded(report):
    assert [(row.entry.name, row.outcomes, row.error) for row in report.failures] == []
    assert report.passed
    assert report.entries == len(CORPUS) >= 180
    assert report.mutants("held") == report.references("refuted") == 0
    assert report.mutants("refuted") + report.mutants("not refuted") == len(CORPUS)
    assert report.references("held") + report.references("not refuted") == len(CORPUS)
    assert report.mutants("refuted") >= 150
    assert report.references("held") >= 130


@pytest.mark.slow
def test_the_score_is_a_sentence_and_json(report):
    n = len(CORPUS)
    assert report.sentence.startswith(f"{n}/{n} pairs as recorded; mutants: ")
    assert ", 0 held; references: " in report.sentence
    assert ", 0 refuted; " in report.sentence
    found = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert found["passed"]
    assert found["as_recorded"] == found["entries"] == n
    assert found["mutants_held"] == found["references_refuted"] == 0
    for row in found["rows"]:
        assert row["mutant"]["verdict"] == row["expected_mutant"]
        assert row["reference"]["verdict"] == row["expected_reference"]
        assert row["mutant"]["why"]
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
def test_a_refuted_loss_is_above_the_claim_and_a_held_one_is_not(report):
    for row in report.rows:
        claim, mutant, reference = row.entry.claim, row.mutant, row.reference
        if isinstance(claim, str) or row.outcomes != ("refuted", "held"):
            continue
        if mutant.loss is None or reference.loss is None:
            continue
        bound = exact(getattr(claim, "delta", getattr(claim, "eps", getattr(claim, "rho", None))))
        assert reference.loss.hi <= bound * (1 + ROUNDING) < mutant.loss.lo, row.entry.name


def test_limits_and_mends_are_whole_words():
    for entry in CORPUS:
        assert entry.limit == "" or entry.limit.endswith("."), entry.name
        assert entry.mend == "" or len(entry.mend) > 20, entry.name


def test_most_references_of_whole_audits_hold_by_declared_parts():
    audited = [entry for entry in CORPUS if entry.engine is Engine.AUDIT]
    assert len(audited) >= 100
    assert sum(entry.expected[1] == "held" for entry in audited) >= 65
    assert sum(entry.expected[0] == "refuted" for entry in audited) >= 75


@pytest.mark.parametrize(
    ("expected", "limit", "mend", "problem"),
    [
        (("held", "held"), "", "", "never be held"),
        (("refuted", "refuted"), "", "", "never refuted"),
        (("not refuted", "held"), "", "", "why it cannot be refuted"),
        (("refuted", "held"), "It is late.", "", "why it cannot be refuted"),
        (("refuted", "not refuted"), "", "", "make it provable"),
        (("refuted", "held"), "", "a declared curator", "make it provable"),
    ],
)
def test_an_entry_says_what_must_come_out_and_why(expected, limit, mend, problem):
    with pytest.raises(ValueError, match=problem):
        replace(CHEAP[0], expected=expected, limit=limit, mend=mend)


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: entry.name)
def test_references_of_the_same_kind_differ_in_one_setting(entry):
    if type(entry.mutant) is not type(entry.reference) or not is_dataclass(entry.mutant):
        return
    if isinstance(entry.mutant, FiniteMachine):
        return  # it is made of functions, which are compared by what they answer
    different = [
        field.name
        for field in fields(entry.mutant)
        if repr(getattr(entry.mutant, field.name)) != repr(getattr(entry.reference, field.name))
    ]
    assert len(different) == 1


def constant(verdict):
    def judge(subject):
        return verdict(Grade.PROVED, None, "whatever it is")

    return judge


def constantly(verdict):
    return constant(lambda *found: Judgement(verdict, *found))


def test_judges_that_always_say_the_same_fail_the_self_test():
    for verdict in OUTCOMES:
        found = self_test(entries=[replace(e, judge=constantly(verdict)) for e in CORPUS])
        assert found.mutants(verdict) == found.references(verdict) == len(CORPUS)
        assert not found.passed
        as_recorded = [e for e in CORPUS if e.expected == (verdict, verdict)]
        assert len(found.failures) == len(CORPUS) - len(as_recorded)
        assert len(as_recorded) == 0 or verdict == "not refuted"


@pytest.mark.parametrize("place", range(len(CHEAP)))
@pytest.mark.parametrize("verdict", OUTCOMES)
def test_one_broken_judge_among_good_ones_is_enough(place, verdict):
    entries = list(CHEAP)
    entries[place] = replace(entries[place], judge=constantly(verdict))
    found = self_test(entries=entries)
    assert not found.passed
    assert [row.entry.name for row in found.failures] == [CHEAP[place].name]


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
    found = self_test(entries=[undecided_pair(mutant, reference)])
    assert found.passed == (mutant == reference == "not refuted")
    assert found.mutants(mutant) == found.references(reference) == 1


def test_a_judge_that_raises_says_nothing():
    def judge(subject):
        raise ZeroDivisionError("no verdict")

    found = self_test(entries=[replace(entry, judge=judge) for entry in CHEAP])
    assert [found.mutants(one) + found.references(one) for one in OUTCOMES] == [0, 0, 0]
    assert len(found.failures) == len(CHEAP)
    assert found.failures[0].error == "ZeroDivisionError: no verdict"
    json.dumps(found.to_json())


def test_exchanged_references_fail():
    found = self_test(entries=[replace(e, mutant=e.reference, reference=e.mutant) for e in CHEAP])
    assert (found.mutants("held"), found.references("refuted")) == (len(CHEAP), len(CHEAP))
    assert len(found.failures) == len(CHEAP)


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


def test_judges_without_a_hash_are_told_apart_by_identity():
    right, wrong = (replace(CHEAP[0], judge=UnhashableJudge(v)) for v in ("refuted", "held"))
    found = self_test(entries=[right, wrong])
    assert [row.outcomes for row in found.rows] == [("refuted", "refuted"), ("held", "held")]


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


def test_processes_say_what_this_process_says(monkeypatch):
    monkeypatch.setattr(corpus, "CORPUS", corpus.CORPUS[:40])
    monkeypatch.setattr(self_test_module, "MANY", 2)
    seen = []
    here, there = self_test(), self_test(lambda *entry: seen.append(entry), workers=2)
    assert there.passed
    assert [(row.entry, row.mutant, row.reference, row.error) for row in there.rows] == [
        (row.entry, row.mutant, row.reference, row.error) for row in here.rows
    ]
    assert [done for done, _, _ in seen] == [*range(1, 41)]
    assert {total for _, total, _ in seen} == {40}


def test_a_judge_that_raises_in_a_process_says_nothing(monkeypatch):
    from banditproof.algorithms.sweeps.task import Finished

    def failing(tasks, workers):
        yield from ((task, Finished(None, 1.0, "ZeroDivisionError: no verdict")) for task in tasks)

    monkeypatch.setattr(self_test_module, "finished", failing)
    found = self_test(workers=2)
    assert not found.passed
    assert {row.error for row in found.failures} == {"ZeroDivisionError: no verdict"}
    assert len(found.failures) == len(CORPUS)


def test_an_interrupt_in_processes_keeps_the_rows_that_are_complete(monkeypatch):
    from banditproof.algorithms.sweeps.task import Finished

    def interrupted(tasks, workers):
        for task in [*tasks][:7]:
            yield task, Finished(task.content(), 1.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(self_test_module, "finished", interrupted)
    found = self_test(workers=2)
    assert found.interrupted
    assert [row.entry for row in found.rows] == list(CORPUS[: len(found.rows)])
    assert all(row.passed for row in found.rows)
    assert len(found.rows) >= 3


def test_an_interrupt_stops_the_self_test_and_keeps_its_rows():
    def judge(subject):
        raise KeyboardInterrupt

    report = self_test(entries=[CHEAP[0], replace(CHEAP[1], judge=judge), CHEAP[1]])
    assert [row.entry for row in report.rows] == [CHEAP[0]]
    assert report.rows[0].passed
    assert report.interrupted
    assert not report.passed
    assert report.sentence.endswith("(interrupted)")


def test_the_table_of_defects_has_words_for_entries_alone():
    text = Path(mutants.__path__[0], "defects.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    by_name = {entry.name: entry for entry in CORPUS}
    assert set(table) <= set(by_name)
    for name, words in table.items():
        assert {key: getattr(by_name[name], key) for key in words} == words


def test_an_entry_without_words_is_refused():
    with pytest.raises(TypeError, match="defect"):
        described("no such name", "mutant", "reference", engine=Engine.LINEAR, claim="", judge=str)
