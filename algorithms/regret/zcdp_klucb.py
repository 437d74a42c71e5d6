"""DP-KLUCB under zCDP: normal noise on the sum of each batch, and its deviation in the index."""

import math
from dataclasses import dataclass
from functools import lru_cache
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact
from banditproof.theory.noisy_mean_bound_kernels import noisy_kl_ucb_log_complement as index_kernel
from banditproof.theory.noisy_mean_bounds import noisy_kl_ucb_log_complement
from .known_arms_kernels import largest_of
from .phased_index import CompiledIndex, Records, ZCDPIndexPolicy, clipped


@kernel
def zcdp_klucb(
    mean: float, pulls: float, phases: int, log_t: float, rho: float, optimism: float
) -> float:
    """-log(1 - index)."""
    return index_kernel(min(max(mean, 0.0), 1.0), log_t / pulls, rho * pulls / phases)


@dataclass(frozen=True)
class ZCDPKLUCB(ZCDPIndexPolicy):
    """Pull the arm with the largest max { q : min over z of cost(z, q) <= log(t) / n }.

    cost(z, q) = kl(z, q) + rho n / m ([mean]_0^1 - z)^2, with the n pulls behind the sum of the arm
    and its m closed batches, each of which has noise of variance 1/(2 rho): a compromise between
    the divergence of the rewards and the exponent of the noise, as d_eps is one for Laplace noise.
    Arms are compared by -log(1 - index), which is infinite only where the index is 1. As n / m
    grows the cost tends to kl, so that the coefficient of log(T) is the ratio of the batches times
    that without privacy, at every rho: claim `field.zcdp.klucb`.

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = ZCDPKLUCB(arms=2, rho=1, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[:6]
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 0, 4), (9, 0, 8), (17, 0, 16))
    """

    name = "zcdp-klucb"
    compiled = CompiledIndex(largest_of(zcdp_klucb), per_pull=10, per_arm=60)

    def scores(self, records: Records, t: int) -> list[float]:
        """-log(1 - index) of each arm."""
        rho, log_t = float(exact(self.rho)), math.log(t)
        return [
            _known_index(clipped(r.mean), log_t / r.pulls, rho * r.pulls / r.phases)
            for r in records
        ]


@lru_cache(maxsize=1 << 12)
def _known_index(mean: float, level: float, weight: float) -> float:
    """An enumeration asks for the same few again and again."""
    return float(noisy_kl_ucb_log_complement(mean, level, weight))
