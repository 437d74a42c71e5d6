"""Claims about functions of a private output: Proposition 2.7."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.claim import claim
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
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, points, require
from banditproof.theory.balls import working_precision
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


FRACTIONAL = (Fraction(11, 10), Fraction(3, 2), Fraction(17, 3))


@claim(
    "thesis.prop2.7",
    r"For any randomised function $f$ of the output: if $\mathcal M$ is $(\epsilon,\delta)$-DP "
    r"($\rho$-zCDP), so is $f\circ\mathcal M$.",
    recorded="holds",
    mutants={"the function sees the data": {"process": _sees_the_data}},
)
def post_processing(process: Callable[[Law, Channel, Data], Law] = processed) -> Verdict:
    """Delta at four levels and Renyi divergences of six orders, before and after channels."""
    source = random.Random(27)
    for _ in range(60):
        mechanism = random_mechanism(source, 2, 3)
        channel = tuple(random_law(source, 4, least=1) for _ in range(3))
        for d, e in neighbours(2):
            before = mechanism(d), mechanism(e)
            after = process(mechanism(d), channel, d), process(mechanism(e), channel, e)
            parts: list[Any] = [excess(*after, r) <= excess(*before, r) for r in RATIOS]
            parts += [moment(*after, k) <= moment(*before, k) for k in (2, 3, 5)]
            with working_precision(128):
                parts += [at_most(renyi(*after, a), renyi(*before, a)) for a in FRACTIONAL]
            finding = "Post-processing made a mechanism less private."
            for kept in parts:
                require(kept, finding, data=(d, e), before=before, after=after)
    return points(
        "No channel raises delta at any level or a Renyi divergence of any order: both are convex "
        "functions of the likelihood ratio, averaged.",
        covered="60 random mechanisms on two bits with random channels: delta at four values of "
        "e^eps and orders 2, 3, 5 exact, orders 11/10, 3/2 and 17/3 in balls.",
        not_covered="Infinite output spaces.",
    )
