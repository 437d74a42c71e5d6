"""One claim as a text to send: a page of HTML that stands alone, Markdown, LaTeX, or BibTeX."""

from typing import Any
from banditproof import __version__
from ..statements.documents import document_named
from ..verdicts.verdict_words import in_words
from .claim_in_latex import claim_in_latex
from .claim_in_markdown import claim_in_markdown
from .claim_summary import heading_of
from .errata_to_send import errata_in_latex, errata_in_markdown
from .latex_text import code_in_latex
from .mathematics import font_face, latex_of
from .page_templates import templates
from .pieces_of_claims import pieces_of
from .reported import Reported
from .stamp import Stamp
from .style_sheet import style_sheet

FORMS = ("html", "md", "tex", "bib")


def one_claim(reported: Reported, id: str, form: str, stamp: Stamp) -> str:
    """One claim in a form: `html`, `md`, `tex` or `bib`."""
    if form == "bib":
        return _in_bibtex(reported, id)
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


def _in_bibtex(reported: Reported, id: str) -> str:
    """An entry for BibTeX: statement, verdict, and the command behind it; its key is the ID."""
    facts, verdict = reported.claims[id], reported.verdict(id)
    document = document_named(facts.document)
    paper = reported.documents.get(facts.document, facts.document)
    judge = facts.judged_by
    said = in_words(verdict, facts.grade, universal=facts.universal, judged_by=judge)
    said = said.partition(":")[0]
    fields = {
        "title": f"{{{latex_of(heading_of(facts))}, in {latex_of(paper)}: {latex_of(said)}}}",
        "author": "{banditproof}",
        "howpublished": f"banditproof {__version__}, claim {code_in_latex(id)}",
        "note": f"Checked by {code_in_latex(f'banditproof check {facts.asked}')}",
    }
    if document is not None and document.authors:
        fields["note"] += f"; the paper is by {latex_of(', '.join(document.authors))}"
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@misc{{{id},", *lines, "}"]) + "\n"
