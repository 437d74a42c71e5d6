"""DP-KLUCB under zCDP: normal noise on the sum of each batch, and its deviation in the index."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact
from banditproof.theory.noisy_mean_bound_kernels import noisy_kl_ucb_log_complement as index_kernel
from banditproof.theory.noisy_mean_bounds import noisy_kl_ucb_log_complement, noisy_root
from .known_arms_kernels import largest_of
from .phased_index import ArmRecord, CompiledIndex, ZCDPIndexPolicy, as_float, clipped, remembered
from .proved_index import TOP, Form, OneArm, floor_of


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

    def index(self, arm: ArmRecord, t: int) -> Any:
        """-log(1 - index)."""
        weight = as_float(self.rho) * arm.pulls / arm.phases
        return _index(clipped(arm.mean), math.log(t) / arm.pulls, weight)

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index is 1 if and only if m L >= rho (n - [k]_0^n)^2, with m phases."""
        weight = exact(self.rho) * n / phases
        short = floor_of(lambda: (arb(t).log() * phases / ball(exact(self.rho))).sqrt())

        def form(total: int) -> Form:
            k = min(max(total, 0), n)
            return TOP if n - k <= short else (n, k)

        def score(total: int) -> arb:
            k = min(max(total, 0), n)
            return noisy_root(Fraction(k, n), arb(t).log() / n, ball(weight))

        return OneArm(form, score, (0, max(n - short, 0)))


_index = remembered(noisy_kl_ucb_log_complement)
