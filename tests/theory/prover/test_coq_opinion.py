"""What coqc says about exported statements, and that it rejects what is wrong."""

import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.prover.coq import __main__ as command
from banditproof.theory.prover.coq import batch, coqc
from banditproof.theory.prover.coq.answers import BROKEN
from banditproof.theory.prover.coq.batch import Item, second_opinions
from banditproof.theory.prover.coq.coqc import MISSING, certify_with_coq, coq_is_installed
from banditproof.theory.prover.coq.export import HEAD, exported, lemmas_of
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
WITHIN = "min(max(x, y/(y + (1 - y))), y/(y + (1 - y)))"
EXPANDED, ABOVE = "x**2/(x**4 - 1)", "x in (1, inf)"
HALVED = "((z - 2*y**2)/(2*y + 2*sqrt(x/2)) + (x - z)/(2*y + 2*sqrt(x/2)))"
MOVED = "erf(x/sqrt(2) - y*sqrt(2)/2)"
BERNSTEIN = {"by": "Bernstein"}
LARGER = {
    "by": "monotone", "function": "erf", "a": ["add", ["x"], ["y"]], "b": ["x"], "proof": SPAN,
}  # fmt: skip
BELOW = {"by": "bottom", "on": "x", "at": "0", "sign": SPAN, "touch": SPAN, "low": NIL}
ONE_LESS, TWICE = "(1 - x*(1 - exp(-1)))", "(2 + x)*(z + x)"
ROOTED, TILTED = "(2*z*sqrt(y)/x + 8*z/x**2)", "(1 - y + y*exp(-x))"
RISING = {"by": "slope", "on": "x", "high": False, "sign": SPAN, "end": {"proof": NIL}}
LOWEST = ["exp", ["mul", "-1", ["y"], ["pow", "-1", ["z"]]]]
POWER_0 = {
    "by": "bottom", "on": "x", "at": LOWEST, "sign": SPAN, "touch": NIL, "low": SPAN, "high": SPAN,
    "rest": ["mul", ["pow", "-2", ["x"]], ["pow", "0", ["add", ["x"], ["mul", "-1", LOWEST]]]],
}  # fmt: skip
BETWEEN = {"low": SPAN, "high": SPAN}
QUOTIENT = {"weight": ["pow", "-1", ["y"]], "positive": SPAN, "term": ["x"], "proof": SPAN}
ABOVE_0 = {"by": "sum", "parts": [{**QUOTIENT, "strict": True}]}
OTHERWISE = {
    "by": "instance",
    "with": {
        "t": ["add", "1", ["mul", "-1", ["pow", "-1", ["y"]], ["add", ["y"], ["mul", "-1", ["x"]]]]]
    },
    "where": {"y": ["1", "2", True, True], "t": ["0", None, True, True]},
    "inside": {"y": BETWEEN, "t": {"low": ABOVE_0, "high": SPAN}},
    "given": [{"term": ["log", ["mul", ["t"], ["y"]]], "strict": False, "proof": SPAN}],
    "term": ["mul", ["t"], ["y"]],
    "proof": SPAN,
}  # fmt: skip
"""x >= 0 as t y >= 0, where log(t y) >= 0, which the kernel writes with y first for this t."""
KINDS = [
    ("x*min(x, y) - x*min(y, x)", "x*min(x, y) - x*min(y, 2*x)", PAIR, NIL),
    ("log(max(x, y)/2) - log(max(y, x)/2)", "log(max(x, y)) - log(max(y, 1))", PAIR, NIL),
    (f"sqrt({CLOSE})**2 - 2*{CLOSE}/2", f"sqrt({CLOSE})**2 - 2.01*{CLOSE}/2", TRIPLE, NIL),
    ("x - x**2", "x - 1.01*x**2", "x in (0, 1)", POINT),
    (f"{WITHIN} - min(max(x, y), y)", f"{WITHIN} - min(max(x, y), y/2)", PAIR, NIL),
    (f"1/(x**2 - 1/x**2) - {EXPANDED}", f"1/(x**2 - 1/x**2) - 1.01*{EXPANDED}", ABOVE, NIL),
    ("x/y + (1 - x)/(1 - y)", "x/y - (1 - x)/(1 - y)", "x in [0, 1], y in (0, 1)", BERNSTEIN),
    ("sqrt(4*x) - 2*sqrt(x)", "sqrt(4*x) - 2.01*sqrt(x)", "x in [0, inf)", NIL),
    (f"sqrt(x/2) - y - {HALVED}", f"sqrt(x/2) - y - 1.01*{HALVED}", "x, y, z in (0, inf)", NIL),
    ("(x*y/4)**2 - x**2*y**2/16", "(x*y/4)**2 - x**2*y**2/15", "x, y in (0, inf)", SPAN),
    (f"erf((x - y)/sqrt(2)) - {MOVED}", f"erf((x - y)/sqrt(2)) - 2*{MOVED}", PAIR, NIL),
    ("erf(x + y) - erf(x)", "erf(x + y) - erf(2*x)", PAIR, LARGER),
    (
        f"1 - y/{ONE_LESS} - ({ONE_LESS} - y)/{ONE_LESS}",
        f"1 - y/{ONE_LESS} - ({ONE_LESS} - 2*y)/{ONE_LESS}",
        "x in (0, 1], y in (0, inf)",
        NIL,
    ),
    (
        f"1/((2 + x)*(y + y*x/z)) - z/(y*{TWICE})",
        f"1/((2 + x)*(y + y*x/z)) - 2*z/(y*{TWICE})",
        "x, y, z in (0, inf)",
        NIL,
    ),
    ("x", "x - 1/2", "x, y in (1, 2)", OTHERWISE),
    (
        f"(x - sqrt(y))/{ROOTED} - (x**2 - y)/({ROOTED}*(x + sqrt(y)))",
        f"(x - sqrt(y))/{ROOTED} - (x**2 - 2*y)/({ROOTED}*(x + sqrt(y)))",
        "x, y, z in (0, inf)",
        NIL,
    ),
    (
        f"log((1 - y)/{TILTED}) - log(1 - y) + log({TILTED})",
        f"log((1 - y)/{TILTED}) - log(1 - y) + 2*log({TILTED})",
        "x in (0, inf), y in (0, 1)",
        NIL,
    ),
    (
        "log(1 + y*exp(x*z)) - log(1 + y)",
        "log(1 + y*exp(x*z)) - log(1 + 2*y)",
        "x in [0, inf), y, z in (0, 1)",
        RISING,
    ),
    (
        "log(x) - 1 + y/z + exp(-y/z)/x",
        "log(x) - 1.01 + y/z + exp(-y/z)/x",
        "x in (0, 1), y in [0, inf), z in (0, inf)",
        POWER_0,
    ),
    ("2*x/sqrt(pi) - erf(x)", "x - erf(x)", "x in (0, inf)", BELOW),
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
    twins = [(twin, proof) for (_, twin), proof in zip(goals, proofs, strict=True)]
    assert accepted_in_one_session([*twins, (right[0].goal, right[0].proof)], folder) == [
        len(twins)
    ]


def accepted_in_one_session(
    items: Sequence[tuple[Goal, dict[str, Any]]], folder: Path
) -> list[int]:
    """The places of the statements that Coq accepts, which reads on behind one that it refuses.

    A session loads the library once, which takes most of the time of a false statement. What the
    export refuses is not asked about. Where Coq stops for a reason of its own, a test fails.
    """
    text, asked, accepted = HEAD, list[int](), list[int]()
    for place, (goal, proof) in enumerate(items):
        try:
            lemmas = lemmas_of(goal, proof)
        except ValueError:
            continue
        asked.append(place)
        text += (
            f"Module M{place}.\n{lemmas}\nAbort All.\nEnd M{place}.\nCheck M{place}.statement.\n"
        )
    said = subprocess.run(
        ["coqtop", "-q", "-w", "none", "-Q", ".", "banditproof"],
        input=text, cwd=folder, capture_output=True, text=True, timeout=10 * SECONDS, check=True,
    )  # fmt: skip
    errors = said.stderr
    for place in asked:
        if f"\nM{place}.statement\n     : " in said.stdout:
            accepted.append(place)
            continue
        found, unknown, errors = errors.partition(
            f"Error: The reference M{place}.statement was not found in the current environment."
        )
        first = found.partition("Error:")[2].partition("\n\n")[0]
        assert unknown, f"Coq said nothing of M{place}."
        assert first, f"Coq said not why it refuses M{place}."
        assert not BROKEN.search(first), first
    return accepted


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
