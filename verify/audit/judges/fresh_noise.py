"""Each release has a noise of its own: one, whole, and of the law that is declared."""

from __future__ import annotations

from banditproof.verify.audit.facts import Facts
from banditproof.verify.audit.recording import Record

FRESH = "each release has fresh noise of the declared law"


def fresh_noise(facts: Facts) -> str | None:
    """What is seen of a release without a noise of its own."""
    return next((problem for one in facts.plays if (problem := _problem(one.record))), None)


def _problem(found: Record) -> str | None:
    owner: dict[int, int] = {}
    for release in found.play.ledger.releases:
        noises = {serial: c for serial, c in release.noises.items() if c}
        where = f"The release of round {release.time}"
        for serial in noises:
            if serial in owner:
                return f"{where} uses the noise of the release of round {owner[serial]} again."
            owner[serial] = release.time
        if len(noises) != 1:
            return f"{where} carries {len(noises)} noises instead of one."
        serial, coefficient = next(iter(noises.items()))
        if found.drawn[serial] != release.mechanism:
            return f"{where} declares {release.mechanism} but its noise is {found.drawn[serial]}."
        if abs(coefficient) != 1:
            return f"{where} multiplies its noise by {coefficient:g}."
    return None
