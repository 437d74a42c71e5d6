"""Claims about the panels of Figure 6.2 as experiments: exact powers, and played games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import log, sqrt

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import need, not_reproduced, points, require, statistical
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws.sub_sampling import SubSampledLaw
from banditproof.theory.membership.sub_sampling import sub_sampled_power_printed

from .experiment_setting import FULL, KINDS, Setting
from .figure_6_2_power import LEVELS, Curve, of_the_part

FALSE_ALARM = 1e-7
"""Of each band of a distribution function."""
PLAYED = Setting(1000, 250, 12_000)


@claim(
    "thesis.fig6.2.exact",
    r"In the setting of the experiment the power of the optimal test is near to that of the "
    r"analysis, for the exact mean and three targets.",
    recorded="holds",
    tier="slow",
    kind="derived",
    title="exact power beside the limit",
    rests_on=("thesis.fig6.2.score",),
    mutants={
        "sharper: within 1/10000": {"distance": Fraction(1, 10_000)},
        "a score of 1.1 m": {"factor": Fraction(11, 10)},
    },
)
def exact_power_of_the_targets(
    distance: Fraction = Fraction(1, 100), factor: Fraction = Fraction(1)
) -> Verdict:
    """The law of the log-likelihood ratio of 1000 rows and 5000 columns by inversion."""
    sides = Sides()
    for kind in KINDS:
        law, m = FULL.exact_law(kind), factor * FULL.score(kind)
        for level in LEVELS:
            gap = abs(law.power(level) - certify(power, level, m))
            sides.at_most(gap, distance, "It is not near.", target=kind, alpha=level)
    return points(
        "It is, within 1/100.",
        covered="Our values of p, three targets, four levels; certified.",
        not_covered="The values of p of the thesis, which are not given.",
        sharpness=sides.sharpness,
    )


def band(games: int) -> float:
    """The half width of a band around a distribution function, by the inequality of Dvoretzky,
    Kiefer and Wolfowitz with the constant of Massart."""
    return sqrt(log(2 / FALSE_ALARM) / (2 * games))


def _limit(m: Fraction, alpha: Fraction) -> Enclosure:
    """The power of the limit with the score m."""
    return certify(power, alpha, m)


def largest_gap(
    setting: Setting,
    kind: str,
    curve: Callable[[Fraction], Enclosure],
    gamma: Fraction = Fraction(0),
    kept: int | None = None,
) -> tuple[float, float]:
    """The largest distance of the played power from a curve, and what the bands allow.

    A threshold of played size in a band around alpha has a played power in one around its own.
    """
    roc = setting.played(kind, gamma, kept).roc
    games = min(len(roc.out), len(roc.inside))
    width, worst = band(games), 0.0
    for level in LEVELS[1:]:
        near = [float(level) - width, float(level) + width]
        low, high = (float(curve(Fraction(min(max(x, 0.0), 1.0)))) for x in near)
        played = float(roc.power([float(level)])[0])
        worst = max(worst, low - width - played, played - high - width)
    return worst, width


@claim(
    "thesis.fig6.2.match",
    r"The experimental trade-offs of the exact and of the noisy mean follow the analysis.",
    recorded="holds",
    stated=True,
    tier="slow",
    rests_on=("thesis.fig6.2.score",),
    title="panels (a) to (e): experiment and analysis",
    mutants={
        "a score of 3 m": {"factor": Fraction(3)},
        "noise forgotten": {"noise": Fraction(0)},
    },
)
def experiments_of_the_panels(
    factor: Fraction = Fraction(1), noise: Fraction | None = None
) -> Verdict:
    """Played games with the score (6.4), in simultaneous bands around the limit."""
    worst, bands = 0.0, 0
    for kind in ("easy", "hard"):
        for gamma in (Fraction(0), Fraction(1)):
            m = factor * FULL.score(kind, gamma if noise is None else noise)
            found, _ = largest_gap(PLAYED, kind, partial(_limit, m), gamma=gamma)
            worst, bands = max(worst, found), bands + 2
    require(worst <= 0, "A played power is outside of its band.", distance=f"{worst:.4f}")
    return statistical(
        "The played powers are in the bands around the limits.",
        covered="Easy and hard target, gamma = 0 and 1, n = 1000, d = 5000.",
        not_covered="The values of p, gamma and the number of games of the thesis, not given.",
        numbers={"level": bands * FALSE_ALARM, "runs": PLAYED.games, "width": band(PLAYED.games)},
    )


@claim(
    "thesis.fig6.2.match.part",
    r"The experimental trade-offs of the sub-sampled mean follow Theorem 6.6.",
    recorded="not-reproduced",
    stated=True,
    tier="slow",
    repaired_by="thesis.fix.sub.limit.power",
    rests_on=("thesis.fix.sub.limit.power",),
    title="panel (f): experiment and analysis",
    mutants={"the corrected curve": {"curve": of_the_part}},
)
def experiment_of_the_ratio(curve: Curve = sub_sampled_power_printed) -> Verdict:
    """Played games with half of the rows, in bands around the printed curve; and the exact law."""
    share, m = Fraction(1, 2), FULL.score("hard")
    found, width = largest_gap(PLAYED, "hard", lambda a: curve(a, m, share), kept=500)
    if found <= 0:
        return statistical(
            "The played powers are in the bands.",
            covered="The hard target, rho = 1/2.",
            not_covered="Others.",
            numbers={"level": 2 * FALSE_ALARM, "runs": PLAYED.games},
        )
    law = SubSampledLaw(FULL.exact_law("hard", kept=500), kept=500, rows=1000)
    level = Fraction(1, 2)
    exact, printed = law.power(level), sub_sampled_power_printed(level, m, share)
    corrected = of_the_part(level, m, share)
    need(abs(exact - corrected).hi < Fraction(1, 100), "The exact power is not the corrected one")
    return not_reproduced(
        "The played powers are outside of the bands around the printed curve, and the exact power "
        "is that of the corrected limit.",
        level=2 * FALSE_ALARM,
        runs=PLAYED.games,
        runs_of_document="not given",
        numbers={
            "outside by": found,
            "width": width,
            "alpha": float(level),
            "exact power": float(exact),
            "printed": float(printed),
            "corrected": float(corrected),
        },
        covered="The hard target with rho = 1/2, n = 1000, d = 5000.",
        not_covered="The values of p and rho of the thesis, which are not given.",
    )


whole(
    "thesis.fig6.2",
    r"Figure 6.2: the power increases with $m^*$, decreases with $\gamma^2$ and with a decrease of "
    r"$\rho$; theory and experiment agree.",
    parts=(
        "thesis.fig6.2.score",
        "thesis.fig6.2.noise",
        "thesis.fig6.2.part",
        "thesis.fig6.2.panels",
        "thesis.fig6.2.match",
        "thesis.fig6.2.match.part",
    ),
)
