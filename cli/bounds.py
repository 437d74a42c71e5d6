"""`banditproof bounds`: the strongest bounds of an instance, then every bound that applies."""

from __future__ import annotations
from fractions import Fraction
from typing import TYPE_CHECKING
from . import arguments, beside_bounds, instances
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.lower_bounds.section import Line, Section


def command(
    instance: instances.InstanceOptions,
    epsilon: arguments.Epsilon = None,
    rho: arguments.Rho = None,
    horizon: arguments.Horizon = None,
    delta: str | None = None,
    adversarial: bool = False,
    arms: str | None = None,
    experts: str | None = None,
    reliability: str | None = None,
    beside: str | None = None,
    digits: int = 12,
    every: bool = False,
    json: arguments.AsJson = False,
) -> None:
    """Print the strongest lower bounds of an instance, then all bounds that are known.

    The instance is one of: --means with a --family; --support and --weights, two files, for
    rewards with finitely many values; --actions, a file, and --theta for a linear bandit.

    With --horizon, what holds at that T comes first, for Bernoulli arms: no policy has less regret
    on this instance and on its neighbours, where one arm became the best one; and policies that
    are reliable on the neighbours pay more. Then the answer for large T: the strongest valid bound
    of the regret, and with --delta of the samples, for policies of each budget. The strongest of
    each group follows: this instance, the minimax bounds of a class with --horizon, the upper
    bounds. --all shows the whole groups. A coefficient of log T is a limit as T grows. A bound
    whose hypotheses are not satisfied has no number, and the line below its name says why.

    With --adversarial the losses are those of an adversary, and there is no instance: every bound
    of the regret after T rounds is printed, for --arms arms, and with --experts beside the best
    expert.

    Each number is enclosed by exact arithmetic: 1.25[3..4] means that the digits before the
    bracket are certain and the next one is 3 or 4.

    Example: banditproof bounds --means 0.75,0.7,0.7 --eps 0.25 --horizon 1e6 --delta 0.01
    """
    if adversarial:
        unused = (rho, reliability, beside)
        if instance != instances.InstanceOptions() or unused != (None,) * 3:
            raise ValueError(
                "--adversarial takes no instance and no --rho, --reliability or --beside; give "
                "--arms, --horizon and --epsilon, and perhaps --experts and --delta."
            )
        _adversarial(arms, horizon, epsilon, experts, delta, digits, json)
        return
    if arms is not None or experts is not None:
        raise ValueError("--arms and --experts belong to --adversarial; give it too.")
    if beside is not None:
        beside_bounds.known_beside(beside)
    if reliability is not None and horizon is None:
        raise ValueError("--reliability is about one horizon; give --horizon too, as 1e6.")
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
        reliability=None if reliability is None else _reliabilities(reliability),
    )
    compared = None if beside is None else beside_bounds.beside(beside, table)
    if json:
        print_json(BoundsFacts.of(table, compared))
        return
    # all of them first: one that is refused must not leave half of the text
    parts = list(sections(table))
    before_groups = 1 + len(table.at_horizons) + len(table.answers)
    for number, section in enumerate(parts):
        if every or number < before_groups:
            _print(section)
        else:
            _print_strongest(section)
        if number == 1 and compared is not None:
            beside_bounds.show(compared)
    left_out = 0 if every else sum(map(_left_out, parts[before_groups:]))
    if left_out:
        print()
        noun = "bound stands" if left_out == 1 else "bounds stand"
        print_text(f"{left_out} more {noun} in these groups; --all shows them.")
    missing = {"--eps": epsilon, "--rho": rho, "--horizon": horizon, "--delta": delta}
    left = [option for option, word in missing.items() if word is None]
    if left:
        what = "it" if len(left) == 1 else "them"
        print_text(f"Not given: {', '.join(left)}; the bounds that need {what} are left out.")


def _reliabilities(text: str) -> tuple[Fraction, ...]:
    """The probabilities of a list."""
    return arguments.numbers("reliability", text, "0.99,0.999")


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


def _strongest(section: Section) -> list[Line]:
    """The first bound of a group; of upper bounds, the first of each kind of privacy."""
    lines = section.lines
    if not section.title.startswith("Upper"):
        return [*lines[:1]]
    return [
        line for place, line in enumerate(lines) if line[2] not in {o[2] for o in lines[:place]}
    ]


def _left_out(section: Section) -> int:
    """How many bounds of a group are not shown."""
    return len(section.lines) - len(_strongest(section)) + section.more


def _print_strongest(section: Section) -> None:
    """A group in its strongest bound: its title, the number, for whom, on what it rests.

    An upper bound that says nothing here is marked.
    """
    from banditproof.theory.lower_bounds.section import TRIVIAL

    rows = []
    for name, value, whom, note in _strongest(section):
        parts = note.split("; ")
        shown = [*parts[:2], *(part for part in parts[2:] if part.startswith(TRIVIAL))]
        rows.append((f"  {name}", value, whom, "; ".join(shown)))
    if rows:
        print_table((section.title, ""), [])
        print_table(("", "", "", ""), rows, below=True)


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
