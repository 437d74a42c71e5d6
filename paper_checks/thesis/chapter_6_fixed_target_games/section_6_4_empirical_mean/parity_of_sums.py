"""A counterexample to Theorem 6.3 on the integers: sums that tell the target by their parity."""

from collections.abc import Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks, mutant
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


@checks("thesis.thm6.3.parity")
@mutant("a rare value of a fixed probability in all columns", rare=Fraction(2, 5))
@mutant("sharper: 1/20 less in the affinities", bounds=((20, "2.7e-6"), (100, "2.02e-27")))
def parity_of_the_sums(
    proof: Proof = WRITTEN,
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
    return proof.verdict()
