"""What the actions reveal if AdaC-UCB draws new noise for each index, by backward recursion.

Two arms are pulled once each; then each episode goes to the arm with the larger index, whose
noises are independent of all earlier ones. So the next arm depends on the last episodes of both
arms alone, and the Renyi divergence of the actions is a sum over these. Concentrated Differential
Privacy for Bandits, Algorithm 4.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from flint import arb
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.exact import Number, exact, exact_positive

Rows = Sequence[Sequence[Number]]


def fresh_noise_divergence(
    alpha: Number,
    rows: Rows,
    others: Rows,
    rho: Number = 1,
    beta: Number = "3.1",
    half_sample: bool = True,
    digits: int = 20,
) -> Enclosure:
    """D_alpha of the actions on one table of rewards of two arms, against those on another.

    With `half_sample`, an arm with one pull has half a sample, as printed. rho-zCDP of the actions
    would need alpha rho at most, for tables that differ in one row.

    >>> ones = [(1, 0)] * 64
    >>> print(fresh_noise_divergence(5, [*ones[:4], (0, 0), *ones[5:]], ones, digits=6))
    [13.638320888..13.638320890]
    """
    order = exact(alpha)
    spent, optimism = exact_positive("rho", rho), exact_positive("beta", beta)
    if order <= 1:
        raise ValueError(f"alpha is {alpha}; give an order > 1.")
    if len(rows) != len(others) or len(rows) < 2 or any(len(r) != 2 for r in (*rows, *others)):
        raise ValueError(
            f"The tables have {len(rows)} and {len(others)} rows; give two tables of the same "
            "number of rows, at least two, with the rewards of two arms in each."
        )

    def divergence() -> arb:
        return _total(order, rows, others, spent, optimism, half_sample).log() / ball(order - 1)

    return enclose(divergence, digits)


def _total(
    order: Fraction, rows: Rows, others: Rows, rho: Fraction, beta: Fraction, half: bool
) -> arb:
    """The sum over the actions of P^alpha Q^(1-alpha), at the working precision."""
    weight, other, rounds = ball(order), ball(1 - order), len(rows)
    sums = [[_running(table, arm) for arm in (0, 1)] for table in (rows, others)]

    def samples(pulls: int) -> Fraction:
        return Fraction(pulls, 2) if half or pulls > 1 else Fraction(1)

    def bonus(pulls: int, t: int) -> arb:
        n = samples(pulls)
        return (ball((1 / (2 * n) + 1 / (rho * n * n)) * beta) * ball(t).log()).sqrt()

    def mean(table: int, arm: int, pulls: int, start: int) -> Fraction:
        size = max(1, pulls // 2)
        known = sums[table][arm]
        return (known[start + size - 1] - known[start - 1]) / size

    @cache
    def after(pulls: tuple[int, int], starts: tuple[int, int]) -> arb:
        t = sum(pulls) + 1
        if t > rounds:
            return arb(1)
        spread = sum(1 / samples(n) ** 2 for n in pulls) / (2 * rho)
        ahead = bonus(pulls[0], t) - bonus(pulls[1], t)
        leads = [
            mean(table, 0, pulls[0], starts[0]) - mean(table, 1, pulls[1], starts[1])
            for table in (0, 1)
        ]
        scaled = [(ball(lead) + ahead) / ball(2 * spread).sqrt() for lead in leads]
        total = arb(0)
        for arm, sign in ((0, -1), (1, 1)):
            p, q = ((sign * z).erfc() / 2 for z in scaled)
            same = leads[0] == leads[1]
            factor = p if same else (weight * p.log() + other * q.log()).exp()
            longer = (2 * pulls[0], pulls[1]) if arm == 0 else (pulls[0], 2 * pulls[1])
            total += factor * after(longer, (t, starts[1]) if arm == 0 else (starts[0], t))
        return total

    return after((1, 1), (1, 2))


def _running(table: Rows, arm: int) -> list[Fraction]:
    """The sums of the first 0, 1, 2, ... rewards of an arm."""
    return list(accumulate((exact(row[arm]) for row in table), initial=Fraction(0)))
