"""Claims about the densities of one column's mean: Step 1 of D.1."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision


def log_gamma_density(shape: int, place: arb) -> arb:
    """log of the density of the sum of exponential draws."""
    return (shape - 1) * place.log() - place - arb(shape).lgamma()


Inside = Callable[[int, arb, arb], arb]


def delta_in(n: int, mean: arb, target: arb) -> arb:
    """n/(sqrt(n-1) sigma) (mean - mu + (mu - z*)/n) for mu = sigma = 1, as printed."""
    return n / arb(n - 1).sqrt() * (mean - 1 + (1 - target) / n)


def log_standard(n: int, x: arb) -> arb:
    """log d_n(x): the standardised mean of n exponential draws."""
    return arb(n).log() / 2 + log_gamma_density(n, n + x * arb(n).sqrt())


@checks("thesis.appD.step1")
@mutant(
    "the target with the other sign",
    inside=lambda n, m, z: n / arb(n - 1).sqrt() * (m - 1 - (1 - z) / n),
)
@mutant("sqrt(n) for sqrt(n-1)", inside=lambda n, m, z: arb(n).sqrt() * (m - 1 + (1 - z) / n))
@mutant("sharper: no constant", constant=Fraction(0))
def column_densities(
    inside: Inside = delta_in, constant: Fraction = Fraction(1, 2), proof: Proof = WRITTEN
) -> Verdict:
    """The proof, and Gamma densities of sums of exponential draws in balls."""
    with working_precision(192):
        for n, x, z in product((2, 5, 40), ("0.9", "1.3"), ("0", "1.5")):
            mean, target = (ball(Fraction(v)) for v in (x, z))
            total = n * mean
            direct = log_gamma_density(n - 1, total - target) - log_gamma_density(n, total)
            out = arb(n).sqrt() * (mean - 1)
            printed = log_standard(n - 1, inside(n, mean, target)) - log_standard(n, out)
            printed -= ball(constant) * (1 - 1 / arb(n)).log()
            require(
                bool(printed.overlaps(direct)),
                "The score of a column differs.",
                n=n,
                mean=x,
                target=z,
                direct=direct,
                printed=printed,
            )
    return proof.verdict()
