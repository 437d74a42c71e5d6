"""`check` of somebody else's folder asks Coq about its formal proofs without being told."""

import json
from collections.abc import Iterator
from pathlib import Path
import pytest
from opened_documents import close_all
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.theory.logic.coq import second_reader
from banditproof.theory.logic.coq.second_reader import Reading
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.coqc import MISSING, coq_is_installed

SAID = {
    "accepted": (0, "accepts 1 of 1 formal proof.", ""),
    "refused": (1, "accepts 0 of 1 formal proof.", "my.lem1: Coq refuses the proof: my.above: So."),
    "no word": (0, "accepts 0 of 1 formal proof.", "Coq has no word for a rule of this proof: my."),
    "not run": (0, "accepts 0 of 1 formal proof.", "my.lem1: Coq was not run to an end: So."),
}


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new folder in the working folder, of which this process has imported nothing."""
    monkeypatch.chdir(tmp_path)
    new_folder(Path("my-paper"), title="On Private Bandits")
    yield
    close_all()


@pytest.mark.parametrize("answer", SAID)
def test_check_says_what_coq_says(
    answer: str, paper: None, banditproof, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def read(theorems, *_: object, **__: object) -> Reading:
        asked.extend(name for name, _ in theorems)
        return Reading(CoqSays(answer), "So.")

    monkeypatch.setattr(second_reader, "read_by_coq", read)
    code, many, why = SAID[answer]
    words = ("check", "my-paper/", "my.lem*")
    result = banditproof(*words, "--workers", "1", "--json")
    assert result.code == code
    assert ("Coq refuses what the kernel accepts: my.lem1" in result.err) == (answer == "refused")
    first, second, _ = json.loads(result.out)
    assert (first["grade"], first["judged_by"]) == ("derived", "banditproof")
    assert (first["second_reader"], second["second_reader"]) == (answer, None)
    assert first["second_reader_why"].endswith("So.")
    assert asked[0] == "my.above"
    assert asked[1:] == (["my.lem1"] if answer == "accepted" else [])
    monkeypatch.setattr("banditproof.cli.check.MOST_IN_FULL", 0)
    shown = " ".join(banditproof(*words, "--workers", "1").out.split())
    assert many in shown
    assert why in shown


def test_nothing_is_asked_about_what_this_package_did_not_derive(
    paper: None, banditproof, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_reader, "read_by_coq", lambda *_, **__: pytest.fail("asked"))
    assert "Coq" not in banditproof("check", "my-paper/", "lem2", "thm3", "--workers", "1").shown


def test_without_coq_it_was_not_run(
    paper: None, banditproof, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    said = banditproof("check", "my-paper/", "lem1", "--workers", "1").text
    assert f"second reader Coq was not run to an end: {MISSING}" in said


@pytest.mark.slow
@pytest.mark.skipif(not coq_is_installed(), reason=MISSING)
def test_coq_itself_accepts_the_proofs_of_a_new_folder(paper: None, banditproof) -> None:
    assert "second reader Coq accepts the proof." in banditproof("check", "my-paper/", "lem1").text
