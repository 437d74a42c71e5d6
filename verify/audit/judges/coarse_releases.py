"""Decisions do not read the low digits of releases, where a curator could hide a reward."""

from __future__ import annotations

from banditproof.verify.audit.facts import COARSE_BITS, Facts

COARSE = "decisions do not read low digits"


def coarse_releases(facts: Facts) -> str | None:
    """What is seen of decisions that change when the released numbers are rounded a little.

    The law of continuous noise has no last digit, but the numbers of a computer do; a decision
    that reads it is outside of what a law can show.
    """
    if not facts.repeats:
        return None
    for one in facts.plays:
        if not isinstance(one.replayed, str) and one.coarse != one.replayed:
            return (
                f"Rounding the released numbers to {COARSE_BITS} binary places changes decisions."
            )
    return None
