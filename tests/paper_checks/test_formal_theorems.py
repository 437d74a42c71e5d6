"""The formal proofs of the library and of the documents: all are accepted, by what is stored."""

from functools import cache
import pytest
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.derivations.stored_axioms import stored_axioms
from banditproof.paper_checks.derivations.stored_certificates import STORED, stored_names
from banditproof.paper_checks.statements.documents import FIVE
from banditproof.theory.logic.development import Derivation, Development


@cache
def development() -> Development:
    """The formal proofs, without any search."""
    result = development_of(None)
    result.seconds = 0
    return result


THEOREMS = sorted(development_of(None).proofs)


@cache
def derived(name: str) -> Derivation:
    return development().derive(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", THEOREMS)
def test_a_theorem_is_accepted_by_stored_certificates(name: str) -> None:
    """The kernel accepts the proof, and the checker each stored certificate; nothing is left over."""
    result = derived(name)
    assert result.theorem.hypotheses == frozenset()
    assert result.certificates.searched == 0
    assert set(result.certificates.stored) == set(result.certificates.used)
    assert stored_axioms()[name] == result.axioms


@pytest.mark.slow
def test_a_derived_claim_rests_on_axioms_alone() -> None:
    claims = [claim for document in FIVE for claim in document.declared.values()]
    for claim in claims:
        if claim.grade == "derived":
            assert derived(claim.id).cited == ()
            assert claim.reads_as.startswith("checked")


def test_certificates_belong_to_theorems() -> None:
    files = [STORED / "library.xz", *(d.home / "stored_derivations.xz" for d in FIVE)]
    for name in (name for file in files if file.is_file() for name in stored_names(file)):
        assert name in THEOREMS, f"{name} has certificates and no proof"
    assert sorted(stored_axioms()) == THEOREMS
