"""Claims about textbook facts of privacy: Propositions H.1 and H.2, Theorem H.5."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    FiniteMechanism,
    Law,
    bit_lists,
    budget,
    delta_of,
    distance,
    excess,
    random_law,
    random_mechanism,
)
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.verify.evidence import Grade

Channel = tuple[Law, ...]
exactly = partial(require, grade=Grade.PROVED)


def processed(law: Law, channel: Channel, data: Data) -> Law:
    """The law after a randomised function of the outcome; the data is not looked at again."""
    return tuple(
        sum((p * row[o] for p, row in zip(law, channel, strict=True)), Fraction(0))
        for o in range(len(channel[0]))
    )


def processed_with_data(law: Law, channel: Channel, data: Data) -> Law:
    """Wrong: the function also adds the data to its outcome."""
    after = processed(law, channel, data)
    return tuple(after[(o - sum(data)) % len(after)] for o in range(len(after)))


IDENTITY: Channel = tuple(tuple(Fraction(i == o) for o in range(3)) for i in range(3))


@checks("bern.H1")
@mutant("function reads the data again", process=processed_with_data)
@mutant("sharper: e^eps 1 % smaller", share=Fraction(99, 100))
def post_processing(
    process: Callable[[Law, Channel, Data], Law] = processed,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Pr[f(M_D) in E] = E k(M_D) = integral of Pr[k(M_D) > u] over u, k(o) = Pr[f(o) in E].

    Each event {k > u} of the output obeys the bound, so their integral does. Checked besides:
    e^eps before and after a random channel, over all neighbours, exact.
    """
    source, sides = random.Random(1), Sides()
    for number in range(150):
        mechanism = random_mechanism(source, size=2, outcomes=3)
        channel = tuple(random_law(source, 3, least=0) for _ in range(3)) if number else IDENTITY
        before = Fraction(budget(mechanism, 2))

        def after(data: Data, m: FiniteMechanism = mechanism, c: Channel = channel) -> Law:
            return process(m(data), c, data)

        finding, grown = "Post-processing made a mechanism less private.", budget(after, 2)
        sides.at_most(Fraction(grown), share * before, finding, channel=channel)
    attained = sides.sharpness is not None and sides.sharpness.ratio == 1
    require(attained, "The identity should leave e^eps as it is.")
    return proof.verdict(sharpness=sides.sharpness)


Slack = Callable[[Fraction, Fraction, int], Fraction]


def no_slack(ratio: Fraction, delta: Fraction, k: int) -> Fraction:
    """What (50) prints: nothing is added for delta."""
    return Fraction(0)


def geometric_slack(ratio: Fraction, delta: Fraction, k: int) -> Fraction:
    """delta (1 + e^eps + ... + e^((k-1) eps)), a sum of k terms; k delta at eps = 0."""
    return delta * sum((ratio**i for i in range(k)), Fraction(0))


def revealing(data: Data) -> Law:
    """Reveals the first bit with probability 1/10, and says nothing otherwise."""
    return (Fraction(1 - data[0], 10), Fraction(data[0], 10), Fraction(9, 10))


def chained(data: Data) -> Law:
    """A coin that reaches the group bound exactly, at e^eps = 2 and delta = 1/20."""
    heads = (Fraction(11, 20), Fraction(1, 4), Fraction(1, 10))[sum(data)]
    return (heads, 1 - heads)


@checks("bern.H2", subjects={"slack": (no_slack, geometric_slack)})
@mutant("delta once for each place", slack=lambda ratio, delta, k: k * delta)
@mutant("delta once", slack=lambda ratio, delta, k: delta)
@mutant(
    "sharper: 1 % less slack",
    slack=lambda ratio, delta, k: geometric_slack(ratio, delta, k) * Fraction(99, 100),
)
def group_privacy(slack: Slack, proof: Proof = WRITTEN) -> Verdict:
    """Every pair of data of several mechanisms; one of them reaches the bound exactly."""
    source, sides = random.Random(2), Sides()
    mechanisms: list[tuple[str, int, FiniteMechanism]] = [
        ("reveals its bit with probability 1/10", 1, revealing),
        ("Pr[1 | 0, 1, 2 ones] = 11/20, 1/4, 1/10", 2, chained),
    ]
    mechanisms += [(f"random number {i}", 3, random_mechanism(source, 3, 3)) for i in range(12)]
    compared = 0
    for (name, size, mechanism), ratio in product(mechanisms, RATIOS):
        delta = delta_of(mechanism, ratio, size)
        for d, e in permutations(bit_lists(size), 2):
            k = distance(d, e)
            gap = excess(mechanism(d), mechanism(e), ratio**k)
            compared += 1
            case: dict[str, Any] = {"mechanism": name, "e_to_eps": ratio, "delta": delta}
            case |= {"D": d, "D'": e, "largest_excess_of_an_event": gap}
            finding = (
                "The hypothesis is (eps, delta)-DP, so the conclusion must allow for enough delta. "
                "(50) has none: it is right at delta = 0, the only case that the paper uses."
            )
            sides.at_most_or_repair(gap, slack(ratio, delta, k), finding, **case)
    attained = sides.sharpness is not None and sides.sharpness.ratio == 1
    require(attained, "No mechanism needs all of the slack, but the claim says so.")
    return proof.verdict(instances=f"{compared} pairs of data, exact.", sharpness=sides.sharpness)


def laplace_loss(output: Fraction, first: Fraction, second: Fraction) -> Fraction:
    """log of the density ratio of one + Lap(1) to other + Lap(1) at an output."""
    return abs(output - second) - abs(output - first)


def loss_is_at_most_the_distance() -> bool:
    """On each side of the two centres and between them, distance -/+ loss is a multiple >= 0.

    With s < s' the loss is s' - s below both, s' - s above both up to sign, and s + s' - 2 o
    between: so distance - loss is 0, 2 (s' - s) or 2 (o - s), and distance + loss is
    2 (s' - s), 0 or 2 (s' - o).
    """
    import sympy as sp

    o, s, gap, rest = sp.symbols("o s gap rest", nonnegative=True)
    below, above = s + gap, s + gap  # the second centre s' = s + gap
    cases = (
        ((below - o) - (s - o), (0, 2 * gap)),  # o <= s
        ((above - (s + rest)) - rest, (2 * rest, 2 * (gap - rest))),  # o = s + rest, rest <= gap
        ((o - above) - (o - s), (2 * gap, 0)),  # o >= s'
    )
    return all(
        sp.expand(gap - loss - minus) == 0 and sp.expand(gap + loss - plus) == 0
        for loss, (minus, plus) in cases
    )


def one_norm(change: Sequence[Fraction]) -> Fraction:
    """The l1 norm."""
    return sum(map(abs, change), Fraction(0))


@checks("bern.H5")
@mutant("sharper: 0.99 eps", sensitivity=lambda c: one_norm(c) * Fraction(99, 100))
@mutant("largest coordinate for the l1 norm", sensitivity=lambda c: max(map(abs, c)))
@mutant("half the scale", sensitivity=lambda c: one_norm(c) / 2)
@mutant("average coordinate", sensitivity=lambda c: one_norm(c) / len(c))
def laplace_mechanism(
    sensitivity: Callable[[Sequence[Fraction]], Fraction] = one_norm, proof: Proof = WRITTEN
) -> Verdict:
    """The loss of one coordinate is at most its change over the scale, reached at the centre.

    Coordinates are independent, so their losses add up, and an event integrates the densities.
    """
    source, sides = random.Random(5), Sides()
    reached = True
    for _ in range(300):
        k = source.choice((1, 2, 3))
        centre, change = ([Fraction(source.randrange(-20, 21), 7) for _ in range(k)] for _ in "cd")
        if not any(change):
            continue
        other = [c + d for c, d in zip(centre, change, strict=True)]
        scale = sensitivity(change)  # for eps = 1
        far = [Fraction(source.randrange(-60, 61), 7) for _ in range(k)]
        for output in (centre, other, far):
            parts = zip(output, centre, other, strict=True)
            loss = sum((laplace_loss(o, c, d) for o, c, d in parts), Fraction(0)) / scale
            case: dict[str, Any] = {
                "f(D)": centre,
                "f(D')": other,
                "output": output,
                "log_ratio_over_eps": loss,
            }
            sides.at_most(max(loss, Fraction(0)), 1, "The density ratio exceeds e^eps.", **case)
            reached &= output != centre or loss == 1
    finding = "The loss is not the distance of the two centres: at o = f(D) it should be eps."
    exactly(reached and loss_is_at_most_the_distance(), finding)
    return proof.verdict(sharpness=sides.sharpness)
