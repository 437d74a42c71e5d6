"""`banditproof plot bounds --horizon low:high`: what holds at each T, and policies beside it."""

from __future__ import annotations
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from . import arguments
from .output import Advance, progress

if TYPE_CHECKING:
    from banditproof.theory import Bandit, BernoulliBandit
    from banditproof.theory.one_horizon.horizon_curves import HorizonCurve, HorizonCurves

RUNS, POINTS, MOST_BUDGETS = 200, 13, 4


@dataclass(frozen=True)
class HorizonCurveFacts:
    """A quantity at each horizon."""

    name: str
    eps: str | None
    kind: Literal["lower bound", "limit", "policy"]
    values: tuple[float | None, ...]
    low: tuple[float, ...] | None
    high: tuple[float, ...] | None
    meaning: str


@dataclass(frozen=True)
class HorizonPlotFacts:
    """The bounds of a Bernoulli instance against the horizon, and policies, for each budget."""

    file: str | None
    title: str
    horizons: tuple[int, ...]
    curves: tuple[HorizonCurveFacts, ...]

    @classmethod
    def of(cls, panels: Sequence[HorizonCurves], file: Path | None) -> HorizonPlotFacts:
        """The facts of the curves, and of the file that shows them."""
        rows = tuple(row for curves in panels for row in cls._rows(curves))
        title = "; ".join(curves.title for curves in panels)
        return cls(None if file is None else str(file), title, panels[0].horizons, rows)

    @staticmethod
    def _rows(curves: HorizonCurves) -> Iterator[HorizonCurveFacts]:
        kinds = [("lower bound", curve) for curve in curves.bounds]
        kinds += [("limit", curves.limit)] if curves.limit is not None else []
        kinds += [("policy", curve) for curve in curves.policies]
        eps = None if curves.eps is None else str(curves.eps)
        for kind, curve in kinds:
            facts = curve.values, curve.low, curve.high, curve.meaning
            yield HorizonCurveFacts(curve.name, eps, kind, *facts)  # type: ignore[arg-type]


def horizon_panels(
    bandit: Bandit,
    horizons: str,
    epsilon: str | None,
    names: Sequence[str],
    points: int,
    exact: bool = False,
) -> tuple[HorizonCurves, ...]:
    """The curves for each budget of a list, or for every policy.

    Policies are names of the list, or MODULE:FACTORY, whose code runs in this process.
    """
    budgets = [None] if epsilon is None else arguments.listed(epsilon)
    if not 1 <= len(budgets) <= MOST_BUDGETS:
        raise ValueError(f"--eps is {epsilon!r}; give one to {MOST_BUDGETS} budgets.")
    if epsilon is not None and ":" in epsilon:
        raise ValueError(f"--eps is {epsilon!r}, and the axis is T; give one budget, or a list.")
    from banditproof.theory import BernoulliBandit
    from banditproof.theory.lower_bounds.instance_words import described
    from banditproof.theory.one_horizon.horizon_curves import (
        HorizonCurves,
        bound_curves,
        horizon_grid,
    )

    if not isinstance(bandit, BernoulliBandit):
        raise ValueError("Bounds at one horizon are for Bernoulli arms; give --means alone.")
    low, high = (arguments.whole("horizon", part, 1) for part in _ends(horizons))
    if low >= high:
        raise ValueError(f"--horizon is {horizons!r}; give a range low:high with low < high.")
    grid = horizon_grid(low, high, points)
    curve = _proved if exact else _played

    def panel(word: str | None, advance: Advance) -> HorizonCurves:
        def played(name: str) -> HorizonCurve:
            result = curve(name, bandit, eps, grid)
            advance(1, f"simulated {name}")
            return result

        eps = None if word is None else arguments.budget(word)
        return HorizonCurves(
            described(bandit),
            "every policy" if word is None else f"eps = {word}",
            grid,
            bound_curves(bandit.exact_means, eps, grid, advance),
            _limit(bandit, eps, grid),
            tuple(map(played, names)),
            eps,
        )

    total = len(budgets) * (len(grid) + len(names))
    with progress(total, "bounds at each horizon") as advance:
        return tuple(panel(word, advance) for word in budgets)


def _ends(horizons: str) -> tuple[str, str]:
    low, _, high = horizons.partition(":")
    if not (low.strip() and high.strip()):
        raise ValueError(f"--horizon is {horizons!r}; give a range low:high, such as 1e2:1e6.")
    return low.strip(), high.strip()


def _limit(
    bandit: BernoulliBandit, eps: Fraction | None, horizons: tuple[int, ...]
) -> HorizonCurve | None:
    """The coefficient of the limit times log T, which is no bound at one T."""
    from banditproof.theory import bounds
    from banditproof.theory.one_horizon.horizon_curves import HorizonCurve

    regret = bounds(bandit, eps, digits=6).best.regret
    if regret is None or regret.enclosure is None:
        return None
    size = float(regret.enclosure)
    values = tuple(size * math.log(T) if T > 1 else None for T in horizons)
    kind = "" if eps is None else "eps-DP "
    meaning = (
        f"a lower bound of liminf regret / log T for consistent {kind}policies, times log T; it is "
        "no bound at one T."
    )
    return HorizonCurve("limit times log T", values, meaning=meaning)


def _played(
    name: str, bandit: BernoulliBandit, eps: Fraction | None, horizons: tuple[int, ...]
) -> HorizonCurve:
    """The mean regret of a policy in simulated runs, and the band of 90 % of them."""
    import numpy as np
    from banditproof.algorithms import simulate
    from banditproof.theory.one_horizon.horizon_curves import HorizonCurve
    from .beside_bounds import policy_beside

    policy = policy_beside(name, bandit, eps, horizons[-1])
    result = simulate(policy, bandit, horizons[-1], RUNS, 0, checkpoints=horizons)
    found = result.regret_at
    # as simulate and sweep play it: the given order would show the luck of the arm named first
    order = ", each with the arms in an order of its own" if result.shuffled else ""
    low, high = np.quantile(found, (0.05, 0.95), axis=0)
    mean = found.mean(axis=0)
    meaning = (
        f"simulated, no bound: its mean regret in {RUNS} runs{order}; "
        "shaded, from the 5 % to the 95 % quantile of these."
    )
    return HorizonCurve(
        name, tuple(mean.tolist()), tuple(low.tolist()), tuple(high.tolist()), meaning
    )


def _proved(
    name: str, bandit: BernoulliBandit, eps: Fraction | None, horizons: tuple[int, ...]
) -> HorizonCurve:
    """The mean of the exact law of a policy with integer noise, and 90 % of its worlds."""
    from banditproof.theory.one_horizon.horizon_curves import HorizonCurve
    from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_laws
    from .beside_bounds import policy_beside

    policy = on_the_integers(policy_beside(name, bandit, eps, horizons[-1]))
    laws = regret_laws(policy, bandit, horizons)
    low, high = (tuple(float(law.quantile(q)) for law in laws) for q in ("0.05", "0.95"))
    means = tuple(float(law.mean) for law in laws)
    meaning = (
        "computed, no bound: its mean regret with noise on the integers and the arms in the order "
        "given; shaded, from the 5 % to the 95 % quantile of its law."
    )
    return HorizonCurve(f"{name}, exact", means, low, high, meaning)
