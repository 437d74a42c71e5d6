"""Assumptions with an exponential: shares y/(y + (1-y) e^v) and bounds of v by logarithms."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import BITS
from banditproof.theory.prover.search import assumptions, shares
from banditproof.theory.prover.search.hunt import Search
from banditproof.theory.prover.statement import Statement
from banditproof.theory.prover.two_checks import check_twice

INSIDE = "x in (0,1), y in (0,1), v in (0,inf)"
SHARE = "y/(y+(1-y)*exp(-v))"
LOW_PRIVACY = Statement.of("kl(x,y) <= v*(x-y)", f"{INSIDE}, x >= y, x <= {SHARE}")
TANGENT = Statement.of(f"kl({SHARE},y) + v*(x-{SHARE}) <= kl(x,y)", f"{INSIDE}, x >= {SHARE}")


def proof_by(tactic: Any, goal: Goal) -> Any:
    search = Search(60)
    search.limit = 3000
    with working_precision(BITS):
        return tactic(search, goal, 6)


def accepted_by_both(goal: Goal, proof: Any) -> None:
    proof = json.loads(json.dumps(proof))
    check_twice(goal, proof)


@pytest.mark.parametrize(
    ("tactic", "statement"),
    [(assumptions.by_linear_exponent, LOW_PRIVACY), (shares.by_share, TANGENT)],
)
def test_an_exponential_in_an_assumption_is_used(tactic: Any, statement: Statement) -> None:
    goal = replace(statement.goal, literal=False)
    proof = proof_by(tactic, goal)
    assert proof is not None
    accepted_by_both(goal, proof)


def test_without_its_assumption_or_with_less_room_nothing_is_proved() -> None:
    goal = replace(LOW_PRIVACY.goal, literal=False)
    assert proof_by(assumptions.by_linear_exponent, replace(goal, given=goal.given[:1])) is None
    false = Statement.of(TANGENT.claim.replace("v*(", "1.01*v*("), str(TANGENT.domain)).goal
    assert proof_by(shares.by_share, replace(false, literal=False)) is None


def test_assumptions_that_say_nothing_or_the_same_are_dropped() -> None:
    goal = Statement.of("x >= y", "x in (0,1), y in (0,1), x*y >= y*y, 2*x >= 2*y, x + y >= 0").goal
    proof = proof_by(assumptions.by_tidy, goal)
    assert proof is not None
    assert len(proof["given"]) == 1
    accepted_by_both(goal, proof)


def test_an_assumption_with_negative_factors_alone_proves_anything() -> None:
    goal = Statement.of("y <= v - 1", f"y in (0,1), v in (0,inf), {SHARE} >= 1").goal
    proof = proof_by(assumptions.by_tidy, goal)
    assert proof is not None
    assert proof["by"] == "empty"
    accepted_by_both(goal, proof)
    weak = Statement.of("y <= v - 1", f"y in (0,1), v in (0,inf), {SHARE} >= y").goal
    assert proof_by(assumptions.by_tidy, weak) is None
