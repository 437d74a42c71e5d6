"""Claims about Remark 4.10: what the factor 6 in the KL does to the lower bounds."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import Enclosure
from .finite_channels import BITS, raised, within

Terms = tuple[arb, arb, arb | None]
"""A bound without privacy, its private counterpart, and a cap of this if there is one."""
Combine = Callable[[arb, arb, arb | None], arb]
LESS = (
    "The private term of each bound improves by exactly 6 below its cap; the maximum of a private "
    "and a public term improves by a factor between 1 and 6, and not at all where privacy is free. "
    "For the private terms alone, without a cap, the remark is right as it stands."
)


def capped(public: arb, private: arb, cap: arb | None) -> arb:
    """The private term, which is at most its cap."""
    return private if cap is None else arb.min(private, cap)


def larger(public: arb, private: arb, cap: arb | None) -> arb:
    """max, as in the minimax bounds."""
    return arb.max(public, capped(public, private, cap))


def _private_alone(public: arb, private: arb, cap: arb | None) -> arb:
    return private


def minimax_terms(horizon: int, arms: int, eps: Fraction, constant: arb) -> Terms:
    """sqrt(T (K - 1)) / 27, max_x (x / 8) e^(-c x) (K - 1) / eps, and T/(16 e).

    The gap is D with x = eps T D / (K - 1), and c is the constant of KL <= c eps E sum TV. Means in
    [0, 1] allow D <= 1/2; where the best x asks for more, c x <= 1 at D = 1/2, whatever c is.
    """
    x = 1 / constant
    private = x / 8 * (-constant * x).exp() * (arms - 1) / ball(eps)
    return arb(horizon * (arms - 1)).sqrt() / 27, private, horizon / (16 * arb(1).exp())


def coefficient_terms(low: Fraction, high: Fraction, eps: Fraction, constant: arb) -> Terms:
    """gap / kl and gap / (c eps gap) of two Bernoulli arms: the coefficients of log T."""
    gap = ball(high - low)
    return gap / kl_ball(low, high), 1 / (constant * ball(eps)), None


MINIMAX = tuple(product((10**3, 10**6), (2, 100), map(Fraction, ("0.01", "1", "10", "1e-6"))))
ARMS = tuple(
    (Fraction(low), Fraction(high), Fraction(eps))
    for (low, high), eps in product(
        (("1/2", "3/5"), ("1/100", "1/2"), ("4/5", "81/100")), ("0.001", "0.05", "0.3", "1", "10")
    )
)


def improvements(combine: Combine, old: arb) -> list[tuple[str, arb]]:
    """New bound over old bound for each instance: constants 1 and `old` of the KL."""
    results = []
    for horizon, arms, eps in MINIMAX:
        new, before = (combine(*minimax_terms(horizon, arms, eps, c)) for c in (arb(1), old))
        results.append((f"minimax, T = {horizon}, K = {arms}, eps = {eps}", new / before))
    for low, high, eps in ARMS:
        new, before = (combine(*coefficient_terms(low, high, eps, c)) for c in (arb(1), old))
        results.append((f"log T, means {high} and {low}, eps = {eps}", new / before))
    return results


@checks("thesis.rem4.10", subjects={"least": (6, 1)})
@mutant("constant 5", old=Fraction(5))
@mutant("sharper: constant 21", rounded=Fraction(1, 21))
@mutant("sharper: at most 5.9 in a maximum", most=Fraction(59, 10))
@mutant("the difference of both terms", combine=lambda a, b, cap: a - b)
@mutant("sharper: c is nearer to 1", away=Fraction("1.98"))
@mutant("two arms for the last round", third=False)
@mutant("exactly 6 under a cap", alone=capped)
@mutant("constant 5", "print", old=Fraction(5))
def factor_six(
    least: int,
    old: Fraction = Fraction(6),
    rounded: Fraction = Fraction(1, 22),
    combine: Combine = larger,
    most: Fraction = Fraction(6),
    away: Fraction = Fraction(2),
    third: bool = True,
    alone: Combine = _private_alone,
) -> Verdict:
    """The constants, the range of the improvement, and randomised response with large eps."""
    sides = Sides()
    with working_precision(BITS):
        best = 1 / (8 * arb(1).exp())
        unit = minimax_terms(1, 2, Fraction(1), arb(1))[1]
        require(unit.overlaps(best), "The constant is not 1 / (8e).", constant=unit)
        for name, constant, bound in (("22", best, ball(rounded)), ("131", best / 6, arb(1) / 131)):
            finding = f"The constant is below 1/{name}."
            sides.at_most(bound, constant, finding, constant=constant)
        for step in range(1, 80):  # x e^-x / 8 at other gaps
            x = ball(Fraction(step, 20))
            if step != 20:
                require(below(x / 8 * (-x).exp(), best), "Another gap is better.", x=x)
        for name, x in improvements(alone, ball(old)):
            exact = within(x, arb(6)) and within(arb(6), x)
            require(exact, "The private term does not improve by 6.", bound=name, factor=x)
        for name, x in improvements(combine, ball(old)):
            sides.at_most_or_repair(least, raised(x), LESS, bound=name, factor=x)
            finding = "A maximum improves by more than 6."
            sides.at_most(Enclosure.of(x), raised(ball(most)), finding, bound=name, factor=x)
        # arm 1 has TV 1, and one of two other arms of TV 0 tells its reward with odds e^eps:
        # KL = eps tanh(eps / 2) and E sum TV = 1; with arm 1 for one of them the sum is larger
        attained = {
            e: lower((arb(e) / 2).tanh() / (1 if third else 1 + 1 / (1 + arb(-e).exp())))
            for e in (1, 2, 5)
        }
        for e, smallest in attained.items():
            near = 1 - ball(away) * (-arb(e)).exp()
            sides.at_most(near, ball(smallest), "c may be smaller.", eps=e)
    return points(
        f"1 / (8e) = {float(lower(best)):.6f} >= 1/22 and 1 / (48e) >= 1/131; max(a, 6b) <= "
        "6 max(a, b). With three arms, of which the first has TV = 1 and the others TV = 0, "
        "randomised response to the first reward has KL = eps tanh(eps / 2) for a sum of TV = 1, "
        "so c >= tanh(eps / 2) = 1 - 2/(e^eps + 1), which tends to 1.",
        numbers={f"least c at eps = {e}": round(float(x), 6) for e, x in attained.items()},
        covered=f"The optimum of x e^-x over 79 gaps, {len(MINIMAX)} minimax bounds and "
        f"{len(ARMS)} coefficients of two Bernoulli arms, three values of eps for c.",
        sharpness=sides.sharpness,
    )
