"""A private policy for two normal arms whose regret is at most C log T, with a computed C.

It looks at the signs of the rewards only. Rewards N(mu, 1) are positive with probability Phi(mu),
strictly increasing in mu, so the better arm has the larger share of positive rewards, by g > 0.

One epoch with horizon H, where L = log(H^2): for l = 0, 1, 2, ... pull both arms n = 2^l times
(until the horizon), release the difference D of the two shares plus Laplace noise of scale
1/(eps n), and forget the rewards. If |D| > r_l = sqrt(L/n) + L/(eps n), play the arm that D names
to the end of the epoch. Epoch m = 0, 1, 2, ... has the horizon H = 2^(2^m) and starts from nothing.

Privacy: the pulls of a phase are fixed before it, each reward enters one release, and changes the
difference of shares there by at most 1/n: pure eps-View DP.

Regret: by Hoeffding's inequality for 2n terms of range 1/n and the Laplace tail, D falls below
g - r_l with probability at most exp(-L) + exp(-L)/2 = 1.5 H^-2. Outside these events (at most
log2(H) + 1 phases) the better arm is never dropped, and it is chosen in the first phase l with
2 r_l < g at the latest. If u > 0 solves
    2 sqrt(2/u) + 4/(eps u) = g,
the phase before that one has n <= u log H, so the worse arm is pulled at most 4 u log H + 1 times
in the phases, and in expectation at most 1.5 (log2(H) + 1) / H times more. Epochs up to the one of
round T: sum of log H_m < 4 log T. So with W(T) = log2(log2 T) + 2 epochs at most, and the sum of
1.5 (2^m + 1) / 2^(2^m) below 3.2,
    Reg_T <= gap (16 u log T + W(T) + 3.2),        limsup Reg_T / log T <= 16 u gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb
from numpy.typing import NDArray

from banditproof.theory.balls import ball

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SignElimination:
    """The policy; `noise` is the scale of the Laplace noise in units of 1/(eps n)."""

    eps: Fraction
    noise: Fraction = Fraction(1)

    @property
    def spent(self) -> Fraction:
        """The budget of a release: the change 1/n of the difference over the scale of the noise."""
        return self.eps / self.noise

    def coefficient(self, means: tuple[Fraction, Fraction]) -> arb:
        """16 u gap at the working precision: no limit point of Reg_T / log T is larger."""
        share = share_gap(means)
        # 4/(eps u) + 2 sqrt(2/u) = g is quadratic in 1/sqrt(u).
        half = ball(Fraction(2)).sqrt()
        root = (-half + (half**2 + 4 * self._noise_term() * share).sqrt()) / (
            4 * self._noise_term()
        )
        return 16 / root**2 * ball(abs(means[0] - means[1]))

    def _noise_term(self) -> arb:
        return ball(self.noise / self.eps)

    def worse_pulls_bound(self, means: tuple[Fraction, Fraction], horizon: int) -> float:
        """The bound on the expected pulls of the worse arm in one epoch."""
        log = float(np.log(horizon))
        gap = float(abs(means[0] - means[1]))
        steep = float(self.coefficient(means)) / (4 * gap)
        return steep * log + 1 + 1.5 * (float(np.log2(horizon)) + 1) / horizon

    def worse_pulls(self, means: tuple[Fraction, Fraction], horizon: int) -> float:
        """The expected pulls of the worse arm in one epoch, from the law of each release.

        The laws are binomials and a Laplace variable, in floats: a check of the bound, not a step
        of its proof.
        """
        from scipy.special import ndtr

        better, worse = sorted((float(ndtr(float(mean))) for mean in means), reverse=True)
        log = 2 * float(np.log(horizon))
        alive, pulls, used, size = 1.0, 0.0, 0, 1
        while used + 2 * size <= horizon:
            law = difference_law(size, better, worse)
            radius = np.sqrt(log / size) + float(self.noise / self.eps) * log / size
            shares = np.arange(-size, size + 1) / size
            scale = float(self.noise / self.eps) / size
            right = float(law @ laplace_tail((radius - shares) / scale))
            wrong = float(law @ laplace_tail((radius + shares) / scale))
            used += 2 * size
            pulls += alive * (size + wrong * (horizon - used))
            alive *= max(0.0, 1 - right - wrong)
            size *= 2
        return pulls + alive * min(size, horizon - used)


def share_gap(means: tuple[Fraction, Fraction]) -> arb:
    """|Phi(mu_1) - Phi(mu_2)| at the working precision."""
    shares = [(1 + (ball(mean) / ball(Fraction(2)).sqrt()).erf()) / 2 for mean in means]
    return abs(shares[0] - shares[1])


def laplace_tail(x: Floats) -> Floats:
    """P(Z > x) for the standard Laplace law."""
    small = np.exp(-np.abs(x)) / 2
    return np.asarray(np.where(x > 0, small, 1 - small), dtype=np.float64)


def binomial_weights(size: int, share: float) -> Floats:
    """The binomial law by logarithms of factorials."""
    from scipy.special import gammaln

    k = np.arange(size + 1)
    logs = gammaln(size + 1) - gammaln(k + 1) - gammaln(size - k + 1)
    return np.asarray(
        np.exp(logs + k * np.log(share) + (size - k) * np.log1p(-share)), dtype=np.float64
    )


def difference_law(size: int, better: float, worse: float) -> Floats:
    """The law of the difference of two binomial counts, on -size..size."""
    from scipy.signal import fftconvolve

    one, other = binomial_weights(size, better), binomial_weights(size, worse)[::-1]
    law = np.convolve(one, other) if size < 512 else fftconvolve(one, other)
    return np.asarray(np.maximum(law, 0), dtype=np.float64)


def epochs_sum_to_four_logarithms(epochs: int) -> bool:
    """Whether sum_{m <= M} log H_m < 4 log H_{M-1} for M = 1..epochs, in units of log 2, exact."""
    return all(
        sum(2**m for m in range(last + 1)) < 4 * 2 ** (last - 1) for last in range(1, epochs + 1)
    )


def failures_over_all_epochs() -> Fraction:
    """An upper bound of the sum of 1.5 (2^m + 1) / 2^(2^m) over m = 0, 1, 2, ...

    From m = 6 on a term is below 2^-m.
    """
    head = sum((Fraction(3 * (2**m + 1), 2 * 2 ** (2**m)) for m in range(6)), Fraction(0))
    return head + Fraction(1, 2**5)
