"""Proofs that cite proofs: each is read once, before what names it, and no circle passes."""

from itertools import pairwise
import pytest
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in

MANY = 2_000
"""More than calls may be within one another."""


def developed(text: str) -> Development:
    result = Development(standard_library(["numbers"]))
    result.add(theorems_in(text, "a.proof"))
    return result


def citing(name: str, reason: str) -> str:
    return f"theorem {name}: forall x. x <= x + 1\n  fix x\n  show by {reason}\nqed\n"


def test_a_long_row_of_citations_is_no_deep_one() -> None:
    names = [f"row{n}" for n in range(MANY)]
    rows = ["theorem row0: forall x. x <= x + 1\n  fix x\n  show\nqed\n"]
    rows += [citing(b, f"{a}(x)") for a, b in pairwise(names)]
    development = developed("".join(reversed(rows)))
    assert not development.derive(names[-1]).theorem.hypotheses
    assert len(development.derived) == MANY


def test_a_wrong_proof_is_said_where_it_is_cited_and_nowhere_else() -> None:
    wrong = "theorem wrong: forall x. x <= x - 1\n  fix x\n  show\nqed\n"
    named = (
        "theorem other: forall x >= 0. 0 <= 2*x\n  fix x\n  assume wrong\n  show by wrong\nqed\n"
    )
    development = developed(wrong + named + citing("last", "wrong(x)"))
    assert not development.derive("other").cited  # where `wrong` is the name of a fact
    with pytest.raises(Misread, match=r"a\.proof:3:3"):
        development.derive("last")
    assert set(development.derived) == {"other"}


def test_a_circle_is_named_from_wherever_it_is_entered() -> None:
    text = citing("one", "two(x)") + citing("two", "three(x)") + citing("three", "two(x)")
    for name in ("one", "two", "three"):
        with pytest.raises(
            Misread, match=r"in a circle: (two -> three -> two|three -> two -> three)"
        ):
            developed(text).derive(name)
