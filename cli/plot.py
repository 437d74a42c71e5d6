"""`banditproof plot bounds`: the bounds of an instance against the budget."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import arguments, instances
from .option_groups import with_groups
from .output import progress

MOST_LETTERS = 48
"""How long the list of means in a title may be."""

NAMES_OF_PEOPLE = ("bernoulli", "gaussian", "poisson")

What = Annotated[
    str, typer.Argument(autocompletion=lambda: ["bounds"], help="What to draw: bounds")
]
EpsilonRange = Annotated[
    str | None,
    typer.Option("--eps", "--epsilon", help="Budgets of pure privacy, low:high: 0.001:10."),
]
RhoRange = Annotated[
    str | None, typer.Option("--rho", help="Budgets of zCDP, low:high; they need --horizon.")
]
Out = Annotated[Path, typer.Option(help="File to write: a .png, .pdf or .svg.")]
Points = Annotated[int, typer.Option(min=5, max=1000, help="Number of budgets of a curve.")]


@with_groups
def command(
    what: What,
    out: Out,
    instance: instances.InstanceOptions,
    epsilon: EpsilonRange = None,
    rho: RhoRange = None,
    horizon: arguments.Horizon = None,
    delta: arguments.Risk = None,
    points: Points = 61,
) -> None:
    """Draw every bound of an instance against the budget, both axes logarithmic.

    One panel for each quantity: the coefficient of log T, with --horizon the worst-case regret,
    with --delta the samples. Where the lower bound with privacy is above the one without, the
    panel is shaded.

    Example: banditproof plot bounds --means 0.8,0.6,0.5 --eps 0.001:10 --out bounds.png
    """
    from .bound_curves import budget_grid, draw, panels

    arguments.one_of("drawing", what, ["bounds"])
    bandit = instance.bandit()
    time = arguments.horizon(horizon)
    probability = None if delta is None else arguments.risk(delta)
    ranges = {
        privacy: budget_grid(*arguments.budget_range(name, word), points)
        for privacy, name, word in (("pure", "eps", epsilon), ("zcdp", "rho", rho))
        if word is not None
    }
    if not ranges:
        raise ValueError("No budgets are given; give --eps 0.001:10 or --rho 0.001:1.")
    target = writable(out)
    found = []
    with progress(sum(len(grid) for grid in ranges.values()), "bounds") as advance:
        for privacy, grid in ranges.items():
            found += panels(bandit, privacy, grid, time, probability, advance)
    if not found:
        raise ValueError(
            "No bound with privacy has a positive number in this range; give another instance or "
            "range, and --horizon with --rho."
        )
    facts = {"horizon": str(horizon), "delta": str(delta)}
    print(draw(found, described(instance), facts, target))


def writable(out: Path) -> Path:
    """The file, if its kind is known and its folder exists."""
    from banditproof.paper_checks.atomic_files import writable_folder

    from .bound_curves import SUFFIXES

    if out.suffix.lower() not in SUFFIXES:
        raise ValueError(f"{out} ends in {out.suffix or 'nothing'}; give a .png, .pdf or .svg.")
    if out.is_dir():
        raise ValueError(f"{out} is a folder; give the name of a file.")
    if not out.parent.is_dir():
        raise ValueError(f"The folder {out.parent} does not exist; create it or give another one.")
    writable_folder(out.parent)
    return out


def described(words: instances.InstanceOptions) -> str:
    """The instance in a few words, for the title.

    >>> described(instances.InstanceOptions(means="0.8,0.6"))
    'Bounds of Bernoulli arms with means 0.8, 0.6'
    """
    if words.means is not None:
        family = words.chosen_family.value
        if family in NAMES_OF_PEOPLE:
            family = family.capitalize()
        known = [
            f"{name} {value}"
            for name, value in (
                ("sigma", words.sigma),
                ("shape", words.shape),
                ("failures", words.failures),
            )
            if value is not None
        ]
        listed = arguments.listed(words.means)
        shown = listed[0]
        for word in listed[1:]:
            if len(shown) + len(word) > MOST_LETTERS:
                shown += f", ... ({len(listed)} arms)"
                break
            shown += f", {word}"
        return f"Bounds of {family} arms with means {shown}" + "".join(f", {k}" for k in known)
    if words.weights is not None:
        return f"Bounds of the finite laws of {words.weights.name}"
    return f"Bounds of the linear bandit of {words.actions.name if words.actions else ''}"
