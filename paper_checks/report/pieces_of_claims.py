"""The pieces of a claim's page that are made outside its template: graph, program, command."""

from typing import Any
from .claim_page import Link, claim_page, command_of
from .claim_summary import number_rows
from .drawn_graphs import graph_html
from .formal_elsewhere import formal_of_document, who_compared
from .neighbourhood import neighbourhood
from .readable_text import readable_text
from .reported import Reported
from .source_listing import listing_of


def pieces_of(reported: Reported, id: str, link: Link) -> dict[str, Any]:
    """Everything that the template of a claim shows."""
    from markupsafe import Markup

    facts, result = reported.claims[id], reported.result(id)
    graph = graph_html(
        neighbourhood(reported.graph, id),
        title=f"What {id} rests on, and what rests on it",
        link=link,
        whole=reported.graph,
        plain=readable_text,
    )
    numbers = result.numbers if result is not None and not facts.parts else {}
    return {
        "view": claim_page(reported, id, link),
        "graph": Markup(graph),
        "numbers": dict(number_rows(numbers)),
        "command": command_of(facts),
        "program": listing_of(facts),
        "document_title": document_title(reported, facts.document),
        "document_address": link(facts.document),
        "formal": formal_of_document(facts.document).get(id, ()),
        "who_compared": who_compared(facts.document),
    }


def document_title(reported: Reported, name: str) -> str:
    """The title of a document; its name if it has none."""
    return reported.documents.get(name, name)
