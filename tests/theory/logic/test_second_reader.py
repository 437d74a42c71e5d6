"""Derivations read by Coq: what it accepts, and that it refuses what no rule of the kernel made."""

from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.logic.coq import second_reader
from banditproof.theory.logic.coq.lemmas import Lemmas
from banditproof.theory.logic.coq.second_reader import read_by_coq
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.formulas import FALSE, equation, quantified
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.laws import all_elim, extensional, refl, replace
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.simple_types import REAL, arrow
from banditproof.theory.logic.terms import App, Const, Free, Lam
from banditproof.theory.prover.coq.coqc import MISSING, coq_is_installed
from banditproof.theory.prover.coq.spelling import NoExport

needs_coq = pytest.mark.skipif(not coq_is_installed(), reason=MISSING)


def forged(theorem: Theorem, **changes: Any) -> Theorem:
    """A theorem that no rule made."""
    result = object.__new__(Theorem)
    for name in Theorem.__slots__:
        object.__setattr__(result, name, changes.get(name, getattr(theorem, name)))
    return result


def read_forged(theory: Theory, theorem: Theorem, folder: Path) -> second_reader.Reading:
    """What Coq says about a theorem that was smuggled into a theory."""
    theory._statements["my.forged"] = theorem.conclusion
    theory._theorems["my.forged"] = theorem
    return read_by_coq([("my.forged", theorem)], folder)


def test_without_coq_the_words_are_not_run(
    monkeypatch: pytest.MonkeyPatch, development: Development
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    reading = read_by_coq([("my.cases", development.derive("my.cases").theorem)])
    assert (reading.result, bool(reading)) == ("not run", False)
    assert "libcoq-interval" in reading.message


@pytest.mark.slow
@needs_coq
def test_coq_accepts_with_the_axioms_of_the_kernel(development: Development, folder: Path) -> None:
    names = [name for name in development.proofs if name.startswith("my.")]
    theorems = [(name, development.derive(name).theorem) for name in names]
    reading = read_by_coq(theorems, folder)
    assert reading, reading.message
    assert set(reading.theorems) >= set(names)
    assert reading.leaves >= 9
    assert reading.exceptions == ()


@pytest.mark.slow
@needs_coq
def test_a_type_of_which_nothing_is_left_has_a_value(folder: Path) -> None:
    # From `forall w. exists y. y = 0` follows `exists y. y = 0`, since there is some w.
    theory = Theory()
    a, w, y = ("'a",), Free("w", ("'a",)), Free("y", REAL)
    zero = Const("0", REAL)
    some = quantified("exists", y, equation(y, zero, REAL))
    every = theory.assume(quantified("forall", w, some))
    theorem = theory.imp_intro(every.conclusion, all_elim(every, Free("u", a)))
    theory.register("my.some", theorem.conclusion)
    theory.accept("my.some", theorem)
    reading = read_by_coq([("my.some", theorem)], folder)
    assert reading, reading.message


CHOICE = """
const pick : ('a -> Prop) -> 'a
axiom picks: forall (A : 'a -> Prop) (w : 'a). A(w) -> A(pick(A))
  source: nobody
  agreement: none
"""


@pytest.mark.slow
@needs_coq
def test_a_constant_of_any_type_takes_a_value_of_it(folder: Path) -> None:
    development = Development(standard_library(["numbers"]))
    development.take([("w.logic", CHOICE)])
    text = "theorem my.one: exists A. A(pick(A)) and 1 <= pick(A)\n  write S := fun x. 1 <= x\n"
    text += "  take S\n  have one: 1 <= 1\n  have k by picks(S, 1), one\n  show by k\nqed\n"
    text = text.replace("exists A", "exists (A : R -> Prop)")
    development.add(theorems_in(text, "my.proof"))
    reading = read_by_coq([("my.one", development.derive("my.one").theorem)], folder)
    assert reading, reading.message


@pytest.mark.slow
@needs_coq
def test_equal_at_each_place_is_equal(folder: Path) -> None:
    theory = Theory()
    x, f = Free("x", REAL), Free("f", arrow(REAL, REAL))
    same = refl(theory, App(f, x))
    theorem = theory.all_intro(f, extensional(x, same))
    theory.register("my.same", theorem.conclusion)
    theory.accept("my.same", theorem)
    reading = read_by_coq([("my.same", theorem)], folder)
    assert reading, reading.message


@pytest.mark.slow
@needs_coq
def test_a_changed_conclusion_is_refused(development: Development, folder: Path) -> None:
    theorem = development.derive("my.third").theorem
    theory = development.library.theory
    said = development.library.formula("forall x > 0. exists y. 0 < y and y < 0")
    reading = read_forged(theory, forged(theorem, conclusion=said), folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize(
    ("rule", "data"),
    [
        ("instance", ()),
        ("instance", (FALSE,)),
        ("use", ("excluded_middle", {})),
        ("imp_intro", FALSE),
        ("convert", ()),
        ("no rule", ()),
    ],
)
def test_a_rule_that_was_not_applied_is_refused(
    rule: str, data: object, development: Development, folder: Path
) -> None:
    theorem = development.derive("my.cases").theorem
    wrong = forged(theorem, conclusion=FALSE, rule=rule, data=data, using=(theorem,))
    reading = read_forged(development.library.theory, wrong, folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
def test_a_dropped_hypothesis_is_refused(development: Development, folder: Path) -> None:
    theory = development.library.theory
    wrong = forged(theory.assume(FALSE), hypotheses=frozenset())
    reading = read_forged(theory, wrong, folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
def test_an_axiom_that_was_changed_is_refused(development: Development, folder: Path) -> None:
    theorem = development.derive("my.twice").theorem
    theory = development.library.theory
    weaker = "forall (P : Law 'a) (A : 'a -> Prop). -1 <= Pr(P, A)"
    theory._axioms["pr_low"] = development.library.formula(weaker)
    reading = read_by_coq([("my.twice", theorem)], folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
def test_arithmetic_that_is_false_is_not_accepted(development: Development, folder: Path) -> None:
    theory = development.library.theory
    true = theory.arith([], development.library.formula("0 <= 1"), [[0, {"by": "span"}]])
    false = development.library.formula("1 <= 0")
    reading = read_forged(theory, forged(true, conclusion=false), folder)
    assert reading.result == "no word", "it does not even have a form"
    assert "Steps of arithmetic have no proof in Coq" in reading.message


@pytest.mark.slow
@needs_coq
def test_a_hidden_axiom_is_refused(development: Development, folder: Path) -> None:
    theorem = development.derive("my.twice").theorem
    wrong = forged(theorem, axioms=theorem.axioms - {"pr_low"})
    reading = read_forged(development.library.theory, wrong, folder)
    assert "Coq also names ax_pr__low" in reading.message


@pytest.mark.slow
@needs_coq
def test_a_variable_that_is_not_arbitrary_is_refused(folder: Path) -> None:
    theory = Theory()
    x, zero = Free("x", REAL), Const("0", REAL)
    hypothesis = theory.assume(equation(x, zero, REAL))
    wrong = forged(
        hypothesis,
        rule="all_intro",
        conclusion=quantified("forall", x, hypothesis.conclusion),
        hypotheses=frozenset(),
        using=(hypothesis,),
        data=x,
    )
    reading = read_forged(theory, wrong, folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
def test_a_wrong_pattern_is_refused(folder: Path) -> None:
    theory = Theory()
    zero, one = (Const(n, REAL) for n in "01")
    same = refl(theory, zero)
    pattern = Lam(REAL, equation(zero, zero, REAL))
    right = replace(same, pattern, same)
    wrong = forged(right, conclusion=equation(zero, one, REAL))
    reading = read_forged(theory, wrong, folder)
    assert reading.result == "refused", reading.message


@pytest.mark.slow
@needs_coq
def test_steps_without_a_proof_are_named_and_taken_only_if_listed(
    development: Development, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*words: object) -> str:
        raise NoExport("There is no form.")

    monkeypatch.setattr(second_reader, "leaf_of", none)
    theorem = development.derive("my.pinsker").theorem
    reading = read_by_coq([("my.pinsker", theorem)], folder)
    assert reading.result == "no word"
    key = reading.message.split(": ")[1]
    assert reading.message.endswith(f"{key}: There is no form.")
    again = read_by_coq([("my.pinsker", theorem)], folder, listed=[key])
    assert (again.result, again.exceptions, again.leaves) == ("accepted", (key,), 1)


@pytest.mark.slow
@needs_coq
def test_an_axiom_that_is_no_hypothesis_is_refused(
    development: Development, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def assumed(lemmas: Lemmas, th: Theorem, name: str) -> str:
        return f"Axiom {name} : {lemmas.statement(th, tuple(p.conclusion for p in th.using))[0]}."

    monkeypatch.setattr(second_reader, "leaf_of", assumed)
    reading = read_by_coq([("my.pinsker", development.derive("my.pinsker").theorem)], folder)
    assert reading.result == "refused"
    assert "Coq also names leaf_" in reading.message
