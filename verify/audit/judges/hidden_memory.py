"""Nothing is remembered outside of the state, where a reward could wait for a decision."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts

MEMORY = "nothing is remembered outside the state"


def hidden_memory(facts: Facts) -> str | None:
    """What is seen of a place outside of the state that a play changes; it may be harmless."""
    if not facts.changed:
        return None
    return f"A play changes {', '.join(facts.changed[:3])}."
