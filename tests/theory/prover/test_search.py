"""The search proves the named statements, uses assumptions, and never proves a false twin."""

import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any
import pytest
from case_tables import table
from named_statements import ALL
from banditproof.theory.balls import working_precision
from banditproof.theory.prover import Disproof, Proof, Statement, prove
from banditproof.theory.prover.kernel.goals import Goal, Interval
from banditproof.theory.prover.kernel.rules import BITS, check
from banditproof.theory.prover.kernel.terms import var
from banditproof.theory.prover.search import assumptions, new_variables
from banditproof.theory.prover.search.hunt import ROUNDS, OutOfWork, Search, find_proof
from banditproof.theory.prover.two_checks import check_twice

UNDECIDED = [name for name in ALL if not ALL[name].proved]
QUICK = table(__file__, "quick")


def goal_of(named: Any, twin: bool = False) -> Goal:
    return Statement.of(named.twin if twin else named.text, named.domain).goal


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_statement_is_proved_and_its_twin_is_not(name: str) -> None:
    goal = goal_of(ALL[name])
    proof = find_proof(goal, 60)
    assert proof is not None
    check(goal, json.loads(json.dumps(proof)))
    assert find_proof(goal_of(ALL[name], twin=True), 0.3) is None
    with pytest.raises(ValueError, match=r"\."):
        check(goal_of(ALL[name], twin=True), proof)


LONG = table(__file__, "long")
"""Statements whose search takes half a minute: `python -m benchmarks proofs` searches them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in ALL if n not in (*QUICK, *UNDECIDED, *LONG)])
def test_a_named_statement_is_proved(name: str) -> None:
    goal = goal_of(ALL[name])
    proof = find_proof(goal, 300)
    assert proof is not None
    check(goal, json.loads(json.dumps(proof)))


@pytest.mark.slow
@pytest.mark.parametrize("name", list(ALL))
def test_no_false_twin_is_proved(name: str) -> None:
    assert find_proof(goal_of(ALL[name], twin=True), 1) is None


def test_the_same_proof_is_found_whenever_one_looks() -> None:
    goal = goal_of(ALL["Bennett"])
    whole = find_proof(goal, 60)
    assert whole == find_proof(goal, 600)
    several = [find_proof(goal, 60, rounds=rounds) for rounds in range(len(ROUNDS) + 1)]
    assert several[0] is None
    assert several[-1] == whole
    assert all(proof in (None, whole) for proof in several)


def test_the_work_of_a_tactic_is_bounded() -> None:
    search = Search(60.0)
    goal = goal_of(ALL["Mills, below"])
    for search.limit in (1, 4, 12):
        with suppress(OutOfWork):
            search.prove(goal, 2)
        assert search.work <= search.limit


def test_the_clock_alone_ends_a_search() -> None:
    assert find_proof(goal_of(ALL["Pinsker, refined"]), 0.0) is None


def test_a_triangle_becomes_a_box() -> None:
    statement = Statement.of("q/p + p/q >= 2", "p in (0,1), q in (0,1), p < q")
    proof = find_proof(statement.goal, 60)
    assert proof is not None
    check(statement.goal, proof)


def test_two_assumptions_that_exclude_each_other_prove_anything() -> None:
    goal = Statement.of("x <= -1", "x in (0,1), y in (0,1), x >= y*(2 - y)").goal
    assert find_proof(goal, 0.5) is None
    impossible = replace(goal, given=(*goal.given, (var("y") - var("x"), False)))
    proof = find_proof(impossible, 60)
    assert proof is not None
    check(impossible, proof)


def test_an_assumption_takes_a_variable_away() -> None:
    statement = Statement.of("x + exp(y) >= 1", "x in (-1,1), y in (0,1), x >= -y")
    proof = find_proof(statement.goal, 60)
    assert proof is not None
    check(statement.goal, proof)


HILL = Statement.of("x*exp(-x) >= 0", "x in (0,inf)").goal
ENDS = table(__file__, "ends")
WEIGHT = table(__file__, "weight")


def test_a_hill_is_above_its_ends() -> None:
    check(HILL, {"by": "hill", "on": "x", **ENDS, "slope": WEIGHT})


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": "fall", "proof": {"by": "span"}},
        {**WEIGHT, "weight": ["exp", ["x"]]},
        {**WEIGHT, "core": ["add", "1", ["x"]]},
        {**WEIGHT, "proof": {"by": "rise", "proof": {"by": "span"}}},
        {"by": "end", "end": ENDS["low"], "proof": WEIGHT},
    ],
)
def test_what_is_no_hill_is_rejected(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\."):
        check(HILL, {"by": "hill", "on": "x", **ENDS, "slope": wrong})


def test_a_valley_is_no_hill() -> None:
    valley = Statement.of("x**2 - x >= 0", "x in [0,1]").goal
    ends = {key: {"proof": {"by": "span"}} for key in ("low", "high")}
    for slope in ({"by": "fall", "proof": {"by": "span"}}, WEIGHT):
        with pytest.raises(ValueError, match=r"\."):
            check(valley, {"by": "hill", "on": "x", **ends, "slope": slope})


def test_squares_are_compared_for_a_larger_side_that_is_not_negative() -> None:
    parts = {"by": "inverse", "function": "square", "proof": {"by": "Bernstein"}}
    right = Statement.of("2*x - x >= 0", "x in [0,1]").goal
    sides = {"a": ["mul", "2", ["x"]], "b": ["x"]}
    check(right, {**parts, **sides, "positive": {"by": "span"}})
    below = Statement.of("-2*x - x >= 0", "x in [0,1]").goal
    sides = {"a": ["mul", "-2", ["x"]], "b": ["x"]}
    with pytest.raises(ValueError, match=r"\."):
        check(below, {**parts, **sides, "positive": {"by": "span"}})


def test_logarithms_are_compared_for_positive_sides() -> None:
    inside = Interval(Fraction(1), Fraction(2))
    goal = Goal(Statement.of("x**2 - x >= 0", "x in (1,2)").goal.term, False, (("x", inside),))
    proof = {"by": "inverse", "function": "log", "a": ["pow", "2", ["x"]], "b": ["x"]}
    check(goal, {**proof, "proof": {"by": "sum", "parts": [LOG_OF_X]}})
    with pytest.raises(ValueError, match=r"\."):
        check(goal, {**proof, "proof": {"by": "sum", "parts": []}})


LOG_OF_X = table(__file__, "log_of_x")


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
    [(assumptions.by_linear_exponent, LOW_PRIVACY), (new_variables.by_share, TANGENT)],
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
    assert proof_by(new_variables.by_share, replace(false, literal=False)) is None


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


FIRST = 12


def refuted(names: list[str], seconds: float) -> int:
    """How many twins a witness refutes; fails if one is proved or a witness does not refute."""
    count = 0
    for name in names:
        result = prove(Statement.of(ALL[name].twin, ALL[name].domain), seconds)
        assert not isinstance(result, Proof), f"The twin of {name} is proved."
        if isinstance(result, Disproof):
            sides = result.sides
            if sides is not None:
                greater = ">" in result.statement.relation
                low, high = sides if greater else reversed(sides)
                assert low.lo <= high.hi, name  # no proof that the twin holds there
            count += 1
    return count


def test_some_twins_are_refuted() -> None:
    assert refuted(list(ALL)[:FIRST], 2.0) >= FIRST - 2


@pytest.mark.slow
def test_four_of_five_twins_are_refuted_and_none_is_proved() -> None:
    assert refuted(list(ALL), 10.0) >= 0.8 * len(ALL)
