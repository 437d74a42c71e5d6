"""Claims about the audit with a fixed event: the recipe, and its form with exact limits."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.sampling.thesis_audits import event_audit_error
from banditproof.verify.sampling.two_samples import response
from .exact_audit_counts import LEVEL


def exact_error(runs: int, eps: Fraction, level: Fraction = LEVEL) -> Enclosure:
    """The error for randomised response, which has the largest p_0 beside its p_1, enclosed.

    At eps = 0 what is above 0 is above 1e-6, which floats can tell.
    """
    pair = response(eps), response(eps, truth=False)
    return event_audit_error(eps or Fraction(1, 10**6), runs, level, "exact", 4, *pair)


def error_of_separate_misses(ratio: Fraction, share: Fraction) -> Fraction:
    """The error for randomised response of limits that are exact, but for four events.

    The events exclude each other and have the probability `share` each; on one L_0 is 1, on one
    L_1, on one U_0 is tiny, and on one U_1.
    """
    lie, truth = coin(ratio, 1)
    tiny = lie / 10**3
    right, missed = (truth, truth, lie, lie), (Fraction(1), tiny, Fraction(1), tiny)
    errors = []
    for place in range(5):  # on the rest no limit misses
        low, high, beside, above = (*right[:place], *missed[place : place + 1], *right[place + 1 :])
        errors.append(max(low / above, beside / high) > ratio)
    return share * sum(errors[:4]) + (1 - 4 * share) * errors[4]


@checks("thesis.mia.alg.audit-definition.exact-limits")
@mutant("sharper: an error of 0.99 gamma", part=Fraction(99, 100))
@mutant("sharper: limits at 0.3 gamma each", share=Fraction(3, 10))
@mutant("four limits at 5 gamma each", level=20 * LEVEL)
def event_audit_with_limits(
    part: Fraction = Fraction(1),
    level: Fraction = LEVEL,
    share: Fraction = Fraction(1, 4),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Limits that miss one at a time, and Clopper and Pearson's for randomised response."""
    result, numbers = Sides(), {}
    separate = error_of_separate_misses(Fraction(3, 2), share * LEVEL)
    finding = "The audit is not gamma-correct."
    result.at_most(separate, part * LEVEL, finding, misses="separate", gamma=LEVEL)
    for runs, eps in ((20, 0), (20, 1), (60, 1), (60, 2)):
        error = exact_error(runs, Fraction(eps), level)
        numbers[f"error at eps = {eps}, T = {runs}"] = error
        result.at_most(error, part * LEVEL, finding, eps=eps, T=runs, gamma=LEVEL)
    return proof.verdict(numbers=numbers, sharpness=result.sharpness)
