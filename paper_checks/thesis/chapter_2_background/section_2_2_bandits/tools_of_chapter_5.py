"""The tools and baselines of Section 2.2 that Chapter 5 relies on, in one place."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory import Bandit, BernoulliBandit, GaussianBandit, certify, characteristic_time

INSTANCES: tuple[Bandit, ...] = (
    GaussianBandit((1, 0)),
    GaussianBandit((1, "9/10", 0)),
    BernoulliBandit(("19/20", "9/10", "1/2")),
    GaussianBandit((1, *[0] * 40)),
)


@checks("thesis.pre.ttucb.half")
@mutant("sharper: 1.4 for 2", factor=Fraction(7, 5))
def half_of_the_samples(factor: Fraction = Fraction(2), proof: Proof = WRITTEN) -> Verdict:
    """The steps, and certified times of four instances; 41 arms have a ratio of 1.53."""
    sides = Sides()
    for bandit in INSTANCES:
        free, half = (
            certify(characteristic_time, bandit, "kl", None, beta, digits=12)
            for beta in (None, Fraction(1, 2))
        )
        finding = "Half of the samples cost more."
        sides.at_most(half.lower, factor * free.upper, finding, nu=bandit, T=free, T_half=half)
    return proof.verdict(sharpness=sides.sharpness)
