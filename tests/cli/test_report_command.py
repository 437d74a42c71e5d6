"""`banditproof report`: a site, one claim as a text, and what is refused before any work."""

import json
import re
from html import unescape
import pytest
from mistaken_lines import mistaken
from banditproof.cli import report
from banditproof.theory import optional_libraries


def page(folder, name: str) -> str:
    return unescape((folder / name).read_text(encoding="utf-8"))


def test_one_claim_is_run_and_written_with_what_it_rests_on(banditproof, tmp_path) -> None:
    out = banditproof("report", "bern.rem3.b.sum", "--out", str(tmp_path / "site")).shown
    assert "The check ran, and every verdict is as recorded." in out
    assert "The TV distance needs the factor" in page(
        tmp_path / "site", "claims/bern.rem3.b.sum.html"
    )
    assert "It took" not in page(tmp_path / "site", "claims/bern.rem3.b.sum.html")
    assert "bern.rem3.b.sum" in page(tmp_path / "site", "stamp/stamp.js")


def test_recorded_verdicts_need_no_run(banditproof, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(report, "_run", lambda *_: pytest.fail("A check ran."))
    out = banditproof("report", "zcdp.def11", "--recorded", "--out", str(tmp_path / "s"), "--json")
    result = json.loads(out.out)
    assert (result["claims"], result["ran"], result["not_as_recorded"]) == (1, 0, [])
    assert result["index"].endswith("index.html")
    assert result["pages"] == len(list((tmp_path / "s").rglob("*.html")))


def test_the_results_of_an_earlier_run_are_shown(banditproof, tmp_path, monkeypatch) -> None:
    results = banditproof("check", "bern.rem3.b.sum", "--json").out
    file = tmp_path / "results.json"
    file.write_text(results, encoding="utf-8")
    monkeypatch.setattr(report, "_run", lambda *_: pytest.fail("A check ran."))
    words = ("report", "bern.rem3.b.sum", "--from", str(file), "--out", str(tmp_path / "site"))
    assert banditproof(*words).code == 0
    assert "The TV distance needs" in page(tmp_path / "site", "claims/bern.rem3.b.sum.html")
    changed = json.loads(results)
    changed[0] |= {"verdict": "open", "as_recorded": False}
    file.write_text(json.dumps(changed), encoding="utf-8")
    code, out, _ = banditproof(*words)
    assert code == 1
    assert "1 verdict is not as recorded" in " ".join(out.split())
    file.write_text("[", encoding="utf-8")
    assert "is not JSON" in banditproof(*words).mistake
    assert "Not as recorded" in page(tmp_path / "site", "index.html")


FORMS = {
    "html": ("<!doctype html>", "</html>"),
    "md": ("# Remark 3 (b)", "`banditproof check bern.rem3.b.sum`"),
    "tex": (r"\documentclass", r"\end{document}"),
}


@pytest.mark.parametrize(("form", "words"), FORMS.items(), ids=FORMS)
def test_one_claim_as_a_text(banditproof, tmp_path, form: str, words: tuple[str, ...]) -> None:
    given = ("report", "bern.rem3.b.sum", "--recorded", "--format", form)
    out = banditproof(*given).shown
    assert all(word in out for word in words)
    file = tmp_path / f"claim.{form}"
    assert banditproof(*given, "--out", str(file)).out == ""
    stamp = re.compile(r"Written on [^,]*")
    assert stamp.sub("", file.read_text(encoding="utf-8")) == stamp.sub("", out)


def test_a_page_that_stands_alone_has_everything_inside(banditproof) -> None:
    out = banditproof("report", "bern.rem3.b.sum", "--recorded", "--format", "html").out
    assert not re.search(r'<link |<script|href="[^#]', out)
    assert "@font-face" in out
    assert "--fails:" in out


def test_a_step_by_induction_says_its_recursion(banditproof) -> None:
    """Its relation alone would be one about all numbers, and false."""
    out = banditproof("report", "field.renyi.worlds", "--format", "md").out
    assert "proved, for whole n, where s = 0, then s + c; a kept" in out


def test_a_page_says_whether_it_knows_what_is_left_open(banditproof) -> None:
    """An empty list would read as if nothing was."""
    recorded = banditproof("report", "renyi.rem2.repaired", "--recorded", "--format", "md").out
    assert "**Left open.** Not computed for this page" in recorded
    run = banditproof("report", "renyi.rem2.repaired", "--format", "md").out
    assert "- given " in run.partition("**Left open.**")[2]
    whole = banditproof("report", "adv.cor2.constant", "--format", "md").out
    assert "**Left open.** Nothing besides what is printed." in whole


def test_the_errata_of_a_document_as_a_text(banditproof) -> None:
    out = banditproof("report", "--document", "renyi", "--recorded", "--format", "md").out
    assert out.startswith("# Errata of *Renyi Differentially Private Bandits*")


def test_a_date_can_be_given_from_outside(banditproof, tmp_path, monkeypatch) -> None:
    words = ("report", "bern.rem3.b.sum", "--recorded", "--out", str(tmp_path / "site"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    banditproof(*words)
    assert "1970-01-02 00:00:00 UTC" in page(tmp_path / "site", "stamp/index.html")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert "SOURCE_DATE_EPOCH is 'yesterday'; give seconds" in banditproof(*words).mistake


@mistaken("report")
def test_what_cannot_be_is_refused_first(
    banditproof, tmp_path, monkeypatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.setattr("banditproof.paper_checks.run_all", lambda *_: pytest.fail("It ran."))
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "paper.tex").touch()
    places = {"NEW": str(tmp_path / "new"), "FOREIGN": str(tmp_path / "foreign")}
    assert sentence in banditproof(*(places.get(word, word) for word in words)).mistake
    assert [path.name for path in tmp_path.iterdir()] == ["foreign"]


def test_a_missing_library_names_the_extra(banditproof, tmp_path, monkeypatch) -> None:
    from banditproof.paper_checks.report.page_templates import templates

    known = optional_libraries.import_module

    def without(name: str):
        if name == "jinja2":
            raise ModuleNotFoundError("No module named 'jinja2'")
        return known(name)

    templates.cache_clear()
    monkeypatch.setattr(optional_libraries, "import_module", without)
    words = ("report", "--recorded", "--out", str(tmp_path / "site"))
    assert 'run `pip install "banditproof[report]"`' in banditproof(*words).mistake


@pytest.mark.slow
def test_a_folder_about_another_paper_has_a_report(banditproof, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert banditproof("new", "my-paper").code == 0
    code, out, _ = banditproof("report", "my-paper/", "--out", "site", "--workers", "1")
    assert code == 0, out
    names = {path.stem for path in (tmp_path / "site" / "claims").iterdir()}
    assert {"my.lem1", "my.lem2", "my.lem2.repaired"} <= names
    assert "banditproof check my-paper/ my.lem1" in page(tmp_path / "site", "claims/my.lem1.html")
    assert not [name for name in names if name.startswith("bern.")]


def test_figures_of_a_folder_stand_in_the_site(banditproof, tmp_path):
    drawn = tmp_path / "figures"
    drawn.mkdir()
    (drawn / "bern.fig3.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>\n")
    site = ("report", "bern.fig3", "--recorded", "--out", str(tmp_path / "site"))
    code, _, _ = banditproof(*site, "--figures", str(drawn))
    assert code == 0
    page = (tmp_path / "site" / "figures" / "bern.fig3.html").read_text(encoding="utf-8")
    assert 'src="bern.fig3.svg"' in page
    assert (tmp_path / "site" / "figures" / "bern.fig3.svg").is_file()
    claim = (tmp_path / "site" / "claims" / "bern.fig3.html").read_text(encoding="utf-8")
    assert "../figures/bern.fig3.html" in claim
    code, _, said = banditproof(*site, "--figures", str(tmp_path / "none"))
    assert (code, "does not exist" in said) == (2, True)
    code, _, said = banditproof("report", "bern.fig3", "--format", "md", "--figures", str(drawn))
    assert (code, "A text has no figures" in said) == (2, True)
