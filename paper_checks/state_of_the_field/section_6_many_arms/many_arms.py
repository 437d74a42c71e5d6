"""Privacy on K worlds without chance, against the best of all private policies, exactly.

As in section 2 a policy that is eps-DP in tables is eps^2/2-zCDP, and the divergence of order 1 of
its laws on two neighbouring tables is at most eps tanh(eps/2).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, upper, working_precision
from ...models.worlds_without_chance import DELTAS, GROWTHS, Case, Worlds, compared

Rate = Callable[[int, Fraction, Fraction], Fraction]
"""The t of a theorem by the number of arms, e^eps and delta, from above."""
SIZES = ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2))
"""Arms and rounds."""
SLACK = 1 + Fraction(1, 10**15)
"""Balls cannot tell the sides apart where they are equal: at the first of the PROBABILITIES, where
the density is constant on the event and 0 elsewhere."""
PROBABILITIES = (
    (Fraction(1), Fraction(1, 3)),
    (Fraction(1, 2), Fraction(1, 9)),
    (Fraction(1, 5), Fraction(1, 5)),
)
"""Of an event under P and under Q."""
HALF = Fraction(1, 2)
READ_ROUNDS = 2
"""In so many rounds privacy of tables is that of interaction, as one reward is read."""
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(4), Fraction(16))
LEAST_ARMS = 3
"""From so many arms on the rate has a closed form."""


def bound(arms: int, horizon: int, r: Fraction) -> Fraction:
    """The bound of the theorems at the best number of rounds."""
    return max(n * (arms - 1) - r * n * (n - 1) / 2 for n in range(1, horizon + 1)) / arms


def against_all_policies(
    cases: Iterator[Case], rate: Rate, times: Fraction, proof: Proof
) -> Verdict:
    """The bound at the rate of a theorem, against the best private policy of each case."""

    def bound_of(case: Case) -> Fraction:
        arms = case.worlds.arms
        return bound(arms, case.horizon, min(Fraction(1), rate(arms, case.growth, case.delta)))

    sides = compared((case, times * bound_of(case)) for case in cases)
    return proof.verdict(sharpness=sides.sharpness)


def by_definition(arms: int, growth: Fraction, delta: Fraction) -> Fraction:
    """(e^eps - 1 + 2 K delta)/(e^eps + 1)."""
    return (growth - 1 + 2 * arms * delta) / (growth + 1)


def by_pinsker(divergence: arb, arms: int) -> Fraction:
    """The root of K/2 times the divergence of order 1 of neighbours."""
    return upper((arms * divergence / 2).sqrt())


def by_concentration(
    arms: int, growth: Fraction, _: Fraction, share: Fraction = Fraction(1)
) -> Fraction:
    """The least of all rates at rho = eps^2/2, or at a share of it."""
    with working_precision(128):
        rho = ball(share) * ball(growth).log() ** 2 / 2
        rates = [by_pinsker(rho, arms)]
        for alpha in ORDERS:
            inverse = 1 / ball(alpha)
            least = (ball(alpha - 1) * rho + arb(arms).log() * inverse).exp()
            rates.append(upper(((1 + inverse) * least - 1) / ((1 - inverse) * least + 1)))
        if arms >= LEAST_ARMS:
            rates.append(upper(2 * (rho * arb(arms).log()).sqrt()))
        return min(rates)


def by_order(arms: int, growth: Fraction, _: Fraction, share: Fraction = Fraction(1)) -> Fraction:
    """The rate at the divergence of order 1 of randomised response, or at a share of it."""
    with working_precision(128):
        divergence = ball(growth).log() * ball((growth - 1) / (growth + 1))
        return by_pinsker(ball(share) * divergence, arms)


def all_cases() -> Iterator[Case]:
    """All sizes with and without a delta."""
    for (arms, horizon), growth, delta in product(SIZES, GROWTHS, DELTAS):
        yield Case(Worlds(arms, arms), horizon, growth, delta)


def pure_cases() -> Iterator[Case]:
    """All sizes without a delta."""
    return (case for case in all_cases() if case.delta == 0)


def short_cases() -> Iterator[Case]:
    """Sizes of one and two rounds without a delta."""
    return (case for case in pure_cases() if case.horizon <= READ_ROUNDS)


@checks("field.approximate.arms")
@mutant("no delta", rate=lambda arms, growth, delta: by_definition(arms, growth, Fraction(0)))
@mutant("half of the budget", rate=lambda arms, growth, d: by_definition(arms, (1 + growth) / 2, d))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_approximate_policy_pays_less(
    rate: Rate = by_definition, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all policies that are (eps, delta)-DP in tables."""
    return against_all_policies(all_cases(), rate, times, proof)


@checks("field.zcdp.arms")
@mutant("a tenth of rho", rate=partial(by_concentration, share=Fraction(1, 10)))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_concentrated_policy_pays_less(
    rate: Rate = by_concentration, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies, at rho = eps^2/2."""
    return against_all_policies(pure_cases(), rate, times, proof)


@checks("field.renyi.arms")
@mutant("a fifth of eps", rate=partial(by_order, share=Fraction(1, 5)))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_renyi_policy_pays_less(
    rate: Rate = by_order, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies, at their divergence of order 1."""
    return against_all_policies(pure_cases(), rate, times, proof)


def in_interaction(
    _: int, growth: Fraction, __: Fraction, share: Fraction = Fraction(1)
) -> Fraction:
    """The root of rho/2 at rho = eps^2/2, or at a share of it."""
    with working_precision(128):
        return by_pinsker(ball(share) * ball(growth).log() ** 2 / 2, 1)


@checks("field.zcdp.interactive")
@mutant("half of rho", rate=partial(in_interaction, share=Fraction(1, 2)))
@mutant("sharper: 1 % more than the bound", times=Fraction(101, 100))
def no_interactive_policy_pays_less(
    rate: Rate = in_interaction, times: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The least regret of all eps-DP policies in two rounds, at rho = eps^2/2."""
    return against_all_policies(short_cases(), rate, times, proof)


@checks("field.renyi.closeness")
@mutant("half of the last term", share=Fraction(1, 2))
@mutant("sharper: 1 % less than the bound", times=Fraction(99, 100))
def renyi_bounds_events(
    times: Fraction = Fraction(1), share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Two laws of a bit with their own divergence, at densities around that of the event."""
    sides = Sides()
    with working_precision(128):
        for (x, y), alpha, factor in product(
            PROBABILITIES, ORDERS, (HALF, Fraction(1), Fraction(2))
        ):
            a, level = ball(alpha), ball(factor * x / y)
            moment = ball(x) ** a * ball(y) ** (1 - a)
            if x < 1:
                moment += ball(1 - x) ** a * ball(1 - y) ** (1 - a)
            below = (1 - 1 / a) * level * ball(y)
            above = ball(share) / a * moment * level ** (1 - a)
            sides.at_most(
                ball(x), ball(times * SLACK) * (below + above), "The event is more probable.",
                x=x, y=y, alpha=alpha, factor=factor,
            )  # fmt: skip
    return proof.verdict(sharpness=sides.sharpness)
