"""The judges of recorded plays: small functions of the facts, each named after what it looks at.

A judge returns what it saw, or None. It is stricter than a claim of privacy: two releases at half
the budget, two noises, or rewards that are thrown away are private as well. So what a judge sees
never refutes a claim; it decides that the audit must look further, and where. A new judge is a
name, a function, and a line in `JUDGES`.
"""

from collections.abc import Callable, Mapping
from .facts import Facts
from .noise_of_releases import small_noise
from .recording import COARSE_BITS, PlayFacts, decisions

ONCE = "each reward enters one release"
"""Each reward enters one release: none is used twice, none is skipped by a release of its arm."""
FRESH = "each release has fresh noise of the declared law"
"""Each release has a noise of its own: one, whole, and of the law that is declared."""
CALIBRATED = "the noise is large enough"
"""The noise of each release is large enough for its sensitivity, taken alone."""
HORIZON = "nothing of a truncated batch is released"
"""Nothing of a batch that the horizon cuts is released."""
AFFINE = "releases are fixed sums of rewards and noise"
"""Releases are fixed sums: the same pulls make the same statistic of any rewards and noises."""
REPLAY = "decisions are a function of releases"
"""Decisions are a function of releases: a copy that gets nothing else decides the same."""
OTHERWISE = "Other raw rewards with the same released numbers lead to other decisions."
COARSE = "decisions do not read low digits"
"""Decisions do not read the low digits of releases, where a curator could hide a reward."""
MEMORY = "nothing is remembered outside the state"
"""Nothing is remembered outside of the state, where a reward could wait for a decision."""
REPEATS = "plays can be repeated"
"""All random numbers come from the engine, so that a play can be repeated."""
Judge = Callable[[Facts], str | None]


def _in_any_play(facts: Facts, problem_of: Callable[[PlayFacts], str | None]) -> str | None:
    """The first problem that is seen in a play."""
    return next((problem for play in facts.plays if (problem := problem_of(play))), None)


def reward_used_once(facts: Facts) -> str | None:
    """What is seen of a reward that enters two releases, or none.

    The numbers that leave together, at the end of one pull, are one release: a vector.
    """
    return _in_any_play(facts, _misused_reward)


def _misused_reward(facts: PlayFacts) -> str | None:
    ledger = facts.record.play.ledger
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


def fresh_noise(facts: Facts) -> str | None:
    """What is seen of a release without a noise of its own."""
    return _in_any_play(facts, _stale_noise)


def _stale_noise(facts: PlayFacts) -> str | None:
    owner: dict[int, int] = {}
    for release in facts.record.play.ledger.releases:
        noises = {serial: c for serial, c in release.noises.items() if c}
        where = f"The release of round {release.time}"
        for serial in noises:
            if serial in owner:
                return f"{where} uses the noise of the release of round {owner[serial]} again."
            owner[serial] = release.time
        if len(noises) != 1:
            return f"{where} carries {len(noises)} noises instead of one."
        serial, coefficient = next(iter(noises.items()))
        law = facts.record.drawn[serial]
        if law != release.mechanism:
            return f"{where} declares {release.mechanism} but its noise is {law}."
        if abs(coefficient) != 1:
            return f"{where} multiplies its noise by {coefficient:g}."
    return None


def calibrated_noise(facts: Facts) -> str | None:
    """What is seen of a release whose noise is not within the budget.

    The released numbers are judged, not the actions, so this is stricter than most claims. Of
    several noises one must be enough. The numbers that leave together are judged as a vector, by
    the 2-norm of what a reward moves, if each has Gaussian noise; else each is judged alone.
    """
    claim = facts.claim
    return _in_any_play(facts, lambda play: small_noise(play.record, claim.budget, claim.rewards))


def cut_batch(facts: Facts) -> str | None:
    """What is seen of rewards of a cut batch that leave the curator."""
    return _in_any_play(facts, _release_of_a_cut_batch)


def _release_of_a_cut_batch(facts: PlayFacts) -> str | None:
    first = facts.record.play.cut
    if first is None:
        return None
    for release in facts.record.play.ledger.releases:
        if any(t >= first and c for t, c in release.rewards.items()):
            return (
                f"The batch of round {first} is cut by the horizon, but its rewards are released."
            )
    return None


def fixed_sums(facts: Facts) -> str | None:
    """What is seen of a release that depends on the values of rewards or noises in another way.

    A ledger is computed from traced numbers; what a curator takes from the bare value of one is
    missing in it, and shows here.
    """
    return _in_any_play(facts, _changed_sum)


def _changed_sum(facts: PlayFacts) -> str | None:
    times = [release.time for release in facts.record.play.ledger.releases if release.count > 0]
    for forced in facts.forced:
        for time, origin, changed in zip(times, facts.record.origins, forced.origins, strict=False):
            if not origin.agrees(changed):
                return (
                    f"The release of round {time} is not a fixed sum of rewards and noises: it "
                    "depends on their values in another way."
                )
    return None


def releases_alone(facts: Facts) -> str | None:
    """What is seen of a decision that needs more than the released numbers.

    A policy with its own random numbers, from outside the interface, cannot be replayed, which
    says nothing about rewards.
    """
    if not facts.repeats:
        return None
    return _in_any_play(facts, _changed_decision)


def _changed_decision(facts: PlayFacts) -> str | None:
    if isinstance(facts.replayed, str):
        return f"The decisions cannot be replayed: {facts.replayed}"
    if facts.replayed != facts.decided:
        return "Decisions replayed from the released numbers alone differ from the play."
    if any(decisions(forced) != facts.decided for forced in facts.forced):
        return OTHERWISE
    return f"The decisions cannot be replayed: {facts.unforced}" if facts.unforced else None


def coarse_releases(facts: Facts) -> str | None:
    """What is seen of decisions that change when the released numbers are rounded a little.

    The law of continuous noise has no last digit, but the numbers of a computer do; a decision
    that reads it is outside of what a law can show.
    """
    if not facts.repeats:
        return None
    for play in facts.plays:
        if not isinstance(play.replayed, str) and play.coarse != play.replayed:
            return (
                f"Rounding the released numbers to {COARSE_BITS} binary places changes decisions."
            )
    return None


def hidden_memory(facts: Facts) -> str | None:
    """What is seen of a place outside of the state that a play changes; it may be harmless."""
    if not facts.changed:
        return None
    return f"A play changes {', '.join(facts.changed[:3])}."


def own_randomness(facts: Facts) -> str | None:
    """What is seen of random numbers from elsewhere: no law can be enumerated, only sampled."""
    if facts.repeats:
        return None
    return "A play with the same rewards and the same random numbers was another one."


JUDGES: Mapping[str, Judge] = {
    ONCE: reward_used_once,
    FRESH: fresh_noise,
    CALIBRATED: calibrated_noise,
    HORIZON: cut_batch,
    AFFINE: fixed_sums,
    REPLAY: releases_alone,
    COARSE: coarse_releases,
    MEMORY: hidden_memory,
    REPEATS: own_randomness,
}
SUFFICIENT = (ONCE, FRESH, CALIBRATED, HORIZON, REPLAY, AFFINE)
"""What makes a transcript private, if it is so in every play: Lemma E.1 and Proposition 4.2 of
Optimal Regret of Bernoulli Bandits."""
ALARMING = (REPLAY,)
"""What speaks against a policy whose parts are declared, too."""
