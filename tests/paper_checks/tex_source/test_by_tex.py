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
