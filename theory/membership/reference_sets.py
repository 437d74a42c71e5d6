"""What it costs to know the mean and the covariance from a reference set only.

The reference set has n_0 = ratio n rows. It is fresh if it is drawn again for each round of the
game, and frozen if one set serves all rounds. These are first-order statements about the moments of
the score, supported by simulation, and not theorems about its exact law. Privacy-Utility Trade-offs
in Sequential Decision-Making, Sections 2.3.4 and 6.4, (6.5).
"""

from __future__ import annotations
from fractions import Fraction
import numpy as np
from flint import arb
from banditproof.theory.argument_readers import reads, values_of
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_nonnegative, exact_positive
from .columns import ColumnData
from .hypotheses import Hypothesis, hypotheses_of_mean
from .leakage import normal_ball
from .mean_scores import LeakageScore

FIRST_ORDER = "the price of estimated moments is that of first order, for which there is no theorem"


def mean_factor(ratio: Number, *, fresh: bool) -> Fraction:
    """The factor of the leakage score for an estimated mean: ratio/(1 + ratio), or 1 if frozen.

    It is that of the best threshold. The frozen error only shifts the score, in the limit.

    >>> mean_factor(4, fresh=True), mean_factor(4, fresh=False)
    (Fraction(4, 5), Fraction(1, 1))
    """
    part = exact_positive("ratio", ratio)
    return part / (1 + part) if fresh else Fraction(1)


def covariance_factor(width: Number, references: Number) -> Fraction:
    """The factor for a full, centred sample covariance of normal data: 1 - d/n_0.

    A diagonal estimate, which independent columns allow, costs nothing in the limit.

    >>> covariance_factor(160, 320)
    Fraction(1, 2)
    """
    d, count = exact_count("width", width, least=1), exact_count("references", references, least=1)
    if count - 1 < d:
        raise ValueError(
            f"The centred covariance of {count} references has rank at most {count - 1}, and there "
            f"are {d} columns; give at least {d + 1} references, or use a diagonal estimate."
        )
    return 1 - Fraction(d, count)


def plug_in_score(
    m: Number, rows: Number, references: Number, *, fresh: bool, width: Number | None = None
) -> Fraction:
    """The effective leakage score of the plug-in attack (6.5), with the best threshold.

    Give the width d if the full covariance is estimated from the same set; the losses multiply.

    >>> plug_in_score(4, 80, 320, fresh=True, width=160)
    Fraction(8, 5)
    """
    n, count = exact_count("rows", rows, least=1), exact_count("references", references, least=1)
    score = exact_nonnegative("m", m) * mean_factor(Fraction(count, n), fresh=fresh)
    return score if width is None else score * covariance_factor(width, count)


@reads(data=values_of(ColumnData))
def plug_in_leakage(
    data: ColumnData, references: Number, *, fresh: bool, full_covariance: bool = False
) -> LeakageScore:
    """The leakage score of the mean for an adversary with a reference set, and its hypotheses.

    Its limits are those of the best threshold. With `full_covariance` the d x d covariance is
    estimated, and else the variances alone, as independent columns allow.

    >>> from .columns import Column
    >>> data = ColumnData.of(1000, [Column.bernoulli("0.5", target=1, count=5000)])
    >>> score = plug_in_leakage(data, 4000, fresh=True).checked()
    >>> score.value, score.holds, round(float(score.leakage()), 6)
    (Fraction(4, 1), None, 0.682689)
    """
    width = data.width if full_covariance else None
    value = plug_in_score(data.score, data.rows, references, fresh=fresh, width=width)
    hypotheses = (*hypotheses_of_mean(data), Hypothesis("R", None, FIRST_ORDER))
    return LeakageScore("exact mean, estimated moments", value, hypotheses)


def plug_in_mean(m: Number, width: Number, rows: Number, references: Number) -> Fraction:
    """The mean of the plug-in score (6.5) OUT: d/n_0 - m/2 - d/(2 n n_0), over fresh references.

    Without the reference set it is -m/2; the shift makes threshold 0 useless.

    >>> plug_in_mean(5, 5000, 1000, 1000)
    Fraction(999, 400)
    """
    d, n = exact_count("width", width, least=1), exact_count("rows", rows, least=1)
    count = exact_count("references", references, least=1)
    return Fraction(d, count) - exact_nonnegative("m", m) / 2 - Fraction(d, 2 * n * count)


def plug_in_advantage_at_zero(
    m: Number, width_ratio: Number, ratio: Number, digits: int = 30
) -> Enclosure:
    """The advantage of the plug-in score at threshold 0, with fresh references, in the limit.

    With s = width_ratio/ratio, the limit of d/n_0, and v^2 = m (1 + 1/ratio) it is
    Phi((s + m/2)/v) - Phi((s - m/2)/v).

    >>> round(float(plug_in_advantage_at_zero(5, 5, 1)), 6)
    0.205745
    """
    score, part = exact_positive("m", m), exact_positive("ratio", ratio)
    shift = exact_positive("width_ratio", width_ratio) / part

    def found() -> arb:
        v = (ball(score) * ball(1 + 1 / part)).sqrt()
        return normal_ball(ball(shift + score / 2) / v) - normal_ball(ball(shift - score / 2) / v)

    return enclose(found, digits)


def frozen_advantages_at_zero(
    m: float, width_ratio: float, ratio: float, chances: tuple[float, ...] = (0.05, 0.5, 0.95)
) -> tuple[float, ...]:
    """Quantiles of the advantage at threshold 0 with one frozen reference set, in the limit.

    It is random, because the error of the estimated mean is: Phi((s + m/2 - w)/sqrt(m)) -
    Phi((s - m/2 - w)/sqrt(m)) with w ~ N(0, m/ratio) and s = width_ratio/ratio.

    >>> [round(x, 3) for x in frozen_advantages_at_zero(5.0, 5.0, 4.0)]
    [0.39, 0.662, 0.736]
    """
    from scipy.special import ndtr, ndtri

    score, part = float(exact_positive("m", m)), float(exact_positive("ratio", ratio))
    shift = float(exact_positive("width_ratio", width_ratio)) / part
    if not all(0 <= chance <= 1 for chance in chances):
        raise ValueError(f"The chances are {chances}; give numbers in [0, 1].")
    middles = (np.arange(100_000) + 0.5) / 100_000
    place = shift - ndtri(middles) * np.sqrt(score / part)
    root = np.sqrt(score)
    result = ndtr((place + score / 2) / root) - ndtr((place - score / 2) / root)
    return tuple(float(x) for x in np.quantile(result, chances))


def samples_factor(ratio: Number) -> Fraction:
    """(1 + ratio)/ratio: how many more columns the plug-in attack needs for the same power.

    This is the factor of Section 2.3.4 for fresh references, with columns for its samples; more
    rows make the attack harder, and not easier.

    >>> samples_factor(4)
    Fraction(5, 4)
    """
    return 1 / mean_factor(ratio, fresh=True)
