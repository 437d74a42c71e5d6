"""`assert_private`: privacy as an assertion, for third-party test suites.

It passes only what was shown to be private. A violation and a claim that was not refuted both
fail, with different errors: a test that stays green while nothing was shown is worse than no test.
"""

import sys
from collections.abc import Callable, Hashable, Iterable
from types import TracebackType
from typing import Any
from banditproof.algorithms.apart.asked_plays import require_declared
from banditproof.algorithms.apart.plain_declaration import Declared
from banditproof.algorithms.apart.unlike_declarations import how_unlike
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number
from banditproof.theory.named_budgets import budget_by_names
from banditproof.theory.parameter_names import with_other_names
from .audit import AuditReport, audit, claimed_budget
from .audit.claim import Output
from .audit.loading import Audited, Rewards
from .audit.sampled import SAMPLES
from .failure_message import call_of, name_of, not_shown, of_a_mechanism, refuted
from .finite_mechanisms import Law, WorstPair, worst_pair

Found = AuditReport | WorstPair
"""What an assertion looked at."""
LEVEL = "1e-6"
"""The probability of a false alarm, low because a suite repeats its audits at every change."""


class _WithFindings(AssertionError):
    def __init__(self, message: str, found: Found) -> None:
        super().__init__(message)
        self.found = found

    @property
    def witness(self) -> Any:
        """The inputs and the event that runs found, with `replay()`; of a proof its JSON."""
        checks = self.found.checks if isinstance(self.found, AuditReport) else ()
        results = [getattr(check.found, "witness", None) or check.witness for check in checks]
        return next((witness for witness in reversed(results) if witness is not None), None)


class NotPrivate(_WithFindings):
    """A claim of privacy is violated; `found` holds the report, `witness` the runs that show it."""

    __module__ = "banditproof.testing"


class NotShownPrivate(_WithFindings):
    """No violation of a claim of privacy was found, but it was not shown either."""

    __module__ = "banditproof.testing"


@with_other_names("epsilon", "seed", "notion", "time_limit")
def assert_private(
    policy: Audited | Callable[[Any], Law],
    budget: Number | Budget | None = None,
    *,
    eps: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    alpha: Number | None = None,
    against: str = "table",
    output: Output = "actions",
    rewards: Rewards = None,
    arms: int | None = None,
    horizon: int | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    rng: int = 0,
    level: Number = LEVEL,
    contexts: Any = None,
    declared: Declared | str | None = None,
    neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
    accept_not_refuted: bool = False,
) -> Found:
    """Pass if the policy was shown to keep the budget; raise `NotPrivate` or `NotShownPrivate`.

    The policy is whatever `banditproof audit` takes: a name, "module:factory", a policy of this
    library, a finite kernel or machine, the class or factory of a bandit with select() and
    update(arm, reward) or similar names; or, with `neighbours`, a mechanism, which is a function
    from data to a dictionary of probabilities. The budget is a number (an eps), a budget such as
    `ZCDP("0.1")`, or named: `eps`, with `delta` or the Renyi order `alpha`, or `rho`.

    Runs find violations, wrongly with probability at most `level`, and show no privacy; what they
    did not refute passes with `accept_not_refuted` only. The number of `samples` decides how many
    there are, so that the answer does not depend on the machine; after `seconds` every audit
    stops. With the digest of an audit as `declared`, what declares something else does not pass.
    The report of the audit is returned. The names of the command line are taken as well:
    `epsilon`, `notion` for `against`, `time_limit` for `seconds`, `seed` for `rng`.

    >>> from fractions import Fraction
    >>> def response(bit):
    ...     return {bit: Fraction(3, 4), 1 - bit: Fraction(1, 4)}
    >>> assert_private("dp-imed", eps="0.5").verdict
    'holds'
    >>> assert_private(response, 1, neighbours=[(0, 1)])
    Traceback (most recent call last):
    ...
    banditproof.testing.NotPrivate: response is not private as claimed: eps = 1 is \
claimed, and it has eps >= 1.09861.
      claimed   eps = 1
      found     eps >= 1.09861
      event     {0}
      left      0, where the event has probability 3/4
      right     1, where the event has probability 1/4
      replay    assert_private(response, 1, neighbours=[(0, 1)])
    """
    __tracebackhide__ = True
    if samples is None:  # those of the suite, if pytest runs it with the plugin
        plugin = sys.modules.get("banditproof.verify.pytest_plugin")
        samples = getattr(plugin, "SUITE", {}).get("samples", SAMPLES)
    options = {
        "against": against,
        "output": output,
        "rewards": rewards,
        "arms": arms,
        "horizon": horizon,
        "samples": samples,
        "seconds": seconds,
        "rng": rng,
        "level": level,
        "contexts": contexts,
    }
    require_declared(declared)
    stated = {"budget": budget, "eps": eps, "delta": delta, "rho": rho, "alpha": alpha}
    try:
        claimed = claimed_budget(stated_budget(**stated))  # type: ignore[arg-type]
        if neighbours is None:
            result, message = _audited(policy, claimed, {**stated, **options})
        else:
            result, message = _mechanism(policy, claimed, neighbours)
    except ValueError as wrong:
        raise _for_a_test(wrong) from _for_a_test(wrong.__cause__)
    if result.verdict == "fails":
        raise NotPrivate(message, result)
    if declared is not None:
        _require_declared(name_of(policy), result, declared)
    if result.verdict == "not refuted" and not accept_not_refuted:
        raise NotShownPrivate(message, result)
    return result


def _require_declared(name: str, result: Found, declared: Declared | str) -> None:
    """Raise NotShownPrivate unless what was shown is about the declaration of that digest."""
    wanted = declared if isinstance(declared, str) else declared.digest
    found = result.declared if isinstance(result, AuditReport) else None
    if found is None:
        raise NotShownPrivate(
            f"{name} is asked for the declaration with the digest {wanted}, and no declaration of "
            "it was shown to be private.",
            result,
        )
    if found.digest != wanted.lower():
        why = how_unlike(found.plain, declared if isinstance(declared, str) else declared.plain)
        raise NotShownPrivate(
            f"{name} declares {found.words}, with the digest {found.digest}, and {wanted} is asked "
            f"for{f' ({why})' * bool(why)}.",
            result,
        )


def stated_budget(
    budget: Number | Budget | None = None,
    *,
    eps: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    alpha: Number | None = None,
) -> Number | Budget:
    """The budget that is given as a whole, or by the names of its numbers.

    >>> stated_budget(eps=1, delta="1e-5"), stated_budget(rho="1/8")
    (ApproxDP(eps=1, delta='1e-5'), ZCDP(rho='1/8'))
    """
    if budget is None:
        also = "budget= as a whole"
        return budget_by_names(eps=eps, delta=delta, alpha=alpha, rho=rho, also=also)
    if any(number is not None for number in (eps, delta, alpha, rho)):
        raise ValueError("A budget is given as a whole and by names; give one of both.")
    return budget


def _audited(policy: Any, claimed: Budget, given: dict[str, Any]) -> tuple[Found, str]:
    options = {k: v for k, v in given.items() if k not in (*_NUMBERS, "against")}
    report = audit(policy, claimed, notion=given["against"], **options)
    call = call_of(policy, {k: v for k, v in given.items() if v is not _DEFAULTS.get(k)})
    if report.verdict == "holds":
        return report, ""
    message = refuted if report.verdict == "fails" else not_shown
    return report, message(name_of(policy), report, call)


_NUMBERS = ("budget", "eps", "delta", "rho", "alpha")
_DEFAULTS = {"against": "table", "output": "actions", "samples": SAMPLES, "rng": 0, "level": LEVEL}


def _mechanism(
    mechanism: Any, claimed: Budget, neighbours: Iterable[tuple[Any, Any]]
) -> tuple[Found, str]:
    if not callable(mechanism):
        raise ValueError(f"{mechanism!r} is not a function; give neighbours for a mechanism only.")
    result = worst_pair(mechanism, neighbours, claimed)
    pair = [(result.left, result.right)]
    call = call_of(mechanism, {"budget": _plain(claimed), "neighbours": pair})
    return result, of_a_mechanism(name_of(mechanism), result, call)


def _plain(claimed: Budget) -> Number | Budget:
    return claimed.eps if isinstance(claimed, PureDP) else claimed


def _for_a_test(wrong: Any) -> Any:
    """An error without the frames of this library, so that a test's own lines are seen."""
    if isinstance(wrong, BaseException):
        return wrong.with_traceback(_outside(wrong.__traceback__))
    return None


def _outside(trace: TracebackType | None) -> TracebackType | None:
    if trace is None:
        return None
    rest = _outside(trace.tb_next)
    if str(trace.tb_frame.f_globals.get("__name__", "")).startswith("banditproof."):
        return rest
    return TracebackType(rest, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
