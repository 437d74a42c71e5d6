"""Lemmas C.3 and C.5: the two events that may fail are rare."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory import certify
from banditproof.theory.balls import working_precision
from banditproof.theory.concentration.poisson_binomial import bernoulli_chernoff
from banditproof.theory.concentration.random_walk import (
    likelihood_walk_bound,
    likelihood_walk_slack_tail,
)
from .coupled_environment import ResponsePolicy, binomial_exceeds, greedy
from .events_of_the_proof import (
    EDGES,
    HORIZON,
    KEEP,
    MEANS,
    PATHS,
    Case,
    outside_distance,
    outside_likelihood,
    require_rare,
)

Tail = Callable[[int, Fraction, Fraction, Fraction], Fraction]
Size = Callable[[Any], Any]
"""n_2 as a function of a symbol that tends to infinity."""


def _shorter_walk(n: int, other: Fraction, better: Fraction, slack: Fraction) -> Fraction:
    """Wrong: n - 1 steps against the level (1 + s) n kl."""
    if n == 1:
        return Fraction(0)
    wider = Fraction(n, n - 1) * (1 + slack) - 1
    return likelihood_walk_slack_tail(n - 1, other, better, wider)


@checks("bern.proofC.4.walk")
@mutant("half the steps", bound=lambda n, p, q, s: likelihood_walk_slack_tail(n // 2, p, q, 2 * s))
@mutant("one step less", bound=_shorter_walk)
@mutant(
    "sharper: 1 % less",
    bound=lambda n, p, q, s: likelihood_walk_slack_tail(n, p, q, s) * Fraction(99, 100),
)
def a_walk_must_be_high(
    bound: Tail = likelihood_walk_slack_tail, proof: Proof = WRITTEN
) -> Verdict:
    """On Omega the log-likelihood ratio is a partial sum of the first n_2 steps."""
    sides = Sides()
    with working_precision(128):
        require_rare(
            outside_likelihood,
            lambda case: bound(case.size, case.means[2], case.means[3], case.slack),
            sides,
        )
    return proof.verdict(instances=f"{PATHS}, with equality.", sharpness=sides.sharpness)


@checks("bern.lemC.3")
def likelihood_event(proof: Proof = WRITTEN) -> Verdict:
    """Kolmogorov's inequality for the walk; Doob's bound beside the exact tail at three n_2."""
    walk = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 2))
    bounds = {n: certify(likelihood_walk_bound, n, *walk) for n in (10, 40, 160)}
    for pulls, most in bounds.items():
        tail = likelihood_walk_slack_tail(pulls, *walk)
        require(tail <= most.lo, "The exact tail is above Doob's bound.", n=pulls, tail=float(tail))
    return proof.verdict(
        numbers={f"Doob's bound at n = {size}": bound for size, bound in bounds.items()}
    )


@checks("bern.proofC.6.binomial", subjects={"positive": (True, False)})
@mutant("half the rate", factor=Fraction(1, 2))
@mutant("sharper: rate 1 % smaller", factor=Fraction(99, 100))
@mutant("sharper: one pull less", fewer=1)
def a_binomial_must_be_large(
    positive: bool, factor: Fraction = Fraction(1), fewer: int = 0, proof: Proof = WRITTEN
) -> Verdict:
    """On Omega the distance of r and r' is a sum of at most n_2 coin tosses."""

    def tail(case: Case) -> Fraction:
        rate = case.means[2] - case.means[1]
        limit = (1 + case.slack) * case.size * rate
        return binomial_exceeds(case.size - fewer, factor * rate, limit)

    for mu_1, mu_2, in_between, beyond in (*MEANS, *EDGES):
        require_or_repair(
            not positive or in_between > mu_2,
            "At mu'_2 = mu_2, which the chain of means allows, the mean of Z_s is 0.",
            means=(mu_1, mu_2, in_between, beyond),
            mean_of_Z=in_between - mu_2,
        )
    sides = Sides()
    require_rare(outside_distance, tail, sides)
    law = Case(ResponsePolicy(HORIZON, KEEP, greedy), EDGES[1], 1, Fraction(0)).coupled
    agree = all(dham == 0 for _, dham, _ in law)
    require(agree, "The coupled rewards differ although mu'_2 = mu_2.")
    return proof.verdict(instances=f"{PATHS}, with equality.", sharpness=sides.sharpness)


@checks("bern.lemC.5")
def disagreement_event(proof: Proof = WRITTEN) -> Verdict:
    """Kolmogorov's inequality for the coins; Chernoff's bound beside exact tails at three n_2."""
    rate, level = Fraction(1, 4), Fraction(3, 8)  # the slack is 1/2
    bounds = {n: certify(bernoulli_chernoff, level * n, n, rate) for n in (10, 50, 200)}
    for pulls, most in bounds.items():
        tail = binomial_exceeds(pulls, rate, level * pulls)
        require(tail <= most.lo, "The exact tail is above Chernoff's bound.", n=pulls)
    return proof.verdict(
        numbers={f"Chernoff's bound at n = {size}": bound for size, bound in bounds.items()}
    )
