"""`banditproof audit`: is this policy as private as it claims? And is the auditor any good?"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from . import INTERRUPTED, arguments
from .output import coloured, interval, print_json, print_table, print_text, progress

if TYPE_CHECKING:
    from banditproof.theory.budgets import Budget
    from banditproof.verify.audit_report import AuditReport

Policy = Annotated[
    str | None,
    typer.Argument(help="A built-in policy such as dp-imed, or module:factory for your own."),
]
PrivacyDelta = Annotated[
    str | None, typer.Option("--delta", help="With --epsilon: the delta of approximate privacy.")
]
NOTIONS = ("view", "table", "interactive", "adaptive")
Against = Annotated[
    str,
    typer.Option(
        "--notion",
        autocompletion=lambda: list(NOTIONS),
        help=f"What an adversary may vary: {', '.join(NOTIONS)}.",
    ),
]
Seconds = Annotated[
    str | None,
    typer.Option("--budget", help="Time limit, such as 60s or 2m; for policies that are sampled."),
]
SelfTest = Annotated[
    bool, typer.Option("--self-test", help="Test the auditor on mutants and their references.")
]


def command(
    policy: Policy = None,
    epsilon: arguments.Epsilon = None,
    delta: PrivacyDelta = None,
    rho: arguments.Rho = None,
    notion: Against = "table",
    budget: Seconds = None,
    seed: arguments.Seed = 0,
    self_test: SelfTest = False,
    json: arguments.AsJson = False,
) -> None:
    """Check a policy against a privacy budget: its structure, its exact law, or runs of it.

    The exit code is 0 if no check fails and none is open, and 1 otherwise. A policy that is only
    known by its methods select() and update(arm, reward) (or choice() and getReward(arm, reward))
    is audited by sampling, which can refute a claim and never prove it.

    Examples: banditproof audit dp-imed --epsilon 1;  banditproof audit my_module:make --epsilon 0.5
    --budget 60s;  banditproof audit --self-test
    """
    if self_test:
        if policy is not None:
            raise ValueError("--self-test audits the auditor; give it without a policy.")
        _self_test(json)
        return
    if policy is None:
        raise ValueError("There is no policy; give a name such as dp-imed, or module:factory.")
    from banditproof.algorithms import POLICIES
    from banditproof.verify.audit import start_audit

    from .results import AuditFacts

    claimed = _claimed(epsilon, delta, rho)
    arguments.one_of("notion", notion, NOTIONS)
    if ":" not in policy:
        arguments.one_of("policy", policy, POLICIES)
    seconds = None if budget is None else arguments.seconds(budget)
    found = []
    interrupted = False
    with redirect_stdout(sys.stderr):  # what the policy prints does not belong to the report
        running = start_audit(policy, claimed, notion=notion, seconds=seconds, rng=seed)
        try:
            for check in running.checks:
                found.append(check)
        except KeyboardInterrupt:
            interrupted = True
    report = running.report(tuple(found), interrupted)
    if json:
        print_json(AuditFacts.of(report).to_json())
    else:
        _print(report)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if report.verdict != "holds":
        raise typer.Exit(1)


def _claimed(epsilon: str | None, delta: str | None, rho: str | None) -> Budget:
    from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP

    if (epsilon is None) == (rho is None):
        raise ValueError("Give the claimed budget: --epsilon (and perhaps --delta), or --rho.")
    if epsilon is None:
        assert rho is not None
        if delta is not None:
            raise ValueError("--delta belongs to --epsilon; --rho has none.")
        return ZCDP(arguments.budget(rho, "rho"))
    eps = arguments.budget(epsilon)
    if delta is None:
        return PureDP(eps)
    return ApproxDP(eps, arguments.budget(delta, "delta"))


def _print(report: AuditReport) -> None:
    from banditproof.verify.audit_report import claim_of

    rows = []
    for check in report.checks:
        loss = "" if check.loss is None else interval(check.loss)
        rows.append((check.name, coloured(check.verdict), check.grade or "", loss, check.note))
    print_table(("check", "verdict", "grade", "privacy loss", "note"), rows)
    claim = claim_of(report.claimed)
    claim = claim if "=" in claim else f"eps = {claim}"
    stopped = " Interrupted: this is what was known by then." if report.interrupted else ""
    print()
    print_text(
        f"{report.policy} at {claim}, against {report.notion} neighbours, read as a "
        f"{report.reading}: {report.verdict}.{stopped}"
    )


def _self_test(json: bool) -> None:
    from banditproof.verify.mutants.corpus import CORPUS
    from banditproof.verify.self_test import self_test

    from .results import SelfTestFacts

    with progress(len(CORPUS), "self-test") as advance:
        report = self_test(lambda done, total, label: advance(int(done > 0), label or "self-test"))
    if json:
        print_json(SelfTestFacts.of(report).to_json())
    else:
        rows = [
            (
                row.entry.name,
                coloured("rejected" if row.mutant_rejected else "accepted"),
                coloured("accepted" if row.reference_accepted else "rejected"),
                row.entry.engine,
                f"{row.seconds:.2f}",
                row.error or row.entry.defect,
            )
            for row in report.rows
        ]
        print_table(("entry", "mutant", "reference", "by the", "seconds", "defect"), rows)
        print()
        print_text(report.sentence)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not report.passed:
        raise typer.Exit(1)
