"""DP-KLUCB: optimism in the private divergence, without forgetting."""

import math
from dataclasses import dataclass
from typing import Any
from flint import arb, fmpq
from banditproof.theory import d_eps_ucb
from banditproof.theory.balls import MoreBits, ball
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import d_eps_ucb as d_eps_ucb_kernel
from banditproof.theory.confidence_bound_kernels import saturates
from banditproof.theory.confidence_bounds import kl_ucb_log_complement
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.private_divergence_kernels import d_eps as d_eps_kernel
from .known_arms_kernels import (
    CLIPPED,
    CUT,
    HEIGHT,
    MARGIN,
    POINT,
    PULLS,
    SLOPE,
    UPPER,
    VALUE,
    Floats,
    Integers,
    listed,
    steepness,
)
from .phased_index import (
    ArmRecord,
    CompiledIndex,
    PrivateIndexPolicy,
    as_float,
    clipped,
    remembered,
)
from .proved_index import TOP, Form, OneArm, divergence_root, floor_of


@kernel
def choose_dp_klucb(
    log_t: float, eps: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the arms with the largest DP-KLUCB index; return how many there are.

    The index is increasing and concave in its level, because d_eps is convex in y. So its last
    value is a lower bound and any tangent an upper bound: the last one, or of an arm that has
    just learnt the one where its index is the best lower bound, at the level d_eps(mean, bound).
    An arm is evaluated only while its upper bound reaches the best lower bound, and not if it is
    the only one.
    """
    arms = known.shape[0]
    count = 0
    for a in range(arms):
        cut = known[a, CUT]  # the index is 1 from log(t) = n eps (1 - mean) on
        if log_t > cut * (1.0 - MARGIN) and (
            log_t > cut * (1.0 + MARGIN)
            or saturates(known[a, CLIPPED], log_t / known[a, PULLS], eps)
        ):
            tied[count] = a
            count += 1
    if count > 0:
        return count
    best = 0.0
    for a in range(arms):
        best = max(best, known[a, VALUE])
    for a in range(arms):
        level = log_t / known[a, PULLS]
        x = known[a, CLIPPED]
        if known[a, SLOPE] == math.inf and x < best < 1.0:
            known[a, HEIGHT] = best
            known[a, POINT] = d_eps_kernel(x, best, eps)
            known[a, SLOPE] = 1.0 / steepness(x, best, eps)
        beyond = level - known[a, POINT]
        # A little steeper on either side than the tangent: rounding cannot push the bound below the
        # index.
        known[a, UPPER] = known[a, HEIGHT] + known[a, SLOPE] * (beyond + 1e-6 * abs(beyond))
    top = -1.0
    while True:
        a = 0
        second = -1.0
        for other in range(1, arms):
            if known[other, UPPER] > known[a, UPPER]:
                second = known[a, UPPER]
                a = other
            else:
                second = max(second, known[other, UPPER])
        if known[a, UPPER] < best - MARGIN:
            return count
        # Its lower bound beats all upper bounds of the others: it is the only largest one,
        # unevaluated.
        if count == 0 and second < known[a, VALUE] - MARGIN:
            tied[0] = a
            return 1
        x = known[a, CLIPPED]
        level = log_t / known[a, PULLS]
        index = d_eps_ucb_kernel(x, level, eps)
        known[a, VALUE] = index
        known[a, HEIGHT] = index
        known[a, POINT] = level
        known[a, SLOPE] = 1.0 / steepness(x, index, eps)
        known[a, UPPER] = -1.0
        best = max(best, index)
        if index > top:
            top = index
            count = 0
        if index == top:
            count = listed(tied, count, a)


@accepts_epsilon
@dataclass(frozen=True)
class DPKLUCB(PrivateIndexPolicy):
    """Pull the arm with the largest max { q : d_eps([mean]_0^1, q) <= log(t) / n }.

    t is the round of the next pull. The index is exactly 1 while log(t) >= n eps (1 - [mean]), for
    several arms at once, so the tie rule matters. Optimal Regret of Bernoulli Bandits,
    Algorithm 1, (12).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPKLUCB(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[:6]
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 0, 4), (9, 0, 8), (17, 1, 2))
    """

    name = "dp-klucb"
    bordered = True
    compiled = CompiledIndex(choose_dp_klucb, per_pull=25, per_arm=1)

    def index(self, arm: ArmRecord, t: int) -> Any:
        """The largest q with d_eps([mean]_0^1, q) <= log(t) / n."""
        return _index(clipped(arm.mean), math.log(t) / arm.pulls, as_float(self.eps))

    def proved_index(self, phases: int, n: int, t: int) -> OneArm:
        """The index is 1 if and only if L >= eps (n - [k]_0^n)."""
        eps = exact(self.eps)
        short = floor_of(lambda: arb(t).log() / ball(eps))

        def form(total: int) -> Form:
            k = min(max(total, 0), n)
            return TOP if n - k <= short else (n, k)

        def score(total: int) -> arb:
            k = min(max(total, 0), n)
            level, e, x = arb(t).log() / n, (-ball(eps)).exp(), arb(fmpq(k, n))
            # 1 - q on the private branch, where the odds of q are at least e^eps times those of x
            rest = e * (ball(eps * (n - k) / n) - level).expm1() / (1 - e)
            far, near = e * (1 - rest) * (1 - x), x * rest
            if far > near:
                return -rest.log()
            if not far < near:
                raise MoreBits
            return divergence_root(x, level, kl_ucb_log_complement(k / n, float(level)))

        return OneArm(form, score, (0, max(n - short, 0)))


_index = remembered(d_eps_ucb)
