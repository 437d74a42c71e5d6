"""A counterexample to Theorem 6.3 on the integers: sums that tell the target by their parity."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import below, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership.finite_laws import mean_column


def last_columns() -> Iterator[Instance]:
    """The last of d = 5n columns: its moments, and the leakage and the parities of its sums."""
    for n in (2, 3, 6):
        q = Fraction(1, 5 * n + 1)
        law = {0: (1 - q) / 2, 1: q, 2: (1 - q) / 2}
        mu = sum((x * p for x, p in law.items()), Fraction(0))
        v, six = (sum((p * (x - mu) ** k for x, p in law.items()), Fraction(0)) for k in (2, 6))
        masses = mean_column(list(law), list(law.values()), n, 1).masses()  # of the sums 0 to 2n
        even, odd = (sum(x[side] for x in masses[::2]) for side in (0, 1))
        tv = sum((max(x.present - x.out, Fraction(0)) for x in masses), Fraction(0))
        yield {"n": n, "q": q, "p": q, "mu": mu, "v": v, "six": six / v**3} | {
            "even": even,
            "odd": odd,
            "tv": tv,
        }


PARITY = Proof(
    "thesis.thm6.3.parity",
    where="n in [2,inf), q in (0,1/3], even in [0,1], odd in [0,1], tv in [0,1], p in (0,1/2], "
    "mu in [0,2], v in (0,1], six in (0,inf)",
    instances=last_columns,
    steps=(
        Given(1, r"The last column, $j=d=5n$, has", "q == 1/(5*n + 1)"),
        Identity(2, r"With this", "1 - 2*q == 1/(1 + 2/(5*n - 1))", uses=(1,)),
        Given(
            3,
            r"the sum of its $n$ rows is even without the target with the probability "
            r"$(1+(1-2q)^n)/2$,",
            "even == (1 + exp(-n*log(1 + 2/(5*n - 1))))/2",
        ),
        Given(
            4,
            r"and with it, where that of the other $n-1$ rows is odd, with $(1-(1-2q)^{n-1})/2$.",
            "odd == (1 - exp(-(n - 1)*log(1 + 2/(5*n - 1))))/2",
        ),
        Textbook(
            5,
            r"The difference of the masses of this event.",
            "even - odd <= tv",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "even - odd", "high": "tv"},
            uses=(2, 4),
        ),
        Inequality(6, r"The logarithm.", "log(1 + y) <= y", where="y in (0,inf)"),
        Inequality(
            7,
            r"At $y=2/(5n-1)$, for $n-1$ rows",
            "(n - 1)*log(1 + 2/(5*n - 1)) <= 2/5",
            at={6: {"y": "2/(5*n - 1)"}},
            weights={6: "n - 1"},
        ),
        Inequality(
            8,
            r"and for $n$.",
            "n*log(1 + 2/(5*n - 1)) <= 4/9",
            at={6: {"y": "2/(5*n - 1)"}},
            weights={6: "n"},
        ),
        Inequality(
            9,
            r"The powers of $1-2q$ for $n-1$ rows",
            "exp(-(n - 1)*log(1 + 2/(5*n - 1))) >= exp(-2/5)",
            monotone=("exp", "-(n - 1)*log(1 + 2/(5*n - 1))", "-2/5"),
            weights={7: "1"},
        ),
        Inequality(
            10,
            r"and for $n$.",
            "exp(-n*log(1 + 2/(5*n - 1))) >= exp(-4/9)",
            monotone=("exp", "-n*log(1 + 2/(5*n - 1))", "-4/9"),
            weights={8: "1"},
        ),
        Inequality(11, r"The number.", "(exp(-4/9) + exp(-2/5))/2 >= 13/20"),
        Inequality(
            12,
            r"So the leakage is at least that of this column, for every $n\ge2$.",
            "tv >= 13/20",
            uses=(3, 4),
            weights={5: "1", 9: "1/2", 10: "1/2", 11: "1"},
        ),
        Given(13, r"The mean of each column", "mu == 0*(1 - p)/2 + p + 2*(1 - p)/2"),
        Identity(14, r"is the target.", "mu == 1", uses=(13,)),
        Given(15, r"Its variance.", "v == (1 - p)/2 + (1 - p)/2"),
        Identity(16, r"So $m^\star=0$.", "(1 - mu)**2/v == 0", uses=(14, 15)),
        Given(17, r"The standardised sixth moment", "six == ((1 - p)/2 + (1 - p)/2)/v**3"),
        Inequality(18, r"is at most 4.", "six <= 4", uses=(15, 17)),
        Parts(19, "The leakage, the score, and the moments.", uses=(12, 16, 18)),
    ),
)


@checks(
    "thesis.thm6.3.parity",
    mutants={
        "a mean of rare values that stays": {"proof": PARITY.changed(1, formula="q == 2/5")},
        "the parity of n rows with the target": {
            "proof": PARITY.changed(4, formula="odd == (1 - exp(-n*log(1 + 2/(5*n - 1))))/2")
        },
        "another sixth moment": {"proof": PARITY.changed(17, formula="six == (1 - p)/2/v**3")},
        "sharper: above 0.68": {"proof": PARITY.changed(12, formula="tv >= 17/25")},
        "sharper: sixth moments of at most 3.8": {
            "proof": PARITY.changed(18, formula="six <= 3.8")
        },
        "a rare value of a fixed probability in all columns": {"rare": Fraction(2, 5)},
        "sharper: 1/20 less in the affinities": {"bounds": ((20, "2.7e-6"), (100, "2.02e-27"))},
    },
)
def parity_of_the_sums(
    proof: Proof = PARITY,
    rare: Fraction | None = None,
    bounds: tuple[tuple[int, str], ...] = ((20, "2.9e-6"), (100, "2.2e-27")),
) -> Verdict:
    """The steps, and the affinity of the parities of all columns."""
    for rows, left in bounds:
        with working_precision(300):
            affinity = arb(1)
            for j in range(1, 5 * rows + 1):
                chance = 1 / ball(j + 1) if rare is None else ball(rare)
                out = (1 + (1 - 2 * chance) ** rows) / 2
                inside = (1 - (1 - 2 * chance) ** (rows - 1)) / 2
                affinity *= (out * inside).sqrt() + ((1 - out) * (1 - inside)).sqrt()
            low = below(affinity, ball(Fraction(left)))
            require(low, "The parities are too much alike.", n=rows, most=left, affinity=affinity)
    return proof.verdict(
        "Few columns whose rare value is drawn about once tell by the parity of their sum.",
        instances="The affinity of the parities of all columns is below 2.9e-6 for n = 20 and "
        "2.2e-27 for n = 100, in balls, and bounds 1 minus the leakage; the sums of the last "
        "column for n = 2, 3 and 6, exact.",
    )
