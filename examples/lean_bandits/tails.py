"""Four statements about tails, false as printed: what the print leaves out, its Lean has."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from banditproof.claims import Sides, Verdict, checks, mutant, points
from banditproof.theory.balls import ball

Law = dict[int, Fraction]
CHERNOFF = "Other laws and numbers: by exponential moments, in words."


def signs(n: int, independent: bool = True) -> Law:
    """The law of the sum of n signs, independent or all equal."""
    if not independent and n:
        return {-n: Fraction(1, 2), n: Fraction(1, 2)}
    return {2 * k - n: Fraction(comb(n, k), 2**n) for k in range(n + 1)}


def pairs_of_sums(independent: bool) -> Iterator[tuple[int, int, Law, Law]]:
    """X_i = 1 + sign and no Y; then one constant X_1 = 2 and two or more signs Y_i."""
    for n in (1, 2, 4, 8):
        yield n, 0, {n + x: p for x, p in signs(n, independent).items()}, {0: Fraction(1)}
    for m in (2, 3, 6):
        yield 0, m, {2: Fraction(1)}, signs(m, independent)


@checks(
    "lean.lem-measure_sum_le_sum_le",
    subjects={"independent": (False, True), "all_of_y": (False, True)},
)
@mutant("sharper: half of the variances", two=Fraction(1))
@mutant("the signs are equal", independent=False)
@mutant("one of the variances of Y", all_of_y=False)
def one_sum_above_the_other(
    independent: bool, all_of_y: bool, two: Fraction = Fraction(2)
) -> Verdict:
    """Exact probabilities against the bound: a sign is 1-sub-Gaussian, a constant for 0."""
    sides = Sides()
    for n, m, upper, lower in pairs_of_sums(independent):
        mean = sum((x * p for x, p in upper.items()), Fraction(0))
        joint = product(upper.items(), lower.items())
        exact = sum((p * q for (x, p), (y, q) in joint if y >= x), Fraction(0))
        variances = n + (m if all_of_y else min(m, 1))
        bound = (-ball(mean**2 / (two * variances))).exp()
        case = {"signs_of_X": n, "signs_of_Y": m, "probability": exact}
        sides.at_most_or_repair(exact, bound, "The probability is larger than the bound.", **case)
    return points(
        "The probability is at most the bound.",
        covered="Up to 8 signs in X with no Y, and up to 6 in Y with a constant X.",
        not_covered=CHERNOFF,
        sharpness=sides.sharpness,
    )


def runs(t: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Actions and coins of t rounds of three policies: one arm, in turns, stay after a 1."""
    for coins in product((0, 1), repeat=t):
        yield (0,) * t, coins
        yield tuple(s % 2 for s in range(t)), coins
        stays = [0]
        for coin in coins:
            stays.append(stays[-1] if coin else 1 - stays[-1])
        yield tuple(stays[:t]), coins


POLICIES = 3


def sets_of_pairs(t: int) -> Iterator[set[tuple[int, int]]]:
    """Sets of a count and a sum: each single pair, all pairs of one count, and a half plane."""
    pairs = [(n, x) for n in range(t + 1) for x in range(n + 1)]
    yield from ({pair} for pair in pairs)
    yield from ({(n, x) for x in range(n + 1)} for n in range(t + 1))
    yield {(n, x) for n, x in pairs if 2 * x >= n}


@checks("lean.lem-prob_pullCount_prod_sumRewards_mem_le", subjects={"last": (-1, 0)})
@mutant("sharper: half of the sum", part=Fraction(1, 2))
def union_over_counts(last: int, part: Fraction = Fraction(1)) -> Verdict:
    """Fair coins and three policies, up to five rounds; the sum ends at k = t + last."""
    sides = Sides()
    for t in range(1, 6):
        every = list(runs(t))
        for B, policy in product(sets_of_pairs(t), range(POLICIES)):
            hits = 0
            for actions, coins in every[policy::POLICIES]:
                mine = [coin for a, coin in zip(actions, coins, strict=True) if a == 0]
                hits += (len(mine), sum(mine)) in B
            sums = {x for _, x in B}
            counts = {k for k, _ in B if k <= t + last}
            total = sum(
                (Fraction(comb(k, x), 2**k) for k in counts for x in sums if x <= k), Fraction(0)
            )
            finding = "The arm that is pulled in every round has the count t, which is left out."
            case = {"t": t, "policy": policy, "B": sorted(B)[:3]}
            sides.at_most_or_repair(Fraction(hits, 2**t), part * total, finding, **case)
    return points(
        "The probability is at most the sum.",
        covered="Fair coins, three policies of two arms, up to 5 rounds, three kinds of sets.",
        not_covered="Others: the sum of the first k rewards in each case, in words.",
        sharpness=sides.sharpness,
    )


EXPONENTS = (Fraction(1, 4), Fraction(7, 10), Fraction(1), Fraction(2))


def tail(k: int, proxy: int, c: Fraction, n: int) -> Fraction:
    """P(sum of k signs <= -sqrt(2 c k log(n + 1))), times the root of the proxy on both sides."""
    if proxy == 0:
        return Fraction(1)  # the sum and the bound are 0
    squared = ball(2 * c * k) * ball(n + 1).log()

    def far(x: int) -> bool:
        return x <= 0 if n == 0 else x < 0 and bool(squared <= x * x)

    return sum((p for x, p in signs(k).items() if far(x)), Fraction(0))


def power(n: int, c: Fraction) -> Any:
    """(n + 1)^-c."""
    return (-ball(c) * ball(n + 1).log()).exp()


NO_NOISE = "For proxy 0 the rewards are their mean, and the event is certain."


@checks("lean.lem-prob_sum_le_sqrt_log", subjects={"proxies": ((0, 1), (1, 4))})
@mutant("sharper: the exponent twice", times=2)
def tail_at_a_logarithm(proxies: tuple[int, int], times: int = 1) -> Verdict:
    """Signs times the root of the proxy, whose two tails are equal."""
    sides = Sides()
    for proxy, c, k, n in product(proxies, EXPONENTS, (1, 2, 5), (0, 1, 2, 7)):
        exact = tail(k, proxy, c, n)
        case = {"sigma2": proxy, "c": c, "k": k, "n": n, "probability": exact}
        sides.at_most_or_repair(exact, power(n, times * c), NO_NOISE, **case)
    return points(
        "Each tail is at most the bound.",
        covered="One, two and five signs, four exponents.",
        not_covered=CHERNOFF,
        sharpness=sides.sharpness,
    )


@checks("lean.lem-prob_ucbIndex_le", subjects={"proxies": ((0, 1), (1, 4))})
@mutant("sharper: (n + 1)^(-2c)", sharper=True)
def index_misses_the_mean(proxies: tuple[int, int], sharper: bool = False) -> Verdict:
    """An arm that is pulled in each round, with signs around its mean: N = n."""
    sides = Sides()
    for proxy, c, n in product(proxies, EXPONENTS, (1, 2, 4, 7)):
        exact = tail(n, proxy, c, n)
        bound = power(n, 2 * c if sharper else c - 1)
        case = {"sigma2": proxy, "c": c, "n": n, "probability": exact}
        sides.at_most_or_repair(exact, bound, NO_NOISE, **case)
    return points(
        "The probability is at most the bound.",
        covered="An arm that is pulled up to 7 times, four exponents.",
        not_covered="Other arms and algorithms: by the sum over counts, in words.",
        sharpness=sides.sharpness,
    )
