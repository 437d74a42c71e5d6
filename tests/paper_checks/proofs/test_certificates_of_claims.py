"""The certificates of the claims: each proof has its mutant, and says what was searched for."""

from dataclasses import replace
import pytest
from banditproof.paper_checks import claims, find
from banditproof.paper_checks.proofs.inequality import Inequality
from banditproof.paper_checks.proofs.proof import Proof
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems import arithmetic, judge
from banditproof.paper_checks.proofs.theorems.certified_steps import certified_steps
from banditproof.paper_checks.proofs.theorems.kept_certificates import (
    certificates_in,
    files_of,
    kept_of,
)
from banditproof.paper_checks.proofs.theorems.verdicts import ANEW
from banditproof.paper_checks.proofs.theorems.writing_certificates import certify
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.prover.step_proofs import steps_of, text_of_steps

NAMED = (
    *("bern.thm3.1.repaired", "bern.thm4.3", "bern.thmF.7", "bern.thmF.9", "thesis.thm4.9"),
    *("thesis.thm4.15.repaired", "thesis.thm4.17.repaired", "thesis.thm4.20.repaired"),
    "thesis.thm4.24",
)
SAMPLE = "renyi.rem2.repaired"


def test_the_main_theorems_have_proofs() -> None:
    assert all(find(id).proof for id in NAMED)


@pytest.mark.parametrize("document", [document.name for document in SHIPPED])
def test_a_mutant_changes_a_step_of_every_proof(document: str) -> None:
    """One test a document: a collection that names each proof would read all of them."""
    for claim in (claim for claim in claims(document) if claim.proof):
        changed = [m["proof"] for m in claim.mutants.values() if "proof" in m]
        assert changed, claim.id
        assert all(proof != claim.proof for proof in changed), claim.id


def one_step(formula: str, where: str) -> Proof:
    return Proof("bern.none", (Inequality(1, "So.", formula),), where)


def test_a_rule_beyond_the_core_is_named() -> None:
    first, *_ = written_proof("bern.rem3.b.limit").run()[0]
    assert "no rule" in first.detail


def test_what_is_shown_at_once_is_not_searched_for_a_point(monkeypatch) -> None:
    monkeypatch.setattr(arithmetic, "find_counterexample", None)
    (step,), _ = one_step("x^2 + 5 >= 4*x", "x in [0,inf)").run()
    assert step.detail.endswith("found")


def swapped(id: str):
    kept = {**kept_of(id)}
    return dict(zip(kept, reversed(kept.values()), strict=True))


@pytest.mark.parametrize(
    ("kept", "said"),
    [(kept_of, "a kept certificate"), (swapped, ANEW), (lambda id: {}, ", found")],
    ids=["right", "swapped", "missing"],
)
@pytest.mark.usefixtures("another_judge")
def test_a_step_whose_certificate_does_not_fit_says_so(monkeypatch, kept, said) -> None:
    monkeypatch.setattr(judge, "kept_of", kept)
    proof = written_proof(SAMPLE)
    steps, _ = proof.run()
    assert all(step.verdict not in ("failed", "undecided") for step in steps)
    assert [step.number for step in steps if said in step.detail] == [2, 3]


def test_certificates_are_listed_with_what_they_show() -> None:
    listed = certified_steps(SAMPLE)
    assert [one.name for one in listed] == ["2", "3"]
    assert all(one.check() == () for one in listed)
    names = {name for one in listed for name, _ in one.goal.region}
    assert names <= {name for step in written_proof(SAMPLE).steps for name in step.names}
    again = steps_of(text_of_steps({one.name: (one.goal, one.tree) for one in listed}))
    assert [one.claim for one in again] == [one.claim for one in listed]


@pytest.mark.slow
def test_a_certificate_that_supposes_something_of_quantities_is_one_under_their_names() -> None:
    (one,) = certified_steps("bern.prop4.2.one_sum")
    assert one.rules["instance"] > 0
    assert one.check() == ()


def test_what_is_written_is_what_is_kept_and_no_more(tmp_path) -> None:
    (shipped,) = files_of(SAMPLE)
    file = tmp_path / shipped.name
    (one,) = certify([("one", written_proof(SAMPLE), file)])
    assert (one.certificates, one.stuck) == (2, ())
    assert certificates_in(file).items() <= certificates_in(shipped).items()
    wrong = written_proof(SAMPLE)
    wrong = wrong.changed(3, formula=f"1 + {wrong.step(3).formula}")
    (other,) = certify([("other", replace(wrong, id="bern.none"), file)])
    assert other.stuck
    assert len(certificates_in(file)) == 2, "what was kept stays where a step is not shown"
