"""The templates of the pages, compiled once; every text that they show is escaped."""

from __future__ import annotations
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from banditproof.theory.optional_libraries import library
from .drawn_figures import shortened
from .mathematics import formula_html, html_of

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup
    from .claim_page import Link

MOST_RISKS = 6
"""So many sentences about what is at risk stand on a page before it is unfolded."""


@cache
def templates() -> Environment:
    """The templates, with the filters `mathematics`, `linked` and `relation`."""
    jinja2 = library("jinja2", "A report", "report")

    environment: Environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__ or "", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.filters |= {"mathematics": mathematics, "relation": relation, "linked": linked}
    environment.filters["shortened"] = shortened
    environment.globals["MOST_RISKS"] = MOST_RISKS
    return environment


@lru_cache(maxsize=20_000)
def mathematics(text: str) -> Markup:
    """A text with formulas, as safe HTML with MathML."""
    from markupsafe import Markup

    return Markup(html_of(text))


def linked(text: str, link: Link) -> Markup:
    """The same, where the name of each claim leads to its page."""
    from markupsafe import Markup

    return Markup(html_of(text, link))


@lru_cache(maxsize=20_000)
def relation(text: str) -> Markup:
    """A relation in the prover's notation, as MathML."""
    from markupsafe import Markup

    return Markup(formula_html(text))
