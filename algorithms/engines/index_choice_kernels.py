"""The choices of phased index policies, as kernels: the arms with the best index, and no others.

Decisions are those of the policy files, to the last bit of rounding: an index is replaced by a
bound only where the bound decides with a margin far above rounding, and ties are found by equality
of the same float64 formulas. Arguments are trusted; `phased_kernels` prepares them.
"""

import math
from banditproof.theory.bernoulli_kernels import kl_parts
from banditproof.theory.compiled import kernel
from banditproof.theory.confidence_bound_kernels import d_eps_ucb, kl_ucb_log_complement, saturates
from banditproof.theory.noisy_mean_bound_kernels import noisy_kl_ucb_log_complement
from banditproof.theory.private_divergence_kernels import d_eps
from .regret_kernels import Floats, Integers

DP_KLUCB, DP_IMED, ADAP_KLUCB, LEADER_DP_KLUCB, ADAP_UCB, ZCDP_KLUCB = range(6)

# What is known of each arm, one column each: the released sum, its clipped and unclipped mean,
# the pulls behind it and their logarithm; then what an index remembers of its last evaluation:
# its value, and a tangent by its height and slope at a point
TOTAL, MEAN, CLIPPED, PULLS, LOG_PULLS, CUT, VALUE, HEIGHT, POINT, SLOPE, UPPER = range(11)
COLUMNS = 11

_MARGIN = 1e-12  # far above the 1e-14 of the formulas, far below what a run can resolve
_WIDE_MARGIN = 1e-9  # above the rounding of 1 - index, relative to it, while that is above exp(-12)


@kernel
def _listed(tied: Integers, count: int, a: int) -> int:
    """Add an arm to a list that is kept in the order of the arms; return its new length."""
    place = count
    while place > 0 and tied[place - 1] > a:
        tied[place] = tied[place - 1]
        place -= 1
    tied[place] = a
    return count + 1


@kernel
def _steepness(x: float, y: float, eps: float) -> float:
    """The derivative of d_eps(x, y) in y > x: the smaller one of its two branches."""
    yc = 1.0 - y
    private = -math.expm1(-eps) / (yc + y * math.exp(-eps))
    free = (y - x) / (y * yc) if yc > 0.0 else math.inf
    return min(private, free)


@kernel
def choose_dp_klucb(log_t: float, eps: float, known: Floats, tied: Integers) -> int:
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
        if log_t > cut * (1.0 - _MARGIN) and (
            log_t > cut * (1.0 + _MARGIN)
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
            known[a, POINT] = d_eps(x, best, eps)
            known[a, SLOPE] = 1.0 / _steepness(x, best, eps)
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
        if known[a, UPPER] < best - _MARGIN:
            return count
        # Its lower bound beats all upper bounds of the others: it is the only largest one,
        # unevaluated.
        if count == 0 and second < known[a, VALUE] - _MARGIN:
            tied[0] = a
            return 1
        x = known[a, CLIPPED]
        level = log_t / known[a, PULLS]
        index = d_eps_ucb(x, level, eps)
        known[a, VALUE] = index
        known[a, HEIGHT] = index
        known[a, POINT] = level
        known[a, SLOPE] = 1.0 / _steepness(x, index, eps)
        known[a, UPPER] = -1.0
        best = max(best, index)
        if index > top:
            top = index
            count = 0
        if index == top:
            count = _listed(tied, count, a)


@kernel
def choose_dp_imed(eps: float, known: Floats, tied: Integers) -> int:
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
            rounding = _MARGIN * (known[a, PULLS] * known[a, VALUE] + abs(lower))
            if lower - rounding > best:
                continue
            divergence = d_eps(x, y, eps)
            index = known[a, PULLS] * divergence + known[a, LOG_PULLS]
            known[a, VALUE] = divergence
            known[a, POINT] = y
            known[a, SLOPE] = _steepness(x, y, eps)
        if index < best:
            best = index
            count = 0
        if index == best:
            tied[count] = a
            count += 1
    return count


@kernel
def choose_adap_klucb(
    log_t: float, eps: float, optimism: float, known: Floats, tied: Integers
) -> int:
    """List the arms with the largest AdaP-KLUCB index, compared by -log(1 - index).

    The first one is likely to be the largest. An arm whose divergence from the largest index is
    above its level is smaller, by the slope q / (q - x) of -log(1 - q) in the level, or more.
    """
    arms = known.shape[0]
    bonus = optimism * log_t
    first = 0
    most = -1.0
    for a in range(arms):
        level = bonus / known[a, PULLS]
        known[a, POINT] = level
        x = min(max(known[a, MEAN] + level / eps, 0.0), 1.0)
        known[a, VALUE] = x
        guess = x + math.sqrt(x * (1.0 - x) * level) + level
        if guess > most:
            most = guess
            first = a
    top = -1.0
    count = 0
    near = False
    q, qc = 0.0, 1.0
    for turn in range(arms):
        a = first if turn == 0 else (turn - 1 if turn <= first else turn)
        x = known[a, VALUE]
        level = known[a, POINT]
        if top == math.inf and x < 1.0:
            continue
        if near and x < q:
            divergence = kl_parts(x, 1.0 - x, q, qc, q - x)
            if (divergence - level) * q > _WIDE_MARGIN * (q - x):
                continue
        index = kl_ucb_log_complement(x, level)
        if index > top:
            top = index
            count = 0
            near = top < 12.0
            if near:
                qc = math.exp(-top)
                q = -math.expm1(-top)
        if index == top:
            count = _listed(tied, count, a)
    return count


@kernel
def choose_adap_ucb(
    log_t: float, eps: float, optimism: float, known: Floats, tied: Integers
) -> int:
    """List the arms with the largest AdaP-UCB index; return how many there are."""
    level = optimism * log_t
    best = -math.inf
    count = 0
    for a in range(known.shape[0]):
        n = known[a, PULLS]
        score = known[a, MEAN] + math.sqrt(level / (2.0 * n)) + level / (eps * n)
        if score > best:
            best = score
            count = 0
        if score == best:
            tied[count] = a
            count += 1
    return count


@kernel
def choose_zcdp_klucb(
    log_t: float, rho: float, known: Floats, phases: Integers, tied: Integers
) -> int:
    """List the arms with the largest index of DP-KLUCB with normal noise, by -log(1 - index)."""
    top = -1.0
    count = 0
    for a in range(known.shape[0]):
        n = known[a, PULLS]
        index = noisy_kl_ucb_log_complement(known[a, CLIPPED], log_t / n, rho * n / phases[a])
        if index > top:
            top = index
            count = 0
        if index == top:
            tied[count] = a
            count += 1
    return count


@kernel
def choose_leader(log_t: float, eps: float, known: Floats, tied: Integers) -> int:
    """List the leaders if their mean is as good as 1, else the arms that DP-KLUCB would pull."""
    count = 0
    mean = -1.0
    pulls = 0.0
    for a in range(known.shape[0]):
        x, n = known[a, CLIPPED], known[a, PULLS]
        if x > mean or (x == mean and n > pulls):
            mean, pulls = x, n
            count = 0
        if x == mean and n == pulls:
            tied[count] = a
            count += 1
    if 1.0 - mean <= log_t * log_t / (eps * pulls):
        return count
    return choose_dp_klucb(log_t, eps, known, tied)
