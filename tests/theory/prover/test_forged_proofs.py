"""Proofs made by hand of what is false, each against one rule of the checker: none is accepted."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
import pytest
from banditproof.theory.prover.checker.along import has_inside
from banditproof.theory.prover.checker.claims import Where
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.kernel.goals import Goal, Interval, Rejected
from banditproof.theory.prover.kernel.rules import check
from banditproof.theory.prover.kernel.terms import num, stored, var

FORGED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "proofs" / "forged.json").read_text("utf-8")
)
SPAN = {"by": "span"}
X = stored(var("x"))


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_proof_is_refused(name: str) -> None:
    case = FORGED[name]
    with pytest.raises(ValueError, match=f"^{re.escape(case['because'])}$"):
        recheck(case["goal"], case["proof"])


def test_a_range_of_one_point_has_no_inside() -> None:
    point, part, ray = ["0", "0", False, False], ["0", "1", True, True], ["0", None, False, True]
    has_inside(Where.read(part))
    has_inside(Where.read(ray))
    with pytest.raises(ValueError, match="no inside"):
        has_inside(Where.read(point))
    zero, one = Fraction(0), Fraction(1)
    found = [Interval(zero, hi).has_inside for hi in (zero, one, None)]
    assert found == [False, True, True]


NEVER = {"by": "empty", "assumption": 0, "proof": SPAN}
ANYTHING = {"by": "cases", "term": X, "low": NEVER, "high": NEVER}
"""Between 0 and 0 a number is above 0 and below it, from which anything follows."""
END = {"value": "0", "rest": "-1", "vanishing": [], "rest_proof": ANYTHING, "proof": SPAN}
SLOPES = {
    "slope": {"by": "slope", "on": "x", "high": False, "sign": SPAN, "end": END},
    "concave": {"by": "concave", "on": "x", "bend": SPAN, "low": END, "high": END},
    "hill": {
        "by": "hill", "on": "x", "low": END, "high": END, "slope": {"by": "fall", "proof": SPAN},
    },
    "inflection": {
        "by": "inflection", "on": "x", "high": True, "weight": "1", "product": "0",
        "positive": SPAN, "monotone": SPAN, "low": END, "high end": END, "flat": {"proof": SPAN},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", SLOPES)
def test_the_rules_of_the_search_take_no_limit_at_one_point(name: str) -> None:
    """-1 >= 0 at x = 0, since between 0 and 0 it is the sum of 0 and of what is >= 0 there."""
    zero = Fraction(0)
    goal = Goal(num(-1), False, (("x", Interval(zero, zero, False, False)),))
    with pytest.raises(Rejected, match="one point has no inside"):
        check(goal, SLOPES[name])
