"""Two pages for the authors of a document: against the register, against a small paper, as LaTeX."""

import re
import shutil
from dataclasses import replace
from math import ceil
from typing import NamedTuple
from unicodedata import category
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_reports import report_about, result_of
from banditproof.paper_checks.report import review_to_send
from banditproof.paper_checks.report.errata import Erratum, errata
from banditproof.paper_checks.report.latex_text import KNOWN, words_in_latex
from banditproof.paper_checks.report.letters import IN_LATEX
from banditproof.paper_checks.report.mathematics import latex_of, markdown_of
from banditproof.paper_checks.report.pdf_of_latex import pdf_of
from banditproof.paper_checks.report.readable_text import readable_text
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.report.review_to_send import (
    LINES,
    review_in_latex,
    review_in_markdown,
)
from banditproof.paper_checks.statements.claim_facts import ClaimFacts, ResultFacts
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.errata_text import ERRATA, read_errata
from banditproof.paper_checks.statements.index import text_index

DOCUMENTS = ("bernoulli", "zcdp", "renyi", "adversarial", "thesis")
NOT_AS_PRINTED = ("fails", "fails-with-repair", "misprint", "holds-vacuously")
ENTRY = re.compile(r"^\*\*(\d+)\. (.*?)\*\* (.*) \\\[(.*)\\\]$", re.MULTILINE)
"""An entry of a review in Markdown: its number, title, text, and claims."""
LINES_OF_A_PAGE = 59
LETTERS_OF_A_LINE = 95
"""The class sets about 100 letters in a line; it is counted on the safe side."""


class Entry(NamedTuple):
    """An entry of a review, as it is read from the Markdown."""

    number: int
    title: str
    body: str
    claims: list[str]


def recorded(document: str) -> Reported:
    """What the texts record of a document, without running a check."""
    known = text_index()
    return report_about([id for id in known if known[id].document == document], ())


def entries_of(text: str) -> list[Entry]:
    return [
        Entry(int(number), title, body, re.findall(r"`([^`]+)`", claims))
        for number, title, body, claims in ENTRY.findall(text)
    ]


def says(body: str, sentence: str) -> bool:
    """Whether an entry has a sentence, whose first letter and full stop depend on its place."""
    return markdown_of(sentence)[1:].rstrip(".") in body


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_review_counts_what_the_register_counts(document: str) -> None:
    reported = recorded(document)
    text, register = review_in_markdown(reported, document), errata(reported, document)
    assert f"{len(register.examined)} assertions of this document were examined" in text
    assert f"No error was found in {len(register.without_error)} (" in text
    assert f"{register.wrong} assertions are not true exactly as printed" in text


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_review_says_of_the_register_what_stands_there(document: str) -> None:
    reported = recorded(document)
    shown = entries_of(review_in_markdown(reported, document))
    assert [entry.number for entry in shown] == [*range(1, len(shown) + 1)]
    assert len(shown) >= 6
    (folder,) = (known.home for known in SHIPPED if known.name == document)
    register = {markdown_of(f"{entry.title}."): entry for entry in read_errata(folder / ERRATA)}
    for entry in shown:
        source = register[entry.title]
        assert entry.claims[0] in source.claims
        assert all(reported.claims[id].recorded in NOT_AS_PRINTED for id in entry.claims)
        if source.instead:
            assert says(entry.body, source.instead)
        if source.witnesses:
            assert "Witness: " in entry.body
            (witness,) = (known for known in source.witnesses if says(entry.body, known.text))
            assert set(entry.claims) <= set(witness.claims or source.claims)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_heaviest_entries_come_first_and_each_other_one_is_counted(document: str) -> None:
    reported = recorded(document)
    text, register = review_in_markdown(reported, document), errata(reported, document)
    by_weight = [
        markdown_of(f"{item.entry.title}.") for _, items in register.sections for item in items
    ]
    places = [by_weight.index(entry.title) for entry in entries_of(text)]
    assert places == sorted(places)

    others = re.search(r"(\d+) more entr\w+, (.*), stands? in the errata", text)
    assert others is not None
    by_kind = map(int, re.findall(r"\d+", others[2]))
    assert sum(by_kind) == int(others[1])
    without_witness = re.search(r"(\d+) entr\w+ about a false statement", text)
    left_out = int(without_witness[1]) if without_witness else 0
    assert len(places) + int(others[1]) + left_out == len(register.entries)
    assert f"`banditproof report --document {document} --format md`" in text


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_review_has_at_most_two_pages(document: str) -> None:
    """A heading takes three lines, and a paragraph less than half a line besides its own."""
    lines = 0.0
    for paragraph in review_in_markdown(recorded(document), document).split("\n\n"):
        letters = len(readable_text(paragraph.replace("$`", "$").replace("`$", "$")))
        heading = paragraph.startswith("#")
        lines += 3 if heading else ceil(letters / LETTERS_OF_A_LINE) + 0.4
    assert 70 < lines <= 2 * LINES_OF_A_PAGE - 8
    assert LINES <= 2 * LINES_OF_A_PAGE - 16


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_review_compiles_to_two_pages(document: str) -> None:
    made = pdf_of(review_in_latex(recorded(document), document))
    assert made is not None
    content, pages = made
    assert content.startswith(b"%PDF")
    assert pages <= 2


def stub(id: str, verdict: str, **facts: object) -> ClaimFacts:
    """A claim of a small paper: one of a real paper, with other facts."""
    plain: dict[str, object] = {
        "id": id,
        "document": "paper",
        "recorded": verdict,
        "title": "x",
        "label": f"Lemma {id}",
        "place": f"Place of {id}",
        "statement": "It is.",
        "repaired_by": None,
        "steps": (),
        "rests_on": (),
        "stated_proof": (),
        "doubts": (),
        "was": "",
    }
    return replace(text_index()["bern.eq7"], **(plain | facts))


def ran(claim: ClaimFacts, **facts: object) -> ResultFacts:
    """The result of a claim whose check ran and found these facts alone."""
    plain: dict[str, object] = {
        "witness": None,
        "witness_values": {},
        "numbers": {},
        "repaired_statement": None,
        "errata_witness": "",
    }
    return result_of(claim, **(plain | facts))


SMALL = {
    facts.id: facts
    for facts in (
        stub("p.fine", "holds", grade="points"),
        stub("p.false", "fails", repaired_by="p.false.repaired"),
        stub("p.false.repaired", "holds", stated=False, grade="sampled", statement="It is half."),
        stub("p.bare", "fails"),
        stub("p.print", "misprint"),
        stub("p.open", "open"),
        stub("p.told", "not-mechanical"),
    )
}
WITNESS = {"n": "7/3", "sum": "1e-400"}


def small(*results: ResultFacts, **changed: ClaimFacts) -> Reported:
    """The small paper with the results of some checks, and with other facts of some claims."""
    known = {**SMALL, **{facts.id: facts for facts in changed.values()}}
    return Reported.of(known, results, known, {"paper": "A Paper"})


def test_a_review_of_a_small_paper_has_what_its_checks_found() -> None:
    false = ran(SMALL["p.false"], witness_values=WITNESS, repaired_statement="It is half.")
    text = review_in_markdown(small(false, ran(SMALL["p.bare"])), "paper")
    first, second = entries_of(text)
    assert (first.claims, second.claims) == (["p.false"], ["p.print"])
    assert "(Place of p.false.)" in first.body
    assert "n = 7/3; sum = 1e-400" in first.body
    assert "Instead: It is half (shown by checks at single points" in first.body
    assert "1 entry about a false statement is left out here" in text
    assert "Lemma p.bare" in text.partition("for want of a witness in numbers")[2]
    for left, id in (("could not be decided", "p.open"), ("examined by a program", "p.told")):
        assert re.search(rf"{left}\. \\\[`{id}`\\\]", text)
    assert "1 assertion in which no error was found, definitions apart, none is proved" in text
    assert "All " not in text
    assert "2 checks of 7 ran" in text


def claims_in(reported: Reported) -> list[list[str]]:
    """The claims of each entry of the review of the small paper."""
    return [entry.claims for entry in entries_of(review_in_markdown(reported, "paper"))]


def test_a_false_claim_without_a_witness_cannot_appear() -> None:
    reported = small(ran(SMALL["p.false"]), ran(SMALL["p.bare"]))
    assert claims_in(reported) == [["p.print"]]
    text = review_in_markdown(reported, "paper")
    assert "2 entries about a false statement are left out" in text


def test_of_claims_with_one_repair_those_with_a_witness_appear() -> None:
    shared = replace(SMALL["p.bare"], repaired_by="p.false.repaired")
    found = ran(SMALL["p.false"], witness_values=WITNESS)
    one_witness = small(found, ran(shared), changed=shared)
    assert claims_in(one_witness) == [["p.false"], ["p.print"]]
    two_witnesses = small(found, ran(shared, witness_values={"m": "5"}), changed=shared)
    assert claims_in(two_witnesses)[0] == ["p.false", "p.bare"]


def test_a_mutant_that_shows_what_nothing_refutes_is_noticed(monkeypatch) -> None:
    def careless(_: Reported, listed: object) -> tuple[list[Erratum], list[Erratum]]:
        return list(errata(small(), "paper").entries), []

    monkeypatch.setattr(review_to_send, "_refuted", careless)
    with pytest.raises(AssertionError):
        test_a_false_claim_without_a_witness_cannot_appear()


@pytest.mark.parametrize(
    ("repair", "words"),
    [
        ({"grade": "derived"}, "(shown with a formal proof)"),
        ({"grade": "outlined"}, "(shown by an argument whose inequalities"),
        ({"grade": "cited"}, "(shown by checks at single points, simulations, or a cited"),
        ({"recorded": "open", "grade": None}, "(its check does not confirm this)"),
    ],
)
def test_what_is_given_instead_says_what_shows_it(repair: dict[str, object], words: str) -> None:
    found = ran(SMALL["p.false"], witness_values=WITNESS, repaired_statement="It is half.")
    changed = replace(SMALL["p.false.repaired"], **repair)
    assert words in review_in_markdown(small(found, changed=changed), "paper")


def test_a_paper_without_an_error_and_one_without_a_check() -> None:
    fine = replace(small(), chosen=("p.fine",))
    text = review_in_markdown(fine, "paper")
    assert "No error was found in 1 (" in text
    assert "not true as printed" not in text
    bare = replace(SMALL["p.open"], file="paper/statements.claims")
    text = review_in_markdown(replace(small(changed=bare), chosen=("p.open",)), "paper")
    assert "No assertion of this document was examined with a program" in text
    assert r"1 assertion was not examined. \[`p.open`\]" in text


def balanced(latex: str) -> bool:
    bare = re.sub(r"\\[{}\\]", "", latex)
    return bare.count("{") == bare.count("}")


WORDS = st.text(st.characters(exclude_characters="$`"), max_size=60)


@given(WORDS)
def test_words_in_latex_are_of_letters_that_the_class_has(text: str) -> None:
    written = words_in_latex(text)
    assert set(written) <= KNOWN
    assert balanced(written)
    rest = re.sub(r"\$(?:\{\})?[_^]?[^$]*\$|\\[A-Za-z]+(?:\{\})?|\\[{}$&#%_]", "", written)
    rest = re.sub(r"\{U\+[0-9A-F]+\}", "", rest)
    assert not set(rest) & set("\\{}$&#%_~^<>|")


@given(title=WORDS, statement=WORDS, value=WORDS)
def test_no_text_of_a_folder_breaks_the_latex(title: str, statement: str, value: str) -> None:
    claim = replace(SMALL["p.false"], title=title, statement=statement, repaired_by=None)
    found = ran(claim, witness_values={"n": value or "1"}, repaired_statement=statement)
    text = review_in_latex(small(found, changed=claim), "paper")
    assert balanced(text)
    assert text.count("\\begin{") == text.count("\\end{") == 1
    assert set(text) <= KNOWN
    assert len(re.findall(r"^\\subsection\*", text, re.MULTILINE)) == 3


def test_each_letter_of_mathematics_is_known_to_the_class() -> None:
    for letter, latex in IN_LATEX.items():
        assert latex.isascii(), letter
        assert category(letter)[0] in "LSMN" or letter in "·"
    assert latex_of("∀ n ∈ ℕ") == r"$\forall$ n $\in$ $\mathbb{N}$"
