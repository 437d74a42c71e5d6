"""Real cases of the steps of proof_of_lemma_4_23.proof."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.finite_strategies import Situation, noisy_answer, reported
from banditproof.theory import certify, kl


def one_noisy_answer() -> Iterator[Instance]:
    """A strategy of one sample whose answer is right with probability 82 %, and one alternative.

    Only the first arm tells the two instances apart, so that the best weights are those of it.
    """
    nu = (Fraction(9, 10), Fraction(1, 2))
    case = Situation(noisy_answer(Fraction(9, 10)), nu, (Fraction(1, 10), Fraction(1, 2)))
    steps = case.performance.halting_step - 1
    divergence = certify(kl, nu[0], case.other[0], digits=20)
    eps = reported(case.view_eps)
    inner = min(divergence, eps * Fraction(4, 5), key=float)
    level = certify(kl, 1 - case.risk, case.risk, digits=20)
    risks = {"p": 1 - case.risk, "q": case.risk, "ham": Fraction(4, 5), "dist": Fraction(4, 5)}
    strategy = {"delta": case.risk, "eps": eps, "n": steps, "tau": steps + 1, "c": level / steps}
    sums = {"kls": divergence * steps, "tvs": steps * Fraction(4, 5)}
    means = {"w1": divergence, "w2": Fraction(4, 5), "value": inner, "rate": inner}
    yield {**risks, **strategy, **sums, **means}
