"""A reading goes on from what Coq has accepted, and asks again about all else; both pages come."""

import shutil
import subprocess
from pathlib import Path
from typing import Any
import pytest
from banditproof.paper_checks.running import accepted_by_coq as kept
from banditproof.paper_checks.running import read_by_coq as program
from banditproof.paper_checks.running.accepted_by_coq import Accepted
from banditproof.theory.logic.coq.second_reader import Reading
from banditproof.theory.prover.coq.answers import CoqSays

ROOT = Path(__file__).parents[3]


def test_what_was_accepted_is_not_asked_again_and_what_changed_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, texts = list[str](), {"a": "A", "b": "B", "c": "C"}

    def coq(theorems: Any, *_: object, **__: object) -> Reading:
        names = [name for name, _ in theorems]
        asked.append(" ".join(names))
        return Reading(CoqSays.REFUSED if "b" in names else CoqSays.ACCEPTED, "So.", seconds=3.0)

    monkeypatch.setattr(program, "coq_is_installed", lambda: True)
    monkeypatch.setattr(program, "compile_rules", lambda folder: None)
    monkeypatch.setattr(program, "read_by_coq", coq)
    monkeypatch.setattr(program, "outlines", lambda sample, seed: {x: {x: None} for x in texts})
    monkeypatch.setattr(program, "_text", lambda own: texts[next(iter(own))])
    monkeypatch.setattr(kept, "_all_else", lambda: b"")
    file, page = tmp_path / "accepted.jsonl", tmp_path / "page.txt"
    assert program.main("outlines", None, 1, page, file) == 1
    assert asked == ["a b c", "a", "b", "c"]
    first = page.read_text("utf-8")
    with file.open("a", encoding="utf-8") as cut:
        cut.write('{"text": "cut o')
    asked.clear()
    assert program.main("outlines", None, 1, page, file) == 1
    assert asked == ["b"]
    assert page.read_text("utf-8") == first  # with the seconds that it took before
    asked.clear()
    texts["c"] = "another one"
    program.main("outlines", None, 1, page, file)
    program.main("outlines", None, 1, page, file)
    assert asked == ["b c", "b", "c", "b"]


def test_the_rules_belong_to_what_was_accepted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "accepted.jsonl"
    for rules, before in ((b"first", None), (b"first", 2.0), (b"second", None)):
        monkeypatch.setattr(kept, "_all_else", lambda rules=rules: rules)
        one = Accepted(file)
        assert one.seconds("x", lambda: "a text") == before
        one.add("x", 2.0)
    assert len(file.read_text("utf-8").splitlines()) == 2


def test_what_has_no_text_is_asked_and_not_kept(tmp_path: Path) -> None:
    def none() -> str:
        raise ValueError("No word.")

    one = Accepted(tmp_path / "accepted.jsonl")
    assert one.seconds("x", none) is None
    one.add("x", 2.0)
    assert not one.known


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("refused", ["outlines", "certificates", "nothing"])
def test_make_coq_all_reads_both_and_fails_if_one_is_refused(tmp_path: Path, refused: str) -> None:
    """The environment holds a program in place of Python, which writes the pages."""
    own = tmp_path / "bin" / "python"
    own.parent.mkdir()
    own.write_text(
        f'#!/bin/sh\necho "$3 $6 $7" > {tmp_path}/$(basename $5)\n[ "$3" != {refused} ]\n',
        encoding="utf-8",
    )
    own.chmod(0o755)
    command = ["make", "coq-all", f"VENV={tmp_path}", "SAMPLE=7", "-o", f"{tmp_path}/.ready"]
    (tmp_path / ".ready").touch()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (refused == "nothing"), done.stderr
    for page, what in (("outlines_read_by_coq", "outlines"), ("read_by_coq", "certificates")):
        assert (tmp_path / f"{page}.txt").read_text("utf-8").split() == [what, "--sample", "7"]
