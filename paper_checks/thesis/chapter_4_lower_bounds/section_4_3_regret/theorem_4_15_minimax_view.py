"""Claims about Theorem 4.15, the minimax lower bound under eps-View DP."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.minimax_classes import Formula, points, scaled
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from .minimax_over_unbounded_means import true_but_empty
from .minimax_two_instances import Slope, TwoInstances, normal_distance, tangent


def need_for_all() -> None:
    """At D = D_0/(1+v), v >= 0, the exponent is at most 1, and T D_0/8 is (K-1)/(8 s eps).

    D_0 = (K-1)/(eps s T) is the gap without a cap, and each smaller gap has this form.
    """
    import sympy as sp

    k, t, e, s = sp.symbols("k T epsilon s", positive=True)  # k = K - 1
    v = sp.Symbol("v", nonnegative=True)
    free = k / (e * s * t)
    slack = sp.factor(1 - e * t / k * s * free / (1 + v))
    need(bool(slack.is_nonnegative), "The exponent is above 1 for a smaller gap", slack=slack)
    need(sp.simplify(t * free / 8 - k / (8 * s * e)) == 0, "Another bound at the free gap")


VIEW = TwoInstances(
    grid=points(("1e-9", "1/1000", "1/10", "1", "50"), below_horizon="5e-6"),
    rate=lambda arms, horizon, eps: ball(eps * horizon / (arms - 1)),
    point=Fraction(1),
    exponent=lambda arms, horizon, eps, distance: ball(eps * horizon / (arms - 1)) * distance,
    most=lambda: arb(1),
    for_all=need_for_all,
)


@checks("thesis.thm4.15")
@mutant("means in [0, 1]", largest=Fraction(1))
def over_all_means(largest: Fraction | None = None) -> Verdict:
    """True over all means, because the left side is infinite; false if gaps are at most 1."""
    intended = "thesis.thm4.15.bounded, which needs a cap, and thesis.thm4.15.repaired"
    return true_but_empty(minimax.pure_printed, VIEW.grid, largest, intended)


@checks("thesis.thm4.15.divergence")
@mutant("sharper: 0.79 Delta for Delta", factor=Fraction("0.79"))
def divergence(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The exact distance against Pinsker's bound; the quotient is sqrt(2/pi) in the limit."""
    sides = Sides()
    with working_precision(128):
        for gap in (Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(5)):
            line = ball(factor * gap)
            sides.at_most(normal_distance(ball(gap)), line, "TV is above its bound.", Delta=gap)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm4.15.arithmetic")
@mutant("sharper: 21.7 in place of 22", denominator=Fraction("21.7"))
@mutant("another gap", shift=Fraction(1, 100))
def arithmetic(denominator: Fraction = Fraction(22), shift: Fraction = Fraction(0)) -> Verdict:
    """The derivative and the value, symbolically, and the constant in balls."""
    import sympy as sp

    d, t, k, e = sp.symbols("Delta T k epsilon", positive=True)  # k = K - 1
    bound = t * d / 4 * sp.exp(-e * t * d / k)
    chosen = k / (e * t) * (1 + sp.Rational(shift.numerator, shift.denominator))
    slope = sp.simplify(sp.diff(bound, d) / (t / 4 * sp.exp(-e * t * d / k)))
    require(slope.subs(d, chosen) == 0, "The gap is not the best one.", slope=slope)
    require(sp.diff(slope, d).is_negative, "The slope does not decrease.", slope=slope)
    half = sp.simplify(bound.subs(d, chosen) / 2 / (k / e))
    require(sp.simplify(half - sp.exp(-1) / 8) == 0, "Another value.", value=half)
    sides = Sides()
    with working_precision(128):
        constant = (-arb(1)).exp() / 8
        sides.at_most(
            ball(1 / denominator), constant, "The constant is smaller.", constant=constant
        )
    return proved(sharpness=sides.sharpness)


@checks("thesis.thm4.15.bounded", subjects={"formula": (minimax.pure_printed, minimax.pure_proved)})
@mutant("the gap leaves [0, 1]", cap=False)
@mutant("sharper: one per cent more", formula=scaled(minimax.pure_proved, Fraction("1.01")))
@mutant("one per cent less", formula=scaled(minimax.pure_proved, Fraction("0.99")))
def capped(formula: Formula, cap: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """The chain of the printed proof with the gap cut at 1/2, and Pinsker against the exact TV."""
    constant, sharpness = VIEW.inverse_constant(formula, lambda: arb(1), Fraction(22), cap=cap)
    return proof.verdict(
        f"With D = min((K-1)/(eps T), 1/2) the exponent is at most 1 and the means stay in [0, 1]; "
        f"the constant is 8 e = {constant} < 22.",
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points with T from 1 to "
        "10^8 and eps from 1e-9 to 50, in balls; the policy without rewards.",
        sharpness=sharpness,
    )


@checks("thesis.thm4.15.sharp")
@mutant("the constant of Pinsker's chain", slope=lambda: arb(1))
@mutant("a distance half as large", slope=lambda: tangent() / 2)
@mutant("sharper: the decimal rounded down", decimal=Fraction("17.351"))
@mutant("sharper: one per cent more", formula=scaled(minimax.pure_sharp, Fraction("1.01")))
@mutant("one per cent less", formula=scaled(minimax.pure_sharp, Fraction("0.99")))
def exact_distance(
    formula: Formula = minimax.pure_sharp,
    slope: Slope = tangent,
    decimal: Fraction = Fraction("17.3511"),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The same chain with the tangent of the distance at 0."""
    constant, sharpness = VIEW.inverse_constant(formula, slope, decimal)
    return proof.verdict(
        f"The exact distance replaces 22 by 8 e sqrt(2/pi) = {constant}.",
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points, in balls.",
        sharpness=sharpness,
    )


@checks("thesis.thm4.15.bernoulli")
@mutant("the constant of normal rewards", formula=minimax.pure_proved)
@mutant("no cap", formula=minimax.pure_printed)
@mutant("sharper: one per cent more", formula=scaled(minimax.bernoulli_pure, Fraction("1.01")))
@mutant("one per cent less", formula=scaled(minimax.bernoulli_pure, Fraction("0.99")))
def bernoulli(formula: Formula = minimax.bernoulli_pure, proof: Proof = WRITTEN) -> Verdict:
    """The same two instances with Bernoulli rewards, whose distance is the difference of means."""
    _, sharpness = VIEW.inverse_constant(formula, lambda: arb(2), Fraction(44), distance=None)
    return proof.verdict(
        instances=f"The bound is that of the argument at {len(VIEW.grid)} points, in balls.",
        sharpness=sharpness,
    )
