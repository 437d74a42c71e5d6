"""`banditproof field`: the table of what is known, and a cell of it."""

import json
import pytest

CELL = ("--setting", "arms", "--notion", "zcdp")


def test_the_table_has_a_line_for_each_setting(banditproof) -> None:
    code, out, err = banditproof("field")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].split()[:3] == ["none", "pure", "approx."]
    assert lines[1].split()[:5] == ["finite", "arms", "=", "=", "T^1/3"]
    assert max(map(len, lines)) <= 100
    assert "*: every lower bound is one of all policies, private or not." in " ".join(out.split())
    assert len(banditproof("field", "--notion", "zcdp").out.splitlines()[1].split()) == 3


def test_a_cell_lists_its_bounds_with_their_claims(banditproof) -> None:
    out = banditproof("field", "--setting", "arms", "--notion", "zcdp").out
    lower, upper = (out.index(id) for id in ("zcdp.regimes.cost.tables", "zcdp.thm11.sharper"))
    assert lower < upper
    assert "Closed up to constants and logarithms." in out
    wider = banditproof("field", "--setting", "adversarial", "--notion", "zcdp").out
    assert "the gap is T^1/4 at K = T^0 and the private scale T^1/2" in " ".join(wider.split())
    every = banditproof("field", "--setting", "arms", "--notion", "zcdp", "--all").out
    assert len(every) > len(out)
    assert "--all shows them" not in every


def test_json_has_each_bound_with_its_verdict(banditproof) -> None:
    words = ("field", "--setting", "cube", "--notion", "zcdp", "--json")
    (cell,) = json.loads(banditproof(*words).out)
    assert (cell["state"], cell["gap"], cell["at"]) == ("open", "1/6", {"d": "1/3", "E": "1/2"})
    first = cell["bounds"][0]
    assert (first["claim"], first["verdict"]) == ("zcdp.fix.thm9.cube", "holds")
    assert len(json.loads(banditproof("field", "--json").out)) == 99


def test_a_cell_has_numbers_at_sizes_and_budgets(banditproof) -> None:
    out = banditproof("field", *CELL, "--at", "K=10,T=1e6,rho=0.01").out
    text = " ".join(out.split())
    assert "over rewards or losses in [0, 1] is >= 227.426 and <= 62837.0." in text
    assert "thesis.thm4.20.sharp" not in out
    assert "zcdp.thm11.sharper supposes: rewards in [0,1], beta>3." in text
    every = banditproof("field", *CELL, "--at", "K=10,T=1e6,rho=0.01", "--all").out
    assert ">= 0.687426" in every
    short = " ".join(banditproof("field", *CELL, "--at", "K=10,T=100,rho=0.0001").out.split())
    assert "that is more than T, which no policy exceeds." in short
    without = " ".join(banditproof("field", *CELL, "--at", "K=10,T=1e6").out.split())
    assert "Bounds without a number there: give rho; give rho and delta;" in without
    risky = ("--setting", "linear", "--notion", "zcdp", "--at", "K=9,T=1e6,rho=1,d=2,delta=1e-3")
    assert "zcdp.thm4.repaired: with probability 1 - delta." in banditproof("field", *risky).out
    nothing = banditproof("field", *CELL, "--at", "K=1,T=9").out
    assert "no bound of the expected regret has a number there." in " ".join(nothing.split())


def test_json_has_the_numbers_of_each_bound(banditproof) -> None:
    words = ("field", *CELL, "--at", "K=10,T=1e6,rho=2", "--json")
    (cell,) = json.loads(banditproof(*words).out)
    (bracket,) = (one for one in cell["numbers"] if one["upper"])
    assert bracket["upper_claim"] == "field.local.htinf"
    assert float(bracket["lower"]["lo"]) <= float(bracket["upper"]["hi"])
    lacking = {one["claim"]: one["without_value"] for one in cell["bounds"] if one["without_value"]}
    assert lacking["thesis.thm4.20.sharp"] == "not unless rho <= 1"
    assert not json.loads(banditproof("field", *CELL, "--json").out)[0]["numbers"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--setting", "trees"), "There is no setting 'trees'; give one of arms, linear"),
        (("--notion", "puer"), "There is no notion 'puer'; give one of none, pure"),
        (("--at", "K=2"), "--at is about one cell; give --setting and --notion as well."),
        ((*CELL, "--at", "K"), "--at has 'K'; give numbers such as K=10,T=1e6,rho=0.01."),
        ((*CELL, "--at", "K=2,K=3"), "--at has K twice; give one number for each."),
        ((*CELL, "--at", "K=5/2"), "K is 2.5; give a whole number >= 1, the number of arms"),
        ((*CELL, "--at", "rho=0"), "rho is 0; give a number > 0, the budget of zCDP."),
        ((*CELL, "--at", "alpha=1"), "alpha is 1; give a number > 1, the order of Renyi privacy."),
        ((*CELL, "--at", "delta=1"), "delta is 1; give a number > 0, below 1,"),
        ((*CELL, "--at", "x=1"), "There is no number 'x' in the table; give numbers of T, K, d"),
        ((*CELL, "--at", "K=1e401"), "K is 1.0e401; give a number between 1e-400 and 1e400."),
        ((*CELL, "--at", "eps=1"), "No bound of this cell depends on eps; give numbers of T, K"),
    ],
)
def test_what_is_not_in_the_table_is_said(banditproof, words, said) -> None:
    assert said in banditproof("field", *words).mistake


def test_numbers_that_do_not_suffice_print_a_sentence_and_no_empty_table(banditproof) -> None:
    out = banditproof("field", "--setting", "Finite arms", "--notion", "zCDP", "--at", "K=10").shown
    told = " ".join(out.split())
    assert (
        "K = 10: no bound of the expected regret has a number there. What they lack: give" in told
    )
    assert "minimax regret" not in told


def test_a_row_and_a_column_are_named_as_the_table_prints_them(banditproof) -> None:
    by_print = banditproof("field", "--setting", "linear contexts", "--notion", "Renyi").shown
    assert by_print == banditproof("field", "--setting", "contextual", "--notion", "renyi").shown
    assert banditproof("field", "--setting", "contexts").code == 2
