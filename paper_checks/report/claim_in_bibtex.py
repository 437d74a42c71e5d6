"""One claim as an entry for BibTeX: which statement, which verdict, and the command behind it."""

from banditproof import __version__
from ..statements.documents import document_named
from ..verdicts.verdict_words import in_words
from .claim_summary import heading_of
from .latex_text import code_in_latex
from .mathematics import latex_of
from .reported import Reported


def claim_in_bibtex(reported: Reported, id: str) -> str:
    """The entry of a claim; its key is the ID."""
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
