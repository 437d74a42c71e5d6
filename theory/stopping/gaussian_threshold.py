"""The stopping threshold c^G for means of subgaussian rewards, without privacy.

With probability 1 - delta no wrong arm b looks better than the best one by so much, whatever the
sampling rule: Lemma C.32 for each pair of arms at the risk delta / (K - 1).
Privacy-Utility Trade-offs in Sequential Decision-Making, (5.10).
"""

from __future__ import annotations
import math
from functools import lru_cache
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, unwrapped
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count
from .domains import arm_counts, exact_risk, log_inverse_risks, sample_counts
from .mixture_calibration import calibration_gain, gain_ball
from .threshold_kernels import gaussian_level_array


def loop_ball(count: int) -> arb:
    """4 + log w, whose logarithm is the price of a bound for all counts w at once."""
    return 4 + ball(count).log()


def gaussian_ball(log_inverse: arb, counts_: tuple[int, int], arms: int) -> arb:
    """c^G at log(1/delta) = log_inverse, as a ball."""
    gain = gain_ball((ball(arms - 1).log() + log_inverse) / 2)
    return 2 * gain + 2 * sum((loop_ball(count).log() for count in counts_), arb(0))


def _certified(w_a: Number, w_b: Number, arms: Number, delta: Number, *, digits: int) -> Enclosure:
    pair = exact_count("w_a", w_a, least=1), exact_count("w_b", w_b, least=1)
    size, risk = exact_count("arms", arms, least=2), exact_risk(delta)
    return enclose(lambda: gaussian_ball(-ball(risk).log(), pair, size), digits)


@certified_by(_certified)
@broadcasts
def gaussian_threshold(w_a: Float, w_b: Float, arms: Float, delta: Float) -> Any:
    """c^G = 2 C_G(log((K-1)/delta) / 2) + 2 log(4 + log w_a) + 2 log(4 + log w_b).

    w_a and w_b are the numbers of samples of the two arms that are compared, K is `arms`.
    Privacy-Utility Trade-offs, (5.10).

    >>> round(gaussian_threshold(64, 64, arms=5, delta=0.01), 9)
    17.684101751
    """
    first, second = sample_counts(w_a, w_b)
    return unwrapped(
        gaussian_level_array(log_inverse_risks(delta), first, second, arm_counts(arms))
    )


@lru_cache(maxsize=256)
def gaussian_gain(arms: int, risk: float) -> float:
    """2 C_G(log((K-1)/delta)/2), the part of c^G that no pull changes; c^G is above it.

    >>> round(gaussian_gain(5, 0.01), 6)
    9.287673
    """
    level = -float(np.log(risk))  # as `gaussian_threshold` rounds it
    return 2.0 * float(calibration_gain(0.5 * (math.log(arms - 1.0) + level)))


def gaussian_level(w_a: int, w_b: int, arms: int, risk: float) -> float:
    """The float of `gaussian_threshold` for a policy that asks after each pull: its gain is kept.

    Privacy-Utility Trade-offs, (5.10).

    >>> gaussian_level(64, 32, 5, 0.01) == gaussian_threshold(64, 32, 5, 0.01)
    True
    """
    loops = math.log(4.0 + math.log(w_a)) + math.log(4.0 + math.log(w_b))
    return gaussian_gain(arms, risk) + 2.0 * loops
