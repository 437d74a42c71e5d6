"""`banditproof audit`: is this policy as private as it claims?"""

from __future__ import annotations

from typing import Annotated

import typer

from . import arguments
from .output import coloured, console, interval, print_json, print_table

Policy = Annotated[
    str, typer.Argument(help="A built-in policy such as dp-imed, or module:factory for your own.")
]


def command(policy: Policy, epsilon: arguments.Epsilon, json: arguments.AsJson = False) -> None:
    """Check a policy against a privacy budget, structurally and by exact computation.

    The exit code is 0 if no check fails and none is open, and 1 otherwise.

    Examples: banditproof audit dp-imed --epsilon 1;  banditproof audit my_module:make --epsilon 0.5
    """
    from banditproof.verify.audit import audit

    report = audit(policy, arguments.budget(epsilon))
    if json:
        print_json(report.to_json())
    else:
        rows = []
        for check in report.checks:
            loss = "" if check.epsilon is None else interval(check.epsilon)
            rows.append((check.name, coloured(check.verdict), check.grade or "", loss, check.note))
        print_table(("check", "verdict", "grade", "privacy loss", "note"), rows)
        console().print(f"\n{report.policy} at eps = {epsilon}: {report.verdict}.")
    if report.verdict != "holds":
        raise typer.Exit(1)
