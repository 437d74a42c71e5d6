"""Statements with their proofs as Coq files: what the text says, without Coq."""

import re
from fractions import Fraction
import pytest
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.coqc import AXIOMS, SecondOpinion, axioms_of
from banditproof.theory.prover.coq.export import exported
from banditproof.theory.prover.coq.inequalities import goal_of, inequalities
from banditproof.theory.prover.coq.spelling import NoExport, named, spelled
from banditproof.theory.prover.coq.steps import STEPS
from banditproof.theory.prover.kernel.rules import check
from banditproof.theory.prover.notation import parse

SPAN = {"by": "span"}

RISING = {"by": "slope", "on": "x", "high": False, "sign": SPAN, "end": {"proof": SPAN}}


def theorem(claim: str, where: str, proof: dict[str, object] = SPAN) -> str:
    text = exported(goal_of(claim, where), proof)
    return " ".join(re.findall(r"Theorem.*?\.\nProof", text, re.DOTALL)[0].split())


def test_the_theorem_states_the_domain_with_its_ends() -> None:
    said = theorem("exp(x) + y", "x in (-inf, 3/2], y in (0, inf)")
    head = "forall x y : R, x <= (3 / 2) -> 0 < y -> 0 <= "
    assert f"{head}((exp x) + y)." in said or f"{head}(y + (exp x))." in said


def test_the_theorem_says_where_an_infinite_term_was_left_out() -> None:
    infinite = {"by": "infinite"}
    proof = {"by": "ends", "on": "q", "inside": SPAN, "low": infinite}
    said = theorem("2 - p*log(q)", "p in [1, 2], q in [0, 1)", proof)
    assert "(q = 0 -> p = 0) -> 0 <=" in said


def test_x_log_x_is_a_function_in_the_theorem_and_spelled_out_in_the_proof() -> None:
    claim = parse("xlogx(p)")
    assert spelled(claim, whole=True) == "(xlogx p)"
    assert spelled(claim) == "(p * ln p)"


@pytest.mark.parametrize("name", ["fun", "exp", "H_1", "B_", "g3", "eps", "mu_star", "ε"])
def test_names_of_variables_do_not_meet_names_of_the_file(name: str) -> None:
    other = named(name)
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", other)
    assert (other == name) == (name in ("eps", "mu_star"))


def test_the_file_ends_with_the_axioms_and_admits_nothing() -> None:
    for inequality in inequalities():
        text = exported(inequality.goal, inequality.proof)
        assert text.rstrip().endswith("Print Assumptions statement.")
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Hypothesis|Abort)\b", text)


def test_the_kernel_accepts_the_stored_proofs() -> None:
    assert len(inequalities()) >= 10
    for inequality in inequalities():
        check(inequality.goal, inequality.proof)


@pytest.mark.parametrize(
    ("claim", "where", "proof", "why"),
    [
        ("1 - lambertw(x)", "x in [0, 1]", SPAN, "no function of Lambert"),
        ("x - 1/2", "x in [0, 1]", SPAN, "not seen from the bounds"),
        ("x**(1/8) + x", "x in [1, 2]", RISING, "slope of a root of order 8"),
        ("x", "x in [0, 1]", {"by": "magic"}, "'magic' has no export"),
        ("x", "x in [0, 1]", {"by": "ends", "on": "x"}, "no export to Coq: it is damaged"),
        ("x", "x in [0, 1]", {"by": "split", "on": "z", "at": "a"}, "no export to Coq: "),
    ],
)
def test_what_has_no_export_is_refused_with_one_sentence(
    claim: str, where: str, proof: dict[str, object], why: str
) -> None:
    with pytest.raises(NoExport, match=why) as result:
        exported(goal_of(claim, where), proof)
    assert str(result.value).endswith(".")
    assert "\n" not in str(result.value)


def test_every_rule_of_the_kernel_has_a_step_or_a_refusal() -> None:
    from banditproof.theory.prover.kernel.rules import RULES

    assert set(RULES) <= set(STEPS)


def test_the_axioms_are_read_from_what_coq_prints() -> None:
    printed = "Axioms:\nClassical_Prop.classic\n  : forall P : Prop, P \\/ ~ P\nbad : False\n"
    assert axioms_of(printed) == ("Classical_Prop.classic", "bad")
    assert axioms_of("Closed under the global context\n") == ()
    opinion = SecondOpinion(CoqSays.ACCEPTED, "", ("Classical_Prop.classic", "bad"), 0.0)
    assert opinion
    assert not opinion.reals_only
    assert "bad" not in AXIOMS


def test_the_domain_is_read() -> None:
    goal = goal_of("x + y", "x in [0, 1), y in (-inf, 2]")
    assert goal.where("x") == (Fraction(0), Fraction(1), False, True)
    assert goal.where("y") == (None, Fraction(2), True, False)
