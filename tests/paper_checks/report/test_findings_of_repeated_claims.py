"""A finding that two documents share names no numbered place, whose number is another there."""

import re
from collections.abc import Callable
import pytest
from banditproof.paper_checks.running.runner import Result
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.errata_text import ERRATA, document_of_id, read_errata
from banditproof.paper_checks.statements.index import text_index

NUMBERED = re.compile(
    r"\b(?:Theorem|Lemma|Corollary|Proposition|Assumption|Definition|Remark|Algorithm|Table|Figure"
    r"|Section|Appendix)s? (?:[A-Z]\.?)?(?:\d|[IVX]+\b)[\d.]*|(?<!\S)\((?:[A-Z]\.)?\d+\)"
)


def shared() -> list[str]:
    """The refuted claims of the errata that repeat a claim of another document."""
    in_errata = (
        id for one in SHIPPED for item in read_errata(one.home / ERRATA) for id in item.claims
    )
    index = text_index()
    return [
        id
        for id in in_errata
        if (of := index[id].repeats) and document_of_id(of) != document_of_id(id)
    ]


@pytest.mark.slow
def test_a_shared_finding_names_no_numbered_place(judged: Callable[[str], Result]) -> None:
    named = {id: NUMBERED.findall(judged(id).facts.summary) for id in shared()}
    assert len(named) > 20
    assert {id: places for id, places in named.items() if places} == {}
