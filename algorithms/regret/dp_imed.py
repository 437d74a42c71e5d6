"""DP-IMED: the arm that is most easily mistaken for the best one, without forgetting."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any
from flint import arb, fmpq
from banditproof.theory import d_eps
from banditproof.theory.balls import ball
from banditproof.theory.compiled import kernel
from banditproof.theory.exact import exact
from banditproof.theory.parameter_names import accepts_epsilon
from banditproof.theory.private_divergence_kernels import d_eps as d_eps_kernel
from .imed import leads_by, open_imed_lead
from .known_arms_kernels import (
    CLIPPED,
    LOG_PULLS,
    MARGIN,
    MEAN,
    POINT,
    PULLS,
    SLOPE,
    VALUE,
    Floats,
    Integers,
    steepness,
)
from .phased_index import (
    ArmRecord,
    CompiledIndex,
    Leads,
    PrivateIndexPolicy,
    Records,
    as_float,
    clipped,
)
from .proved_index import BITS, ProvedLeads, at_bits, private_divergence


@kernel
def choose_dp_imed(
    log_t: float, eps: float, optimism: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the arms with the smallest DP-IMED index; return how many there are.

    d_eps is convex in y, so its last tangent is a lower bound at the new best mean.
    """
    arms = known.shape[0]
    best_mean = known[0, MEAN]
    for a in range(1, arms):
        best_mean = max(best_mean, known[a, MEAN])
    y = min(max(best_mean, 0.0), 1.0)
    best = math.inf
    for a in range(arms):
        if known[a, CLIPPED] == y:
            best = min(best, known[a, LOG_PULLS])
    count = 0
    for a in range(arms):
        x = known[a, CLIPPED]
        if known[a, LOG_PULLS] > best:
            continue
        if x == y:
            index = known[a, LOG_PULLS]
        else:
            least = known[a, VALUE] + known[a, SLOPE] * (y - known[a, POINT])
            lower = known[a, PULLS] * least + known[a, LOG_PULLS]
            rounding = MARGIN * (known[a, PULLS] * known[a, VALUE] + abs(lower))
            if lower - rounding > best:
                continue
            divergence = d_eps_kernel(x, y, eps)
            index = known[a, PULLS] * divergence + known[a, LOG_PULLS]
            known[a, VALUE] = divergence
            known[a, POINT] = y
            known[a, SLOPE] = steepness(x, y, eps)
        if index < best:
            best = index
            count = 0
        if index == best:
            tied[count] = a
            count += 1
    return count


@accepts_epsilon
@dataclass(frozen=True)
class DPIMED(PrivateIndexPolicy):
    """Pull the arm with the smallest n d_eps([mean]_0^1, [best mean]_0^1) + log(n).

    The best mean is the largest one before clipping. The index does not depend on the time. Optimal
    Regret of Bernoulli Bandits, Algorithm 1, (13).

    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPIMED(arms=2, eps=1, ties="first")
    >>> play(policy, RewardCycles([(1, 1, 1, 0), (0, 1, 0, 0)]), 30, Silent()).pulls[:6]
    ((1, 0, 1), (2, 1, 1), (3, 0, 2), (5, 1, 2), (7, 0, 4), (11, 0, 8))
    """

    name = "dp-imed"
    bordered = True
    compiled = CompiledIndex(choose_dp_imed, per_pull=8, per_arm=2, slope=0.0)

    def scores(self, records: Records, t: int) -> list[float]:
        """Minus the DP-IMED index of each arm."""
        eps, means = as_float(self.eps), [record.mean for record in records]
        costs = _costs([clipped(mean) for mean in means], clipped(max(means)), eps)
        return [
            -(r.pulls * cost + math.log(r.pulls)) for r, cost in zip(records, costs, strict=True)
        ]

    def leads(self, one: ArmRecord, two: ArmRecord, t: int) -> Leads:
        """By how much the second arm leads, in floats."""
        eps = as_float(self.eps)
        return leads_by(lambda x, y: d_eps(x, y, eps), one, two)

    def proved_leads(self, one: ArmRecord, two: ArmRecord, t: int) -> ProvedLeads:
        """Which arm leads, in balls."""
        eps, n, m = exact(self.eps), one.pulls, two.pulls
        return ProvedLeads(lambda k, j: imed_lead(eps, n, k, m, j), ((0, n), (0, m)))


def _costs(means: list[float], best: float, eps: float) -> list[float]:
    """d_eps(mean, best) of each mean; of numbers that are known between two ends, its range."""
    for number in (*means, best):
        if hasattr(type(number), "range_apart"):  # what recomputes a witness follows many at once
            range_apart: Any = type(number).range_apart  # type: ignore[attr-defined]
            return [range_apart(mean, best, lambda x, y: float(d_eps(x, y, eps))) for mean in means]
    return _known_costs(tuple(means), best, eps)


@lru_cache(maxsize=1 << 12)
def _known_costs(means: tuple[float, ...], best: float, eps: float) -> list[float]:
    """The same of plain numbers; an enumeration asks for the same few again and again."""
    costs: list[float] = d_eps(means, best, eps).tolist()
    return costs


def imed_lead(eps: Fraction, n: int, k: int, m: int, j: int) -> int | None:
    """1 if the second arm leads, -1 if the first does, 0 if they tie; None where it is open."""
    if k * m == j * n:
        return (n > m) - (n < m)
    for bits in BITS:
        with at_bits(bits):
            excess = arb(fmpq(n, m)).log()
            if k * m < j * n:
                excess += n * private_divergence(k, n, j, m, eps)
            else:
                excess -= m * private_divergence(j, m, k, n, eps)
            if excess > 0 or excess < 0:
                return 1 if excess > 0 else -1
    return _lead_without_privacy(eps, n, k, m, j)


def _lead_without_privacy(eps: Fraction, n: int, k: int, m: int, j: int) -> int | None:
    """The same where d_eps is kl, or so little below it that no precision tells them apart.

    It is kl where the odds of x are at least e^-eps times those of y, and less where they are not.

    >>> _lead_without_privacy(Fraction(1000), 1, 0, 3, 2), open_imed_lead(1, 0, 3, 2)
    (-1, 0)
    """
    if k * m > j * n:
        found = _lead_without_privacy(eps, m, j, n, k)
        return None if found is None else -found
    open_lead = open_imed_lead(n, k, m, j)
    far, near = (-ball(eps)).exp() * (j * (n - k)), k * (m - j)
    if far <= near:
        return open_lead
    return -1 if far > near and open_lead <= 0 else None
