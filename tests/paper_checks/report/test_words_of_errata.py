"""A page of errata is a letter to an author: it has no words of ours."""

import re
import pytest
from small_reports import report_about
from banditproof.paper_checks.report.errata_to_send import errata_in_markdown
from banditproof.paper_checks.statements.documents import SHIPPED, Document
from banditproof.paper_checks.statements.index import text_index

INTERNAL = (
    r"verdicts?|graded?|recorded|registered|mutants?|repairs?|repaired|outlined|claim ids?",
    r"has no program|programs? of ours|our programs?|checkers?|tiers?|TODO|FIXME",
    r"(?:by|a) machine|machine[- ]checked|proved by machine",
    r"(?:fails|holds)[- ]with[- ]repair|not-reproduced|not-mechanical|undecided",
    r"believe in|say nothing|says nothing|of the print|make sense|wrong side|for us|drown\w*",
    r"(?:not|no) pay for|paid for|asks? for|have it right|has it right|is blind|scatters?",
    r"obviously|trivial mistake|blunder|absurd|nonsense|careless|sloppy",
)
"""Our own words, turns that are no English of a journal, and a tone that no colleague would use."""
CODE = re.compile(r"(`+)(?!\$).*?\1", re.DOTALL)


def internal_words(page: str) -> list[str]:
    """The words of ours in a page, its commands to run left out."""
    words = CODE.sub(" ", page)
    return re.findall(rf"\b(?:{'|'.join(INTERNAL)})\b", words, re.IGNORECASE)


@pytest.mark.parametrize("document", SHIPPED, ids=lambda document: document.name)
def test_a_page_to_be_sent_has_no_words_of_ours(document: Document) -> None:
    page = errata_in_markdown(report_about(list(text_index()), ()), document.name)
    assert not internal_words(page)
    assert len(re.findall(r"\bprograms?\b", page)) <= 2, "named once, in the first paragraph"
    prefixes = "|".join(known.prefix for known in SHIPPED)
    assert not re.search(rf"\b(?:{prefixes})\.[a-z]+\d", CODE.sub(" ", page))


@pytest.mark.parametrize(
    "remark",
    [
        "The lemma has no program yet.",
        "The verdict recorded for it is open.",
        "We believe in $x$.",
        "It is proved by machine.",
        "So the theorems say nothing there.",
        "The first pull is blind.",
        "**Assumed of the print.** All constants are universal.",
        "20 definitions, which make sense.",
    ],
)
def test_a_remark_of_ours_is_noticed(remark: str) -> None:
    assert internal_words(f"# Errata\n\n{remark}\n\n`banditproof check p.repaired`\n")


def test_a_command_and_mathematics_are_no_words_of_ours() -> None:
    assert not internal_words("Suppose $`\\epsilon>0`$ (`banditproof check p.graded`).")
