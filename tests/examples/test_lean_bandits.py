"""The example about a blueprint in Lean, and the five lemmas that are false as printed."""

import csv
import math
import shutil
from collections import Counter
from importlib.metadata import entry_points
from itertools import product
from pathlib import Path
import pytest
from console_blocks import BLOCK, commands, printed, require_shown
from opened_documents import close_all
from banditproof.claims import claims, open_document
from banditproof.paper_checks.report.formal_elsewhere import AGREEMENTS
from banditproof.paper_checks.verdicts.verdict_words import REFUTED

pytest_plugins = "pytester"
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "lean_bandits"
PLUGIN = "banditproof.paper_checks.other_papers.pytest_claims"
PROGRAMMED = 48


@pytest.fixture(scope="module")
def formal() -> list[dict[str, str]]:
    with open(FOLDER / "formal.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def document():
    yield open_document(FOLDER, texts_only=True)
    close_all()


def test_every_statement_is_listed_with_its_label(document) -> None:
    kinds = Counter(claim.kind for claim in document.statements.values())
    assert kinds == {"lemma": 73, "definition": 28, "theorem": 6, "remark": 3, "corollary": 1}
    called = [claim.called for claim in document.statements.values()]
    assert len(set(called)) == 111
    assert all(claim.statement and claim.title for claim in document.statements.values())


def test_the_theorems_in_lean_belong_to_statements(document, formal) -> None:
    assert len(formal) == 141
    assert len({row["id"] for row in formal}) == 104
    assert {row["id"] for row in formal} <= set(document.statements)
    assert {row["agreement"] for row in formal} <= set(AGREEMENTS)
    located = [row for row in formal if row["line"]]
    assert len(located) == 134
    assert all(row["line"].isdigit() for row in located)
    assert all(row["file"] and len(row["commit"]) == 40 for row in formal)


def test_every_theorem_was_compared_and_what_differs_stands_side_by_side(formal) -> None:
    counts = Counter(row["agreement"] for row in formal)
    assert counts == {"same": 89, "adds-hypothesis": 38, "weaker": 6, "other": 8}
    for row in formal:
        differs = row["agreement"] != "same"
        assert bool(row["in_print"]) == bool(row["there"]) == differs, row["name"]


def test_what_is_false_as_printed_is_never_the_same_in_lean(document, formal) -> None:
    false = {id for id, claim in document.statements.items() if claim.recorded in REFUTED}
    assert len(false) == 6, "five lemmas, and a misprint in a definition"
    assert false <= {row["id"] for row in formal}
    assert not [row for row in formal if row["id"] in false and row["agreement"] == "same"]


def test_the_witnesses_stand_without_the_package() -> None:
    # Lemma 4.5: two equal signs; then two signs above a constant, with one of two variances
    assert math.exp(-(2**2) / (2 * 2)) < 1 / 2
    assert sum(a + b >= 2 for a, b in product((-1, 1), repeat=2)) / 4 > math.exp(-(2**2) / 2)
    # Lemma 4.8: one arm, one round; B holds the count 1
    assert sum(1 for k in range(1) if k == 1) == 0
    # Lemmas 4.11 and 5.13 with constant rewards: certain, and (n + 1)^-c < 1
    assert -math.sqrt(2 * 1 * 1 * 0 * math.log(2)) >= 0
    assert (1 + 1) ** -1 < 1
    assert (1 + 1) ** (1 - 2) < 1


@pytest.mark.slow
def test_the_commands_of_the_readme_print_what_it_shows(
    tmp_path: Path, capsys, monkeypatch
) -> None:
    close_all()
    shutil.copytree(FOLDER, tmp_path / "examples" / "lean_bandits")
    monkeypatch.chdir(tmp_path)
    for _, block in BLOCK.findall((FOLDER / "README.md").read_text(encoding="utf-8")):
        for words, lines in commands(block):
            require_shown(words, lines, printed(words, capsys, monkeypatch))
    close_all()


@pytest.mark.slow
def test_each_claim_and_each_mutant_of_the_example_passes(pytester: pytest.Pytester) -> None:
    close_all()
    open_document(FOLDER)
    known = list(claims("lean-bandits"))
    tests = sum(1 + len(claim.mutants) for claim in known)
    programmed = sum(claim.stated and claim.recorded != "open" for claim in known)
    close_all()
    assert programmed == PROGRAMMED
    installed = {plugin.value for plugin in entry_points(group="pytest11")}
    options = [] if PLUGIN in installed else ["-p", PLUGIN]
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", *options, str(FOLDER))
    close_all()
    result.assert_outcomes(passed=tests)
