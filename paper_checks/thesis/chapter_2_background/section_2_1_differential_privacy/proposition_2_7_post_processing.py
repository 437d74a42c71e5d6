"""Claims about functions of a private output: Proposition 2.7."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    Law,
    excess,
    neighbours,
    random_law,
    random_mechanism,
)
from banditproof.paper_checks.models.finite_pairs import renyi
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.exact_laws.law_divergences import moment

Channel = tuple[Law, ...]


def processed(law: Law, channel: Channel, data: Data) -> Law:
    """The law after a randomised function of the output, which does not see the data again."""
    columns = zip(*channel, strict=True)
    return tuple(
        sum((p * c for p, c in zip(law, column, strict=True)), Fraction(0)) for column in columns
    )


def _sees_the_data(law: Law, channel: Channel, data: Data) -> Law:
    """Wrong: the first record decides in which order the outcomes are named."""
    after = processed(law, channel, data)
    return after[::-1] if data[0] else after


ORDERS = (Fraction(11, 10), Fraction(3, 2), Fraction(17, 3))
"""Orders of Renyi divergences in balls; those of whole orders are compared exactly."""


@checks("thesis.prop2.7")
@mutant("the function sees the data", process=_sees_the_data)
@mutant("sharper: 0.99 of delta is left", left=Fraction(99, 100))
@mutant("sharper: 0.99 of rho is left", left_of_rho=Fraction(99, 100))
def post_processing(
    process: Callable[[Law, Channel, Data], Law] = processed,
    left: Fraction = Fraction(1),
    left_of_rho: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Delta at four levels and Renyi divergences of six orders, before and after channels."""
    source, sides = random.Random(27), Sides()
    need_own_divergences()
    finding = "Post-processing made a mechanism less private."
    for trial in range(60):
        mechanism = random_mechanism(source, 2, 3)
        channel = tuple(random_law(source, 4, least=1) for _ in range(3))
        if trial == 0:  # a permutation of the outcomes, which loses nothing
            channel = tuple(tuple(Fraction(i + j == 2) for j in range(4)) for i in range(3))
        for d, e in neighbours(2):
            before = mechanism(d), mechanism(e)
            after = process(mechanism(d), channel, d), process(mechanism(e), channel, e)
            case: dict[str, Any] = {"data": (d, e), "before": before, "after": after}
            for r in RATIOS:
                sides.at_most(excess(*after, r), left * excess(*before, r), finding, **case)
            for k in (2, 3, 5):
                require(moment(*after, k) <= moment(*before, k), finding, **case, order=k)
            with working_precision(128):
                for a in ORDERS:
                    most = ball(left_of_rho) * renyi(*before, a) + arb(2) ** -90
                    require(at_most(renyi(*after, a), most), finding, **case, order=a)
    return proof.verdict(sharpness=sides.sharpness)
