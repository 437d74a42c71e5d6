"""`audit`: everything this room can say about one policy and one claimed privacy budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact, exact_positive

from .audit_report import AuditReport, CheckResult
from .black_box_checks import black_box_checks, probed
from .definitions.finite_machine import Finite, FiniteMachine, reading_of
from .definitions.finite_policy import FinitePolicy
from .definitions.notions import Notion, Reading, notion_of
from .finite_checks import finite_checks
from .loading import load_subject
from .policy_checks import policy_checks

Subject = str | Policy[Any] | Finite | Callable[..., Any]


@dataclass(frozen=True)
class RunningAudit:
    """An audit whose checks are made one after the other, when they are asked for."""

    policy: str
    claimed: Budget
    notion: Notion
    reading: Reading
    checks: Iterator[CheckResult]

    def report(self, found: tuple[CheckResult, ...], interrupted: bool = False) -> AuditReport:
        """The report of the checks that were made."""
        return AuditReport(self.policy, self.claimed, self.notion, self.reading, found, interrupted)


def audit(
    policy: Subject,
    budget: Number | Budget,
    *,
    notion: str = "table",
    seconds: float | None = None,
    runs: int = 2000,
    rng: int = 0,
) -> AuditReport:
    """Check a policy against a claimed budget (a number is an eps), all checks at once.

    >>> report = audit("imed", "0.5", runs=50)
    >>> report.verdict, sum(check.verdict == "fails" for check in report.checks)
    ('fails', 3)
    """
    running = start_audit(policy, budget, notion=notion, seconds=seconds, runs=runs, rng=rng)
    return running.report(tuple(running.checks))


def start_audit(
    policy: Subject,
    budget: Number | Budget,
    *,
    notion: str = "table",
    seconds: float | None = None,
    runs: int = 2000,
    rng: int = 0,
) -> RunningAudit:
    """Prepare the checks of a policy against a claimed budget.

    The policy is a built-in name, "module:factory", a policy of this library, a finite kernel or
    machine, or a factory. Policies of this library are inspected (what enters which release), run
    and enumerated: the reading is `machine`, and where an adversary shows rewards of another arm,
    they enter the open batch whatever their label. Kernels and machines are enumerated, exactly. A
    factory of anything else that plays and learns is a black box: runs are compared, and no
    violation found is not a proof, hence `open`. After `seconds` no further check is started.
    """
    claimed = claimed_budget(budget)
    meant = notion_of(notion)
    if seconds is not None and not seconds > 0:
        raise ValueError(f"The time is {seconds} seconds; give a number > 0.")
    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    name = policy if isinstance(policy, str) else _name(policy)
    subject = load_subject(policy, claimed) if isinstance(policy, str) else policy
    if callable(subject) and not isinstance(subject, Policy | FinitePolicy | FiniteMachine):
        try:
            made = subject()
        except TypeError:  # it requires arguments, so it makes a black box
            made = None
        subject = made if isinstance(made, Policy | FinitePolicy | FiniteMachine) else subject
    if isinstance(subject, FinitePolicy | FiniteMachine):
        reading, checks = reading_of(subject), finite_checks(subject, claimed, meant)
    elif isinstance(subject, Policy):
        probed(subject, name)
        reading = Reading.MACHINE
        checks = policy_checks(subject, claimed, meant, runs, deadline, rng)
    elif callable(subject):
        reading = Reading.MACHINE
        checks = black_box_checks(subject, claimed, meant, seconds, rng)
    else:
        raise ValueError(
            f"{subject!r} is not a policy; give a name, a policy, or a factory of policies."
        )
    return RunningAudit(name, claimed, meant, reading, _one_sentence(name, checks))


def claimed_budget(budget: Number | Budget) -> Budget:
    """The budget that is meant: a number is the eps of pure privacy.

    >>> claimed_budget("0.5"), claimed_budget(ZCDP("0.1"))
    (PureDP(eps=Fraction(1, 2)), ZCDP(rho='0.1'))
    """
    if isinstance(budget, PureDP):
        return PureDP(exact_positive("eps", budget.eps))
    if isinstance(budget, ApproxDP | ZCDP | RenyiDP):
        spent = budget.rho if isinstance(budget, ZCDP) else budget.eps
        if exact(spent) <= 0 and not (isinstance(budget, ApproxDP) and exact(budget.delta) > 0):
            raise ValueError(f"The budget {budget} allows no privacy loss; give a budget > 0.")
        return budget
    return PureDP(exact_positive("eps", budget))


def _name(policy: object) -> str:
    return str(getattr(policy, "name", getattr(policy, "__name__", type(policy).__name__)))


def _one_sentence(name: str, checks: Iterator[CheckResult]) -> Iterator[CheckResult]:
    """The same checks; an exception of the policy becomes one sentence."""
    try:
        yield from checks
    except ValueError:
        raise
    except (Exception, SystemExit) as failure:
        kind = type(failure).__name__
        raise ValueError(f"The policy {name} raised {kind}: {failure}") from failure
