"""All random numbers come from the engine, so that a play can be repeated."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts

REPEATS = "plays can be repeated"


def own_randomness(facts: Facts) -> str | None:
    """What is seen of random numbers from elsewhere: no law can be enumerated, only sampled."""
    if facts.repeats:
        return None
    return "A play with the same rewards and the same random numbers was another one."
