"""The optimality that the zCDP paper concludes from Table I."""

from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any
from flint import arb
from banditproof.paper_checks.models.concentrated_regret_bounds import (
    ARMS_FREE,
    ARMS_PRIVATE,
    CONTEXTUAL_FREE,
    CONTEXTUAL_PRIVATE,
    Order,
)
from banditproof.paper_checks.verdicts.along import Along, prover_shows, steps_show
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    need,
    points,
    proved,
    require,
    require_or_repair,
    showing,
)
from banditproof.theory.balls import ball, upper, working_precision
from ...checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant
from ...models.axes_and_pairs import (
    BITS,
    LARGE,
    TENTH,
    Play,
    first_phase,
    regret_on_axes,
    regret_on_pairs,
)

CUBE_FREE, CUBE_PRIVATE = Order.of(d=1, T="1/2"), Order.of(d=1, rho="-1/2")
THOUSAND = (Fraction(1000), Fraction(1000), Fraction(0))
EXTRA = Order.of(log_KT="3/2")


@checks("zcdp.optimality.arms", subjects={"polylog": (True, False)})
@mutant("sharper: sqrt(K) for 1 + sqrt(K)", one=Fraction(0))
@mutant("a private term of order sqrt(K)", "print", private=Order.of(K="1/2", rho="-1/2"))
def gap_between_the_bounds(
    polylog: bool,
    one: Fraction = Fraction(1),
    private: Order = ARMS_PRIVATE,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The exponent of K in the quotient, and its values at K = 4^n, T = K^3 and rho = 1/T."""
    quotient = private / Order.of(K="1/2", rho="-1/2")
    sides = Sides()
    with working_precision(200):
        for n in (10, 100, 1000):
            k, t = 4**n, 64**n
            rho, log = Fraction(1, t), ball(t).log()
            lower = (ball(k) * t).sqrt()  # both terms are this at T = 1/rho
            upper = ARMS_FREE.at(K=k, T=t) + private.at(K=k, T=t, rho=rho)
            need(at_most(upper, ball(t)), "The regret is at most T, which is smaller", n=n)
            case: dict[str, Any] = {"K": f"4^{n}", "T": f"64^{n}", "rho": f"64^-{n}"}
            if polylog:
                # the logarithm of K T to the power 20, at K = 4^1000
                most = ball(k * t).log() ** 20
                with showing(
                    steps_show(
                        "zcdp.optimality.arms.powers",
                        "C > 0 and p >= 0",
                        "the upper bound is more than C log(KT)^p times the lower one at all large "
                        "K, with T = K^3 = 1/rho",
                    )
                ):
                    require_or_repair(
                        n < 1000 or at_most(upper, most * lower),
                        "The quotient has a power of K, which no power of a logarithm bounds.",
                        **case,
                        quotient=(upper / lower).str(6, radius=False),
                        order=" ".join(f"{name}^{power}" for name, power in quotient.powers),
                    )
            else:
                more = (ball(one) + ball(k).sqrt()) * log.sqrt() * lower
                slack = 1 + ball(Fraction(1, 2**150))
                sides.at_most(upper, more * slack, "The quotient is larger.", **case)
    if polylog:
        return proved("No power of K is left.", covered="Three points.")
    return proof.verdict(
        "The private terms differ by sqrt(K log T), the others by sqrt(log T): the algorithm is "
        "optimal up to a logarithm for a fixed number of arms.",
        instances="K = 4^n and T = K^3 at rho = 1/T, which attains it.",
        beyond="Which of the two bounds is the better one.",
        sharpness=sides.sharpness,
    )


@checks("zcdp.optimality.arms.powers")
def no_power_for_finite_arms(proof: Proof = WRITTEN) -> Verdict:
    """exp(x) is above (e x/q)^q, tight at x = q."""
    return proof.verdict(sharpness=exponential_and_power())


def exponential_and_power() -> Sharpness | None:
    """x against q log(x/q) + q, which are equal at x = q."""
    sides = Sides()
    with working_precision(100):
        for q in (1, 5, 20):
            for x in (q, 2 * q):
                left = q * (ball(Fraction(x, q)).log() + 1)
                sides.at_most(left, ball(x), "x is smaller.", q=q, x=x)
    return sides.sharpness


@checks("zcdp.optimality.contextual", subjects={"polylog": (True, False)})
@mutant("sharper: 99 % at the points", factor=Fraction(99, 100))
@mutant("a private term of order d", "print", private=Order.of(d=1, rho="-1/2", log_T=2))
def gap_for_contexts(
    polylog: bool,
    factor: Fraction = Fraction(1),
    private: Order = CONTEXTUAL_PRIVATE,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The quotient of the bounds at d = 4^n, T = d^6 and rho = 1/T, in balls."""
    sides = Sides()
    with working_precision(200):
        for n in (10, 1000):
            d, t = 4**n, 4 ** (6 * n)
            lower, log = ball(d) * ball(t).sqrt(), ball(t).log()
            upper = CONTEXTUAL_FREE.at(d=d, T=t) + private.at(d=d, T=t, rho=Fraction(1, t))
            need(at_most(upper, ball(t)), "The regret is of the order T, which is smaller", n=n)
            case: dict[str, Any] = {"d": f"4^{n}", "T": f"4^{6 * n}", "rho": f"4^-{6 * n}"}
            if polylog:
                with showing(
                    steps_show(
                        "zcdp.optimality.contextual.powers",
                        "C > 0 and p >= 0",
                        "the upper bound is more than C log(dT)^p times the lower one at all large "
                        "d, with T = d^6 = 1/rho",
                    )
                ):
                    require_or_repair(
                        n < 1000 or at_most(upper, ball(d * t).log() ** 20 * lower),
                        "The quotient has a power of d, which no power of a logarithm bounds.",
                        **case,
                        quotient=(upper / lower).str(6, radius=False),
                    )
            else:
                more = ball(factor) * (log + d * log**2) * lower
                slack = 1 + ball(Fraction(1, 2**150))
                sides.at_most(upper, more * slack, "The quotient is larger.", **case)
    if polylog:
        return proved("No power of d is left.", covered="Two points.")
    return proof.verdict(
        "The private terms differ by d log^2 T, the others by log T.",
        instances="d = 4^n and T = d^6 at rho = 1/T, which attains it.",
        beyond="A lower bound of contextual bandits, which the document does not give.",
        sharpness=sides.sharpness,
    )


@checks("zcdp.optimality.contextual.powers")
def no_power_for_contexts(proof: Proof = WRITTEN) -> Verdict:
    """As for finite arms."""
    return proof.verdict(sharpness=exponential_and_power())


def first_phase_on_axes(d: int, scalar: bool) -> Play:
    """The axes at rho = d^-3, delta = 1/10 and T = T_1, as in zcdp.thm4.dimension."""
    rho = Fraction(1, d**3)
    plays = d * ceil(upper(first_phase(d, d, TENTH, rho, scalar)) / d)
    name = f"the axes of R^d, d = {d}, rho = d^-3, delta = 1/10, T = T_1 = {plays}"
    return Play(name, d, d, plays, rho, Fraction((d - 1) * plays, d))


def above_every_multiple() -> Along:
    """The regret over the lower bound times the factor, from 5 d^3 <= T <= 20 d^3."""
    shown = "4.95*d**(1/4) >= (sqrt(20) + 1)/40*log(20*d**4)**(3/2)"
    return steps_show(
        "zcdp.thm4.dimension",
        "d >= 100",
        "5 d^3 <= T <= 20 d^3, so that the regret, at least 0.99 T, is at least d^(1/4)/40 times "
        "(d sqrt(T) + d/sqrt(rho)) (log KT)^(3/2), and no constant serves for all d",
        prover_shows(shown, "d in [100, inf)"),
    )


@checks("zcdp.optimality.linear")
@mutant("the length for one normal number", scalar=True)
@mutant("a factor of the dimension", factor=Order.of(d=1, log_KT="3/2"))
def regret_above_the_lower_bound(scalar: bool = False, factor: Order = EXTRA) -> Verdict:
    """The regret of AdaC-GOPE on the axes, which the lower bound and the factor do not reach."""
    with working_precision(BITS):
        play = first_phase_on_axes(LARGE, scalar)
        ratio = play.over(CUBE_FREE * factor, CUBE_PRIVATE * factor, THOUSAND)
        with showing(above_every_multiple):
            require(
                at_most(ratio, arb(1)),
                "For any constant the regret of AdaC-GOPE is above the lower bound times the "
                "factor in "
                "a large enough dimension: its first phase is of order d^(3/2)/sqrt(rho).",
                instance=play.name,
                constant=THOUSAND[0],
                regret_over_both=ratio,
            )
    return points()


@checks("zcdp.optimality.linear.repaired")
@mutant("sharper: the constant 1 on the pairs", constant=Fraction(1))
def optimal_with_shorter_phases(
    constant: Fraction = Fraction(215), proof: Proof = WRITTEN
) -> Verdict:
    """The repaired upper bound over the lower one, and both plays with the shorter phases."""
    sides = Sides()
    with working_precision(BITS):
        for play in (regret_on_axes(10**4, True), regret_on_pairs(10**4, True)):
            least = (constant, constant, Fraction(0))
            ratio = 2 * play.over(CUBE_FREE, CUBE_PRIVATE, least)
            sides.at_most(ratio, arb(1), "The regret is larger.", instance=play.name)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.optimality.exponential")
@mutant("sharper: 1 for log 2", constant=Fraction(1))
def exponentially_many(proof: Proof = WRITTEN, constant: Fraction | None = None) -> Verdict:
    """The quotient of the printed private terms, and of the repaired one, at K = 2^d."""
    sides = Sides()
    with working_precision(100):
        two = arb(2).log()
        for d, t in product((1, 10**6), (2, 10**3)):
            quotient = (d * two + ball(t).log()) ** 3
            least = ((two if constant is None else ball(constant)) * d) ** 3
            sides.at_most(least, quotient, "The quotient is smaller.", d=d, T=t)
    return proof.verdict(sharpness=sides.sharpness)
