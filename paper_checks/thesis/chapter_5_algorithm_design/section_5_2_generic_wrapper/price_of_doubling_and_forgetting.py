"""Claims about what doubling and forgetting cost: factors 2 and 2 of the pulls of an arm."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from banditproof.paper_checks.models.doubling_episodes import Samples, real_samples
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require

PLACE = "5.2, C.2.3"


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


def _price(
    id: str, statement: str, own: Samples, most: int, proven: Proof, title: str, why: str
) -> None:
    def check(
        samples: Samples = own, factor: Fraction = Fraction(most), proof: Proof = proven
    ) -> Verdict:
        """The pulls for all whole thresholds below 1000, and for some just above powers of two."""
        sides = Sides()
        for x in thresholds():
            sides.below(pulls_until(x, samples), factor * x, FINDING, threshold=x)
        return proof.verdict(
            why,
            instances="1011 thresholds, by replay.",
            sharpness=sides.sharpness,
        )

    claim(
        id,
        statement,
        recorded="holds",
        stated=True,
        place=PLACE,
        reading="the arm is played while its index is computed from fewer than n* samples, a real "
        "number, at least 1",
        title=title,
        mutants={
            f"sharper: {most - 1}.99": {"factor": Fraction(100 * most - 1, 100)},
            "a quarter of the samples": {"samples": lambda n: Fraction(n, 8)},
        },
    )(check)


_price(
    "thesis.rem.price4.doubling",
    r"If vanilla UCB plays a suboptimal arm $n_a$ times, the version with arm-dependent doubling "
    r"plays it at most $2n_a$ times, since it cannot stop in the middle of a phase.",
    Fraction,
    2,
    DOUBLING,
    "the price of doubling",
    "The last episode began with fewer than n* pulls, and doubled them.",
)
_price(
    "thesis.rem.price4.forgetting",
    r"Forgetting throws half of the samples, which is another factor 2: $4n_a$ together.",
    real_samples,
    4,
    FORGETTING,
    "the price of doubling and forgetting",
    "The last episode began with a mean of fewer than n* samples, half of the pulls.",
)


@claim(
    "thesis.rem.price4.range",
    r"For every threshold $n^*>1$ the arm has $N_a\in[2n^*,4n^*)$ pulls, the least power of two "
    r"with $N_a/2\ge n^*$; $N_a=2n^*$ at powers of two, and $N_a/n^*\to4$ just above them.",
    recorded="holds",
    stated=False,
    place=PLACE,
    title="the range of the price",
    mutants={
        "all samples": {"samples": Fraction},
        "sharper: at least 2.01 n*": {"least": Fraction(201, 100)},
        "sharper: at most 3.99 n*": {"most": Fraction(399, 100)},
    },
)
def range_of_the_price(
    samples: Samples = real_samples,
    least: Fraction = Fraction(2),
    most: Fraction = Fraction(4),
    proof: Proof = written_proof("thesis.rem.price4.range"),
) -> Verdict:
    """Both ends, and the ratio just above powers of two."""
    sides = Sides()
    for x in thresholds():
        if x > 1:
            pulls = pulls_until(x, samples)
            require(pulls < most * x, FINDING, threshold=x, pulls=pulls)
            sides.at_most(least * x, pulls, "The arm has fewer pulls.", threshold=x)
    return proof.verdict(
        "An episode that is played doubles the samples, so the last mean has between n* and 2 n*.",
        instances="1010 thresholds, by replay.",
        sharpness=sides.sharpness,
    )


whole(
    "thesis.rem.price4",
    r"Doubling has the effect of a factor 2 on the pulls of a suboptimal arm, and forgetting that "
    r"of another factor 2.",
    parts=("thesis.rem.price4.doubling", "thesis.rem.price4.forgetting"),
    place=PLACE,
)
