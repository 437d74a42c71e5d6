"""Claims about channels: Theorems 4.2 (data processing) and 4.3 (conditioning)."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.finite_laws import Law, random_law, shown
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .finite_channels import (
    BITS,
    DIVERGENCES,
    WRONG_SIGN,
    Channel,
    Divergence,
    exceeds,
    output_law,
    random_channel,
)

SAMPLES = 60
Pair = Callable[[Channel, Channel], Channel]
"""The channel of the second law, from that of the first and an independent one."""


def the_same(first: Channel, independent: Channel) -> Channel:
    """One channel for both laws."""
    return first


def _a_second_one(first: Channel, independent: Channel) -> Channel:
    return independent


@claim(
    "thesis.thm4.2",
    r"$D_f(P_Y\|Q_Y)\le D_f(P_X\|Q_X)$ for one channel $P_{Y|X}$; so "
    r"$D_f(M_1\|M_2)\le D_f(\mathcal P_1\|\mathcal P_2)$ for any mechanism.",
    recorded="holds",
    mutants={
        "two channels": {"pair": _a_second_one},
        "a function that is not convex": {"divergences": WRONG_SIGN},
    },
)
def data_processing(
    pair: Pair = the_same, divergences: dict[str, Divergence] = DIVERGENCES
) -> Verdict:
    """Random laws through random channels, and channels that lose nothing."""
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
                if exceeds(after, before):
                    return fails(
                        Grade.CERTIFIED,
                        "A channel increases a divergence.",
                        witness=f"{name}: {shown(one)} and {shown(other)} become "
                        f"{shown(output_law(one, channel))} and "
                        f"{shown(output_law(other, second))}: {before.str(8)} to {after.str(8)}.",
                    )
                kept = divergence(output_law(one, renamed), output_law(other, renamed))
                if not (kept.overlaps(before) or kept == before):
                    return fails(
                        Grade.CERTIFIED, "Renaming is not free.", witness=f"{name}, {shown(one)}"
                    )
                if before.is_finite() and before > 0:
                    largest[name] = arb.max(largest[name], after / before)
    return holds(
        Grade.CERTIFIED,
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


Average = Callable[[Law, list[arb]], arb]


def expectation(law: Law, values: list[arb]) -> arb:
    """E over X with the given law; inputs without mass do not count."""
    return sum((ball(p) * v for p, v in zip(law, values, strict=True) if p), arb(0))


def _smallest(law: Law, values: list[arb]) -> arb:
    least = values[0]
    for value in values:
        least = arb.min(least, value)
    return least


def _half(law: Law, values: list[arb]) -> arb:
    return expectation(law, values) / 2


def _another_law(law: Law, values: list[arb]) -> arb:
    """Wrong: the average is not under the law of the input."""
    return expectation(law[::-1], values)


@claim(
    "thesis.thm4.3",
    r"$D_f(P_Y\|Q_Y)\le\mathbb E_{X\sim P_X}[D_f(P_{Y|X}\|Q_{Y|X})]$ for one input law and two "
    r"channels.",
    recorded="holds",
    mutants={
        "the smallest input": {"average": _smallest},
        "half of the average": {"average": _half},
        "average under another law": {"average": _another_law},
        "a function that is not convex": {"divergences": WRONG_SIGN},
    },
)
def conditioning(
    average: Average = expectation, divergences: dict[str, Divergence] = DIVERGENCES
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
                if exceeds(value, bound) or not (full.overlaps(bound) or full == bound):
                    return fails(
                        Grade.CERTIFIED,
                        "Conditioning decreases a divergence.",
                        witness=f"{name}, P_X = {shown(law)}, channels "
                        f"{[shown(row) for row in first]} and {[shown(row) for row in second]}: "
                        f"{value.str(8)} against {bound.str(8)}; with the input shown "
                        f"{full.str(8)}.",
                    )
                if bound.is_finite() and bound > 0:
                    largest[name] = arb.max(largest[name], value / bound)
    return holds(
        Grade.CERTIFIED,
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
    zero = [0 * p for p in channel[0]]
    return [
        tuple(p for j in range(len(channel)) for p in (row if i == j else zero))
        for i, row in enumerate(channel)
    ]
