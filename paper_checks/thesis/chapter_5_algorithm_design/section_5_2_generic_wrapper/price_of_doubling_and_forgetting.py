"""Claims about what doubling and forgetting cost: factors 2 and 2 of the pulls of an arm."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from banditproof.paper_checks.models.doubling_episodes import Samples, real_samples
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require

WHERE = "x in [1,inf), N in [1,inf), before in [1,inf)"
AGAIN = Given(1, r"In an episode the pulls are doubled.", "N == 2*before")


def _most(id: str, read: str, words: str, most: str) -> Proof:
    return Proof(
        id,
        where=WHERE,
        parts=(3,),
        steps=(
            AGAIN,
            Given(2, f"It began since the samples that the index reads {words}.", f"{read} < x"),
            Inequality(3, r"So the pulls after it are fewer.", f"N < {most}*x", uses=(1, 2)),
            Inequality(4, "Without an episode there is one pull.", f"1 < {most}*x"),
        ),
    )


DOUBLING = _most("thesis.rem.price4.doubling", "before", "were all pulls, below $n^*$", "2")
FORGETTING = _most(
    "thesis.rem.price4.forgetting",
    "max(1, before/2)",
    "were those of the last episode, half of the pulls, or the one pull, below $n^*$",
    "4",
)
RANGE = Proof(
    "thesis.rem.price4.range",
    where="x in (1,inf), N in [1,inf), c in (0,4), y in [1,inf), P in [1,inf)",
    parts=(3, 4, 5),
    steps=(
        Given(1, r"No episode begins once the mean is of $n^*>1$ samples.", "max(1, N/2) >= x"),
        Given(2, r"Above a power $y$ of two the pulls are $4y$: $y<n^*\le2y$.", "P == 4*y"),
        Inequality(3, r"So there are at least $2n^*$ pulls.", "N >= 2*x", uses=(1,)),
        Inequality(
            4,
            r"For $n^*\in(y,4y/c)$, $c<4$, they exceed $cn^*$: no factor below 4 is enough.",
            "P > c*x",
            where="c*x < 4*y, y < x",
            uses=(2,),
        ),
        OnClaim(
            5,
            r"And there are fewer than $4n^*$ pulls.",
            "N < 4*x",
            claim="thesis.rem.price4.forgetting",
            of_step=3,
        ),
        Parts(6, r"Between $2n^*$ and $4n^*$, and the factor 4 is sharp.", uses=(3, 4, 5)),
    ),
)


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
            why,
            instances="1011 thresholds, by replay.",
            sharpness=sides.sharpness,
        )

    checks(
        id,
        mutants={
            f"sharper: {most - 1}.99": {"factor": Fraction(100 * most - 1, 100)},
            "sharper by the steps": {
                "proof": proven.changed(3, formula=f"N < {100 * most - 1}/100*x")
            },
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


@checks(
    "thesis.rem.price4.range",
    mutants={
        "all samples": {"samples": Fraction},
        "sharper: at least 2.01 n*": {"least": Fraction(201, 100)},
        "sharper: at least 2.01 n* by the steps": {
            "proof": RANGE.changed(3, formula="N >= 2.01*x")
        },
        "sharper: at most 3.99 n*": {"most": Fraction(399, 100)},
        "sharper: at most 3.99 n* by the steps": {"proof": RANGE.changed(5, formula="N < 3.99*x")},
        "sharper: a factor of 3.99 is enough": {"proof": RANGE.changed(4, formula="P <= c*x")},
    },
)
def range_of_the_price(
    samples: Samples = real_samples,
    least: Fraction = Fraction(2),
    most: Fraction = Fraction(4),
    proof: Proof = RANGE,
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
