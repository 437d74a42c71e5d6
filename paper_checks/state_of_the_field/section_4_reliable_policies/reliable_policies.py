"""Reliable policies under zCDP, against the best of all private policies of one and two rounds.

A policy that is eps-DP for each sequence of its actions is eps^2/2-zCDP in interaction. The fewest
pulls of all such policies that seldom miss the better arm are the value of a linear program.
"""

from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.all_private_policies import Actions, PrivatePolicies
from banditproof.theory.balls import ball, lower, working_precision

MEANS = (
    (Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)),
    (Fraction(1, 2), Fraction(1, 4), Fraction(3, 5)),
)
GROWTHS = (Fraction(11, 10), Fraction(2))
RISKS = (Fraction(1, 3), Fraction(1, 20), Fraction(1, 10**100))


def bound(rho: arb, w: Fraction, n: int, delta: Fraction) -> arb:
    """n (1 - (log 2 + rho w (1 - w) (n - 1)/2 + rho w^2 (n - 1)(2n - 1)/6)/log(1/delta))."""
    squares = w * (1 - w) * (n - 1) / 2 + w**2 * (n - 1) * (2 * n - 1) / 6
    return n * (1 - (arb(2).log() + rho * ball(squares)) / -ball(delta).log())


def fewest_pulls(
    horizon: int, growth: Fraction, means: tuple[Fraction, ...], n: int, delta: Fraction
) -> Fraction:
    """The fewest mean pulls of all policies that have P''(N_a < n) <= delta."""
    best, p, q = means
    policies = PrivatePolicies(horizon, growth)

    def missed(actions: Actions) -> int:
        return int(sum(actions) < n)

    limit = policies.mean((best, q), missed)
    return policies.least_of_largest([policies.mean((best, p), sum)], [(limit, delta)])


@checks("field.zcdp.reliable")
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_reliable_policy_pulls_less(times: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The fewest pulls of private policies, and the bound."""
    sides = Sides()
    for growth, means, delta, horizon in product(GROWTHS, MEANS, RISKS, (1, 2)):
        for n in range(1, horizon + 1):
            with working_precision(512):
                found = times * lower(
                    bound(ball(growth).log() ** 2 / 2, means[2] - means[1], n, delta)
                )
            least = fewest_pulls(horizon, growth, means, n, delta)
            sides.at_most(
                found, least, "A private policy pulls the arm less often.",
                T=horizon, growth=growth, means=means, n=n, delta=delta,
            )  # fmt: skip
    return proof.verdict(sharpness=sides.sharpness)
