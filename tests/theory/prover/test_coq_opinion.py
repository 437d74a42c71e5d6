"""What coqc says about exported statements, and that it rejects what is wrong."""

import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.prover.coq import __main__ as command
from banditproof.theory.prover.coq import batch, coqc
from banditproof.theory.prover.coq.batch import Item, second_opinions
from banditproof.theory.prover.coq.coqc import MISSING, certify_with_coq, coq_is_installed
from banditproof.theory.prover.coq.export import exported
from banditproof.theory.prover.coq.inequalities import goal_of, inequalities
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.terms import num
from banditproof.theory.prover.statement import Statement

needs_coq = pytest.mark.skipif(not coq_is_installed(), reason=MISSING)
STORED = {inequality.name: inequality for inequality in inequalities()}
SECONDS = 60.0


def test_without_coq_the_answer_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    opinion = certify_with_coq(goal_of("x", "x in [0, 1]"), {"by": "span"})
    assert (opinion.result, bool(opinion)) == ("not run", False)
    assert "libcoq-interval" in opinion.message
    assert command.main() == 0
    assert "Nothing was checked: Coq" in capsys.readouterr().out


@pytest.mark.slow
@needs_coq
def test_coq_accepts_inequalities_by_the_axioms_of_the_reals(folder: Path) -> None:
    """The first twelve; `make coq` asks about all of them."""
    few = [Item(name, STORED[name].goal, STORED[name].proof) for name in list(STORED)[:12]]
    opinions = [opinion for _, opinion in second_opinions(few, folder, SECONDS)]
    assert len(opinions) == 12
    for opinion in opinions:
        assert opinion, opinion.message
        assert "ClassicalDedekindReals.sig_forall_dec" in opinion.axioms
    assert sum(opinion.reals_only for opinion in opinions) >= 10


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", ["Pinsker", "logarithm above a quotient", "union of two events"])
def test_coq_rejects_a_false_statement_with_the_proof_of_a_true_one(
    name: str, folder: Path
) -> None:
    text = exported(STORED[name].goal, STORED[name].proof)
    first, last = text.split("Theorem statement")
    false = first + "Theorem statement" + last.replace("0 <=", "1 / 1000 <=", 9)
    assert false != text
    (folder / "false.v").write_text(false, encoding="utf-8")
    result = subprocess.run(
        ["coqc", "-q", "-w", "none", "-Q", ".", "banditproof", "false.v"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode != 0


@pytest.mark.slow
@needs_coq
def test_coq_rejects_an_edited_proof(folder: Path) -> None:
    one = STORED["square of a difference"]
    proof: dict[str, Any] = {**one.proof}
    wrong = goal_of("x**2 + y**2 - 201*x*y/100", one.where)
    assert certify_with_coq(one.goal, proof, SECONDS, folder)
    assert refused(wrong, proof, folder)
    part = {**STORED["Pinsker"].proof}
    margin = STORED["Pinsker"].goal
    assert refused(margin.of(margin.term - num(Fraction(1, 1000))), part, folder)


NIL: dict[str, Any] = {"by": "sum", "parts": []}
SPAN = {"by": "span"}
POINT = {
    "by": "instance",
    "with": {"u": ["add", "1", ["mul", "0", ["log", "2"]]]},
    "where": {"x": ["0", "1", True, True], "u": ["1", "1", False, False]},
    "inside": {"x": {"low": SPAN, "high": SPAN}, "u": {"low": SPAN, "high": SPAN}},
    "term": ["add", ["mul", ["x"], ["u"]], ["mul", "-1", ["pow", "2", ["x"]]]],
    "proof": {"by": "Bernstein"},
}
"""x (1 - x) >= 0 as x u - x^2 >= 0 for u in [1, 1]."""
CLOSE = "z*(1/(2*x) + 1/(y*x**2))"
PAIR, TRIPLE = "x, y in (0, 1)", "x in [1, inf), y in (0, inf), z in [0, inf)"
KINDS = [
    ("x*min(x, y) - x*min(y, x)", "x*min(x, y) - x*min(y, 2*x)", PAIR, NIL),
    ("log(max(x, y)/2) - log(max(y, x)/2)", "log(max(x, y)) - log(max(y, 1))", PAIR, NIL),
    (f"sqrt({CLOSE})**2 - 2*{CLOSE}/2", f"sqrt({CLOSE})**2 - 2.01*{CLOSE}/2", TRIPLE, NIL),
    ("x - x**2", "x - 1.01*x**2", "x in (0, 1)", POINT),
]
"""Statements, wrong twins, domains, and proofs that ask for one kind of step."""


@pytest.mark.slow
@needs_coq
def test_coq_accepts_each_kind_of_step_and_no_twin(folder: Path) -> None:
    goals = [[Statement.of(f"{term} >= 0", w).goal for term in pair] for *pair, w, _ in KINDS]
    proofs = [proof for *_, proof in KINDS]
    right = [
        Item(row[0], one, proof) for row, (one, _), proof in zip(KINDS, goals, proofs, strict=True)
    ]
    for item, opinion in second_opinions(right, folder, SECONDS):
        assert opinion, f"{item.name}: {opinion.message}"
    for (_, twin), proof in zip(goals, proofs, strict=True):
        assert refused(twin, proof, folder)


def refused(goal: Goal, proof: dict[str, Any], folder: Path) -> bool:
    """Whether the export or Coq refuses a proof."""
    try:
        return certify_with_coq(goal, proof, SECONDS, folder).result == "refused"
    except ValueError:
        return True


CHEAT = "Axiom all : forall P : Prop, P.\nTheorem statement : 1 <= 0.\nProof. apply all. Qed.\n"


@pytest.mark.slow
@needs_coq
def test_an_axiom_of_its_own_is_rejected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = goal_of("x - 1", "x in [0, 1]")
    head = "From Coq Require Import Reals.\nOpen Scope R_scope.\n"
    monkeypatch.setattr(
        coqc, "exported", lambda goal, proof: head + CHEAT + "Print Assumptions statement."
    )
    opinion = certify_with_coq(goal, {"by": "span"}, SECONDS, folder)
    assert opinion.result == "refused"
    assert "all" in opinion.message


@pytest.mark.slow
@needs_coq
def test_an_axiom_of_one_of_many_is_rejected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong = (f"Theorem statement : {said}.\nProof. lra. Qed.\n" for said in ("0<=1", "1<=0"))
    texts = {"first": right, "cheat": CHEAT, "wrong": wrong, "last": right}
    goal = goal_of("x", "x in [0, 1]")
    items = [Item(name, goal, {"text": text}) for name, text in texts.items()]
    monkeypatch.setattr(batch, "lemmas_of", lambda goal, proof: proof["text"])
    opinions = {item.name: opinion for item, opinion in second_opinions(items, folder, SECONDS)}
    assert {name for name, opinion in opinions.items() if opinion} == {"first", "last"}
    assert opinions["cheat"].result == opinions["wrong"].result == "refused"
    assert "axioms that are not those of the reals: M" in opinions["cheat"].message
