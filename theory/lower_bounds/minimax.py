"""Minimax regret of K arms: what some instance of a bounded class costs every policy at T.

The class is all K-armed bandits with unit-variance normal rewards and means in [0, 1]. Over
*all* means, as the theorems are printed, the minimax regret is infinite: the first pull is blind,
and a gap may be as large as one likes. All bounds come from one argument: two instances that
differ in the arm i that is pulled least, with means D for the first arm, 0 for the others, and
2 D for arm i in the second one. Then, with t the total variation distance of the two laws of arm
i and E N_i <= T/(K-1),

    Reg + Reg' >= (T D / 4) exp(-KL of the two laws of the actions),
    KL <= 2 T D^2 / (K-1)              without privacy,
    KL <= eps T t / (K-1)              under eps-View DP,
    KL <= (x + sqrt(x))^2              under rho-Interactive zCDP, x = sqrt(rho) T t / sqrt(K-1),

the last one for rho <= 1, and t <= D by Pinsker, or t = 2 Phi(D) - 1 <= sqrt(2/pi) D exactly.
Means in [0, 1] cap the gap: D <= 1/2. The worst regret R itself bounds the pulls, E N_i <=
R / ((K-1) D), which gives a constant four times larger, and under pure DP a logarithm. All
functions of sizes and budgets return balls at the working precision.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from .request import Request

ZCDP_POINT = Fraction(3057, 10000)
"""x near the maximiser of x exp(-(x + sqrt(x))^2); any x > 0 gives a valid bound."""


def free_printed(arms: int, horizon: Fraction) -> arb:
    """sqrt(T (K-1)) / 27: Theorem 2.28."""
    return ball(horizon * (arms - 1)).sqrt() / 27


def free_proved(arms: int, horizon: Fraction) -> arb:
    """e^(-1/2) sqrt(T (K-1)) / 16: the constant of the proof, 1/26.38, at D^2 = (K-1)/(4T)."""
    return (-arb(1) / 2).exp() * ball(horizon * (arms - 1)).sqrt() / 16


def free_by_regret(arms: int, horizon: Fraction) -> arb:
    """(K-1)/(2D) W(T D^2/(4 (K-1))), Lambert's W, at D = min{2 sqrt(e (K-1)/T), 1/2}.

    At any gap D the worst regret R is at least (T D/8) exp(-2 D R/(K-1)), and this is the R at
    which both are equal: sqrt(T (K-1)) / (4 sqrt(e)), the constant 1/6.595, if T >= 16 e (K-1).
    """
    ratio = ball(Fraction(arms - 1) / horizon)
    gap = (2 * (arb(1).exp() * ratio).sqrt()).min(ball(Fraction(1, 2)))
    return (gap**2 / (4 * ratio)).lambertw() * (arms - 1) / (2 * gap)


def pure_printed(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """(K-1) / (22 eps): Theorem 4.15."""
    return ball((arms - 1) / (22 * eps))


def pure_proved(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """min{(K-1)/eps, T/2} / (8 e), from t <= D at the gap D = min{(K-1)/(eps T), 1/2}.

    The constant is 1/21.75, better than the printed 1/22, and the cap T/(16 e) is what bounded
    means cost.
    """
    return ball(min((arms - 1) / eps, horizon / 2)) * (-arb(1)).exp() / 8


def pure_sharp(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """min{sqrt(pi/2) (K-1)/eps, T/2} / (8 e), constant 1/17.3511, from t <= sqrt(2/pi) D."""
    gain = (arb.pi() / 2).sqrt() * ball((arms - 1) / eps)
    return gain.min(ball(horizon / 2)) * (-arb(1)).exp() / 8


def half_gap_distance() -> arb:
    """2 Phi(1/2) - 1: the distance t of two unit-variance normal laws at the gap D = 1/2."""
    return (1 / arb(8).sqrt()).erf()


def pure_logarithmic(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """(K-1)/(2 eps t) W(eps t T/(8 (K-1))), W the function of Lambert, t = 2 Phi(1/2) - 1.

    At the gap D = 1/2 the worst regret R of a policy is at least T/16 exp(-2 eps t R/(K-1)), and
    this is the R at which both are equal. It grows like (K-1) log(T) / eps.
    """
    rate = half_gap_distance() * ball(eps / (arms - 1))
    return (rate * ball(horizon / 8)).lambertw() / (2 * rate)


def bernoulli_logarithmic(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """(K-1)/(2 eps) W(eps T/(8 (K-1))): the same for Bernoulli arms, where t = 1 at D = 1/2."""
    rate = ball(eps / (arms - 1))
    return (rate * ball(horizon / 8)).lambertw() / (2 * rate)


def zcdp_factor() -> arb:
    """exp(-(x + sqrt(x))^2) / 8 at x = ZCDP_POINT."""
    x = ball(ZCDP_POINT)
    return (-((x + x.sqrt()) ** 2)).exp() / 8


def zcdp_printed(arms: int, horizon: Fraction, rho: Fraction) -> arb:
    """sqrt((K-1)/rho) / 124: Theorem 4.20."""
    return ball((arms - 1) / rho).sqrt() / 124


def zcdp_proved(arms: int, horizon: Fraction, rho: Fraction) -> arb:
    """min{x sqrt((K-1)/rho), T/2} exp(-(x + sqrt(x))^2) / 8 at x = 0.3057: constant 1/54.70."""
    gain = ball(ZCDP_POINT) * ball((arms - 1) / rho).sqrt()
    return gain.min(ball(horizon / 2)) * zcdp_factor()


def zcdp_sharp(arms: int, horizon: Fraction, rho: Fraction) -> arb:
    """The same with t <= sqrt(2/pi) D: x becomes x sqrt(pi/2) in front, the constant 1/43.642."""
    gain = (arb.pi() / 2).sqrt() * ball(ZCDP_POINT) * ball((arms - 1) / rho).sqrt()
    return gain.min(ball(horizon / 2)) * zcdp_factor()


def bernoulli_pure(arms: int, horizon: Fraction, eps: Fraction) -> arb:
    """min{(K-1)/(2 eps), T/2} / (8 e): the same argument for Bernoulli arms, where t = 2 D."""
    return ball(min((arms - 1) / (2 * eps), horizon / 2)) * (-arb(1)).exp() / 8


def bernoulli_zcdp(arms: int, horizon: Fraction, rho: Fraction) -> arb:
    """min{(x/2) sqrt((K-1)/rho), T/2} exp(-(x + sqrt(x))^2) / 8 at x = 0.3057, since t = 2 D."""
    gain = ball(ZCDP_POINT / 2) * ball((arms - 1) / rho).sqrt()
    return gain.min(ball(horizon / 2)) * zcdp_factor()


def pure_threshold(arms: int, horizon: Fraction) -> arb:
    """(27/22) sqrt((K-1)/T): below it (K-1)/(22 eps) is above sqrt(T (K-1))/27.

    The text after Theorem 4.15 prints the factor upside down, 22/27.
    """
    return ball(Fraction(27, 22)) * ball((arms - 1) / horizon).sqrt()


def zcdp_threshold(arms: int, horizon: Fraction) -> arb:
    """(27/124)^2 / T: below it sqrt((K-1)/rho)/124 is above sqrt(T (K-1))/27."""
    return ball(Fraction(27, 124) ** 2 / horizon)


def pure_budget(request: Request) -> Enclosure:
    """The eps below which Theorem 4.15 is larger than Theorem 2.28, as both are printed."""
    return enclose(lambda: pure_threshold(request.arms, request.time), request.digits)


def zcdp_budget(request: Request) -> Enclosure:
    """The rho below which Theorem 4.20 is larger than Theorem 2.28, as both are printed."""
    return enclose(lambda: zcdp_threshold(request.arms, request.time), request.digits)
