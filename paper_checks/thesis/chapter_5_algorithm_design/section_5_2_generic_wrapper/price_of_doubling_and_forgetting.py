"""Claims about what doubling and forgetting cost: factors 2 and 2 of the pulls of an arm."""

from fractions import Fraction
from itertools import chain
from banditproof.paper_checks.models.doubling_episodes import Samples, real_samples
from banditproof.paper_checks.verdicts.vocabulary import require
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof

DOUBLING = written_proof("thesis.rem.price4.doubling")
FORGETTING = written_proof("thesis.rem.price4.forgetting")


def pulls_until(threshold: Fraction, samples: Samples) -> int:
    """The pulls of an arm that is played while its mean is of less than n* samples."""
    pulls = 1
    while samples(pulls) < threshold:
        pulls *= 2
    return pulls


def thresholds() -> chain[Fraction]:
    """Whole numbers, and numbers just above powers of two."""
    above = (Fraction(2**j) + Fraction(1, 2**20) for j in range(12))
    return chain(map(Fraction, range(1, 1000)), above)


FINDING = "The arm has more pulls."


def _price(id: str, own: Samples, most: int, proven: Proof, why: str) -> None:
    def check(
        samples: Samples = own, factor: Fraction = Fraction(most), proof: Proof = proven
    ) -> Verdict:
        """The pulls for all whole thresholds below 1000, and for some just above powers of two."""
        sides = Sides()
        for x in thresholds():
            sides.below(pulls_until(x, samples), factor * x, FINDING, threshold=x)
        return proof.verdict(
            why, instances="1011 thresholds, by replay.", sharpness=sides.sharpness
        )

    checks(
        id,
        mutants={
            f"sharper: {most - 1}.99": {"factor": Fraction(100 * most - 1, 100)},
            "a quarter of the samples": {"samples": lambda n: Fraction(n, 8)},
        },
    )(check)


_price(
    "thesis.rem.price4.doubling",
    Fraction,
    2,
    DOUBLING,
    "The last episode began with fewer than n* pulls, and doubled them.",
)
_price(
    "thesis.rem.price4.forgetting",
    real_samples,
    4,
    FORGETTING,
    "The last episode began with a mean of fewer than n* samples, half of the pulls.",
)


@checks("thesis.rem.price4.range")
@mutant("all samples", samples=Fraction)
@mutant("sharper: at least 2.01 n*", least=Fraction(201, 100))
@mutant("sharper: at most 3.99 n*", most=Fraction(399, 100))
def range_of_the_price(
    samples: Samples = real_samples,
    least: Fraction = Fraction(2),
    most: Fraction = Fraction(4),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Both ends, and the ratio just above powers of two."""
    sides = Sides()
    for x in thresholds():
        if x > 1:
            pulls = pulls_until(x, samples)
            require(pulls < most * x, FINDING, threshold=x, pulls=pulls)
            sides.at_most(least * x, pulls, "The arm has fewer pulls.", threshold=x)
    return proof.verdict(sharpness=sides.sharpness)
