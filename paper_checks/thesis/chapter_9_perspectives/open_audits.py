"""Claims about black-box audits and online algorithms, which Chapter 9 leaves open."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from ...checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant

VALUES = (Fraction(0), Fraction(1), Fraction(4))
TARGET = Fraction(1)
Law = dict[Fraction, Fraction]


def mean_law(rows: int, member: bool) -> Law:
    """The mean of uniform rows, of which one may be the target."""
    results: Law = {}
    weight = Fraction(1, len(VALUES)) ** (rows - member)
    for drawn in product(VALUES, repeat=rows - member):
        x = (sum(drawn, Fraction(0)) + member * TARGET) / rows
        results[x] = results.get(x, Fraction(0)) + weight
    return results


def best_loss_threshold(rows: int) -> Fraction:
    """The largest advantage of {loss of the model at the target <= threshold}."""
    out, inside = mean_law(rows, False), mean_law(rows, True)
    losses = {x: (x - TARGET) ** 2 for x in {*out, *inside}}
    gains = [Fraction(0)]
    for cut in set(losses.values()):
        members = [x for x, loss in losses.items() if loss <= cut]
        gains.append(
            sum(
                (inside.get(x, Fraction(0)) - out.get(x, Fraction(0)) for x in members), Fraction(0)
            )
        )
    return max(gains)


def total_variation(rows: int) -> Fraction:
    """The advantage of the best test of the released model."""
    out, inside = mean_law(rows, False), mean_law(rows, True)
    every = {*out, *inside}
    gains = (max(inside.get(x, Fraction(0)) - out.get(x, Fraction(0)), Fraction(0)) for x in every)
    return sum(gains, Fraction(0))


def mean_square(rows: int, member: bool, place: Fraction = TARGET) -> Fraction:
    """The mean of the square of the model less a number; at the target it is the mean loss."""
    law = mean_law(rows, member).items()
    return sum((p * (x - place) ** 2 for x, p in law), Fraction(0))


def means_of_the_losses() -> Iterator[Instance]:
    """The means of two, three and five rows, by all draws, in the letters of the proof."""
    mean = sum(VALUES) / Fraction(len(VALUES))
    known = {"v": mean_square(1, False, mean), "b": (mean - TARGET) ** 2}
    for rows in (2, 3, 5):
        moved = mean + (TARGET - mean) / rows
        variances = {"x": mean_square(rows, False, mean), "y": mean_square(rows, True, moved)}
        losses = {"p": mean_square(rows, False), "q": mean_square(rows, True)}
        yield {"k": rows - 1, **known, **variances, **losses}


@checks("thesis.persp.blackbox.intuition")
@mutant("a gain of the target", share=Fraction(-1))
@mutant("sharper: by the share 2/n", share=Fraction(2))
def small_losses(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof, and the mean losses at the target with and without it, exact."""
    sides = Sides()
    for rows in (2, 3, 5):
        out, inside = (mean_square(rows, member) for member in (False, True))
        case: dict[str, Any] = {"n": rows, "out": out, "inside": inside}
        require(share * (out - inside) > 0, "The loss is not smaller with the target.", **case)
        sides.at_most(inside, (1 - share / rows) * out, "It is not so much smaller.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.persp.blackbox.not-optimal")
@mutant("the best test of the loss thresholds", best=best_loss_threshold)
def loss_is_not_optimal(best: Callable[[int], Fraction] = total_variation) -> Verdict:
    """The mean of three rows out of 0, 1 and 4, and the target 1."""
    thresholds, optimal = best_loss_threshold(3), best(3)
    require(thresholds < optimal, "A threshold is optimal.", thresholds=thresholds, best=optimal)
    return proved(numbers={"thresholds on the loss": thresholds, "best test": optimal})
