"""The proof of Theorem 3.1: couplings, the decomposition (10), and the choice of n_2 in Step 4."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.bernoulli.appendix_c_lower_bound.events_of_the_proof import (
    MEANS,
    STUBBORN,
    ordinary_cases,
    outside_distance,
    outside_likelihood,
)
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, proved, require
from banditproof.theory.balls import working_precision
from banditproof.theory.transport.maximal_coupling import (
    Coupling,
    bernoulli_coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)
from ..appendix_c_lower_bound.coupled_environment import Choice, ResponsePolicy, greedy, insisting


def _product(mu: Fraction, other: Fraction) -> Coupling:
    return tuple(tuple(a * b for b in (1 - other, other)) for a in (1 - mu, mu))


def _vertices(mu: Fraction, other: Fraction) -> Iterator[Coupling]:
    """The ends of the segment of all couplings of Ber(mu), Ber(other), by the mass of (1, 1)."""
    for both in (max(mu + other - 1, Fraction(0)), min(mu, other)):
        yield ((1 - mu - other + both, other - both), (mu - both, both))


@checks("bern.def3.2")
@mutant("independent", coupler=_product)
@mutant("antitone", coupler=lambda mu, other: next(_vertices(mu, other)))
def maximal_couplings(
    coupler: Callable[..., Coupling] = bernoulli_coupling, proof: Proof = WRITTEN
) -> Verdict:
    """All couplings of two Bernoulli laws form a segment, on which Pr[X != Y] is linear."""
    grid = [Fraction(k, 12) for k in range(13)]
    for low, other in product(grid, repeat=2):
        coupling = coupler(low, other)
        result, least = disagreement(coupling), min(map(disagreement, _vertices(low, other)))
        laws = marginals(coupling) == ((1 - low, low), (1 - other, other))
        maximal = laws and result == least == abs(low - other)
        finding, means = "The coupling is not maximal.", (low, other)
        require(maximal, finding, means=means, disagreement=result, least=least)
        monotone = low > other or coupling == ((1 - other, other - low), (Fraction(0), low))
        require(monotone, "It is not the monotone coupling.", means=means)
    q = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
    fifths = product([Fraction(k, 5) for k in range(6)], repeat=3)
    for p in filter(lambda law: sum(law) == 1, fifths):
        coupling = finite_coupling(p, q)
        maximal = marginals(coupling) == (p, q) and disagreement(coupling) == total_variation(p, q)
        require(maximal, "The coupling on three points is not maximal.", P=p, Q=q)
    return proof.verdict()


@checks("bern.proof3.3.alternatives")
@mutant("strict", least=Fraction(1, 10**6))
def alternatives(least: Fraction = Fraction(0)) -> Verdict:
    """With mu''_2 = mu_1, which <= allows, arm 1 is optimal and its pulls cost no regret."""
    best, rounds = Fraction(1, 2), 10
    better = best + least
    regret = (max(best, better) - best) * rounds
    if regret > 0:
        return proved()
    return misprinted(
        mu_1=best, mu_2_in_the_second_alternative=better, pulls_of_arm_1=rounds, regret=regret
    )


@checks("bern.proof3.3.coupling")
@mutant("independent pairs of another law", shift=1)
def coupled_environment(shift: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """One round symbolically: summing r' gives p_a(r), and summing r gives p'_a(r')."""
    import sympy as sp

    mu, other = sp.symbols("mu other", nonnegative=True)
    rows = ((1 - other, other - mu), (shift * mu, mu))
    for r in (0, 1):
        require_zero(
            summing_the_other_reward=sum(rows[r]) - (mu if r else 1 - mu),
            summing_the_reward=rows[0][r] + rows[1][r] - (other if r else 1 - other),
        )
    for choose, means in product((greedy, insisting), MEANS):
        policy = ResponsePolicy(5, Fraction(3, 5), choose)
        law, best = policy.coupled(*means[:3]), means[0]
        require(sum(law.values()) == 1, "The mass of gamma is not 1.", means=means)
        for n, alone in enumerate(policy.pulls(best, means[1])):
            result = sum((p for key, p in law.items() if key[0] == n), Fraction(0))
            require(result == alone, "The pulls under gamma are not those under nu.", n=n)
    return proof.verdict()


@checks("bern.proof3.3.decomposition")
@mutant("without L in the second part", within=False)
@mutant("law of N_2 in the second environment", environment=2)
def decomposition(within: bool = True, environment: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """Omega splits, and gamma has the actions of nu; both exact on all paths."""
    with working_precision(128):
        for case in ordinary_cases():
            omega = {key: p for key, p in case.coupled.items() if key[0] <= case.size}
            second = third = Fraction(0)
            for key, p in omega.items():
                far = outside_distance(case, key)
                third += p * far
                second += p * (outside_likelihood(case, key) and not (far and within))
            law = case.policy.pulls(case.means[0], case.means[environment])
            few = sum(law[: case.size + 1], Fraction(0))
            parts = (case.inside(), second, third)
            finding = "The three parts do not add up."
            require(sum(parts) == few, finding, **case.witness, parts=parts, whole=few)
    return proof.verdict()


@checks("bern.proof3.3.markov")
@mutant("sharper: 1 % more", factor=Fraction(101, 100))
@mutant("sharper: n_2 + 1 pulls", more=Fraction(1))
def pulls_by_markov(
    factor: Fraction = Fraction(1), more: Fraction = Fraction(0), proof: Proof = WRITTEN
) -> Verdict:
    """Exact; n_2 is any real number, and just below a whole one hardly anything is lost."""
    sides = Sides()
    choices: tuple[Choice, ...] = (greedy, insisting, *STUBBORN.values())
    for choose, means in product(choices, MEANS):
        law = ResponsePolicy(5, Fraction(3, 5), choose).pulls(means[0], means[1])
        pulls = sum((n * p for n, p in enumerate(law)), Fraction(0))
        for size in (Fraction(k) - loss for k in range(1, 6) for loss in (0, Fraction(1, 10**4))):
            most = sum((p for n, p in enumerate(law) if n > size), Fraction(0))
            left, finding = factor * (size + more) * most, "Markov's inequality fails."
            sides.at_most(left, pulls, finding, policy=choose, means=means, n_2=size)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.proof3.3.two_arms")
@mutant("sharper: gap to the second best arm of nu", factor=Fraction(101, 100))
@mutant("pulls of the arm itself", itself=True)
def two_arms(factor: Fraction = Fraction(1), itself: bool = False) -> Verdict:
    """For a suboptimal arm a of K arms, nu'' raises a alone above mu_star.

    The inequality of (10), (15) and both rare events is bern.derived.audit, for an arm among K. The
    rest uses only that the other arms are pulled T - N_a times: (mu''_a - mu_star) E''[T - N_a] is
    at most Reg''_T = O(T^p). Then Reg_T = sum of gap_a E[N_a], and the limes inferior of a sum is
    at least the sum of those of its terms.
    """
    sides, horizon = Sides(), 6
    for others in (("1/2", "1/2"), ("1/2", "1/4"), ("1/2", "0", "1/3")):
        means = [Fraction(text) for text in others]
        for better, mine in product((Fraction(3, 5), Fraction(1)), range(horizon + 1)):
            # the other rounds go to the other arms in turn
            gaps = [better - means[i % len(means)] for i in range(horizon - mine)]
            regret = sum(gaps, Fraction(0))
            left = factor * (better - max(means)) * (mine if itself else horizon - mine)
            finding = "The pulls of the other arms are not bounded by the regret."
            sides.at_most(left, regret, finding, means=others, better=better, N_a=mine)
    return points(sharpness=sides.sharpness)
