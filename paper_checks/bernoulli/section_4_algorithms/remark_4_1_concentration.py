"""The discussion (a) to (c) after Proposition 4.1."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail
from banditproof.theory.concentration.separate_noise import (
    noisy_rate,
    separate_rate,
    separate_threshold,
)
from ..appendix_d_concentration.private_deviations import EXTREMES, Deviation, decay, deviations

Rate = Callable[[Fraction, Fraction, Fraction], Enclosure]

MEANS = tuple(map(Fraction, ("1/2", "1/20", "9/10", "1/1000")))
SHARES = tuple(map(Fraction, ("1/50", "1/3", "1")))
BUDGETS = tuple(map(Fraction, ("1/100", "1/2", "2", "8")))
POINTS = tuple((mu + s * (1 - mu), mu, e) for mu, s, e in product(MEANS, SHARES, BUDGETS))
"""Triples (x, mu, eps) with x > mu; the other side is the mirror."""


WIDE = Deviation(Fraction("0.999"), 1, Fraction("0.999"), 400, Fraction(5000), "upper")
"""One noise is small beside the distance 1/1000 of x and 1, and 400 are large."""


def private(x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, mu)."""
    return certify(d_eps, x, mu, eps, digits=15)


def _times(factor: str) -> dict[str, Rate]:
    """The rate times a factor."""
    return {"rate": lambda x, mu, eps: Fraction(factor) * private(x, mu, eps)}


@checks(
    "bern.rem4.1.chernoff",
    mutants={
        "transport only": {"rate": lambda x, mu, eps: Enclosure.of(eps * abs(x - mu))},
        "arguments swapped": {"rate": lambda x, mu, eps: private(mu, x, eps)},
        "half the budget": {"rate": lambda x, mu, eps: private(x, mu, eps / 2)},
        "sharper: 1 % above kl": _times("1.01"),
    },
)
def private_chernoff(rate: Rate = private, proof: Proof = WRITTEN) -> Verdict:
    """d_eps <= kl by z = x; at the difference of log-odds its dual value is kl, if that is <= eps.

    So for eps at least that difference the two exponents are the same.
    """
    sides, equal = Sides(), 0
    near = [(Fraction(3, 4), Fraction(1, 2), Fraction(e)) for e in ("1.05", "1.15")]
    for x, mu, eps in (*POINTS, *near):  # the difference of the log-odds of 3/4 and 1/2 is 1.0986
        value, limit = rate(x, mu, eps), certify(kl, x, mu, digits=15)
        case: dict[str, Any] = {"x": x, "mu": mu, "eps": eps}
        if x < 1 and certify(privacy_threshold, x, mu, digits=15) <= eps:
            same = value.lo <= limit.hi and limit.lo <= value.hi
            require(same, "The exponent is not kl.", **case, rate=value, kl=limit)
            equal += 1
        else:
            sides.below(value, limit, "The exponent is not below kl.", **case)
    return proof.verdict(
        instances=f"{len(POINTS) + len(near)} points in balls, {equal} of them equal.",
        sharpness=sides.sharpness,
    )


@checks("bern.rem4.1.many_noises")
@mutant("kl", rate=lambda x, mu, eps: certify(kl, x, mu, digits=15))
@mutant("half the budget", rate=lambda x, mu, eps: private(x, mu, eps / 2))
@mutant("sharper: 0.9 of the loss", loss=Fraction(9, 10))
@mutant("sharper: 0.6 of the probability", part=Fraction(3, 5))
def negligible_noises(
    rate: Rate = private, loss: Fraction = Fraction(1), part: Fraction = Fraction(1, 2)
) -> Verdict:
    """From below: m - 1 further noises are at least 0 with probability 1/2 or more.

    From above: the form c = m/n of bern.lemD.3.sharper loses at most (m/n)(d + log(n/m)) in the
    exponent. The exponent for m = 1 itself tends to d: for whole k <= n x, Pr[S_n = k] is
    e^{-n kl(k/n, mu)} times the mass of Bin(n, k/n) at k, its likeliest of n + 1 values, and the
    noise is at least n x - k with probability e^{-eps (nx-k)}/2. So Pr >= e^{-n d'}/(2(n+1)), with
    d' the minimum that defines d_eps over the z = k/n, and d' -> d, as kl(., mu) is continuous on
    [0, 1] for 0 < mu < 1 (at the means 0 and 1 there is one k). Checked besides: the Chernoff
    exponent with r n noises, and exact probabilities.
    """
    _require_likeliest()
    sides = Sides()
    for x, mu, eps in POINTS:
        one = rate(x, mu, eps)
        for r in map(Fraction, ("1/10", "1/10000", "1/100000000")):
            many = certify(noisy_rate, x, mu, eps, r, digits=15)
            slack = r * (one + certify(kl, 1, r, digits=15))  # kl(1, r) = log(1/r)
            case: dict[str, Any] = {"x": x, "mu": mu, "eps": eps, "r": r}
            require(many < one, "The exponent with r n noises is not smaller.", **case, many=many)
            finding = "The exponent with r n noises loses more."
            sides.at_most(one - many, loss * slack, finding, **case)
    for event in (e for e in (WIDE, *EXTREMES, *deviations(20, seed=8)) if e.m > 1):
        single = event._replace(m=1).probability()
        finding = "The probability with m noises is below that share of the one with one."
        require(part * single <= event.probability(), finding, event=event)
    return points(sharpness=sides.sharpness)


def _require_likeliest() -> None:
    """The likeliest value of Bin(n, k/n) is k, so that its mass is at least 1/(n+1).

    The masses at j+1 and j have the ratio (n-j)p / ((j+1)(1-p)). For p = k/n, numerator minus
    denominator, times n, is k + n(k-1-j): at least 0 for j < k, and k - n(1+j-k) <= 0 for j >= k.
    """
    import sympy as sp

    n, k, j = sp.symbols("n k j", positive=True)
    p = k / n
    below, above = sp.symbols("below above", nonnegative=True)  # j = k - 1 - below or k + above
    rise = sp.expand(n * ((n - j) * p - (j + 1) * (1 - p)))
    require_zero(
        ratio=rise - (k + n * (k - 1 - j)),
        up_to_k=rise.subs(j, k - 1 - below) - (k + n * below),
        from_k_on=rise.subs(j, k + above) + (n - k) + n * above,
    )
    for size, x in product((1, 5, 20, 60), map(Fraction, ("2/3", "1"))):
        mu, eps = Fraction(1, 2), Fraction(1, 2)
        for count in range(int(size * x) + 1):
            share = Fraction(count, size)
            mass = comb(size, count) * share**count * (1 - share) ** (size - count)
            finding = "The likeliest value has a smaller mass."
            require(mass * (size + 1) >= 1, finding, n=size, k=count, mass=mass)
        event = Deviation(size * x, size, mu, 1, eps, "upper")
        grid = [Fraction(k, size) for k in range(int(size * x) + 1)]
        least = Enclosure.min(*(certify(kl, z, mu, digits=15) + eps * (x - z) for z in grid))
        floor = decay(size * least) / (2 * (size + 1))
        finding = "The probability for m = 1 is below its bound."
        require(floor <= event.probability(), finding, event=event)


@checks(
    "bern.rem4.1.tighter",
    mutants={
        "half the budget": {"rate": lambda x, mu, eps: private(x, mu, eps / 2)},
        "sharper: 0.98 of the exponent": _times("0.98"),
        "sharper: 0.98 of double the separate exponent": {"double": Fraction(196, 100)},
    },
)
def tighter_than_separate(
    rate: Rate = private, double: Fraction = Fraction(2), proof: Proof = WRITTEN
) -> Verdict:
    """For each z up to the threshold one of kl(z, mu), eps (x - z) is at least log(1/delta)/n.

    The first by Pinsker, if z - mu is at least the root. As exponents: with v the best separate
    one, kl(z, mu) = eps (x - z) = v at one z, so the minimum d_eps is at most 2v there, and at
    least v everywhere.
    """
    sides, doubled = Sides(), Sides()
    risks = (Fraction(1, 3), Fraction(1, 10**4))
    settings = [*product((50, 2000), MEANS, BUDGETS, risks)]
    for n, mu, eps, delta in [*settings, (10**6, Fraction(1, 2), Fraction(8), risks[0])]:
        threshold = certify(separate_threshold, n, mu, eps, delta, digits=25).lower
        if threshold <= 1:
            level = certify(kl, 1, delta, digits=25)  # log(1/delta)
            finding = "At the older threshold the bound is above delta."
            result = n * rate(threshold, mu, eps)
            sides.at_most(level, result, finding, n=n, mu=mu, eps=eps, delta=delta)
    extra = [(Fraction(1, 2) + s, Fraction(1, 2), e) for s, e in ((Fraction(1, 100), Fraction(4)),)]
    for x, mu, eps in (*POINTS, *extra):
        joint, apart = rate(x, mu, eps), certify(separate_rate, x, mu, eps, digits=15)
        case: dict[str, Any] = {"x": x, "mu": mu, "eps": eps}
        sides.at_most(apart, joint, "The exponent is below the best separate one.", **case)
        doubled.at_most(joint, double * apart, "It is above its double.", **case)
    return proof.verdict(
        numbers={"largest d_eps / 2v": doubled.sharpness and doubled.sharpness.ratio},
        sharpness=sides.sharpness,
    )


@checks("bern.rem4.1.separate")
@mutant("without the second term", weight=Fraction(0))
@mutant("sharper: 0.98 of the second term", weight=Fraction(49, 50))
def older_inequality(weight: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """If X < a and Y < 0, then X + Y < a."""
    sides = Sides()
    for p, a, eps in product(map(Fraction, ("1/1000", "1/2", "9/10")), (0, 1), (1, 50)):
        # X is Bernoulli(p), Y = Lap(1/eps)
        parts = ((1 - p, 0), (p, 1))
        tails = (
            q * certify(laplace_sum_tail, 1, Fraction(a - x), eps, digits=20) for q, x in parts
        )
        left = sum(tails, Enclosure.of(0))
        right = sum(q for q, x in parts if x >= a) + weight * Fraction(1, 2)
        sides.at_most(left, right, "The two terms are below the probability.", p=p, a=a, eps=eps)
    far = Fraction(1, 10**6)  # X = a - 10^-6 surely: the second term alone nearly suffices
    left, right = certify(laplace_sum_tail, 1, far, digits=20), weight * Fraction(1, 2)
    sides.at_most(left, right, "The second term is below the probability.", X="a - 1/1000000")
    return proof.verdict(sharpness=sides.sharpness)
