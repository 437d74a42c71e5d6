"""Claims about the regime, and the link to random targets and Bernoulli columns."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.membership import mahalanobis
from banditproof.theory.membership.finite_laws import mean_column
from banditproof.verify.evidence import Grade


@checks("thesis.ftm.claim.sojh-link.expectation")
def mean_of_the_distance(proof: Proof = WRITTEN) -> Verdict:
    """The steps, and Bernoulli columns."""
    for mean in (Fraction(1, 2), Fraction(1, 7)):
        parts = [(mean, 1 - mean), (1 - mean, -mean)]
        result = sum((p * mahalanobis([x], [[mean * (1 - mean)]]) for p, x in parts), Fraction(0))
        require(result == 1, "The mean is not 1.", mu=mean)
    return proof.verdict()


def finite_score(rows: int, columns: int) -> Fraction:
    """P_0(the score is finite) for z_j ~ D_j = Bernoulli(1/(j+1)), j <= columns, exact.

    The ratio of a column is 0 if no row equals the target. Under the limit N(-tau/2, tau) of a real
    score this tends to 1. Of the columns n < j <= 5n a target 1 has that chance (1 - 1/(j+1))^n >=
    1/e, so that the score is infinite with at least 1 - exp(-(1/e) sum 1/(j+1)), and the sum is
    above log((5n+2)/(n+2)): at least 2/5 for all n >= 10.
    """
    result = Fraction(1)
    for j in range(1, columns + 1):
        fraction = Fraction(1, j + 1)
        result *= 1 - fraction * (1 - fraction) ** rows - (1 - fraction) * fraction**rows
    return result


@checks("thesis.ftm.claim.sojh-link.law", subjects={"bounded": (False, True)})
def averaged_law(bounded: bool = True, proof: Proof = WRITTEN) -> Verdict:
    """Bernoulli(1/(j+1)) columns, whose kurtosis grows: the score is often infinite."""
    ratio, least = 5, Fraction(2, 5)
    for rows in (10, 40):
        chance = 1 - finite_score(rows, ratio * rows)
        need(chance > least, "The score is seldom infinite", n=rows, chance=chance)
    with working_precision(64):
        total = 1 - (-(arb(ratio * 10 + 2) / 12).log() / arb(1).exp()).exp()
        need(total > ball(least), "The bound for all n is smaller", n=10, bound=total)
    require_or_repair(
        bounded,
        "Under H_0 the score is -inf with a probability of at least 2/5 for every n >= 10 and "
        "d = 5n, so that it tends to no normal law: a target of 1 in a column n < j <= 5n, of "
        "which there is often one, differs from all rows with at least the chance 1/e.",
        grade=Grade.OUTLINED,
        means="1/(j + 1)",
        n=10,
        d=10 * ratio,
        probability_of_an_infinite_score=f"{float(1 - finite_score(10, 10 * ratio)):.4f}",
    )
    return proof.verdict()


@checks("thesis.ftm.claim.generalises")
@mutant("the mean of a law without atoms", atom=Fraction(0))
def generalises_bernoulli(atom: Fraction | None = None) -> Verdict:
    """The mean of Bernoulli draws has atoms: there is no density to expand."""
    rows = 4
    if atom is None:
        atom = max(mass.out for mass in mean_column([0, 1], ["1/2", "1/2"], rows, 1).masses())
    finding = (
        "The analysis expands the density of the standardised mean, and that of a Bernoulli column "
        "has none: it has atoms for every n. The Bernoulli result is no special case; it has a "
        "proof of its own (thesis.fix.lr.bernoulli), and for other laws with atoms the conclusion "
        "of the analysis is false (thesis.thm6.3.histogram)."
    )
    require(atom == 0, finding, mu=Fraction(1, 2), n=rows, largest_atom=atom)
    return proved()
