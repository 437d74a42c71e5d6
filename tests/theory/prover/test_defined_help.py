"""A proved sign helps to show that a branch's condition and a flat slope are defined."""

from __future__ import annotations

from typing import Any

import pytest

from banditproof.theory.prover.checker.rules import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import check
from banditproof.theory.prover.kernel.terms import stored
from banditproof.theory.prover.notation import parse
from banditproof.theory.prover.statement import Statement
from banditproof.theory.prover.two_checks import stored_goal

SPAN = {"by": "span"}
INSIDE = "x in (0,1), y in (0,1), s in (0,1)"
BETWEEN = "1-x-s*(y-x)"
BEYOND = "1-x-2*s*(y-x)"


def helped(term: str = BETWEEN, by: str = "Bernstein") -> list[Any]:
    return [{"term": stored(parse(term)), "strict": True, "proof": {"by": by}}]


def branch(term: str = BETWEEN, **keys: Any) -> tuple[Goal, Any]:
    goal = Statement.of(f"max(log({BETWEEN}),0) >= 0", INSIDE).goal
    goal = goal.of(parse(f"max(log({term}),0)"))
    case = {"by": "given", "assumption": 0, "defined": helped(term)}
    proof = {"by": "branch", "node": stored(goal.term), "cases": [case, SPAN]}
    return goal, {**proof, "condition defined": helped(term), **keys}


def bottom(**keys: Any) -> tuple[Goal, Any]:
    goal = Statement.of(f"log({BETWEEN})**2*(v-1/2)**2 >= 0", f"{INSIDE}, v in (0,1)").goal
    places = ("defined", "slope 1", "slope 2", "flat defined", "bottom defined")
    proof = {"by": "bottom", "on": "v", "at": stored(parse("1/2")), "low": SPAN, "high": SPAN}
    proof["sign"] = {"by": "span", "defined": helped()}
    proof["touch"] = {"by": "sum", "parts": [], "defined": helped()}
    return goal, {**proof, **{place: helped() for place in places}, **keys}


def accepted(goal: Goal, proof: Any) -> list[bool]:
    found = []
    data = stored_goal(goal)
    for run in (lambda: check(goal, proof), lambda: recheck(data, elaborated(goal, proof))):
        try:
            run()
            found.append(True)
        except ValueError:
            found.append(False)
    return found


@pytest.mark.parametrize("example", [branch(), bottom()])
def test_a_proved_sign_helps(example: tuple[Goal, Any]) -> None:
    assert accepted(*example) == [True, True]


@pytest.mark.parametrize(
    "example",
    [
        branch(**{"condition defined": []}),
        branch(**{"condition defined": helped(by="span")}),
        branch(**{"condition defined": helped("1-x")}),
        branch(BEYOND),
        bottom(**{"flat defined": []}),
        bottom(**{"flat defined": helped(BEYOND)}),
        bottom(**{"flat defined": helped("1-x")}),
    ],
)
def test_help_that_is_missing_wrong_or_about_another_term_is_rejected(
    example: tuple[Goal, Any],
) -> None:
    assert accepted(*example) == [False, False]
