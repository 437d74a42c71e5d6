"""No rule without a theorem: the rows of the checker against what Coq has proved."""

import re
from pathlib import Path
import pytest
from banditproof.theory.prover.checker.all_rows import ALL_ROWS, all_functions
from banditproof.theory.prover.checker.functions import FUNCTIONS
from banditproof.theory.prover.checker.rows import Row, proved
from banditproof.theory.prover.checker.rules import ROWS, RULES
from banditproof.theory.prover.checker.wider_rules import WIDER_FUNCTIONS, WIDER_RULES
from banditproof.theory.prover.coq.checker_theorems import theorems, without
from banditproof.theory.prover.coq.rules_as_page import page_of_rules

PAGE = Path(__file__).parents[3] / "docs" / "rules_of_the_checker.txt"
NAMED = [
    *((row.name, row.theorems) for row in ALL_ROWS),
    *(("the function " + name, named) for name, named in all_functions().items()),
]


@pytest.mark.parametrize(("name", "named"), NAMED, ids=[name for name, _ in NAMED])
def test_each_row_names_theorems_and_each_of_them_is_proved(
    name: str, named: tuple[str, ...]
) -> None:
    assert named, f"The row {name!r} names no theorem of Coq."
    assert set(named) <= set(theorems()), f"The row {name!r} names what Coq has not proved."
    assert len(named) == len(set(named))


def test_each_theorem_belongs_to_a_row() -> None:
    used = {theorem for _, named in NAMED for theorem in named}
    assert set(theorems()) <= used
    assert {one.of for one in without()} <= used


def test_every_rule_and_function_of_the_checker_is_a_row() -> None:
    assert set(RULES) == {row.name for row in ROWS}
    assert set(WIDER_RULES) <= {row.name for row in ALL_ROWS}
    assert set(WIDER_FUNCTIONS) == set(all_functions()) > set(FUNCTIONS)
    assert len({row.name for row in ALL_ROWS}) == len(ALL_ROWS)


def test_a_row_without_a_theorem_is_no_rule() -> None:
    unproved = Row("believed", "none", "none", "anything", (), lambda *_: None)
    assert "believed" not in proved((*ROWS, unproved))


def test_the_rows_say_all_in_words() -> None:
    for row in ALL_ROWS:
        assert row.premises, row.name
        assert row.sides, row.name
        assert row.conclusion, row.name
        assert callable(row.check)


def test_a_theorem_of_a_limit_at_one_end_has_a_mirrored_one() -> None:
    low = [name for name in theorems() if name.endswith("_low") and "strike" not in name]
    assert len(low) >= 4
    for name in low:
        assert re.sub("_low$", "_high", name) in theorems()


def test_the_page_of_the_documentation_says_what_the_rows_say() -> None:
    """`python -m banditproof.theory.prover.coq.rules_as_page` writes it."""
    assert PAGE.read_text("utf-8") == page_of_rules()
    for name, _ in NAMED:
        assert f"`{name.removeprefix('the function ')}`" in page_of_rules()
