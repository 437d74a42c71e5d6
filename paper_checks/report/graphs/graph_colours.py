"""The colours of the graph of claims, on light and on dark paper, as a style sheet."""

from ..palette import COLOURS, STRONGLY, VERDICTS, strong_grades

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
.claim-graph .ours text { font-style: italic }
.claim-graph .centre rect { stroke-width: 2.5 }
.claim-graph .centre .first, .claim-graph .at-risk { font-weight: 600 }
.claim-graph .risk rect { stroke-width: 2 }
.claim-graph .edge.false { stroke-width: 1.8 }"""


def _colours(scheme: int) -> str:
    """The colours of one scheme: 0 for light, 1 for dark."""
    rules = []
    for name, grounds in VERDICTS.items():
        ground, ink = grounds[scheme]
        rules.append(f".claim-graph .{name} rect {{ fill: {ground} }}")
        rules.append(f".claim-graph .{name} text {{ fill: {ink} }}")
    for name, grounds in STRONGLY.items():
        ground, ink = grounds[scheme]
        strong = f".claim-graph .{name}{strong_grades()}"
        rules.append(f"{strong} rect {{ fill: {ground} }}")
        rules.append(f"{strong} text, {strong} text .at-risk {{ fill: {ink} }}")
    of = {name: both[scheme] for name, both in COLOURS.items()}
    rules += [
        f".claim-graph .paper {{ fill: {of['paper']} }}",
        f".claim-graph > text {{ fill: {of['ink']} }}",
        f".claim-graph text.legend, .claim-graph .key text {{ fill: {of['quiet']} }}",
        f".claim-graph .node rect, .claim-graph .edge {{ stroke: {of['edge']} }}",
        f".claim-graph .centre rect {{ stroke: {of['ink']} }}",
        f".claim-graph .edge.false, .claim-graph .risk rect {{ stroke: {of['risk']} }}",
        f".claim-graph .node .at-risk {{ fill: {of['risk']} }}",
    ]
    return "\n".join(rules)
