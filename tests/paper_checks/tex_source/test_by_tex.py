"""TeX itself, where it is installed: the numbers of the stress article, and verdicts in a margin."""

import re
import shutil
import subprocess
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.other_papers.margin_marks import STYLE, style_text, verdict_lines
from banditproof.paper_checks.tex_source.aux_numbers import numbers_in

STRESS = Path(__file__).parent / "stress"
ARTICLES = sorted((Path(__file__).parent / "articles").glob("*.tex"))
NEEDED = {"IEEEtran": ("ptmr7t.tfm",), "jmlr": ("algorithm2e.sty",)}
"""What classes load that is not in their package."""
PACKAGES = "texlive-publishers, texlive-science and texlive-fonts-recommended"


def there(file: str) -> bool:
    """Whether TeX finds a file."""
    return bool(subprocess.run(["kpsewhich", file], capture_output=True).stdout)


def has_tex() -> bool:
    """Whether there are pdflatex and the packages of the articles."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    return all(map(there, ("cleveref.sty", "thm-restate.sty", "mathtools.sty", "tcolorbox.sty")))


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not has_tex(), reason="TeX is not installed; Debian's texlive-latex-extra"),
]


def typeset(folder: Path, runs: int = 3, before: str = "") -> None:
    """Run pdflatex in a folder until its references stand."""
    for _ in range(runs):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-jobname=main"]
        done = subprocess.run(
            [*command, before + r"\input{main}"], cwd=folder, capture_output=True, timeout=120
        )
        assert done.returncode == 0, done.stdout[-3000:].decode(errors="replace")


def test_the_stored_numbers_are_those_of_tex(tmp_path: Path) -> None:
    shutil.copytree(STRESS, tmp_path / "stress", ignore=shutil.ignore_patterns("*.aux"))
    typeset(tmp_path / "stress", runs=2)
    by_tex = numbers_in((tmp_path / "stress" / "main.aux").read_text(encoding="utf-8"))
    assert by_tex == numbers_in((STRESS / "main.aux").read_text(encoding="utf-8"))


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.stem)
def test_the_stored_numbers_of_articles_are_those_of_tex(tmp_path: Path, article: Path) -> None:
    (document,) = re.findall(r"\\documentclass(?:\[.*?\])?\{(.*?)\}", article.read_text("utf-8"))
    missing = [file for file in (f"{document}.cls", *NEEDED.get(document, ())) if not there(file)]
    if missing:
        pytest.skip(f"TeX has no {missing[0]}; Debian's {PACKAGES} have all.")
    shutil.copy(article, tmp_path / "main.tex")
    typeset(tmp_path, runs=1, before=r"\pdfdraftmode1 ")
    by_tex = numbers_in((tmp_path / "main.aux").read_text(encoding="utf-8"))
    stored = numbers_in(article.with_suffix(".aux").read_text(encoding="utf-8"))
    assert {label: one.number for label, one in by_tex.items()} == {
        label: one.number for label, one in stored.items()
    }


ARTICLE = table(__file__, "article")
LABELS = (
    *("front", "behind", "tied", "box", "mini", "float", "item", "option", "list", "again"),
    *("note", "display", "named"),
)


@pytest.mark.parametrize("settings", ["11pt", "10pt,twocolumn", "twoside,a4paper"])
def test_each_verdict_stands_in_the_margin_and_no_line_moves(tmp_path: Path, settings: str) -> None:
    verdicts = [(f"my.{label}", "fails-with-repair", "points") for label in (*LABELS, "row")]
    lines = verdict_lines({id: id.removeprefix("my.") for id, _, _ in verdicts}, verdicts)
    places, labels = [], []
    for option in ("hide", ""):
        folder = tmp_path / (option or "show")
        folder.mkdir()
        (folder / STYLE).write_text(style_text(), encoding="utf-8")
        (folder / "main.verdicts").write_text("\n".join(lines) + "\n", encoding="utf-8")
        article = ARTICLE.replace("CLASS", settings).replace("OPTION", option)
        (folder / "main.tex").write_text(article, encoding="utf-8")
        typeset(folder, before=r"\pdfcompresslevel0 \pdfobjcompresslevel0 ")
        places.append((folder / "places.txt").read_text().split())
        aux = (folder / "main.aux").read_text(encoding="utf-8")
        labels.append([line for line in aux.splitlines() if line.startswith(r"\newlabel")])
    assert places[0] == places[1]
    assert len(places[0]) > 300
    assert labels[0] == labels[1]
    hidden, shown = ((tmp_path / one / "main.pdf").read_bytes() for one in ("hide", "show"))
    for label in LABELS:
        assert f"(my.{label})".encode() in shown, label
    assert b"(my." not in hidden
    assert b"(my.row)" not in shown
    # the file that was written with the verdicts is read without the package as well
    article = (tmp_path / "show" / "main.tex").read_text(encoding="utf-8")
    (tmp_path / "show" / "main.tex").write_text(article.replace(r"\usepackage[]{banditproof}", ""))
    typeset(tmp_path / "show", runs=1)


IN_COLUMNS = table(__file__, "in_columns")


def words_of(pdf: Path) -> dict[str, tuple[int, float, float]]:
    """Page, x and y of words that occur once."""
    done = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, check=True)
    page, found = 0, {}
    for line in done.stdout.decode().splitlines():
        page += "<page" in line
        if word := re.search(r'xMin="([\d.]+)" yMin="([\d.]+)".*>([^<>]+)</word>', line):
            found[word[3].rstrip(".")] = page, float(word[1]), float(word[2])
    return found


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs Debian's poppler-utils")
@pytest.mark.parametrize(("settings", "first"), [("twocolumn", 39), ("11pt", 31)])
@pytest.mark.parametrize("place", ["start", "list", "paragraph", "item"])
def test_a_verdict_stands_in_the_column_of_its_statement(
    tmp_path: Path, settings: str, first: int, place: str
) -> None:
    columns = set()
    for lines in range(first, first + 9, 2):  # the statement crosses to the next column, or page
        folder = tmp_path / str(lines)
        folder.mkdir()
        (folder / STYLE).write_text(style_text(), encoding="utf-8")
        verdict = r"\banditproofverdict{thm:a}{VERDICT}{holds}{}"
        (folder / "main.verdicts").write_text(verdict, encoding="utf-8")
        filling = "\n\n".join(["A line."] * lines)
        text = IN_COLUMNS["article"].replace("SETTINGS", settings).replace("LINES", filling)
        article = text.replace("STATEMENT", IN_COLUMNS[place])
        (folder / "main.tex").write_text(article, encoding="utf-8")
        typeset(folder)  # three times: verdicts of the second one are paragraphs, too
        words = words_of(folder / "main.pdf")
        (page, x, y), (marked, beside, height) = words["HERE"], words["VERDICT"]
        right = settings != "twocolumn" or x > 300
        assert (page, right) == (marked, beside > 300), lines
        assert 5 < height - y < 14, lines
        columns.add((page, x > 300))
    assert len(columns) == 2, "no statement crossed"


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs Debian's poppler-utils")
def test_verdicts_at_the_tops_of_two_columns_do_not_move_each_other(tmp_path: Path) -> None:
    (tmp_path / STYLE).write_text(style_text(), encoding="utf-8")
    verdicts = [
        rf"\banditproofverdict{{{one}}}{{{one.upper()}}}{{holds}}{{}}" for one in ("a", "b")
    ]
    (tmp_path / "main.verdicts").write_text("\n".join(verdicts), encoding="utf-8")
    (tmp_path / "main.tex").write_text(IN_COLUMNS["tops"], encoding="utf-8")
    typeset(tmp_path, runs=2)
    words = words_of(tmp_path / "main.pdf")
    assert words["A"][1] < 300 < words["B"][1]
    assert abs(words["A"][2] - words["B"][2]) < 1


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs Debian's poppler-utils")
def test_a_label_behind_a_display_belongs_to_it(tmp_path: Path) -> None:
    (tmp_path / STYLE).write_text(style_text(), encoding="utf-8")
    numbers = ("one", "two", "three", "four", "five")
    stands = dict(zip(numbers, ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH"), strict=True))
    verdicts = [rf"\banditproofverdict{{{one}}}{{{one.upper()}}}{{holds}}{{}}" for one in stands]
    (tmp_path / "main.verdicts").write_text("\n".join(verdicts), encoding="utf-8")
    (tmp_path / "main.tex").write_text(IN_COLUMNS["displays"], encoding="utf-8")
    typeset(tmp_path, runs=2)
    words = words_of(tmp_path / "main.pdf")
    for label, word in stands.items():
        assert 5 < words[label.upper()][2] - words[word][2] < 14, label
