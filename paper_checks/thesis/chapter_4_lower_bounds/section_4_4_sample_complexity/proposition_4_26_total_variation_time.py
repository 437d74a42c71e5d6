"""Claims about T*_TV for Bernoulli arms, and its comparison with T*_KL."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import BernoulliBandit
from banditproof.verify.evidence import Grade
from .corollary_4_25_characteristic_times import MANY, THREE, TWO, random_bandits, variation_time

Gaps = Sequence[Fraction]
Formula = Callable[[Gaps], Fraction]
Ratios = Callable[[Gaps], list[Fraction]]
"""w_a / w_1 of the suboptimal arms."""


def edges() -> list[BernoulliBandit]:
    """Means at 0 and 1, ties among the others, very small and very different gaps."""
    return [
        BernoulliBandit((1, 0)),
        BernoulliBandit((1, "0.5", "0.5", 0)),
        BernoulliBandit(("0.501", "0.5", "0.499")),
        BernoulliBandit((Fraction(1, 2) + Fraction(1, 10**9), "0.5", 0)),
    ]


def gaps_of(bandit: BernoulliBandit) -> list[Fraction]:
    """The gaps of the suboptimal arms."""
    return [bandit.gaps[arm] for arm in bandit.suboptimal_arms]


def printed_time(gaps: Gaps) -> Fraction:
    """1/Delta_min + sum of 1/Delta_a over the other arms."""
    return 1 / min(gaps) + sum((1 / gap for gap in gaps), Fraction(0))


def cheapest(best: Fraction, other: Fraction, first: Fraction, second: Fraction) -> Fraction:
    """inf of w_1 |mu_1 - r_1| + w_a |mu_a - r_a| over r_a > r_1 in (0, 1), where they meet.

    Moving beyond the meeting point costs more, and on r_1 = r_a it is convex and piecewise linear
    with kinks at the two means: the least value is at one of these, or at an end.
    """
    places = (best, other, Fraction(0), Fraction(1))
    return min(first * abs(best - r) + second * abs(other - r) for r in places)


def printed_ratios(gaps: Gaps) -> list[Fraction]:
    """Delta_min / Delta_a."""
    return [min(gaps) / gap for gap in gaps]


def allocation_value(bandit: BernoulliBandit, ratios: Ratios = printed_ratios) -> Fraction:
    """The inner infimum at the allocation with these ratios."""
    best, gaps = bandit.best_mean, gaps_of(bandit)
    x = ratios(gaps)
    total = 1 + sum(x, Fraction(0))
    return min(
        cheapest(best, best - gap, 1 / total, part / total)
        for gap, part in zip(gaps, x, strict=True)
    )


def mixture_value(bandit: BernoulliBandit) -> Fraction:
    """What no allocation exceeds: the largest mean price per weight of a mixture of alternatives.

    Share 1/Delta_a: arm a moved up to mu_1, at the price w_a Delta_a. Share 1/Delta_min: arm 1
    moved down to the second best, at the price w_1 Delta_min. The prices add up to the sum of w.
    """
    gaps = gaps_of(bandit)
    shares = [1 / min(gaps), *(1 / gap for gap in gaps)]
    prices = [share * gap for share, gap in zip(shares, [min(gaps), *gaps], strict=True)]
    return max(prices) / sum(shares)


@checks("thesis.prop4.26")
@mutant("the sum alone", formula=lambda gaps: printed_time(gaps) - 1 / min(gaps))
@mutant("the first term twice", formula=lambda g: printed_time(g) + 1 / min(g))
@mutant("sharper: K - 1/100 for K", top=Fraction(-1, 100))
@mutant("sharper: 2.01/Delta_min on the left", least=Fraction("2.01"))
@mutant("squared ratios", ratios=lambda gaps: [ratio**2 for ratio in printed_ratios(gaps)])
def total_variation_time_claim(
    formula: Formula = printed_time,
    top: Fraction = Fraction(0),
    ratios: Ratios = printed_ratios,
    least: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps; an allocation and a mixture of alternatives with one value, exactly."""
    sides = Sides()
    for bandit in [MANY, TWO, THREE, *edges(), *random_bandits(426, 60)]:
        gaps, value = gaps_of(bandit), formula(gaps_of(bandit))
        low, high = least / min(gaps), (bandit.arms + top) / min(gaps)
        attained = allocation_value(bandit, ratios)
        case = dict[str, Any](nu=bandit, value=value)
        exact = attained == mixture_value(bandit) == 1 / value
        finding = "The formula is wrong."
        require(exact, finding, Grade.PROVED, **case, attained=1 / attained)
        sides.at_most(low, value, "The lower end is wrong.", **case)
        sides.at_most(value, high, "The upper end is wrong.", **case)
        library = variation_time(bandit)
        require(library == value, "The library differs.", Grade.PROVED, **case)
    return proof.verdict(
        numbers={"T*_TV of 0.9, 0.8, 0.2 (x 7)": printed_time(gaps_of(MANY))},
        sharpness=sides.sharpness,
    )


def values_of_games() -> Iterator[dict[str, Fraction]]:
    """The game with total variation: what an allocation secures, and a mixture of alternatives."""
    for bandit in (MANY, TWO, THREE):
        first, second = allocation_value(bandit), mixture_value(bandit)
        yield {"low": first, "bound": first, "inner": first, "laws": first, "high": second}


@checks("thesis.sec4.4.zero_sum")
@mutant("MIN without mixtures", upper=lambda bandit: min(gaps_of(bandit)) / 2)
@mutant("sharper: one per cent more", upper=lambda b: mixture_value(b) * Fraction(99, 100))
def value_of_a_game(
    upper: Callable[[BernoulliBandit], Fraction] | None = None, proof: Proof = WRITTEN
) -> Verdict:
    """Both values of the game with total variation, exact; in general it is Sion's theorem."""
    of_mixtures = upper or mixture_value
    for bandit in [MANY, TWO, THREE, *edges()]:
        first, second = allocation_value(bandit), of_mixtures(bandit)
        require(first == second, "The game has two values.", nu=bandit, MAX=first, MIN=second)
    return proof.verdict()
