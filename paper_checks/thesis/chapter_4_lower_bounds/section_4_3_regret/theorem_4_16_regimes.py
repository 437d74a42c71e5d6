"""Claims about the two regimes of Theorem 4.16: where its terms are equal, and what that says."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, refuted, require
from banditproof.theory import (
    Bernoulli,
    Enclosure,
    certify,
    kl,
    kl_inf,
    privacy_threshold,
    regret_coefficient,
    tv_inf,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.laws import Gaussian
from banditproof.theory.lower_bounds import lai_robbins_coefficient
from banditproof.verify.evidence import Grade

Border = Callable[[Fraction, Fraction], Enclosure]
"""The budget from which privacy is said to be free, from the means of an arm and of the best."""
ARMS = (("4/5", "1/2"), ("1/2", "49/100"), ("1/50", "1/100"), ("99/100", "0.9"))


def ratio_of_infima(mean: Fraction, best: Fraction) -> Enclosure:
    """KL_inf / TV_inf = kl / gap."""
    return certify(kl, mean, best, digits=20) / (best - mean)


def log_odds(mean: Fraction, best: Fraction) -> Enclosure:
    """log(mu*/mu) + log((1-mu)/(1-mu*)), where d_eps becomes kl."""
    return certify(privacy_threshold, mean, best, digits=20)


@checks("thesis.thm4.16.same_regret")
@mutant("the difference of the log-odds", border=log_odds)
def privacy_still_costs(border: Border = ratio_of_infima) -> Verdict:
    """At that budget the sharper bound of Bernoulli arms is above the rate of KL-UCB."""
    results = []
    for words in ARMS:
        best, mean = map(Fraction, words)
        eps = border(mean, best).upper
        private = certify(regret_coefficient, (best, mean), eps, digits=20)
        free = certify(lai_robbins_coefficient, (best, mean), digits=20)
        if private.lo <= free.hi:
            return points()
        numbers = f"{float(eps):.6g}", private.decimal_lo(6), free.decimal_hi(6)
        results.append((f"({words[0]}, {words[1]})", *numbers))
    means, budgets, with_privacy, without = zip(*results, strict=True)
    return refuted(
        witness=(
            "Four instances in order, at eps = KL_inf/TV_inf: the regret over log T of every "
            "consistent policy with View DP, at least, and of KL-UCB, at most."
        ),
        means=means,
        eps=budgets,
        with_privacy=with_privacy,
        without_privacy=without,
        grade=Grade.OUTLINED,
    )


Slope = Callable[[Fraction], arb]


def normal_slope(gap: Fraction) -> arb:
    """(gap^2/2) / (2 Phi(gap/2) - 1), the threshold of unit-variance normal arms."""
    half = ball(gap / 2) / arb(2).sqrt()
    return ball(gap**2 / 2) / half.erf()


@checks("thesis.thm4.16.regimes")
@mutant("the gap itself", slope=ball)
@mutant("sharper: one per cent more", slope=lambda g: normal_slope(g) * ball(Fraction("1.01")))
def regimes_of_an_arm(slope: Slope = normal_slope) -> Verdict:
    """The thresholds of normal and Bernoulli arms from the infima, and their slopes at gap 0."""
    sides = Sides()
    for gap in map(Fraction, ("1/1000", "1/10", "1", "3")):
        variation = certify(tv_inf, Gaussian(0), gap, digits=30)
        infima = certify(kl_inf, Gaussian(0), gap, digits=30) / variation
        with working_precision(128):
            claimed, limit = slope(gap), (arb.pi() / 2).sqrt() * ball(gap)
            near = abs(Enclosure.of(claimed) - infima) <= infima.upper / 10**20
            where: dict[str, Any] = {"gap": gap, "KL_inf/TV_inf": infima, "claimed": claimed}
            require(near, "The threshold of normal arms differs.", **where)
            if gap <= 1:
                # erf(z) <= 2 z / sqrt(pi), and erf(z) >= (2 z / sqrt(pi)) (1 - z^2/3)
                sides.at_most(limit, claimed, "The slope at 0 is smaller.", **where)
                above = claimed * (1 - ball(gap**2) / 24)
                sides.at_most(above, limit, "The slope at 0 is larger.", **where)
    middle = Bernoulli("0.49")
    share = certify(kl_inf, middle, "0.5", digits=20) / certify(tv_inf, middle, "0.5", digits=20)
    share *= 100  # in units of the gap
    require(abs(share - 2) <= Fraction(1, 1000), "Not 2 at the middle.", share=share)
    edge = ratio_of_infima(Fraction(1, 10**9), Fraction(2, 10**9))
    with working_precision(128):
        at_one = normal_slope(Fraction(1)).str(8, radius=False)
    return points(
        f"Normal arms: sqrt(pi/2) Delta = 1.2533 Delta for small gaps, {at_one} at gap 1; "
        f"Bernoulli arms at (0.49, 0.5): {float(share):.6f} Delta; near the ends it is not of the "
        f"order Delta, {float(edge):.4g} at (1e-9, 2e-9). Below its threshold the bound of an arm "
        "exceeds the one without privacy; above, the bounds coincide, not the regrets "
        "(thesis.thm4.16.same_regret).",
        sharpness=sides.sharpness,
    )
