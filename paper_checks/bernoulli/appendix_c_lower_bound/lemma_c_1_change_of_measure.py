"""Lemma C.1: the double change of environment, in the two steps of Proof C.2."""

from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from .coupled_environment import Choice, ResponsePolicy, greedy, likelihood_ratio
from .events_of_the_proof import (
    EDGES,
    HORIZON,
    KEEP,
    MEANS,
    STUBBORN,
    Case,
    ordinary_cases,
    tight_cases,
)

RATIO = Fraction(3, 2)
"""e^eps of the claimed privacy of the greedy policy."""


def factor_of(case: Case, share: Fraction) -> arb:
    """e^{(1+s) n_2 (eps TV + kl)} with `share` of its exponent."""
    _, mu, other, better = case.means
    transport = ball(other - mu) * ball(case.policy.ratio).log() + kl_ball(other, better)
    return (ball(share * (1 + case.slack) * case.size) * transport).exp()


@checks("bern.proofC.2.measure")
@mutant("more privacy loss than claimed", keep=Fraction(3, 4))
@mutant("no group privacy", privacy_power=0)
@mutant("no likelihood ratio", likelihood_power=0)
@mutant("sharper: exponent 1 % smaller", share=Fraction(99, 100))
@mutant("sharper: slack alpha / 2", halved=True)
def both_changes(
    keep: Fraction = KEEP,
    privacy_power: int = 1,
    likelihood_power: int = 1,
    share: Fraction = Fraction(1),
    halved: bool = False,
    proof: Proof = WRITTEN,
) -> Verdict:
    """(a) is group privacy of V_r(a), (d) the marginal of the coupling, (e) the event A.

    They are re-run with all thresholds h of dham and W of the likelihood ratio: in step (a) on all
    neighbouring lists, then P(Omega, dham <= h, ratio <= W) <= e^{eps h} W P''(Omega).
    """
    policy, sides = ResponsePolicy(HORIZON, keep, greedy), Sides()
    where = policy.violation(RATIO)
    require(not where, "Step (a): the policy is not eps-DP.", at=where)
    for means, size in product(MEANS + EDGES, range(1, HORIZON)):
        case = Case(policy, means, size, Fraction(0))
        weights = [
            (dham, likelihood_ratio(means[2], means[3], pulls, ones), mass)
            for (pulls, dham, ones), mass in case.coupled.items()
            if pulls <= size
        ]
        for h, limit in product(range(size + 1), sorted({ratio for _, ratio, _ in weights})):
            left = sum((m for d, r, m in weights if d <= h and r <= limit), Fraction(0))
            right = RATIO ** (h * privacy_power) * limit**likelihood_power * case.few
            finding = "The inequality of steps (a) to (e) fails."
            require(left <= right, finding, means=means, n_2=size, h=h, W=limit)
    with working_precision(128):
        for case in (*ordinary_cases(keep), *tight_cases()):
            power = share * (2 + case.slack) / (2 + 2 * case.slack) if halved else share
            most = factor_of(case, power) * ball(case.few)
            finding = "The change of measure fails."
            sides.at_most(ball(case.inside()), most, finding, **case.witness)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.proofC.2.markov")
@mutant("sharper: 1 % less", share=Fraction(99, 100))
@mutant("sharper: T - n_2 + 1", more=1)
@mutant("pulls of arm 2", arm=1)
def few_pulls_of_the_best_arm(
    share: Fraction = Fraction(1), more: int = 0, arm: int = 0, proof: Proof = WRITTEN
) -> Verdict:
    """Markov's inequality, exact; by (2), E''[N_1] <= Reg''/(mu''_2 - mu_1) = O(T^a)."""
    sides = Sides()
    choices: tuple[Choice, ...] = (greedy, *STUBBORN.values())
    for choose, means, size in product(choices, MEANS, range(1, HORIZON)):
        case = Case(ResponsePolicy(HORIZON, KEEP, choose), means, size, Fraction(0))
        law, finding = case.alternative, "Markov's inequality fails."
        pulls = sum(((n if arm else HORIZON - n) * p for n, p in enumerate(law)), Fraction(0))
        right = share * pulls / (HORIZON - size + more)
        sides.at_most(case.few, right, finding, policy=choose, means=means, n_2=size)
        gap, regret = means[3] - means[0], HORIZON * means[3] - _reward(case)
        same = gap * sum(((HORIZON - n) * p for n, p in enumerate(law)), Fraction(0)) == regret
        require(same, "The regret is not gap times pulls of arm 1.", policy=choose, means=means)
    return proof.verdict(sharpness=sides.sharpness)


def _reward(case: Case) -> Fraction:
    """The expected sum of rewards under nu''."""
    best, better = case.means[0], case.means[3]
    return sum(
        (p * (n * better + (HORIZON - n) * best) for n, p in enumerate(case.alternative)),
        Fraction(0),
    )


@checks("bern.lemC.1")
@mutant("sharper: exponent 1 % smaller", share=Fraction(99, 100))
@mutant("sharper: T for T - n_2", from_size=0)
def double_change_of_environment(
    share: Fraction = Fraction(1), from_size: int = 1, proof: Proof = WRITTEN
) -> Verdict:
    """The two steps together: O(T^a) is E''[N_1(T)]."""
    sides = Sides()
    with working_precision(128):
        for case in (*ordinary_cases(), *tight_cases(horizon=2)):
            horizon, law = case.policy.horizon, case.alternative
            pulls = sum(((horizon - n) * p for n, p in enumerate(law)), Fraction(0))
            right = factor_of(case, share) * ball(pulls / (horizon - from_size * case.size))
            sides.at_most(ball(case.inside()), right, "(15) fails.", **case.witness)
    return proof.verdict(sharpness=sides.sharpness)
