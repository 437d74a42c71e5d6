"""A textbook fact is an axiom about laws and functions, and never about any numbers."""

import pytest
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.checking import Checker
from banditproof.theory.logic.library import Library, standard_library
from banditproof.theory.logic.passages import Misread, Passage

MARKOV = "forall p v b. (forall x. 0 <= x -> 0 <= x) -> 0 < b -> p*b <= v"
"""As a schema of steps has it: p and v are any numbers."""
OF_A_LAW = (
    "forall (P : Law 'a) (X : 'a -> R) b. Int(P, X) -> (forall (w : 'a). 0 <= X(w)) -> 0 < b -> "
    "b*Pr(P, fun (w : 'a). b <= X(w)) <= E(P, X)"
)
PROOF = """claim plain: forall x. 0 <= x -> 0 <= x
fix x
assume x
show by x
have wrong: 2*1 <= 1 by textbook.markov(2, 1, 1), plain
show by wrong"""


def proves(library: Library, goal: str) -> tuple[str, ...]:
    lines = [Passage.of(line) for line in PROOF.splitlines()]
    checker = Checker(library, Certificates(), lines=lines)
    return tuple(checker.prove(library.formula(Passage.of(goal))).axioms)


def test_markov_for_any_numbers_proves_what_is_false() -> None:
    library = standard_library(["numbers"])
    library.theory.axiom("textbook.markov", library.formula(Passage.of(MARKOV)))
    assert proves(library, "2 <= 1") == ("textbook.markov",)


@pytest.mark.parametrize(
    "formula",
    [
        MARKOV,
        "forall (A : Prop) (B : Prop). A -> B",
        "forall n. exists m. m < n",
        "forall (f : R -> R) p v. p <= v",  # a function of which nothing is said
        "exists x. forall y. x <= y",
        "2 <= 1",
    ],
)
def test_a_textbook_axiom_about_any_numbers_is_refused(formula: str) -> None:
    library = standard_library(["numbers"])
    text = f"axiom textbook.fact: {formula}\n  source: a book\n"
    with pytest.raises(Misread, match="speaks of any numbers"):
        library.load_text(text, "my.logic", "my")
    assert "textbook.fact" not in library.theory.axioms


def test_a_textbook_axiom_about_laws_is_taken() -> None:
    library = standard_library()
    text = f"axiom textbook.markov: {OF_A_LAW}\n  source: a book\n"
    library.load_text(text, "my.logic", "my")
    assert "textbook.markov" in library.theory.axioms
