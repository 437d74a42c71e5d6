"""Rows of the bounds of the field: what is wrong with one is said in a sentence with its place."""

import re
from importlib import import_module
import pytest
from banditproof.table_rows import loaded, read_tables
from banditproof.theory.adversarial import bound_rows
from banditproof.theory.bound_words import Side
from banditproof.theory.known_bounds import rows as known_rows
from banditproof.theory.known_bounds.rows import known_bound

ROW = {
    "claim": "my.thm1",
    "setting": "arms",
    "notion": "pure",
    "side": "lower",
    "quantity": "minimax",
    "order": "K/eps",
    "formula": "c*(K - 1)/eps",
    "let": {"c": "1/(4*e)"},
    "rewards": "coins",
}


def test_a_row_is_a_bound() -> None:
    assert str(known_bound(ROW).formula) == "c*(K - 1)/eps, where c = 1/(4*e)"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"setting": "bandits"}, "setting is 'bandits'; give one of arms, linear, cube"),
        ({"notion": "puredp"}, "notion is 'puredp'; give one of none, pure, approximate"),
        ({"side": "above"}, "side is 'above'; give one of lower, upper."),
        ({"side": "threshold"}, "side is 'threshold'; give one of lower, upper."),
        ({"quantity": "regret"}, "quantity is 'regret'; give one of minimax, at T"),
        ({"rewards": "bernoulli"}, "rewards is 'bernoulli'; give one of coins, bounded"),
        ({"status": "mine"}, "status is 'mine'; give one of printed, ours"),
        ({"policies": "some"}, "policies is 'some'; give one of all, interactive."),
        ({"variant": "yes"}, "variant is 'yes'; give one of True, False."),
        ({"sais": "K/eps"}, "There is no field 'sais'; did you mean 'says'?"),
        ({"carried": ["x"]}, "There is no field 'carried'; give some of chance, claim"),
        ({"claim": None}, "The field 'claim' is missing"),
        ({"rewards": None}, "The field 'rewards' is missing"),
        ({"order": None}, "It has to have either an order, or a shape"),
        ({"shape": "in words"}, "It has to have either an order, or a shape"),
        ({"order": "K - T"}, "'K - T' is no order; write a sum"),
        ({"formula": None}, "It has no formula, and so neither a name nor let"),
        ({"formula": None, "let": None, "name": "a"}, "It has no formula, and so neither a name"),
        ({"formula": "c*n"}, "The formula 'c*n' has no meaning for n; define it in let, or write"),
        ({"when": "n >= 2"}, "The condition 'n >= 2' has no meaning for n; define it."),
        ({"formula": "K -"}, "In the expression, at the end: a number, a name or a bracket"),
    ],
)
def test_a_mistake_in_a_row_is_a_sentence(change, sentence) -> None:
    row = {field: value for field, value in {**ROW, **change}.items() if value is not None}
    with pytest.raises(ValueError, match="^" + re.escape(sentence)):
        known_bound(row)


def test_a_row_with_a_mistake_is_named_with_its_file(tmp_path, monkeypatch) -> None:
    file = tmp_path / "bounds.toml"
    monkeypatch.setattr(known_rows, "FILE", file)
    file.write_text('[[bound]]\nclaim = "my.thm1"\nsetting = "arms"\n', "utf-8")
    with pytest.raises(
        ValueError, match=r"^bounds\.toml, the bound of my\.thm1: The field 'notion'"
    ):
        known_rows.rows.__wrapped__()
    file.write_text('[[bound]\nclaim = "my.thm1"\n', "utf-8")
    with pytest.raises(ValueError, match=r"^bounds\.toml cannot be read as TOML: .*at line 1"):
        read_tables(file)


def test_what_an_imported_file_lacks_is_no_mistake_of_the_row(tmp_path, monkeypatch) -> None:
    package = tmp_path / "of_rows"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "one.py").write_text("import no_such_package", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        loaded(lambda: import_module("of_rows.one"), "of_rows", "one", "name")


def test_a_function_that_a_row_of_a_game_names_is_looked_for() -> None:
    row = {"name": "a", "claim": "my.thm1", "status": "ours", "formula": "no_such_formula"}
    with pytest.raises(ValueError, match=r"^There is no function 'no_such_formula'; give one of"):
        bound_rows._row(Side.LOWER, "pure", row)
