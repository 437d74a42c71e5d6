"""Section VI-A of the zCDP paper: the KL of the outputs as a transport problem, and products."""

from fractions import Fraction
from itertools import pairwise
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence
from banditproof.paper_checks.models.renyi_constants import zcdp_between
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision


def noisy_counts(weight: Fraction) -> list[Law]:
    """For each number i = 0, 1, 2 of ones the law of j, in proportion to weight^((i - j)^2)."""
    rows = [[weight ** ((i - j) ** 2) for j in range(3)] for i in range(3)]
    return [tuple(x / sum(row) for x in row) for row in rows]


@checks("zcdp.thm6")
@mutant("sharper: 98 % of rho", factor=Fraction(98, 100))
@mutant("the distance for its square", power=1)
def kl_as_transport(
    proof: Proof = WRITTEN, factor: Fraction = Fraction(1), power: int = 2
) -> Verdict:
    """A coin and a noisy count of two bits between single datasets, where both sides are close."""
    sides, count = Sides(), noisy_counts(Fraction(1, 10**40))
    coins = [coin(Fraction(3), bit) for bit in (0, 1)]
    with working_precision(200):
        for name, laws in (("coin", coins), ("count", count)):
            near = list(pairwise(laws))
            rho = zcdp_between([*near, *(pair[::-1] for pair in near)], 4, Fraction(1005, 1000))[1]
            apart = len(laws) - 1
            most = ball(factor * apart**power) * rho
            value = Enclosure.of(kl_divergence(laws[0], laws[-1]))
            finding = "The KL is above rho times the least mean square distance."
            sides.at_most(value, Enclosure.of(most), finding, mechanism=name, distance=apart)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.thm6.proof", subjects={"factor": (None, Fraction(1))})
@mutant("sharper: 99 % of the mean", factor=Fraction(99, 100))
def kl_of_mixtures(factor: Fraction | None, proof: Proof = WRITTEN) -> Verdict:
    """A coin between the datasets 0 and 1, which have one coupling: both sides are its KL."""
    laws = [coin(Fraction(3), bit) for bit in (0, 1)]
    with working_precision(128):
        divergence = kl_divergence(*laws)
        # D_infinity of the pair is log 3 =: e, and rho = e^2/2 < 1 is a budget of e-DP
        budget = ball(Fraction(3)).log() ** 2 / 2
        mean = divergence * (budget if factor is None else ball(factor))
        fine = factor == 1 or at_most(divergence, mean)
        finding = "With one coupling the KL of the outputs is the mean itself, not rho times it."
        require_or_repair(
            fine,
            finding,
            M="randomised response, ratio 3",
            P_1="dataset 0",
            P_2="dataset 1",
            KL=divergence,
            rho=budget,
        )
    return proof.verdict()
