"""Claims about the limits under sub-sampling that hold: leakage, power, and their order."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.membership import leak, sub_sampled_leak, sub_sampled_power
from banditproof.theory.membership.finite_laws.columns import BernoulliColumn
from banditproof.theory.membership.finite_laws.product_law import ProductLaw
from banditproof.theory.membership.finite_laws.sub_sampling import SubSampledLaw
from banditproof.theory.membership.sub_sampling import (
    sub_sampled_leak_printed,
    sub_sampled_power_printed,
)

HALF = Fraction(1, 2)
Leakage = Callable[[Fraction, Fraction], Enclosure]
"""The limit of the leakage from m* and rho."""
Power = Callable[[Fraction, Fraction, Fraction], Enclosure]
"""The limit of the power from alpha, m* and rho."""
CASES = tuple(
    (Fraction(m), Fraction(share))
    for m, share in (
        *(("1", "0.1"), ("1", "0.5"), ("5", "0.1"), ("5", "0.5"), ("20", "0.1")),
        ("0.1", "0.01"),
    )
)


def corrected_leakage(m: Fraction, share: Fraction) -> Enclosure:
    """rho leak(m/rho)."""
    return certify(sub_sampled_leak, m, share)


def corrected_power(alpha: Fraction, m: Fraction, share: Fraction) -> Enclosure:
    """(1 - rho) alpha + rho pow(alpha, m/rho)."""
    return certify(sub_sampled_power, alpha, m, share)


@checks("thesis.fix.sub.limit")
@mutant("the printed limit", limit=sub_sampled_leak_printed)
def limit_of_the_leakage(limit: Leakage = corrected_leakage, proof: Proof = WRITTEN) -> Verdict:
    """The exact leakage of growing data beside the limit: the distance is of order 1/n."""
    for rows, kept in ((40, 20), (40, 4)):
        share = Fraction(kept, rows)
        law = ProductLaw([(BernoulliColumn(kept, HALF, 1), 5 * rows)])
        result = SubSampledLaw(law, kept=kept, rows=rows).total_variation()
        gap = abs(result - limit(Fraction(5), share))
        finding = "The limit is not near."
        require(at_most(gap, Fraction(3, 10 * kept)), finding, n=rows, k=kept, exact=result)
    return proof.verdict()


@checks("thesis.fix.sub.limit.power")
@mutant("the printed limit", limit=sub_sampled_power_printed)
def limit_of_the_power(limit: Power = corrected_power, proof: Proof = WRITTEN) -> Verdict:
    """The exact power of one data set at three levels, beside the limit."""
    rows, kept = 160, 80
    law = ProductLaw([(BernoulliColumn(kept, HALF, 1), 5 * rows)])
    part = SubSampledLaw(law, kept=kept, rows=rows)
    for level in (Fraction(1, 1000), Fraction(1, 10), HALF):
        gap = abs(part.power(level) - limit(level, Fraction(5), HALF))
        require(at_most(gap, Fraction(1, 300)), "The limit is not near.", alpha=level, gap=gap)
    return proof.verdict()


@checks("thesis.fix.sub.limit.order")
@mutant("sharper: 0.99 of the printed limit", factor=Fraction(99, 100))
@mutant("sharper: 0.99 of the leakage of all rows", whole=Fraction(99, 100))
def order_of_the_limits(
    factor: Fraction = Fraction(1), whole: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Some pairs, certified; for small m both limits agree to first order."""
    sides = Sides()
    for m, share in (
        *CASES,
        (Fraction(1, 1000), Fraction(9, 10)),
        (Fraction(1), Fraction(999, 1000)),
    ):
        printed = sub_sampled_leak_printed(m, share)
        sides.at_most(corrected_leakage(m, share), factor * printed, "It is above.", m=m, rho=share)
        most = whole * certify(leak, m)
        require(at_most(printed, most), "It is above that of all rows.", m=m, rho=share)
    return proof.verdict(sharpness=sides.sharpness)
