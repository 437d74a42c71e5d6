"""The commands on folders about other papers; no code runs that was not asked for by name."""

import json
import sys
from importlib import invalidate_caches
from pathlib import Path
import jsonschema
import pytest
from case_tables import table
from mistaken_lines import sentences
from opened_documents import close_all
from banditproof.cli.json_schema import published_schema
from banditproof.paper_checks.other_papers.opening import close_document
from banditproof.paper_checks.statements.documents import OPENED
from banditproof.theory.logic.coq import second_reader


@pytest.fixture
def folder(tmp_path: Path, monkeypatch, banditproof) -> Path:
    """A new folder in the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(second_reader, "coq_is_installed", lambda: False)
    made = banditproof("new", "my-paper", "--title", "Private \u2018Bandits\u2019")
    assert (made.code, made.err) == (0, "")
    assert "my-paper/document.claims" in made.out
    return Path("my-paper")


def valid(text: str, command: str) -> list[dict[str, object]]:
    facts = json.loads(text)
    schema = published_schema()
    jsonschema.validate(facts, {"$ref": f"#/$defs/{command}", "$defs": schema["$defs"]})
    return facts


def test_check_runs_the_claims_of_a_folder(folder, banditproof) -> None:
    all_of_it = banditproof("check", "my-paper/", "--workers", "1")
    assert (all_of_it.code, all_of_it.err) == (0, "")
    assert "The document states 4 of them" in all_of_it.out
    assert "bern." not in all_of_it.out
    one = banditproof("check", "my-paper", "Lemma 2")
    assert "my-paper/section_1_setting.py:38" in one.out
    assert "banditproof check my-paper/ my.lem2" in one.out
    assert "Private \u2018Bandits\u2019: Section 1" in " ".join(one.out.split())
    facts = valid(
        banditproof("check", "my-paper/", "lem1", "my.rem4", "--json", "--workers", "1").out,
        "check",
    )
    assert [(f["id"], f["grade"], f["line"]) for f in facts] == [
        ("my.lem1", "derived", 20),
        ("my.rem4", None, 8),
    ]


def test_claims_why_and_graph_of_a_folder(folder, banditproof) -> None:
    assert "my-paper is a folder about a paper; my-paper/" in banditproof("claims", "my-paper").out
    listed = valid(banditproof("claims", "my-paper/", "--json").out, "claims")
    assert [facts["id"] for facts in listed if facts["stated"]] == [
        "my.lem1",
        "my.lem2",
        "my.thm3",
        "my.rem4",
    ]
    assert {facts["document"] for facts in listed} == {"my-paper"}
    assert "my.lem2" in banditproof("claims", "my-paper/", "both signs").out
    still_open = banditproof("claims", "--document", "my-paper/", "--verdict", "open").out
    assert still_open.count("my.") == 1
    why = banditproof("why", "my-paper/", "my.lem2", "--json").facts
    assert (why["grade"], why["weakest"]) == ("proved", ["my.lem2.repaired"])
    drawn = banditproof("graph", "my-paper/", "--of", "lem2", "--out", "g.json")
    assert drawn.out == "3 claims and 0 textbook facts in g.json.\n"
    all_of_it = banditproof("graph", "my-paper/", "--out", "g.json").text
    assert "3 claims rest on nothing and support nothing, and are left out." in all_of_it


READS = table(__file__, "reads")
"""The commands that promise to run no code of a folder."""
WITH_A_FACT = """
from banditproof.claims import claim, textbook_fact

FACT = textbook_fact("half", "Half of a number is half of it.", reference="A Book")

@claim("my.thm9", "A statement of a program.", recorded="holds")
def check(): ...
"""
ON_A_FACT = """
my.cor5 [corollary at p. 6] half of it
    A half.
  holds, cited -- facts.half
  rests on: textbook.my.half
"""


@pytest.mark.parametrize("words", READS, ids=" ".join)
def test_what_only_reads_a_folder_runs_nothing_of_it(folder, banditproof, words) -> None:
    for file in (*folder.glob("*.py"), folder / "__init__.py", folder / "facts.py"):
        before = file.read_text() if file.exists() else WITH_A_FACT
        file.write_text(EVIL.format(mark=str(folder.resolve() / "mark")) + before)
    with (folder / "section_2_bounds.claims").open("a") as text:
        text.write(ON_A_FACT)
    done = banditproof(*words)
    assert done.code == 0, done.err
    assert not (folder / "mark").exists()
    assert not any(name.startswith("banditproof_paper_") for name in sys.modules)
    if words[:1] != ("prove",):
        assert "Only programs of my-paper declare my.thm9; no program ran" in done.err
    if words == ("why", "my-paper/", "my.cor5", "--full"):
        assert "textbook fact of my-paper: Half of a number" in done.out


def test_a_folder_that_was_read_can_be_run(folder, banditproof) -> None:
    assert banditproof("claims", "my-paper/").code == 0
    assert banditproof("check", "my-paper/", "lem1").code == 0
    assert banditproof("claims", "my-paper/", "--json").code == 0


def test_a_changed_verdict_is_not_as_recorded(folder, banditproof) -> None:
    file = folder / "section_1_setting.claims"
    file.write_text(file.read_text().replace("  holds, derived", "  fails, proved", 1))
    done = banditproof("check", "my-paper/", "lem1")
    assert (done.code, "recorded       fails" in done.out) == (1, True)


def test_another_grade_is_not_as_recorded(folder, banditproof) -> None:
    file = folder / "section_1_setting.claims"
    file.write_text(file.read_text().replace("  holds, derived", "  holds, proved", 1))
    done = banditproof("check", "my-paper/", "lem1")
    assert (done.code, "recorded       holds, proved" in done.out) == (1, True)
    said = "Graded otherwise than recorded: my.lem1 (holds, derived)."
    assert said in banditproof("check", "my-paper/").err


def test_what_programs_print_does_not_disturb_the_results(folder, banditproof) -> None:
    file = folder / "section_1_setting.py"
    text = file.read_text().replace("    sides = Sides()", "    print('LOUD')\n    sides = Sides()")
    file.write_text("print('LOUD')\n" + text)
    done = banditproof("check", "my-paper/", "lem1", "--json")
    assert json.loads(done.out)[0]["verdict"] == "holds"


def test_a_folder_that_lists_nothing_says_so(folder, banditproof) -> None:
    for file in folder.glob("section_*.*"):
        file.unlink()
    assert "list no statement yet" in banditproof("check", "my-paper/").mistake


def test_mistakes_are_one_sentence(folder, banditproof) -> None:
    Path("plain").mkdir()
    for words, sentence in sentences("folders of papers"):
        assert sentence in banditproof(*words).mistake, words
    (folder / "section_2_bounds.py").write_text("def f(:")
    close_all()
    for command in ("check", "claims", "prove"):
        mistake = banditproof(command, "my-paper/").mistake
        assert "section_2_bounds.py, line 1: the program is not Python" in mistake


@pytest.mark.slow
def test_prove_stores_the_proofs_that_a_check_then_checks(folder, banditproof) -> None:
    done = banditproof("prove", "my-paper/", "--json")
    (facts,) = valid(done.out, "prove-folder")
    assert (facts["claim"], facts["proofs"], facts["stuck"]) == ("my.thm3", 2, [])
    assert facts["file"] == "my-paper/section_2_bounds.certificates"
    close_all()
    checked = banditproof("check", "my-paper/", "thm3").text
    assert checked.count("a kept certificate of") == 2
    file = folder / "section_2_bounds.proof"
    file.write_text(file.read_text().replace(":: v <= 1/(4*n)", ":: v <= 1/(6*n)"))
    close_all()
    stuck = banditproof("prove", "my-paper/")
    assert (stuck.code, "my.thm3, step 3: failed" in stuck.out) == (3, True)


EVIL = "import pathlib; pathlib.Path({mark!r}).write_text('ran')\n"


@pytest.fixture
def traps(tmp_path: Path, monkeypatch) -> Path:
    """Documents whose import leaves a mark: one that is announced, and one in the way."""
    mark = tmp_path / "mark"
    package = tmp_path / "site" / "evil_papers"
    work = tmp_path / "work"
    for place in (package / "pinsker", work / "lemma", work / "here"):
        place.mkdir(parents=True)
        (place / "document.claims").write_text(
            "# A Trap\n\nname: pinsker\nprefix: trap\n\ntrap.thm1 [theorem]\n"
        )
        (place / "section_1_x.py").write_text(EVIL.format(mark=str(mark)))
    for place in (package, package / "pinsker"):
        (place / "__init__.py").write_text(EVIL.format(mark=str(mark)))
    info = tmp_path / "site" / "evil-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    points = "pinsker = evil_papers.pinsker\nbern.thm3.1 = evil_papers.pinsker\n"
    (info / "entry_points.txt").write_text(f"[banditproof.documents]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    invalidate_caches()
    monkeypatch.chdir(work)
    return mark


@pytest.mark.parametrize("words", table(__file__, "no_code_runs_that_was_not_asked_for"))
def test_no_code_runs_that_was_not_asked_for(traps: Path, banditproof, words) -> None:
    done = banditproof(*words)
    assert not traps.exists()
    assert not any(name.startswith(("evil_papers", "banditproof_paper_")) for name in sys.modules)
    if words[1:] == ("--installed",):
        assert "evil_papers.pinsker" in done.out


def test_code_runs_that_was_asked_for(traps: Path, banditproof) -> None:
    Path("lemma").rename("pinsker")
    assert "give pinsker/ for the folder" in banditproof("check", "pinsker").mistake
    assert not traps.exists()
    assert banditproof("claims", "here/").code == 0
    assert not traps.exists()
    close_document(OPENED["pinsker"])
    assert banditproof("check", "here/").code == 0
    assert traps.exists()
    traps.unlink()
    close_document(OPENED["pinsker"])
    (Path("pinsker") / "document.claims").unlink()
    assert "trap.thm1" in banditproof("check", "pinsker").out
    assert traps.exists()
