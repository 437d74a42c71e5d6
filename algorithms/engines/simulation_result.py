"""What a simulation gives: regret and pulls of each run, as numbers, text, data frame, figure."""

from __future__ import annotations
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.sweeps.instance_descriptions import described, said
from banditproof.theory.figure_style import CURVE_COLOURS, drawing_style
from banditproof.theory.optional_libraries import library
from .engine import NORMAL_95, Floats, Integers, Played
from .limit_of_regret import eps_of_limit, regret_limit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW = 6
"""So many arms are shown in a text."""
LETTERS = 60
OF_THE_MEAN = "95 % confidence of the mean"
SHUFFLED = "each run has the arms in an order of its own (keep_order=True keeps the given one)"
NO_CURVE = "Regret over time is left out: give simulate(...) checkpoints, and it is noted there."


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of the runs: the final regret, the regret at the checkpoints, the pulls per arm.

    Regret is pseudo-regret, the sum of gap times pulls.

    >>> from banditproof.theory import BernoulliBandit
    >>> from banditproof.algorithms import DPIMED, simulate
    >>> simulate(DPIMED(arms=2, eps=1), BernoulliBandit(("0.75", "0.5")), "1e6", runs=100, rng=1)
    dp-imed on 0.75,0.5: 100 runs to T = 1000000
    regret: mean 24.79 (95 % confidence from 21.96 to 27.62), median 15.75, 90 % from 7.75 to 63.75
    mean pulls of each arm: 9.999e+05, 99.16
    lower bound of policies with eps = 1: 1.753 log T = 24.22, as T grows
    more: .summary(), .to_frame(), .plot(), .regret, .pulls
    """

    policy: Policy[Any]
    bandit: Played
    horizon: int
    checkpoints: tuple[int, ...]
    regret: Floats
    regret_at: Floats
    pulls: Integers
    shuffled: bool = False
    """Whether each run had the arms in an order of its own; pulls are those of the given order."""
    said: str = ""
    """What a policy of one's own declares, in a sentence; empty for one of this library."""

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.regret)

    def trimmed_mean(self, share: float = 0.1) -> float:
        """The mean without the given share of the runs at each end.

        >>> from banditproof.theory import BernoulliBandit
        >>> from banditproof.algorithms.regret.dp_imed import DPIMED
        >>> cells = np.array([9.0, 1.0, 2.0, 3.0, 100.0])
        >>> bandit, nothing = BernoulliBandit((0.5, 0.25)), np.zeros((5, 0))
        >>> Simulation(DPIMED(2), bandit, 9, (), cells, nothing, nothing).trimmed_mean(0.2)
        4.666666666666667
        """
        if not 0 <= share < 0.5:
            raise ValueError(f"The share is {share}; give a number in [0, 0.5).")
        cut = int(share * self.runs)
        return float(np.sort(self.regret)[cut : self.runs - cut].mean())

    @property
    def mean_interval(self) -> tuple[float, float]:
        """Limits between which the expected regret lies, with confidence 95 % by the normal law.

        A heavy tail that few runs have seen makes them too narrow. One run tells nothing: NaN.

        >>> from banditproof.theory import BernoulliBandit
        >>> from banditproof.algorithms import DPIMED, simulate
        >>> policy, bandit = DPIMED(arms=2, eps=1), BernoulliBandit(("0.75", "0.5"))
        >>> low, high = simulate(policy, bandit, 10**6, runs=100, rng=1).mean_interval
        >>> round(low, 2), round(high, 2)
        (21.96, 27.62)
        """
        if self.runs == 1:
            return float("nan"), float("nan")
        mean = float(self.regret.mean())
        aside = NORMAL_95 * float(self.regret.std(ddof=1)) / self.runs**0.5
        return mean - aside, mean + aside

    def summary(self) -> dict[str, float]:
        """Mean, standard deviation (0 for one run), median, 5 % and 95 % points, trimmed mean."""
        q05, median, q95 = np.quantile(self.regret, (0.05, 0.5, 0.95))
        return {
            "mean": float(self.regret.mean()),
            "sd": float(self.regret.std(ddof=1)) if self.runs > 1 else 0.0,
            "median": float(median),
            "q05": float(q05),
            "q95": float(q95),
            "trimmed_mean": self.trimmed_mean(),
        }

    def to_frame(self) -> Any:
        """A row for each run and checkpoint, and for the horizon, as a pandas DataFrame.

        The columns are policy, horizon, run, round, regret, and the pulls of each arm, which are
        known at the horizon alone and missing before. Needs the extra `tables`.
        """
        return _frame(self)

    def plot(self) -> Figure:
        """The regret at the checkpoints, with a band, and its law at the horizon, beside the bound.

        A Matplotlib figure. Without two checkpoints the regret over time is left out.
        """
        return _figure(self)

    def __repr__(self) -> str:
        return _text(self)


def _limit_of(result: Simulation) -> tuple[float | None, str]:
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


def _text(result: Simulation) -> str:
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
    limit, whose = _limit_of(result)
    if limit is not None:
        level = limit * math.log(result.horizon)
        lines.append(f"lower bound {whose}: {limit:.4g} log T = {level:.4g}, as T grows")
    if result.said:
        lines.append(result.said)
    return "\n".join([*lines, "more: .summary(), .to_frame(), .plot(), .regret, .pulls"])


def _frame(result: Simulation) -> Any:
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


def _figure(result: Simulation) -> Figure:
    """The regret over time where it was noted, and the law of the regret at the horizon."""
    figures: Any = library("matplotlib.figure", "A figure of a simulation", "figures")
    limit, whose = _limit_of(result)
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
        low = np.maximum(mean - aside, 0)  # regret is never less, although the normal law is
        axes.fill_between(rounds, low, mean + aside, label=OF_THE_MEAN, **band)
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
        band: dict[str, Any] = {"color": CURVE_COLOURS[1], "alpha": 0.25, "linewidth": 0}
        axes.axvspan(max(low, 0.0), high, label=OF_THE_MEAN, **band)
    axes.step(*steps, where="post", color=CURVE_COLOURS[0], linewidth=1.7)
    marks = {"mean": (float(ordered.mean()), "--", CURVE_COLOURS[1])}
    if limit is not None:
        marks[f"lower bound {whose},\nas T grows"] = (limit * math.log(result.horizon), ":", "0.25")
    for name, (value, dashes, colour) in marks.items():
        axes.axvline(value, linestyle=dashes, color=colour, linewidth=1.2, label=name)
    if ordered[0] > 0 and ordered[-1] > 30 * ordered[0]:
        axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(f"pseudo-regret after {result.horizon:.15g} rounds")
    axes.set_ylabel("share of the runs")
