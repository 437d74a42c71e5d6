"""A claim that delta <= 1/2 is needed in Lemma 4.23, for any number of arms.

A strategy drops arms that look worse until two are left, and guesses between these. It errs with
probability at most delta > 1/2, and never pays for telling the two apart, however close they are.
`theorem_2_32_largest_risk` has it without privacy; here it sees randomised responses.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks
from banditproof.paper_checks.models.finite_strategies import kl_at_risk
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory.balls import ball, working_precision
from ...chapter_2_background.section_2_2_bandits.theorem_2_32_largest_risk import (
    FAR,
    RISKS,
    WRONG,
    Drop,
    cases,
    rounds_at_most,
)


@checks("thesis.lem4.23.sharp", mutants=WRONG)
def half_is_needed_with_privacy(
    close: Fraction = Fraction(1, 10**12),
    risks: Sequence[Fraction] = RISKS,
    dropped: Drop = lambda delta: 2 * delta - 1,
) -> Verdict:
    """The strategy on randomised responses; lambda, of the lemma, exchanges the two best arms."""
    most = 0.0
    budgets = [Fraction(text) for text in ("0.01", "0.1", "1", "10")]
    for (arms, delta, drop), eps in product(cases(risks, dropped), budgets):
        with working_precision(128):
            rounds = rounds_at_most(arms, drop, ball(FAR) * (ball(eps) / 2).tanh())
            spent, needed = ball(eps) * rounds * 2 * ball(close), kl_at_risk(delta)
            case: dict[str, Any] = {"K": arms, "delta": delta, "eps": eps, "left_side": spent}
            require(below(spent, needed), "The strategy does not beat the lemma.", **case)
            most = max(most, float(spent / needed))
    return points(
        "Randomised responses make the strategy with two survivors private, and when the two best "
        f"arms have gap 10^-12 its left side is at most {most:.1e} of kl(1 - delta, delta)."
    )
