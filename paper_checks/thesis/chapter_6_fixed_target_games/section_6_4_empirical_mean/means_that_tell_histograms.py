"""Claims about columns whose mean tells how often each value occurs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import Enclosure
from banditproof.theory.balls import working_precision
from banditproof.theory.membership.finite_laws import histogram_column, mean_column


def irrational_values() -> Iterator[Instance]:
    """The mean of 0, 1 and sqrt(2), and the squared distance of 1, in balls."""
    with working_precision(64):
        values = (arb(0), arb(1), arb(2).sqrt())
        mean = sum(values, arb(0)) / 3
        spread = sum(((x - mean) ** 2 for x in values), arb(0)) / 3
        yield {"mu": Enclosure.of(mean), "c": Enclosure.of((1 - mean) ** 2 / spread)}


HISTOGRAM = Proof(
    "thesis.thm6.3.histogram",
    where="c in (0,inf), mu in (0,1)",
    instances=irrational_values,
    parts=(5, 6),
    steps=(
        OnClaim(
            1,
            r"The mean of a column tells how often each value occurs, and the ratio is that "
            r"of a Bernoulli(1/3) column at the target 1,",
            claim="thesis.fix.lr.histogram",
        ),
        OnClaim(
            2,
            r"for which the limit is normal with the score $\tau(1-p)/p=2\tau$.",
            claim="thesis.fix.lr.bernoulli",
        ),
        Given(3, r"The mean of the values $0,1,\sqrt2$", "mu == (1 + sqrt(2))/3"),
        Given(4, r"and the Mahalanobis distance of 1.", "c == (1 - mu)**2/(1 - mu**2)"),
        Inequality(
            5,
            r"So at $\tau=5$ Theorem 6.3 predicts a leakage below 0.3,",
            "2*normal_cdf(sqrt(5*c)/2) - 1 < 3/10",
            uses=(3, 4),
        ),
        Inequality(
            6,
            r"and the limit is above 0.88.",
            "2*normal_cdf(sqrt(5*(1 - 1/3)/(1/3))/2) - 1 > 88/100",
        ),
        Parts(7, "Two limits.", uses=(1, 2, 5, 6)),
    ),
)


@checks(
    "thesis.thm6.3.histogram",
    mutants={
        "sharper: a prediction below 0.28": {
            "proof": HISTOGRAM.changed(5, formula="2*normal_cdf(sqrt(5*c)/2) - 1 < 28/100")
        },
        "sharper: a limit above 0.89": {
            "proof": HISTOGRAM.changed(
                6, formula="2*normal_cdf(sqrt(5*(1 - 1/3)/(1/3))/2) - 1 > 89/100"
            )
        },
        "another variance": {"proof": HISTOGRAM.changed(4, formula="c == (1 - mu)**2/(1 - mu)")},
    },
)
def irrational_atoms(proof: Proof = HISTOGRAM) -> Verdict:
    """The steps."""
    return proof.verdict(
        "With rationally independent atoms the exact mean is a histogram, and the Mahalanobis "
        "distance does not count it.",
        instances="Mean and distance from the values, in balls.",
    )


COUNTS = Proof(
    "thesis.fix.lr.histogram",
    where="n in [1,inf), k in [1,inf), p in (0,1), a in (0,inf), b in (0,inf), s in [0,inf)",
    steps=(
        Given(
            1,
            r"A histogram in which the value of the target occurs $k$ times has the mass $a$ "
            r"with the target in the data, of which the other $n-1$ rows are drawn,",
            "b == a",
        ),
        Given(
            2,
            r"and without it $\frac{n!}{k!\,r}p^kw$ in place of "
            r"$a=\frac{(n-1)!}{(k-1)!\,r}p^{k-1}w$.",
            "s == a*n*p/k",
        ),
        Given(3, r"The mean tells the histogram."),
        Identity(4, r"So the ratio of a column is $k/(np)$.", "b/s == (k/n)/p", uses=(1, 2)),
        Identity(
            5,
            r"The variance of $k/(np)$ without the target is $\frac1n\frac{1-p}p$.",
            "n*p*(1 - p)/(n*p)**2 == (1 - p)/p/n",
        ),
        OnClaim(
            6,
            r"A Bernoulli($p$) column with the target 1 has this ratio, and its $k$ has the law of "
            r"$N_j$ for both bits: the limits are those of such columns, with $c=(1-p)/p$.",
            claim="thesis.fix.lr.bernoulli",
        ),
        Parts(7, "The ratio and the score.", uses=(3, 4, 5, 6)),
    ),
)


@checks(
    "thesis.fix.lr.histogram",
    mutants={
        "the share of another value": {"proof": COUNTS.changed(2, formula="s == a*n*(1-p)/k")},
        "sharper: 0.95 of the score": {
            "proof": COUNTS.changed(5, formula="n*p*(1 - p)/(n*p)**2 == 0.95*(1 - p)/p/n")
        },
        "a mean that hides the histogram": {"values": (0, 1, 2)},
    },
)
def histograms(proof: Proof = COUNTS, values: tuple[int, int, int] = (0, 1, 100)) -> Verdict:
    """The steps, and columns with atoms so far apart that the mean tells the histogram."""
    law = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    for rows, place in product((2, 4), range(3)):
        column = mean_column(values, law, rows, values[place])
        single = histogram_column(law[place], rows)
        for side in ("out", "present"):
            by_ratio = [
                {
                    r: sum(
                        (
                            getattr(x, side)
                            for x in one.masses()
                            if x.out and x.present / x.out == r
                        ),
                        Fraction(0),
                    )
                    for r in (Fraction(k, rows) / law[place] for k in range(rows + 1))
                }
                for one in (column, single)
            ]
            case: dict[str, Any] = {"n": rows, "target": values[place]}
            require(by_ratio[0] == by_ratio[1], "The ratio is not N/(n p).", **case)
        total = sum((x.out for x in column.masses()), Fraction(0))
        require(total == 1, "The masses do not add up.", n=rows)
    return proof.verdict(
        "The ratio is N/(n p), as for a Bernoulli(p) column at the target 1.",
        instances="Columns on 0, 1 and 100 with 2 and 4 rows, exact.",
    )
