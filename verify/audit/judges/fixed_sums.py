"""Releases are fixed sums: the same pulls make the same statistic of any rewards and noises."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts, PlayFacts

AFFINE = "releases are fixed sums of rewards and noise"


def fixed_sums(facts: Facts) -> str | None:
    """What is seen of a release that depends on the values of rewards or noises in another way.

    A ledger is computed from traced numbers; what a curator takes from the bare value of one is
    missing in it, and shows here.
    """
    return next((problem for one in facts.plays if (problem := _problem(one))), None)


def _problem(one: PlayFacts) -> str | None:
    found = one.record
    times = [release.time for release in found.play.ledger.releases if release.count > 0]
    for other in one.forced:
        for time, origin, changed in zip(times, found.origins, other.origins, strict=False):
            if not origin.agrees(changed):
                return (
                    f"The release of round {time} is not a fixed sum of rewards and noises: it "
                    "depends on their values in another way."
                )
    return None
