"""The claim about the membership audit with one-sided confidence limits, for every T."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
import numpy as np
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.clopper_pearson import upper_limits
from banditproof.verify.sampling.two_samples import binomial_masses, certain, response, tails
from .exact_audit_counts import LEVEL

Shares = Callable[[float], float]
"""The level of each upper limit from gamma."""


def half(level: float) -> float:
    """gamma / 2 for each of the two limits."""
    return level / 2


def bounds(zeros: int, ones: int, share: float) -> np.ndarray:
    """eps_low from the false positives (rows) and the false negatives (columns), in float64.

    >>> float(bounds(0, 5, 0.025)[0, 0]), bool(bounds(40, 40, 0.025)[0, 0] > 2.2)
    (0.0, True)
    """
    a = upper_limits(np.arange(zeros + 1), zeros, share)[:, None]
    b = upper_limits(np.arange(ones + 1), ones, share)[None, :]
    one = np.where(b < 1, np.log(np.maximum(1 - b, 1e-300)) - np.log(a), -np.inf)
    two = np.where(a < 1, np.log(np.maximum(1 - a, 1e-300)) - np.log(b), -np.inf)
    return np.maximum(np.maximum(one, two), 0.0)


@cache
def error(rounds: int, eps: Fraction, share: float) -> Enclosure:
    """P(eps_low > eps) for randomised response: a guess is wrong with probability 1/(1 + e^eps).

    The bits are fair coins. Which pairs of counts err is decided in float64, none of them close;
    the probabilities are balls.
    """
    with working_precision(128):
        lie, total = response(eps, truth=False)(), arb(0)
        weights = binomial_masses(rounds, arb(1) / 2)
        for zeros, weight in enumerate(weights):
            errs = certain(bounds(zeros, rounds - zeros, share), float(eps) or 1e-6)
            if errs.any():
                # the bound falls in both counts: the errors of a row are its first ones
                need(bool((np.diff(errs.astype(int), axis=1) <= 0).all()), "Errors are scattered")
                masses, above = (
                    binomial_masses(zeros, lie),
                    tails(binomial_masses(rounds - zeros, lie)),
                )
                wrong = sum(
                    (
                        m * (1 - above[int(k)])
                        for m, k in zip(masses, errs.sum(axis=1), strict=True)
                    ),
                    arb(0),
                )
                total += weight * wrong
        return Enclosure.of(total)


def rare_error(level: Fraction, wrong: Fraction, rounds: int) -> Enclosure:
    """P(eps_low > eps) given `rounds` rounds of each kind, guesses that are rarely wrong.

    e^eps = (1 - wrong)/wrong, and each limit is at `level`. The limit U(0) = 1 - level^(1/rounds)
    is below `wrong` and U(1) above it, so an error needs a count of 0, and then any other count k
    with U(k) < 1 - e^eps U(0), that is with P(Bin(rounds, that number) <= k) < level.
    """
    ratio = (1 - wrong) / wrong
    with working_precision(128):
        none = 1 - (ball(level).log() / rounds).exp()
        edge, truth, lie = 1 - ball(ratio) * none, ball(wrong), _masses(ball(wrong), rounds)
        need(none < truth and edge > truth and edge < 1, "The limit without errors differs")
        need(lie[0] + lie[1] > ball(level), "One wrong guess is an error")
        low, counts, known = arb(0), 0, _masses(edge, rounds)
        for counts, mass in enumerate(known):
            low += mass
            need(low < ball(level) or low > ball(level), "A limit is not decided", count=counts)
            if low > ball(level):
                break
        need(low > ball(level), "More counts are needed")
        others = sum(lie[:counts], arb(0))
        return Enclosure.of(2 * lie[0] * others - lie[0] ** 2)


def _masses(p: arb, rounds: int) -> list[arb]:
    """P(Bin(rounds, p) = k) for k < 40."""
    return [arb(rounds).bin(k) * p**k * (1 - p) ** (rounds - k) for k in range(40)]


CORNERS = tuple(map(Fraction, ("0", "1/2", "1", "2")))


@checks("thesis.fix.audit.mi")
@mutant("limits at 4 gamma", share=lambda g: 4 * g)
@mutant("sharper: an error of 0.96 gamma", part=Fraction(96, 100))
def audit_with_two_limits(
    share: Shares = half, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Clopper and Pearson's limits for randomised response, and for rarely wrong guesses."""
    sides, numbers, level = Sides(), {}, share(float(LEVEL))
    for rounds, eps in product((20, 60), CORNERS):
        result = error(rounds, eps, level)
        numbers[f"error at eps = {eps}, T = {rounds}"] = result
        finding = "The audit is not gamma-correct for randomised response."
        sides.at_most(result, part * LEVEL, finding, eps=eps, T=rounds, gamma=LEVEL)
    wrong = Fraction(1, 1000)
    exact = rare_error(Fraction(share(1)) * LEVEL, wrong, 3700)
    numbers["error with 3700 rounds of each kind, a guess in 1000 wrong"] = exact
    sides.at_most(exact, part * LEVEL, "The audit is not gamma-correct.", T_0=3700, T_1=3700)
    nothing = not bounds(0, 5, level).any()
    require(nothing, "Without rounds of one kind it reports something.", grade=Grade.PROVED)
    return proof.verdict(numbers=numbers, sharpness=sides.sharpness)
