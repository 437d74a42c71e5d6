"""Lemmas in the folder of a paper, and the links from its proofs to them."""

import pytest
from paper_with_a_proof import write
from read_pages import read_page
from banditproof.claims import close_document, find, open_document, run, written_proof
from banditproof.paper_checks.report.proof_listing import proof_listing
from banditproof.paper_checks.statements.claim_facts import facts_of
from banditproof.paper_checks.statements.index import text_index

LEMMA = """\
lemma my.variance-of-a-mean
  where p in [0,1]; n in [1,inf); v in [0,inf)
  1. A coin has a small variance. :: p*(1 - p) <= 1/4 -- assumed
  2. The mean of $n$ coins has this one. :: v = p*(1 - p)/n -- given
  3. It is at most $1/(4n)$. :: v <= 1/(4*n) -- by (1/n)*(1); from 2
  mutant "the variance of one coin": 2 :: v = p*(1 - p)
qed
"""
SHORT = """\
proof my.thm3
  instances section_2_bounds.cases
  1. At a half it is largest. :: p*(1 - p) <= 1/4
  2-3. lemma my.variance-of-a-mean (1)
  mutant "sharper: at most 1/(5n)": 3 :: v <= 1/(5*n)
qed
"""


def test_a_lemma_in_another_file_of_the_folder_is_taken_in(paper):
    write(paper, SHORT)
    lemmas = paper / "inside" / "lemmas.proof"
    lemmas.write_text(LEMMA, encoding="utf-8")
    document = open_document(paper)
    claim, proof = find("my.thm3"), written_proof("my.thm3")
    assert [step.formula for step in proof.steps] == [
        "p*(1 - p) <= 1/4",
        "v = p*(1 - p)/n",
        "v <= 1/(4*n)",
    ]
    assert run(claim).as_recorded
    assert list(claim.mutants) == ["sharper: at most 1/(5n)", "the variance of one coin"]
    for mutant in claim.mutants.values():
        assert not run(claim, **mutant).as_recorded
    listing = proof_listing(facts_of(claim))
    assert (listing.path, listing.first) == ("my-paper/section_2_bounds.proof", 1)
    (lemma,) = listing.lemmas
    assert (lemma.path, lemma.first, len(lemma.lines)) == ("my-paper/inside/lemmas.proof", 1, 7)
    html, inside = "\n".join(listing.lines), "\n".join(lemma.lines)
    name = "lemma-my.variance-of-a-mean"
    for wanted in (
        f'<a class="f" href="#step-2">2-3.</a> <span class="k">lemma</span> <a href="#{name}">',
        '</a> (<a href="#text-1">1</a>)',
        f'<span class="s">"sharper: at most 1/(5n)"</span>: <a href="#{name}-3">3</a>',
    ):
        assert wanted in html
    for wanted in (
        f'<span class="k">lemma</span> <span id="{name}">my.variance-of-a-mean</span>',
        f'<a class="f" id="{name}-3">3.</a> It is',
        f'(<a href="#{name}-1">1</a>)',
        '<span class="k">assumed</span>',
    ):
        assert wanted in inside
    close_document(document)
    lemmas.unlink()
    with pytest.raises(ValueError, match=r"bounds\.proof:4:14: There is no lemma 'my\.variance"):
        open_document(paper)


def test_each_link_of_a_proof_leads_to_a_line_of_it_or_of_its_lemmas():
    """Also through a lemma of a lemma, from whose line no link leads to a step of the claim."""
    listing = proof_listing(text_index()["thesis.lem5.21.repaired"])
    html = "\n".join(line for item in (listing, *listing.lemmas) for line in item.lines)
    page = read_page(html)
    links = {link[1:] for link in page.links if not link.startswith("#step-")}
    assert len(listing.lemmas) > 2
    assert links <= set(page.ids)
    lemmas = "\n".join(line for lemma in listing.lemmas for line in lemma.lines)
    assert "#step-" not in lemmas
    assert '<a href="#lemma-thesis.cost-of-a-wrong-arm-11">11</a>' in html


def test_a_lemma_of_this_package_is_taken_in_and_a_doubled_one_is_refused(paper):
    write(paper, SHORT)
    (paper / "inside" / "lemmas.proof").write_text(LEMMA, encoding="utf-8")
    (paper / "inside" / "again.proof").write_text(f"\n{LEMMA}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"There is a lemma of my\.variance-of-a-mean in") as fault:
        open_document(paper)
    assert "my-paper/inside/lemmas.proof:1:1: There is a lemma" in str(fault.value)
    assert "my-paper/inside/again.proof:2, too; give one of them a name." in str(fault.value)
    (paper / "inside" / "lemmas.proof").unlink()
    write(
        paper,
        f"{SHORT}\nproof my.thm3 as shared\n  1-4. lemma thesis.distance-of-linear-rewards\nqed\n",
    )
    document = open_document(paper)
    wanted = written_proof("thesis.B.5.step2.distances").steps[:4]
    assert written_proof("my.thm3", "shared").steps == wanted
    close_document(document)
