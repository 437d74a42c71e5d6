"""An audit in a separate interpreter, where nothing that the caller's code changed decides.

A class of a notebook, of a test or of `__main__` ran in the process that asks for its audit, as
every plugin did: it could have changed the modules that judge. So a fresh interpreter judges. It
imports this library and installed packages, and gets the claim as plain values, and the policy as a
name or a pickle, which it does not open: the process of the policy does, in its sandbox, and what
plays the policy. The caller's process sends the question and shows the answer, and no more.
"""

import base64
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from banditproof.algorithms.apart.carried_policies import name_of, pickled
from banditproof.algorithms.apart.isolated_interpreter import end, folders, isolated
from banditproof.algorithms.apart.messages import BrokenMessage, Pipe
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number
from banditproof.verify.definitions.notions import notion_of
from banditproof.verify.witnesses.stated_claim import stored_budget
from .claim import claimed_budget
from .loading import Audited, Subject, claim_about
from .report import CheckResult
from .running_audit import RunningAudit
from .scratch_worker import GRACE, Worker

OWN = (
    "It was judged in a separate interpreter, which got plain values and none of the objects of "
    "your process; that the answer is shown as it came rests on your process."
)
_PROGRAM = "banditproof.verify.audit.judging_process"
_DEFAULTS = {"notion": "table", "output": "actions", "rewards": None, "arms": None, "horizon": None}


@dataclass
class _Judge:
    """The process that judges, as a worker is one."""

    process: Any
    pipe: Pipe

    def interrupt(self) -> bool:
        """It is not asked: what it found is only known when it has said it."""
        return False

    def close(self) -> None:
        """End it, and all that it began; a second time does nothing."""
        if self.process is not None:
            end(self.process, self.pipe)
            self.process = None


def judged_elsewhere(
    policy: Audited, budget: Number | Budget, options: Mapping[str, Any]
) -> RunningAudit:
    """The audit of a policy by a fresh interpreter, with the options of `start_audit`.

    >>> [check.verdict for check in judged_elsewhere("dp-imed", "0.5", {}).checks]
    ['holds']
    """
    if not hasattr(os, "fork"):
        raise ValueError(
            "An audit in a separate interpreter needs processes that fork, which this system "
            "does not have; leave isolated out."
        )
    promise, name = claimed_budget(budget), name_of(policy)
    stated = {**_DEFAULTS, **{key: options[key] for key in _DEFAULTS if key in options}}
    meant = notion_of(stated.pop("notion"))
    asked = claim_about(Subject("black box", name, None), promise, meant, actions=None, **stated)
    carried = None if isinstance(policy, str) else base64.b64encode(pickled(policy, name)).decode()
    message = {
        "name": name,
        "data": carried,
        "budget": stored_budget(promise),
        "options": {key: _plain(value) for key, value in options.items()},
    }
    seconds = options.get("seconds")
    until = None if seconds is None else time.monotonic() + seconds + 2 * GRACE
    judge = _Judge(*isolated(_PROGRAM, path=folders(), home=os.getcwd()))
    try:
        judge.pipe.send(message, until)
    except BrokenMessage as broken:
        judge.close()
        raise ValueError(
            f"The question about {name} cannot be sent to a separate interpreter: {broken}; "
            "give plain values."
        ) from None
    except BaseException:
        judge.close()
        raise
    given = [key for key in ("arms", "rewards") if options.get(key) is not None]
    claim, reading, checks = Worker(name, judge, until, keeps=True).started(asked, given)
    return RunningAudit(name, claim, reading, map(_with_words, checks))


def _with_words(check: CheckResult) -> CheckResult:
    decides = check.verdict in ("holds", "fails")
    return replace(check, note=f"{check.note} {OWN}") if decides else check


def _plain(value: Any) -> Any:
    """An option without exact numbers and ranges, which are written as texts."""
    if isinstance(value, RewardSpace):
        return [*map(str, value.values)] or f"{value.lo}:{value.hi}"
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value
