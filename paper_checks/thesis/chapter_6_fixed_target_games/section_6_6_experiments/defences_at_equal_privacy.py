"""A figure that the thesis lacks: what each defence leaks at one certified privacy.

Noise and sub-sampling are compared where the proved delta(eps) of both is the same: that of the
noisy mean by the certified accountant, and k/n for the mean of k of n rows, at every eps.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banditproof.paper_checks.figure_drawing import LineStyle, save_figure, save_table
from banditproof.theory import certify
from banditproof.theory.figure_style import drawing_style
from banditproof.theory.membership import gdp_delta, leak, power, sub_sampled_leak
from banditproof.theory.membership.sub_sampling import sub_sampled_power

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE = "thesis.leakage.defences"
SCORE = Fraction(5)
"""m* of the exact mean: coins with the target 1 and d = 5n, so that tau = 5."""
BUDGETS = (0, 1, 3)
"""The eps of the three panels."""
DELTAS = tuple(Fraction(k, 40) for k in range(1, 40))
LEVEL = Fraction(1, 100)
NOISE = LineStyle("Gaussian noise, advantage", "#2f6fb0", "-", None, width=1.9)
PART = LineStyle("sub-sampling, advantage", "#c8460b", (0, (5, 2)), None, width=1.9)
NOISE_POWER = LineStyle("Gaussian noise, power at 0.01", "#2f6fb0", (0, (1, 1.4)), None)
PART_POWER = LineStyle("sub-sampling, power at 0.01", "#c8460b", (0, (1, 1.4)), None)


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


def table_rows() -> Iterator[dict[str, Any]]:
    """The advantage and the power that each defence leaves, for each eps and delta."""
    for eps in BUDGETS:
        for delta in DELTAS:
            mu_squared, score = score_of_noise(eps, delta, 12)
            yield {
                "eps": eps,
                "delta": str(delta),
                "gamma": float(SCORE / mu_squared) ** 0.5,
                "noise_advantage": float(certify(leak, score, digits=12)),
                "noise_power": float(certify(power, LEVEL, score, digits=12)),
                "part_advantage": float(certify(sub_sampled_leak, SCORE, delta, digits=12)),
                "part_power": float(certify(sub_sampled_power, LEVEL, SCORE, delta, digits=12)),
            }


def _draw(axes: Axes, eps: int, rows: list[dict[str, Any]]) -> None:
    own = [row for row in rows if row["eps"] == eps]
    deltas = [float(Fraction(row["delta"])) for row in own]
    for style, name in (
        (NOISE, "noise_advantage"),
        (PART, "part_advantage"),
        (NOISE_POWER, "noise_power"),
        (PART_POWER, "part_power"),
    ):
        axes.plot(deltas, [row[name] for row in own], label=style.name, **style.line())
    most = float(certify(leak, SCORE))
    axes.axhline(most, color="#707070", lw=0.8, ls=(0, (3, 3)))
    axes.set_title(rf"$\epsilon={eps}$", loc="left")
    axes.set_xlabel(rf"certified $\delta({eps})$")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 0.8)


CAPTION = (
    r"Coins, target 1, $d=5n$, rows in $[0,1]^d$ of which one is replaced; the limits for "
    r"$n\to\infty$. The horizontal line is the advantage without a defence, "
    r"$\mathrm{leak}(5)=0.7364$, where no certificate exists.\n"
    r"Noise: $\mu$-GDP with $\mu^2=5/\gamma^2$ (thesis.fix.noise.gdp), the $\gamma$ with this "
    r"$\delta(\epsilon)$; it leaks $\mathrm{leak}(m_\gamma)$. Sub-sampling: $(0,k/n)$-DP, and "
    r"$\delta(\epsilon)=k/n$ for every $\epsilon$;\n"
    "it leaks as thesis.fix.sub.limit says. At $\\epsilon=0$ noise leaks less at each certified "
    r"$\delta$; certificates at larger $\epsilon$ allow less noise, and the order turns."
).replace("\\n", "\n")


def build(folder: Path) -> list[Path]:
    """Write the files of the figure."""
    from matplotlib.figure import Figure

    rows = list(table_rows())
    with drawing_style():
        figure = Figure(figsize=(11.4, 4.6), dpi=100)
        figure.subplots_adjust(left=0.055, right=0.985, wspace=0.1, top=0.92, bottom=0.29)
        panels = figure.subplots(1, len(BUDGETS), sharey=True)
        for axes, eps in zip(panels, BUDGETS, strict=True):
            _draw(axes, eps, rows)
        panels[0].set_ylabel("what the adversary has")
        panels[0].legend(loc="upper left", fontsize=7.5)
        figure.text(0.055, 0.03, CAPTION, fontsize=7.5, color="#333333", va="bottom")
        files = save_figure(figure, folder, FIGURE)
    return [*files, save_table(rows, folder, FIGURE)]
