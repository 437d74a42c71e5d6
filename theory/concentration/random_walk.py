"""The running maximum of a walk with two step values: exact law, and its maximal inequality.

The log-likelihood walk of the lower bound proof is such a walk. Optimal Regret of Bernoulli
Bandits, Lemma H.7 and Lemma C.3.
"""

from __future__ import annotations
import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.theory.argument_readers import countable
from banditproof.theory.balls import MAX_BITS, ball, enclose, working_precision
from banditproof.theory.bernoulli import kl_ball, log_odds_gap_ball
from banditproof.theory.certified_forms import certified_by
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive, exact_probability


def crossing_probability(p: Number, crossings: Sequence[int]) -> Fraction:
    """The probability that the number of successes in some first s trials reaches crossings[s].

    The trials are independent with success probability p, s = 0, 1, ..., len(crossings) - 1;
    a crossing above s is out of reach, and no crossing gives 0. Dynamic programming in integers.

    >>> crossing_probability("0.5", [1, 1, 3])  # a success in the first trial
    Fraction(1, 2)
    """
    mass = exact_probability("p", p)
    if not crossings:
        return Fraction(0)
    rise, stay = mass.numerator, mass.denominator - mass.numerator
    alive: dict[int, int] = {0: 1} if crossings[0] > 0 else {}
    for limit in crossings[1:]:
        grown: dict[int, int] = {}
        for successes, weight in alive.items():
            if successes < limit:
                grown[successes] = grown.get(successes, 0) + weight * stay
            if successes + 1 < limit:
                grown[successes + 1] = grown.get(successes + 1, 0) + weight * rise
        alive = grown
    return 1 - Fraction(sum(alive.values()), mass.denominator ** (len(crossings) - 1))


def walk_maximum_tail(n: int, p: Number, high: Number, low: Number, level: Number) -> Fraction:
    """Pr[max over s <= n of X_1 + ... + X_s > level] for iid steps, exact.

    A step is `high` with probability p and `low` < high otherwise; s = 0 counts, with sum 0.
    Lemma H.7.

    >>> walk_maximum_tail(2, "0.5", 1, -1, 0)
    Fraction(1, 2)
    """
    n, up, down, bar = countable("n", n), exact(high), exact(low), exact(level)
    if down >= up:
        raise ValueError(f"The low step {low} is not below the high step {high}; give low < high.")
    crossings = []
    for s in range(n + 1):
        # s down + k (up - down) > bar
        # Above the bar, not at it: hence the floor plus 1.
        first = math.floor((bar - s * down) / (up - down)) + 1
        crossings.append(min(max(first, 0), s + 1))
    return crossing_probability(p, crossings)


def likelihood_walk_tail(n: int, mean: Number, other: Number, level: Number) -> Fraction:
    """Pr[max over s <= n of W_1 + ... + W_s > level], as in claim `bern.derived.audit`, exact.

    W is log(mean/other) with probability `mean` and log((1-mean)/(1-other)) otherwise: the
    log-likelihood ratio of Ber(mean) to Ber(other) under Ber(mean); s = 0 counts, with sum 0.
    The comparisons with the level are decided in balls, and ties in integers.

    >>> likelihood_walk_tail(2, "0.5", "0.75", "0.5")
    Fraction(1, 2)
    """
    p, q = _inside(mean, other)
    return _likelihood_tail(countable("n", n), p, q, (Fraction(0), Fraction(0), exact(level)))


def likelihood_walk_slack_tail(n: int, mean: Number, other: Number, slack: Number) -> Fraction:
    """Pr[max over s <= n of W_1 + ... + W_s > (1 + slack) n kl(mean, other)], exact.

    The steps are those of `likelihood_walk_tail`; the level is the one of Lemma C.3.

    >>> round(float(likelihood_walk_slack_tail(50, "0.5", "0.75", "0.5")), 6)
    0.212693
    """
    p, q = _inside(mean, other)
    stretch = (1 + exact_positive("slack", slack)) * countable("n", n)
    level = (stretch * p, stretch * (1 - p), Fraction(0))
    return _likelihood_tail(countable("n", n), p, q, level)


def _inside(mean: Number, other: Number) -> tuple[Fraction, Fraction]:
    p, q = exact_probability("mean", mean), exact_probability("other", other)
    if not (0 < p < 1 and 0 < q < 1):
        raise ValueError(
            f"The means are {float(p)} and {float(q)}; a bounded walk needs means inside (0, 1)."
        )
    return p, q


def _is_positive(up: Fraction, down: Fraction, weights: tuple[Fraction, ...]) -> bool:
    """Whether a log(up) + b log(down) - c > 0, for rational weights (a, b, c)."""
    a, b, c = weights
    bits = 128
    while bits <= MAX_BITS:
        with working_precision(bits):
            height = ball(a) * ball(up).log() + ball(b) * ball(down).log() - ball(c)
            if height > 0:
                return True
            if height <= 0:
                return False
        # A tie is rare, and its integers are long: they are asked once balls have failed for a
        # while.
        if bits == 512 and c == 0 and _is_one(up, down, a, b):
            return False
        bits *= 2
    raise ArithmeticError(f"{MAX_BITS} bits do not separate the walk from the level.")


def _is_one(up: Fraction, down: Fraction, a: Fraction, b: Fraction) -> bool:
    """Whether up^a down^b = 1, in integers; no tie has c != 0 (e^c is not algebraic)."""
    scale = math.lcm(a.denominator, b.denominator)
    i, j = int(a * scale), int(b * scale)
    shared = math.gcd(i, j) or 1
    return bool(up ** (i // shared) * down ** (j // shared) == 1)


def _likelihood_tail(
    n: int, p: Fraction, q: Fraction, level: tuple[Fraction, Fraction, Fraction]
) -> Fraction:
    """The level is a log(p/q) + b log((1-p)/(1-q)) + c, given as (a, b, c)."""
    a, b, c = level
    if p < q:  # swap the two outcomes, so that 1 is the step upwards
        p, q, a, b = 1 - p, 1 - q, b, a
    up, down = p / q, (1 - p) / (1 - q)

    def is_above(steps: int, ones: int) -> bool:
        return _is_positive(up, down, (ones - a, steps - ones - b, c))

    # the smallest number of successes at which the walk, which grows with it, is above
    crossings = [bisect_left(range(s + 1), True, key=partial(is_above, s)) for s in range(n + 1)]
    return crossing_probability(p, crossings)


def _certified_maximal(
    n: Number, slack: Number, mean: Number, spread: Number, *, digits: int
) -> Enclosure:
    ratio = exact_positive("slack", slack) * exact_positive("mean", mean)
    ratio /= exact_positive("spread", spread)
    exponent = 2 * exact_count("n", n) * ratio**2
    return enclose(lambda: (-ball(exponent)).exp(), digits)


@certified_by(_certified_maximal)
def walk_maximum_bound(n: int, slack: float, mean: float, spread: float) -> float:
    """Doob's bound of Pr[max over s <= n of X_1 + ... + X_s > (1 + slack) n mean].

    exp(-n slack^2 mean^2 / (2 sigma^2)) with sigma = spread/2, for iid steps of positive mean in
    an interval of length `spread`. Lemma H.7.

    >>> round(walk_maximum_bound(100, 1.0, 0.1, 2.0), 6)
    0.606531
    """
    return float(_certified_maximal(n, slack, mean, spread, digits=17))


def _certified_likelihood_bound(
    n: Number, mean: Number, other: Number, slack: Number, *, digits: int
) -> Enclosure:
    p, q = _inside(mean, other)
    if p == q:
        raise ValueError(f"Both means are {mean}; a walk that drifts needs two different means.")
    size, share = exact_count("n", n), exact_positive("slack", slack)

    def bound() -> arb:
        ratio = kl_ball(p, q) / log_odds_gap_ball(p, q)
        return (-ball(2 * size * share**2) * ratio**2).exp()

    return enclose(bound, digits)


@certified_by(_certified_likelihood_bound)
def likelihood_walk_bound(n: int, mean: float, other: float, slack: float) -> float:
    """Doob's bound of `likelihood_walk_slack_tail`: exp(-2 n slack^2 kl^2 / eps_c^2).

    The mean of a step is kl(mean, other) and its range the log-odds gap eps_c. Lemma C.3.

    >>> likelihood_walk_bound(50, 0.5, 0.75, 0.5) > likelihood_walk_slack_tail(50, 0.5, 0.75, 0.5)
    True
    """
    return float(_certified_likelihood_bound(n, mean, other, slack, digits=17))
