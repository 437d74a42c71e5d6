"""The list of textbook facts as text: what is read, and what is refused with its place."""

import pytest
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
    ("text", "sentence"),
    [
        ("two words\n    A\n  B", ":1:1: The line 'two words' cannot stand here"),
        ("name\n  B", ":2:1: The line '  B' cannot stand here"),
        ("name\n    A\nother\n    A\n  B", ":3:1: The line 'other' cannot stand here"),
        ("name\n    A\n  B\n    C", ":4:1: The line '    C' cannot stand here"),
        ("    A", ":1:1: The line '    A' cannot stand here"),
        ("name\n   A", ":2:1: The line '   A' cannot stand here"),
        ("name\n    A\n\n", ":2:1: The fact 'name' ends without a reference"),
        ("name", ":1:1: The fact 'name' ends without a reference"),
    ],
)
def test_what_is_no_fact_is_refused_with_its_place(text, sentence):
    with pytest.raises(ValueError, match=r"cannot stand here|without a reference") as refusal:
        list(facts_of(text, FILE))
    assert sentence in str(refusal.value)
