"""The style sheet of every page: its font, its colours, its rules, and those of its pictures."""

from importlib.resources import files
from .drawn_graphs import STYLE as OF_GRAPHS
from .palette import of_verdicts, style
from .source_listing import STYLE as OF_LISTINGS


def style_sheet(font: str) -> str:
    """All rules of a page; `font` embeds the font of the formulas."""
    rules = files(__package__).joinpath("static", "report.css").read_text(encoding="utf-8")
    return "\n".join((font, style(), rules, of_verdicts(), OF_GRAPHS, OF_LISTINGS))
