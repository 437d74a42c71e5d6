"""Each reward enters one release: none is used twice, none is skipped by a release of its arm.

The numbers that leave together, at the end of one pull, are one release: a vector.
"""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.recording import Record

ONCE = "each reward enters one release"


def reward_used_once(facts: Facts) -> str | None:
    """What is seen of a reward that enters two releases, or none."""
    return next((found for one in facts.plays if (found := _problem(one.record))), None)


def _problem(found: Record) -> str | None:
    ledger = found.play.ledger
    using: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for release in ledger.releases:
        for time, coefficient in release.rewards.items():
            rounds = using.setdefault(time, []) if coefficient else [release.time]
            if release.time not in rounds:
                rounds.append(release.time)
        if release.rewards:
            last[release.arm] = release.time
    for read in ledger.reads:
        rounds = using.get(read.time, [])
        if len(rounds) > 1:
            return (
                f"The reward of round {read.time} enters {len(rounds)} releases, those of rounds "
                f"{', '.join(map(str, rounds))}."
            )
        if not rounds and last.get(read.arm, 0) >= read.time:
            return f"The reward of round {read.time} is skipped by the next release of its arm."
    return None
