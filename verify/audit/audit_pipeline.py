"""The one way through an audit: load, record facts, judge, enumerate, sample, report.

Each station is a module of this folder. The first that decides the claim ends the audit; what the
stations before it saw stays in the report.
"""

import math
import os
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from difflib import get_close_matches
from inspect import signature
from typing import Any
from banditproof.algorithms.apart.carried_policies import Carried, name_of
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number, exact, exact_count
from banditproof.theory.named_budgets import budget_by_names
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.verify.definitions.finite_machine import Finite, reading_of
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Reading, notion_of
from banditproof.verify.sampling.timeouts import OutOfTime
from .built_in import Vectors
from .claim import Claim, Output, claimed_budget
from .declared_alone import Home
from .declared_apart import declared_apart, settled_apart
from .finite_objects import finite_object
from .judged_elsewhere import judged_elsewhere
from .loading import Audited, Rewards, Subject, claim_about, require_single_arms, subject_of
from .offered_contexts import offered_to
from .report import AuditReport, CheckResult, InterruptedStation
from .running_audit import RunningAudit
from .sampled import OF_A_BOX, PATIENCE, SAMPLES, Effort
from .scratch_worker import Started, worker_for
from .stations import black_box, stations_or_runs
from .witnessed import again, declared_policy

SAME = {"against": "notion", "seed": "rng", "time_limit": "seconds"}
"""The names that assertions and the command have for options of `start_audit`."""


@accepts_epsilon
def audit(
    policy: Audited,
    budget: Number | Budget | None = None,
    *,
    eps: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    alpha: Number | None = None,
    isolated: bool = False,
    **options: Any,
) -> AuditReport:
    """Check a policy against a claimed budget; the options are those of `start_audit`.

    The budget is a number (an eps), a budget such as `ZCDP("0.1")`, or named as in the command:
    `eps` or `epsilon`, with `delta` or the order `alpha`, or `rho`. `seed`, `time_limit` and
    `against` are other names of `rng`, `seconds` and `notion`.

    If it is `isolated`, a fresh interpreter judges it, which gets a pickle or a name, and numbers:
    what the code changed here, in this library too, decides nothing there.

    >>> report = audit("dp-imed", eps="0.5")
    >>> report.verdict, report.checks[-1].note[:50]
    ('holds', '1 release of each reward, of sensitivity 1, with n')
    """
    _require_options(options)
    named: dict[str, Any] = {"eps": eps, "delta": delta, "alpha": alpha, "rho": rho}
    given = [name for name, value in named.items() if value is not None]
    if budget is not None and given:
        raise ValueError(f"The budget is {budget}, and {given[0]} is given as well; give one.")
    claimed = budget_by_names(**named, also="the budget") if budget is None else budget
    for other, name in SAME.items():
        if other in options:
            if name in options:
                raise ValueError(f"{other} and {name} are one option; give one of them.")
            options[name] = options.pop(other)
    if isolated:
        running = judged_elsewhere(policy, claimed, options)
    else:
        running = start_audit(policy, claimed, **options)
    return running.report(tuple(running.checks))


def start_audit(
    policy: Audited | Carried,
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
    patience: float = PATIENCE,
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
    claim are made smaller for the reader, unless `shrink` is False. A run that takes more than
    `patience` seconds ends the audit, and is not refuted.

    A policy of this library that sees contexts is played in `contexts`: "sphere" (the default),
    "normal", an array of rounds x arms x d, or a function of a generator and rounds. A built-in
    one on fixed `actions` gets rational unit vectors of the plane, unless others are given.
    Contexts (or their dimension `dim`), the size of a `batch` of feedback and that of a `slate`
    also belong to black boxes with such an interface (see `interfaces`). A module is never imported
    in this process, whose code it could change: another one plays its policy, and can only refute
    the claim.
    """
    arms = None if arms is None else exact_count("arms", arms, 1)
    horizon = None if horizon is None else exact_count("horizon", horizon, 1)
    samples = None if samples is None else exact_count("samples", samples, 1)
    rng = exact_count("rng", rng)
    batch = None if batch is None else exact_count("batch", batch, 1)
    dim = None if dim is None else exact_count("dim", dim, 1)
    if not 0 < exact(level) < 1:  # also of a policy whose declaration needs no runs
        raise ValueError(f"The level is {level}; give a number strictly between 0 and 1.")
    meant = notion_of(notion)
    promise = claimed_budget(budget)
    if seconds is not None and not seconds > 0:
        raise ValueError(f"The time limit is {seconds} seconds; give a number > 0.")
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    interface = {"contexts": contexts, "dim": dim, "batch": batch, "slate": slate}
    offered = {"dim": dim, "contexts": contexts, "batch": batch}

    def about(subject: Subject) -> Claim:
        return claim_about(subject, promise, meant, output, rewards, arms, horizon, actions)

    name = name_of(policy)
    if (
        isinstance(policy, str | Carried)
        and _home(policy) == "module"
        and actions is None
        and slate == 1
    ):
        left, more = deadline - time.monotonic(), {"dim": dim, "batch": batch}
        declaration = declared_apart(policy, promise, arms, horizon, more, left)
        settled = settled_apart(name, declaration, about, arms, seconds)
        if settled is not None:
            return settled

    def here() -> RunningAudit:
        source = policy.loaded() if isinstance(policy, Carried) else policy
        subject = subject_of(source, promise, arms, horizon, offered, actions)
        claim = about(subject)
        most = SAMPLES if subject.kind == "policy" else OF_A_BOX
        effort = Effort(samples or most, None, rng, level, clips, shrink, patience, interface)
        if subject.kind == "finite":
            finite: Finite | FiniteIdentification = subject.value
            strategy = isinstance(finite, FiniteIdentification)
            result = iter([finite_object(finite, claim, deadline)])
            reading = Reading.MACHINE if strategy else reading_of(subject.value)
            return RunningAudit(subject.name, claim, reading, result, finite=True)
        if subject.kind == "policy":
            require_single_arms(source, subject, batch, slate)
            shown = offered_to(subject.value, contexts, dim)
            if shown is not None:
                drawn = {**interface, "contexts": shown.drawn, "dim": None}
                effort = replace(effort, interface=drawn)
            counts = {"arms": arms, "horizon": horizon, "dim": dim, "batch": batch}
            named = source if isinstance(source, str) and not _is_given(contexts) else None
            declared = declared_policy(named, {**counts, "actions": actions}, subject.value, claim)
            checks = stations_or_runs(
                subject, declared, claim, effort, deadline, shown, _home(policy)
            )
        else:
            checks = black_box(subject, claim, effort, deadline)
        return RunningAudit(
            subject.name, claim, Reading.MACHINE, _one_sentence(subject.name, checks)
        )

    if _home(policy) == "module" and hasattr(os, "fork"):

        def start() -> Started:
            running = here()
            return running.claim, running.reading, running.finite, running.checks

        asked = about(Subject("black box", name, None))
        given = [key for key, value in (("arms", arms), ("rewards", rewards)) if value is not None]
        said, reading, checks = worker_for(name, start, deadline).started(asked, given)
        return RunningAudit(name, said, reading, (again(check, said, name) for check in checks))
    return here()


def _require_options(given: Collection[str]) -> None:
    """Raise TypeError for an option that no audit has."""
    own = [key for key in signature(audit).parameters if key != "options"]
    known = [*own, *signature(start_audit).parameters, *SAME, "epsilon"]
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"the nearest is {near[0]}" if near else f"give one of {', '.join(known[1:])}"
            raise TypeError(f"audit has no option {key}; {hint}.")


def _home(policy: Audited | Carried) -> Home:
    """Where the code of a policy comes from: this library, a module, or the caller."""
    if isinstance(policy, Carried):
        return "module"
    if not isinstance(policy, str):
        return "caller"
    return "module" if ":" in policy else "library"


def _is_given(contexts: Any) -> bool:
    """Whether contexts are values of the caller, which no name stands for."""
    return contexts is not None and not isinstance(contexts, str)


def _one_sentence(name: str, checks: Iterator[CheckResult]) -> Iterator[CheckResult]:
    """The same checks; an exception of the policy becomes one sentence, and a late one a check."""
    try:
        yield from checks
    except InterruptedStation as stopped:
        yield stopped.check
        raise KeyboardInterrupt from None
    except OutOfTime as late:
        why = str(late).rstrip(".")
        yield CheckResult("an answer in time", "not refuted", note=f"{why}.", tried=why)
    except ValueError:
        raise
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        raise ValueError(f"The policy {name} raised {kind}: {failure}") from failure
