"""The field and the table of a game answer alike, or the field says why its number is larger."""

from fractions import Fraction
from itertools import product
import pytest
from banditproof.paper_checks.field.cell_facts import facts_of
from banditproof.paper_checks.field.cells import cell
from banditproof.paper_checks.field.numbers import brackets, numbers_of
from banditproof.paper_checks.field.whole_batches import whole_batches
from banditproof.theory.adversarial import adversarial_bounds
from banditproof.theory.bound_words import Privacy

POINTS = [*product((2, 5, 50), (10**5, 10**8), ("0.1", "0.3", "1", "3"))]


def point_of(arms, horizon, eps):
    return {"K": Fraction(arms), "T": Fraction(horizon), "eps": Fraction(eps)}


def near(one, other) -> bool:
    return abs(one - other) <= Fraction(1, 10**9) * other


@pytest.mark.parametrize("notion", ["pure", "local"])
def test_both_give_the_same_upper_and_lower_bounds(notion) -> None:
    there, said = cell("adversarial", notion), 0
    for arms, horizon, eps in POINTS:
        point, table = point_of(arms, horizon, eps), adversarial_bounds(arms, horizon, eps)
        known = list(brackets(numbers_of(there, point)))
        (bracket,) = (one for one in known if one.rewards in ("coins", "bounded"))
        upper = table.best_upper(Privacy(notion))
        counted = whole_batches(there, point, known)
        if upper is not None:
            answer = bracket.upper.found.hi if counted is None else counted.upper.hi
            assert near(answer, upper.enclosure.hi), (arms, horizon, eps)
        if counted is not None:
            said += 1
            assert counted.claim == upper.claim
            assert counted.upper.hi < bracket.upper.found.lo
        lower = table.best_lower(Privacy(notion))
        assert near(bracket.lower.found.lo, lower.enclosure.lo), (arms, horizon, eps)
    assert (said > 5) == (notion == "pure")


def test_the_cell_of_the_question_names_the_command_that_agrees(banditproof) -> None:
    words = ("--setting", "adversarial", "--notion", "pure", "--at", "K=5,T=1e5,eps=0.3")
    text = banditproof("field", *words).text
    assert "Counted in whole batches, the one over losses in [0, 1] is <= 17486.6" in text
    counted = banditproof("field", *words, "--json").facts[0]["whole_batches"]
    command = counted["command"].split()
    assert command[0] == "banditproof"
    best = banditproof(*command[1:], "--json").facts["best"][0]["upper"]
    assert (best["claim"], best["name"]) == (counted["claim"], counted["name"])
    assert near(Fraction(best["hi"]), Fraction(counted["upper"]["hi"]))


@pytest.mark.parametrize(
    ("setting", "notion", "point"),
    [
        ("arms", "pure", point_of(5, 10**5, "0.3")),
        ("adversarial", "zcdp", {**point_of(5, 10**5, "0.3"), "rho": Fraction(1)}),
        ("adversarial", "pure", {"K": Fraction(5), "T": Fraction(10**5)}),
        ("adversarial", "pure", point_of(1, 10**5, "0.3")),
    ],
)
def test_where_the_table_of_a_game_says_nothing_the_field_says_nothing_of_it(
    setting, notion, point
) -> None:
    there = cell(setting, notion)
    known = {name for one in there.bounds if one.judged and one.formula
             for name in one.formula.symbols}  # fmt: skip
    given = {name: value for name, value in point.items() if name in known}
    assert facts_of(there, given).whole_batches is None
    assert facts_of(there).whole_batches is None
