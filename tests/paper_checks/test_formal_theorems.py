"""The formal proofs of the library and of the documents: all are accepted, by what is stored."""

from collections.abc import Callable
from functools import cache
from typing import Any
import pytest
from met_rows import PROVED, checked_proofs
from banditproof.paper_checks.derivations import stored_certificates
from banditproof.paper_checks.derivations.compared_formulas import compared, digest_of, unfolded
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.derivations.formal_folders import (
    files_in,
    folders_of,
    places_of_theorems,
)
from banditproof.paper_checks.derivations.stored_axioms import stored_axioms
from banditproof.paper_checks.derivations.stored_certificates import (
    certificates_file,
    certificates_of,
    parts_of,
    store_certificates,
)
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.terms import Refused, normal


@cache
def development() -> Development:
    """The formal proofs, without any search."""
    result = development_of.__wrapped__(None)
    result.seconds = 0
    return result


THEOREMS = sorted(places_of_theorems(None))
"""Their names alone, since each process that collects tests asks for them."""


@cache
def derived_by_rows(name: str) -> tuple[Derivation, set[str]]:
    """A theorem, and the rows of the checker that its certificates need."""
    with checked_proofs() as rows:
        result = development().derive(name)
    return result, set[str]().union(*rows)


def derived(name: str) -> Derivation:
    return derived_by_rows(name)[0]


@pytest.mark.slow
@pytest.mark.each("a theorem is judged")
@pytest.mark.parametrize("name", THEOREMS)
def test_a_theorem_is_accepted_by_stored_certificates(name: str) -> None:
    """The kernel accepts the proof, and the checker each stored certificate; nothing is left over."""
    result = derived(name)
    assert result.theorem.hypotheses == frozenset()
    assert result.certificates.searched == 0
    assert set(result.certificates.stored) == set(result.certificates.used)
    _, rows = derived_by_rows(name)
    assert rows <= PROVED  # each has a theorem of Coq
    assert stored_axioms()[name] == result.axioms


@pytest.mark.slow
def test_a_derived_claim_rests_on_axioms_alone() -> None:
    claims = [claim for document in SHIPPED for claim in document.declared.values()]
    for claim in claims:
        if claim.grade == "derived":
            assert derived(claim.id).cited == ()
            assert claim.reads_as.startswith("checked")


def test_certificates_belong_to_theorems() -> None:
    """Each file of certificates stands beside proofs, and each part of one is of a theorem there."""
    for folder in folders_of(None):
        for file in files_in(folder, ".certificates"):
            assert file.with_suffix(".proof").is_file() or file.stem.count("."), file
            for name in parts_of(file):
                assert certificates_file(name) == file, f"{name} has certificates and no proof"
    assert sorted(stored_axioms()) == THEOREMS


def test_certificates_are_lines_below_the_names_of_their_theorems(tmp_path, monkeypatch) -> None:
    file = tmp_path / "a.certificates"
    monkeypatch.setattr(stored_certificates, "certificates_file", lambda name: file)
    some = {"b" * 24: [[0, {"by": "span"}]], "a" * 24: [[1, {"by": "sum"}]]}
    assert store_certificates("my.two", some)
    assert store_certificates("my.one", {"c" * 24: [[0, {"by": "span"}]]})
    assert not store_certificates("my.two", dict(sorted(some.items())))
    assert [line.partition(" [")[0] for line in file.read_text().splitlines()] == [
        *("theorem my.one", "c" * 24),
        *("theorem my.two", "a" * 24, "b" * 24),
    ]
    assert certificates_of("my.two") == some
    assert certificates_of("my.three") == {}
    file.write_text(file.read_text().replace('"sum"', '"sum'))
    parts_of.cache_clear()
    assert certificates_of("my.two") == {}
    assert len(certificates_of("my.one")) == 1
    assert store_certificates("my.two", {})
    assert store_certificates("my.one", {})
    assert not file.exists()


@pytest.mark.parametrize("id", compared())
def test_a_formula_is_the_one_that_a_reader_compared(id: str) -> None:
    """Where this fails, compare the formula with the print again, and delete the line of the claim."""
    assert compared()[id] == digest_of(development(), id)


def test_each_proof_is_among_the_theorems() -> None:
    assert sorted(development().proofs) == THEOREMS


@pytest.mark.slow
def test_each_formula_that_was_compared_is_kept() -> None:
    """Where this fails, `write_derivations` adds the claim."""
    declared = [claim for document in SHIPPED for claim in document.declared.values()]
    own = [claim for claim in declared if not (claim.repeats or claim.parts)]
    signed = {c.id for c in own if c.reads_as.startswith("checked")}
    assert signed == set(compared())


@pytest.mark.parametrize("forge", [lambda row, other: other, lambda row, other: [*row, *row]])
def test_forged_certificates_are_refused(forge: Callable[[Any, Any], Any]) -> None:
    real = certificates_of("liminf_scale")
    rows = dict(zip(real, [*real.values()][1:] + [*real.values()][:1], strict=True))
    for name in real:
        forged = {**real, name: forge(real[name], rows[name])}
        proof = development().proofs["liminf_scale"]
        statement = development().statement("liminf_scale")
        assert statement is not None
        checker = Checker(development().library, Certificates(forged, 0), lines=proof.lines)
        if forged[name] != real[name]:
            with pytest.raises(Refused, match=r"certificate|The proof is refused at"):
                checker.prove(statement)


@pytest.mark.parametrize("id", sorted(compared())[::23])
def test_definitions_are_unfolded_as_the_kernel_does(id: str) -> None:
    """The digest that a reader signs is of this form: each definition once, and then what is left."""
    theory = development_of(None).library.theory
    formula = development_of(None).statement(id)
    assert unfolded(formula, theory) == normal(formula, dict(theory.definitions))
