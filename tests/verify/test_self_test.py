"""The gate of the audited auditor: each pair comes out as recorded, and no judge is broken."""

import json
import pkgutil
import tomllib
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
import pytest
from banditproof.theory.exact import exact
from banditproof.verify import mutants
from banditproof.verify import self_test as self_test_module
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.mutants import corpus
from banditproof.verify.mutants.corpus import CORPUS
from banditproof.verify.mutants.entry import ROUNDING, Engine, described
from banditproof.verify.self_test import self_test

QUICK = (
    *("batch_conversions", "noisy_vectors", "adversarial_estimates", "adversarial_laws"),
    *("episodic_policies", "pure_episodes", "membership_accounts", "membership_games"),
    *("membership_audits", "membership_scores", "membership_descents"),
)
"""Files of the corpus whose pairs are judged by the fast tests as well."""


@pytest.mark.parametrize(
    "entry",
    [entry for part in corpus.PARTS if part.__name__.endswith(QUICK) for entry in part.ENTRIES],
    ids=lambda entry: entry.name,
)
def test_a_quick_pair_comes_out_as_recorded(entry):
    (row,) = self_test(entries=[entry]).rows
    assert (row.outcomes, row.error) == (entry.expected, "")
    assert row.outcomes[0] == "refuted"
    assert row.mutant.why.endswith(".")


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
    assert report.entries == len(CORPUS)
    assert report.mutants("held") == report.references("refuted") == 0
    assert report.mutants("refuted") + report.mutants("not refuted") == len(CORPUS)
    assert report.references("held") + report.references("not refuted") == len(CORPUS)
    assert report.mutants("refuted") >= 264
    assert report.references("held") >= 219


@pytest.mark.slow
def test_the_score_is_a_sentence_and_json(report):
    n = len(CORPUS)
    assert report.sentence.startswith(f"{n}/{n} pairs as recorded; mutants: ")
    assert ", 0 held; references: " in report.sentence
    assert ", 0 refuted; " in report.sentence
    result = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert result["passed"]
    assert result["as_recorded"] == result["entries"] == n
    assert result["mutants_held"] == result["references_refuted"] == 0
    for row in result["rows"]:
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
    assert len(CORPUS) >= 289
    assert sum(entry.expected[0] == "refuted" for entry in CORPUS) >= 264
    assert sum(entry.expected[1] == "held" for entry in CORPUS) >= 219
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


def test_processes_say_what_this_process_says(monkeypatch):
    monkeypatch.setattr(self_test_module, "CORPUS", CORPUS[:40])
    monkeypatch.setattr(self_test_module, "MANY", 2)
    seen = []
    here, there = self_test(), self_test(lambda *entry: seen.append(entry), workers=2)
    assert there.passed
    assert [(row.entry, row.mutant, row.reference, row.error) for row in there.rows] == [
        (row.entry, row.mutant, row.reference, row.error) for row in here.rows
    ]
    assert [done for done, _, _ in seen] == [*range(1, 41)]
    assert {total for _, total, _ in seen} == {40}


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
