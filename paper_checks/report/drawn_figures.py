"""Figures on the pages of a report: the picture if it was drawn, its data, and what is reproduced.

A report draws nothing itself: it shows the files that `banditproof figure` wrote into a folder.
"""

import csv
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from banditproof.theory.bounded_reading import file_text, require_file
from ..drawing.listed_figures import CLAIMS, FIGURES
from ..statements.claim_facts import ClaimFacts
from ..statements.documents import document_of_id
from .graphs.graph_drawing import verdict_of

FOLDER = "figures"
"""The folder of the figures in a site."""
KINDS = ("svg", "png", "csv")
SHOWN = 12
"""So many rows of the data stand on the page; the file has all of them."""
BEGIN = {"svg": (b"<?xml", b"<svg"), "png": (b"\x89PNG\r\n",)}
"""How a picture begins."""


Drawn = Mapping[str, Mapping[str, Path]]
"""The files of each figure, by their endings."""


@dataclass(frozen=True)
class Table:
    """The data behind a figure: its columns, the first rows, and how many there are."""

    columns: tuple[str, ...]
    first: tuple[tuple[str, ...], ...]
    rows: int


@dataclass(frozen=True)
class FigureView:
    """All that the page of a figure shows."""

    id: str
    title: str
    label: str
    """Its name in the document, such as Figure 4; empty for a figure of our own."""
    stated: tuple[ClaimFacts, ...]
    """What the document says of it, one assertion each."""
    ours: tuple[ClaimFacts, ...]
    """What we say of it: what is true instead, and finer facts."""
    files: Mapping[str, Path]
    """The files that were drawn, by their endings."""
    table: Table | None

    @property
    def picture(self) -> str:
        """The ending of the picture to show; empty if none was drawn."""
        return next((kind for kind in ("svg", "png") if kind in self.files), "")

    @property
    def command(self) -> str:
        """The command that draws it."""
        return f"banditproof figure {self.id} --out figures"

    @property
    def claims(self) -> frozenset[str]:
        """The IDs of the claims about it."""
        return frozenset(facts.id for facts in (*self.stated, *self.ours))

    @property
    def page(self) -> str:
        """The path of its page from the folder of the site."""
        return f"{FOLDER}/{self.id}.html"

    @property
    def document(self) -> str:
        """The name of the document that it belongs to."""
        result = document_of_id(self.id)
        return result.name if result else ""

    @property
    def reproduced(self) -> str:
        """How much of what the document concludes is reproduced, in a sentence."""
        return in_a_sentence(self.stated)


def claims_of(figure: str, known: Collection[str]) -> tuple[str, ...]:
    """The known claims about a figure, with their parts and repairs, in the order of the list.

    They say what the document concludes from it, and what is true instead.

    >>> claims_of("bern.fig8", ["bern.fig8", "bern.fig80", "bern.fig8.smooth", "bern.eq2"])
    ('bern.fig8', 'bern.fig8.smooth')
    """
    results: dict[str, None] = {}
    for begin in CLAIMS.get(figure, ()):
        about = (id for id in known if id == begin or id.startswith(f"{begin}."))
        results.update(dict.fromkeys(about))
    return tuple(results)


def in_a_sentence(stated: Iterable[ClaimFacts]) -> str:
    """How many of some statements hold as printed, and what became of the others.

    >>> in_a_sentence([])
    'The document has no such figure; it is ours.'
    """
    counter = Counter(verdict_of(facts) for facts in stated)
    number = sum(counter.values())
    if not number:
        return "The document has no such figure; it is ours."
    whole = "1 statement" if number == 1 else f"{number} statements"
    holds = counter.pop("holds", 0)
    if holds == number:
        return f"The document makes {whole} about it; {'it holds' if number == 1 else 'all hold'}."
    if number == 1:
        return f"The document makes 1 statement about it; its verdict is {next(iter(counter))}."
    others = ", ".join(f"{count} {verdict}" for verdict, count in counter.items())
    held = "none holds" if not holds else "1 holds" if holds == 1 else f"{holds} hold"
    return f"The document makes {whole} about it; {held} as printed ({others})."


def figure_views(claims: Mapping[str, ClaimFacts], drawn: Drawn) -> tuple[FigureView, ...]:
    """The figures that some claims are about, and those of their documents that were drawn.

    `drawn` are the files of each figure, as `drawn_figures` finds them.
    """
    prefixes = {id.partition(".")[0] for id in claims}
    views = []
    for id, title in FIGURES.items():
        about = [claims[item] for item in claims_of(id, claims)]
        ours = not claims_of(id, (id,)) and id.partition(".")[0] in prefixes
        if not about and not (ours and id in drawn):
            continue
        files = drawn.get(id, {})
        table = table_of(files["csv"]) if "csv" in files else None
        stated = tuple(item for item in about if item.stated and not item.parts)
        rest = tuple(item for item in about if not item.stated)
        views.append(FigureView(id, title, _label(id) if about else "", stated, rest, files, table))
    return tuple(views)


def _label(id: str) -> str:
    """The name of a figure in its document.

    >>> _label("bern.fig4"), _label("thesis.figC.1"), _label("zcdp.fig4.renyi")
    ('Figure 4', 'Figure C.1', '')
    """
    match = re.fullmatch(r"[^.]+\.fig((?:[A-Z]\.)?\d+(?:\.\d+)?[a-z]?)", id)
    return f"Figure {match[1]}" if match else ""


def drawn_figures(folder: Path) -> dict[str, dict[str, Path]]:
    """The files of the figures that a folder holds; a sentence if there are none, or bad ones."""
    if not folder.is_dir():
        raise ValueError(f"The folder of figures {folder} does not exist; give an existing one.")
    results: dict[str, dict[str, Path]] = {}
    for id in FIGURES:
        files = {kind: folder / f"{id}.{kind}" for kind in KINDS}
        there = {kind: file for kind, file in files.items() if file.is_file()}
        for kind, file in there.items():
            _require_whole(kind, file)
        if there:
            results[id] = there
    if not results:
        raise ValueError(
            f"The folder {folder} holds no figure; draw one with "
            f"`banditproof figure bern.fig4 --out {folder}`."
        )
    return results


def _require_whole(kind: str, file: Path) -> None:
    """That a file is what its name says."""
    try:
        if kind == "csv":
            table_of(file)
            return
        require_file(file)
        with file.open("rb") as opened:
            begin = opened.read(8)
    except OSError as problem:
        raise ValueError(f"The file {file} cannot be read: {problem.strerror}.") from None
    if not begin.startswith(BEGIN[kind]):
        raise ValueError(f"The file {file} is no {kind.upper()} picture; draw the figure again.")


def table_of(file: Path) -> Table:
    """The data of a figure; a sentence if the file is no table."""
    try:
        rows = [tuple(row) for row in csv.reader(StringIO(file_text(file)))]
    except csv.Error:
        rows = []
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"The file {file} is no table with a head; draw the figure again.")
    return Table(rows[0], tuple(rows[1 : SHOWN + 1]), len(rows) - 1)


def shortened(value: str) -> str:
    """A number with at most six digits, for a table that is read; other texts as they are.

    >>> shortened("0.12345678901"), shortened("1000000"), shortened("mu1")
    ('0.123457', '1000000', 'mu1')
    """
    try:
        return value if len(value) <= 8 else f"{float(value):.6g}"
    except ValueError:
        return value


def copy_figures(views: Iterable[FigureView], folder: Path) -> list[Path]:
    """Copy the files of figures into a folder of a site; the paths of the copies."""
    copies = []
    for view in views:
        for kind, file in view.files.items():
            copies.append(folder / f"{view.id}.{kind}")
            shutil.copyfile(file, copies[-1])
    return copies
