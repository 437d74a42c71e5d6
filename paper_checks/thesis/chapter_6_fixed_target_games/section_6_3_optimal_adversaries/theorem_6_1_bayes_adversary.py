"""Claims about the Bayes adversary: Theorem 6.1(b) and (c), and its posterior odds."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require
from .theorem_6_1_most_powerful_tests import GAMES, all_tests, law_of, outcomes


@checks("thesis.thm6.1b")
@mutant("the threshold log 2 in games", threshold=Fraction(2))
def bayes_adversary(proof: Proof = WRITTEN, threshold: Fraction = Fraction(1)) -> Verdict:
    """The steps, and all deterministic adversaries of four games."""
    sides = Sides()
    for place, (means, rows, target) in enumerate(GAMES):
        result = law_of(place).exact_errors(threshold)
        best = result.power - result.size
        case: dict[str, Any] = {"means": means, "n": rows, "target": target}
        gains = [power - size for size, power in all_tests(place)]
        for gain in gains:
            sides.at_most(gain, best, "An adversary has more.", **case)
        need(best in gains, "The Bayes adversary is none of them", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.thm6.1c")
@mutant("the L1 distance in games", factor=Fraction(1))
def advantage_is_a_distance(proof: Proof = WRITTEN, factor: Fraction = Fraction(1, 2)) -> Verdict:
    """The steps, and the L1 distances of four games."""
    for place, (means, rows, target) in enumerate(GAMES):
        errors, cells = law_of(place).exact_errors(1), outcomes(place)
        total = factor * sum((abs(p - q) for q, p in cells), Fraction(0))
        weak = sum((q - p for q, p in cells if q >= p), Fraction(0))
        same = errors.power - errors.size == total == weak
        require(same, "The advantage differs.", means=means, n=rows, target=target)
    return proof.verdict()


@checks("thesis.ftm.claim.bayes-odds")
def posterior_odds(proof: Proof = WRITTEN) -> Verdict:
    """The steps; with another prior the threshold is another one."""
    for (place, _), prior in product(enumerate(GAMES), (Fraction(3, 10), Fraction(4, 5))):
        cells, law = outcomes(place), law_of(place)
        best = sum((max(prior * p, (1 - prior) * q) for q, p in cells), Fraction(0))
        errors = law.exact_errors((1 - prior) / prior)
        accuracy = prior * errors.power + (1 - prior) * (1 - errors.size)
        require(accuracy == best, "The threshold log((1-q)/q) is not the best.", q=prior)
    return proof.verdict()
