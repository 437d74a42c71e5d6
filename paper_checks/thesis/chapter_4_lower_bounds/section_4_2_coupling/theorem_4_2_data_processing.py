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
Pair = Callable[[Channel, Channel], Channel]
"""The channel of the second law, from that of the first and an independent one."""


def the_same(first: Channel, independent: Channel) -> Channel:
    """One channel for both laws."""
    return first


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
                case = dict[str, Any](divergence=name, P=one, Q=other, before=before)
                finding = "A channel increases a divergence."
                require(within(after, before), finding, **case, after=after, channel=channel)
                kept = divergence(output_law(one, renamed), output_law(other, renamed))
                same = kept.overlaps(before) or kept == before
                require(same, "Renaming changes a divergence.", **case, after=kept)
                if before.is_finite() and before > 0:
                    largest[name] = arb.max(largest[name], after / before)
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


Average = Callable[[Law, list[arb]], arb]


def expectation(law: Law, values: list[arb]) -> arb:
    """E over X with the given law; inputs without mass do not count."""
    return sum((ball(p) * v for p, v in zip(law, values, strict=True) if p), arb(0))


def _smallest(law: Law, values: list[arb]) -> arb:
    return reduce(arb.min, values)


@claim(
    "thesis.thm4.3",
    r"$D_f(P_Y\|Q_Y)\le\mathbb E_{X\sim P_X}[D_f(P_{Y|X}\|Q_{Y|X})]$ for one input law and two "
    r"channels.",
    recorded="holds",
    mutants={
        "the smallest input": {"average": _smallest},
        "half of the average": {"average": lambda law, values: expectation(law, values) / 2},
        "average under another law": {"average": lambda law, v: expectation(law[::-1], v)},
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
                case = dict[str, Any](divergence=name, P_X=law, first=first, second=second)
                finding = "Conditioning decreases a divergence."
                require(within(value, bound), finding, **case, value=value, bound=bound)
                same = full.overlaps(bound) or full == bound
                require(same, "With the input shown it is not equal.", **case, value=full)
                if bound.is_finite() and bound > 0:
                    largest[name] = arb.max(largest[name], value / bound)
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
