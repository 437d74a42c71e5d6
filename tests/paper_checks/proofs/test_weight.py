"""What carries weight in a proof: a change that is noticed, and one that is not."""

import pytest
from banditproof.paper_checks.proofs import Given, Inequality, Proof, written_proof
from banditproof.paper_checks.proofs.carried_weights import digest, stored_weight
from banditproof.paper_checks.proofs.weakenings import changes_of
from banditproof.paper_checks.proofs.weight import weight_of

PROOF = Proof(
    "bern.none",
    (
        Given(1, "The square is $y$.", "y = x^2"),
        Inequality(2, "It is at most $x$.", "y <= x", uses=(1,)),
        Inequality(3, "So is the half.", "y/2 <= x/2", uses=(2,)),
        Given(4, "What nobody needs.", "y <= 3"),
        Inequality(5, "The end.", "y/2 <= x", uses=(3, 4)),
    ),
    "x in [0,1), y in [0,inf)",
)


def test_what_a_later_step_needs_carries_weight_and_nothing_else() -> None:
    weight = weight_of(PROOF, 4.0)  # enough, on a busy machine, for each change that is proved
    noticed = {(item.kind, item.where) for item in weight.changes if item.noticed}
    assert noticed == {("step", "1"), ("given", "1"), ("step", "2"), ("step", "3")}
    assert weight.count("step") == (3, 5)
    assert weight.count("given") == (1, 2)
    assert weight.count("range") == (0, 1)


def test_a_range_that_must_be_open_carries_weight() -> None:
    step = Inequality(1, "A quotient.", "x/x >= 1")
    weight = weight_of(Proof("bern.none", (step,), "x in (0,1]"))
    assert weight.count("range") == (1, 1)


def test_a_proof_that_is_not_accepted_is_refused() -> None:
    wrong = PROOF.changed(2, formula="y <= x/2")
    with pytest.raises(ValueError, match="not accepted as it is"):
        weight_of(wrong)


@pytest.mark.parametrize("id", ["thesis.adv.bounds"])
def test_a_proof_of_the_thesis_notices_most_changes(id: str) -> None:
    some, steps = weight_of(written_proof(id)).count("step")
    assert (some, steps) == (6, 9)


def test_a_changed_step_has_another_digest() -> None:
    changed = PROOF.changed(2, formula="y <= 2*x")
    assert digest(PROOF.facts) == digest(PROOF.facts)
    assert digest(changed.facts) != digest(PROOF.facts)


def test_every_weaker_step_follows_from_the_step() -> None:
    texts = [change.what for change in changes_of(PROOF) if change.where == "2"]
    assert texts == ["y <= x + 1", "y <= 2*(x)"]


@pytest.mark.parametrize("id", ["bern.eq2", "bern.thm4.3"])
def test_the_stored_counts_of_a_sample_come_out_again(id: str) -> None:
    proof = written_proof(id)
    assert stored_weight(id, proof.facts) == str(weight_of(proof))
    assert not stored_weight(id, proof.changed(1, says="Otherwise.").facts)
