"""The one way through an audit: load, record facts, judge, enumerate, sample, report.

Each station is a module of this folder. The first that decides the claim ends the audit; what the
stations before it saw stays in the report.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from banditproof.algorithms.policy import Policy, may_stop
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine, reading_of
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Reading, notion_of

from .built_in import Vectors, unit_vectors
from .by_construction import by_construction
from .claim import Claim, Output, claimed_budget
from .discretised import discretised_suspects
from .enumerated import enumerated
from .facts import Facts, extended, recorded
from .finite_objects import finite_object
from .first_release import first_release
from .judges import JUDGES
from .loading import Audited, Subject, subject_of
from .offered_contexts import OfferedContexts, offered_to
from .report import AuditReport, CheckResult
from .sampled import SAMPLES, Effort, probed, sampled, suspects
from .under_exploration import under_exploration

Rewards = RewardSpace | str | Sequence[Number] | None


@dataclass(frozen=True)
class RunningAudit:
    """An audit whose stations are passed one after the other, when they are asked for."""

    policy: str
    claim: Claim
    reading: Reading
    checks: Iterator[CheckResult]

    def report(self, found: tuple[CheckResult, ...], interrupted: bool = False) -> AuditReport:
        """The report of the stations that were passed."""
        return AuditReport(self.policy, self.claim, self.reading, found, interrupted)


def audit(policy: Audited, budget: Number | Budget, **options: Any) -> AuditReport:
    """Check a policy against a claimed budget (a number is an eps); the options of `start_audit`.

    >>> report = audit("dp-imed", "0.5")
    >>> report.verdict, report.checks[-1].note[:50]
    ('holds', '1 release of each reward, of sensitivity 1, with n')
    """
    running = start_audit(policy, budget, **options)
    return running.report(tuple(running.checks))


def start_audit(
    policy: Audited,
    budget: Number | Budget,
    *,
    notion: str = "table",
    output: Output = "actions",
    rewards: Rewards = None,
    arms: int | None = None,
    horizon: int | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    rng: int = 0,
    level: Number = "1e-3",
    clips: bool = False,
    contexts: Any = None,
    actions: Vectors | None = None,
    dim: int | None = None,
    batch: int | None = None,
    slate: int = 1,
    shrink: bool = True,
) -> RunningAudit:
    """Prepare the audit of a policy against a claimed budget.

    The policy is a built-in name, "module:factory", a policy of this library, a finite kernel or
    machine, or a factory or class of anything else that plays and learns. A finite object is
    enumerated. A policy of this library `holds` if its declared parts show it; otherwise it is
    enumerated at a few rounds, and then runs of it are compared. Anything else is a black box:
    runs are compared. The reading of a policy is `machine`, and where an adversary shows rewards
    of another arm, they enter the open batch whatever their label.

    `rewards` are those of the claim, a range such as (0, 5) or a list of values; by default those
    of the policy; a black box that `clips` them is also fed others. The number of `samples`
    decides how long runs are compared; after `seconds` every station stops. Inputs that refute a
    claim are made smaller for the reader, unless `shrink` is False.

    A policy of this library that is told contexts is played in `contexts`: "sphere" (the default),
    "normal", an array of rounds x arms x d, or a function of a generator and rounds. A built-in
    one on fixed `actions` gets rational unit vectors of the plane, unless others are given.
    Contexts (or their dimension `dim`), the size of a `batch` of feedback and that of a `slate`
    also belong to black boxes with such an interface (see `interfaces`).
    """
    meant = notion_of(notion)
    promise = claimed_budget(budget)
    if seconds is not None and not seconds > 0:
        raise ValueError(f"The time limit is {seconds} seconds; give a number > 0.")
    if samples is not None and samples < 1:
        raise ValueError(f"The number of samples is {samples}; give at least 1.")
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    interface = {"contexts": contexts, "dim": dim, "batch": batch, "slate": slate}
    offered = {"dim": dim, "contexts": contexts, "batch": batch}
    subject = subject_of(policy, promise, arms, horizon, offered, actions)
    claim = Claim(
        promise,
        meant,
        output,
        _rewards(subject, rewards),
        _arms(subject, arms),
        horizon,
        _setting(subject, actions),
        _stops(subject),
    )
    effort = Effort(samples or SAMPLES, None, rng, level, clips, shrink, interface)
    if subject.kind == "finite":
        finite: Finite | FiniteIdentification = subject.value
        strategy = isinstance(finite, FiniteIdentification)
        found = iter([finite_object(finite, claim)])
        reading = Reading.MACHINE if strategy else reading_of(subject.value)
        return RunningAudit(subject.name, claim, reading, found)
    if subject.kind == "policy":
        _told_one_by_one(policy, subject, batch, slate)
        shown = offered_to(subject.value, contexts, dim)
        if shown is not None:
            effort = replace(effort, interface={**interface, "contexts": shown.drawn, "dim": None})
        probed(subject.value, subject.name, shown)
        checks = _policy(subject.value, claim, effort, deadline, shown)
    else:
        checks = _black_box(subject, claim, effort, deadline)
    return RunningAudit(subject.name, claim, Reading.MACHINE, _one_sentence(subject.name, checks))


def _told_one_by_one(policy: Audited, subject: Subject, batch: int | None, slate: int) -> None:
    """A policy of this library pulls one arm a round, and is told what its curator releases."""
    given = isinstance(policy, Policy) or (isinstance(policy, str) and ":" not in policy)
    if slate != 1 or (given and batch is not None):
        option = f"slate is {slate}" if slate != 1 else f"batch is {batch}"
        raise ValueError(
            f"The {option}, and the policy {subject.name} of this library is asked for one arm at "
            "a time; leave the option out."
        )


def _arms(subject: Subject, arms: int | None) -> int:
    if subject.kind == "black box":
        return arms or 2
    ends = subject.value.ends if isinstance(subject.value, FiniteMachine) else 0
    return int(subject.value.arms) - ends


def _stops(subject: Subject) -> bool:
    if subject.kind == "finite":
        return isinstance(subject.value, FiniteIdentification) or subject.value.ends > 0
    return subject.kind == "policy" and may_stop(subject.value)


def _setting(subject: Subject, actions: Vectors | None) -> str:
    """The vectors of the arms in words, where a policy of this library has some."""
    policy = subject.value
    if subject.kind != "policy":
        return ""
    if policy.told_advice:
        return f"advice of {policy.dimension} expert{'s' * (policy.dimension > 1)}"
    if policy.dimension is not None:
        regulariser = getattr(policy, "regulariser", 1)
        more = "" if regulariser == 1 else f", regulariser {regulariser}"
        return f"contexts of dimension {policy.dimension}{more}"
    own = getattr(policy, "actions", ())
    if not own:
        return ""
    plane = actions is None and own == unit_vectors(len(own))
    return "unit vectors of the plane" if plane else "its actions"


def _rewards(subject: Subject, rewards: Rewards) -> RewardSpace:
    """The rewards of the claim: those that are given, or those that the subject is made for."""
    if subject.kind == "finite":
        known = RewardSpace.of(list(subject.value.rewards))
        asked = known if rewards is None else RewardSpace.of(rewards)
        if not asked.values or not set(asked.values) <= set(known.values):
            raise ValueError(
                f"{subject.name} is an object for the rewards {known}, and the claim is about "
                f"{asked}; give some of its own."
            )
        return known
    if rewards is not None:
        return RewardSpace.of(rewards)
    return getattr(subject.value, "rewards", UNIT) if subject.kind == "policy" else UNIT


def _policy(
    policy: Policy[Any],
    claim: Claim,
    effort: Effort,
    deadline: float,
    offered: OfferedContexts | None,
) -> Iterator[CheckResult]:
    """The stations of a policy of this library, until one decides."""
    facts = recorded(policy, claim, deadline, offered)
    construction = by_construction(policy, facts)
    if construction.verdict in ("holds", "fails"):
        yield construction
        return
    bare = first_release(policy, facts)
    if bare is not None:
        yield from (construction, bare)
        return
    if not any(judge(facts) for judge in JUDGES.values()):
        facts = extended(facts, deadline)
    yield from _judged(facts)
    yield construction
    law = enumerated(policy, facts, deadline)
    yield law
    if law.verdict in ("holds", "fails"):
        return
    left = _left(effort, deadline)
    if left is not None:
        runs = sampled(
            policy, claim, left, [*suspects(facts), *discretised_suspects(facts, deadline)]
        )
        yield runs
        if runs.verdict == "fails":
            return
    if time.monotonic() < deadline:
        rare = under_exploration(policy, claim)
        if rare is not None:
            yield rare


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
    yield CheckResult("recorded plays", "nothing found", note=note, tried=facts.words)


def _black_box(
    subject: Subject, claim: Claim, effort: Effort, deadline: float
) -> Iterator[CheckResult]:
    left = _left(effort, deadline)
    if left is not None:
        yield sampled(subject.value, claim, left)


def _left(effort: Effort, deadline: float) -> Effort | None:
    """The effort with the time that is left, None if there is none."""
    if deadline == math.inf:
        return effort
    seconds = deadline - time.monotonic()
    return replace(effort, seconds=seconds) if seconds > 0 else None


def _one_sentence(name: str, checks: Iterator[CheckResult]) -> Iterator[CheckResult]:
    """The same checks; an exception of the policy becomes one sentence."""
    try:
        yield from checks
    except ValueError:
        raise
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        raise ValueError(f"The policy {name} raised {kind}: {failure}") from failure
