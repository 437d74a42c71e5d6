"""Figures in a report: their files, their data, and what their documents conclude."""

import re
from dataclasses import replace
import pytest
from banditproof.paper_checks.drawing.listed_figures import CLAIMS, FIGURES
from banditproof.paper_checks.report.drawn_figures import (
    SHOWN,
    claims_of,
    copy_figures,
    drawn_figures,
    figure_views,
    in_a_sentence,
    table_of,
)
from banditproof.paper_checks.statements.index import text_index

INDEX = text_index()
SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n'


@pytest.fixture
def folder(tmp_path):
    """A folder with two figures: one complete, one as a PNG alone."""
    drawn = tmp_path / "figures"
    drawn.mkdir()
    (drawn / "bern.fig8.svg").write_text(SVG, encoding="utf-8")
    (drawn / "bern.fig8.csv").write_text("eps,regret\n" + "0.5,1.25\n" * 40, encoding="utf-8")
    (drawn / "zcdp.fig4.renyi.png").write_bytes(b"\x89PNG\r\n\x1a\n rest")
    (drawn / "notes.txt").write_text("other", encoding="utf-8")
    return drawn


def test_every_claim_of_a_figure_is_known_and_every_printed_figure_has_claims():
    assert set(CLAIMS) <= set(FIGURES)
    for figure, begins in CLAIMS.items():
        for begin in begins:
            assert any(id == begin or id.startswith(f"{begin}.") for id in INDEX), begin
        claims = claims_of(figure, INDEX)
        assert any(INDEX[id].stated and not INDEX[id].parts for id in claims), figure
    assert {id for id in FIGURES if id not in CLAIMS} == {
        *("zcdp.fig4.renyi", "zcdp.fig5.renyi"),
        *("adv.regret", "adv.regimes"),
        *("thesis.leakage.rows", "thesis.leakage.defences"),
    }
    figures_of_claims = {id for id in INDEX if id in FIGURES}
    assert figures_of_claims <= set(CLAIMS)


def test_a_figure_says_what_of_the_print_is_reproduced(folder):
    views = {view.id: view for view in figure_views(INDEX, drawn_figures(folder))}
    view = views["bern.fig8"]
    assert (view.label, view.picture, view.page) == ("Figure 8", "svg", "figures/bern.fig8.html")
    assert [facts.id for facts in view.stated] == ["bern.fig8.matches", "bern.fig8.smooth"]
    assert [facts.id for facts in view.ours] == ["bern.fig8.repaired"]
    assert view.reproduced == (
        "The document makes 2 statements about it; none holds as printed "
        "(1 not-reproduced, 1 fails-with-repair)."
    )
    assert (view.table.columns, view.table.rows) == (("eps", "regret"), 40)
    assert len(view.table.first) == SHOWN
    assert views["bern.fig1"].picture == ""
    own = views["zcdp.fig4.renyi"]
    assert (own.picture, own.label, own.stated, own.document) == ("png", "", (), "zcdp")
    assert "zcdp.fig5.renyi" not in views
    assert "it is ours" in own.reproduced
    assert views["thesis.figC.1"].label == "Figure C.1"
    assert views["thesis.figC.1"].document == "thesis"


def test_a_report_about_other_claims_has_no_figures(folder):
    few = {"bern.thm4.3": INDEX["bern.thm4.3"]}
    assert figure_views(few, drawn_figures(folder)) == ()


def test_counts_of_verdicts_are_sentences():
    some = INDEX["bern.fig4"]
    fails = replace(some, recorded="fails")
    assert in_a_sentence([some]) == "The document makes 1 statement about it; it holds."
    assert in_a_sentence([fails]).endswith("its verdict is fails.")
    assert in_a_sentence([some] * 3).endswith("3 statements about it; all hold.")
    mixed = in_a_sentence([some, fails, some])
    assert mixed.endswith("3 statements about it; 2 hold as printed (1 fails).")


def test_files_are_copied_as_they_are(folder, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    views = figure_views(INDEX, drawn_figures(folder))
    copies = copy_figures(views, site)
    names = {"bern.fig8.svg", "bern.fig8.csv", "zcdp.fig4.renyi.png"}
    assert {path.name for path in copies} == {path.name for path in site.iterdir()} == names
    for name in names:
        assert (site / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("bern.fig8.svg", "<html>", "is no SVG picture"),
        ("bern.fig8.png", "text", "is no PNG picture"),
        ("bern.fig8.csv", "", "is no table with a head"),
        ("bern.fig8.csv", "a,b\n1\n", "is no table with a head"),
    ],
)
def test_damaged_files_are_one_sentence(folder, name, text, said):
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said) as problem:
        drawn_figures(folder)
    assert re.search(re.escape(name), str(problem.value))


def test_a_binary_table_is_one_sentence(folder):
    (folder / "bern.fig8.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="is not text in UTF-8"):
        table_of(folder / "bern.fig8.csv")


def test_a_folder_without_figures_is_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="holds no figure; draw one"):
        drawn_figures(tmp_path)
    with pytest.raises(ValueError, match="does not exist"):
        drawn_figures(tmp_path / "missing")
