"""The audit of a module whose code must not run here: a process plays it, and can only propose.

It may say `fails` or `not refuted`. What it says to hold of a policy is looked at no further: that
is for the price of a declaration, which is computed here. If a finite object holds there, its table
comes along, and is judged here once more. The process is in a sandbox: it reads files, and changes
none, and reaches no other process. What it prints is shown to nobody.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, Protocol, get_args
from banditproof.algorithms.apart.messages import BrokenMessage, Pipe, one_line
from banditproof.algorithms.apart.plain_declaration import rebuilt, sent_again
from banditproof.algorithms.apart.plain_values import count, truth
from banditproof.algorithms.apart.sandbox import Sandbox
from banditproof.algorithms.apart.scratch_process import begun
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import exact
from banditproof.verify.announced import announce, told_to
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Reading
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses.plain_fields import ends, ends_of
from banditproof.verify.witnesses.table_objects import TableObject
from .claim import Claim
from .finite_objects import OF_THE_TABLE, decided_check
from .finite_witnesses import machine_of, whole_table
from .report import Answer, CheckResult
from .witnessed import stated

GRACE = 5.0
"""The seconds after a time limit that the process has for saying what it found."""
IN_TIME = "an answer in time"
ITS_TABLE = "The table is the one that the process of the module gave; it was judged outside of it."
SANDBOX = (
    "; a module is played in a sandbox: its process may write no files, open no connections and "
    "send no signals."
)
NO_REPORT = "The process that played {} said what is no report of an audit."
LAST_WORDS = 3.0
"""The seconds after an interruption that the process has for it."""
MOST_ARMS, MOST_CHECKS, MOST_LETTERS = 10**6, 100, 200
Started = tuple[Claim, Reading, bool, Iterator[CheckResult]]
"""The claim, its reading, whether the object is finite, and the stations."""


class Answering(Protocol):
    """A process that answers, until it is ended."""

    pipe: Pipe

    def close(self) -> None:
        """End it."""

    def interrupt(self) -> bool:
        """Ask it to stop and to say what it found; whether it can be asked."""


@dataclass
class Worker:
    """A process that audits what "module:factory" names, and its messages."""

    name: str
    process: Answering
    until: float | None
    keeps: bool = False
    """Whether the process is a keeper, which runs no code of a policy: its word is enough."""

    def started(
        self, asked: Claim, given: Collection[str]
    ) -> tuple[Claim, Reading, Iterator[CheckResult]]:
        """The claim as the process completes it, and the checks as they come.

        What is `given` of the claim, its arms or rewards, is not for the process to say.
        """
        try:
            sandbox, said = self._received(), self._received()
        except BaseException:
            self.process.close()
            raise
        if sandbox is None or said is None:
            return asked, Reading.MACHINE, iter([late(self.name)])
        try:
            claim, reading, finite = _claim(said, asked)
            if any(getattr(claim, name) != getattr(asked, name) for name in given):
                raise ValueError("another claim")
        except (KeyError, TypeError, ValueError):
            self.process.close()
            raise ValueError(NO_REPORT.format(self.name)) from None
        supposed = Sandbox(*sandbox["sandbox"])
        shape = reading if finite else None
        read = (
            _plain_check
            if self.keeps
            else partial(_check, claim=claim, reading=shape, sandbox=supposed)
        )
        return claim, reading, self._checks(read)

    def _checks(self, read: Callable[[dict[str, Any]], CheckResult]) -> Iterator[CheckResult]:
        try:
            for _ in range(MOST_CHECKS):
                try:
                    said = self._received()
                except KeyboardInterrupt:
                    yield from self._found_by_now(read)
                    raise
                if said is None:
                    yield late(self.name)
                if said is None or "done" in said:
                    return
                try:
                    check = read(said)
                except (KeyError, TypeError, ValueError):
                    break
                yield check
            raise ValueError(NO_REPORT.format(self.name))
        finally:
            self.process.close()

    def _found_by_now(self, read: Callable[[dict[str, Any]], CheckResult]) -> Iterator[CheckResult]:
        """What the process had found when it was interrupted, if it says so soon enough."""
        if not self.process.interrupt():
            return
        soon = time.monotonic() + LAST_WORDS
        self.until = soon if self.until is None else min(soon, self.until)
        with suppress(KeyError, TypeError, ValueError):
            for _ in range(MOST_CHECKS):
                said = self._received()
                if said is None or "done" in said or "interrupted" in said:
                    return
                yield read(said)

    def _received(self) -> dict[str, Any] | None:
        """A message; None if the time is over. An error of the process is a ValueError."""
        try:
            said = self.process.pipe.receive(self.until)
            while "now" in said:
                announce(one_line(said["now"], MOST_LETTERS))
                said = self.process.pipe.receive(self.until)
        except BrokenMessage as broken:
            self.process.close()
            if broken.late:
                return None
            raise ValueError(
                f"The process that played {self.name} ended without an answer."
            ) from None
        if "raised" in said:
            self.process.close()
            raise ValueError(one_line(said["raised"]))
        return said


def worker_for(name: str, start: Callable[[], Started], until: float) -> Worker:
    """Fork a process that starts an audit, and sends what its stations find."""

    def work(pipe: Pipe, sandbox: Sandbox) -> None:
        with suppress(OSError):  # the working directory may be gone
            sys.path.insert(0, os.getcwd())  # the module may import others when it is called
        signal.set_wakeup_fd(-1)  # that of the process from which this one was forked
        signal.signal(signal.SIGINT, signal.default_int_handler)
        send_audit(pipe, sandbox, start)

    return Worker(name, begun(work), None if until == inf else until + GRACE)


def send_audit(pipe: Pipe, sandbox: Sandbox, start: Callable[[], Started]) -> None:
    """Start an audit, and send its claim and what its stations find."""
    pipe.send({"sandbox": [sandbox.system, sandbox.landlock, sandbox.seccomp]})
    with told_to(lambda words: pipe.send({"now": words})):
        _send_checks(pipe, start)


def _send_checks(pipe: Pipe, start: Callable[[], Started]) -> None:
    try:
        claim, reading, finite, checks = start()
        space = claim.rewards
        ends = [str(x) for x in (space.lo, space.hi, *space.values)]
        facts = {"arms": claim.arms, "rewards": ends, "stops": claim.stops, "finite": finite}
        pipe.send({**facts, "setting": claim.setting, "reading": reading.value})
        for check in checks:
            pipe.send(_facts(check))
        pipe.send({"done": True})
    except KeyboardInterrupt:
        pipe.send({"interrupted": True})
    except Exception as failure:
        kind = "" if isinstance(failure, ValueError) else f"{type(failure).__name__}: "
        pipe.send({"raised": f"{kind}{failure}{_of_the_wall(failure)}"})


def _of_the_wall(failure: BaseException) -> str:
    """What to know about an error that the sandbox may have caused."""
    causes = (failure, failure.__cause__)
    return SANDBOX if any(isinstance(cause, PermissionError) for cause in causes) else ""


def _facts(check: CheckResult) -> dict[str, Any]:
    loss = None if check.loss is None else ends(check.loss)
    return {
        "name": check.name,
        "verdict": check.verdict,
        "grade": None if check.grade is None else check.grade.value,
        "loss": loss,
        "note": check.note,
        "witness": check.witness,
        "tried": check.tried,
        "declared": None if check.declared is None else sent_again(check.declared),
        "table": whole_table(check.found).to_json() if _has_table(check) else None,
    }


def _has_table(check: CheckResult) -> bool:
    return check.verdict == "holds" and isinstance(check.found, FinitePolicy | FiniteMachine)


def _check(
    said: dict[str, Any], claim: Claim, reading: Reading | None, sandbox: Sandbox
) -> CheckResult:
    """The check of a message; what holds is judged by its table, and decides nothing without one.

    The reading is that of a finite object, and None of anything else.
    """
    check = _plain_check(said)
    if check.verdict == "holds" and reading is not None:
        check = _judged_again(said["table"], claim, reading)
        return check if sandbox.complete else replace(check, note=f"{check.note} {sandbox.words}")
    return replace(check, verdict="look further") if check.verdict == "holds" else check


def _plain_check(said: dict[str, Any]) -> CheckResult:
    """The check of a message, as it is said."""
    verdict, note, tried = said["verdict"], one_line(said["note"]), one_line(said["tried"])
    if verdict not in get_args(Answer):
        raise ValueError("no verdict")
    grade = None if said["grade"] is None else Grade(said["grade"])
    loss = None if said["loss"] is None else ends_of(said["loss"])
    name = one_line(said["name"])
    declared = None if said.get("declared") is None else rebuilt(said["declared"])
    return CheckResult(name, verdict, grade, loss, note, said["witness"], tried, declared=declared)


def _judged_again(facts: Any, claim: Claim, reading: Reading) -> CheckResult:
    """The check of the table of a finite object; a KeyError if an entry of it is missing."""
    table = TableObject.read(facts)
    table.require_claimed(stated(claim))
    hidden = any(after != state for state, law in table.act.items() for _, after, _ in law)
    if claim.stops != bool(table.ends) or (reading is Reading.KERNEL and hidden):
        raise ValueError("a table of another object")
    check = decided_check(machine_of(table), claim, "")
    return replace(check, note=f"{check.note} {OF_THE_TABLE}. {ITS_TABLE}")


def _claim(said: dict[str, Any], asked: Claim) -> tuple[Claim, Reading, bool]:
    lo, hi, *values = map(exact, said["rewards"])
    claim = replace(
        asked,
        arms=count(1, MOST_ARMS)(said["arms"], "the number of arms"),
        rewards=RewardSpace(lo, hi, tuple(values)),
        stops=truth(said["stops"], "stops"),
        setting=one_line(said["setting"]),
    )
    return claim, Reading(said["reading"]), truth(said["finite"], "finite")


def late(name: str) -> CheckResult:
    """The check of a policy that does not answer in time."""
    why = f"{name} did not answer in time"
    return CheckResult(IN_TIME, "not refuted", note=f"{why}.", tried=why)
