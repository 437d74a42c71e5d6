"""The list of textbook facts as text: what is read, and what is refused with its place."""

import pytest
from case_tables import table
from banditproof.paper_checks.textbook import FACTS, FILE, Fact, facts_of


def test_all_facts_are_read_from_the_list():
    named = [
        line
        for line in FILE.read_text(encoding="utf-8").split("\n")
        if line and line[0] not in "# "
    ]
    assert [fact.name for fact in FACTS] == named
    assert all(fact.statement and fact.reference for fact in FACTS)
    assert all(fact.statement == " ".join(fact.statement.split()) for fact in FACTS)


def test_a_broken_line_goes_on_and_a_comment_is_left_out():
    text = "# a list\nfirst-fact\n    It says\n    this.\n  A book,\n  page 1\n\nsecond\n    B\n  C"
    assert list(facts_of(text, FILE)) == [
        Fact("first-fact", "It says this.", "A book, page 1"),
        Fact("second", "B", "C"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"), table(__file__, "what_is_no_fact_is_refused_with_its_place")
)
def test_what_is_no_fact_is_refused_with_its_place(text, sentence):
    with pytest.raises(ValueError, match=r"cannot stand here|without a reference") as refusal:
        list(facts_of(text, FILE))
    assert sentence in str(refusal.value)
