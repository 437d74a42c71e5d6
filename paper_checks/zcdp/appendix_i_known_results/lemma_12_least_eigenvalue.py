"""Claims about the least eigenvalue of the design of stochastic contexts: Lemma 12."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import below, need, points, refuted, require
from banditproof.theory.balls import ball, working_precision
from ...checking import WRITTEN, Outcome, Proof, Sides, Verdict, checks, mutant

Vector = tuple[Fraction, ...]
Law = Mapping[Vector, Fraction]
"""Unit vectors with rational entries and their probabilities; E AA' is diagonal here."""


def basis(d: int) -> Law:
    """The unit vectors of the axes, alike."""
    return {tuple(Fraction(i == j) for j in range(d)): Fraction(1, d) for i in range(d)}


def tilted() -> Law:
    """(3/5, 4/5) and its images, alike."""
    pairs = ((Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(3, 5)))
    return {(a, s * b): Fraction(1, 4) for (a, b), s in product(pairs, (1, -1))}


def least_eigenvalue(law: Law) -> Fraction:
    """The least second moment of an axis, where the axes are eigenvectors."""
    d = len(next(iter(law)))
    for i, j in product(range(d), repeat=2):
        mixed = sum((p * x[i] * x[j] for x, p in law.items()), Fraction(0))
        need(i == j or mixed == 0, "The axes are no eigenvectors")
    return min(sum((p * x[i] ** 2 for x, p in law.items()), Fraction(0)) for i in range(d))


def largest_variance(law: Law) -> Fraction:
    """The largest variance of (z'A)^2 for z on an axis, or between two axes."""
    d, result = len(next(iter(law))), []
    for i, j, sign in product(range(d), range(d), (1, -1)):
        squares = {x: x[i] ** 2 if i == j else (x[i] + sign * x[j]) ** 2 / 2 for x in law}
        mean = sum((p * squares[x] for x, p in law.items()), Fraction(0))
        result.append(sum((p * (squares[x] - mean) ** 2 for x, p in law.items()), Fraction(0)))
    return max(result)


def printed_bound(least: Fraction, contexts: int) -> arb:
    """lambda_0^2 / (8 log(4 k))."""
    return ball(least) ** 2 / (8 * ball(4 * contexts).log())


Bound = Callable[[Fraction, int], arb]


@checks("zcdp.lem12.law")
@mutant("a bound of lambda_0", bound=lambda least, contexts: ball(least))
def no_law_has_it(bound: Bound = printed_bound, proof: Proof = WRITTEN) -> Verdict:
    """Three laws in dimensions 2 and 3, which have a z with a larger variance."""
    with working_precision(128):
        for law in (basis(2), basis(3), tilted()):
            least, variance = least_eigenvalue(law), largest_variance(law)
            larger = below(bound(least, 1), ball(variance))
            require(larger, "A law satisfies (3).", law=law, lambda_0=least, variance=variance)
    result = proof.verdict(
        "For d >= 2 no law has so small a variance, already for the vectors of the axes of E AA' "
        "and between them, so that the statement says nothing; for d = 1 the event is empty.",
        instances="Three laws in dimensions 2 and 3.",
    )
    held = result.outcome == Outcome.HOLDS
    return replace(result, outcome=Outcome.HOLDS_VACUOUSLY) if held else result


@dataclass(frozen=True)
class Play:
    """Contexts and choices in two dimensions: E AA' = I/2, and action 2 with a probability."""

    name: str
    contexts: int
    second: Fraction
    """The probability of e_2 among the chosen actions, given the past of the round."""


ONE_DRAW = Play("one context, A_t = {e_U} for all t, with one fair U in {1, 2}", 1, Fraction(0))
"""Given the past of a round after the first its action is known, so one eigenvalue is 0."""
GREEDY = Play(
    "10 fresh contexts, each e_1 or e_2 alike; e_1 is chosen if present", 10, Fraction(1, 2) ** 10
)
DELTA = Fraction(1, 20)


def level(t: int, least: Fraction, d: int = 2, delta: Fraction = DELTA) -> arb:
    """lambda_0 t/4 - 8 log((t+3) d/delta) - 2 sqrt(t log((t+3) d/delta))."""
    spread = (ball(t + 3) * d / ball(delta)).log()
    return ball(least * t) / 4 - 8 * spread - 2 * (t * spread).sqrt()


def small_enough(play: Play, t: int, height: arb) -> arb:
    """A lower bound of P(lambda_min(G_t) <= height): Markov's inequality for the count of e_2."""
    return 1 - ball(play.second * t) / height if height > 0 else arb(0)


def variance_given_history(play: Play) -> Fraction:
    """H_t contains A_t, and with it each context of the round."""
    return Fraction(0)


def variance_of_the_law(play: Play) -> Fraction:
    """The variance of (e_1'A)^2 for A uniform on e_1, e_2."""
    return largest_variance(basis(2))


@checks("zcdp.lem12.history")
@mutant("the variance of the law", variance=variance_of_the_law)
@mutant("the least eigenvalue of the actions", least=lambda play: play.second)
def contexts_in_the_history(
    variance: Callable[[Play], Fraction] = variance_given_history,
    least: Callable[[Play], Fraction] = lambda play: least_eigenvalue(basis(2)),
) -> Verdict:
    """Two plays that satisfy (3) with variance 0, whose second eigenvalue stays small.

    The first has fresh contexts in each round, so that its choices alone leave a direction out.
    """
    results: dict[str, Any] = {}
    t = 10**6
    with working_precision(128):
        for name, play in (("play", GREEDY), ("other play", ONE_DRAW)):
            if not ball(variance(play)) <= printed_bound(least(play), play.contexts):
                continue
            height = level(t, least(play))
            chance = small_enough(play, t, height)
            if chance > ball(DELTA):
                results[name] = play.name
                results[f"{name}, mean of the smaller count"] = play.second * t
                results[f"{name}, chance of the event at least"] = chance
                results["level"] = height
    if {"play", "other play"} - set(results):
        return points()
    return refuted(
        d=2, k=GREEDY.contexts, delta=DELTA, t=t, lambda_0=least_eigenvalue(basis(2)), **results
    )


def chance_below(p: Fraction, t: int, height: arb) -> arb:
    """Chernoff's bound exp(-t kl(height/t, p)) of P(S <= height) for S of the Binomial law (t, p).

    It is 1 for a height above the mean.
    """
    x, y = height / t, ball(p)
    if not x < y:
        return arb(1)
    return (-t * (x * (x / y).log() + (1 - x) * ((1 - x) / (1 - y)).log())).exp()


def trace_after_two(law: Law) -> arb:
    """E tr exp(-aa' - bb') of two independent unit vectors: the eigenvalues are 1 +- <a, b>."""
    total = arb(0)
    for (a, p), (b, q) in product(law.items(), repeat=2):
        inner = ball(sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0)))
        total += ball(p * q) * 2 * inner.cosh() / arb(1).exp()
    return total


@checks("zcdp.lem12.sharper")
@mutant("sharper: the rate 1", rate=Fraction(1))
def growth_of_the_least_eigenvalue(rate: Fraction | None = None, proof: Proof = WRITTEN) -> Verdict:
    """Mean traces after two rounds, which axes attain."""
    sides = Sides()
    with working_precision(128):
        share = 1 - (-arb(1)).exp() if rate is None else ball(rate)
        for law in (basis(2), tilted()):
            bound = 2 * (1 - share * ball(least_eigenvalue(law))) ** 2
            sides.at_most(trace_after_two(law).lower(), bound, "A trace is larger.", law=law)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.lem12.repaired")
@mutant("the least eigenvalue of the contexts", second=Fraction(1, 2))
def printed_level(second: Fraction = GREEDY.second, proof: Proof = WRITTEN) -> Verdict:
    """The play that refuted the print, with the least eigenvalue of its actions."""
    sides = Sides()
    with working_precision(128):
        height = level(10**10, second)
        chance = chance_below(GREEDY.second, 10**10, height)
        sides.at_most(chance, ball(DELTA), "The greedy play stays below the level.", level=height)
    return proof.verdict(sharpness=sides.sharpness)
