"""Decisions are a function of releases: a copy that gets nothing else decides the same."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts, PlayFacts
from banditproof.verify.audit.recording import decisions

REPLAY = "decisions are a function of releases"
OTHERWISE = "Other raw rewards with the same released numbers lead to other decisions."


def releases_alone(facts: Facts) -> str | None:
    """What is seen of a decision that needs more than the released numbers.

    A policy with its own random numbers, from outside the interface, cannot be replayed, which
    says nothing about rewards.
    """
    if not facts.repeats:
        return None
    return next((problem for one in facts.plays if (problem := _problem(one))), None)


def _problem(one: PlayFacts) -> str | None:
    if isinstance(one.replayed, str):
        return f"The decisions cannot be replayed: {one.replayed}"
    if one.replayed != one.decided:
        return "Decisions replayed from the released numbers alone differ from the play."
    if any(decisions(forced) != one.decided for forced in one.forced):
        return OTHERWISE
    return f"The decisions cannot be replayed: {one.unforced}" if one.unforced else None
