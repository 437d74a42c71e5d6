"""`banditproof bounds`: the strongest bounds of an instance, then every bound that applies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments, instances
from .option_groups import with_groups
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds.bound_sections import Section

Digits = Annotated[int, typer.Option(min=1, max=1000, help="Certified digits of each number.")]


@with_groups
def command(
    instance: instances.InstanceOptions,
    epsilon: arguments.Epsilon = None,
    rho: arguments.Rho = None,
    horizon: arguments.Horizon = None,
    delta: arguments.Risk = None,
    digits: Digits = 12,
    json: arguments.AsJson = False,
) -> None:
    """Print the strongest lower bounds of an instance, then all bounds that are known.

    The instance is one of: --means with a --family; --support and --weights, two files, for
    rewards with finitely many values; --actions, a file, and --theta for a linear bandit.

    The answer comes first: the strongest valid bound of the regret, and with --delta of the
    samples, for policies of each given budget. All bounds follow in groups: this instance, the
    minimax bounds of a class with --horizon, the upper bounds; the strongest of a group first. A
    coefficient of log T is a limit as T grows. A bound whose hypotheses are not satisfied has no
    number, and the line below its name says why.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --eps 0.25 --horizon 1e6 --delta 0.01
    """
    from banditproof.theory import bounds
    from banditproof.theory.lower_bounds.bound_sections import sections

    from .bound_results import BoundsFacts

    table = bounds(
        instance.bandit(),
        None if epsilon is None else arguments.budget(epsilon),
        arguments.horizon(horizon),
        digits=digits,
        rho=None if rho is None else arguments.budget(rho, "rho"),
        delta=None if delta is None else arguments.risk(delta),
    )
    if json:
        print_json(BoundsFacts.of(table).to_json())
        return
    for section in sections(table):
        _print(section)
    missing = {"--eps": epsilon, "--rho": rho, "--horizon": horizon, "--delta": delta}
    left = [option for option, word in missing.items() if word is None]
    if left:
        what = "it" if len(left) == 1 else "them"
        print_text(f"Not given: {', '.join(left)}; the bounds that need {what} are left out.")


def _print(section: Section) -> None:
    """A section: its title, what its numbers are, and the rows."""
    print_table((section.title, ""), [])
    if section.lead:
        print_text(section.lead)
    if section.lines:
        print_table((*section.headings, ""), section.lines, below=True)
    if section.more:
        print_text(f"... and {section.more} more, see --json")
    print()
