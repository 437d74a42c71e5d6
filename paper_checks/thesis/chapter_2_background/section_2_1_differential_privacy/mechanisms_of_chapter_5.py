"""The mechanisms and the lemma of Section 2.1 that Chapter 5 relies on, in one place."""

from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, need, proved, require
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from .theorem_2_14_gaussian_mechanism import Variance, delta_spent, printed_variance

EXCESSES = (
    ("8", "1e-2", "1.782"),
    ("10", "1e-5", "2.265"),
    ("10", "1e-10", "1.085"),
    ("6", "1/10", "1.119"),
    ("5", "1/2", "1.174"),
)
"""eps, delta, and how many times delta the mechanism spends, rounded down to three digits."""


@checks("thesis.pre.gauss.ratios")
@mutant("twice the variance", variance=lambda eps, delta: 2 * printed_variance(eps, delta))
@mutant("the logarithm of 1/delta", variance=lambda eps, delta: -2 * delta.log() / eps**2)
@mutant("sharper: 2 % more", share=Fraction(102, 100))
def spent_at_large_eps(
    variance: Variance = printed_variance, share: Fraction = Fraction(1)
) -> Verdict:
    """The exact curve in balls, and the library's privacy loss law."""
    with working_precision(192):
        for eps, delta, ratio in (map(Fraction, case) for case in EXCESSES):
            b = variance(ball(eps), ball(delta))
            spent = delta_spent(ball(eps), b)
            least = share * ratio
            within = below(ball(least * delta), spent)
            require(within, "It spends less.", eps=eps, delta=delta, spent=spent)
            within = below(spent, ball((least + Fraction(1, 1000)) * delta))
            require(within, "It spends more.", eps=eps, delta=delta, spent=spent)
            # a variance rounded up spends less, and by another formula
            rounded = Enclosure.of(b).upper.limit_denominator(10**12) + Fraction(1, 10**9)
            again = composed_delta(Composition(((1, GaussianLoss(1 / rounded)),)), eps)
            close = abs(again - Enclosure.of(spent)) < delta / 1000
            need(close, "Two formulas disagree", eps=eps, delta=delta, library=again)
    return proved(universal=None)
