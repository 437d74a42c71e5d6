"""`banditproof plot regret`: algorithms, lower bounds and the limit against the horizon."""

from __future__ import annotations
from pathlib import Path
from typing import TYPE_CHECKING
from . import arguments
from .figure_files import file_of, save
from .output import print_json, progress

if TYPE_CHECKING:
    from banditproof.theory import Bandit

FIRST, LAST = 10, "1e5"
"""The first horizon of the axis, and the last one if none is given."""


def draw_regret(
    bandit: Bandit,
    budgets: str | None,
    horizon: str | None,
    points: int,
    out: Path | None,
    json: bool,
) -> None:
    """Draw a panel for each budget, or print the curves as JSON."""
    from banditproof.theory import BernoulliBandit
    from banditproof.verify.exact_laws.regret_curves import SHOWN, horizon_grid, regret_panel
    from .bound_results import RegretPanelFacts, RegretPlotFacts

    if not isinstance(bandit, BernoulliBandit) or len(set(bandit.exact_means)) != 2:
        raise ValueError(
            "Regret is drawn for two Bernoulli arms that differ; give --means 0.9,0.1."
        )
    if budgets is None:
        raise ValueError("No budgets are given; give --eps 0.25,1,4.")
    eps = [arguments.positive("eps", word) for word in budgets.split(",")]
    last = arguments.count("horizon", horizon or LAST)
    if last <= FIRST:
        raise ValueError(f"The horizon is {last}; give one above {FIRST}, where the axis begins.")
    target = file_of(out, json, "regret")
    times = horizon_grid(last, points, FIRST)
    with progress(len(eps) * len(SHOWN), "exact laws") as advance:
        panels = [regret_panel(bandit, budget, times, advance) for budget in eps]
    if target is not None:
        from banditproof.verify.exact_laws.regret_figure import regret_figure

        means = ", ".join(f"{float(mean):.4g}" for mean in bandit.exact_means)
        save(regret_figure(panels, f"two arms with means {means}"), target)
    if json:
        facts = tuple(RegretPanelFacts.of(panel) for panel in panels)
        print_json(RegretPlotFacts(None if target is None else str(target), facts))
    else:
        print(target)
