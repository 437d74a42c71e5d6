"""`banditproof plot`: the bounds of an instance against the budget, and the gaps of the field."""

from __future__ import annotations
from fractions import Fraction
from pathlib import Path
from typing import Any
from . import arguments, instances
from .beside_bounds import known_beside
from .output import print_json, progress

SUFFIXES = (".png", ".pdf", ".svg")


def command(
    what: str,
    instance: instances.InstanceOptions,
    out: Path | None = None,
    epsilon: str | None = None,
    rho: str | None = None,
    horizon: str | None = None,
    delta: arguments.Risk = None,
    beside: str | None = None,
    exact: bool = False,
    points: int | None = None,
    json: arguments.AsJson = False,
) -> None:
    """Draw every bound of an instance against the budget, or the gaps of all settings.

    `plot bounds` has both axes logarithmic, and one panel for each quantity: the coefficient of
    log T, with --horizon the minimax regret of a class, with --delta the samples. A wide grey line
    is the strongest lower bound for the policies of the axis; where it is above every bound without
    privacy, the panel is shaded.

    With --horizon low:high the axis is T, for Bernoulli arms and one budget, or a panel for each of
    up to four: what no policy can stay below at each T, the limit times log T, and --beside the
    mean regret of policies in 200 runs, with 90 % of them; with --exact the law itself, for two
    arms and integer noise. Beside them may be MODULE:FACTORY, whose code runs here.

    `plot field` is the table of `banditproof field` as a figure: which cells are closed, open or
    empty. It takes --out alone.

    Example: banditproof plot bounds --means 0.8,0.6,0.5 --eps 0.001:10 --out bounds.png
    """
    arguments.one_of("drawing", what, ["bounds", "field"])
    if what == "field":
        given = (epsilon, rho, horizon, delta, beside, points)
        if json or exact or instance != instances.InstanceOptions() or any(given):
            raise ValueError(
                "The field takes no instance and no budgets; give --out alone, and `banditproof "
                "field --json` for its facts."
            )
        _draw_field(out)
        return
    if exact and beside is None:
        raise ValueError("--exact is about policies beside bounds; give --beside dp-imed, too.")
    if horizon is not None and ":" in horizon:
        if rho is not None or delta is not None:
            raise ValueError("A range of horizons takes --eps, and no --rho or --delta.")
        _against_horizons(instance, horizon, epsilon, beside, exact, points, out, json)
        return
    if beside is not None:
        raise ValueError("--beside needs a range of horizons; give --horizon 1e2:1e6.")
    from banditproof.theory.bound_words import Privacy
    from banditproof.theory.lower_bounds.bound_curves import curves_of
    from banditproof.theory.lower_bounds.request import Request
    from .bound_results import PlotFacts

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
    target = _target(out, json)
    with progress(len(ranges) * points, "bounds") as advance:
        curves = curves_of(request, ranges, points, advance)
    curves.require_curves_for(ranges)
    if target is not None:
        from banditproof.theory.lower_bounds.curve_figure import curve_figure

        save(curve_figure(curves), target)
    if json:
        print_json(PlotFacts.of(curves, target))
    else:
        print(target)


def _draw_field(out: Path | None) -> None:
    """Draw the table of what is known of each setting under each notion of privacy."""
    if out is None:
        raise ValueError("No file is given; give --out field.png.")
    target = _target(out, json=False)
    assert target is not None
    from banditproof.paper_checks.field.gap_figure import gap_figure

    save(gap_figure(), target)
    print(target)


def _target(out: Path | None, json: bool) -> Path | None:
    """The file to write, if one is wanted and can be drawn."""
    from banditproof.theory.optional_libraries import library

    if out is None and not json:
        raise ValueError("No file is given; give --out bounds.png, or --json for the facts.")
    if out is None:
        return None
    target = writable(out)
    library("matplotlib.backends.backend_agg", "A figure of bounds", "figures")
    return target


def _against_horizons(
    instance: instances.InstanceOptions,
    horizon: str,
    epsilon: str | None,
    beside: str | None,
    exact: bool,
    points: int | None,
    out: Path | None,
    json: bool,
) -> None:
    """Draw the bounds at each horizon."""
    # before anything large is loaded
    names = [known_beside(name) for name in arguments.listed(beside or "")]
    own = next((name for name in names if ":" in name), None)
    if exact and own is not None:
        raise ValueError(f"--exact is about policies of the list; leave {own} out.")
    from banditproof.theory.one_horizon.horizon_curves import horizon_figure
    from .plot_horizons import POINTS, HorizonPlotFacts, horizon_panels

    target = _target(out, json)
    panels = horizon_panels(instance.bandit(), horizon, epsilon, names, points or POINTS, exact)
    if target is not None:
        save(horizon_figure(*panels), target)
    if json:
        print_json(HorizonPlotFacts.of(panels, target))
    else:
        print(target)


def save(figure: Any, out: Path) -> None:
    """Write a figure to a file, complete or not at all; its bytes are reproducible."""
    from banditproof.theory.atomic_files import write_atomically
    from banditproof.theory.figure_style import drawing_style

    kind = out.suffix.lower().removeprefix(".")
    metadata: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None}}.get(
        kind, {"CreationDate": None}
    )

    def write(part: Path) -> None:
        # the labels beside the axes are as long as the names of the bounds
        figure.savefig(
            part, dpi=200, format=kind, metadata=metadata, bbox_inches="tight", pad_inches=0.15
        )

    with drawing_style():
        write_atomically(out, write)


def writable(out: Path) -> Path:
    """The file, if its kind is known and its folder exists."""
    from banditproof.theory.atomic_files import writable_file

    if out.suffix.lower() not in SUFFIXES:
        raise ValueError(f"{out} ends in {out.suffix or 'nothing'}; give a .png, .pdf or .svg.")
    return writable_file(out)
