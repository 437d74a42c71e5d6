"""Claims about the panels of Figure 6.2 as experiments: exact powers, and played games."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import inf, log
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws.sub_sampling import SubSampledLaw
from banditproof.theory.membership.sub_sampling import sub_sampled_power_printed
from ....verdicts.vocabulary import need, not_reproduced, points, require, statistical
from ..section_6_5_defences.limits_of_sub_sampling import Power, corrected_power
from .experiment_setting import FULL, KINDS, Setting
from .figure_6_2_power import LEVELS

FALSE_ALARM = 1e-8
"""Of each share of games that is compared with a probability."""
PLAYED = Setting(1000, 250, 12_000)


@checks("thesis.fig6.2.exact")
@mutant("sharper: within 1/10000", distance=Fraction(1, 10_000))
@mutant("a score of 1.1 m", factor=Fraction(11, 10))
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
    return points(sharpness=sides.sharpness)


def excess(hits: int, games: int, chance: float) -> float:
    """By how much the share of hits is too far from a chance; by chance > 0 is a false alarm.

    By the bound of Chernoff the divergence kl of the share from the chance is above x/games with a
    probability of at most 2 exp(-x).

    >>> excess(52, 100, 0.5) < 0 < excess(80, 100, 0.5)
    True
    """
    terms = ((hits / games, chance), (1 - hits / games, 1 - chance))
    divergence = sum(q * log(q / p) for q, p in terms if q > 0)
    return games * divergence - log(2 / FALSE_ALARM)


def _limit(m: Fraction, alpha: Fraction) -> Enclosure:
    """The power of the limit with the score m."""
    return certify(power, alpha, m)


def largest_excess(
    sample: ScoreSample, score: Fraction, curve: Callable[[Fraction], Enclosure]
) -> tuple[float, int]:
    """The largest excess of sizes and powers of the thresholds tau_alpha, and their number.

    The threshold -m/2 + sqrt(m) Phi^-1(1 - alpha) has the size alpha and the power of the curve in
    the limit.
    """
    from scipy.special import ndtri

    results = []
    for level in LEVELS:
        threshold = -float(score) / 2 - float(score) ** 0.5 * float(ndtri(float(level)))
        for scores, expected in ((sample.out, float(level)), (sample.inside, float(curve(level)))):
            results.append(excess(int((scores > threshold).sum()), len(scores), expected))
    return max(results), len(results)


@checks("thesis.fig6.2.match")
@mutant("a score of 1.1 m", factor=Fraction(11, 10))
@mutant("noise forgotten", noise=Fraction(0))
def experiments_of_the_panels(
    factor: Fraction = Fraction(1), noise: Fraction | None = None
) -> Verdict:
    """Size and power of the thresholds of the limit in played games with the score (6.4)."""
    worst, compared = -inf, 0
    for kind in ("easy", "hard"):
        for gamma in (Fraction(0), Fraction(1)):
            m = factor * FULL.score(kind, gamma if noise is None else noise)
            sample = PLAYED.played(kind, gamma)
            result, count = largest_excess(sample, m, partial(_limit, m))
            worst, compared = max(worst, result), compared + count
    require(worst <= 0, "A size or power is too far off.", excess=f"{worst:.4f}")
    return statistical(numbers={"level": compared * FALSE_ALARM, "runs": PLAYED.games})


@checks("thesis.fig6.2.match.part")
@mutant("the corrected curve", curve=corrected_power)
def experiment_of_the_ratio(curve: Power = sub_sampled_power_printed) -> Verdict:
    """Played games with half of the rows, at the thresholds of the sizes alpha; the exact law."""
    share, m = Fraction(1, 2), FULL.score("hard")
    sample = PLAYED.played("hard", kept=500)
    result, count = largest_excess(sample, m / share, lambda a: curve(a, m, share))
    false_alarm = count * FALSE_ALARM
    if result <= 0:
        return statistical(
            "The played sizes and powers agree with the curve.",
            covered="The hard target, rho = 1/2.",
            not_covered="Others.",
            numbers={"level": false_alarm, "runs": PLAYED.games},
        )
    law = SubSampledLaw(FULL.exact_law("hard", kept=500), kept=500, rows=1000)
    level = Fraction(1, 2)
    exact, printed = law.power(level), sub_sampled_power_printed(level, m, share)
    corrected = corrected_power(level, m, share)
    need(abs(exact - corrected).hi < Fraction(1, 100), "The exact power is not the corrected one")
    return not_reproduced(
        "The played powers are not those of the printed curve at the same sizes, and the exact "
        "power is that of the corrected limit.",
        level=false_alarm,
        runs=PLAYED.games,
        runs_of_document="not given",
        numbers={
            "excess": result,
            "alpha": float(level),
            "exact power": float(exact),
            "printed": float(printed),
            "corrected": float(corrected),
        },
        covered="The hard target with rho = 1/2, n = 1000, d = 5000.",
        not_covered="The values of p and rho of the thesis, which are not given.",
    )
