"""The threshold of the likelihood ratio rule: tails, and a starved arm."""

from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Verdict
from banditproof.paper_checks.models.finite_strategies import kl_at_risk
from banditproof.paper_checks.verdicts.vocabulary import below, needs_repair, require
from banditproof.theory import Number
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade


def gamma_tail(arms: int, x: Fraction) -> arb:
    """P(a sum of K exponential variables exceeds x) = exp(-x) sum over j < K of x^j / j!."""
    total, term = ball(1), ball(1)
    for j in range(1, arms):
        term = term * ball(x) / j
        total += term
    return (-ball(x)).exp() * total


def least_risk(x: Number, arms: int) -> arb:
    """exp(K - x) (x/K)^K: Chernoff's bound for a sum of K exponential variables."""
    share = ball(Fraction(x)) / arms
    return ((1 - share + share.log()) * arms).exp()


def starved_arm(gap: Fraction = Fraction(1, 10), delta: Fraction = Fraction(1, 20)) -> Verdict:
    """A sampling rule that pulls arm 2 once, and then arm 1 only, against the transportation lemma.

    Raising the mean of arm 2 by twice the gap makes it the best; one sample tells 2 gap^2 of that.
    """
    with working_precision(128):
        information, needed = ball((2 * gap) ** 2 / 2), kl_at_risk(delta)
        require(
            below(information, needed),
            "One sample of arm 2 is enough.",
            information=information,
            needed=needed,
        )
    return needs_repair(
        "Definition 2.19 asks for the halt, and a sampling rule may starve an arm: then the rule "
        "hardly ever halts, for every threshold that makes its answers right. What does not depend "
        "on the sampling rule is the risk of a wrong answer after the halt.",
        f"Two normal arms with gap {gap}, delta = {delta}, arm 2 pulled once and then only arm 1: "
        f"E[N_2] KL = {information.str(5, radius=False)} for the alternative that raises arm 2 by "
        f"twice the gap, but a delta-correct strategy needs kl(delta, 1 - delta) = "
        f"{needed.str(5, radius=False)}.",
        grade=Grade.OUTLINED,
        covered="One sampling rule on the class of all normal instances with one best arm, every "
        "threshold: the lemma is part of thesis.thm2.32.repaired.",
        not_covered="Sampling rules under which the run halts: thesis.glr.correct.repaired.",
    )
