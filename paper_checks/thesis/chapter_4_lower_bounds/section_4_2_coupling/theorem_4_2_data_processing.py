"""Claims about channels: Theorems 4.2 (data processing) and 4.3 (conditioning)."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.theory.balls import ball, working_precision

from .finite_channels import (
    BITS,
    DIVERGENCES,
    WRONG_SIGN,
    Channel,
    Divergence,
    output_law,
    random_channel,
    within,
)

SAMPLES = 60


@claim(
    "thesis.thm4.2",
    r"$D_f(P_Y\|Q_Y)\le D_f(P_X\|Q_X)$ for one channel $P_{Y|X}$; so "
    r"$D_f(M_1\|M_2)\le D_f(\mathcal P_1\|\mathcal P_2)$ for any mechanism.",
    recorded="holds",
    mutants={
        "two channels": {"pair": lambda first, independent: independent},
        "a function that is not convex": {"divergences": WRONG_SIGN},
    },
)
def data_processing(
    pair: Callable[[Channel, Channel], Channel] = lambda first, independent: first,
    divergences: dict[str, Divergence] = DIVERGENCES,
) -> Verdict:
    """Random laws through random channels, the same for both, and channels that lose nothing."""
    source = random.Random(42)
    largest = {name: arb(0) for name in divergences}
    with working_precision(BITS):
        for sample in range(SAMPLES):
            inputs, outputs = source.randrange(2, 5), source.randrange(2, 5)
            one, other = (random_law(source, inputs, sample % 2) for _ in range(2))
            channel = random_channel(source, inputs, outputs, sample % 2)
            second = pair(channel, random_channel(source, inputs, outputs))
            renamed = _backwards(inputs)
            for name, divergence in divergences.items():
                before = divergence(one, other)
                after = divergence(output_law(one, channel), output_law(other, second))
                kept = divergence(output_law(one, renamed), output_law(other, renamed))
                share = _share(after, before, kept, f=name, P=one, Q=other, channel=channel)
                largest[name] = arb.max(largest[name], share)
    return certified(
        "No channel increases KL, TV, chi^2 or Hellinger; renaming keeps them.",
        numbers={f"largest ratio, {n}": x.str(6, radius=False) for n, x in largest.items()},
        covered=f"{SAMPLES} random pairs of laws on 2 to 4 points and channels, half of them with "
        "zeros (with the extension to laws without P << Q), in balls.",
        not_covered="Infinite spaces and other generators: the general proof is Jensen's "
        "inequality for the conditional expectation of the likelihood ratio.",
    )


def _backwards(size: int) -> Channel:
    """The channel that exchanges the first input with the last one, and so on."""
    return [tuple(Fraction(i + j == size - 1) for j in range(size)) for i in range(size)]


def _share(small: arb, large: arb, attained: arb, **case: Any) -> arb:
    """Check small <= large and attained = large; small / large, or 0 where it says nothing."""
    sides = dict[str, Any](left=small, right=large)
    require(within(small, large), "The divergence on the left is larger.", **case, **sides)
    equal = attained.overlaps(large) or attained == large
    require(equal, "The sides differ where nothing is lost.", **case, **sides, found=attained)
    return small / large if large.is_finite() and large > 0 else arb(0)


def expectation(law: Law, values: list[arb]) -> arb:
    """E over X with the given law; inputs without mass do not count."""
    return sum((ball(p) * v for p, v in zip(law, values, strict=True) if p), arb(0))


@claim(
    "thesis.thm4.3",
    r"$D_f(P_Y\|Q_Y)\le\mathbb E_{X\sim P_X}[D_f(P_{Y|X}\|Q_{Y|X})]$ for one input law and two "
    r"channels.",
    recorded="holds",
    mutants={
        "the smallest input": {"average": lambda law, values: reduce(arb.min, values)},
        "half of the average": {"average": lambda law, values: expectation(law, values) / 2},
        "average under another law": {"average": lambda law, v: expectation(law[::-1], v)},
        "a function that is not convex": {"divergences": WRONG_SIGN},
    },
)
def conditioning(
    average: Callable[[Law, list[arb]], arb] = expectation,
    divergences: dict[str, Divergence] = DIVERGENCES,
) -> Verdict:
    """Random input laws and pairs of channels; equality when the input shows in the output."""
    source = random.Random(43)
    largest = {name: arb(0) for name in divergences}
    with working_precision(BITS):
        for sample in range(SAMPLES):
            inputs, outputs = source.randrange(1, 5), source.randrange(2, 4)
            law = random_law(source, inputs, 0)
            first, second = (random_channel(source, inputs, outputs, sample % 2) for _ in range(2))
            showing = [_beside_the_input(channel) for channel in (first, second)]
            for name, divergence in divergences.items():
                given = [divergence(a, b) for a, b in zip(first, second, strict=True)]
                bound = average(law, given)
                value = divergence(output_law(law, first), output_law(law, second))
                full = divergence(*(output_law(law, channel) for channel in showing))
                share = _share(value, bound, full, f=name, P_X=law, first=first, second=second)
                largest[name] = arb.max(largest[name], share)
    return certified(
        "The average over the inputs bounds the divergence of the outputs, with equality when the "
        "output shows the input.",
        numbers={f"largest ratio, {n}": x.str(6, radius=False) for n, x in largest.items()},
        covered=f"{SAMPLES} random input laws on up to 4 points with pairs of channels, half of "
        "them with zeros, four divergences, in balls; equality in each for outputs that show the "
        "input.",
        not_covered="Infinite spaces and other generators: joint convexity of (p, q) -> q f(p/q).",
    )


def _beside_the_input(channel: Channel) -> Channel:
    """The channel whose output is the pair of its input and the output of the given one."""
    rows = len(channel)
    return [tuple(p * (i == j) for j in range(rows) for p in row) for i, row in enumerate(channel)]
