"""Formal theorems that are written from the steps of proofs."""

import pytest
from framed import framed
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.derivations.formal_steps import NoTheorem, formal_text
from banditproof.paper_checks.proofs.text import read_proofs
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.running import formal_from_steps
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.logic.layout import laid_out
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in

SECONDS = 3.0
FILES = sorted(file for document in SHIPPED for file in document.home.rglob("formal_numbers.proof"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_file_is_what_the_program_writes(file):
    text = file.read_text("utf-8")
    theorems = theorems_in(text, file.name)
    written = [formal_text(written_proof(theorem.name)) for theorem in theorems]
    assert written
    assert text.partition("\n\n")[2] == laid_out("\n".join(written), file.name)


def test_there_are_such_files():
    assert FILES


@pytest.mark.parametrize(
    ("id", "step", "formula", "accepted"),
    [
        ("zcdp.rem11.sharper.repaired", 1, "eps**2/2*(m**2 + m*(1 - tau)) <= 6*eps*m", True),
        ("zcdp.rem11.sharper.repaired", 1, "eps**2/2*(m**2 + m*(1 - tau)) <= 5.9*eps*m", False),
        ("adv.cor24.step.repaired", 2, "r == 1.1*eps*s", False),
        ("bern.eq14.total", 2, "n <= n0*(a*p-1)/(a-1) + 0.9", False),
        ("zcdp.rem11.quadratic.repaired", 2, "m**2 + m*(1 - tau) <= 1.9*m**2", False),
    ],
)
def test_a_sharper_step_is_refused(id, step, formula, accepted):
    changed = written_proof(id).changed(step, formula=formula)
    development = development_of.__wrapped__(None)
    development.seconds = SECONDS
    name = "changed.steps" if not accepted else "same.steps"
    text = formal_text(changed).replace(f"theorem {id}:", f"theorem {name}:")
    development.add(theorems_in(text, "changed"))
    if accepted:
        assert not development.derive(name).cited
    else:
        with pytest.raises(Misread):
            development.derive(name)


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("thesis.thm4.17.averaging", "step 2 is of the kind textbook"),
        ("bern.thm3.1.repaired", "is of the kind claim"),
        ("thesis.alg7.samples.repaired", "step 2 is of the kind induction"),
        ("adv.def7.divergence", "step 1 is of the kind computed"),
        ("thesis.thm4.17.repaired", "step 1 has ranges of its own"),
        ("zcdp.thm4.kept", "step 1 assumes what defines no quantity"),
    ],
)
def test_steps_that_are_no_relations_between_numbers_give_no_theorem(id, reason):
    with pytest.raises(NoTheorem, match=reason):
        formal_text(written_proof(id))


def formula_of(text):
    """The formula that a proof as text states, in a folder of nobody's."""
    (proof,) = read_proofs(framed(f"proof my.a\n{text}\n"), "a.proof")
    return formal_text(proof.proof()).partition("\n")[0].partition(": ")[2]


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (
            "where PI in [0,10]\n1. A quantity. :: PI <= 4",
            "forall (PI_ : R). 0 <= PI_ -> PI_ <= 10 -> PI_ <= 4",
        ),
        (
            "parts 1\n1. A. :: 1 <= 0\n2. B. :: 0 <= 1\n3. C. :: 0 <= 2\n4. Both. -- all of 2, 3",
            "(1 <= 0) and (0 <= 1) and (0 <= 2)",
        ),
    ],
    ids=["a quantity named as a constant", "a part besides those that are joined"],
)
def test_a_theorem_says_all_that_the_steps_say(text, formula):
    assert formula_of(text) == formula


def test_steps_that_assume_what_holds_nowhere_give_no_theorem():
    with pytest.raises(NoTheorem, match="No numbers are known at which all holds"):
        formula_of("where x, y in [0,1]\n1. A. :: x == y + 2 -- given\n2. B. :: x <= 0 -- from 1")


def test_theorems_are_printed_and_what_has_none_is_said(capsys):
    assert formal_from_steps.main(["zcdp.tab1.footnote", "zcdp.thm4.kept", "no.claim"]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("theorem zcdp.tab1.footnote: ")
    assert printed.err.count("gives no theorem: ") == 2
