"""Nothing of a batch that the horizon cuts is released."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.recording import Record

HORIZON = "nothing of a truncated batch is released"


def cut_batch(facts: Facts) -> str | None:
    """What is seen of rewards of a cut batch that leave the curator."""
    return next((problem for one in facts.plays if (problem := _problem(one.record))), None)


def _problem(found: Record) -> str | None:
    first = found.play.cut
    if first is None:
        return None
    for release in found.play.ledger.releases:
        if any(t >= first and c for t, c in release.rewards.items()):
            return (
                f"The batch of round {first} is cut by the horizon, but its rewards are released."
            )
    return None
