"""Claims about standard DP where contexts are private: Section 3.7 after Definition 3.17."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
import sympy as sp
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.verdicts.vocabulary import need, proved
from banditproof.verify.definitions.joint_privacy import context_response, mean_mistakes
from .definition_3_16_joint_dp import HORIZON, all_of_them, delta_on, noisy_context

Sets = tuple[frozenset[int], frozenset[int]]
"""The decision sets of a step for two t-neighbours."""


@checks("thesis.def3.17.ill_defined")
@mutant("sets that share an action", sets=(frozenset({0, 1}), frozenset({1})))
def ill_defined(sets: Sets = (frozenset({0}), frozenset({1}))) -> Verdict:
    """The least delta over all pairs of laws on two sets: the mass that one must put elsewhere."""
    shared = sets[0] & sets[1]
    require(not shared, "The same action may be played on both sets.", shared=tuple(shared))
    # any law on the second set, any e^eps; the event is the first set, which has mass 1
    masses = {action: sp.Symbol(f"p{action}", nonnegative=True) for action in sets[1]}
    odds = sp.Symbol("f", positive=True)
    gain = 1 - odds * sum(mass for action, mass in masses.items() if action in sets[0])
    require(gain == 1, "The event has mass on both sides.", gain=gain)
    return proved(universal=None)


Success = Callable[[sp.Expr, sp.Expr], sp.Expr]


def most_success(odds: sp.Expr, delta: sp.Expr) -> sp.Expr:
    """(e^eps + delta) / (1 + e^eps), the largest average probability of the best arm."""
    return (odds + delta) / (1 + odds)


@checks("thesis.def3.17.two_contexts")
@mutant("sharper: delta forgotten", bound=lambda odds, delta: odds / (1 + odds))
@mutant("sharper: half of delta", bound=lambda odds, delta: (odds + delta / 2) / (1 + odds))
def two_contexts(bound: Success = most_success) -> Verdict:
    """The sum of the two inequalities of DP, symbolic; the choices that attain it, exact."""
    f, d, p, q = sp.symbols("f delta p q", nonnegative=True)
    # p <= f (1 - q) + delta and q <= f (1 - p) + delta: their sum is the bound
    room = (f * (1 - q) + d - p) + (f * (1 - p) + d - q)
    gap = sp.simplify(2 * (1 + f) * (bound(f, d) - (p + q) / 2) - room)
    require(gap == 0, "The bound is not the sum of the two inequalities.", difference=gap)
    top = most_success(f, d)
    tight = sp.simplify(top - f * (1 - top) - d)
    require(tight == 0, "p = q = the bound is not private.", difference=tight)
    # the two inequalities for the other arm, with e^eps = 1 + g
    g = sp.symbols("g", nonnegative=True)
    other = sp.expand(sp.simplify(((f * top + d - (1 - top)) * (1 + f)).subs(f, 1 + g)))
    coefficients = sp.Poly(other, g, d).coeffs()
    require(all(c >= 0 for c in coefficients), "The other arm is not private.", room=other)
    sides = Sides()
    for odds, delta in product(
        (Fraction(1), Fraction(2), Fraction(9)), (Fraction(0), Fraction(1, 10))
    ):
        best, most = (odds + delta) / (1 + odds), Fraction(str(bound(odds, delta)))
        sides.at_most(best, most, "It is more often best.", exp_eps=odds, delta=delta)
        if delta == 0:
            private = delta_on(noisy_context(odds), odds, all_of_them) == 0
            mistakes = mean_mistakes(context_response(odds, HORIZON))
            need(private and HORIZON * (1 - best) == mistakes, "The library differs", exp_eps=odds)
    return proved(sharpness=sides.sharpness)


@checks("thesis.def3.17.regret")
@mutant("a policy that is not private", chances=(Fraction(1), Fraction(1)))
@mutant("sharper: 1 % more regret", share=Fraction(101, 100))
def linear_regret(
    chances: tuple[Fraction, Fraction] = (Fraction(2, 3), Fraction(2, 3)),
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The steps; the regret of a private policy on the smallest problem, against T/(1 + e^eps)."""
    odds, (p, q) = Fraction(2), chances
    private = p <= odds * (1 - q) and q <= odds * (1 - p)
    require(private, "The policy is not private at e^eps = 2.", chances=chances)
    regret, least = HORIZON * (1 - (p + q) / 2), HORIZON / (1 + odds)
    sides = Sides()
    sides.at_most(share * least, regret, "The regret is smaller.", chances=chances)
    return proof.verdict(sharpness=sides.sharpness)
