"""Reliable policies under zCDP, against the best ones of few rounds and against tests of one batch.

A policy that is eps-DP for each sequence of its actions is eps^2/2-zCDP in interaction. The fewest
pulls of all such policies that seldom miss the better arm are the value of a linear program.

There the budget hardly matters: a rare miss under nu'' is rare under nu. So a second family reads
one batch of an arm that always pays 0 under nu and 1 under nu'', with normal noise of deviation s
on its sum, which is 1/(2 s^2)-zCDP, and drops the arm if the noisy sum is below a threshold.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
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
BATCH = 40
"""So many pulls that their number is no coarse one; more only take longer."""
DISTANCES = (12, 40)
"""BATCH over the deviation of the noise: how far the sums of both worlds are apart."""
ABOVE = 2
"""The threshold in deviations above the sum of nu: 2 % of the noisy sums there pass it."""

Case = tuple[dict[str, Any], arb, Fraction, int, arb, Fraction | arb]
"""Names and values, rho, w, n, delta, and the pulls of the policy, or the fewest of all."""


def bound(rho: arb, w: Fraction, n: int, delta: arb) -> arb:
    """n (1 - (log 2 + rho w (1 - w) (n - 1)/2 + rho w^2 (n - 1)(2n - 1)/6)/log(1/delta))."""
    squares = w * (1 - w) * (n - 1) / 2 + w**2 * (n - 1) * (2 * n - 1) / 6
    return n * (1 - (arb(2).log() + rho * ball(squares)) / -delta.log())


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


def all_policies() -> Iterator[Case]:
    """The best of all private policies of one and two rounds."""
    for growth, means, delta, horizon in product(GROWTHS, MEANS, RISKS, (1, 2)):
        rho = ball(growth).log() ** 2 / 2
        for n in range(1, horizon + 1):
            case = {"T": horizon, "growth": growth, "means": means, "n": n, "delta": delta}
            least = fewest_pulls(horizon, growth, means, n, delta)
            yield case, rho, means[2] - means[1], n, ball(delta), least


def tests_of_one_batch() -> Iterator[Case]:
    """Policies that read one batch, at the horizons from its end to twice its length."""

    def below(x: arb) -> arb:
        """P(Z < x) for a normal number."""
        return (-x / arb(2).sqrt()).erfc() / 2

    for distance in DISTANCES:
        rho = ball(Fraction(distance**2, 2 * BATCH**2))
        missed, kept = below(arb(ABOVE - distance)), below(arb(-ABOVE))
        for n in range(BATCH + 1, 2 * BATCH + 1):
            case = {"T": n, "batch": BATCH, "distance": distance, "n": n}
            yield case, rho, Fraction(1), n, missed, BATCH + kept * (n - BATCH)


@checks("field.zcdp.reliable")
@mutant("sharper: 1 % more", times=Fraction(101, 100))
@mutant("a quarter of rho", of=lambda rho: rho / 4)
def no_reliable_policy_pulls_less(
    times: Fraction = Fraction(1),
    of: Callable[[arb], arb] = lambda rho: rho,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The pulls of private policies of both families, and the bound."""
    sides = Sides()
    with working_precision(512):
        for case, rho, w, n, delta, pulls in (*all_policies(), *tests_of_one_batch()):
            found = times * lower(bound(of(rho), w, n, delta))
            sides.at_most(found, pulls, "A private policy pulls the arm less often.", **case)
    return proof.verdict(sharpness=sides.sharpness)
