"""The divergence of (9) for laws on a few points, by primal and dual points in balls.

    inf over Q of { eps TV(P, Q) + KL(Q, P') : mean(P) <= mean(Q) <= mean(P') }.

Every rational Q is an upper bound. As TV(P, Q) = max over 0 <= g <= 1 of sum g_i (q_i - p_i),
every g and every multiplier t of a mean constraint (t >= 0 of the right one, m = mean(P'), or
t <= 0 of the left one, m = mean(P)) give the lower bound

    -log sum p'_i e^{-eps g_i - t x_i} - eps sum g_i p_i - t m.

For t fixed the best Q is q_i = max(c w_i e^{-eps}, min(p_i, c w_i)) with w_i = p'_i e^{-t x_i}.
"""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from flint import arb
from banditproof.theory import Enclosure, FiniteSupport, certify, d_inf
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.exact import Number, exact, exact_law

Law = tuple[Fraction, ...]
Numbers = Sequence[Number]
BITS = 128


def mean_of(support: Sequence[Fraction], law: Sequence[Fraction]) -> Fraction:
    """The mean of a law, exact."""
    return sum((x * p for x, p in zip(support, law, strict=True)), Fraction(0))


def _root(increasing: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if increasing(middle) > 0 else (middle, high)
    return (low + high) / 2


def _best_law(p: Law, w: Sequence[float], eps: float) -> tuple[list[float], float]:
    """The minimiser of eps TV(p, q) + KL(q, w) and its scale log c, in floats: a candidate."""

    def law(log_c: float) -> list[float]:
        scaled = ((float(a), math.exp(log_c) * b) for a, b in zip(p, w, strict=True))
        return [max(b * math.exp(-eps), min(a, b)) for a, b in scaled]

    log_c = _root(lambda v: sum(law(v)) - 1, -60.0, 60.0)
    return law(log_c), log_c


def _rational(q: Sequence[float]) -> Law:
    """A law of rationals next to the floats: the largest entry absorbs the rounding."""
    law = [Fraction(max(v, 0.0)) for v in q]
    top = law.index(max(law))
    # What is missing is far smaller than the largest entry, so no entry gets negative.
    law[top] += 1 - sum(law)
    return tuple(law)


def _multiplier(
    support: Sequence[Fraction], p: Law, other: Law, eps: float, constrained: bool
) -> tuple[float, list[float], float]:
    """The multiplier of the mean constraints, the best q for it, and its log c, in floats."""
    points = [float(x) for x in support]

    def best(t: float) -> tuple[list[float], float]:
        tilted = [float(b) * math.exp(-t * x) for b, x in zip(other, points, strict=True)]
        return _best_law(p, tilted, eps)

    def mean(t: float) -> float:
        return sum(a * x for a, x in zip(best(t)[0], points, strict=True))

    t, low, high = 0.0, float(mean_of(support, p)), float(mean_of(support, other))
    if constrained and mean(0.0) > high:
        t = _root(lambda v: high - mean(v), 0.0, 100.0)
    elif constrained and mean(0.0) < low:
        t = _root(lambda v: low - mean(v), -100.0, 0.0)
    return t, *best(t)


def value_of(p: Law, q: Law, other: Law, eps: Fraction, reversed_kl: bool = False) -> arb:
    """eps TV(p, q) + KL(q, other) as a ball; KL(other, q) if reversed."""
    distance = sum((max(b - a, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))
    pairs = zip(other, q, strict=True) if reversed_kl else zip(q, other, strict=True)
    return sum((ball(a) * ball(a / b).log() for a, b in pairs if a > 0), ball(eps * distance))


def primal_value_of_a_pair(
    support: Law,
    reference: Numbers,
    other: Numbers,
    eps: Number,
    constrained: bool,
    reversed_kl: bool = False,
) -> Enclosure:
    """The value of a feasible Q, enclosed: its hi is an upper bound of the divergence of (9)."""
    p, law, budget = exact_law("reference", reference), exact_law("other", other), exact(eps)
    _, q_float, _ = _multiplier(support, p, law, float(budget), constrained)
    q = list(_rational(q_float))
    if constrained:  # rounding: move a little mass between the ends of the support
        low, high = mean_of(support, p), mean_of(support, law)
        mean = mean_of(support, q)
        shift = (mean - min(max(mean, low), high)) / (support[-1] - support[0])
        q[0], q[-1] = q[0] + shift, q[-1] - shift
        if not (min(q) >= 0 and low <= mean_of(support, q) <= high):
            raise ArithmeticError("The candidate law Q is not feasible.")
    with working_precision(BITS):
        return Enclosure.of(value_of(p, tuple(q), law, budget, reversed_kl))


def dual_value_of_a_pair(
    support: Law, reference: Numbers, other: Numbers, eps: Number, constrained: bool
) -> Enclosure:
    """The value of a dual point, enclosed: its lo is a lower bound of the divergence of (9)."""
    p, law, budget = exact_law("reference", reference), exact_law("other", other), exact(eps)
    t_float, q, log_c = _multiplier(support, p, law, float(budget), constrained)
    t = Fraction(t_float)
    entries = zip(law, support, q, strict=True)
    ratios = (log_c + math.log(b) - t_float * float(x) - math.log(v) for b, x, v in entries)
    # At the best q its logarithm is log c + log w - eps g; cut to [0, 1], every such g is feasible.
    g = [Fraction(min(max(ratio / float(budget), 0.0), 1.0)) for ratio in ratios]
    with working_precision(BITS):
        triples = zip(law, support, g, strict=True)
        mass = sum((ball(b) * (-ball(budget * v + t * x)).exp() for b, x, v in triples), arb(0))
        used = sum((a * b for a, b in zip(g, p, strict=True)), Fraction(0))
        # The sign of t tells which of the two mean constraints it prices.
        end = law if t >= 0 else p
        return Enclosure.of(-mass.log() - ball(budget * used + t * mean_of(support, end)))


def binary_interval(
    x: Number, y: Number, eps: Number, weight: Number = 1, reversed_kl: bool = False
) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of (9) for Ber(x) against Ber(y), on the support {0, 1}."""
    support = (Fraction(0), Fraction(1))
    p, law = (1 - exact(x), exact(x)), (1 - exact(y), exact(y))
    budget = exact(eps) * exact(weight)
    low = dual_value_of_a_pair(support, p, law, budget, constrained=True)
    high = primal_value_of_a_pair(support, p, law, budget, True, reversed_kl)
    return low.lower, high.upper


def certified_joint_gap(support: Sequence[Fraction], seed: int) -> Fraction:
    """How much the mean constraint can cost after minimising over P', at a random (P, mu, eps).

    The difference of the value of a pair (Q, P') with mean(P) <= mean(Q) <= mean(P') and
    mean(P') >= mu, and the lower bound d_inf of the program without mean(Q) <= mean(P').
    """
    source = random.Random(seed)
    cuts = sorted(source.randrange(50, 950) for _ in range(len(support) - 1))
    p = tuple(Fraction(b - a + 1, 1002) for a, b in zip([-1, *cuts], [*cuts, 1000], strict=True))
    p = tuple(a / sum(p) for a in p)
    start = mean_of(support, p)
    mu = start + (support[-1] - start) * Fraction(source.randrange(100, 900), 1000)
    eps = Fraction(source.randrange(100, 4000), 1000)
    # Any feasible pair (Q, P') gives an upper bound, so it may be guessed in floats: how much mass
    # Q moves, from where to where, and the best P' for it. Only its value is enclosed, at the end.
    law, step = FiniteSupport(support, p), eps / 1000
    # The infimum is concave in eps, with TV(P, Q) at its minimiser as its derivative (the envelope
    # theorem); a difference quotient is exact enough for a guess.
    amount = Fraction((d_inf(law, mu, eps + step) - d_inf(law, mu, eps - step)) / float(2 * step))
    # A unit of TV raises the mean most if it leaves the smallest point for the largest one.
    q = list(p)
    for i in range(len(q) - 1):
        moved = min(q[i], max(amount, Fraction(0)))
        q[i], q[-1], amount = q[i] - moved, q[-1] + moved, amount - moved
    rises, q_float = [float(v - mu) for v in support], [float(a) for a in q]

    # For a fixed Q the least KL(Q, P') with mean(P') >= mu is at P'(v) = Q(v) / (1 - t (v - mu)):
    # t is 0 if Q has the mean already, and otherwise the root of the slope of the dual, below the
    # pole of the largest point.
    def slope(t: float) -> float:
        return sum(a * r / (1 - t * r) for a, r in zip(q_float, rises, strict=True))

    t = 0.0 if slope(0.0) >= 0 else _root(slope, 0.0, (1 - 1e-15) / rises[-1])
    other = _rational([a / (1 - t * r) for a, r in zip(q_float, rises, strict=True)])
    need = max(mu, mean_of(support, q)) - mean_of(support, other)
    if need > 0:  # rounding: lift the mean of P' by a little mass at the largest point
        share = need / (support[-1] - mean_of(support, other))
        other = (*((1 - share) * a for a in other[:-1]), (1 - share) * other[-1] + share)
    if not start <= mean_of(support, q) <= mean_of(support, other) >= mu:
        raise ArithmeticError("The candidate pair (Q, P') is not feasible.")
    # an upper bound with the constraint less a lower bound without it: at least what it costs
    with working_precision(BITS):
        return upper(value_of(p, tuple(q), other, eps)) - certify(d_inf, law, mu, eps).lower
