"""Claims about the concentration of a noisy mean: Lemma C.9."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.noisy_means import tail_above
from banditproof.paper_checks.verdicts.vocabulary import below, require
from banditproof.theory.balls import ball, working_precision


@checks("thesis.lemC.9.constant")
@mutant("a fair coin", mean=lambda h: Fraction(1, 2))
def constant_is_attained(mean: object = None, proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the exact probability for c = 0.9 and 0.99."""
    with working_precision(80):
        for c in map(Fraction, ("9/10", "99/100")):
            h = (1 - c) / 2
            mu = mean(h) if callable(mean) else 1 - h
            result = tail_above(1, mu, h**3, ball(Fraction(0)))
            require(below(ball(c), result), "It is at most c.", c=c, probability=result)
    return proof.verdict()
