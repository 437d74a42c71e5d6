"""A private policy for two normal arms whose regret is at most C log T, with a computed C.

It looks at the signs of the rewards only. Rewards N(mu, 1) are positive with probability Phi(mu),
strictly increasing in mu, so the better arm has the larger share of positive rewards, by g > 0.

One epoch with horizon H >= 2, where L = log(H^2): for l = 0, 1, 2, ... pull both arms n = 2^l
times, release the difference D of the two shares plus Laplace noise of scale 1/(eps n), and forget
the rewards. If |D| > r_l = sqrt(L/n) + L/(eps n), play the arm that D names to the end of the
epoch. A phase that the horizon cuts off releases nothing. Epoch m = 0, 1, 2, ... has H = 2^(2^m)
rounds and starts from nothing.

Privacy (pure eps-View DP). Let two lists of rewards, any real numbers, differ in round t only. The
rounds of the epochs are fixed, and the actions up to round t have the same law. Given the releases
before round t either it is played after a commitment, and its reward is never read, or it lies in
one phase, whose pulls are fixed before it starts; there the sign of one reward changes a share, so
the difference, by at most 1/n, and the law of the release by a factor e^eps at most. Later releases
read other rewards, which agree, and all actions follow from the releases.

Regret, for two different means (for equal ones it is 0). Call D good if it is above g - r_l in the
direction of the better arm. The difference of the shares is a sum of 2n independent terms of range
1/n, so Hoeffding's inequality gives exp(-2 x^2 / (2n/n^2)) = exp(-n x^2), exp(-L) at x = sqrt(L/n);
the Laplace variable is below -L/(eps n) with probability exp(-L)/2. One of the two happens if D is
not good: probability at most 1.5 exp(-L) = 1.5 H^-2. Phases 0..l take 2 (2^(l+1) - 1) rounds, so
an epoch has fewer than log2(H) + 1 of them. Where all D are good the worse arm is never named, as
g - r_l > -r_l, and the better one is named in the first phase with 2 r_l < g at the latest. With n
in units of log H, 2 r_l < g reads n > u log H, where u > 0 solves
    2 sqrt(2/u) + 4/(eps u) = g.
The phase before the first such one has n <= u log H, and phases up to n' = 2n pull the worse arm
2 n' - 1 times; so at most 4 u log H + 1 pulls, also where the first phase is such a one. Where some
D is not good the worse arm has at most H pulls, in expectation 1.5 (log2(H) + 1) / H.

If round T > 2 lies in epoch M then M >= 1 and T > H_{M-1}, so M < log2(log2 T) + 1 and
sum_{m <= M} log H_m < 2^(M+1) log 2 = 4 log H_{M-1} < 4 log T. So with at most W(T) =
log2(log2 T) + 2 epochs, and the sum of 1.5 (2^m + 1) / 2^(2^m) below 3.2,
    Reg_T <= gap (16 u log T + W(T) + 3.2),        limsup Reg_T / log T <= 16 u gap.
As this holds for all pairs of means, the policy is consistent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb
from numpy.typing import NDArray

from banditproof.theory.balls import ball

from .committed_policies import normal_share

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
        one, other = (normal_share(ball(mean)) for mean in means)
        # 4/(eps u) + 2 sqrt(2/u) = g is quadratic in 1/sqrt(u).
        half, noise = ball(Fraction(2)).sqrt(), ball(self.noise / self.eps)
        root = (-half + (half**2 + 4 * noise * abs(one - other)).sqrt()) / (4 * noise)
        return 16 / root**2 * ball(abs(means[0] - means[1]))

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


def laplace_tail(x: Floats) -> Floats:
    """P(Z > x) for the standard Laplace law."""
    small = np.exp(-np.abs(x)) / 2
    return np.asarray(np.where(x > 0, small, 1 - small), dtype=np.float64)


def binomial_weights(size: int, share: float) -> Floats:
    """The binomial law by logarithms of factorials."""
    from scipy.special import gammaln

    k = np.arange(size + 1)
    logs = gammaln(size + 1) - gammaln(k + 1) - gammaln(size - k + 1)
    logs += k * np.log(share) + (size - k) * np.log1p(-share)
    return np.asarray(np.exp(logs), dtype=np.float64)


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
