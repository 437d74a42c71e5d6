"""log x - log x is not 0 at 0, where it is infinity minus infinity; 0 log 0 of a divergence is."""

from __future__ import annotations

import pytest

from banditproof.theory.prover import prove
from banditproof.theory.prover.checker.rules import recheck
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import check
from banditproof.theory.prover.statement import Statement
from banditproof.theory.prover.two_checks import stored_goal

UNIT = "x in [0, 1]"
AT_BOTH_ENDS = {
    "by": "ends",
    "on": "x",
    "inside": {"by": "span"},
    "low": {"by": "span"},
    "high": {"by": "span"},
}


@pytest.mark.parametrize(
    "text", ["log(x) - log(x) >= 0", "log(x) - 2*log(x) + log(x) >= 0", "x*(log(x) - log(x)) >= 0"]
)
def test_what_cancels_is_not_defined_at_an_end(text: str) -> None:
    goal = Statement.of(text, UNIT).goal
    assert not goal.literal
    with pytest.raises(ValueError, match="logarithm"):
        check(goal, AT_BOTH_ENDS)
    with pytest.raises(ValueError, match="logarithm"):
        recheck(stored_goal(goal), AT_BOTH_ENDS)
    inside = Statement.of(text, "x in (0, 1]").goal
    check(inside, {"by": "span"})
    recheck(stored_goal(inside), {"by": "span"})


def test_it_does_not_depend_on_who_made_the_goal() -> None:
    """The checker judges the term itself."""
    stated = Statement.of("log(x) - log(x) >= 0", UNIT).goal
    goal = Goal(stated.term, False, stated.region)
    check(goal, AT_BOTH_ENDS)
    with pytest.raises(ValueError, match="logarithm"):
        recheck(stored_goal(goal), AT_BOTH_ENDS)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("kl(0, q) >= 0", "q in [0, 1]"),
        ("kl(1, q) >= 2*(1 - q)**2", "q in [0, 1]"),
        ("kl(p, q) >= 0", "p in [0, 0], q in [0, 1]"),
        ("0 <= kl(p, q)", "p in [0, 0], q in [0, 0]"),
    ],
)
def test_a_divergence_from_a_number_has_0_log_0(text: str, domain: str) -> None:
    assert prove(Statement.of(text, domain), 20).result == "proved"
