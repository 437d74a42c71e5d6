"""What changes beside the statements: algorithms, figures, equations, and what is not watched."""

import json
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.other_papers.accepting import accept
from banditproof.paper_checks.other_papers.drift import Drift, drift
from banditproof.paper_checks.other_papers.new_from_source import new_from_source
from banditproof.paper_checks.other_papers.source_record import Record, record_in
from banditproof.paper_checks.other_papers.staleness import staleness
from banditproof.paper_checks.statements.document_header import RECORD

SOURCE = table(__file__, "source")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.tex").write_text(SOURCE)
    new_from_source(tmp_path / "my-paper", tmp_path / "main.tex")
    return tmp_path / "my-paper"


def recorded(folder: Path) -> Record:
    record = record_in(folder)
    assert record is not None
    return record


def drifted(folder: Path, *edit: str) -> Drift:
    """The drift after an edit, which there is."""
    if any(edit):
        old, new = edit
        assert old in SOURCE
        (folder.parent / "main.tex").write_text(SOURCE.replace(old, new))
    record = recorded(folder)
    return drift(record, record.paper(folder))


def claims(found: Drift) -> list[str]:
    """The claims that are not the same: affected ones by name, others with their state."""
    short = ((change, change.id.partition(".")[2]) for change in found.changes)
    return [
        name if change.state == "affected" else f"{name} {change.state}"
        for change, name in short
        if change.state != "same"
    ]


def test_nothing_has_changed_in_a_new_folder(folder: Path) -> None:
    found = drifted(folder)
    assert (claims(found), found.of_places, found.loud) == ([], (), ())
    assert found.counts == "3 same."
    kinds = "2 algorithms, 1 align, 1 display, 1 enumerate, 2 equations, 1 figure, 1 lstlisting"
    assert found.watched.startswith(f"Watched: 3 statements, {kinds}, 1 policy, 1 table. Not wat")


@pytest.mark.parametrize(
    ("name", "old", "new", "affected", "others"), table(__file__, "a_change_is_seen")
)
def test_a_change_is_seen(
    folder: Path, name: str, old: str, new: str, affected: list[str], others: list[str]
) -> None:
    found = drifted(folder, old, new)
    assert claims(found) == [*affected], name
    others_now = [change.called for change in found.of_places if change.state != "new"]
    assert others_now == [*others]
    assert found.loud


@pytest.mark.parametrize(("name", "old", "new"), table(__file__, "a_change_of_layout_is_none"))
def test_a_change_of_layout_is_none(folder: Path, name: str, old: str, new: str) -> None:
    found = drifted(folder, old, new)
    assert (claims(found), found.of_places) == ([], ()), name


@pytest.mark.parametrize(
    ("name", "old", "new", "said"), table(__file__, "what_is_not_watched_is_named")
)
def test_what_is_not_watched_is_named(
    folder: Path, name: str, old: str, new: str, said: str
) -> None:
    found = drifted(folder, old, new)
    assert (found.loud, found.of_places) == ((), ()), name
    assert said in str(found.unwatched)
    assert found.not_watched.sentence.endswith(str(found.unwatched))


def test_a_change_that_no_claim_refers_to_is_said_by_check_and_accepted_by_name(
    folder: Path,
) -> None:
    found = drifted(folder, "Lap(4/", "Lap(5/")
    stale, beside = staleness(folder, "my-paper")
    said = "The algorithm 1 says something else"
    assert (stale, said in beside) == ({}, True)
    assert accept(folder, recorded(folder), found, []) == ()
    assert drifted(folder).loud == found.loud
    (accepted,) = accept(folder, recorded(folder), found, ["algorithm 1"])
    assert accepted.endswith("recorded: [-4-]{+5+}.")
    assert drifted(folder).loud == ()


def test_a_place_is_accepted_with_the_claim_that_refers_to_it(folder: Path) -> None:
    found = drifted(folder, "= 11", "= 10")
    assert accept(folder, recorded(folder), found, []) == ()
    accepted = accept(folder, recorded(folder), found, ["my.thm-sums"])
    assert [said.split(": ")[1].partition(" says")[0] for said in accepted] == [
        "my.thm-sums has not changed, but it names eq:noise, which has.",
        "The align eq:noise",
    ]
    assert drifted(folder).loud == ()


def test_a_new_algorithm_is_watched_from_now_on(folder: Path) -> None:
    end = "\\end{document}"
    found = drifted(folder, end, f"\\begin{{algorithm}} Later. \\end{{algorithm}}{end}")
    assert [(change.state, change.called) for change in found.of_places] == [("new", "algorithm 2")]
    assert found.loud == ()
    accept(folder, recorded(folder), found, [])
    assert drifted(folder).of_places == ()


def test_a_record_of_statements_alone_says_what_was_not_compared(folder: Path) -> None:
    file = folder / RECORD
    known = json.loads(file.read_text())
    del known["places"]
    known["form"] = 1
    for one in known["statements"].values():
        one["proof"] = list(one["proof"])
        one["names"] = {k: v for k, v in one["names"].items() if k.startswith("def")}
    file.write_text(json.dumps(known))
    found = drifted(folder, "Lap(1/\\eps)", "Lap(1/(9\\eps))")
    assert (found.older, claims(found), found.of_places) == (True, [], ())
    assert "were not compared" in staleness(folder, "my-paper").not_compared
    accept(folder, recorded(folder), found, [])
    assert not drifted(folder).older
    assert claims(drifted(folder, "Lap(1/\\eps)", "Lap(1/(7\\eps))")) == ["thm-sums"]
    assert claims(drifted(folder, "1/8", "1/9"))[1:] == ["thm-sums"]
