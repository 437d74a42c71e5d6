"""A simulation as a text, as a data frame and as a figure."""

from __future__ import annotations
import math
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.sweeps.instance_descriptions import described, said
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style
from banditproof.theory.optional_libraries import library
from .engine import NORMAL_95
from .limit_of_regret import eps_of_limit, regret_limit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from .simulation import Simulation

FEW = 6
"""So many arms are shown in a text."""
LETTERS = 60
OF_THE_MEAN = "95 % confidence of the mean"
SHUFFLED = "each run has the arms in an order of its own (keep_order=True keeps the given one)"
NO_CURVE = "Regret over time is left out: give simulate(...) checkpoints, and it is noted there."


def limit_of(result: Simulation) -> tuple[float | None, str]:
    """The number c of the lower bound c log T for a simulation, and for which policies it holds."""
    budget = result.policy.budget
    eps = eps_of_limit(budget)
    whose = "without privacy" if eps is None else f"with eps = {float(eps):.6g}"
    return regret_limit(result.bandit, budget), f"of policies {whose}"


def _title(result: Simulation) -> str:
    bandit = said(described(result.bandit))
    shown = bandit if len(bandit) <= LETTERS else f"{result.bandit.arms} arms"
    many = "run" if result.runs == 1 else "runs"
    return f"{result.policy.name} on {shown}: {result.runs} {many} to T = {result.horizon:.15g}"


def regret_text(result: Simulation) -> str:
    """The summary of a simulation, in a few lines."""
    facts = result.summary()
    low, high = result.mean_interval
    sure = f"95 % confidence from {low:.4g} to {high:.4g}" if result.runs > 1 else "one run"
    pulls = [f"{mean:.4g}" for mean in result.pulls.mean(axis=0)] if result.pulls.size else []
    shuffled = [SHUFFLED] * result.shuffled
    lines = [
        _title(result),
        *shuffled,
        f"regret: mean {facts['mean']:.4g} ({sure}), median "
        f"{facts['median']:.4g}, 90 % from {facts['q05']:.4g} to {facts['q95']:.4g}",
        f"mean pulls of each arm: {', '.join(pulls[:FEW])}{', ...' * (len(pulls) > FEW)}",
    ]
    limit, whose = limit_of(result)
    if limit is not None:
        level = limit * math.log(result.horizon)
        lines.append(f"lower bound {whose}: {limit:.4g} log T = {level:.4g}, as T grows")
    if result.said:
        lines.append(result.said)
    return "\n".join([*lines, "more: .summary(), .to_frame(), .plot(), .regret, .pulls"])


def regret_frame(result: Simulation) -> Any:
    """A row for each run and each round at which its regret is known, as a pandas DataFrame."""
    pandas = library("pandas", "A data frame of a simulation", "tables")
    known = result.checkpoints[-1:] == (result.horizon,)
    rounds = result.checkpoints if known else (*result.checkpoints, result.horizon)
    noted = result.regret_at if known else np.column_stack([result.regret_at, result.regret])
    runs, columns = noted.shape
    frame = pandas.DataFrame(
        {
            "policy": result.policy.name,
            "horizon": result.horizon,
            "run": np.repeat(np.arange(1, runs + 1), columns),
            "round": np.tile(np.array(rounds, np.int64), runs),
            "regret": noted.ravel(),
        }
    )
    last = np.tile(np.arange(columns) == columns - 1, runs)
    pulls = {
        f"pulls_{arm}": pandas.Series(np.repeat(counts, columns), dtype="Int64").where(last)
        for arm, counts in enumerate(result.pulls.T, 1)
    }
    return pandas.concat([frame, pandas.DataFrame(pulls)], axis=1)


def regret_figure(result: Simulation) -> Figure:
    """The regret over time where it was noted, and the law of the regret at the horizon."""
    figures: Any = library("matplotlib.figure", "A figure of a simulation", "figures")
    limit, whose = limit_of(result)
    over_time = len(result.checkpoints) > 1
    with drawing_style():
        figure: Figure = figures.Figure(
            figsize=(8.4 if over_time else 5.2, 3.6), layout="constrained"
        )
        figure.suptitle(_title(result), fontsize=10)
        axes = figure.subplots(1, 2 if over_time else 1, squeeze=False)[0]
        if over_time:
            _draw_curve(axes[0], result, limit, whose)
        said = [NO_CURVE] * (not over_time) + [f"Arms: {SHUFFLED}."] * result.shuffled
        if said:
            figure.supxlabel("\n".join(said), fontsize=7.5, color="0.35")
        _draw_law(axes[-1], result, limit, whose)
        axes[0].legend(fontsize=7.5)
    return figure


def _draw_curve(axes: Axes, result: Simulation, limit: float | None, whose: str) -> None:
    rounds = np.array(result.checkpoints, dtype=float)
    low, median, high = np.quantile(result.regret_at, (0.05, 0.5, 0.95), axis=0)
    colour = CURVE_COLOURS[0]
    axes.fill_between(rounds, low, high, color=colour, alpha=0.2, linewidth=0, label="90 % of runs")
    axes.plot(rounds, median, color=colour, linewidth=1.7, label="median")
    mean = result.regret_at.mean(axis=0)
    axes.plot(rounds, mean, "--", color=CURVE_COLOURS[1], linewidth=1.2, label="mean")
    if result.runs > 1:
        aside = NORMAL_95 * result.regret_at.std(axis=0, ddof=1) / math.sqrt(result.runs)
        band: dict[str, Any] = {"color": CURVE_COLOURS[1], "alpha": 0.25, "linewidth": 0}
        axes.fill_between(rounds, mean - aside, mean + aside, label=OF_THE_MEAN, **band)
    if limit is not None:
        bound = limit * np.log(rounds)
        axes.plot(rounds, bound, ":", color="0.25", label=f"lower bound {whose},\nas T grows")
    axes.set_xscale("log")
    axes.set_xlabel("round")
    axes.set_ylabel("pseudo-regret")


def _draw_law(axes: Axes, result: Simulation, limit: float | None, whose: str) -> None:
    """The share of the runs up to a regret."""
    ordered = np.sort(result.regret)
    shares = np.arange(1, result.runs + 1) / result.runs
    steps = np.insert(ordered, 0, ordered[0]), np.insert(shares, 0, 0.0)
    if result.runs > 1:
        low, high = result.mean_interval
        axes.axvspan(low, high, color=CURVE_COLOURS[1], alpha=0.25, linewidth=0)
    axes.step(*steps, where="post", color=CURVE_COLOURS[0], linewidth=1.7)
    marks = {"mean": (float(ordered.mean()), "--", CURVE_COLOURS[1])}
    if limit is not None:
        marks[f"lower bound {whose}"] = (limit * math.log(result.horizon), ":", "0.25")
    for name, (value, dashes, colour) in marks.items():
        axes.axvline(value, linestyle=dashes, color=colour, linewidth=1.2, label=name)
    if ordered[0] > 0 and ordered[-1] > 30 * ordered[0]:
        axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(f"pseudo-regret after {result.horizon:.15g} rounds")
    axes.set_ylabel("share of the runs")
