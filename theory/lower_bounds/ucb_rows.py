"""Printed upper bounds of UCB, without privacy: what an index policy is known to reach."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Side
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import Bandit, BernoulliBandit
from banditproof.theory.number_text import number_text
from .bound import COEFFICIENT, REGRET, Bound, Hypothesis
from .request import Request
from .section import TRIVIAL


def ucb_rows(request: Request) -> list[Bound]:
    """The bounds of UCB at a horizon, and its coefficient of log T if KL-UCB has no bound.

    >>> from banditproof.theory import GaussianBandit
    >>> rows = ucb_rows(Request(GaussianBandit((1, "0.5"))))
    >>> [float(row.enclosure) for row in rows]
    [4.0]
    """
    bandit, time = request.bandit, request.horizon
    needs: tuple[Hypothesis, ...] = (_one_subgaussian(bandit),)
    gaps = [bandit.gaps[a] for a in bandit.suboptimal_arms]
    inverses = sum((1 / gap for gap in gaps), Fraction(0))
    sums = sum(gaps, Fraction(0))
    rows = []

    trivial = trivial_bound(request)
    if not isinstance(bandit, BernoulliBandit):
        rows.append(
            request.stated(
                "UCB upper bound, without privacy",
                "thesis.thm2.24",
                Side.UPPER,
                COEFFICIENT,
                lambda: enclose(lambda: ball(2 * inverses), request.digits),
                hypotheses=needs,
                note="plus o(log T)",
            )
        )
    if time is not None:
        claim, arms = "thesis.thm2.23", request.arms
        needs = (*needs, ("a whole number T", time.denominator == 1))
        rows += [
            request.stated(
                "UCB upper bound of this instance, without privacy",
                claim,
                Side.UPPER,
                REGRET,
                lambda: enclose(
                    lambda: ball(3 * sums) + 16 * ball(inverses) * ball(time).log(), request.digits
                ),
                hypotheses=needs,
                note="UCB with confidence 1/T^2: 3 sum gap + 16 log(T) sum 1/gap",
                regime=trivial,
            ),
            request.stated(
                "UCB upper bound without the gaps, without privacy",
                claim,
                Side.UPPER,
                REGRET,
                lambda: enclose(
                    lambda: 8 * (ball(time * arms) * ball(time).log()).sqrt() + ball(3 * sums),
                    request.digits,
                ),
                hypotheses=needs,
                note="UCB with confidence 1/T^2: 8 sqrt(T K log T) + 3 sum gap",
                regime=trivial,
            ),
        ]
    return rows


def trivial_bound(request: Request) -> Callable[[Enclosure], str | None]:
    """Whether a bound says less than that each round costs the largest gap at most."""
    gaps = [request.bandit.gaps[a] for a in request.bandit.suboptimal_arms]
    most = (request.horizon or 0) * max(gaps, default=Fraction(0))

    def trivial(number: Enclosure) -> str | None:
        if number.lo <= most:
            return None
        return f"{TRIVIAL}, T times the largest gap = {number_text(most)}"

    return trivial


def _one_subgaussian(bandit: Bandit) -> Hypothesis:
    return ("rewards that are 1-subgaussian", all(law.subgaussian <= 1 for law in bandit.laws))
