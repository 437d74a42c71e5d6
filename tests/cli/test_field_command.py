"""`banditproof field`: the table of what is known, and a cell of it."""

import json
import pytest


def test_the_table_has_a_line_for_each_setting(banditproof) -> None:
    code, out, err = banditproof("field")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].split()[:3] == ["none", "pure", "approx."]
    assert lines[1].split()[:5] == ["finite", "arms", "=", "=", "T^1/2"]
    assert max(map(len, lines)) <= 100
    assert "*: every lower bound is one of policies" in out
    assert len(banditproof("field", "--notion", "zcdp").out.splitlines()[1].split()) == 3


def test_a_cell_lists_its_bounds_with_their_claims(banditproof) -> None:
    out = banditproof("field", "--setting", "arms", "--notion", "zcdp").out
    lower, upper = (out.index(id) for id in ("thesis.thm4.20.sharp", "zcdp.thm11.sharper"))
    assert lower < upper
    assert "the gap is T^1/4 at K = T^1/2 and the private scale T^1/2" in " ".join(out.split())
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--setting", "trees"), "There is no setting 'trees'; give one of arms, linear"),
        (("--notion", "puer"), "There is no notion 'puer'; give one of none, pure"),
    ],
)
def test_what_is_not_in_the_table_is_said(banditproof, words, said) -> None:
    assert said in banditproof("field", *words).mistake
