"""A noise with the density exp(-cosh x), whose tails fall like exp(-exp x): privacy and tail."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from flint import acb, arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.balls import ball, working_precision

BUDGETS = tuple(
    (alpha, eps)
    for alpha in (Fraction(101, 100), Fraction(136, 100), Fraction(2), Fraction(8))
    for eps in (Fraction(1, 1000), Fraction(1, 14), min(alpha, 1 / (2 * (alpha - 1))))
)
"""Orders and budgets, with the largest eps that is allowed among them."""
PLACES = tuple(Fraction(k, 2) for k in range(7))
END = 8
"""Beyond it exp(-cosh x) has a mass below exp(-1400)."""


def bessel(c: arb) -> arb:
    """K_0(c), half of the integral of exp(-c cosh x)."""
    return c.bessel_k(0)


def exponent(alpha: Fraction, u: arb) -> arb:
    """w = 2 alpha (alpha - 1) (cosh u - 1)."""
    return ball(2 * alpha * (alpha - 1)) * (u.cosh() - 1)


def divergence(alpha: Fraction, u: arb, of: Callable[[Fraction, arb], arb] = exponent) -> arb:
    """D_alpha of X + u against X, by the quotient of two Bessel functions.

    >>> with working_precision(64):
    ...     print(divergence(Fraction(2), arb("0.5")).str(6, radius=False))
    0.450909
    """
    w = of(alpha, u)
    need(w < 1, "The divergence is infinite", w=w)
    return (bessel((1 - w).sqrt()) / bessel(arb(1))).log() / ball(alpha - 1)


@cache
def mean_at_the_end() -> str:
    """E exp(0.55 Y) = K_0(sqrt 0.45) / K_0(1) is below exp(0.498)."""
    with working_precision(96):
        mean = bessel(ball(Fraction(9, 20)).sqrt()) / bessel(arb(1))
        need(mean < ball(Fraction(498, 1000)).exp(), "The mean is larger", mean=mean)
    return "a quotient of two Bessel functions, in balls"


@checks("renyi.conj.noise.form")
@mutant("sharper: half of w", of=lambda alpha, u: exponent(alpha, u) / 2)
def divergence_of_a_shift(
    of: Callable[[Fraction, arb], arb] = exponent, proof: Proof = WRITTEN
) -> Verdict:
    """The formula against certified integrals of the powers of the densities."""
    with working_precision(64):
        for alpha, u in ((Fraction(2), Fraction(1, 2)), (Fraction(3), Fraction(-1, 4))):
            a, shift = acb(ball(alpha)), acb(ball(u))

            def powers(x: acb, _: bool, a: acb = a, shift: acb = shift) -> acb:
                return (-a * (x - shift).cosh() + (a - 1) * x.cosh()).exp()

            # the exponent is below -exp(|x|)/20 beyond 12
            moment = acb.integral(powers, -12, 12).real / (2 * bessel(arb(1)))
            both = (moment.log() / ball(alpha - 1), divergence(alpha, ball(u), of))
            near = abs(both[0] - both[1]) < arb("1e-12")
            require(
                bool(near), "The integral is not the formula.", alpha=alpha, u=u, integral=both[0]
            )
    return proof.verdict()


@checks("renyi.conj.noise.divergence")
@mutant("sharper: 0.95 eps", share=Fraction(95, 100))
@mutant("a shift by sqrt(2 eps/alpha)", factor=Fraction(2))
def budget_of_a_shift(
    share: Fraction = Fraction(1), factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The divergence at the largest shift of each budget."""
    sides = Sides()
    with working_precision(64):
        for alpha, eps in BUDGETS:
            value = divergence(alpha, ball(factor * eps / alpha).sqrt())
            sides.at_most(
                value, ball(share * eps), "The divergence is larger.", alpha=alpha, eps=eps
            )
    return proof.verdict(sharpness=sides.sharpness)


@checks("renyi.conj.noise.tail")
@mutant("sharper: a quarter", share=Fraction(1, 2))
@mutant("the density exp(-cosh(x)/2)", rate=Fraction(1, 2))
def tail_of_the_noise(
    share: Fraction = Fraction(1), rate: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The tail at some places, by certified integrals from below."""
    sides = Sides()
    with working_precision(64):
        c = ball(rate)
        for x in PLACES:
            mass = acb.integral(lambda y, _: (-c * y.cosh()).exp(), acb(ball(x)), END).real
            most = ball(share) * (1 - ball(x).cosh()).exp() / 2
            sides.at_most(
                mass / (2 * bessel(c)),
                most * (1 + ball(Fraction(1, 10**12))),
                "The tail is larger.",
                x=x,
            )
    return proof.verdict(sharpness=sides.sharpness)
