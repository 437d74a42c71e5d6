"""One claim as a text to send: a page of HTML that stands alone, Markdown, LaTeX, or BibTeX."""

from typing import Any
from .claim_in_bibtex import claim_in_bibtex
from .claim_in_latex import claim_in_latex
from .claim_in_markdown import claim_in_markdown
from .errata_to_send import errata_in_latex, errata_in_markdown
from .mathematics import font_face
from .page_templates import templates
from .pieces_of_claims import pieces_of
from .reported import Reported
from .stamp import Stamp
from .style_sheet import style_sheet

FORMS = ("html", "md", "tex", "bib")


def one_claim(reported: Reported, id: str, form: str, stamp: Stamp) -> str:
    """One claim in a form: `html`, `md`, `tex` or `bib`."""
    if form == "bib":
        return claim_in_bibtex(reported, id)
    if form == "md":
        return claim_in_markdown(reported, id)
    if form == "tex":
        return claim_in_latex(reported, id)
    return _page(reported, id, stamp)


def errata_of(reported: Reported, document: str, form: str) -> str:
    """The errata of a document as `md` or `tex`."""
    return (errata_in_markdown if form == "md" else errata_in_latex)(reported, document)


def _page(reported: Reported, id: str, stamp: Stamp) -> str:
    """A page with its style and its font inside; other pages are named and not linked."""
    from markupsafe import Markup

    def link(other: str) -> str:
        return ""

    result = reported.result(id)
    took = [f"the check took {result.seconds:.2f} seconds"] if result else []
    versions = [f"{name} {stamp.versions[name]}" for name in ("banditproof", "Python")]
    line = f"Written on {stamp.date}, with {', '.join([*versions, *took])}. {stamp.source}"
    known: dict[str, Any] = pieces_of(reported, id, link)
    return (
        templates()
        .get_template("claim_alone.html")
        .render(
            style=Markup(style_sheet(font_face()).replace("</", "<\\/")),
            stamp_line=line,
            note=None,
            link=link,
            **known,
        )
    )
