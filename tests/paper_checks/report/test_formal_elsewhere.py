"""Theorems of other libraries beside statements and textbook facts."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
import pytest
from opened_documents import close_all
from read_pages import read_page
from small_reports import STAMP, report_about
from banditproof.claims import open_document
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.report.formal_elsewhere import (
    AGREEMENTS,
    Formal,
    alarms,
    formal_in,
    formal_of_facts,
)
from banditproof.paper_checks.report.site import write_site
from banditproof.paper_checks.statements.index import claim_index
from banditproof.paper_checks.textbook import TEXTBOOK
from banditproof.paper_checks.verdicts.verdict_words import OUTCOMES, REFUTED

HEAD = "id,label,system,library,name,commit,file,line,agreement,in_print,there,note\n"


def table(folder: Path, *rows: str) -> Path:
    file = folder / "formal.csv"
    file.write_text(HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return file


def test_each_textbook_fact_is_listed_and_what_differs_says_how() -> None:
    listed = formal_of_facts()
    own = {id for id, fact in TEXTBOOK.items() if not fact.document}
    assert set(listed) == own
    for one in (item for items in listed.values() for item in items):
        found = one.agreement not in ("none", "not-compared")
        fields = (one.system, one.library, one.name, one.file, len(one.commit) == 40)
        assert set(map(bool, fields)) == {found}, one.id
        differs = found and one.agreement != "same"
        assert bool(one.in_print) == bool(one.there) == differs, one.id
        assert found or (one.note and len(listed[one.id]) == 1)


def test_no_textbook_fact_is_left_without_a_comparison() -> None:
    facts = formal_of_facts().values()
    counts = Counter(one.agreement for items in facts for one in items)
    assert counts == {"same": 31, "adds-hypothesis": 10, "weaker": 37, "other": 15, "none": 12}
    best = Counter(min((one.agreement for one in items), key=AGREEMENTS.index) for items in facts)
    assert best == {"same": 19, "adds-hypothesis": 6, "weaker": 28, "other": 10, "none": 12}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,,lean,,T,,,,equal,,,", "The agreement is 'equal'"),
        ("a,,isabelle,,T,,,,same,,,", "the system 'isabelle'"),
        ("a,,lean,,T", "A row needs 12 cells"),
        ("a,,lean,,T,,,,same,,,,more", "A row needs 12 cells"),
    ],
)
def test_a_row_that_cannot_be_read_is_an_error_with_its_place(tmp_path, row, said) -> None:
    file = table(tmp_path, "b,,lean,,T,,,,same,,,", row)
    with pytest.raises(ValueError, match=said) as found:
        formal_in(file)
    assert f"{file}:3:" in str(found.value)


def test_other_columns_are_refused(tmp_path) -> None:
    file = tmp_path / "formal.csv"
    file.write_text("id,name\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match="name these, in order"):
        formal_in(file)


def test_what_is_false_here_and_proved_there_is_an_alarm() -> None:
    same = Formal("a", "", "lean", "", "T", "", "", "", "same", "", "", "")
    other = Formal(**asdict(same) | {"agreement": "adds-hypothesis"})
    for verdict in OUTCOMES:
        assert alarms({"a": verdict}, [same, same]) == ["a"] * (verdict in REFUTED)
        assert alarms({"a": verdict}, [other]) == []


def test_a_paper_shows_its_theorems_and_the_alarm(tmp_path) -> None:
    new_folder(tmp_path / "my-paper")
    table(
        tmp_path / "my-paper",
        "my.lem1,,lean,,First.holds,,,,same,,,",
        "my.lem2,,coq,o/n,Second.false,,A.v,7,same,,,",
    )
    open_document(tmp_path / "my-paper", texts_only=True)
    write_site(report_about(["my.lem1", "my.lem2"], (), claim_index()), tmp_path / "site", STAMP)
    close_all()
    page = read_page((tmp_path / "site/documents/my-paper/formal.html").read_text("utf-8"))
    assert "Agreement: same 2." in page.text
    assert "Proved elsewhere, and false here: my.lem2." in page.text
    claim = read_page((tmp_path / "site/claims/my.lem2.html").read_text("utf-8"))
    assert "Second.false" in claim.text
    assert "o/n A.v:7" in claim.text
    for text in (page.text, claim.text):
        assert "nobody else has compared them" in text
        assert "People have compared" not in text


def test_textbook_facts_show_their_theorems(tmp_path) -> None:
    write_site(report_about(), tmp_path / "site", STAMP)
    page = read_page((tmp_path / "site" / "textbook.html").read_text(encoding="utf-8"))
    used = [id for id in report_about().facts_used if formal_of_facts()[id][0].name]
    assert used
    for id in used:
        assert all(one.name in page.text for one in formal_of_facts()[id])
    assert page.unclosed == []
