"""`banditproof plot`: the bounds of an instance against the budget, or regret against T."""

from __future__ import annotations
from fractions import Fraction
from pathlib import Path
from typing import Annotated
import typer
from . import arguments, instances
from .figure_files import file_of, save
from .option_groups import with_groups
from .output import print_json, progress

DRAWN = ("bounds", "regret")

What = Annotated[
    str,
    typer.Argument(
        autocompletion=lambda: list(DRAWN), help="What to draw: bounds, or regret against T"
    ),
]
EpsilonRange = Annotated[
    str | None,
    typer.Option(
        "--eps",
        "--epsilon",
        help="Budgets of pure privacy, low:high: 0.001:10; of regret a list: 0.25,1,4.",
    ),
]
RhoRange = Annotated[
    str | None, typer.Option("--rho", help="Budgets of zCDP, low:high; they need --horizon.")
]
Out = Annotated[
    Path | None,
    typer.Option(help="File to write: a .png, .pdf or .svg; with --json it may be left out."),
]
Points = Annotated[
    int | None,
    typer.Option(
        min=5, max=1000, help="Number of budgets of a curve, 61 if not given; of horizons 17."
    ),
]


@with_groups
def command(
    what: What,
    instance: instances.InstanceOptions,
    out: Out = None,
    epsilon: EpsilonRange = None,
    rho: RhoRange = None,
    horizon: arguments.Horizon = None,
    delta: arguments.Risk = None,
    points: Points = None,
    json: arguments.AsJson = False,
) -> None:
    """Draw every bound of an instance against the budget, both axes logarithmic.

    One panel for each quantity: the coefficient of log T, with --horizon the minimax regret of a
    class, with --delta the samples. A wide grey line is the strongest lower bound for the policies
    of the axis; where it is above every bound without privacy, the panel is shaded.

    The drawing `regret` is about one instance of two arms, up to --horizon, with a panel for each
    budget: the exact mean regret of DP-IMED, DP-KLUCB and AdaP-KLUCB with noise on the integers,
    what every policy pays at each T, and the limit.

    Examples: banditproof plot regret --means 0.9,0.1 --eps 0.25,1,4 --horizon 1e5 --out regret.svg;
    banditproof plot bounds --means 0.8,0.6,0.5 --eps 0.001:10 --out bounds.png
    """
    from banditproof.theory.bound_words import Privacy
    from banditproof.theory.lower_bounds.bound_curves import curves_of
    from banditproof.theory.lower_bounds.request import Request
    from .bound_results import PlotFacts

    if arguments.one_of("drawing", what, DRAWN) == "regret":
        from .plot_regret import draw_regret

        if rho is not None or delta is not None:
            raise ValueError("--rho and --delta belong to `plot bounds`; leave them out.")
        draw_regret(instance.bandit(), epsilon, horizon, points or 17, out, json)
        return
    points = points or 61
    request = Request(
        instance.bandit(),
        horizon=None if horizon is None else Fraction(arguments.horizon(horizon) or 0),
        delta=None if delta is None else arguments.risk(delta),
    )
    ranges = {
        privacy: arguments.budget_range(name, word)
        for privacy, name, word in ((Privacy.PURE, "eps", epsilon), (Privacy.ZCDP, "rho", rho))
        if word is not None
    }
    if not ranges:
        raise ValueError("No budgets are given; give --eps 0.001:10 or --rho 0.001:1.")
    target = file_of(out, json, "bounds")
    with progress(len(ranges) * points, "bounds") as advance:
        curves = curves_of(request, ranges, points, advance)
    if target is not None:
        from banditproof.theory.lower_bounds.curve_figure import curve_figure

        save(curve_figure(curves), target)
    if json:
        print_json(PlotFacts.of(curves, target))
    else:
        print(target)
