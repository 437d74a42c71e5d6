"""The ledger of proofs by steps: what a judge says of each, in lines that can be compared."""

import pytest
from banditproof.paper_checks.proofs.text.every_proof import every_proof, lemma_alone
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.running import ledger_of_proofs
from banditproof.paper_checks.running.ledger_of_proofs import ledger
from banditproof.paper_checks.statements.documents import SHIPPED

SAMPLE = "zcdp.tab1.footnote"


def test_a_proof_that_a_change_breaks_has_other_lines():
    proof = written_proof(SAMPLE)
    before = [*ledger([("it", proof)])]
    after = [*ledger([("it", proof.mutants["sharper: log T for log 2 T"])])]
    assert before[:4] == ["it: outlined", "  1 proved", "  2 proved", "  3 proved"]
    assert after == ["it: stops at step 2", "  1 proved", "  2 failed"]


def test_each_mutant_has_the_step_at_which_it_stops():
    lines = [line for line in ledger([("it", written_proof(SAMPLE))]) if "mutant" in line]
    assert [line.rpartition(": ")[2] for line in lines] == ["step 1", "step 2", "step 1"]


def test_one_of_so_many_mutants_is_taken():
    proof = written_proof(SAMPLE)
    assert [line for line in ledger([("it", proof)], every=2) if "mutant" in line] == [
        "  mutant 'sharper: log T for log 2 T': step 2"
    ]
    assert not [line for line in ledger([("it", proof)], every=0) if "mutant" in line]


def test_the_ledger_is_written_to_a_file(tmp_path, monkeypatch):
    some = [("it", written_proof(SAMPLE))]
    placed = [(*one, None) for one in some]
    monkeypatch.setattr(ledger_of_proofs, "every_proof", lambda: placed)
    ledger_of_proofs.main(tmp_path / "ledger.txt", 1)
    assert (tmp_path / "ledger.txt").read_text("utf-8").splitlines() == [*ledger(some)]


def test_all_proofs_and_lemmas_of_a_document_are_found():
    titles = [one.title for one in every_proof(SHIPPED[:1])]
    assert len(titles) == len(set(titles)) > 100
    assert {title.split()[0] for title in titles} == {"proof", "lemma"}


def test_a_lemma_states_what_no_step_of_it_uses():
    lemma = lemma_alone("thesis.failure-of-a-level")
    used = {number for step in lemma.steps for number in step.needed}
    assert used | set(lemma.parts) | {len(lemma.steps)} == set(range(1, len(lemma.steps) + 1))
    with pytest.raises(ValueError, match=r"There is no lemma thesis\.none"):
        lemma_alone("thesis.none")
