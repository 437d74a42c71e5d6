"""Claims about the moments and tails of the privacy loss under zCDP, below Definition 2.5."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import largest_ratio
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, renyi
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from ....verdicts.vocabulary import at_most, below, need, points, refuted, require
from .finite_privacy_losses import loss_law
from .gaussian_profile import normal_tail

Moments = Callable[[Fraction, arb], arb]
"""The logarithm of a bound of E[e^(rate Z)] from the rate and rho."""


def centred_bound(rate: Fraction, rho: arb) -> arb:
    """lambda^2 rho: what Definition 2.20 asks of a variable with proxy 2 rho."""
    return ball(rate) ** 2 * rho


def moment_bound(rate: Fraction, rho: arb) -> arb:
    """lambda (lambda + 1) rho: the bound that zCDP gives for lambda >= 0 and lambda <= -1."""
    return ball(rate) * (ball(rate) + 1) * rho


RATES = tuple(map(Fraction, ("1/1000", "1/10", "1/2", "1", "4", "40", "-1", "-3/2", "-5", "-40")))
ROUNDED = 1 + Fraction(1, 2**150)
"""What is attained must not fail by a rounding."""


def _moments(bound: Moments, odds: Fraction) -> Iterator[tuple[arb, arb, dict[str, Any]]]:
    """E[e^(rate Z)] of randomised response, its bound, and the case."""
    first, second = coin(odds, 0), coin(odds, 1)
    # tight: rho is the mean of Z, since D_alpha / alpha decreases for these two laws
    mean = kl_divergence(first, second)
    for rate in RATES:
        powers = [
            ball(p) * (ball(rate) * ball(r).log()).exp() for r, p in loss_law(first, second).items()
        ]
        value, promised = sum(powers, arb(0)), bound(rate, mean).exp() * ball(ROUNDED)
        case: dict[str, Any] = {
            "e^eps": odds,
            "E[Z] = rho": mean,
            "lambda": rate,
            "E[e^(lambda Z)]": value,
        }
        yield value, promised, {**case, "bound": promised}


def _square_below(rate: Fraction, rho: arb) -> arb:
    """Wrong: less than what zCDP gives at rates below -1."""
    return moment_bound(rate, rho) * (1 if rate >= -1 else arb("0.99"))


@checks("thesis.def2.5.moments")
@mutant("half of the exponent", moments=lambda *case: moment_bound(*case) / 2)
@mutant("a centred variable", moments=centred_bound)
@mutant("also for lambda in (-1, 0)", rates=(*RATES, Fraction(-1, 2)))
@mutant("sharper: lambda^2 for lambda <= -1", moments=_square_below)
@mutant("sharper: 0.99 of the exponent", moments=lambda *case: moment_bound(*case) * 99 / 100)
def moments_of_the_loss(
    moments: Moments = moment_bound, rates: tuple[Fraction, ...] = RATES, proof: Proof = WRITTEN
) -> Verdict:
    """The moments are those of Renyi divergences; Gaussian noise attains the bound."""
    need_own_divergences()
    sides = Sides()
    with working_precision(192):
        for rate in rates:
            # a mechanism that ignores its data has Z = 0 and is rho-zCDP for every rho
            promised = moments(rate, arb(1)).exp() * ball(ROUNDED)
            sides.at_most(arb(1), promised, "The loss 0 has a larger moment.", rho=1, rate=rate)
        for odds in map(Fraction, ("11/10", "3", "50")):
            for value, promised, case in _moments(moments, odds):
                sides.at_most(value, promised, "A moment is larger.", **case)
        for rho, rate in product(map(Fraction, ("1/50", "1", "9")), RATES):
            # Gaussian noise: Z has law N(rho, 2 rho)
            value = (ball(rate * rho) + ball(rate**2 * rho)).exp()
            promised = moments(rate, ball(rho)).exp() * ball(ROUNDED)
            finding = "The loss of Gaussian noise has a larger moment."
            sides.at_most(value, promised, finding, rho=rho, rate=rate)
    return proof.verdict(sharpness=sides.sharpness)


Tail = Callable[[arb, arb], arb]
"""A bound of Pr[Z > rho + t] from rho and t."""


def chernoff(rho: arb, t: arb) -> arb:
    """e^(-t^2 / (4 rho))."""
    return (-(t**2) / (4 * rho)).exp()


WIDE = ((Fraction(2, 5), Fraction(3, 5)), (Fraction(1, 250), Fraction(249, 250)))


def _require_tails(tail: Tail, sides: Sides) -> None:
    """Coins, where the prefactor is tight, and Gaussian noise, where the exponent is."""
    laws = [(coin(odds, 0), coin(odds, 1)) for odds in map(Fraction, ("11/10", "3", "1000"))]
    for first, second in (*laws, WIDE):
        rho = kl_divergence(first, second)
        if (first, second) == WIDE:
            rho = ball(
                Enclosure.max(zcdp_of_laws(first, second), zcdp_of_laws(second, first)).upper
            )
        for order in (2, 9, 80):
            need(at_most(renyi(first, second, order) / order, rho), "Another rho", P=first)
        edge = (ball(Fraction(largest_ratio(first, second))).log() - rho) * (1 - arb(2) ** -20)
        for t in (edge, *(rho * step / 5 for step in range(20))):
            # an outcome counts unless its loss is certainly at most rho + t
            above = (p for r, p in loss_law(first, second).items() if not ball(r).log() <= rho + t)
            result = sum(above, Fraction(0))
            case: dict[str, Any] = {"P": first, "Q": second, "rho": rho, "t": t}
            sides.at_most(ball(result), tail(rho, t), "The upper tail is heavier.", **case)
    for budget, u in product(map(Fraction, ("1/50", "1", "9")), (1, 5, 40, 1000)):
        rho = ball(budget)
        t = (2 * rho).sqrt() * u
        case = {"rho": rho, "u": u}
        finding = "The loss of Gaussian noise has a heavier tail."
        sides.at_most(normal_tail(arb(u)), tail(rho, t), finding, **case)
        lower = normal_tail((t + 2 * rho) / (2 * rho).sqrt())
        sides.at_most(lower, tail(rho, t + 2 * rho), finding, **case, side="lower")


def _require_means(mean: Callable[[arb], arb]) -> None:
    """The mean of Z, a KL divergence, against rho; coins attain it."""
    for odds in map(Fraction, ("11/10", "3", "1000")):
        first, second = coin(odds, 0), coin(odds, 1)
        rho = kl_divergence(first, second)
        need(at_most(renyi(first, second, 2) / 2, rho), "Another rho", P=first)
        result = sum((ball(p) * ball(r).log() for r, p in loss_law(first, second).items()), arb(0))
        finding = "The mean of the loss is larger."
        small = at_most(result, mean(rho) * ball(ROUNDED))
        require(small, finding, P=first, rho=rho, mean=result)
        require(
            below(arb(0), result), "The mean of the loss is not positive.", P=first, mean=result
        )


@checks("thesis.def2.5.subgaussian")
@mutant("sharper: 0.99 of the tail", tail=lambda rho, t: chernoff(rho, t) * 99 / 100)
@mutant("sharper: 1.001 of the exponent", tail=lambda rho, t: chernoff(rho, t) ** arb("1.001"))
@mutant("half of the variance", tail=lambda rho, t: chernoff(rho / 2, t))
@mutant("sharper: a mean of at most 0.99 rho", mean=lambda rho: rho * 99 / 100)
def gaussian_tails(
    tail: Tail = chernoff, mean: Callable[[arb], arb] = lambda rho: rho, proof: Proof = WRITTEN
) -> Verdict:
    """Markov's inequality; coins and Gaussian noise against the tails."""
    sides = Sides()
    need_own_divergences()
    with working_precision(192):
        _require_tails(tail, sides)
        _require_means(mean)
    return proof.verdict(sharpness=sides.sharpness)


def _centred() -> tuple[str, str]:
    """The variance of Z and 2 rho for one pair of laws, certified to be in this order."""
    first, second = WIDE
    rho = Enclosure.max(zcdp_of_laws(first, second), zcdp_of_laws(second, first))
    with working_precision(128):
        mean = kl_divergence(first, second)
        square = [ball(p) * ball(r).log() ** 2 for r, p in loss_law(first, second).items()]
        variance = sum(square, arb(0)) - mean**2
        need(Enclosure.of(variance) > 2 * rho, "The variance is not certainly above 2 rho")
        return variance.str(6, radius=False), f"{2 * float(rho.hi):.5f}"


@checks("thesis.def2.5.centred")
@mutant("the moments that zCDP bounds", moments=moment_bound)
def centred_loss(moments: Moments = centred_bound) -> Verdict:
    """Ten moments of randomised response, and the variance of one pair of laws."""
    need_own_divergences()
    with working_precision(192):
        spread = list(_moments(moments, Fraction(3)))
    above = [case for value, promised, case in spread if value > promised]
    if not above:
        need(all(value <= promised for value, promised, _ in spread), "A moment is not decided")
        return points()
    variance, rho = _centred()
    other: dict[str, Any] = {"other laws P, Q": WIDE, "their Var(Z)": variance, "their 2 rho": rho}
    return refuted(
        witness="The moment is one of randomised response; the variance is one of two other laws.",
        **above[0],
        **other,
    )
