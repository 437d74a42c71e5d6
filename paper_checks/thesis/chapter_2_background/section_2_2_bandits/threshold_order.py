"""A claim about the threshold of the likelihood ratio rule: its order in delta is not enough."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms.identification.top_two import likelihood_threshold
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, refuted
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade


def _crossing_chances(level: arb, spread: int, looks: int) -> arb:
    """A lower bound of P(Z_k^2/2 > level for some k < looks) at gap 0.

    Z_k is the normalised difference after spread^k rounds, with correlation at most r =
    spread^(-1/2). By Bonferroni it is at least the sum of p minus that over pairs, where
    P(both) <= P(|Z| > 10) + p P(|Z'| > (u - 10 r) / sqrt(1 - r^2)), u^2 = 2 level.
    """
    u, root = (2 * level).sqrt(), arb(2).sqrt()
    first = level.sqrt().erfc()
    r = 1 / ball(spread).sqrt()
    second = ((u - 10 * r) / (1 - r * r).sqrt() / root).erfc()
    both = (arb(10) / root).erfc() + first * second
    return looks * first - ball(Fraction(looks * (looks - 1), 2)) * both


@checks("thesis.glr.constant")
@mutant(
    "the threshold of the repair",
    level=lambda delta, n: ball(Fraction(likelihood_threshold(2, n, delta))),
)
def order_of_the_threshold(
    level: Callable[[Fraction, int], arb] = lambda delta, samples: -ball(delta).log(),
) -> Verdict:
    """Two normal arms with a tiny gap, pulled in turn, looked at after 10^6^k rounds each.

    With no gap the run that has stopped by N rounds names either arm with the same probability.
    A gap x changes the probability of any event of these runs by at most x sqrt(N) / 2.
    """
    errors: dict[str, float] = {}
    case: dict[str, Any] = {}
    for delta, looks in ((Fraction(1, 20), 10), (Fraction(1, 100), 12)):
        with working_precision(128):
            stopped = _crossing_chances(level(delta, 2), 10**6, looks)
            # N = 10^(6 (looks - 1)), and the gap is 10^-(3 looks): x sqrt(N) / 2 = 10^-3 / 2
            error = stopped / 2 - ball(Fraction(1, 2000))
            if lower(error) <= delta:
                return points()
            errors[str(delta)] = float(lower(error))
            risk = Enclosure.of(error).decimal_lo(4)
            gap = f"10^-{3 * looks}"
            here = {"variance": 1, "gap": gap, "delta": delta, "looks": looks}
            case = case or {**here, "c": level(delta, 2), "P(wrong answer) at least": risk}
    return refuted(
        "With c = log(1/delta) two normal arms, pulled in turn, are confused with probability at "
        f"least {errors['1/20']:.4f} at delta = 0.05 and {errors['1/100']:.4f} at delta = 0.01, "
        "when their gap is small enough; by the law of the iterated logarithm it comes to 1/2. A "
        "threshold must grow with t, and may not grow linearly, or the rule never stops.",
        "The arms are pulled in turn, and the rule looks after 10^(6 k) rounds, k = 0, 1, ...; "
        "looking at every round it stops no later, and more often.",
        grade=Grade.OUTLINED,
        **case,
    )
