"""The proofs of the claims: none that is stored is left over, and each has a mutant."""

import json
from dataclasses import replace
import pytest
from banditproof.paper_checks import claims, find
from banditproof.paper_checks.proofs import proof as proofs
from banditproof.paper_checks.proofs import store
from banditproof.paper_checks.proofs.goals_of_relations import goals
from banditproof.paper_checks.proofs.relations import Domain, Relation
from banditproof.paper_checks.proofs.store import ANEW, settle, settle_each, stored_proofs, writing
from banditproof.paper_checks.proofs.stored_files import read_stored, stored_ids
from banditproof.paper_checks.running import write_proofs
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.prover.search import counterexample
from banditproof.theory.prover.step_proofs import in_fixed_order, steps_of, text_of_steps

NAMED = (
    *("bern.thm3.1.repaired", "bern.thm4.3", "bern.thmF.7", "bern.thmF.9", "thesis.thm4.9"),
    *("thesis.thm4.15.repaired", "thesis.thm4.17.repaired", "thesis.thm4.20.repaired"),
    "thesis.thm4.24",
)


def test_the_main_theorems_have_proofs() -> None:
    assert all(find(id).proof for id in NAMED)


@pytest.mark.slow
def test_no_stored_proof_is_left_over() -> None:
    """Each stored proof belongs to a claim, and to a step of its proof."""
    steps = {claim.id: len(claim.proof.steps) for claim in claims() if claim.proof}
    for id in (id for document in SHIPPED for id in stored_ids(document)):
        assert id in steps, f"{id} has no proof"
        for name in stored_proofs(id):
            assert 1 <= int(name.split(".")[0]) <= steps[id], f"{name} names no step of {id}"


@pytest.mark.parametrize("document", [document.name for document in SHIPPED])
def test_a_mutant_changes_a_step_of_every_proof(document: str) -> None:
    """One test a document: a collection that names each proof would read all of them."""
    for claim in (claim for claim in claims(document) if claim.proof):
        changed = [m["proof"] for m in claim.mutants.values() if "proof" in m]
        assert changed, claim.id
        assert all(proof != claim.proof for proof in changed), claim.id


def test_a_stored_proof_of_another_goal_is_not_taken() -> None:
    name = "thesis.thm4.17.repaired/3"
    assert "3" in stored_proofs("thesis.thm4.17.repaired")
    domain = Domain("b in [0,inf)")
    (true,) = goals(Relation.of("erf(b/sqrt(2)) <= sqrt(2/pi)*b"), domain)
    assert settle(true, name).endswith("checked")
    (other,) = goals(Relation.of("erf(b/sqrt(2)) <= b"), domain)
    assert settle(other, name).endswith("found")


def test_a_rule_beyond_the_core_is_named() -> None:
    (wider,) = goals(Relation.of("lambertw(x) <= x"), Domain("x in [0,inf)"))
    rests = "it rests on 'lambertw', which is no rule of the core"
    assert settle(wider, "bern.none/3").endswith(f"found; {rests}")


def test_what_is_shown_at_once_is_not_searched_for_a_point(monkeypatch) -> None:
    monkeypatch.setattr(counterexample, "find_counterexample", None)
    (true,) = goals(Relation.of("x**2 + 4 >= 4*x"), Domain("x in [0,inf)"))
    assert settle(true, "bern.none/3").endswith("found")


def swapped(id: str):
    first, second = read_stored(id)
    return replace(first, name=second.name), replace(second, name=first.name)


def cut_off(id: str):
    raise ValueError("The file renyi.xz is damaged.")


@pytest.mark.parametrize(
    ("kept", "anew", "verdict"),
    [
        (read_stored, [], "holds"),
        (swapped, [2, 3], "holds"),
        (lambda id: (), [2, 3], "holds"),
        (cut_off, [], "open"),
    ],
    ids=["right", "swapped", "missing", "damaged"],
)
def test_a_step_whose_stored_proof_does_not_fit_says_so(monkeypatch, kept, anew, verdict) -> None:
    monkeypatch.setattr(store, "read_stored", kept)
    monkeypatch.setattr(store, "_checked", {})
    monkeypatch.setattr(proofs, "_STOOD", {})
    stored_proofs.cache_clear()
    proof = find("renyi.rem2.repaired").proof
    assert proof is not None
    result = proof.verdict("So.")
    stored_proofs.cache_clear()
    assert result.outcome.value == verdict
    assert [step.number for step in result.steps if step.detail.endswith(ANEW)] == anew


def test_both_goals_of_an_equation_are_stored() -> None:
    both = goals(Relation.of("exp(-log(x)) == 1/x"), Domain("x in [1,2]"))
    with writing() as result:
        settle_each(both, "bern.none/1.within-1")
    assert list(result) == ["bern.none/1.within-1", "bern.none/1.within-1.reverse"]


def test_a_damaged_archive_is_said_before_any_search(monkeypatch, capsys) -> None:
    monkeypatch.setattr(write_proofs, "require_whole", cut_off)
    monkeypatch.setattr(write_proofs, "write_proofs_of", lambda claim: pytest.fail("searched"))
    with pytest.raises(ValueError, match=r"renyi\.xz is damaged"):
        write_proofs.main(["renyi.rem2.repaired"])


def test_what_is_written_is_what_is_read() -> None:
    (goal,) = goals(Relation.of("exp(x) >= 1 + x"), Domain("x in [0,1]"))
    with writing() as result:
        settle(goal, "bern.none/1")
    assert list(result) == ["bern.none/1"]
    kept, tree = result["bern.none/1"]
    (one,) = steps_of(text_of_steps({"1": (kept, tree)}))
    assert (one.goal, one.tree) == (goal, in_fixed_order(json.loads(json.dumps(tree))))
