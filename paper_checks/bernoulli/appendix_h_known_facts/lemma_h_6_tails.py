"""Claims about sums of independent variables: Lemma H.6 (Chernoff) and Lemma H.7 (maxima)."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, product
from typing import Any
from flint import arb
from banditproof.paper_checks.bernoulli.appendix_d_concentration.private_deviations import decay
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.vocabulary import need, needs_repair, points, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration.poisson_binomial import (
    Side,
    bernoulli_chernoff,
    poisson_binomial_tail,
)
from banditproof.theory.concentration.random_walk import walk_maximum_bound, walk_maximum_tail
from banditproof.verify.evidence import Grade

Means = tuple[Fraction, ...]
Bound = Callable[[Fraction, Means, Side], Enclosure]


def chernoff(threshold: Fraction, means: Means, side: Side) -> Enclosure:
    """exp(-n kl(a/n, average mean)), enclosed."""
    n = len(means)
    return certify(bernoulli_chernoff, threshold, n, sum(means) / n, side, digits=15)


def _swapped(threshold: Fraction, means: Means, side: Side) -> Enclosure:
    """Wrong: the arguments of kl are exchanged."""
    n, mean = len(means), sum(means, Fraction(0)) / len(means)
    other: Side = "lower" if side == "upper" else "upper"
    share = min(max(threshold / n, Fraction(0)), Fraction(1))
    return certify(bernoulli_chernoff, mean * n, n, share, other, digits=15)


def _squared(threshold: Fraction, means: Means, side: Side) -> Enclosure:
    """Wrong: twice the exponent."""
    return chernoff(threshold, means, side) ** 2


def _faster(threshold: Fraction, means: Means, side: Side) -> Enclosure:
    """Wrong: the exponent is one percent larger."""
    n = len(means)
    if not 0 <= threshold <= n or sum(means) in (0, n):
        return chernoff(threshold, means, side)
    rate = certify(kl, threshold / n, sum(means, Fraction(0)) / n, digits=15)
    return decay(Fraction(101, 100) * n * rate)


def _largest_mean(threshold: Fraction, means: Means, side: Side) -> Enclosure:
    """Wrong: all means are replaced by the extreme one on the other side."""
    extreme = min(means) if side == "upper" else max(means)
    return chernoff(threshold, (extreme,) * len(means), side)


def _mean_lists(source: random.Random) -> Iterator[Means]:
    for texts in ("1/2", "0 1", "0 0 0", "1 1 1", "0.000001 1/2 0.999999", "0.5 0.51", "0.8 0.79"):
        yield tuple(map(Fraction, texts.split()))
    for _ in range(25):
        n = source.randrange(1, 13)
        spread = source.choice((1, 4))
        yield tuple(Fraction(source.randrange(0, 21), 20) ** spread for _ in range(n))


@checks("bern.lemH.6")
@mutant("arguments of kl exchanged", bound=_swapped)
@mutant("exponent doubled", bound=_squared)
@mutant("exponent of the largest mean", bound=_largest_mean)
@mutant("sharper: 99 % of the bound", bound=lambda *of: chernoff(*of) * Fraction(99, 100))
@mutant("sharper: exponent 1 % larger", bound=_faster)
def chernoff_with_unequal_means(bound: Bound = chernoff) -> Verdict:
    """Markov's inequality for e^{sS}, and log(1 - p + p e^s) is concave in p (Jensen).

    The slope is the difference of the log-odds of a/n and of the average mean; at a = n (and 0) it
    tends to infinity, where the product of the p_i is at most the power of their mean (Jensen for
    the logarithm). Checked besides: exact Poisson-binomial tails at all thresholds.
    """
    sides = Sides()
    for means in _mean_lists(random.Random(6)):
        mu, n = sum(means), len(means)
        for a in (Fraction(i, 2) for i in range(-2, 2 * n + 3)):
            if a == mu:
                continue
            side: Side = "upper" if a > mu else "lower"
            tail, limit = poisson_binomial_tail(means, a, side), bound(a, means, side)
            finding = f"The {side} tail exceeds the bound."
            if limit.width == 0 or (a in (0, n) and len(set(means)) == 1):  # attained
                require(tail <= limit.hi, finding, p=means, a=a, tail=tail, bound=limit)
                if len(set(means)) == 1:
                    finding = "The bound is not attained at the end, where both are a power."
                    require(limit.lo <= tail, finding, p=means, a=a, tail=tail, bound=limit)
            else:
                sides.at_most(tail, limit, finding, p=means, a=a)
    _require_concave_moments()
    return points(
        covered="The moments are concave in p and the exponent at the best slope is n kl, "
        f"symbolically. {sides.cases} tails of up to 12 variables with unequal means, exact, at "
        "whole and half thresholds from -1 to n + 1.",
        sharpness=sides.sharpness,
    )


def _require_concave_moments() -> None:
    """The two steps of the proof, symbolically."""
    import sympy as sp

    p, s, odds, other = sp.symbols("p s u v", positive=True)
    moments = sp.log(1 - p + p * sp.exp(s))
    curvature = (sp.exp(s) - 1) ** 2 / (1 - p + p * sp.exp(s)) ** 2
    x, y = odds / (1 + odds), other / (1 + other)  # the slope is log(u/v)
    divergence = x * sp.log(x / y) + (1 - x) * sp.log((1 + other) / (1 + odds))
    exponent = x * sp.log(odds / other) - sp.log(sp.simplify(1 - y + y * odds / other))
    require_zero(
        concave_in_p=sp.diff(moments, p, 2) + curvature,
        best_slope=sp.simplify(sp.expand_log(exponent - divergence, force=True)),
    )


Tail = Callable[[int, Fraction, Fraction, Fraction, Fraction], Fraction]
"""Pr[max over s <= n of X_1 + ... + X_s > level] from n, Pr[high], high, low, level."""


def equal_steps(n: int, p: Fraction, high: Fraction, low: Fraction, level: Fraction) -> Fraction:
    """The tail when all steps are one and the same variable."""
    steps = ((p, high), (1 - p, low))
    return sum((mass for mass, step in steps if max(step, n * step) > level), Fraction(0))


RISES = (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10))
STEPS = ((1, 0), (1, -1), (2, 0), (3, -2))


def _walks(
    tail: Tail, sizes: tuple[int, ...]
) -> Iterator[tuple[Fraction, Enclosure, dict[str, Any]]]:
    """Exact probabilities that the maximum is too large, with Doob's bounds, and where."""
    for (high, low), p in product(STEPS, RISES):
        mu = p * high + (1 - p) * low
        if mu <= 0:
            continue
        for eta, n in product((Fraction(1, 10), Fraction(1, 2)), sizes):
            exact = tail(n, p, Fraction(high), Fraction(low), (1 + eta) * n * mu)
            limit = certify(walk_maximum_bound, n, eta, mu, high - low, digits=12)
            case = {"step": high, "with_probability": p, "else": low, "eta": eta, "n": n}
            yield exact, limit, {**case, "too_large": exact, "bound": limit}


@checks("bern.lemH.7")
@mutant("independent steps only", tails=(walk_maximum_tail,))
def maximal_inequality_as_printed(
    tails: tuple[Tail, ...] = (walk_maximum_tail, equal_steps),
) -> Verdict:
    """One variable repeated for ever keeps its mean and its sigma, and does not concentrate."""
    walks = (walk for tail in tails for walk in _walks(tail, (5, 40)))
    if all(exact <= limit.hi for exact, limit, _ in walks):
        return points()
    half = eta = Fraction(1, 2)
    high, low, mu = Fraction(2), Fraction(0), 1
    stuck = {n: equal_steps(n, half, high, low, (1 + eta) * n * mu) for n in (1, 9)}
    need(set(stuck.values()) == {half}, "The repeated variable concentrates", at=stuck)
    return needs_repair(
        along=prover_shows(
            "2*n > (1 + 1/2)*n",
            "n in [1, inf)",
            "the maximum n X is above (1 + eta) n mu where X = 2, with probability 1/2",
        ),
        witness="The maximum of the sums is n X, so its probability is the same for every n.",
        grade=Grade.PROVED,
        steps=f"X_1 = X_2 = ... = X, Pr[X = {high}] = Pr[X = {low}] = {half}",
        mu=mu,
        sigma=(high - low) / 2,
        eta=eta,
        **{"Pr[maximum <= (1 + eta) n mu]": 1 - stuck[9]},
    )


@checks("bern.lemH.7.repaired")
@mutant("sharper: exponent 1 % larger", faster=Fraction(201, 200))
@mutant("one variable repeated", tail=equal_steps)
@mutant(
    "half the level",
    tail=lambda n, p, high, low, level: walk_maximum_tail(n, p, high, low, level / 2),
)
def maximal_inequality(
    tail: Tail = walk_maximum_tail, faster: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Ville's inequality for exp(c (S_s - s mu) - c^2 sigma^2 s / 2), c = eta mu / sigma^2.

    Where S_s > (1 + eta) n mu with s <= n, its exponent is at least n eta^2 mu^2 / (2 sigma^2).
    Checked besides: the exact law of the maximum of walks with two step values, and one long walk
    with normal steps, whose last value alone nearly reaches the bound.
    """
    _require_law_of_maximum()
    sides = Sides()
    for exact, limit, case in _walks(tail, (5, 20, 80)):
        sides.at_most(exact, limit, "The maximum of the walk is too large too often.", **case)
    n, eta, half = 10**6, Fraction(1, 10), Fraction(1, 2)  # steps of mean and deviation 1/2
    with working_precision(128):
        last = Enclosure.of((ball(eta * 1000) / arb(2).sqrt()).erfc() / 2)
    limit = certify(walk_maximum_bound, n, eta * faster, half, 1, digits=12)
    finding = "The last value of the walk is too large too often."
    sides.at_most(last, limit, finding, steps="normal", eta=eta, n=n)
    return proof.verdict(
        instances=f"{sides.cases - 1} exact laws of the maximum of walks with two step values, n "
        "up to 80, and the last value of 10^6 normal steps.",
        sharpness=sides.sharpness,
    )


def _require_law_of_maximum() -> None:
    """The exact law of the maximum is that of all paths of six steps."""
    for (high, low), p, level in product(STEPS, RISES, map(Fraction, ("1", "5/2", "4"))):
        mass = Fraction(0)
        for path in product((True, False), repeat=6):
            sums = accumulate(high if up else low for up in path)
            mass += p ** sum(path) * (1 - p) ** (6 - sum(path)) * (max(sums) > level)
        result = walk_maximum_tail(6, p, Fraction(high), Fraction(low), level)
        finding = "The law of the maximum differs."
        require(result == mass, finding, step=high, otherwise=low, p=p, level=level, found=result)
