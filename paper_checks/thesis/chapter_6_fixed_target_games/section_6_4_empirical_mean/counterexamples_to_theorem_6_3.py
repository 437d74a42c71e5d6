"""Product laws with all moments for which the conclusion of Theorem 6.3 is false."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.membership.finite_laws import BernoulliColumn

SMOOTH = Proof(
    "thesis.thm6.3.smooth",
    where="n in [2,inf), tau in (0,inf), alarm in [0,1], miss in [0,1], far in [0,1], tv in [0,1]",
    steps=(
        Given(
            1,
            r"The column $j=d=\tau n$: its sum is a whole number plus $\sqrt nG/j$ without "
            r"the target, and 1/2 plus a whole number plus $\sqrt{n-1}G/j$ with it. The "
            r"event $|G|\ge j/(4\sqrt n)=\tau\sqrt n/4$ has the probability",
            "far == 2*normal_cdf(-tau*sqrt(n)/4)",
        ),
        Textbook(
            2,
            r"Outside of it the sum is within 1/4 of a whole number without the target,",
            "alarm <= far",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 1},
            instance={"p": "alarm", "q": "far"},
        ),
        Textbook(
            3,
            r"and is not with the target.",
            "miss <= far",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 1},
            instance={"p": "miss", "q": "far"},
        ),
        Textbook(
            4,
            r"The total variation is at least the difference of the masses of one event.",
            "(1 - miss) - alarm <= tv",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "(1 - miss) - alarm", "high": "tv"},
        ),
        Inequality(
            5,
            r"So it tends to 1.",
            "tv >= 1 - 4*normal_cdf(-tau*sqrt(n)/4)",
            uses=(1,),
            weights={2: "1", 3: "1", 4: "1"},
        ),
    ),
)


@checks(
    "thesis.thm6.3.smooth",
    mutants={
        "noise of order 1": {
            "proof": SMOOTH.changed(1, formula="far == 2*normal_cdf(-1/(4*sqrt(n)))")
        },
        "sharper: half of the error": {
            "proof": SMOOTH.changed(5, formula="tv >= 1 - 2*normal_cdf(-tau*sqrt(n)/4)")
        },
    },
)
def combs_of_smooth_laws(proof: Proof = SMOOTH) -> Verdict:
    """The steps: one event of the last column."""
    return proof.verdict(
        "The combs of the sums of the last column are resolved; the bound of its density grows "
        "with j, which uniformity must forbid."
    )


def last_columns() -> Iterator[Instance]:
    """The last of d = 5n columns, and the score of all of them."""
    for n in (1, 2, 6):
        mu = Fraction(1, 5 * n + 1)
        none = BernoulliColumn(n, mu, 1).masses()[0]
        means = {j: Fraction(1, j + 1) for j in range(1, 5 * n + 1)}
        parts = [((j == 5 * n) - p) ** 2 / (p * (1 - p)) for j, p in means.items()]
        h = sum((Fraction(1, j) for j in range(1, 5 * n)), Fraction(0))
        yield {"n": n, "m": 5 * n - 1, "mu": mu, "none": none.out, "h": h, "score": sum(parts) / n}


UNIFORMITY = Proof(
    "thesis.thm6.3.uniformity",
    where="n in [1,inf), m in [1,inf), mu in (0,1), none in [0,1], tv in [0,1], "
    "score in [5,inf), h in [0,inf)",
    instances=last_columns,
    parts=(8, 12, 13, 14, 15),
    steps=(
        Given(1, r"The mean of the last column, $j=d=5n$, whose target is 1.", "mu == 1/(5*n + 1)"),
        Identity(2, r"The chance of a zero.", "1 - mu == 1/(1 + 1/(5*n))", uses=(1,)),
        Given(
            3,
            r"It has no ones with this probability without the target, and never with it.",
            "none == exp(-n*log(1 + 1/(5*n)))",
        ),
        Textbook(
            4,
            r"The difference of the masses of this event.",
            "none - 0 <= tv",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "none - 0", "high": "tv"},
            uses=(2,),
        ),
        Inequality(5, r"The logarithm.", "log(1 + y) <= y", where="y in (0,inf)"),
        Inequality(
            6,
            r"At $y=1/(5n)$.",
            "n*log(1 + 1/(5*n)) <= 1/5",
            at={5: {"y": "1/(5*n)"}},
            weights={5: "n"},
        ),
        Inequality(
            7,
            r"The mass.",
            "exp(-n*log(1 + 1/(5*n))) >= exp(-1/5)",
            monotone=("exp", "-n*log(1 + 1/(5*n))", "-1/5"),
            weights={6: "1"},
        ),
        Inequality(
            8,
            r"So the leakage is at least $e^{-1/5}$ for every $n$.",
            "tv >= exp(-1/5)",
            uses=(3,),
            weights={4: "1", 7: "1"},
        ),
        Given(9, r"The columns before it are", "m == 5*n - 1"),
        Induction(
            10,
            r"The sum $h$ of $1/j$ over $j\le m$.",
            "h <= 1 + log(m)",
            variable="m",
            sequence="h",
            first="1",
            following="h + 1/(m+1)",
        ),
        Given(
            11,
            r"The score: $c_j=1/j$ for the target 0, and $c_d=d$.",
            "score == (h + 5*n)/n",
        ),
        Identity(12, r"It is above 5,", "score == 5 + h/n", uses=(11,)),
        Inequality(
            13,
            r"and tends to 5.",
            "score <= 5 + (1 + log(5*n - 1))/n",
            uses=(9, 11),
            weights={10: "1/n"},
        ),
        Inequality(14, r"The bound of the leakage.", "abs(exp(-1/5) - 8187/10000) <= 1/20000"),
        Inequality(
            15,
            r"The leakage of the score 5 is smaller.",
            "abs(2*normal_cdf(sqrt(5)/2) - 1 - 7364/10000) <= 1/20000",
        ),
        Parts(16, "The score and the leakage.", uses=(8, 12, 13, 14, 15)),
    ),
)


@checks(
    "thesis.thm6.3.uniformity",
    mutants={
        "a mean of 1/2": {"proof": UNIFORMITY.changed(1, formula="mu == 1/2")},
        "sharper: above 0.83": {"proof": UNIFORMITY.changed(8, formula="tv >= 83/100")},
        "another mass of no ones": {
            "proof": UNIFORMITY.changed(3, formula="none == exp(-n*log(1 + 1/(4*n)))")
        },
        "sharper: the harmonic sum without the 1": {
            "proof": UNIFORMITY.changed(10, formula="h <= log(m)")
        },
        "sharper: a score of 5": {"proof": UNIFORMITY.changed(13, formula="score <= 5")},
        "sharper: a prediction of 0.7363": {
            "proof": UNIFORMITY.changed(
                15, formula="abs(2*normal_cdf(sqrt(5)/2) - 1 - 7363/10000) <= 1/20000"
            )
        },
    },
)
def one_dominating_column(proof: Proof = UNIFORMITY) -> Verdict:
    """The steps: the last column alone."""
    return proof.verdict(
        "One column carries the whole score, and its law is near a Poisson law.",
        instances="The mean, the masses and the score at n = 1, 2 and 6, exact.",
    )
