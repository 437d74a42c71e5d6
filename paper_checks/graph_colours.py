"""The colours of the graph of claims, on light and on dark paper, as a style sheet."""

from __future__ import annotations

from typing import NamedTuple


class Shade(NamedTuple):
    """A colour on light paper and its counterpart on dark paper."""

    light: str
    dark: str


PALETTE = {
    "holds": Shade("#d9efd9", "#1f4426"),
    "fails": Shade("#f6cccc", "#5f2020"),
    "holds-with-repair": Shade("#faebc0", "#54430f"),
    "misprint": Shade("#f3e3d0", "#4f3a22"),
    "holds-vacuously": Shade("#dfe6f5", "#2a3a5c"),
    "not-reproduced": Shade("#f0d6ea", "#53294a"),
    "open": Shade("#e9dff5", "#40305c"),
    "not-mechanical": Shade("#eeeeee", "#3a3d40"),
}
"""The colour of a box, by the verdict on its claim."""
FACT = Shade("#ffffff", "#16191c")
"""The colour of the box of a textbook fact."""
PAPER = Shade("#ffffff", "#16191c")
INK = Shade("#1c1c1c", "#ececec")
QUIET = Shade("#4a4a4a", "#c3c7cb")
"""The second line of a box."""
FRAME = Shade("#6f6f6f", "#8d949b")
LINE = Shade("#6d7f91", "#8b9bab")
REPAIR = Shade("#77701a", "#b9b04a")
RISK = Shade("#a81c15", "#ffa198")
"""What is at risk, as a line and as a word."""
DARK = "@media screen and (prefers-color-scheme: dark)"


def style_sheet() -> str:
    """The rules for the classes of a drawing; dark paper on a screen that asks for it, only.

    >>> style_sheet().count(DARK)
    1
    """
    return (
        f"{_shapes()}\n{_colours(0)}\n{DARK} {{\n{_colours(1)}\n}}\n"
        ".claim-graph a:focus-visible rect, .claim-graph a:hover rect { stroke-width: 2.5 }\n"
    )


def _shapes() -> str:
    return """\
.claim-graph { font: 12px/1.2 system-ui, "DejaVu Sans", Arial, sans-serif }
.claim-graph .second { font-size: 10.5px }
.claim-graph .edge { fill: none; stroke-width: 1.2 }
.claim-graph .stated-proof { stroke-dasharray: 5 3 }
.claim-graph .repaired-by { stroke-dasharray: 1.5 3 }
.claim-graph .ours rect { stroke-dasharray: 4 2 }
.claim-graph .centre rect { stroke-width: 2.5 }
.claim-graph .centre .first, .claim-graph .at-risk { font-weight: 600 }
.claim-graph .risk rect { stroke-width: 2 }
.claim-graph .edge.false { stroke-width: 1.8 }"""


def _colours(scheme: int) -> str:
    """The colours of one scheme: 0 for light, 1 for dark."""
    rules = [f".claim-graph .{name} rect {{ fill: {of[scheme]} }}" for name, of in PALETTE.items()]
    rules += [
        f".claim-graph .textbook rect {{ fill: {FACT[scheme]} }}",
        f".claim-graph .paper {{ fill: {PAPER[scheme]} }}",
        f".claim-graph text {{ fill: {INK[scheme]} }}",
        f".claim-graph .second, .claim-graph .legend {{ fill: {QUIET[scheme]} }}",
        f".claim-graph .node rect {{ stroke: {FRAME[scheme]} }}",
        f".claim-graph .centre rect {{ stroke: {INK[scheme]} }}",
        f".claim-graph .edge {{ stroke: {LINE[scheme]} }}",
        f".claim-graph .repaired-by {{ stroke: {REPAIR[scheme]} }}",
        f".claim-graph .edge.false, .claim-graph .risk rect {{ stroke: {RISK[scheme]} }}",
        f".claim-graph .at-risk {{ fill: {RISK[scheme]} }}",
    ]
    return "\n".join(rules)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the accessibility guidelines define it, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
