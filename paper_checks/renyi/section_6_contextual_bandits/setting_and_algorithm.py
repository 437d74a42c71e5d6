"""Claims about contextual linear bandits: Remarks 1 to 3, Assumption 2, Algorithm 4, limits."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from banditproof.algorithms import AdaCOFUL, AdaROFUL
from banditproof.algorithms.linear.episodic_oful import EpisodicOFUL
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.design_updates import AXES, determinants, starts
from banditproof.paper_checks.models.oful_box import Box, same_play
from banditproof.paper_checks.verdicts.vocabulary import proved, require, sampled

TWIN = AdaCOFUL(arms=4, dimension=2, rho=Fraction(1, 2))
BOX = AdaROFUL(arms=4, dimension=2, alpha=3, eps=Fraction(3, 2), horizon=60, ties="first")


@checks("renyi.alg4")
@mutant("all noises drawn anew at an update", redrawn=True)
@mutant("sharper: half of the noise", policy=replace(BOX, alpha=Fraction(3, 2)))
@mutant("updates at 1 + 2C", policy=replace(BOX, doubling=2))
@mutant("AdaC-OFUL at rho = alpha / eps", twin=replace(TWIN, rho=2))
def algorithm_4(
    policy: EpisodicOFUL = BOX, redrawn: bool = False, twin: EpisodicOFUL = TWIN
) -> Verdict:
    """The policy against a second program of the box, and its noise beside that of AdaC-OFUL."""
    policy, twin = replace(policy), replace(twin)  # with noises of their own
    require(policy.noise == twin.noise, "AdaC-OFUL at rho = eps / alpha has another noise.")
    for seed in range(4):
        arms, times = same_play(policy, Box(4.0, 60, redrawn), seed)
        require(times, "The estimate is renewed in other rounds.", seed=seed)
        require(arms, "The policy plays other arms than the box.", seed=seed)
    return sampled()


Rule = Callable[[int, Fraction], int]


def doubled(pulls: int, scale: Fraction) -> int:
    """The arm's pulls double."""
    return 2 * pulls


def one_more(pulls: int, scale: Fraction) -> int:
    """floor(2 N + lambda) + 1."""
    return (2 * pulls * scale.denominator + scale.numerator) // scale.denominator + 1


@checks("renyi.rem2", subjects={"rule": (doubled, one_more)})
@mutant("sharper: floor(2 N + lambda)", rule=lambda n, scale: one_more(n, scale) - 1)
def arm_dependent_doubling(rule: Rule = one_more, proof: Proof = WRITTEN) -> Verdict:
    """One arm alone, and two arms in turn, whose updates come with the product."""
    for scale in (Fraction(1, 10), Fraction(1), Fraction(2)):
        for before in ((), (AXES[1],) * 5):
            rows = (*before, *(AXES[0],) * 40)
            first = [t for t in starts(determinants(rows, scale), Fraction(1)) if t > len(before)]
            pulls = [t - 1 - len(before) for t in first]
            for now, later in pairwise(n for n in pulls if n):
                require(
                    rule(now, scale) == later,
                    "The pulls of an arm do not double between two updates. With lambda < 1 an "
                    "update at N is followed by one at 2N + 1; and other arms matter, as the "
                    "product of all lambda + N_a triggers it.",
                    lambda_=scale,
                    N=now,
                    next_update=later,
                    predicted=rule(now, scale),
                )
    alternating: Sequence[tuple[Fraction, ...]] = (AXES[0], AXES[1]) * 8
    times = starts(determinants(alternating, Fraction(1)), Fraction(1))
    require(times == [1, 3, 5, 8, 12], "Two arms in turn are updated elsewhere.", found=times)
    return proof.verdict()


Symmetric = tuple[Fraction, Fraction, Fraction]
"""The entries (1, 1), (1, 2) and (2, 2) of a symmetric matrix."""
FIRST: Symmetric = (Fraction(1, 2), Fraction(1, 3), Fraction(2, 3))
SECOND: Symmetric = (Fraction(-1, 5), Fraction(1, 7), Fraction(-1, 4))


@checks("renyi.limitations.public")
@mutant("one noise for both steps", second=FIRST)
def noise_in_the_design(second: Symmetric = SECOND) -> Verdict:
    """The difference of two private matrices, where e_1 was played in between."""
    one, two = (b - a for a, b in zip(FIRST[1:], second[1:], strict=True))
    first = 1 + second[0] - FIRST[0]
    determinant = first * two - one * one
    require(determinant != 0, "The difference has rank one.", noises=(FIRST, second))
    require(min(first, two) < 0, "The difference may be positive semi-definite.", trace=first + two)
    return proved(universal=None)
