"""Statements in the syntax of Lean 4: each theorem is read back as the formula that it is."""

import re
from pathlib import Path
import pytest
from lean_reader import formula, theorems
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.theory.logic.lean.statements import lean_file
from banditproof.theory.logic.lean.words import term_in_lean
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.terms import Refused


@pytest.fixture(scope="module")
def everything() -> tuple[str, dict]:
    development = development_of(None)
    said = {name: development.statement(name) for name in sorted(development.proofs)}
    return lean_file(development.library, said), said


def test_each_theorem_is_read_back_as_its_formula(everything) -> None:
    text, said = everything
    library, found = development_of(None).library, dict(theorems(text))
    assert found.keys() == said.keys()
    differing = [name for name in said if library.formula(formula(found[name])) != said[name]]
    assert differing == []


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("forall x. exists y. x < y", "∀ x : ℝ, ∃ y : ℝ, x < y"),
        ("forall (f : R -> R) x. f(-x) <= 1/2", None),
        ("forall (A : Prop) (B : Prop). (A -> B) -> not B -> not A", None),
        ("forall (at : N). at^2 = (at + 1)^2 - 1", None),
        ("forall n m. n + m = m + n", "∀ n : ℕ, ∀ m : ℕ, (n + m) = (m + n)"),
        ("forall (A : Prop) x y. if(A, x, y) <= max(x, y)", None),
        ("(forall x. x <= x) and (exists y. y = 0)", "(∀ x : ℝ, x ≤ x) ∧ (∃ y : ℝ, y = (0 : ℝ))"),
        ("forall x. log(exp(x)) = x and sqrt(x^2) = abs(x)", None),
    ],
)
def test_a_formula_is_written_with_the_brackets_that_it_needs(said: str, written: str) -> None:
    library = standard_library(["numbers"])
    text = term_in_lean(library.formula(said))
    assert written in (None, text)
    assert library.formula(formula(text).replace("at_", "at")) == library.formula(said)


def test_a_file_has_the_words_of_its_theorems_and_no_others() -> None:
    library = development_of(None).library
    said = {"my.limit": library.formula("forall f. Lim(f, 0) -> LimSup(f, 0)")}
    text = lean_file(library, said)
    assert re.findall(r"^def (\w+)", text, re.MULTILINE) == ["LimInf", "LimSup", "Lim"]
    assert "Law" not in text.partition("namespace")[2]
    axioms = re.findall(r"^axiom (\S+)", text, re.MULTILINE)
    assert "archimedes" in axioms
    assert not {"pr_low", "sum_next"} & set(axioms)


def test_an_operator_that_stands_alone_is_refused() -> None:
    library = standard_library(["numbers"])
    alone = library.formula("forall (F : (R -> R -> R) -> R). F(add) = 0")
    with pytest.raises(Refused, match="add stands alone"):
        term_in_lean(alone)


def test_the_page_for_readers_of_lean_names_what_there_is() -> None:
    """Our words and theorems exist; those of Lean stand in our sources, or in the example."""
    root = Path(__file__).parents[3]
    page = (root / "docs" / "for_readers_of_lean.md").read_text("utf-8")
    words, pairs = page.partition("## The words")[2].split("## Theorems that both have")
    development = development_of(None)
    known = {*development.library.theory.constants, *development.library.theory.sorts}
    for row in re.findall(r"^\| (`.*?) \|", words, re.MULTILINE):
        assert {re.match(r"[A-Za-z]+", one)[0] for one in re.findall("`([^`]*)`", row)} <= known
    listed = (root / "examples" / "lean_bandits" / "formal.csv").read_text("utf-8")
    sources = listed + "".join(one.source for one in development.library.axioms.values())
    known |= {*development.proofs, *development.library.axioms}
    for ours, theirs in re.findall(r"^\| (`.*?) \| (.*?) \|", pairs, re.MULTILINE):
        assert set(re.findall("`([^`]*)`", ours)) <= known
        assert all(one in sources for one in re.findall("`([^`]*)`", theirs)), theirs
