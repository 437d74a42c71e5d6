"""Claims about channels: Theorems 4.2 (data processing) and 4.3 (conditioning)."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any
from flint import arb
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision
from ....checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant
from .finite_channels import (
    BITS,
    DIVERGENCES,
    WRONG_SIGN,
    Channel,
    Divergence,
    enclosed,
    output_law,
    raised,
    random_channel,
)

SAMPLES = 60
Pair = Callable[[Channel, Channel], Channel]
NEARLY = Fraction(99, 100)
FOUR = f"{SAMPLES} random pairs of laws and channels on 2 to 4 points, half of them with zeros "
FOUR += "(with the usual extension to laws without P << Q), for KL, TV, chi^2 and Hellinger."


def _same_channel(first: Channel, independent: Channel) -> Channel:
    return first


def _processed(pair: Pair, divergences: dict[str, Divergence], part: Fraction) -> Sharpness | None:
    """Random laws through random channels, the same for both, and channels that lose nothing."""
    source, sides = random.Random(42), Sides()
    with working_precision(BITS):
        for sample in range(SAMPLES):
            inputs, outputs = source.randrange(2, 5), source.randrange(2, 5)
            left, right = (random_law(source, inputs, sample % 2) for _ in range(2))
            channel = random_channel(source, inputs, outputs, sample % 2)
            second = pair(channel, random_channel(source, inputs, outputs))
            renamed = _backwards(inputs)
            for name, divergence in divergences.items():
                before = divergence(left, right)
                after = divergence(output_law(left, channel), output_law(right, second))
                kept = divergence(output_law(left, renamed), output_law(right, renamed))
                _compare(sides, after, before, kept, part, f=name, P=left, Q=right)
    return sides.sharpness


def _compare(
    sides: Sides, small: arb, large: arb, attained: arb, part: Fraction, **case: Any
) -> None:
    """Require small <= part large, attained <= part large, and that attained is large."""
    equal = attained.overlaps(large) or attained == large
    require(equal, "The sides differ where nothing is lost.", **case, found=attained, other=large)
    for value in (small, attained):
        finding = "The divergence on the left is larger."
        sides.at_most(enclosed(value), raised(ball(part) * large), finding, **case)


def _backwards(size: int) -> Channel:
    """The channel that exchanges the first input with the last one, and so on."""
    return [tuple(Fraction(i + j == size - 1) for j in range(size)) for i in range(size)]


@checks("thesis.thm4.2")
@mutant("two channels", pair=lambda first, independent: independent)
@mutant("a function that is not convex", divergences=WRONG_SIGN)
@mutant("sharper: 99 % of it", part=NEARLY)
def data_processing(
    pair: Pair = _same_channel,
    divergences: dict[str, Divergence] = DIVERGENCES,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """It is a theorem of the textbooks; the check sees that its terms are read rightly."""
    sharpness = _processed(pair, divergences, part)
    return proof.verdict(instances=FOUR, sharpness=sharpness)


@checks("thesis.thm4.2.mechanism")
@mutant("two mechanisms", pair=lambda first, independent: independent)
@mutant("sharper: 99 % of it", part=NEARLY)
def mechanism_as_channel(
    pair: Pair = _same_channel, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The mechanism is the channel, with the marginals (4.1) as laws of its output."""
    sharpness = _processed(pair, DIVERGENCES, part)
    return proof.verdict(instances=FOUR, sharpness=sharpness)


def expectation(law: Law, values: list[arb]) -> arb:
    """E over X with the given law; inputs without mass do not count."""
    return sum((ball(p) * v for p, v in zip(law, values, strict=True) if p), arb(0))


@checks("thesis.thm4.3")
@mutant("the smallest input", average=lambda law, values: reduce(arb.min, values))
@mutant("average under another law", average=lambda law, v: expectation(law[::-1], v))
@mutant("a function that is not convex", divergences=WRONG_SIGN)
@mutant("sharper: 99 % of the average", part=NEARLY)
def conditioning(
    average: Callable[[Law, list[arb]], arb] = expectation,
    divergences: dict[str, Divergence] = DIVERGENCES,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Random input laws and pairs of channels; equality when the input shows in the output."""
    source, sides = random.Random(43), Sides()
    with working_precision(BITS):
        for sample in range(SAMPLES):
            inputs, outputs = source.randrange(1, 5), source.randrange(2, 4)
            law = random_law(source, inputs, 0)
            first, second = (random_channel(source, inputs, outputs, sample % 2) for _ in range(2))
            showing = [_beside_the_input(channel) for channel in (first, second)]
            for name, divergence in divergences.items():
                given = [divergence(a, b) for a, b in zip(first, second, strict=True)]
                value = divergence(output_law(law, first), output_law(law, second))
                full = divergence(*(output_law(law, channel) for channel in showing))
                _compare(sides, value, average(law, given), full, part, f=name, P_X=law)
    return proof.verdict(
        instances=f"{SAMPLES} random input laws on up to 4 points with pairs of channels, half of "
        "them with zeros, four divergences, and each again with outputs that show the input.",
        sharpness=sides.sharpness,
    )


def _beside_the_input(channel: Channel) -> Channel:
    """The channel whose output is the pair of its input and the output of the given one."""
    rows = len(channel)
    return [tuple(p * (i == j) for j in range(rows) for p in row) for i, row in enumerate(channel)]
