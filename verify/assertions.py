"""`assert_private`: privacy as an assertion, for third-party test suites.

It passes only what was shown to be private. A violation and an open question both fail, with
different errors, because a test that stays green while nothing was shown is worse than no test.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any

from banditproof.algorithms.policy import Policy
from banditproof.theory import Enclosure
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number

from .audit import Subject, audit, claimed_budget
from .audit_report import AuditReport, CheckResult, claim_of
from .definitions.finite_machine import FiniteMachine
from .definitions.finite_policy import FinitePolicy
from .definitions.notions import notion_of
from .finite_mechanisms import Law, WorstPair, shown_mass, worst_pair
from .sampling.statistical_audit import rounded_down

if TYPE_CHECKING:
    from .sampling import StatisticalAudit

Found = AuditReport | WorstPair | Any
"""What an assertion looked at; a `StatisticalAudit` for a black box."""

OPEN_HINT = (
    "Nothing was shown, so the assertion does not pass. If you accept that as enough, say so: "
    "allow_open=True."
)


class _WithFindings(AssertionError):
    def __init__(self, message: str, found: Found) -> None:
        super().__init__(message)
        self.found = found


class NotPrivate(_WithFindings):
    """A claim of privacy is violated; `found` holds the witness."""


class NotShownPrivate(_WithFindings):
    """No violation of a claim of privacy was found, but it was not shown either."""


def assert_private(
    policy: Subject | Callable[[Any], Law],
    budget: Number | Budget,
    *,
    against: str = "table",
    neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
    allow_open: bool = False,
    seconds: float | None = None,
    rng: int = 0,
    arms: int = 2,
    horizon: int = 8,
    samples: int | None = None,
    level: Number = "1e-6",
) -> Found:
    """Pass if the policy was shown to keep the budget; raise `NotPrivate` or `NotShownPrivate`.

    The policy is a name, a policy of this library, a finite kernel or machine, the class or factory
    of a bandit with select() and update(arm, reward) or similar names, or, with `neighbours`, a
    mechanism: a function from data to a dictionary of probabilities. A bandit of another library is
    a black box: `samples` runs of `horizon` rounds are compared, or as many as the `seconds` allow,
    which finds violations (wrongly with probability at most `level`) and shows no privacy, so it
    passes with `allow_open` only. What was found is returned.

    >>> from fractions import Fraction
    >>> def response(bit):
    ...     return {bit: Fraction(3, 4), 1 - bit: Fraction(1, 4)}
    >>> assert_private(response, "1.1", neighbours=[(0, 1)]).verdict
    'holds'
    >>> assert_private(response, 1, neighbours=[(0, 1)])
    Traceback (most recent call last):
    ...
    banditproof.verify.assertions.NotPrivate: response is not private as claimed.
      claimed   eps = 1
      found     eps >= 1.09861
      event     {0}
      left      0, where the event has probability 3/4
      right     1, where the event has probability 1/4
      replay    worst_pair(response, [(0, 1)], PureDP(eps=Fraction(1, 1)))
    """
    __tracebackhide__ = True
    claimed = claimed_budget(budget)
    notion = notion_of(against)
    if neighbours is not None:
        if not callable(policy):
            raise ValueError(f"{policy!r} is not a function; give neighbours for a mechanism only.")
        return _decided(_mechanism(policy, claimed, neighbours), allow_open)
    made = _made(policy)
    if isinstance(made, str | Policy | FinitePolicy | FiniteMachine):
        report = audit(made, claimed, notion=notion.value, seconds=seconds, rng=rng)
        return _decided(_report(_name(made), report), allow_open)
    from .sampling import audit_black_box

    found = audit_black_box(
        made,
        claimed,
        notion=notion,
        arms=arms,
        horizon=horizon,
        level=level,
        samples=samples,
        seconds=seconds,
        rng=rng,
    )
    return _decided(_black_box(_name(policy), found), allow_open)


Finding = tuple[str, str, Found]
"""The verdict, the message, and what was found."""


def _decided(finding: Finding, allow_open: bool) -> Found:
    __tracebackhide__ = True
    verdict, message, found = finding
    if verdict == "fails":
        raise NotPrivate(message, found)
    if verdict == "open" and not allow_open:
        raise NotShownPrivate(f"{message}\n{OPEN_HINT}", found)
    return found


def _name(policy: object) -> str:
    """What a reader calls a policy: its given name, or that of its function or class."""
    found = policy if isinstance(policy, str) else getattr(policy, "__qualname__", None)
    return found if isinstance(found, str) else type(policy).__qualname__


def _made(policy: Any) -> Any:
    """What is audited: the policy itself, what its factory makes, or the factory of a black box."""
    if isinstance(policy, str | Policy | FinitePolicy | FiniteMachine):
        return policy
    if not callable(policy):
        if any(hasattr(policy, name) for name in ("startGame", "reset")):
            return lambda: policy
        raise ValueError(
            f"{_name(policy)} is one object, and each run needs a fresh one; give its class or a "
            "function that makes it."
        )
    if isinstance(policy, type) and issubclass(policy, Policy):
        raise ValueError(
            f"{_name(policy)} is a class of policies of this library; give one of them, for "
            f"instance {_name(policy)}(arms=2, eps=1)."
        )
    unknown = _unknown_arguments(policy)
    if unknown:
        raise ValueError(
            f"{_name(policy)} requires {' and '.join(unknown)}; the factory of a bandit may have "
            "arms, horizon, eps, delta, rho, and rng or seed; a mechanism needs "
            "neighbours=[(left, right), ...]."
        )
    try:
        made = policy()
    except TypeError:  # it requires arguments, so it makes a black box
        return policy
    return made if isinstance(made, Policy | FinitePolicy | FiniteMachine) else policy


def _unknown_arguments(factory: Callable[..., Any]) -> list[str]:
    """The required parameters of a factory that no audit can fill."""
    from .interfaces.factories import ALIASES

    known = {name for names in ALIASES.values() for name in names}
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):  # a built-in function has no signature
        return []
    return [
        p.name
        for p in parameters
        if p.default is p.empty
        and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        and p.name not in known
    ]


def _lines(title: str, rows: list[tuple[str, str]]) -> str:
    """A title and labelled rows; further lines of a row are indented like its first."""
    body = (f"  {label:<9} " + text.replace("\n", "\n" + " " * 12) for label, text in rows)
    return "\n".join((title, *body))


def _claim(budget: Budget) -> str:
    text = claim_of(budget)
    return f"eps = {text}" if isinstance(budget, PureDP) else text


def _quantity(budget: Budget) -> str:
    if isinstance(budget, PureDP | RenyiDP):
        return "eps"
    return "delta" if isinstance(budget, ApproxDP) else "rho"


def _at_least(budget: Budget, loss: Enclosure) -> str:
    if loss.lo == math.inf:
        return f"{_quantity(budget)} = inf"
    return f"{_quantity(budget)} >= {rounded_down(loss.lo)}"


def _mechanism(
    mechanism: Callable[[Any], Law], claimed: Budget, neighbours: Iterable[tuple[Any, Any]]
) -> Finding:
    found = worst_pair(mechanism, neighbours, claimed)
    name = _name(mechanism)
    event = ", ".join(map(str, found.event[:6])) + (", ..." if len(found.event) > 6 else "")
    rows = [
        ("claimed", _claim(claimed)),
        ("found", _at_least(claimed, found.loss)),
        ("event", f"{{{event}}}"),
        ("left", f"{found.left}, where the event has probability {shown_mass(found.left_mass)}"),
        ("right", f"{found.right}, where the event has probability {shown_mass(found.right_mass)}"),
        ("replay", f"worst_pair({name}, [{(found.left, found.right)!r}], {claimed!r})"),
    ]
    return found.verdict, _lines(_title(name, found.verdict), rows), found


def _title(name: str, verdict: str) -> str:
    if verdict == "fails":
        return f"{name} is not private as claimed."
    return f"{name} was not shown to be private as claimed."


def _report(name: str, report: AuditReport) -> Finding:
    worst = [check for check in report.checks if check.verdict == report.verdict]
    rows = [
        ("claimed", f"{_claim(report.claimed)}, {report.notion} neighbours"),
        ("reading", f"the policy as a {report.reading}"),
    ]
    rows += [(check.verdict, _check(check, report.claimed)) for check in worst]
    if report.interrupted or not report.checks:
        rows.append(("open", "The time ran out before all checks were made."))
    rows.append(("replay", f"audit({name}, {report.claimed!r}, notion='{report.notion}')"))
    return report.verdict, _lines(_title(name, report.verdict), rows), report


def _check(check: CheckResult, claimed: Budget) -> str:
    loss = ""
    if check.loss is not None:
        loss = f" ({_at_least(claimed, check.loss)})"
    return f"{check.name}{loss}:\n{check.note}"


def _black_box(name: str, found: StatisticalAudit) -> Finding:
    rows = [("claimed", f"{_claim(found.budget)}, {found.notion} neighbours")]
    if found.verdict == "open":
        rows.append(("found", found.sentence))
    else:
        bound = f"{_quantity(found.budget)} >= {rounded_down(found.lower_bound)}"
        chance = f"wrong with probability at most {float(found.level):g}"
        rows.append(("found", f"{bound}, {chance}; {found.runs} runs in {found.seconds:.1f} s"))
    if found.witness is not None and found.verdict == "fails":
        rows.append(("witness", str(found.witness)))
        how = "error.found.witness.replay() makes these runs again"
        if not found.reproducible:
            how = "error.found.witness.replay(runs) makes new runs: it draws its own random numbers"
        rows.append(("replay", f"{how}; seed {found.witness.seed}"))
    return found.verdict, _lines(_title(name, found.verdict), rows), found
