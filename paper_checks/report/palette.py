"""The colours of a report, for light and dark screens; a test computes the contrast of each text.

A verdict is always a word as well: no colour says anything alone. What is false as printed is red,
more or less towards orange or purple, and what holds is blue: readers who do not tell red from
green tell these apart. What is open is yellow. The colour of a verdict is strong where a machine
showed all that is stated, and pale otherwise.
"""

from collections.abc import Iterator
from ..verdicts.verdict_words import STRONG

COLOURS = {
    "paper": ("#fffffc", "#16181c"),
    "raised": ("#f5f4ee", "#20242a"),
    "ink": ("#1d1d1b", "#e6e4dd"),
    "quiet": ("#595954", "#a9aba6"),
    "rule": ("#d6d3c8", "#3b4048"),
    "link": ("#1a4f8f", "#8ebbf2"),
    "focus": ("#b3400b", "#ffb454"),
    "risk": ("#9b1c1c", "#ff9d94"),
    "edge": ("#75808f", "#7f8996"),
}
"""Each colour by its name: on paper, and in the dark."""
VERDICTS = {
    "holds": (("#cbe0fa", "#0f3a70"), ("#1a3558", "#b8d4f8")),
    "definition": (("#e4e8ee", "#37424f"), ("#2b333d", "#c5d0dc")),
    "fails": (("#f9dcda", "#811313"), ("#4a2020", "#ffc0ba")),
    "fails-with-repair": (("#fbe0d3", "#7a2c0c"), ("#4a2a1c", "#ffc4a8")),
    "misprint": (("#fbd6de", "#7a1a3c"), ("#46222f", "#f7bccd")),
    "holds-vacuously": (("#d3efe7", "#0f4a40"), ("#163a34", "#a8e0d3")),
    "not-reproduced": (("#f8d0e4", "#6b1c58"), ("#4b2138", "#f1bfe3")),
    "open": (("#f5ecc4", "#574600"), ("#3f3712", "#ecdb98")),
    "stale": (("#f9dcda", "#811313"), ("#4a2020", "#ffc0ba")),
    "not-mechanical": (("#ececea", "#4b4b48"), ("#2e3136", "#c3c5c0")),
    "textbook": (("#eeece2", "#474538"), ("#302f28", "#d3cfbd")),
}
"""The ground of each verdict and its text, on paper and in the dark; pale."""
STRONGLY = {
    "holds": (("#1f5fae", "#ffffff"), ("#7db4f5", "#0a2140")),
    "definition": (("#566474", "#ffffff"), ("#a3b3c4", "#141c26")),
    "fails": (("#a81919", "#ffffff"), ("#ff9a91", "#3a0808")),
    "fails-with-repair": (("#b0410f", "#ffffff"), ("#ffab8a", "#3a1505")),
    "misprint": (("#a52a55", "#ffffff"), ("#f79ab8", "#3b0a1d")),
    "holds-vacuously": (("#0f7565", "#ffffff"), ("#6fcdb9", "#06281f")),
}
"""The same for the grades in `STRONG`, of the verdicts that have one."""


def style() -> str:
    """The colours as variables of CSS, `--ink`, `--fails`, `--fails-ink`, ..., and of verdicts.

    >>> style().splitlines()[1]
    '  --paper: #fffffc;'
    """
    light, dark = ("\n".join(_variables(scheme)) for scheme in (0, 1))
    inside = dark.replace("\n", "\n  ")
    return (
        f":root {{\n{light}\n}}\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n  :root {{\n  {inside}\n  }}\n}}\n"
    )


def of_verdicts() -> str:
    """The rules for a verdict on a page, whose classes are its word and its grade.

    >>> print(next(rule for rule in of_verdicts().splitlines() if "--open" in rule))
    .verdict.open { background: var(--open); color: var(--open-ink) }
    """
    return "".join(
        f".verdict.{verdict}{grades} "
        f"{{ background: var(--{verdict}{strong}); color: var(--{verdict}{strong}-ink) }}\n"
        for names, grades, strong in ((VERDICTS, "", ""), (STRONGLY, strong_grades(), "-strong"))
        for verdict in names
    )


def strong_grades() -> str:
    """The selector of the classes of strong grades.

    >>> strong_grades()
    ':is(.proved, .derived)'
    """
    return f":is({', '.join(f'.{grade}' for grade in STRONG)})"


def _variables(scheme: int) -> Iterator[str]:
    for name, values in COLOURS.items():
        yield f"  --{name}: {values[scheme]};"
    for strength, verdicts in (("", VERDICTS), ("-strong", STRONGLY)):
        for verdict, grounds in verdicts.items():
            ground, text = grounds[scheme]
            yield f"  --{verdict}{strength}: {ground};"
            yield f"  --{verdict}{strength}-ink: {text};"


def contrast(first: str, second: str) -> float:
    """The contrast of two colours by the definition of WCAG 2, between 1 and 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(first), _luminance(second)))
    return round((high + 0.05) / (low + 0.05), 6)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
