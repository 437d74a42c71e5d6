"""What the bounds of many arms take grows as the number of arms does."""

import ast
import re
from fractions import Fraction
from pathlib import Path
import pytest
from banditproof.theory import BernoulliBandit, bounds
from banditproof.theory.lower_bounds.bound_sections import sections

ROOT = Path(__file__).parents[2]
ROOMS = ("theory", "algorithms")
"""The rooms whose sequences are as long as a user makes them."""
OF_ALL = {"max", "min", "sum", "sorted"}
CALL = re.compile(rf"\b(?:{'|'.join(sorted(OF_ALL))})\([\w.]+\)")


def comparisons(arms, monkeypatch):
    """How often two exact numbers are compared for all bounds of an instance, at one horizon."""
    seen = [0]

    def counted(compare):
        def comparing(x, y):
            seen[0] += 1
            return compare(x, y)

        return comparing

    means = [Fraction(4, 5), *(Fraction(7, 10) - Fraction(k, 2 * arms) for k in range(1, arms))]
    with monkeypatch.context() as patch:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            patch.setattr(Fraction, name, counted(getattr(Fraction, name)))
        list(sections(bounds(BernoulliBandit(means), eps="0.25", horizon=3)))
    return seen[0]


@pytest.mark.slow
def test_numbers_are_compared_as_often_as_there_are_arms(monkeypatch):
    few, many = (comparisons(arms, monkeypatch) for arms in (200, 800))
    assert many < 5 * few


def asked_in_each_round(text):
    """What a comprehension finds out about a whole sequence for each of its members anew."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            loops = node.generators
            own = {part.id for loop in loops for part in _names(loop.target)}
            once = {id(part) for part in ast.walk(loops[0].iter)}
            for call in ast.walk(node):
                if (
                    isinstance(call, ast.Call)
                    and id(call) not in once
                    and getattr(call.func, "id", "") in OF_ALL
                    and len(call.args) == 1
                    and isinstance(call.args[0], ast.Name | ast.Attribute)
                    and own.isdisjoint(part.id for part in _names(call))
                ):
                    yield ast.unparse(call)


def _names(node):
    return [part for part in ast.walk(node) if isinstance(part, ast.Name)]


@pytest.mark.slow
def test_a_question_about_all_arms_is_not_asked_for_each_of_them():
    found = [
        f"{path.relative_to(ROOT)}: {question}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if CALL.search(text := path.read_text())
        for question in asked_in_each_round(text)
    ]
    assert not found
    assert [*asked_in_each_round("[x for x in means if x < max(means)]")] == ["max(means)"]
    assert not [*asked_in_each_round("[max(row) for row in sorted(rows)]")]
