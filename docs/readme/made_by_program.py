"""What the README and the page of the architecture show, made from the tool and from its files.

`python docs/readme/made_by_program.py` draws the bounds of an instance for light and dark pages and
the rooms with their imports, and puts the table of findings into the README. Tests compare all of
it with what this makes.
"""

from __future__ import annotations
import ast
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HERE = Path(__file__).resolve().parent
README = HERE.parents[1] / "README.md"
BEGIN, END = "<!-- written by docs/readme/made_by_program.py -->\n", "<!-- end -->\n"
THEOREMS = "<!-- theorems: written by docs/readme/made_by_program.py -->\n"
DARK = {
    "white": "#0d1117",
    "black": "#e6edf3",
    "#444444": "#c9d1d9",
    "#555555": "#9da7b3",
    "#d9d9d9": "#30363d",
    "#c9c9c9": "#57606a",
    "#f1e3d3": "#332a1c",
    "#0072b2": "#56b4e9",
}
"""The colour on a dark page for each that figures have; the others are seen on both."""
ROOMS = {
    "theory": "numbers with certificates, the prover, the logic",
    "algorithms": "policies, curators, engines",
    "verify": "exact laws, audits, witnesses, tests",
    "paper_checks": "statements, verdicts, proofs, reports",
    "cli": "commands",
}
"""The rooms, from the lowest one up."""
COLUMNS = {
    "true as printed": ("holds",),
    "false": ("fails", "fails-with-repair"),
    "misprint": ("misprint",),
    "only vacuously true": ("holds-vacuously",),
    "definition": ("definition",),
    "open": ("open", "not-reproduced"),
    "not mechanical": ("not-mechanical",),
}
"""The verdicts that each column counts."""
OURS = ("one_horizon", "state_of_the_field")
"""The documents that are written here."""
KINDS = frozenset({"theorem", "lemma", "proposition", "corollary"})
TRUE = {
    "derived": ("derived",),
    "proved": ("proved",),
    "outlined": ("outlined",),
    "points, cited": ("points", "sampled", "statistical", "cited"),
}
"""The grades that each column counts of what is true as printed."""


def picture(dark: bool) -> Figure:
    """The bounds of an instance against the budget, as `banditproof plot bounds` draws them."""
    from banditproof.theory import BernoulliBandit
    from banditproof.theory.bound_words import Privacy
    from banditproof.theory.lower_bounds.bound_curves import curves_of
    from banditproof.theory.lower_bounds.curve_figure import curve_figure
    from banditproof.theory.lower_bounds.request import Request

    request = Request(BernoulliBandit(["0.75", "0.7", "0.7"]))
    budgets = {Privacy.PURE: (Fraction(1, 1000), Fraction(10))}
    figure = curve_figure(curves_of(request, budgets, 61))
    if dark:
        _darken(figure)
    return figure


def _darken(figure: Figure) -> None:
    """Put the colours of a dark page for those of all that a figure shows."""
    from matplotlib.colors import to_hex

    dark = {to_hex(light): colour for light, colour in DARK.items()}
    shown = figure.findobj()
    # the leaders of labels are found by no search
    shown += [one.arrow_patch for one in shown if getattr(one, "arrow_patch", None) is not None]
    for artist in shown:
        for what in ("color", "facecolor", "edgecolor", "markeredgecolor", "markerfacecolor"):
            read: Any = getattr(artist, f"get_{what}", None)
            put: Any = getattr(artist, f"set_{what}", None)
            colour = None if read is None or put is None else read()
            if isinstance(colour, str | tuple) and to_hex(colour) in dark:
                put(dark[to_hex(colour)])


def draw(folder: Path) -> None:
    """Write both pictures into a folder."""
    from banditproof.cli.plot import save

    for dark in (False, True):
        save(picture(dark), folder / f"bounds_{'dark' if dark else 'light'}.svg")


STYLE = (
    "text{fill:#24292f}.name{font-weight:600;font-size:15px}.end{text-anchor:end}"
    "rect{fill:#f6f8fa;stroke:#8c959f}path{fill:none;stroke:#57606a}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#57606a}"
    "path{stroke:#9da7b3}}"
)


def rooms() -> str:
    """The rooms as boxes, each with its folders, and what it imports from, as SVG."""
    boxes = []
    for place, room in enumerate(reversed(ROOMS)):
        top, folder = 12 + 92 * place, HERE.parents[1] / room
        used = set(_imported(folder.rglob("*.py"), room))
        below = ", ".join(one for one in reversed(ROOMS) if one in used)
        inside = [one.parent.name for one in sorted(folder.glob("*/__init__.py"))]
        lines = textwrap.wrap(", ".join(inside), 132)
        boxes.append(
            f'<rect x="12" y="{top}" width="776" height="74" rx="6"/>'
            f'<text x="28" y="{top + 22}" class="name">{room}</text>'
            f'<text x="150" y="{top + 22}">{ROOMS[room]}</text>'
            f'<text x="772" y="{top + 22}" class="end">{f"imports {below}" if below else ""}</text>'
        )
        for row, line in enumerate(lines):
            at = top + 44 + 18 * row
            boxes.append(f'<text x="28" y="{at}" font-size="11" opacity="0.8">{line}</text>')
        if place < len(ROOMS) - 1:
            boxes.append(f'<path d="M400 {top + 74} v12 m-5 -5 l5 6 l5 -6"/>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 468" font-size="12"'
    font = ' font-family="system-ui, sans-serif">'
    return f"{head}{font}\n<style>{STYLE}</style>\n" + "\n".join(boxes) + "\n</svg>\n"


def _imported(files: Iterable[Path], room: str) -> Iterator[str]:
    """The rooms from which files import, once for each import statement."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and not node.level:
                first, _, rest = (node.module or "").partition(".")
                other = rest.partition(".")[0]
                if first == "banditproof" and other in ROOMS and other != room:
                    yield other


def found() -> str:
    """The table of what was found, a row for each document."""
    from banditproof.paper_checks.statements.counted_claims import counted
    from banditproof.paper_checks.statements.documents import SHIPPED
    from banditproof.paper_checks.statements.index import claim_index

    once = counted(claim_index().values()).single
    counts = {document.name: Counter[str]() for document in SHIPPED}
    for facts in claim_index().values():
        if facts.stated and facts.id in once:
            counts[facts.document][facts.recorded or "open"] += 1
    titles = {document.name: f"*{document.title}*" for document in SHIPPED}
    for name in OURS:
        titles[name] += " (ours)"
    rows = [("", "statements", *COLUMNS), ("---", *("--:" for _ in range(len(COLUMNS) + 1)))]
    for name, of in counts.items():
        numbers = (sum(of[one] for one in verdicts) for verdicts in COLUMNS.values())
        rows.append((titles[name], str(of.total()), *map(str, numbers)))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def theorems() -> str:
    """How well the theorems, lemmas, propositions and corollaries of each document are shown."""
    from banditproof.paper_checks.statements.counted_claims import counted
    from banditproof.paper_checks.statements.documents import SHIPPED
    from banditproof.paper_checks.statements.index import claim_index

    once = counted(claim_index().values()).single
    chosen = [
        one
        for one in claim_index().values()
        if one.stated and one.id in once and one.kind in KINDS and one.recorded
    ]
    columns = ("theorems and lemmas", *(f"true: {name}" for name in TRUE), "vacuous", "not true")
    rows = [("", *columns), ("---", *("--:" for _ in columns))]
    for document in (one for one in SHIPPED if one.name not in OURS):
        own = [one for one in chosen if one.document == document.name]
        true = [one.grade for one in own if one.recorded == "holds"]
        by_grade = [sum(grade in grades for grade in true) for grades in TRUE.values()]
        vacuous = sum(one.recorded == "holds-vacuously" for one in own)
        wrong = len(own) - sum(by_grade) - vacuous
        numbers = map(str, (len(own), *by_grade, vacuous, wrong))
        rows.append((f"*{document.title}*", *numbers))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_tables(text: str) -> str:
    """The README with the tables in their places."""
    for mark, table in ((BEGIN, found()), (THEOREMS, theorems())):
        before, begin, rest = text.partition(mark)
        _, end, after = rest.partition(END)
        text = f"{before}{begin}{table}{end}{after}"
    return text


if __name__ == "__main__":
    draw(HERE)
    (HERE / "rooms.svg").write_text(rooms(), encoding="utf-8")
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
