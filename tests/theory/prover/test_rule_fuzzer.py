"""Rules of the checker are attacked: they conclude nothing false, and mutants of them do."""

from pathlib import Path
import pytest
from flint import arb, fmpq
from rule_fuzzer.checkers import PLAIN, changed
from rule_fuzzer.hunt import ATTACKS, hunt
from rule_fuzzer.values import UNDEFINED, stated, value

PROOFS = Path(__file__).parent / "proofs"
EACH = (
    pytest.param(500, marks=pytest.mark.slow),
    pytest.param(3000, marks=pytest.mark.night("a slow test applies each rule 500 times")),
)
"""How often each rule is applied; `make fuzz` attacks each for ten minutes, with new seeds.

Every hole that was ever open is found by 2000 (below).
"""
SEED = "attacks 1"
INSIDE = 'need(inside, "A range of one point has no inside.")'
GROWTH = 'need(fast or (n > 0 and fall != "exp"), "A part may not vanish.")'


def test_each_row_is_attacked() -> None:
    rows = {row.name for row in PLAIN.rows}
    assert set(PLAIN.rules) <= rows
    assert rows <= {name.partition(",")[0] for name in ATTACKS}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_few_applications_show_nothing_false(name: str) -> None:
    tally = hunt(name, SEED, 60)
    assert tally.tried == 60
    assert tally.shortest() == ""


@pytest.mark.parametrize("each", EACH)
@pytest.mark.parametrize("name", ATTACKS)
def test_many_applications_show_nothing_false(name: str, each: int) -> None:
    tally = hunt(name, SEED, each)
    assert tally.shortest() == ""
    assert tally.tried == each
    assert tally.accepted > each / 200


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("limit, at a finite low end", INSIDE, "pass"),
        ("limit, at a finite high end", INSIDE, "pass"),
        ("vanishing exp", GROWTH, GROWTH.replace(' and fall != "exp"', "")),
    ],
)
def test_a_hole_that_was_open_is_found_when_it_is_put_back(name: str, old: str, new: str) -> None:
    with changed(old, new) as holed:
        tally = hunt(name, SEED, 2000, holed, stop_at=2)
    assert tally.found
    assert '"attack": ' in tally.shortest()
    assert not hunt(name, SEED, tally.tried).found


TERMS = (
    (["add", "1/2", ["mul", "2", ["x"]]], "3/2", fmpq(7, 2)),
    (["pow", "0", ["x"]], "0", fmpq(1)),
    (["pow", "-1", ["x"]], "0", UNDEFINED),
    (["pow", "1/2", ["x"]], "-1", UNDEFINED),
    (["pow", "-2", ["x"]], "-2", fmpq(1, 4)),
    (["mul", "0", ["log", ["x"]]], "0", UNDEFINED),
    (["xlogx", ["x"]], "0", fmpq(0)),
    (["if", ["x"], "1", ["log", ["x"]]], "0", fmpq(1)),
    (["if", ["x"], "1", ["log", ["x"]]], "-1", UNDEFINED),
    (["max", ["x"], ["min", "3", ["abs", ["x"]]]], "-2", fmpq(2)),
    (["exp", ["lambertw", "0"]], "0", fmpq(1)),
    (["lambertw", "-1"], "0", UNDEFINED),
    (["tanh", ["erf", ["x"]]], "0", fmpq(0)),
)


@pytest.mark.parametrize(("term", "at", "expected"), TERMS)
def test_the_evaluator_knows_its_functions(term: object, at: str, expected: object) -> None:
    found = value(term, {"x": fmpq(at)})
    assert found == (expected if expected is UNDEFINED else arb(expected))


def test_a_statement_means_infinity_by_minus_log_0() -> None:
    zero, log = {"x": fmpq(0), "y": fmpq(2)}, ["log", ["x"]]
    assert stated(["mul", ["x"], log], zero) == 0
    assert stated(["add", ["mul", "-1", ["y"], log], "-5"], zero) > 0
    assert stated(["mul", ["y"], log], zero) is UNDEFINED
    assert stated(["mul", log, log], zero) is UNDEFINED
