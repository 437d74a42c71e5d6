"""Two pages for the authors of a document: against the register, against a small paper, as LaTeX."""

import re
import shutil
from dataclasses import replace
from math import ceil
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

FIVE = ("bernoulli", "zcdp", "renyi", "adversarial", "thesis")
ENTRY = re.compile(r"^\*\*(\d+)\. (.*?)\*\* (.*) \\\[(.*)\\\]$", re.MULTILINE)
"""An entry of a review in Markdown: its number, title, text, and claims."""


def recorded(document: str) -> Reported:
    known = text_index()
    return report_about([id for id in known if known[id].document == document], ())


def entries_of(text: str) -> list[tuple[str, str, str, list[str]]]:
    return [
        (number, title, body, re.findall(r"`([^`]+)`", claims))
        for number, title, body, claims in ENTRY.findall(text)
    ]


@pytest.mark.parametrize("document", FIVE)
def test_a_review_says_of_the_register_what_stands_there(document: str) -> None:
    reported = recorded(document)
    text, listed = review_in_markdown(reported, document), errata(reported, document)
    counted = len(listed.examined), len(listed.without_error), listed.wrong
    assert f"{counted[0]} assertions of this document were examined" in text
    assert f"No error was found in {counted[1]} (" in text
    assert f"{counted[2]} assertions are not true exactly as printed" in text
    home = next(one for one in SHIPPED if one.name == document)
    known = {markdown_of(f"{n.title}."): n for n in read_errata(home.home / ERRATA)}
    shown = entries_of(text)
    assert [int(number) for number, *_ in shown] == [*range(1, len(shown) + 1)]
    assert len(shown) >= 6
    for _, title, body, claims in shown:
        entry = known[title]
        assert claims[0] in entry.claims
        for facts in (reported.claims[id] for id in claims):
            assert facts.recorded in ("fails", "fails-with-repair", "misprint", "holds-vacuously")
        assert not entry.witnesses or "Witness: " in body
        refuted = [one for one in entry.witnesses if markdown_of(one.text)[1:].rstrip(".") in body]
        assert len(refuted) == min(len(entry.witnesses), 1)
        for one in refuted:
            assert set(claims) <= set(one.claims or entry.claims)
        if entry.instead:
            assert markdown_of(entry.instead)[1:].rstrip(".") in body


@pytest.mark.parametrize("document", FIVE)
def test_the_heaviest_entries_come_first_and_each_other_one_is_counted(document: str) -> None:
    reported = recorded(document)
    text, listed = review_in_markdown(reported, document), errata(reported, document)
    order = [markdown_of(f"{one.entry.title}.") for _, some in listed.sections for one in some]
    shown = [title for _, title, *_ in entries_of(text)]
    assert [order.index(title) for title in shown] == sorted(map(order.index, shown))
    more = re.search(r"(\d+) more entr\w+, (.*), stands? in the errata", text)
    left = re.search(r"(\d+) entr\w+ about a false statement", text)
    counts = [int(found[1]) for found in (more, left) if found]
    assert len(shown) + sum(counts) == len(listed.entries)
    assert more is not None
    assert sum(map(int, re.findall(r"\d+", more[2]))) == int(more[1])
    assert f"`banditproof report --document {document} --format md`" in text


@pytest.mark.parametrize("document", FIVE)
def test_a_review_has_at_most_two_pages(document: str) -> None:
    """A page of the class has 59 lines of about 100 letters, which is counted on the safe side."""
    text = review_in_markdown(recorded(document), document)
    lines = 0.0
    for paragraph in text.split("\n\n"):
        plain = re.sub(r"`?\$`?|\*\*|\\(?=[\[\]&_*])", "", paragraph)
        letters = len(readable_text(paragraph.replace("$`", "$").replace("`$", "$")))
        lines += 3 if plain.startswith("#") else ceil(letters / 95) + 0.4
    assert 70 < lines <= 2 * 59 - 8
    assert LINES <= 2 * 59 - 16


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("document", FIVE)
def test_a_review_compiles_to_two_pages(document: str) -> None:
    made = pdf_of(review_in_latex(recorded(document), document))
    assert made is not None
    assert made[0].startswith(b"%PDF")
    assert made[1] <= 2


def stub(id: str, verdict: str, **more: object) -> ClaimFacts:
    """A claim of a small paper."""
    plain = text_index()["bern.eq7"]
    empty: dict[str, object] = {"rests_on": (), "stated_proof": (), "doubts": (), "was": ""}
    own = {"id": id, "document": "paper", "recorded": verdict, "repaired_by": None, "title": "x"}
    own |= {"label": f"Lemma {id}", "place": f"Place of {id}", "statement": "It is.", "steps": ()}
    return replace(plain, **(empty | own | more))


def ran(facts: ClaimFacts, **more: object) -> ResultFacts:
    nothing: dict[str, object] = {"witness": None, "witness_values": {}, "numbers": {}}
    return result_of(facts, **(nothing | {"repaired_statement": None, "errata_witness": ""} | more))


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
    known = {**SMALL, **{facts.id: facts for facts in changed.values()}}
    return Reported.of(known, results, known, {"paper": "A Paper"})


def test_a_review_of_a_small_paper_has_what_its_checks_found() -> None:
    false = ran(SMALL["p.false"], witness_values=WITNESS, repaired_statement="It is half.")
    text = review_in_markdown(small(false, ran(SMALL["p.bare"])), "paper")
    first, second = entries_of(text)
    assert (first[3], second[3]) == (["p.false"], ["p.print"])
    assert "(Place of p.false.)" in first[2]
    assert "n = 7/3; sum = 1e-400" in first[2]
    assert "Instead: It is half (shown by checks at single points" in first[2]
    assert "1 entry about a false statement is left out here" in text
    assert "Lemma p.bare" in text.partition("for want of a witness in numbers")[2]
    for left, id in (("could not be decided", "p.open"), ("examined by a program", "p.told")):
        assert re.search(rf"{left}\. \\\[`{id}`\\\]", text)
    assert "1 assertion without an error found, besides definitions, none is proved" in text
    assert "All " not in text
    assert "2 checks of 7 ran" in text


def test_a_false_claim_without_a_witness_cannot_appear() -> None:
    known = small(ran(SMALL["p.false"]), ran(SMALL["p.bare"]))
    text = review_in_markdown(known, "paper")
    assert [claims for *_, claims in entries_of(text)] == [["p.print"]]
    assert "2 entries about a false statement are left out" in text
    shared = replace(SMALL["p.bare"], repaired_by="p.false.repaired")
    found = ran(SMALL["p.false"], witness_values=WITNESS)
    both = review_in_markdown(small(found, ran(shared), changed=shared), "paper")
    assert [claims for *_, claims in entries_of(both)] == [["p.false"], ["p.print"]]
    each = review_in_markdown(
        small(found, ran(shared, witness_values={"m": "5"}), changed=shared), "paper"
    )
    assert entries_of(each)[0][3] == ["p.false", "p.bare"]


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
    assert all(one in KNOWN for one in text)
    assert len(re.findall(r"^\\subsection\*", text, re.MULTILINE)) == 3


def test_each_letter_of_mathematics_is_known_to_the_class() -> None:
    for letter, latex in IN_LATEX.items():
        assert latex.isascii(), letter
        assert category(letter)[0] in "LSMN" or letter in "·"
    assert latex_of("∀ n ∈ ℕ") == r"$\forall$ n $\in$ $\mathbb{N}$"
