"""The claim about the experiment as a whole, and about what it is said to show."""

from fractions import Fraction

from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require
from banditproof.theory import certify
from banditproof.theory.membership import power, sub_sampled_power
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw, SubSampledLaw
from banditproof.theory.membership.sub_sampling import sub_sampled_power_printed

from . import targets_of_the_experiment  # noqa: F401  (registers the parts of the setup)

LEVEL = Fraction(1, 100)


@checks("thesis.ftm.exp6.6.tight", mutants={"the corrected limit": {"corrected": True}})
def theory_and_experiment(corrected: bool = False) -> Verdict:
    """The exact power at p = 1/2, of all rows and of half of them."""
    half, m = Fraction(1, 2), Fraction(5)
    every = ProductLaw([(BernoulliColumn(1000, half, 1), 5000)])
    gap = abs(every.power(LEVEL) - certify(power, LEVEL, m))
    require(at_most(gap, Fraction(1, 1000)), "Theorem 6.3 is off.", alpha=LEVEL)
    kept = ProductLaw([(BernoulliColumn(500, half, 1), 5000)])
    result = SubSampledLaw(kept, kept=500, rows=1000).power(LEVEL)
    right = certify(sub_sampled_power, LEVEL, m, half)
    printed = right if corrected else sub_sampled_power_printed(LEVEL, m, half)
    require(
        at_most(abs(result - printed), Fraction(1, 100)),
        "The exact power under sub-sampling is far from that of Theorem 6.6, and near to the "
        "corrected limit.",
        n=1000,
        d=5000,
        p=half,
        rho=half,
        alpha=LEVEL,
        exact_power=result,
        printed=printed,
        corrected_limit=right,
    )
    return points(
        "The exact powers are near to the limits.",
        covered="p = 1/2, all rows and half of them, one level.",
        not_covered="Noise, other levels and other p.",
    )
