"""Claims about the audit by membership games: the second recipe of Section 2.3.7."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.thesis_audits import membership_error_as_printed
from .exact_audit_counts import CONSTANT, LEVEL, Ratio, binomial, certain_digits, over, radius

Estimates = tuple[Fraction, Fraction, Fraction, Fraction]
NONE = Fraction(0)
Rates = Callable[[int, int, int, int], Estimates | None]
"""alpha_hat, beta_hat and their radii from the false positives and negatives and the numbers of
rounds with b = 0 and with b = 1; None if there is no answer."""


def over_all_rounds(positives: int, negatives: int, zeros: int, ones: int) -> Estimates:
    """The printed words to the letter: proportions of the T rounds."""
    rounds = zeros + ones
    return Fraction(positives, rounds), Fraction(negatives, rounds), radius(rounds), radius(rounds)


def over_own_rounds(positives: int, negatives: int, zeros: int, ones: int) -> Estimates | None:
    """Proportions of the rounds with b = 0 and with b = 1, with the radii of these numbers."""
    if not zeros or not ones:
        return None
    return Fraction(positives, zeros), Fraction(negatives, ones), radius(zeros), radius(ones)


def _radius_of_all_rounds(*counts: int) -> Estimates | None:
    result, r = over_own_rounds(*counts), radius(sum(counts[2:]), CONSTANT / 4)
    return result and (*result[:2], r, r)


def _halved_rates(*counts: int) -> Estimates | None:
    result, printed = over_own_rounds(*counts), over_all_rounds(*counts)
    return result and (*printed[:2], *result[2:])


def estimate(rates: Estimates | None, delta: Fraction = Fraction(0)) -> Ratio:
    """e^eps_low: the logarithms of (1 - delta - beta - ..)/(alpha + ..), and the other way round.

    It is the event audit for the event 'guess 1', of probabilities 1 - beta and alpha; its second
    logarithm has 1 - alpha - .. over beta + .., the event 'guess 0'.
    """
    if rates is None:
        return Fraction(1)
    alpha, beta, r, s = rates
    left = 1 - delta
    return max(Fraction(1), over(left - beta - s, alpha + r), over(left - alpha - r, beta + s))


@cache
def _estimates(
    zeros: int, ones: int, rates: Rates, delta: Fraction
) -> tuple[tuple[Ratio, ...], ...]:
    """The estimates of all pairs of false positives and negatives."""
    return tuple(
        tuple(estimate(rates(i, j, zeros, ones), delta) for j in range(ones + 1))
        for i in range(zeros + 1)
    )


@cache
def split_error(
    zeros: int, ones: int, ratio: Fraction, lie: Fraction, rates: Rates, delta: Fraction = NONE
) -> Fraction:
    """Pr[e^eps_low > ratio] given how often b was 0 and 1."""
    total, lies = Fraction(0), binomial(ones, lie)
    rows = _estimates(zeros, ones, rates, delta)
    for p, row in zip(binomial(zeros, lie), rows, strict=True):
        above = (q for q, low in zip(lies, row, strict=True) if low > ratio)
        total += p * sum(above, Fraction(0))
    return total


@cache
def game_error(
    rounds: int, ratio: Fraction, lie: Fraction, rates: Rates, delta: Fraction = NONE
) -> Fraction:
    """Pr[e^eps_low > ratio] if b is a fair coin and the guess is wrong with probability `lie`."""
    splits = enumerate(binomial(rounds, Fraction(1, 2)))
    return sum(
        (p * split_error(zeros, rounds - zeros, ratio, lie, rates, delta) for zeros, p in splits),
        Fraction(0),
    )


def _error_without_data(rates: Rates, delta: Fraction) -> dict[str, Any]:
    """The error for a mechanism that ignores its data, by enumeration at T = 36 and by hand."""
    small = game_error(36, Fraction(1), Fraction(1, 2), rates, delta)
    # with the rates over T the sum of both is (number of wrong guesses)/T, whatever b was: the
    # estimate is above 0 iff 1 - delta - beta - r > alpha + r iff few guesses are wrong
    by_hand, large = (
        sum(binomial(n, Fraction(1, 2))[: _most_wrong(n, delta) + 1], Fraction(0))
        for n in (36, 100)
    )
    case: dict[str, Any] = {"eps": 0, "delta": delta, "gamma": LEVEL, "error": float(small)}
    require(small > LEVEL, "The audit errs with probability at most gamma.", **case)
    need(by_hand == small, "Two computations differ", by_hand=by_hand, enumerated=small)
    return {
        f"error at T = 36, delta = {delta}": certain_digits(small),
        f"1 - error at T = 100, delta = {delta}": certain_digits(1 - large),
    }


@checks("thesis.audit.mi.all-rounds")
@mutant("proportions of the rounds with b = 0 and b = 1", rates=over_own_rounds)
def all_rounds(rates: Rates = over_all_rounds) -> Verdict:
    """Both estimates where the hypothesis of the intervals cannot be met."""
    numbers = _error_without_data(rates, NONE) | _error_without_data(rates, Fraction(1, 20))
    library, own = membership_error_as_printed(1, 36, "0.05"), _error_in_balls(36)
    same = library.lo <= own.hi and own.lo <= library.hi and own.lo > 0
    need(same, "The library differs", library=library, own=own)
    return proved(numbers=numbers, universal=None)


def _error_in_balls(rounds: int) -> Enclosure:
    """The printed audit's error at eps = 1 with the radius sqrt(log(4/gamma)/(2T)), widened."""
    with working_precision(96):
        e = arb(1).exp()
        lie, r = 1 / (1 + e), ((ball(4 / LEVEL)).log() / (2 * rounds)).sqrt()
        total = arb(0)
        # of T rounds i are false alarms and j are misses, each of probability lie/2 in a round
        for i in range(rounds + 1):
            for j in range(rounds - i + 1):
                alpha, beta = arb(i) / rounds, arb(j) / rounds
                if 1 - beta - r > e * (alpha + r) or 1 - alpha - r > e * (beta + r):
                    ways = arb(rounds).bin(i) * arb(rounds - i).bin(j)
                    total += ways * (lie / 2) ** (i + j) * (1 - lie) ** (rounds - i - j)
        value = Fraction(float(total.mid()))
    return Enclosure.of(value * (1 - Fraction(1, 10**9)), value * (1 + Fraction(1, 10**9)))


def _most_wrong(rounds: int, delta: Fraction = NONE) -> int:
    """The largest number of wrong guesses at which eps_low > 0: below (1 - delta - 2r) T."""
    bound = (1 - delta - 2 * radius(rounds)) * rounds
    return int(bound) - (bound.denominator == 1)


Formula = Callable[[Estimates | None, Fraction], Ratio]


def _narrow(rates: Estimates | None, delta: Fraction) -> Ratio:
    """Wrong: 0.95 of the radii."""
    shrunk = rates and (*rates[:2], rates[2] * 95 / 100, rates[3] * 95 / 100)
    return estimate(shrunk, delta)


def _require_level(formula: Formula, sides: Sides, part: Fraction) -> None:
    """The error against the exact gamma, for an adversary who rarely guesses 1; 9 rounds each."""
    tiny = Fraction(1, 10**9)
    for delta, ratio in ((NONE, Fraction(10**7)), (Fraction(1, 20), Fraction(2))):
        hit = delta + ratio * tiny  # 1 - beta; alpha is tiny, and its radius is alpha
        r, error, kept = Fraction(1, 3) - hit, Fraction(0), Fraction(0)
        for (i, v), (j, w) in product(enumerate(binomial(9, tiny)), enumerate(binomial(9, hit))):
            alpha, beta = Fraction(i, 9), 1 - Fraction(j, 9)
            kept += v * w * (abs(alpha - tiny) <= tiny and abs(1 - beta - hit) <= r)
            error += v * w * (formula((alpha, beta, tiny, r), delta) > ratio)
        case: dict[str, Any] = {"T_0": 9, "T_1": 9}
        finding = "The audit errs more often than the intervals."
        sides.at_most(error, part * (1 - kept), finding, **case, delta=delta, alpha=tiny)


@checks("thesis.audit.mi.own-rounds")
@mutant("proportions of all rounds", rates=over_all_rounds)
@mutant("proportions of all rounds, radii of its own", rates=_halved_rates)
@mutant("a radius for more rounds than there are", rates=_radius_of_all_rounds)
@mutant("sharper: 0.95 of the radii", formula=_narrow)
@mutant("sharper: an error of 0.99 gamma", part=Fraction(99, 100))
def membership_audit_repaired(
    rates: Rates = over_own_rounds,
    formula: Formula = estimate,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The exact error for coins, and the power against more eps."""
    sides, errors = Sides(), {}
    _require_level(formula, sides, part)
    for ratio, delta in product(map(Fraction, (1, 3, 9)), (NONE, Fraction(1, 20))):
        lie = (1 - delta) / (1 + ratio)
        for rounds in (8, 20):
            name = f"odds {ratio}, delta = {delta}, T = {rounds}"
            errors[name] = game_error(rounds, ratio, lie, rates, delta)
        for zeros, ones in ((50, 50), (20, 40)) if ratio == 1 else ((20, 40),):
            name = f"odds {ratio}, delta = {delta}, T_0 = {zeros}, T_1 = {ones}"
            errors[name] = split_error(zeros, ones, ratio, lie, rates, delta)
    for delta in (NONE, Fraction(1, 20)):  # the witnesses that refuted the print
        name = f"a mechanism that ignores its data, delta = {delta}, T = 36"
        errors[name] = game_error(36, Fraction(1), Fraction(1, 2), rates, delta)
    for name, error in errors.items():
        finding, size = "The audit is not gamma-correct.", certain_digits(error)
        require(error <= LEVEL, finding, grade=Grade.PROVED, coin=name, error=size)
    power = game_error(30, Fraction(1), Fraction(1, 100), rates)
    seen = power >= Fraction(9, 10)
    require(seen, "The audit sees nothing.", grade=Grade.PROVED, odds=99, T=30, power=power)
    return proof.verdict(
        numbers={
            **{f"error at {name}": certain_digits(error) for name, error in errors.items()},
            "power at odds 99 against 0, T = 30": certain_digits(power),
        },
        sharpness=sides.sharpness,
    )
