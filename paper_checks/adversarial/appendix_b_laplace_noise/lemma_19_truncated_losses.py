"""Claims about Lemma 19: a truncated noisy loss has a mean of at least 0."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import acb, arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, working_precision

Value = Callable[[arb, arb, arb], arb]
"""A quantity of the loss, the threshold M and the scale of the noise."""
PLACES = tuple(
    product(
        map(Fraction, ("0", "1/4", "1/2", "1")),
        map(Fraction, ("0", "1/4", "1/2", "1", "3")),
        map(Fraction, ("1/5", "1", "4")),
    )
)


def truncated_mean(loss: arb, level: arb, scale: arb) -> arb:
    """E[(Z + l) 1{|Z + l| > M}]."""
    if level >= loss:
        return (level + scale) * (-level / scale).exp() * (loss / scale).sinh()
    inner = level * (level / scale).cosh() - scale * (level / scale).sinh()
    return loss - (-loss / scale).exp() * inner


def wrong_sign(loss: arb, level: arb, scale: arb) -> arb:
    """The second branch with the other sign."""
    mean = truncated_mean(loss, level, scale)
    return mean if level >= loss else 2 * loss - mean


def kept_mass(loss: arb, level: arb, scale: arb) -> arb:
    """P(|Z + l| > M)."""
    if level >= loss:
        return (-level / scale).exp() * (loss / scale).cosh()
    return 1 - (-loss / scale).exp() * (level / scale).sinh()


@checks("adv.lem19")
@mutant("the truncated part", value=lambda loss, m, b: loss - truncated_mean(loss, m, b))
@mutant("sharper: at least the loss", least=lambda loss, m, b: loss)
def truncated_losses(
    value: Value = truncated_mean,
    least: Value = lambda loss, level, scale: loss * kept_mass(loss, level, scale),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The closed form, and what the printed proof has in between: at least l P(|Z + l| > M)."""
    sides = Sides()
    with working_precision(96):
        slack = ball(Fraction(1, 10**20))
        for loss, level, scale in PLACES:
            at = ball(loss), ball(level), ball(scale)
            case: dict[str, Any] = {"loss": loss, "M": level, "lambda": scale}
            sides.at_most(least(*at), value(*at) + slack, "The mean is smaller.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem19.exact")
@mutant("a wrong sign", value=wrong_sign)
@mutant("without the scale", extra=Fraction(1))
def truncated_mean_in_closed_form(
    value: Value = truncated_mean, extra: Fraction = Fraction(0)
) -> Verdict:
    """Certified integrals of y (f(y - l) - f(y + l)) over y > M."""
    with working_precision(96):
        for loss, level, scale in PLACES:
            at = ball(loss), ball(level + extra), ball(scale)
            result, exact = value(*at), _integrated(loss, level, scale)
            require(
                bool(abs(result - exact) < ball(Fraction(1, 10**12))),
                "The integral differs.",
                loss=loss,
                M=level,
                integral=exact,
                closed_form=result,
            )
    return points()


def _integrated(loss: Fraction, level: Fraction, scale: Fraction) -> arb:
    """The integral over y > M of y (f(y - l) - f(y + l)), cut where the density has a kink."""
    b, shift = ball(scale), ball(loss)

    def integrand(sign: int) -> Callable[[acb, bool], acb]:
        def at(y: acb, analytic: bool) -> acb:
            return y * ((sign * (y - shift) / b).exp() - (-(y + shift) / b).exp()) / (2 * b)

        return at

    total = arb(0)
    if level < loss:
        total += acb.integral(integrand(1), acb(ball(level)), acb(shift)).real
    start = ball(max(level, loss))
    return total + acb.integral(integrand(-1), acb(start), acb(start + 80 * b)).real
