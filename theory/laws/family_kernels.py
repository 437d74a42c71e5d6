"""The float64 divergences of two laws of one family, as kernels, without checks.

Every formula is a sum of terms of one sign, or one that cancels by a small factor at most, so all
stay within a few units of the last place, also for means that nearly agree.
"""

import math
from banditproof.theory.bernoulli_kernels import excess, kl_parts
from banditproof.theory.compiled import kernel
from banditproof.theory.private_divergence_kernels import d_eps_up_parts

BERNOULLI, QUADRATIC, POISSON, GAMMA, NEGATIVE_BINOMIAL = range(5)
"""The numbers of the families; normal laws have quadratic costs, and no branch here."""
_PASSES = 200


@kernel
def bernoulli_private(a: float, ac: float, b: float, bc: float, gap: float, eps: float) -> float:
    """d_eps(a, b) for a < b, with both complements and gap = b - a."""
    return d_eps_up_parts(a, ac, b, bc, gap, eps)


@kernel
def gamma_kl(a: float, b: float, gap: float, shape: float) -> float:
    """shape (log(b/a) + a/b - 1), with gap = b - a."""
    return shape * (excess(b, a, -gap) / b)


@kernel
def _relative_excess(a: float, b: float, c: float, d: float, u: float) -> float:
    """u - log(1 + u), where 1 + u = (a/b) (c/d)."""
    ratio = a / b
    if ratio > 1e-300:
        return excess(1.0, ratio * (c / d), u)
    return (math.log(b) - math.log(a)) + (math.log(d) - math.log(c)) + u


@kernel
def negative_binomial_kl(a: float, b: float, gap: float, failures: float) -> float:
    """a log(a/b) + (r + a) log((r + b)/(r + a)), with r failures and gap = b - a.

    With s = gap / (r + b), t = r gap / (b (r + a)) and h(x) = -x - log(1 - x) it is
    r^2 gap^2 / (b (r + a) (r + b)) + r h(s) - a h(t), which never cancels by more than a factor 3
    for a < b. Where it does, for b far below a and r, the difference of the two Poisson-like terms
    of the first formula does not.
    """
    r = failures
    far = r + b
    near = r + a
    # no quotient underflows that counts, and far is at most twice its divisor
    part, left, right = (r / far * gap, b, near) if r >= b else (gap / far * r, near, b)
    first = part * (r / near * (gap / b))
    second = r * _relative_excess(near, far, 1.0, 1.0, -(gap / far))
    third = a * _relative_excess(a, left, far, right, -(r / near * (gap / b)))
    value = first + second - third
    if value > 0.1 * (first + second + third):
        return value
    return excess(a, b, gap) - excess(near, far, gap)


@kernel
def divergence(
    family: int, shape: float, p: float, pc: float, q: float, qc: float, u: float
) -> float:
    """KL of the laws of means p and q = p + u, with 1 - p and 1 - q; not for normal laws."""
    if u == 0.0:
        return 0.0
    if family == BERNOULLI:
        return kl_parts(p, pc, q, qc, u)
    if family == POISSON:
        return excess(p, q, u)
    if family == GAMMA:
        return gamma_kl(p, q, u, shape)
    return negative_binomial_kl(p, q, u, shape)


@kernel
def variance(family: int, shape: float, m: float, mc: float) -> float:
    """The variance of the law of mean m."""
    if family == BERNOULLI:
        return m * mc
    if family == POISSON:
        return m
    if family == GAMMA:
        return m * m / shape
    return m * (1.0 + m / shape)


@kernel
def gaussian_kl(gap: float) -> float:
    """gap^2 / 2, in units of sigma."""
    return 0.5 * gap * gap


@kernel
def gaussian_tv(gap: float) -> float:
    """2 Phi(gap / 2) - 1, in units of sigma."""
    return math.erf(gap / (2.0 * math.sqrt(2.0)))


@kernel
def _gaussian_slope(z: float, gap: float, eps: float) -> float:
    """The derivative of eps (2 Phi(z/2) - 1) + (gap - z)^2 / 2 in z."""
    return eps * math.exp(-0.125 * z * z) / math.sqrt(2.0 * math.pi) - (gap - z)


@kernel
def _gaussian_root(low: float, high: float, gap: float, eps: float, rising: bool) -> float:
    """Where the slope, monotone on [low, high] with a change of sign, vanishes."""
    for _ in range(_PASSES):
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        if (_gaussian_slope(middle, gap, eps) > 0.0) == rising:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@kernel
def _gaussian_cost(z: float, gap: float, eps: float) -> float:
    over = gap - z
    return eps * math.erf(z / (2.0 * math.sqrt(2.0))) + 0.5 * over * over


@kernel
def _slope_turn(eps: float, low: float, high: float, rising: bool) -> float:
    """Where the derivative 1 - eps z exp(-z^2/8) / (4 sqrt(2 pi)) of the slope vanishes."""
    for _ in range(_PASSES):
        z = 0.5 * (low + high)
        if not low < z < high:
            break
        turn = 1.0 - eps * z * math.exp(-0.125 * z * z) / (4.0 * math.sqrt(2.0 * math.pi))
        low, high = (low, z) if (turn > 0.0) == rising else (z, high)
    return 0.5 * (low + high)


@kernel
def gaussian_private(gap: float, eps: float) -> float:
    """The least eps (2 Phi(z/2) - 1) + (gap - z)^2 / 2 over 0 <= z <= gap, all in units of sigma.

    The slope rises, falls and rises again (it only rises for eps below about 8.3), so there are at
    most two local minima: one on each rising part, or the end z = 0.
    """
    best = _gaussian_cost(0.0, gap, eps)
    # the slope falls between the two roots of z exp(-z^2/8) = 4 sqrt(2 pi) / eps, around z = 2
    first = gap
    second = gap
    if eps * 2.0 * math.exp(-0.5) > 4.0 * math.sqrt(2.0 * math.pi):
        first = min(gap, _slope_turn(eps, 0.0, 2.0, False))
        second = min(gap, _slope_turn(eps, 2.0, 80.0, True))
    # On each rising part the slope changes sign at most once, from - to +; at gap it is positive,
    # or 0 where the exponential underflows.
    for low, high in ((0.0, first), (second, gap)):
        if (
            low < high
            and _gaussian_slope(low, gap, eps) < 0.0
            and _gaussian_slope(high, gap, eps) >= 0.0
        ):
            root = _gaussian_root(low, high, gap, eps, True)
            # the slope vanishes there, which tells gap - root with digits also for tiny budgets
            over = eps * math.exp(-0.125 * root * root) / math.sqrt(2.0 * math.pi)
            if over > 0.5 * gap:
                over = gap - root
            best = min(best, eps * math.erf(root / (2.0 * math.sqrt(2.0))) + 0.5 * over * over)
    return best
