"""Proofs as text in the folder of a paper: found by their IDs, with mutants that join the claim."""

from pathlib import Path

import pytest
from read_pages import read_page

from banditproof.claims import (
    Proof,
    UnreadableProof,
    close_document,
    find,
    open_document,
    run,
    written_proof,
)
from banditproof.paper_checks.proofs.text import read_proofs
from banditproof.paper_checks.proofs.text.locating import places_of
from banditproof.paper_checks.report.proof_listing import proof_listing
from banditproof.paper_checks.statements.claim_facts import facts_of
from banditproof.paper_checks.statements.documents import FIVE, document_of_id
from banditproof.paper_checks.statements.index import stored_index
from banditproof.paper_checks.statements.mutants_of_proofs import with_mutants_of

TEXT = """\
# Theorem 3.
proof my.thm3
where p in [0,1]; n in [1,inf); v in [0,inf)
instances section_2_bounds.cases
1. A coin has the variance $p(1-p)$, at most 1/4. :: p*(1 - p) <= 1/4
2. $v$ is the variance of the mean of $n$ coins. :: v == p*(1 - p)/n -- given
3. It is at most $1/(4n)$. :: v <= 1/(4*n) -- from 1, 2
mutant "sharper: at most 1/(5n)": 3 :: v <= 1/(5*n)
mutant "the variance of one coin": 2 :: v == p*(1 - p)
mutant "a fifth, in another order": 1 :: p*(1 - p) <= 1/5; 3 -- from 2, 1
mutant "fewer than one": where p in [0,1], n in [0.9,inf), v in [0,inf)
# The end & no more <b>.
"""
PROGRAM = '''"""Section 2: a bound with a proof of numbered steps."""

from banditproof.claims import Proof, Verdict, checks, written_proof


def cases():
    """A real case."""
    return [{"p": "1/2", "n": 2, "v": "1/8"}]


@checks("my.thm3", mutants=MUTANTS)
def variance_of_a_mean(most: int = 4, proof: Proof = written_proof("my.thm3")) -> Verdict:
    """A check whose subject is a proof as text."""
    return proof.verdict("The variance of a mean of n coins is at most 1/(4n).")
'''


def write(paper: Path, text: str = TEXT, mutants: str = "None") -> Path:
    program = PROGRAM.replace("MUTANTS", mutants)
    (paper / "section_2_bounds.py").write_text(program, encoding="utf-8")
    (paper / "inside").mkdir(exist_ok=True)
    (paper / "section_2_bounds.proof").write_text(text, encoding="utf-8")
    return paper / "section_2_bounds.proof"


@pytest.fixture
def opened(paper):
    write(paper)
    document = open_document(paper)
    yield document
    close_document(document)


def test_the_default_written_is_the_proof_of_the_claim(paper):
    write(paper)
    program = PROGRAM.replace('written_proof("my.thm3")', "WRITTEN").replace("MUTANTS", "None")
    program = program.replace("import Proof, Verdict, checks, written_proof", "import *")
    (paper / "section_2_bounds.py").write_text(program, encoding="utf-8")
    document = open_document(paper)
    try:
        claim = find("my.thm3")
        assert claim.proof is written_proof("my.thm3")
        assert run(claim).as_recorded
        assert "mutant" in str(next(iter(claim.mutants.values())))
    finally:
        close_document(document)


def test_the_proof_of_a_claim_is_found_and_its_mutants_are_noticed(opened):
    claim, proof = find("my.thm3"), written_proof("my.thm3")
    assert claim.proof is proof
    assert [step.number for step in proof.steps] == [1, 2, 3]
    assert run(claim).as_recorded
    assert list(claim.mutants) == [
        "sharper: at most 1/(5n)",
        "the variance of one coin",
        "a fifth, in another order",
        "fewer than one",
    ]
    both = claim.mutants["a fifth, in another order"]["proof"]
    assert (both.steps[0].formula, both.steps[2].uses) == ("p*(1 - p) <= 1/5", (2, 1))
    assert both.steps[2].formula == proof.steps[2].formula
    changed = claim.mutants["sharper: at most 1/(5n)"]["proof"]
    assert changed == proof.changed(3, formula="v <= 1/(5*n)")
    assert changed is claim.mutants["sharper: at most 1/(5n)"]["proof"]
    noticed = {name: not run(claim, **mutant).as_recorded for name, mutant in claim.mutants.items()}
    assert noticed.pop("fewer than one") is False  # it is true of n >= 0.9, too
    assert all(noticed.values())
    wide = claim.mutants["fewer than one"]["proof"]
    assert (wide.where, wide.steps) == ("p in [0,1], n in [0.9,inf), v in [0,inf)", proof.steps)


LEMMA = """\
lemma my.variance-of-a-mean
where p in [0,1]; n in [1,inf); v in [0,inf)
1. A coin has a small variance. :: p*(1 - p) <= 1/4 -- assumed
2. The mean of $n$ coins has this one. :: v == p*(1 - p)/n -- given
3. It is at most $1/(4n)$. :: v <= 1/(4*n) -- by (1/n)*(1); from 2
mutant "the variance of one coin": 2 :: v == p*(1 - p)
"""
SHORT = """\
proof my.thm3
instances section_2_bounds.cases
1. At a half it is largest. :: p*(1 - p) <= 1/4
2-3. lemma my.variance-of-a-mean (1)
mutant "sharper: at most 1/(5n)": 3 :: v <= 1/(5*n)
"""


def test_a_lemma_in_another_file_of_the_folder_is_taken_in(paper):
    write(paper, SHORT)
    lemmas = paper / "inside" / "lemmas.proof"
    lemmas.write_text(LEMMA, encoding="utf-8")
    document = open_document(paper)
    claim, proof = find("my.thm3"), written_proof("my.thm3")
    assert [step.formula for step in proof.steps] == [
        "p*(1 - p) <= 1/4",
        "v == p*(1 - p)/n",
        "v <= 1/(4*n)",
    ]
    assert run(claim).as_recorded
    assert list(claim.mutants) == ["sharper: at most 1/(5n)", "the variance of one coin"]
    for mutant in claim.mutants.values():
        assert not run(claim, **mutant).as_recorded
    listing = proof_listing(facts_of(claim))
    assert (listing.path, listing.first) == ("my-paper/section_2_bounds.proof", 1)
    (lemma,) = listing.lemmas
    assert (lemma.path, lemma.first, len(lemma.lines)) == ("my-paper/inside/lemmas.proof", 1, 6)
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
    with pytest.raises(ValueError, match=r"bounds\.proof:4:12: There is no lemma 'my\.variance"):
        open_document(paper)


def test_each_link_of_a_proof_leads_to_a_line_of_it_or_of_its_lemmas():
    """Also through a lemma of a lemma, from whose line no link leads to a step of the claim."""
    listing = proof_listing(stored_index()["thesis.lem5.21.repaired"])
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
        paper, f"{SHORT}\nproof my.thm3 as shared\n1-4. lemma thesis.distance-of-linear-rewards\n"
    )
    document = open_document(paper)
    wanted = written_proof("thesis.B.5.step2.distances").steps[:4]
    assert written_proof("my.thm3", "shared").steps == wanted
    close_document(document)


def test_no_changed_proof_is_made_before_it_is_asked_for(monkeypatch):
    made = []
    (text,) = read_proofs(TEXT, "a.proof")
    proof, post_init = text.proof(), Proof.__post_init__
    monkeypatch.setattr(Proof, "__post_init__", lambda self: (made.append(1), post_init(self))[1])
    mutants = with_mutants_of(proof, {"a fifth": {"most": 5}}, {"proof": proof, "most": 4})
    mutant = mutants["the variance of one coin"]
    assert (list(mutants), len(mutants)) == (["a fifth", *proof.mutants], 5)
    assert (list(mutant), len(mutant), mutant["most"]) == (["most", "proof"], 2, 4)
    assert (repr(mutant), made) == ("<the mutant 'the variance of one coin'>", [])
    assert dict(mutant)["proof"].steps[1].formula == "v == p*(1 - p)"
    assert made == [1]


def test_functions_beside_the_proof_are_called_by_the_check(opened, paper):
    proof = written_proof("my.thm3")
    assert [dict(case) for case in proof.instances()] == [{"p": "1/2", "n": 2, "v": "1/8"}]
    wrong = proof.changed(1, formula="p*(1 - p) <= 1/5")
    assert wrong.verdict("No.").outcome.value == "open"


def test_a_mutant_of_the_same_name_in_python_is_refused(paper):
    write(paper, mutants='{"the variance of one coin": {"most": 5}}')
    with pytest.raises(
        ValueError, match=r"'the variance of one coin' of my\.thm3 stands in Python"
    ):
        open_document(paper)


def test_mutants_in_python_come_first(paper):
    write(paper, mutants='{"a fifth": {"most": 5}}')
    document = open_document(paper)
    assert next(iter(find("my.thm3").mutants.items())) == ("a fifth", {"most": 5})
    assert len(find("my.thm3").mutants) == 5
    close_document(document)


def test_a_doubled_id_names_both_places(paper):
    file = write(paper)
    (paper / "inside" / "again.proof").write_text(f"\n{TEXT}", encoding="utf-8")
    with pytest.raises(ValueError, match="There is a proof of") as fault:
        open_document(paper)
    assert "my-paper/inside/again.proof:3:1: There is a proof of my.thm3 in" in str(fault.value)
    assert "my-paper/section_2_bounds.proof:2, too; give one of them a name" in str(fault.value)
    file.write_text(TEXT.replace("proof my.thm3", "proof my.thm3 as  the first"), encoding="utf-8")
    document = open_document(paper)
    assert written_proof("my.thm3", "the first").steps == written_proof("my.thm3").steps
    assert written_proof("my.thm3", "the first") is not written_proof("my.thm3")
    with pytest.raises(ValueError, match=r"as second in .* there is one as the first"):
        written_proof("my.thm3", "second")
    close_document(document)


def test_hidden_folders_and_environments_are_not_searched(paper):
    write(paper)
    for name in (".hidden", "__pycache__", "venv"):
        (paper / name).mkdir()
        (paper / name / "again.proof").write_text(TEXT, encoding="utf-8")
    (paper / "venv" / "pyvenv.cfg").touch()
    document = open_document(paper)
    assert list(places_of(document)) == [("my.thm3", "")]
    close_document(document)


def test_a_fault_is_said_with_its_place_when_the_folder_is_opened(paper):
    write(paper, TEXT.replace("from 1, 2", "from 1, 4"))
    with pytest.raises(ValueError, match=r"my-paper/section_2_bounds\.proof:7:55: '4' was read"):
        open_document(paper)
    write(paper, TEXT.replace("section_2_bounds.cases", "section_2_bounds.real"))
    document = open_document(paper)
    result = run(find("my.thm3"))
    assert "no function section_2_bounds.real, which a proof names" in str(result.verdict.steps)
    close_document(document)


def test_a_changed_file_is_read_again_after_its_document_was_closed(paper):
    file = write(paper)
    close_document(open_document(paper))
    file.write_text(TEXT.replace("1/(4*n)", "1/(3*n)"), encoding="utf-8")
    document = open_document(paper)
    assert written_proof("my.thm3").steps[2].formula == "v <= 1/(3*n)"
    close_document(document)


def test_an_id_without_a_proof_or_a_document_is_said(opened):
    with pytest.raises(
        ValueError, match=r"no proof of my\.lem1 in the \.proof files of my-paper\."
    ):
        written_proof("my.lem1")
    with pytest.raises(ValueError, match=r"'other\.lem1' belongs to no document"):
        written_proof("other.lem1")
    with pytest.raises(ValueError, match=r"my\.thm3 as a .*; there is one without a name"):
        written_proof("my.thm3", "a")


def test_the_page_of_a_claim_shows_its_proof_with_links(opened):
    listing = proof_listing(facts_of(find("my.thm3")))
    lines = TEXT.split("\n")[1:-2]
    assert (listing.path, listing.first, len(listing.lines)) == (
        "my-paper/section_2_bounds.proof",
        2,
        10,
    )
    import re
    from html import unescape

    assert [unescape(re.sub("<[^>]*>", "", line)) for line in listing.lines] == lines
    html = "\n".join(listing.lines)
    for wanted in (
        '<span class="k">proof</span> my.thm3',
        '<a class="f" id="text-3" href="#step-3">3.</a> It is',
        '<span class="k">from</span> <a href="#text-1">1</a>, <a href="#text-2">2</a>',
        '<span class="b">--</span> <span class="k">given</span>',
        'v &lt;= <span class="m">1</span>/(<span class="m">4</span>*n)',
        '<span class="s">"the variance of one coin"</span>: <a href="#text-2">2</a>',
    ):
        assert wanted in html
    assert "The end" not in html
    assert proof_listing(facts_of(find("my.lem1"))) is None


def test_a_proof_that_cannot_be_read_is_shown_as_it_is(opened, paper):
    from banditproof.paper_checks.proofs.text import forget_written_proofs

    facts = facts_of(find("my.thm3"))
    (paper / "section_2_bounds.proof").write_text(
        TEXT.replace("-- given", "-- <b>"), encoding="utf-8"
    )
    forget_written_proofs()
    lines = proof_listing(facts).lines
    assert lines[4].endswith(":: v == p*(1 - p)/n -- &lt;b&gt;")
    assert lines[0] == "proof my.thm3"


def test_the_proofs_of_this_package_can_be_read_and_are_in_order():
    """All of them, with a claim of the same ID in a file that is not far."""
    from banditproof.paper_checks.proofs.text.formatting import formatted
    from banditproof.paper_checks.proofs.text.locating import contents, proof_files, shown

    for document in FIVE:
        for id, _ in places_of(document):
            assert document_of_id(id) is document
        for path in proof_files(document):
            text = contents(path)
            assert formatted(text, shown(document, path), path.parent) == text, path


def test_an_unreadable_proof_is_a_value_error():
    assert issubclass(UnreadableProof, ValueError)
