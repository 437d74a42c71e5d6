"""Claims about the tails of Laplace noise and of bounded means: Lemmas C.22 and C.23."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from flint import acb, arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision

Tail = Callable[[Fraction, Fraction], arb]


def printed_tail(a: Fraction, b: Fraction) -> arb:
    """exp(-a/b)/2."""
    return ball(-a / b).exp() / 2


def mass_above(a: Fraction, b: Fraction) -> arb:
    """The integral of the density of Lap(b) from a on; beyond a + 90 b it is below exp(-90)."""
    scale = acb(ball(b))
    ends = acb(ball(a)), acb(ball(a + 90 * b))
    inside = acb.integral(lambda x, _: (-x / scale).exp() / (2 * scale), *ends).real
    return inside + arb(0, ball(-90).exp())


@checks("thesis.lemC.22")
@mutant("both sides at once", tail=lambda a, b: 2 * printed_tail(a, b))
@mutant("a b for a/b", tail=lambda a, b: printed_tail(a, 1 / b))
@mutant("sharper: 1.01 for 1", tail=lambda a, b: printed_tail(Fraction(101, 100) * a, b))
def laplace_tails(tail: Tail = printed_tail, proof: Proof = WRITTEN) -> Verdict:
    """The theorem, and integrals of the density in balls."""
    with working_precision(96):
        for a, b in product(map(Fraction, ("1/8", "1", "5")), map(Fraction, ("1/3", "1", "4"))):
            mass = mass_above(a, b)
            near = abs(mass - tail(a, b)) < arb("1e-20")
            require(bool(near), "The tail has another mass.", a=a, b=b, mass=mass)
    return proof.verdict()


@checks("thesis.lemC.23")
@mutant("sharper: 0.99 of the bound", share=Fraction(99, 100))
@mutant("sharper: 3 for 2", rate=3)
def hoeffding(rate: int = 2, share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Exact tails of coins at their own values; at beta = 0 both sides can be 1."""
    sides = Sides()
    with working_precision(80):
        for n, mu in product((1, 4, 25), map(Fraction, ("0", "3/10", "1/2", "99/100", "1"))):
            masses = [comb(n, k) * mu**k * (1 - mu) ** (n - k) for k in range(n + 1)]
            for k in range(n + 1):
                gap = Fraction(k, n) - mu
                tail = sum(masses[k:], Fraction(0)) if gap >= 0 else sum(masses[: k + 1])
                bound = ball(share) * ball(-rate * n * gap**2).exp()
                finding = "A tail is above the bound."
                sides.at_most(ball(tail), bound, finding, n=n, mu=mu, beta=abs(gap))
    return proof.verdict(sharpness=sides.sharpness)
