"""Proofs as text in the folder of a paper: found by their IDs, with mutants that join the claim."""

import pytest
from paper_with_a_proof import PROGRAM, TEXT, write
from banditproof.claims import (
    Misread,
    Proof,
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
from banditproof.paper_checks.statements.documents import SHIPPED, document_of_id
from banditproof.paper_checks.statements.mutants_of_checks import with_mutants_of


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


def test_a_proof_alone_needs_no_check_in_a_program(paper):
    write(paper)
    (paper / "section_2_bounds.py").write_text(PROGRAM.partition("@checks")[0], encoding="utf-8")
    text = paper / "section_2_bounds.claims"
    before = text.read_text(encoding="utf-8")
    after = before.replace(
        "section_2_bounds.variance_of_a_mean with its proof",
        "its proof\n  summary: The variance is at most 1/(4n).",
    )
    assert after != before
    text.write_text(after, encoding="utf-8")
    document = open_document(paper)
    try:
        claim = find("my.thm3")
        result = run(claim)
        assert (result.as_recorded, result.verdict.summary) == (True, claim.summary)
        assert claim.file.endswith("section_2_bounds.claims")
        assert not run(claim, **claim.mutants["the variance of one coin"]).as_recorded
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
    assert dict(mutant)["proof"].steps[1].formula == "v = p*(1 - p)"
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
    with pytest.raises(ValueError, match=r"my-paper/section_2_bounds\.proof:7:57: '4' was read"):
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
    with pytest.raises(ValueError, match=r"my\.lem1 of my-paper is a formal proof, and no list"):
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
        11,
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
    assert lines[4].endswith(":: v = p*(1 - p)/n -- &lt;b&gt;")
    assert lines[0] == "proof my.thm3"


def test_the_proofs_of_this_package_can_be_read_and_are_in_order():
    """All of them, with a claim of the same ID in a file that is not far."""
    from banditproof.paper_checks.proofs.text.formatting import formatted

    for document in SHIPPED:
        for id, _ in places_of(document):
            assert document_of_id(id) is document
        for path in document.home.rglob("*.proof"):
            text = path.read_text("utf-8")
            assert formatted(text, document.shown_text(path), path.parent) == text, path


def test_an_unreadable_proof_is_a_value_error():
    assert issubclass(Misread, ValueError)
