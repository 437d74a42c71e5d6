"""Claims about the base mechanism of AdaC-UCB: the noisy mean of an episode."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require_or_repair
from banditproof.theory.balls import ball
from banditproof.theory.mechanisms import Gaussian

Variance = Callable[[Fraction, int], Fraction]


@checks("zcdp.instD.ucb", subjects={"pure": (True, False)})
@mutant("1/t for 1/t^2 in the variance", variance=lambda rho, t: 1 / (2 * rho * t**2) / t)
@mutant(
    "sharper: 0.99 of the variance", variance=lambda rho, t: Fraction(99, 100) / (2 * rho * t**2)
)
def private_mean(
    pure: bool, variance: Variance = lambda rho, t: 1 / (2 * rho * t**2), proof: Proof = WRITTEN
) -> Verdict:
    """The extreme pair, 0 against 1; the mechanism of the library has the same curve."""
    sides = Sides()
    for rho, t in ((Fraction(1, 10), 1), (Fraction(1), 2), (Fraction(7, 2), 8)):
        noise = Gaussian(sigma_squared=variance(rho, t))
        for alpha in (Fraction(11, 10), Fraction(2), Fraction(50)):
            loss, shift = alpha / t**2 / (2 * variance(rho, t)), Fraction(1, t)
            need(noise.renyi(alpha, shift).lo == loss, "The library has another curve")
            case: dict[str, Any] = {"rho": rho, "t": t, "alpha": alpha}
            sides.at_most(loss, rho * alpha, "The divergence is larger.", **case)
    if pure:
        rho, t, y = Fraction(1), 1, Fraction(2)
        loss = (y**2 - (y - 1) ** 2) / (2 * variance(rho, t))
        spread = (2 * ball(variance(rho, t))).sqrt()
        ratio = (ball(y - 1) / spread).erfc() / (ball(y) / spread).erfc()
        need(ratio > ball(loss).exp(), "Outputs of at least y tell less than y", ratio=ratio)
        require_or_repair(
            loss <= rho,
            "The log-ratio of two normal densities grows without bound, so no normal noise is pure "
            "DP; the section shows rho-zCDP, as its first line says.",
            rho=rho,
            t=t,
            rewards="1 against 0",
            output=y,
            log_ratio=loss,
            ratio_of_the_tails=ratio,
        )
    return proof.verdict(sharpness=sides.sharpness)
