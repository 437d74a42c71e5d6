"""`banditproof bounds`: the strongest bounds of an instance, then every bound that applies."""

from __future__ import annotations
from typing import TYPE_CHECKING, Annotated
import typer
from . import arguments, instances
from .option_groups import with_groups
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds.bound_sections import Section

Adversarial = Annotated[
    bool,
    typer.Option(
        "--adversarial",
        help="The bounds of private adversarial bandits, with --arms, --horizon and --epsilon.",
    ),
]
Arms = Annotated[str | None, typer.Option(help="Number of arms of adversarial bandits.")]
Experts = Annotated[str | None, typer.Option(help="Number of experts of adversarial bandits.")]
Risk = Annotated[
    str | None,
    typer.Option(
        "--delta",
        help="Also the samples that find the best arm with this probability of error; with "
        "--adversarial the delta of (eps, delta)-DP.",
    ),
]
Digits = Annotated[int, typer.Option(min=1, max=1000, help="Certified digits of each number.")]


@with_groups
def command(
    instance: instances.InstanceOptions,
    epsilon: arguments.Epsilon = None,
    rho: arguments.Rho = None,
    horizon: arguments.Horizon = None,
    delta: Risk = None,
    adversarial: Adversarial = False,
    arms: Arms = None,
    experts: Experts = None,
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

    With --adversarial the losses are those of an adversary, and there is no instance: every bound
    of the regret after T rounds is printed, for --arms arms, and with --experts beside the best
    expert.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --eps 0.25 --horizon 1e6 --delta 0.01
    """
    if adversarial:
        if instance != instances.InstanceOptions() or rho is not None:
            raise ValueError(
                "--adversarial takes no instance and no --rho; give --arms, --horizon and "
                "--epsilon, and perhaps --experts and --delta."
            )
        _adversarial(arms, horizon, epsilon, experts, delta, digits, json)
        return
    if arms is not None or experts is not None:
        raise ValueError("--arms and --experts belong to --adversarial; give it too.")
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
        print_json(BoundsFacts.of(table))
        return
    for section in sections(table):
        _print(section)
    missing = {"--eps": epsilon, "--rho": rho, "--horizon": horizon, "--delta": delta}
    left = [option for option, word in missing.items() if word is None]
    if left:
        what = "it" if len(left) == 1 else "them"
        print_text(f"Not given: {', '.join(left)}; the bounds that need {what} are left out.")


def _adversarial(
    arms: str | None,
    horizon: str | None,
    epsilon: str | None,
    experts: str | None,
    delta: str | None,
    digits: int,
    json: bool,
) -> None:
    """The bounds of a private adversarial game."""
    from banditproof.theory.adversarial import adversarial_bounds
    from .adversarial_bounds import show

    if arms is None or horizon is None or epsilon is None:
        raise ValueError(
            "--adversarial needs --arms, --horizon and --epsilon; give all three, for example "
            "--arms 10 --horizon 1e7 --epsilon 0.1."
        )
    table = adversarial_bounds(
        arguments.whole("arms", arms, 1),
        arguments.whole("horizon", horizon, 1),
        arguments.budget(epsilon),
        None if experts is None else arguments.whole("experts", experts, 1),
        None if delta is None else arguments.number("delta", delta),
        digits,
    )
    show(table, digits, json)


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
