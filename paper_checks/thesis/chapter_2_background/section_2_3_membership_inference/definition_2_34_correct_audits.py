"""Claims about what a correct audit is: Definitions 2.34 and 2.35, and the threat models."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.accounting.finite_divergences import smallest_factor
from banditproof.verify.evidence import Grade
from .exact_audit_counts import LEVEL, audit_error, binomial, certain_digits, logs_below_zero, over

exactly = partial(require, grade=Grade.PROVED)
AuditLaw = dict[Fraction | float, Fraction]
"""The law of e^(eps_low) of an audit of one mechanism."""


def is_correct(audit: AuditLaw, ratio: Fraction, gamma: Fraction) -> bool:
    """Pr[eps_low > eps] <= gamma."""
    return _error(audit, ratio) <= gamma


def _error(audit: AuditLaw, ratio: Fraction) -> Fraction:
    return sum((p for low, p in audit.items() if low > ratio), Fraction(0))


def _at_least(audit: AuditLaw, ratio: Fraction, gamma: Fraction) -> bool:
    return _error(audit, ratio) + audit.get(ratio, Fraction(0)) <= gamma


def _strictly(audit: AuditLaw, ratio: Fraction, gamma: Fraction) -> bool:
    return _error(audit, ratio) < gamma


def plug_in(runs: int, ratio: Fraction) -> AuditLaw:
    """Wrong: the largest empirical ratio of the answers of a coin, without any interval."""
    keep = ratio / (1 + ratio)
    law: AuditLaw = {}
    for i, p in enumerate(binomial(runs, keep)):
        for j, q in enumerate(binomial(runs, 1 - keep)):
            low = max(Fraction(1), over(Fraction(i), Fraction(j)), over(Fraction(j), Fraction(i)))
            law[low] = law.get(low, Fraction(0)) + p * q
    return law


@checks("thesis.def2.34")
@mutant("an exact answer is an error", correct=_at_least)
@mutant("sharper: less than gamma", correct=_strictly)
def correct_audits(correct: Callable[[AuditLaw, Fraction, Fraction], bool] = is_correct) -> Verdict:
    """Audits whose errors are known exactly; every budget of a mechanism, not only the smallest."""
    ratio, gamma = Fraction(3), LEVEL
    empirical = plug_in(25, ratio)
    known: tuple[tuple[str, AuditLaw, bool], ...] = (
        ("always 0", {Fraction(1): Fraction(1)}, True),
        ("always the budget", {ratio: Fraction(1)}, True),
        ("too much at gamma", {Fraction(99): gamma, Fraction(1): 1 - gamma}, True),
        ("too much at 2 gamma", {Fraction(99): 2 * gamma, ratio: 1 - 2 * gamma}, False),
        ("empirical ratio of 25 runs each", empirical, False),
    )
    for name, audit, expected in known:
        right = correct(audit, ratio, gamma) == expected
        exactly(right, "The audit is judged wrongly.", odds_of_the_coin=ratio, audit=name)
        # a correct audit for the smallest budget is correct for all larger ones
        larger = not expected or all(correct(audit, r, gamma) for r in (ratio + 1, 2 * ratio))
        exactly(larger, "Correctness is not monotone in eps.", odds_of_the_coin=ratio, audit=name)
    careful, _ = audit_error((25, 25), (Fraction(3, 4), Fraction(1, 4)), ratio, logs_below_zero)
    return points(
        numbers={
            "error without intervals": certain_digits(_error(empirical, ratio)),
            "error with Hoeffding radii": certain_digits(careful),
        }
    )


Runs = list[tuple[Fraction, list[bool]]]
"""The probability of each run of an audit, and at which deltas it errs."""


def at_each_delta(runs: Runs) -> Fraction:
    """The largest over delta of Pr[eps_low(delta) > eps(delta)]."""
    size = len(runs[0][1])
    return max(sum((p for p, errs in runs if errs[k]), Fraction(0)) for k in range(size))


def at_any_delta(runs: Runs) -> Fraction:
    """Pr[eps_low(delta) > eps(delta) for some delta]."""
    return sum((p for p, errs in runs if any(errs)), Fraction(0))


def _at_the_first(runs: Runs) -> Fraction:
    return at_each_delta([(p, errs[:1]) for p, errs in runs])


@checks("thesis.def2.35")
@mutant("one delta only", error=_at_the_first)
@mutant("sharper: all deltas at once", error=at_any_delta)
def correct_audits_of_curves(error: Callable[[Runs], Fraction] = at_each_delta) -> Verdict:
    """An audit that errs at one random delta, and one that errs at a fixed delta, exact."""
    deltas = [Fraction(k, 21) for k in range(1, 21)]
    first, second = leaky_pair(Fraction(3), Fraction(1, 50))
    curve = [
        max(smallest_factor(first, second, d), smallest_factor(second, first, d)) for d in deltas
    ]

    def run(bad: int) -> list[bool]:
        """An estimate that is twice the right e^eps at one delta, and 1 at the others."""
        return [(2 * top if k == bad else 1) > top for k, top in enumerate(curve)]

    random_place = [(Fraction(1, 20), run(bad)) for bad in range(20)]
    fixed_place = [(Fraction(1), run(7))]
    result = (error(random_place), error(fixed_place))
    exactly(result == (LEVEL, Fraction(1)), "The error is not the definition's.", errors=result)
    return points(
        "The bound is for each delta separately: an audit that errs at one of 20 deltas, drawn at "
        f"random, is 1/20-correct although it errs somewhere with probability "
        f"{at_any_delta(random_place)}. A band for the whole curve needs more."
    )
