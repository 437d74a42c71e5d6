"""A privacy test that the proof of Theorem 3.1 implies: how rarely an arm may be pulled.

At work in a simulation it shows that IMED is not 0.02-DP.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.engines.simulation import simulate
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.imed import IMED
from banditproof.paper_checks.verdicts.vocabulary import need, statistical
from banditproof.theory import BernoulliBandit, Enclosure
from banditproof.theory.balls import ball, enclose
from banditproof.theory.concentration.random_walk import likelihood_walk_tail
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.clopper_pearson import lower_limit, upper_limit
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, undecided
from ..appendix_c_lower_bound.coupled_environment import binomial_exceeds, drawn, greedy, insisting
from .finite_change_of_law import Certificate, Instance, comparisons, right_side


def _bernoulli(means: str) -> Instance:
    first, p, q, other = ((1 - mean, mean) for mean in map(Fraction, means.split()))
    return first, p, q, other


INSTANCES = [
    _bernoulli("1/2 1/4 1/2 51/100"),
    _bernoulli("1/2 1/10 9/10 19/20"),
    _bernoulli("1/2 3/10 3/10 7/10"),
    _bernoulli("1/2 1/10000 9999/10000 19999/20000"),
    _bernoulli("1/2 1/2 1/2 9/10"),
]
"""(mu_1, mu_2, mu', mu''); the last two need nearly all of e^{eps h}, and of e^w."""
LIMITS = (Fraction(1), Fraction(3, 2), Fraction(5))


def probability_terms(size: int, h: int) -> tuple[Enclosure, Fraction]:
    """The factor e^{eps h + w}, and the other two terms, of the demonstration.

    nu = (.5, .3), nu'' = (.5, .7), eps = .02, mu' = .699, w = .2.
    """
    moved = binomial_exceeds(size, Fraction(399, 1000), Fraction(h))
    walked = likelihood_walk_tail(size, "0.699", "0.7", "0.2")
    return enclose(lambda: ball(Fraction(h, 50) + Fraction(1, 5)).exp(), 20), moved + walked


def demonstration(size: int, h: int) -> Enclosure:
    """The right side, with the upper 95 % Clopper-Pearson limit of 0 events in 2000 runs.

    The limit 1 - .025^(1/2000) stands for P''(N_2 <= n_2).
    """
    factor, other = probability_terms(size, h)
    return factor * enclose(lambda: 1 - (ball(Fraction(1, 40)).log() / 2000).exp(), 20) + other


@checks("bern.derived.audit")
@mutant(
    "without the Binomial term",
    certificate=lambda ratio, h, limit, few, moved, walked: right_side(
        ratio, h, limit, few, Fraction(0), walked
    ),
)
@mutant(
    "without the privacy factor", certificate=lambda ratio, *given: right_side(Fraction(1), *given)
)
@mutant(
    "sharper: 1 % less than the privacy factor",
    certificate=lambda ratio, *given: right_side(ratio * Fraction(99, 100), *given),
)
@mutant(
    "sharper: 1 % less than the likelihood factor",
    certificate=lambda ratio, h, limit, *given: right_side(
        ratio, h, limit * Fraction(99, 100), *given
    ),
)
@mutant(
    "without the likelihood factor",
    certificate=lambda ratio, h, limit, *given: right_side(ratio, h, Fraction(1), *given),
)
@mutant("a policy with more loss", keep=Fraction(49, 50))
def finite_horizon_certificate(
    certificate: Certificate = right_side, keep: Fraction = Fraction(3, 5), proof: Proof = WRITTEN
) -> Verdict:
    """The proof; exact for 15 private policies of 5 rounds; two numbers at T = 10^4."""
    choices = (greedy, insisting, *(drawn(seed) for seed in range(12)))
    policies = [(choose, keep, Fraction(3, 2)) for choose in choices]
    policies.append((insisting, Fraction(9999, 10000), Fraction(9999)))
    sides = Sides()
    for left, right, case in comparisons(policies, INSTANCES, LIMITS, certificate):
        sides.at_most(left, right, "A policy violates the certificate.", **case)
    right_sides = [demonstration(100, 57), demonstration(400, 184)]
    for value, printed in zip(right_sides, ("0.00723", "0.0950"), strict=True):
        near = abs(value.upper - Fraction(printed)) <= Fraction(5, 10 ** (len(printed) - 1))
        need(near, f"The right side of the demonstration is {value}, not {printed}.")
    return proof.verdict(
        f"No violation by {len(policies)} exactly private policies; at T = 10^4, eps = .02 the "
        f"right sides of the demonstration are {float(right_sides[0]):.5f} and "
        f"{float(right_sides[1]):.4f}, which a non-private policy that pulls arm 2 at most 100 "
        "(400) times in most runs exceeds.",
        numbers={"policies": len(policies), "right sides": right_sides},
        instances="14 policies with e^eps = 3/2 and one with e^eps = 9999 on randomised responses, "
        f"5 rounds, five instances, nine (h, w): {sides.cases} exact comparisons; the right sides "
        "at n = 100 and 400.",
        sharpness=sides.sharpness,
    )


RUNS, HORIZON = 2000, 10**4
LEVEL = 1e-7
"""Each of the four Clopper-Pearson limits fails with at most this probability."""
SETTINGS = ((100, 57), (400, 184))
"""(n_2, h), with mu' = .699 and w = .2, fixed before the runs."""


@cache
def pulls_of_the_second_arm(
    policy: Policy[Any], means: tuple[str, str], seed: int
) -> npt.NDArray[np.int64]:
    """How often each run pulls it; a mutant plays what the check has played."""
    return simulate(policy, BernoulliBandit(means), HORIZON, RUNS, rng=seed, keep_order=True).pulls[
        :, 1
    ]


@checks("bern.derived.audit.demonstration")
@mutant("a private policy in its place", suspect=lambda: DPIMED(arms=2, eps="1/50"))
@mutant("a non-private policy as the innocent one", innocent=lambda: IMED(arms=2))
def a_policy_without_privacy_is_rejected(
    suspect: Callable[[], Policy[Any]] = lambda: IMED(arms=2),
    innocent: Callable[[], Policy[Any]] = lambda: DPIMED(arms=2, eps="1/50"),
) -> Verdict:
    """Lower limits of Pr_nu(N_2 <= n_2) against the right sides with upper limits of Pr_nu''."""
    results = []
    for policy in (suspect(), innocent()):
        pulls = [
            pulls_of_the_second_arm(policy, means, seed)
            for seed, means in enumerate((("0.5", "0.3"), ("0.5", "0.7")))
        ]
        for size, h in SETTINGS:
            often, few = (int((some <= size).sum()) for some in pulls)
            factor, other = probability_terms(size, h)
            right = factor * upper_limit(few, RUNS, LEVEL) + other
            results.append((float(lower_limit(often, RUNS, LEVEL)), float(right)))
    numbers = {"(lower limit, right side), IMED then DP-IMED, n_2 = 100, 400": results}
    caught = [left > right for left, right in results]
    if caught != [True, True, False, False]:
        return undecided(
            f"Rejections at n_2 = 100, 400: {caught[:2]} without privacy, {caught[2:]} with.",
            numbers=numbers,
            grade=Grade.STATISTICAL,
        )
    return statistical(
        f"IMED pulls arm 2 at most 100 times with probability above {results[0][0]:.2f}, where a "
        f"0.02-DP policy could at most {results[0][1]:.3f}; DP-IMED passes.",
        numbers=numbers,
        covered=f"{RUNS} runs of each policy and instance, fixed seeds; four limits at level 1e-7.",
    )
