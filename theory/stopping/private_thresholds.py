"""The stopping thresholds of AdaP-TT and AdaP-TT*, for private means of doubling phases.

A mean of w rewards has Laplace noise of scale 1/(eps w), and k(w) = log2(w) + 2 is the number of
its phase. Rewards are sigma-subgaussian; sigma = 1/2 is that of rewards in [0, 1]. The exponent
s > 1 of k is free in the paper; here it is 2 if it is not given.
Privacy-Utility Trade-offs in Sequential Decision-Making, (5.11) and (5.14).
"""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
import numpy as np
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.broadcasting import broadcasts
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.domains import Float, positive, reals, unwrapped
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.parameter_names import accepts_epsilon
from .domains import arm_counts, exact_risk, log_inverse_risks, log_zeta, sample_counts
from .gaussian_threshold import gaussian_ball, loop_ball
from .lambert_branch import wbar_ball
from .threshold_kernels import adap_tt_level_array, adap_tt_star_level_array


@dataclass(frozen=True)
class _Exact:
    """The exact arguments, and what both thresholds are made of, in balls."""

    counts: tuple[int, int]
    arms: int
    eps: Fraction
    delta: Fraction
    s: Fraction
    sigma: Fraction

    @staticmethod
    def of(
        w_a: Number, w_b: Number, arms: Number, eps: Number, delta: Number, s: Number, sigma: Number
    ) -> _Exact:
        exponent = exact(s)
        if exponent <= 1:
            raise ValueError(f"s is {s}; give an exponent > 1.")
        return _Exact(
            (exact_count("w_a", w_a, least=1), exact_count("w_b", w_b, least=1)),
            exact_count("arms", arms, least=2),
            exact_positive("eps", eps),
            exact_risk(delta),
            exponent,
            exact_positive("sigma", sigma),
        )

    def log_phase(self, count: int, exponent: Fraction) -> arb:
        """log k(w)^exponent."""
        return ball(exponent) * (ball(count).log() / arb(2).log() + 2).log()

    def log_risk(self, factor: int, count: int, exponent: Fraction | None = None) -> arb:
        """log(factor K zeta(s) k(w)^s / delta)."""
        phase = self.log_phase(count, self.s if exponent is None else exponent)
        return ball(factor * self.arms / self.delta).log() + ball(self.s).zeta().log() + phase

    def adap_tt(self) -> arb:
        """(5.11)."""
        phases = sum((self.log_phase(count, self.s) for count in self.counts), arb(0))
        log_inverse = ball(2 / self.delta).log() + 2 * ball(self.s).zeta().log() + phases
        noise = sum((self.log_risk(2, count) ** 2 / count for count in self.counts), arb(0))
        return 2 * gaussian_ball(log_inverse, self.counts, self.arms) + noise / ball(
            (self.eps * self.sigma) ** 2
        )

    def deviation(self, count: int) -> arb:
        """h(w, delta)."""
        return wbar_ball(2 * self.log_risk(3, count) + 4 * loop_ball(count).log() + 0.5) / 2

    def adap_tt_star(self, gap: Fraction, printed: bool) -> arb:
        """(5.14)."""
        if gap < 3 * self.eps:
            # The risk 2 delta / 3 turns the factor 2 of (5.11) into the factor 3 of (5.14).
            larger = _Exact(
                self.counts, self.arms, self.eps, self.delta * 2 / 3, self.s, self.sigma
            )
            mixed = sum(
                ((self.deviation(w) / w).sqrt() * self.log_risk(3, w) for w in self.counts), arb(0)
            )
            return larger.adap_tt() / 2 + arb(2).sqrt() * mixed / ball(self.eps * self.sigma)
        noise = self.log_risk(3, max(self.counts), Fraction(1) if printed else self.s)
        spread = sum(((w * self.deviation(w)).sqrt() for w in self.counts), arb(0))
        width = ball(3 * self.eps / self.sigma) * spread / arb(2).sqrt()
        return ball(3 / self.sigma**2) * noise + width


def _floats(
    w_a: Float, w_b: Float, arms: Float, eps: Float, delta: Float, s: Float, sigma: Float
) -> tuple[Any, ...]:
    return (
        *sample_counts(w_a, w_b),
        arm_counts(arms),
        positive("eps", eps),
        log_inverse_risks(delta),
        reals("s", s),
        log_zeta(s),
        positive("sigma", sigma),
    )


def _certified_adap_tt(
    w_a: Number,
    w_b: Number,
    arms: Number,
    eps: Number,
    delta: Number,
    s: Number = 2,
    sigma: Number = "1/2",
    *,
    digits: int,
) -> Enclosure:
    given = _Exact.of(w_a, w_b, arms, eps, delta, s, sigma)
    return enclose(given.adap_tt, digits)


@certified_by(_certified_adap_tt)
@accepts_epsilon
@broadcasts
def threshold_adap_tt(
    w_a: Float,
    w_b: Float,
    arms: Float,
    eps: Float,
    delta: Float,
    s: Float = 2.0,
    sigma: Float = 0.5,
) -> Any:
    """The threshold of AdaP-TT for two private means of w_a and w_b rewards.

    2 c^G(w, delta / (2 zeta(s)^2 k(w_a)^s k(w_b)^s))
    + sum over both of log(2 K zeta(s) k(w)^s / delta)^2 / (w eps^2 sigma^2), where k(w) is
    log2(w) + 2. Privacy-Utility Trade-offs, (5.11).

    >>> round(threshold_adap_tt(64, 64, arms=5, eps=1.0, delta=0.01), 4)
    73.0452
    """
    return unwrapped(adap_tt_level_array(*_floats(w_a, w_b, arms, eps, delta, s, sigma)))


def _certified_adap_tt_star(
    gap: Number,
    w_a: Number,
    w_b: Number,
    arms: Number,
    eps: Number,
    delta: Number,
    s: Number = 2,
    sigma: Number = "1/2",
    printed: bool = False,
    *,
    digits: int,
) -> Enclosure:
    given, way = _Exact.of(w_a, w_b, arms, eps, delta, s, sigma), exact(gap)
    return enclose(lambda: given.adap_tt_star(way, printed), digits)


@certified_by(_certified_adap_tt_star)
@accepts_epsilon
@broadcasts
def threshold_adap_tt_star(
    gap: Float,
    w_a: Float,
    w_b: Float,
    arms: Float,
    eps: Float,
    delta: Float,
    s: Float = 2.0,
    sigma: Float = 0.5,
    printed: bool = False,
) -> Any:
    """The threshold of AdaP-TT* for two private means that differ by `gap`.

    With L(w) = log(3 K zeta(s) k(w)^s / delta), k(w) = log2(w) + 2, and
    h(w) = Wbar(2 L(w) + 4 log(4 + log w) + 1/2) / 2, it is

    - for gap < 3 eps: half of the threshold of AdaP-TT at the risk 2 delta / 3,
      plus sqrt(2) / (eps sigma) times the sum of sqrt(h(w) / w) L(w);
    - else 3 / sigma^2 times the larger L(w), plus 3 eps / (sqrt(2) sigma) times the sum of
      sqrt(w h(w)).

    The paper prints k without the exponent s in the second case: `printed=True`. The sum of the
    levels of its proof then diverges, but the smaller threshold is delta-correct all the same
    (claim `thesis.lem5.21.repaired`). Privacy-Utility Trade-offs, (5.14).

    >>> values = threshold_adap_tt_star([0.5, 5.0], 64, 64, arms=5, eps=1.0, delta=0.01)
    >>> values.round(3).tolist()
    [73.663, 433.358]
    """
    *given, exponent, zeta, scale = _floats(w_a, w_b, arms, eps, delta, s, sigma)
    of_phase = np.ones_like(exponent) if printed else exponent
    return unwrapped(
        adap_tt_star_level_array(reals("gap", gap), *given, exponent, zeta, scale, of_phase)
    )
