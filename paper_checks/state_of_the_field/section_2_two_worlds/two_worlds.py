"""Privacy on two worlds without chance, against the best of all private policies, exactly.

A policy that is eps-DP in tables is eps^2/2-zCDP. The divergence of order 1 of its laws on two
neighbouring tables is at most that of randomised response, eps tanh(eps/2); those of orders above 1
are close to it for small orders.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.theory.balls import ball, upper, working_precision
from ...models.worlds_without_chance import DELTAS, GROWTHS, Case, Worlds, compared

Distance = Callable[[Fraction, Fraction], Fraction]
"""How far the laws on two neighbouring tables are apart, by e^eps and delta, from above."""
HALF = Fraction(1, 2)
HORIZONS = (1, 2, 3, 4)


def bound(horizon: int, t: Fraction) -> Fraction:
    """The bound of the theorems at the best number of rounds."""
    return max((n - t * n * (n - 1) / 2) / 2 for n in range(1, horizon + 1))


def against_all_policies(
    cases: Iterator[Case], distance: Distance, times: Fraction, proof: Proof
) -> Verdict:
    """The bound at the distance of neighbours, against the best private policy of each case."""
    sides = compared(
        (case, times * bound(case.horizon, distance(case.growth, case.delta))) for case in cases
    )
    return proof.verdict(sharpness=sides.sharpness)


def by_definition(growth: Fraction, delta: Fraction) -> Fraction:
    """(e^eps - 1 + 2 delta)/(e^eps + 1)."""
    return (growth - 1 + 2 * delta) / (growth + 1)


def by_concentration(growth: Fraction, _: Fraction, share: Fraction = Fraction(1)) -> Fraction:
    """The root of rho/2 at rho = eps^2/2, or at a share of it."""
    with working_precision(128):
        eps = ball(growth).log()
        return upper((ball(share) * eps**2 / 4).sqrt())


def by_order(growth: Fraction, _: Fraction, share: Fraction = Fraction(1)) -> Fraction:
    """The root of half the divergence of order 1 of randomised response, or of a share of it."""
    with working_precision(128):
        divergence = ball(growth).log() * ball((growth - 1) / (growth + 1))
        return upper((ball(share) * divergence / 2).sqrt())


def pure_cases() -> Iterator[Case]:
    """Two arms without a delta."""
    for horizon, growth in product(HORIZONS, GROWTHS):
        yield Case(Worlds(arms=2, worlds=2), horizon, growth)


def all_cases() -> Iterator[Case]:
    """Two arms with and without a delta, and three arms in two rounds."""
    for horizon, growth, delta in product(HORIZONS, GROWTHS[:2], DELTAS):
        yield Case(Worlds(arms=2, worlds=2), horizon, growth, delta)
    yield Case(Worlds(arms=3, worlds=2), 2, GROWTHS[1], DELTAS[1])


@checks("field.approximate.worlds")
@mutant("a delta counts once", distance=lambda growth, delta: (growth - 1 + delta) / (growth + 1))
@mutant("the distance of half the budget", distance=lambda g, d: by_definition((1 + g) / 2, d))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_approximate_policy_pays_less(
    distance: Distance = by_definition, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all policies that are (eps, delta)-DP in tables."""
    return against_all_policies(all_cases(), distance, times, proof)


@checks("field.zcdp.worlds")
@mutant("the distance of half of rho", distance=partial(by_concentration, share=HALF))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_concentrated_policy_pays_less(
    distance: Distance = by_concentration, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies, at rho = eps^2/2."""
    return against_all_policies(pure_cases(), distance, times, proof)


@checks("field.renyi.worlds")
@mutant("the distance of half of eps", distance=partial(by_order, share=HALF))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_renyi_policy_pays_less(
    distance: Distance = by_order, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies, at their divergence of order 1."""
    return against_all_policies(pure_cases(), distance, times, proof)
