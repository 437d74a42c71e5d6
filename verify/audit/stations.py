"""The stations of a policy, one after the other, until one decides: the cheap ones first.

What a declaration costs needs no play. Where noise is far too small, a few hundred runs show it,
while laws on a grid take long just there; so such runs come before them. A time limit ends a law
that is being computed as it ends runs.
"""

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar
from banditproof.algorithms.ledger import NotLinear
from banditproof.theory.exact import exact
from banditproof.verify.announced import announce
from banditproof.verify.sampling.neighbourhoods import Pair
from banditproof.verify.sampling.timeouts import TooLong, patience
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from .action_witnesses import action_witness
from .by_construction import CONSTRUCTION, by_construction, first_release
from .claim import Claim
from .compared_releases import compared_releases
from .declared_alone import NOT_APART, Home, declared_alone, is_followed
from .enumerated import ENUMERATED, discretised_suspects, enumerated
from .facts import Facts, extended, recorded
from .judges import JUDGES
from .loading import Subject
from .noise_of_releases import far_too_small
from .offered_contexts import OfferedContexts
from .report import CheckResult
from .sampled import Effort, may_under_explore, probed, sampled, suspects, under_exploration
from .transcript_witnesses import by_releases
from .witnessed import witnessed

Result = TypeVar("Result")
RECORDED = "recorded plays"
FIRST_RUNS = 6000
"""The runs before laws on a grid, where noise is far too small."""
SHARE = Fraction(1, 10)
"""Their share of the level."""
LONGEST_HINT = 20.0
"""The seconds for a hint where runs may be compared, which decides nothing by itself."""


def stations(
    subject: Subject,
    declared: DeclaredPolicy,
    claim: Claim,
    effort: Effort,
    deadline: float,
    offered: OfferedContexts | None,
    home: Home,
) -> Iterator[CheckResult]:
    """The stations of a policy of this library, until one decides.

    One of a module that did not hold in its own process does not hold here either.
    """
    policy = declared.given
    assert policy is not None
    probed(policy, subject.name, offered, effort.patience)
    if not is_followed(policy):
        check = declared_alone(policy, claim, home)
        if check.verdict == "holds" and subject.several:
            note = f"Not shown by construction: {subject.several}."
            check = CheckResult(CONSTRUCTION, "look further", note=note)
        if check.verdict == "holds":
            yield check
            return
        unplayed = Facts(policy, claim, (), (), True, offered, home == "library")
        seen = by_releases(declared, unplayed, (check,), deadline)
        yield from seen
        if seen[-1].verdict != "fails":
            raise NotLinear("What is released is no sum of multiples of rewards and noise.")
        return
    announce("plays are followed into their releases")
    facts = recorded(policy, claim, deadline, offered, home == "library")
    construction = by_construction(policy, facts)
    if construction.verdict == "holds" and home == "module" and hasattr(os, "fork"):
        construction = CheckResult(CONSTRUCTION, "look further", note=NOT_APART)
    if construction.verdict != "fails" and subject.several:
        note = f"Not shown by construction: {subject.several}."
        construction = CheckResult(CONSTRUCTION, "look further", note=note)
    if construction.verdict in ("holds", "not refuted"):  # or too close for floats
        yield construction
        return
    announce("what two worlds release is compared")
    seen = by_releases(declared, facts, (construction, first_release(policy, facts)), deadline)
    if seen[-1].verdict == "fails":
        yield from seen
        return
    construction = seen[0]
    released, effort = _released(declared, claim, effort, deadline, offered)
    if released is not None and released.verdict == "fails":
        yield from (construction, released)
        return
    if far_too_small(facts):
        first = _left(_part(effort, SHARE, FIRST_RUNS), deadline)
        effort = _part(effort, 1 - SHARE, effort.samples)
        if first is not None:
            runs = sampled(policy, claim, first, suspects(facts))
            if runs.verdict == "fails":
                yield from (construction, runs)
                return
    if not any(judge(facts) for judge in JUDGES.values()):
        facts = extended(facts, deadline)
    yield from _judged(facts)
    yield construction
    if released is not None:
        yield released
    late = CheckResult(ENUMERATED, "nothing found", note="Not enumerated: the time was over.")
    announce("the law of the actions is enumerated")
    law = in_time(deadline, lambda: _law(declared, facts, deadline), late)
    yield law
    if law.verdict in ("holds", "fails"):
        return
    explored = exact(effort.level) * SHARE
    if may_under_explore(policy, claim):
        effort = _part(effort, 1 - SHARE, effort.samples)
    left = _left(effort, deadline)
    if left is not None:
        until = min(deadline, time.monotonic() + LONGEST_HINT)
        none: list[Pair] = []
        announce("laws on a grid give hints for runs")
        hints = in_time(until, lambda: discretised_suspects(facts, until), none)
        runs = sampled(policy, claim, _left(effort, deadline) or left, [*suspects(facts), *hints])
        yield runs
        if runs.verdict == "fails":
            return
    if time.monotonic() < deadline:
        announce("pulls of a bad arm are counted")
        rare = under_exploration(policy, claim, explored)
        if rare is not None:
            yield rare


def _released(
    declared: DeclaredPolicy,
    claim: Claim,
    effort: Effort,
    deadline: float,
    offered: OfferedContexts | None,
) -> tuple[CheckResult | None, Effort]:
    """What plays show of the released numbers, if they are claimed, and the effort that is left."""
    policy, first = declared.given, _left(_part(effort, SHARE, effort.samples), deadline)
    if policy is None or first is None or claim.output != "transcript":
        return None, effort
    found = compared_releases(policy, claim, first, deadline, offered)
    return found, _part(effort, 1 - SHARE, effort.samples)


def in_time(deadline: float, work: Callable[[], Result], late: Result) -> Result:
    """What some work gives, or what stands for it if the deadline comes first.

    >>> in_time(time.monotonic() + 0.05, lambda: next(n for n in iter(int, 1) if n), 7)
    7
    """
    if deadline == math.inf:
        return work()
    try:
        with patience(max(deadline - time.monotonic(), 0.01)) as clock:
            clock.start()
            return work()
    except TooLong:
        return late


def _part(effort: Effort, share: Fraction, runs: int) -> Effort:
    """The effort with a share of its level, and at most so many runs."""
    return replace(effort, level=exact(effort.level) * share, samples=min(effort.samples, runs))


def _law(declared: DeclaredPolicy, facts: Facts, deadline: float) -> CheckResult:
    """The law of the actions, with a witness if it fails."""
    policy = declared.given
    assert policy is not None
    law = enumerated(policy, facts, deadline)
    if law.verdict == "fails":
        law = witnessed(law, action_witness(declared, facts, deadline), policy)
    return law


def _judged(facts: Facts) -> Iterator[CheckResult]:
    """A row for each judge that saw something, and one for all that did not."""
    silent = 0
    for name, judge in JUDGES.items():
        note = judge(facts)
        if note is None:
            silent += 1
        else:
            yield CheckResult(name, "look further", note=note)
    note = f"{silent} of {len(JUDGES)} judges see nothing in {facts.words}."
    yield CheckResult(RECORDED, "nothing found", note=note, tried=facts.words)


def stations_or_runs(
    subject: Subject,
    declared: DeclaredPolicy,
    claim: Claim,
    effort: Effort,
    deadline: float,
    offered: OfferedContexts | None,
    home: Home,
) -> Iterator[CheckResult]:
    """The stations, and comparisons of runs where rewards cannot be followed into releases.

    Where they are no sums, but the noises beside them are, two worlds are compared all the same.
    """
    policy = declared.given
    assert policy is not None
    try:
        yield from stations(subject, declared, claim, effort, deadline, offered, home)
    except NotLinear as why:
        unseen = CheckResult(RECORDED, "look further", note=f"Not all plays can be followed. {why}")
        if is_followed(policy):  # else its answers were looked at before
            unplayed = Facts(policy, claim, (), (), True, offered, home == "library")
            seen = by_releases(declared, unplayed, (unseen,), deadline)
            yield from seen
            if seen[-1].verdict == "fails":
                return
        else:
            yield unseen
        released, left = _released(declared, claim, effort, deadline, offered)
        if released is not None:
            yield released
        if released is None or released.verdict != "fails":
            yield from black_box(subject, claim, left, deadline)


def black_box(
    subject: Subject, claim: Claim, effort: Effort, deadline: float
) -> Iterator[CheckResult]:
    """The one station of what is only known by its methods: comparisons of runs."""
    left = _left(effort, deadline)
    if left is not None:
        yield sampled(subject.value, claim, left)


def _left(effort: Effort, deadline: float) -> Effort | None:
    """The effort with the time that is left, None if there is none."""
    if deadline == math.inf:
        return effort
    seconds = deadline - time.monotonic()
    return replace(effort, seconds=seconds) if seconds > 0 else None
