"""The first decision where the balls of two rare probabilities both contain 0."""

from __future__ import annotations

import pytest
from flint import arb

from banditproof.verify.exact_laws.first_decision import FirstDecision


def test_two_balls_around_zero_are_not_taken_for_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    # the ratio of two such balls is unknown: an error, and not left out of the largest ratio
    decision = FirstDecision("dp-imed", eps=1, tie_rule="first")
    monkeypatch.setattr(FirstDecision, "_ball", lambda self, sums: arb(0, 2.0**-150))
    with pytest.raises(ValueError, match="not finite as a ball"):
        decision.loss()


def test_where_the_tie_rule_alone_decides_nothing_leaks() -> None:
    assert FirstDecision("dp-klucb", eps=1, tie_rule="first").loss().hi == 0
