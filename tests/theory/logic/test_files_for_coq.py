"""Derivations as files of Coq: what stands in one, and how what Coq prints is compared."""

import re
from collections.abc import Callable
from banditproof.theory.logic.coq.lemmas import in_order
from banditproof.theory.logic.coq.second_reader import Export, differing_axioms, other_axioms
from banditproof.theory.logic.coq.wording import Wording, word
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.simple_types import NAT, REAL
from banditproof.theory.logic.terms import Free
from banditproof.theory.prover.kernel.terms import num, var


def test_the_file_admits_nothing_and_states_the_cited_axioms(development: Development) -> None:
    text = Export([("my.twice", development.derive("my.twice").theorem)]).text()
    axioms = [line.split()[1] for line in text.split("\n") if line.startswith("Hypothesis ")]
    assert sorted(axioms) == sorted(f"ax_{word(n)}" for n in ("pr_high", "pr_low", "pr_mono"))
    assert not {"Admitted", "admit", "Abort", "Axiom"} & set(text.replace(".", " ").split())
    # A type of the logic has a value, and an axiom speaks of such types alone.
    assert "Hypothesis ax_pr__low : forall (Ta : Type) (ia : Ta), " in text


def test_variables_with_one_name_and_two_types_are_two_variables() -> None:
    wording = Wording(standard_library().theory)
    assert wording.free(Free("x", REAL)) != wording.free(Free("x", NAT))
    assert wording.free(Free("x'", REAL)) != wording.free(Free("x_27_", REAL))


def test_axioms_that_differ_are_named(development: Development) -> None:
    theorem = development.derive("my.twice").theorem
    ours = ["ax_pr__high", "ax_pr__low", "ax_pr__mono"]
    assert differing_axioms(theorem, [*ours, "b0"], frozenset()) == ""
    assert "does not name ax_pr__low" in differing_axioms(theorem, ours[::2], frozenset())
    more = differing_axioms(theorem, [*ours, "ax_archimedes"], frozenset())
    assert "also names ax_archimedes" in more
    assert "also names leaf_3" in differing_axioms(
        theorem, [*ours, "leaf_3"], frozenset({"leaf_4"})
    )


def test_what_is_no_axiom_of_the_reals_is_named(development: Development) -> None:
    theory = development.library.theory
    known = ["c_Pr", "s_Law", "classic", "Classical_Prop.classic", "PrimInt63.add"]
    assert other_axioms(theory, known) == ""
    assert other_axioms(theory, [*known, "ax_pr__low"]) == "Coq also names ax_pr__low."


def test_apart_a_cited_theorem_is_a_hypothesis_that_is_named(development: Development) -> None:
    theorem = development.derive("my.third").theorem
    text = Export([("my.third", theorem)], apart=True).text()
    assert "Hypothesis thm_my_2e_half : " in text
    assert "Lemma thm_my_2e_half" not in text
    printed = [*(f"ax_{word(name)}" for name in theorem.axioms), "thm_my_2e_half"]
    assert differing_axioms(theorem, printed, frozenset(), ["my.half"]) == ""
    assert "also names thm_my" in differing_axioms(theorem, printed, frozenset())


def test_a_step_of_arithmetic_says_a_fact_once(development: Development) -> None:
    text = Export([("my.pinsker", development.derive("my.pinsker").theorem)]).text()
    core = text.partition("Lemma core")[2].partition("Qed.")[0]
    facts = re.findall(r"assert \(\w+ : (.*?)\) by", core)
    assert len(facts) == len({*facts}) > 5


def test_the_text_of_a_file_is_the_same_each_time(develop: Callable[[], Development]) -> None:
    texts = {Export([("my.third", develop().derive("my.third").theorem)]).text() for _ in range(2)}
    assert len(texts) == 1


def test_hypotheses_that_differ_by_their_variables_alone_have_one_order() -> None:
    made = [Free(f"x%{number}", REAL) for number in range(95, 125)]
    assert sorted(frozenset(made), key=in_order) == made  # a set has another order in each process


def test_the_text_of_a_file_does_not_depend_on_the_terms_made_before() -> None:
    def text(number: int) -> str:
        development = Development(standard_library())
        goal = f"forall x y. 0 <= x -> 0 <= y -> 0 <= {number}*x + {number}*y"
        development.add(
            theorems_in(
                f"theorem my.sum: {goal}\n  fix x y\n  assume a, b\n  show by a, b\nqed\n",
                "my.proof",
            )
        )
        return Export([("my.sum", development.derive("my.sum").theorem)]).text()

    for name in ("v1", "v0"):  # the step of arithmetic makes that of v0 first
        num(7001) * var(name)
    assert text(7001).replace("7001", "7009") == text(7009)


CHOICES = """
const pick : ('a -> Prop) -> 'a
const two : Pair 'a 'b
const first : 'a -> ('b -> Prop) -> 'b -> 'a
def at := fun (f : N -> 'a). f(0)
def Picked := fun (A : 'a -> Prop) (B : 'b -> Prop). A(pick(A)) and B(pick(B))
axiom picks: forall (A : 'a -> Prop) (w : 'a) (B : 'b -> Prop) (v : 'b).
    A(w) -> B(v) -> Picked(A, B)
  source: nobody
  agreement: none
"""
PICKED = """theorem my.picked: forall (A : 'a -> Prop) (w : 'a) n. A(w) -> Picked(A, fun k. k = n)
  fix A w n
  assume h
  show by picks(A, w, fun k. k = n, n), h
qed
"""


def with_choices() -> Export:
    """A theorem about a constant that gives a value of any type."""
    development = Development(standard_library())
    development.take([("w.logic", CHOICES)])
    development.add(theorems_in(PICKED, "my.proof"))
    return Export([("my.picked", development.derive("my.picked").theorem)])


def test_a_constant_that_would_be_of_an_empty_type_takes_a_value() -> None:
    text = with_choices().text()
    assert "Parameter c_pick : forall (Ta : Type) (ia : Ta), " in text
    assert "Definition c_Picked (Ta : Type) (ia : Ta) (Tb : Type) (ib : Tb) := " in text
    wording = Wording(with_choices().theory)
    assert wording.has_values("two")
    assert not any(map(wording.has_values, ("first", "at", "if", "mix", "fst", "trajectory")))


def test_a_definition_that_is_not_used_is_in_no_file(development: Development) -> None:
    theorem = development.derive("my.twice").theorem
    before = Export([("my.twice", theorem)], apart=True).text()
    theory = theorem.theory
    theory.define("never_used", theory.axioms["real_nonneg"])
    assert Export([("my.twice", theorem)], apart=True).text() == before
    assert "c_Pr" in before
    assert "c_mix" not in before
