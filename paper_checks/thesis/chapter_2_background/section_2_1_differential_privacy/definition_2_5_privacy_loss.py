"""Claims about the privacy loss random variable: Definition 2.5 and what the text says of it."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import averaged, coin, leaky_pair
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import trimmed, working_precision
from banditproof.theory.enclosure import Enclosure
from ....models.finite_laws import RATIOS, Law, excess, largest_ratio, random_law
from . import definition_2_5_moments as definition_2_5_moments
from .finite_privacy_losses import LossLaw, beyond, delta_of_loss, drawn_under_the_other, loss_law
from .gaussian_privacy_loss import (
    LossNormal,
    converse_gaps,
    mean_and_twice_the_mean,
    require_law,
    require_wider_tail,
    variance_of_the_mean,
)

Tail = Callable[[Fraction, Fraction, Fraction], Fraction]
"""What is promised for Pr[|Z| > eps + tau] from delta, e^eps and e^tau."""


def no_loss(delta: Fraction, ratio: Fraction, extra: Fraction) -> Fraction:
    """The literal converse: Pr[|Z| > eps] <= delta."""
    return delta


def wider_tail(delta: Fraction, ratio: Fraction, extra: Fraction) -> Fraction:
    """delta (1 + e^(-eps - tau)) / (1 - e^-tau); 1, which is no promise, at tau = 0."""
    return delta * (1 + 1 / (ratio * extra)) / (1 - 1 / extra) if extra > 1 else Fraction(1)


def _pairs(source: random.Random) -> list[tuple[Law, Law]]:
    pairs = [(coin(r, 0), coin(r, 1)) for r in (Fraction(11, 10), Fraction(4), Fraction(30))]
    pairs += [(random_law(source, 4), random_law(source, 4)) for _ in range(40)]
    for ratio in (Fraction(3, 2), Fraction(6)):
        first, second = leaky_pair(ratio, Fraction(1, 50))
        # mixed with a little of each other, so that no outcome has probability 0
        pairs.append((averaged([first] * 99 + [second]), averaged([second] * 99 + [first])))
    return pairs


def _extremal(ratio: Fraction, extra: Fraction) -> tuple[Law, Law]:
    """Two rare outcomes whose loss is just beyond eps + tau, up and down; nothing else is lost."""
    rare, top = Fraction(1, 10**6), ratio * extra * (1 + Fraction(1, 10**4))
    one = (rare, 1 - rare - rare / top, rare / top)
    return one, one[::-1]


EXTRAS = tuple(map(Fraction, ("1", "1.001", "1.1", "2", "9")))


def _require_tails(tail: Tail, sides: Sides) -> None:
    for ratio, extra in product(RATIOS, EXTRAS):
        for first, second in (*_pairs(random.Random(25)), _extremal(ratio, extra)):
            delta = max(excess(first, second, ratio), excess(second, first, ratio))
            result = beyond(loss_law(first, second), ratio * extra)
            case: dict[str, Any] = {"P": first, "Q": second, "e^eps": ratio, "e^tau": extra}
            heavy = "The loss has a heavier tail."
            sides.at_most(
                result, tail(delta, ratio, extra), heavy, **case, delta=delta, tail=result
            )


def within(law: LossLaw, ratio: Fraction) -> bool:
    """|Z| <= eps almost surely."""
    return beyond(law, ratio) == 0


@checks("thesis.def2.5.pure")
@mutant("the upper side only", bounded=lambda law, x: all(r <= x for r in law))
@mutant("sharper: 0.99 of e^eps", bounded=lambda law, x: within(law, x * 99 / 100))
@mutant("with probability 0.9", bounded=lambda law, x: beyond(law, x) <= Fraction(1, 10))
def pure_privacy_loss(
    bounded: Callable[[LossLaw, Fraction], bool] = within, proof: Proof = WRITTEN
) -> Verdict:
    """The largest ratio of events and the loss of pairs of laws."""
    need_own_divergences()
    for first, second in _pairs(random.Random(26)):
        top = max(largest_ratio(first, second), largest_ratio(second, first))
        for ratio in (*RATIOS, Fraction(top)):
            pure = excess(first, second, ratio) == 0 == excess(second, first, ratio)
            right = pure == bounded(loss_law(first, second), ratio) == (top <= ratio)
            finding = "The loss does not decide pure privacy."
            require(right, finding, P=first, Q=second, e_to_eps=ratio)
    return proof.verdict()


@checks("thesis.def2.5.approximate")
@mutant("loss drawn under the other dataset", loss=drawn_under_the_other)
@mutant("sharper: 0.99 of the tail", part=Fraction(99, 100))
def approximate_privacy_loss(
    loss: Callable[[Law, Law], LossLaw] = loss_law,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The exact delta against the tail of Z and against its integral, for pairs of laws."""
    sides = Sides()
    extremal = [_extremal(Fraction(2), Fraction(1000)), _extremal(Fraction(5), Fraction(1000))]
    for first, second in (*_pairs(random.Random(26)), *extremal):
        law = loss(first, second)
        for ratio in RATIOS:
            case: dict[str, Any] = {"P": first, "Q": second, "e_to_eps": ratio}
            delta = excess(first, second, ratio)
            same = delta_of_loss(law, ratio) == delta
            require(same, "E[(1 - e^(eps - Z))_+] is not delta.", **case)
            upper = sum((p for r, p in law.items() if r > ratio), Fraction(0))
            finding = "Delta is larger than the tail of the loss."
            sides.at_most(delta, part * upper, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.def2.5.converse")
@mutant("no loss in the parameters", tail=no_loss)
@mutant("half of the tail", tail=lambda delta, ratio, extra: delta / (1 + extra))
@mutant("sharper: 0.99 of the tail", tail=lambda *case: wider_tail(*case) * 99 / 100)
@mutant("Gaussian noise: variance rho", normal=variance_of_the_mean)
def converse_with_a_loss(
    tail: Tail = wider_tail, normal: LossNormal = mean_and_twice_the_mean, proof: Proof = WRITTEN
) -> Verdict:
    """The wider tail against exact laws and Gaussian noise; where a loss in eps is needed."""
    need_own_divergences()
    sides = Sides()
    _require_tails(tail, sides)
    with working_precision(192):
        require_law(normal)
    require_wider_tail(tail)
    pair, ratio = (coin(Fraction(4), 0), coin(Fraction(4), 1)), Fraction(3999, 1000)
    gaps = converse_gaps()
    noise, beside = gaps[Fraction(1), Fraction(1)]
    return proof.verdict(
        numbers={
            "delta of the coin": excess(*pair, ratio),
            "Pr[|Z| > eps] of the coin": beyond(loss_law(*pair), ratio),
            "Gaussian, rho = 1/2, eps = 1: delta": trimmed(Enclosure.of(noise), 10),
            "Gaussian, rho = 1/2, eps = 1: Pr[Z > eps]": trimmed(Enclosure.of(beside), 10),
            "Gaussian (eps, rho) with delta < Pr[Z > eps]": f"{len(gaps)} of 9",
        },
        sharpness=sides.sharpness,
    )
