"""AdaC-UCB on given rewards and noises, recounted in balls; and what its first actions reveal.

`price` is 1/rho under zCDP and alpha/eps under Renyi DP: twice the variance of the noise on a sum.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from flint import acb, arb
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import ball, working_precision

Width = Callable[[int, int, Fraction, Fraction], arb]
"""The square of the bonus of an arm with N pulls at round t, for a price and beta."""
BETA = Fraction(31, 10)
HALF = Fraction(1, 2)


def printed_samples(pulls: int) -> Fraction:
    """N/2."""
    return Fraction(pulls, 2)


def printed_width(pulls: int, t: int, price: Fraction, beta: Fraction) -> arb:
    """(1/(2n) + price/n^2) beta log t, n = N/2.

    >>> printed_width(2, 7, Fraction(1), BETA).sqrt().str(6, radius=False)
    '3.00807'
    """
    n = printed_samples(pulls)
    return ball((1 / (2 * n) + price / n**2) * beta) * arb(t).log()


def replayed(
    rows: Sequence[Sequence[Fraction]],
    price: Fraction,
    width: Width = printed_width,
    beta: Fraction = BETA,
    noises: Sequence[Fraction] = (),
    gap: Fraction = Fraction(0),
) -> list[tuple[int, int, int]]:
    """The episodes (start, arm, rounds) of the box on rows of rewards, after the first pulls.

    Noise is added to the sum of each episode, in order, 0 where none is given; the largest index
    must be ahead by more than `gap`.
    """
    arms, horizon = len(rows[0]), len(rows)
    draws = iter(noises)
    pulls = [1] * arms
    means = [rows[a][a] + next(draws, Fraction(0)) for a in range(arms)]
    episodes, t = [], arms + 1
    while t <= horizon:
        index = [ball(means[a]) + width(pulls[a], t, price, beta).sqrt() for a in range(arms)]
        best = max(range(arms), key=lambda a: float(index[a].mid()))
        ahead = all(index[best] - index[a] > ball(gap) for a in range(arms) if a != best)
        need(ahead, "A decision is too close", t=t)
        size = pulls[best]
        episodes.append((t, best, size))
        shown = [row[best] for row in rows[t - 1 : t - 1 + size]]
        means[best] = (sum(shown, Fraction(0)) + next(draws, Fraction(0))) / size
        pulls[best] *= 2
        t += size
    return episodes


def least_regret(horizon: int, rho: Fraction, beta: Fraction, width: Width = printed_width) -> arb:
    """A lower bound of the regret on two arms of the constant rewards 1 and 0, for a large rho.

    Where all noises of means are at most 1/1000, the play is that without noise, if indices differ
    by more than 2/1000; a normal noise of variance 2/rho is larger with probability at most
    2 exp(-rho/4e6), and there are at most T of them.
    """
    rows = [(Fraction(1), Fraction(0))] * horizon
    episodes = replayed(rows, 1 / rho, width, beta, gap=Fraction(1, 500))
    lost = 1 + sum(min(size, horizon - t + 1) for t, arm, size in episodes if arm == 1)
    return lost * (1 - 2 * horizon * (-ball(rho) / 4_000_000).exp())


Four = dict[tuple[int, int], arb]


@cache
def first_choices(
    first: Fraction, price: Fraction, beta: Fraction = BETA, half: bool = True
) -> Four:
    """The law of the first two decisions with kept noise, on rewards 0 but `first` at round 1.

    The noises of both first pulls decide the arm of round 3; then its new noise is compared with
    the kept one of the other arm. With `half`, n = 1/2 after one pull. A one-dimensional integral
    for each arm, in balls.
    """
    n = HALF if half else Fraction(1)
    with working_precision(64):
        old, new = ball(price / 2).sqrt() / ball(n), ball(price / 2).sqrt()
        log = ball(beta) * arb(4).log()
        lead = (ball(HALF + price) * log).sqrt() - (ball(1 / (2 * n) + price / n**2) * log).sqrt()
        results: Four = {}
        for arm, (own, other) in enumerate(((first, Fraction(0)), (Fraction(0), first))):
            # y is the index of the other arm without its bonus
            again, all_of = (
                _integral(ball(own), ball(other), old, new, lead if kept else None)
                for kept in (True, False)
            )
            results[arm, arm], results[arm, 1 - arm] = again, all_of - again
        return results


def _integral(own: arb, other: arb, old: arb, new: arb, lead: arb | None) -> arb:
    """P(own + Z > y), and also Z' + lead > y if asked, over y of the law N(other, old^2)."""

    def density(y: acb, _: bool) -> acb:
        z = (y - other) / old
        value = (-z * z / 2).exp() / (old * (2 * arb.pi()).sqrt())
        value *= ((y - own) / (old * arb(2).sqrt())).erfc() / 2
        return value if lead is None else value * ((y - lead) / (new * arb(2).sqrt())).erfc() / 2

    reach = 12 * old
    inside = acb.integral(density, other - reach, other + reach).real
    return inside + arb(0, 1) * arb("1e-30")  # more than the mass beyond 12 deviations


def renyi_divergence(p: Four, q: Four, alpha: Fraction) -> arb:
    """D_alpha of two laws of the first two decisions."""
    order = ball(alpha)
    terms = ((order * p[o].log() + (1 - order) * q[o].log()).exp() for o in p)
    return sum(terms, arb(0)).log() / (order - 1)


def repeated_arm(first: float, price: float, beta: float = 3.1, points: int = 4000) -> float:
    """P(the first two episodes are of one arm), as `first_choices` says, by a sum in floats."""
    old, new = 2 * math.sqrt(price / 2), math.sqrt(price / 2)
    log = beta * math.log(4)
    lead = math.sqrt((0.5 + price) * log) - math.sqrt((1 + 4 * price) * log)
    total, step = 0.0, 24 / points
    for k in range(points):
        z = -12 + (k + 0.5) * step
        mass = math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * step
        for own, other in ((first, 0.0), (0.0, first)):
            y = other + old * z
            chosen = math.erfc((y - own) / old / math.sqrt(2)) / 2
            total += mass * chosen * math.erfc((y - lead) / new / math.sqrt(2)) / 2
    return total


Rows = Sequence[tuple[int, int]]


def changed(rows: Rows, at: int, row: tuple[int, int]) -> Rows:
    """The table with another row at a round, counted from 1."""
    return [*rows[: at - 1], row, *rows[at:]]


def forward_divergence(
    alpha: float, rows: Rows, others: Rows, rho: float = 1.0, beta: float = 3.1
) -> float:
    """What `fresh_noise_divergence` says, by a pass forward in floats over weights of states."""
    weights, total = {(1, 1, 1, 2): 0.0}, -math.inf  # pulls, starts of blocks, and logarithms
    while weights:
        left, right, first, second = state = min(weights, key=lambda s: s[0] + s[1])
        weight, t = weights.pop(state), left + right + 1
        if t > len(rows):
            total = _log_of_sum(total, weight)
            continue
        bonus = [math.sqrt((1 / n + 4 / (rho * n * n)) * beta * math.log(t)) for n in (left, right)]
        spread = math.sqrt(2 / rho * (1 / left**2 + 1 / right**2))
        leads = []
        for table in (rows, others):
            blocks = ((0, left, first), (1, right, second))
            means = [
                sum(table[s - 1 + k][arm] for k in range(max(1, n // 2))) / max(1, n // 2)
                for arm, n, s in blocks
            ]
            leads.append(means[0] - means[1] + bonus[0] - bonus[1])
        for arm, sign in ((0, -1), (1, 1)):
            p, q = (math.erfc(sign * lead / spread / math.sqrt(2)) / 2 for lead in leads)
            after = (left, 2 * right, first, t) if arm else (2 * left, right, t, second)
            if p > 0 and q > 0:
                more = weight + alpha * math.log(p) + (1 - alpha) * math.log(q)
                weights[after] = _log_of_sum(weights.get(after, -math.inf), more)
    return total / (alpha - 1)


def _log_of_sum(x: float, y: float) -> float:
    """log(e^x + e^y)."""
    low, high = sorted((x, y))
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))
