"""A draft holds only by a proof and fails only at a point; what a text says is found again."""

import pytest
from case_tables import table
from named_statements import ALL
from banditproof.paper_checks.drafts.draft_text import draft_in
from banditproof.paper_checks.drafts.formula_tokens import Unread
from banditproof.paper_checks.drafts.judging_drafts import first_attempt, said_of
from banditproof.paper_checks.statements.completed import completed
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.prover import Statement

REFUTED = {"fails", "misprint", "fails-with-repair"}


@pytest.mark.parametrize(("words", "draft"), table(__file__, "found"))
def test_a_first_attempt_finds(words: str, draft: str) -> None:
    found = first_attempt(words, 3)
    assert found.text == draft or (found.word == draft and found.witness)
    assert draft_in(found.text) == found


@pytest.mark.parametrize(("text", "said"), table(__file__, "changed"))
def test_what_a_text_says_of_a_draft_is_found_again(text: str, said: str) -> None:
    draft = draft_in(text)
    assert draft is not None
    words = said_of(draft, 3)
    assert words.startswith("Draft, not checked by a reader")
    assert said in words


@pytest.mark.parametrize("text", table(__file__, "no_drafts"))
def test_another_form_is_no_draft(text: str) -> None:
    assert draft_in(text) is None


def drafts_of_documents() -> dict[str, tuple[str, str]]:
    """What a first attempt says of each statement that can be read, and what is recorded of it."""
    found = {}
    for document in SHIPPED:
        for id, claim in document.declared.items():
            try:
                word = first_attempt(claim.statement, 10).word
            except Unread:
                continue
            found[id] = (word, completed(claim).recorded)
    return found


def test_drafts_of_the_documents_are_what_was_found_there() -> None:
    drafts = drafts_of_documents()
    assert len(drafts) >= 6
    for id, (word, recorded) in drafts.items():
        assert word != "holds" or recorded == "holds", id
        assert word != "fails" or recorded in REFUTED, id
    assert drafts["zcdp.elliptic.minimum"][0] == "fails"
    assert drafts["thesis.thm4.24.logarithm"][0] == "holds"


@pytest.mark.slow
def test_no_draft_of_the_named_inequalities_is_wrong() -> None:
    """71 inequalities of the documents hold; their twins, a hundredth stronger, do not."""
    words = {True: [], False: []}
    for one in ALL.values():
        for true, text in ((True, one.text), (False, one.twin)):
            try:
                draft = first_attempt(f"${Statement.of(text, one.domain).latex}$", 5)
            except Unread:
                continue
            words[true].append(draft.word)
    assert "fails" not in words[True]
    assert "holds" not in words[False]
    assert words[True].count("holds") >= 40
    assert words[False].count("fails") >= 40
