"""Upper bounds of AdaC-UCB under zCDP: what a private index policy is known to reach."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import floor, log10
from flint import arb
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import BernoulliBandit, FiniteSupportBandit
from banditproof.theory.number_text import number_text
from .bound import REGRET, Bound, Hypothesis
from .request import Request
from .ucb_rows import trivial_bound

FIGURES = 3
"""How many digits of beta - 3 are kept."""


def adac_ucb_rows(request: Request) -> list[Bound]:
    """The bounds of AdaC-UCB at a horizon for a budget rho, with the best beta > 3 for each.

    sum_a (8 beta log T/gap + 8 sqrt(beta log T/rho) + gap (beta-2)/(beta-3)) over suboptimal arms,
    and 2 sqrt(2 beta K T log T) + 8 k sqrt(beta log T/rho) + (beta-2)/(beta-3) sum gap for k of
    them. Concentrated Differential Privacy for Bandits, Theorems 10 and 11, with the constants
    that their proofs give.

    >>> rows = adac_ucb_rows(
    ...     Request(BernoulliBandit((1, 0)), rho=Fraction(1), horizon=Fraction(10**6))
    ... )
    >>> [(round(float(row.enclosure), 3), row.note[:27]) for row in rows]
    [(405.897, 'AdaC-UCB with beta = 3.0917'), (25935.169, 'AdaC-UCB with beta = 3.0153')]
    """
    rho, time = request.rho, request.horizon
    if rho is None or time is None:
        return []
    bandit = request.bandit
    gaps = [bandit.gaps[a] for a in bandit.suboptimal_arms]
    inverses = sum((1 / gap for gap in gaps), Fraction(0))
    sums = sum(gaps, Fraction(0))
    needs: tuple[Hypothesis, ...] = (
        ("rewards in [0, 1]", in_the_unit_interval(request)),
        ("a whole number T", time.denominator == 1),
    )

    def log() -> arb:
        return ball(time).log()

    def private(beta: Fraction) -> arb:
        last = ball((beta - 2) / (beta - 3) * sums)
        return 8 * len(gaps) * (ball(beta / rho) * log()).sqrt() + last

    def by_gaps(beta: Fraction) -> arb:
        return ball(8 * beta * inverses) * log() + private(beta)

    def gap_free(beta: Fraction) -> arb:
        return 2 * (ball(2 * beta * request.arms * time) * log()).sqrt() + private(beta)

    with working_precision(64):
        root = 4 * len(gaps) * (log() / ball(rho)).sqrt()
        free = (ball(2 * request.arms * time) * log()).sqrt()
        slopes = (
            lambda beta: ball(8 * inverses) * log() + root / ball(beta).sqrt(),
            lambda beta: (free + root) / ball(beta).sqrt(),
        )
        betas = [best_beta(sums, slope) for slope in slopes]
    rows = []
    for name, claim, words, value, beta in (
        (
            "AdaC-UCB upper bound of this instance",
            "zcdp.thm10.sharper",
            "sum of 8 beta log(T)/gap + 8 sqrt(beta log(T)/rho) + gap (beta-2)/(beta-3)",
            by_gaps,
            betas[0],
        ),
        (
            "AdaC-UCB upper bound without the gaps",
            "zcdp.thm11.sharper",
            "2 sqrt(2 beta K T log T) + 8 k sqrt(beta log(T)/rho) + (beta-2)/(beta-3) sum gap",
            gap_free,
            betas[1],
        ),
    ):
        note = (
            f"AdaC-UCB with beta = {number_text(beta)}, the best one > 3 here to {FIGURES} digits "
            f"of beta - 3: {words}"
        )
        rows.append(
            request.stated(
                name,
                claim,
                Side.UPPER,
                REGRET,
                partial(enclose, partial(value, beta), request.digits),
                hypotheses=needs,
                note=note,
                privacy=Privacy.ZCDP,
                status=Status.OURS,
                regime=trivial_bound(request),
            )
        )
    return rows


def best_beta(sums: Fraction, slope: Callable[[Fraction], arb]) -> Fraction:
    """beta > 3 where a bound with the last term sums/(beta-3) and this slope is least, or near it.

    (beta-3)^2 = sums/slope(beta), iterated from beta = 3 and rounded; any beta > 3 is allowed.

    >>> best_beta(Fraction(1), lambda beta: ball(400))
    Fraction(61, 20)
    """
    beta = Fraction(3)
    for _ in range(4):
        if not sums:
            return beta + 1
        more = Enclosure.of((ball(sums) / slope(beta)).sqrt()).upper
        beta = 3 + _rounded(more)
    return beta


def _rounded(number: Fraction) -> Fraction:
    """A positive number to a few figures."""
    shift = floor(log10(number.numerator) - log10(number.denominator)) - FIGURES + 1
    scale = Fraction(10) ** shift
    return round(number / scale) * scale


def in_the_unit_interval(request: Request) -> bool:
    """Whether the rewards of the instance are known to lie in [0, 1]."""
    bandit = request.bandit
    if isinstance(bandit, FiniteSupportBandit):
        return all(0 <= exact(point) <= 1 for point in bandit.points)
    return isinstance(bandit, BernoulliBandit)
