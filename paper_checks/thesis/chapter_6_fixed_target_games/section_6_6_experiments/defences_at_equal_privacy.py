"""A figure that the thesis lacks: what each defence leaks at one certified privacy.

Noise and sub-sampling are compared where the proved delta(eps) of both is the same: that of the
noisy mean by the certified accountant, and k/n for the mean of k of n rows, at every eps.
"""

from __future__ import annotations
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from banditproof.paper_checks.drawing.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory import certify
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.membership import gdp_delta, leak, power, sub_sampled_leak
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    DensityLaw,
    NoisyBernoulliColumn,
    ProductLaw,
    SubSampledLaw,
)
from banditproof.theory.membership.sub_sampling import sub_sampled_power

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.leakage.defences"
SCORE = Fraction(5)
"""m* of the exact mean: coins with the target 1 and d = 5n, so that tau = 5."""
BUDGETS = (0, 1, 3)
"""The eps of the three panels."""
ROWS = 40
"""The rows of the exact laws."""
EXACT = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))
"""The values of delta at which the exact leakage of ROWS rows is drawn as well."""
DELTAS = tuple(
    Fraction(k, 1000)
    for k in (
        *(1, 2, 3, 4, 5, 7, 9, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 250, 300),
        *(350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 950),
    )
)
LEVEL = Fraction(1, 100)
HALF = Fraction(1, 2)
NOISE = LineStyle("Gaussian noise, advantage", "#2f6fb0", "-", "o", filled=False, width=1.9)
PART = LineStyle("sub-sampling, advantage", "#c8460b", (0, (5, 2)), "s", filled=False, width=1.9)
NOISE_POWER = LineStyle("Gaussian noise, power at 0.01", "#2f6fb0", (0, (1, 1.4)), None)
PART_POWER = LineStyle("sub-sampling, power at 0.01", "#c8460b", (0, (1, 1.4)), None)
CURVES = (
    (NOISE, "noise_advantage", "noise_exact"),
    (PART, "part_advantage", "part_exact"),
    (NOISE_POWER, "noise_power", None),
    (PART_POWER, "part_power", None),
)


def score_of_noise(eps: int, delta: Fraction, digits: int = 30) -> tuple[Fraction, Fraction]:
    """mu^2 of the noisy mean with delta(eps) = delta, from below, and its leakage score.

    With tau = d/n = 5 columns of a side of 1, mu^2 = 5/gamma^2 and m = 5 (1/4)/(1/4 + gamma^2).

    >>> mu, score = score_of_noise(0, Fraction(1, 2))
    >>> round(float(mu), 4), round(float(score), 4)
    (1.8197, 0.417)
    """
    low, high = Fraction(0), Fraction(1)
    while certify(gdp_delta, high, eps, digits=digits) <= delta:
        high *= 2
    for _ in range(40):
        middle = (low + high) / 2
        if certify(gdp_delta, middle, eps, digits=digits) <= delta:
            low = middle
        else:
            high = middle
    variance = SCORE / low
    return low, SCORE / (1 + 4 * variance)


def exact_leakages(gamma: Fraction, share: Fraction) -> tuple[float, float]:
    """The leakage of both defences of ROWS rows of coins, from enclosures of the exact laws.

    >>> [round(x, 3) for x in exact_leakages(Fraction(1, 2), Fraction(1, 2))]
    [0.574, 0.448]
    """
    noisy = DensityLaw([(NoisyBernoulliColumn(ROWS, HALF, 1, gamma, cells=200), 5 * ROWS)])
    kept = int(share * ROWS)
    part = ProductLaw([(BernoulliColumn(kept, HALF, 1), 5 * ROWS)])
    return (
        float(noisy.total_variation()),
        float(SubSampledLaw(part, kept=kept, rows=ROWS).total_variation()),
    )


def table_rows() -> Iterator[dict[str, Any]]:
    """The advantage and the power that each defence leaves, for each eps and delta."""
    for eps in BUDGETS:
        for delta in DELTAS:
            mu_squared, score = score_of_noise(eps, delta, 12)
            gamma = float(SCORE / mu_squared) ** 0.5
            exact: tuple[float | str, float | str] = ("", "")
            if delta in EXACT:
                exact = exact_leakages(Fraction(gamma).limit_denominator(10**6), delta)
            yield {
                "eps": eps,
                "delta": str(delta),
                "gamma": gamma,
                "noise_advantage": float(certify(leak, score, digits=12)),
                "noise_exact": exact[0],
                "noise_power": float(certify(power, LEVEL, score, digits=12)),
                "part_advantage": float(certify(sub_sampled_leak, SCORE, delta, digits=12)),
                "part_exact": exact[1],
                "part_power": float(certify(sub_sampled_power, LEVEL, SCORE, delta, digits=12)),
            }


def crossing(rows: list[dict[str, Any]], eps: int, name: str) -> float | None:
    """The delta from which on sub-sampling leaves more, on the line between two drawn ones.

    >>> rows = [{"eps": 1, "delta": d, "noise_power": 0.2, "part_power": p}
    ...         for d, p in (("1/10", 0.1), ("3/10", 0.3))]
    >>> round(crossing(rows, 1, "power"), 6), crossing(rows[1:], 1, "power")
    (0.2, None)
    """
    own = [
        (float(Fraction(row["delta"])), row[f"part_{name}"] - row[f"noise_{name}"])
        for row in rows
        if row["eps"] == eps
    ]
    for (x, below), (y, above) in pairwise(own):
        if below < 0 <= above:
            return float(x + (y - x) * below / (below - above))
    return None


def _draw(axes: Axes, eps: int, rows: list[dict[str, Any]]) -> None:
    own = [row for row in rows if row["eps"] == eps]
    deltas = [float(Fraction(row["delta"])) for row in own]
    for style, name, exact in CURVES:
        axes.plot(deltas, [row[name] for row in own], label=style.name, **style.line())
        if exact is not None:
            known = [(x, row[exact]) for x, row in zip(deltas, own, strict=True) if row[exact]]
            x, y = zip(*known, strict=True)
            label = f"{style.name.split(',')[0]}, exact for n = {ROWS}"
            axes.plot(x, y, label=label, ls="none", **style.dots())
    axes.axhline(float(certify(leak, SCORE)), color="#707070", lw=0.8, ls=(0, (3, 3)))
    axes.axhline(float(LEVEL), color="#b0b0b0", lw=0.8)
    axes.set_title(rf"$\epsilon={eps}$", loc="left")
    axes.set_xlabel(rf"certified $\delta({eps})$ of both")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(1e-3, 1)
    axes.set_ylim(4e-4, 1)


def order_seen(rows: list[dict[str, Any]], name: str) -> str:
    """Where sub-sampling leaves less than noise, for each eps, and where more."""
    seen = []
    for eps in BUDGETS:
        place, own = crossing(rows, eps, name), [row for row in rows if row["eps"] == eps]
        if place is not None:
            seen.append(rf"at $\epsilon={eps}$ up to $\delta={place:.2g}$")
        elif all(row[f"part_{name}"] < row[f"noise_{name}"] for row in own):
            seen.append(rf"at $\epsilon={eps}$ for every drawn $\delta$")
        else:
            seen.append(rf"at $\epsilon={eps}$ for no drawn $\delta$")
    return ", ".join(seen)


def caption(rows: list[dict[str, Any]]) -> str:
    """What is drawn, and what is seen: the order of the two defences in each panel."""
    return (
        r"Coins, target 1, $d=5n$, rows in $[0,1]^d$ of which one is replaced. At each $\delta$ "
        r"both defences have the same certified privacy $(\epsilon,\delta)$. Lines: limits for "
        r"$n\to\infty$; markers: exact laws."
        "\n"
        r"Thin dashes: no defence, $\mathrm{leak}(5)=0.7364$; grey: the power 0.01 of a guess. "
        r"Noise is $\mu$-GDP with $\mu^2=5/\gamma^2$ (thesis.fix.noise.gdp) and leaks "
        r"$\mathrm{leak}(m_\gamma)$, with the $\gamma$ that has this $\delta(\epsilon)$."
        "\n"
        r"Sub-sampling has $\delta(\epsilon)=k/n=\rho$ for every $\epsilon$ and leaks "
        r"$\rho\,\mathrm{leak}(m^\star/\rho)$ (thesis.fix.sub.limit): for small $\rho$ a target "
        "that is kept is recognised almost surely."
        "\n"
        f"Sub-sampling leaves the smaller advantage {order_seen(rows, 'advantage')}; the smaller "
        f"power {order_seen(rows, 'power')}."
    )


def build(folder: Path) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    rows = list(table_rows())
    with drawing_style():
        figure = Figure(figsize=(11.4, 5.2), dpi=100)
        figure.subplots_adjust(left=0.06, right=0.985, wspace=0.1, top=0.84, bottom=0.29)
        panels = figure.subplots(1, len(BUDGETS), sharey=True)
        for axes, eps in zip(panels, BUDGETS, strict=True):
            _draw(axes, eps, rows)
        panels[0].set_ylabel("advantage or power")
        lines, names = panels[0].get_legend_handles_labels()
        figure.legend(lines, names, loc="upper center", ncol=3, fontsize=7.5)
        figure.text(0.06, 0.03, caption(rows), fontsize=7.2, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
