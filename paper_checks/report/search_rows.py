"""What the search of a report looks at: a file of JavaScript that is read when a search begins."""

import json
from collections.abc import Iterator
from typing import Any
from ..statements.claim_facts import ClaimFacts
from ..textbook import PREFIX, TEXTBOOK
from .contents import NO_GRADE, Contents, unit_of
from .mathematics import search_words
from .page_names import BESIDE, Pages
from .page_names import TEXTBOOK as TEXTBOOK_PAGE
from .readable_text import readable_text
from .reported import Reported

FIELDS = (
    *("id", "was", "address", "section", "document", "unit", "label", "kind", "title"),
    *("verdict", "grade", "stated", "place", "words"),
)
"""What is known of a claim: `section` is the page that lists it, `words` those of its statement.

Sections and textbook facts have no grade.
"""


EMPTY: dict[str, Any] = dict.fromkeys(FIELDS, "")


def search_file(reported: Reported, contents: tuple[Contents, ...], pages: Pages) -> str:
    """Sections, claims and textbook facts, in the order of the documents."""
    data = {
        "fields": FIELDS,
        "titles": {document.name: document.title for document in contents},
        "rows": [[row[name] for name in FIELDS] for row in _rows(reported, contents, pages)],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")
    return f"window.banditproofClaims = {text};\n"


def _rows(
    reported: Reported, contents: tuple[Contents, ...], pages: Pages
) -> Iterator[dict[str, Any]]:
    for document in contents:
        for group in document.groups:
            address = pages.sections[document.name, group.anchor]
            section = address.partition("#")[0]
            label, _, title = group.title.partition(": ")
            yield EMPTY | {
                "id": f"{document.name}, {label}",
                "address": address,
                "document": document.name,
                "label": label,
                "title": title,
                "stated": 1,
            }
            for facts in group.claims:
                yield _row(reported, facts, pages.page(facts.id), section)
    for id in reported.beside:
        yield _row(reported, reported.claims[id], pages.page(id), BESIDE)
    for id in reported.facts_used:
        yield EMPTY | {
            "id": id.removeprefix(PREFIX),
            "address": pages.page(id),
            "section": TEXTBOOK_PAGE,
            "kind": "textbook fact",
            "title": readable_text(TEXTBOOK[id].statement),
            "verdict": "textbook",
            "stated": 1,
        }


def _row(reported: Reported, facts: ClaimFacts, address: str, section: str) -> dict[str, Any]:
    return {
        "id": facts.id,
        "was": facts.was,
        "address": address,
        "section": section,
        "document": facts.document,
        "unit": unit_of(facts),
        "label": facts.label,
        "kind": facts.kind,
        "title": readable_text(facts.title),
        "verdict": reported.verdict(facts.id),
        "grade": facts.graded or NO_GRADE,
        "stated": int(facts.stated),
        "place": facts.place,
        "words": search_words(facts.statement),
    }
