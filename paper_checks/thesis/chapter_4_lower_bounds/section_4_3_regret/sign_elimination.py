"""A private policy for two normal arms whose regret is at most C log T, with a computed C.

It looks at the signs of the rewards only. Rewards N(mu, 1) are positive with probability Phi(mu),
strictly increasing in mu, so the better arm has the larger share of positive rewards, by g > 0.

One epoch with horizon H >= 2, where L = log(H^2): for l = 0, 1, 2, ... pull both arms n = 2^l
times, release the difference D of the two shares plus Laplace noise of scale 1/(eps n), and forget
the rewards. If |D| > r_l = sqrt(L/n) + L/(eps n), play the arm that D names to the end of the
epoch. A phase that the horizon cuts off releases nothing. Epoch m = 0, 1, 2, ... has H = 2^(2^m)
rounds and starts from nothing.

`proof_of_sign_elimination.proof` shows that it is eps-View DP, and for two different means (for
equal ones the regret is 0) and T > 2, with the u > 0 that solves 2 sqrt(2/u) + 4/(eps u) = g,
    Reg_T <= gap (16 u log T + log2(log2 T) + 5.2),        limsup Reg_T / log T <= 16 u gap.
As this holds for all pairs of means, the policy is consistent.
"""

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
        first, second = (normal_share(ball(mean)) for mean in means)
        # 4/(eps u) + 2 sqrt(2/u) = g is quadratic in 1/sqrt(u).
        half, noise = ball(Fraction(2)).sqrt(), ball(self.noise / self.eps)
        root = (-half + (half**2 + 4 * noise * abs(first - second)).sqrt()) / (4 * noise)
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

    first, second = binomial_weights(size, better), binomial_weights(size, worse)[::-1]
    law = np.convolve(first, second) if size < 512 else fftconvolve(first, second)
    return np.asarray(np.maximum(law, 0), dtype=np.float64)
