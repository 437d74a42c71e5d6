"""Claims about columns whose mean tells how often each value occurs."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks, mutant
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


@checks("thesis.thm6.3.histogram")
def irrational_atoms(proof: Proof = WRITTEN) -> Verdict:
    """The steps."""
    return proof.verdict()


@checks("thesis.fix.lr.histogram")
@mutant("a mean that hides the histogram", values=(0, 1, 2))
def histograms(proof: Proof = WRITTEN, values: tuple[int, int, int] = (0, 1, 100)) -> Verdict:
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
                            for x in item.masses()
                            if x.out and x.present / x.out == r
                        ),
                        Fraction(0),
                    )
                    for r in (Fraction(k, rows) / law[place] for k in range(rows + 1))
                }
                for item in (column, single)
            ]
            case: dict[str, Any] = {"n": rows, "target": values[place]}
            require(by_ratio[0] == by_ratio[1], "The ratio is not N/(n p).", **case)
        total = sum((x.out for x in column.masses()), Fraction(0))
        require(total == 1, "The masses do not add up.", n=rows)
    return proof.verdict()
