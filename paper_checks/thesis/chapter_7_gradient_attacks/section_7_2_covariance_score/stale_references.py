"""Claims about references that are estimated once, at the first parameters, Section 7.2."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership import best_weights, effective_leakage, mahalanobis
from banditproof.theory.membership.leakage import normal_ball
from ....checking import WRITTEN, Instance, Proof, Sides, Verdict, checks, mutant
from ..section_7_1_federated_setting.exact_gradients import Vector, added, dot, vector

Nearness = Callable[[Vector, Vector, tuple[Vector, ...]], Fraction]
"""How far the mean has moved, squared, from the drift, the target's shift and the covariance."""
START = vector(1, 0)
"""theta_0 of the descents on ||theta - x||^2/2, in which the mean moves as the parameters do."""


def of_the_parameters(drift: Vector, shift: Vector, covariance: tuple[Vector, ...]) -> Fraction:
    """||theta_t - theta_0||^2 / ||theta_0||^2."""
    return dot(drift, drift) / dot(START, START)


def of_the_gradients(drift: Vector, shift: Vector, covariance: tuple[Vector, ...]) -> Fraction:
    """||e||^2 / ||D||^2 in the norm of the inverse covariance."""
    return mahalanobis(drift, covariance) / mahalanobis(shift, covariance)


SMALL = Fraction(1, 1000)
ROUND = (vector(SMALL**2, 0), vector(0, SMALL**2))
SLANTED = (vector(2, 1), vector(1, 3))
CASES: tuple[tuple[Vector, Vector, tuple[Vector, ...]], ...] = (
    (vector("1/100", 0), vector(3, 1), SLANTED),
    (vector("1/2", "1/2"), vector(1, 0), (vector(1, 0), vector(0, 1))),
    (vector(3 * SMALL, SMALL), vector(3 * SMALL, 0), ROUND),
    (vector(SMALL, SMALL), vector(5 * SMALL, 2 * SMALL), ROUND),
)
"""Drift, shift of the target, covariance."""


def share_kept(drift: Vector, shift: Vector, covariance: tuple[Vector, ...]) -> Fraction:
    """The share of the leakage score that the weights of a stale mean keep."""
    weights = best_weights(added(shift, drift, -1), covariance)
    return effective_leakage(weights, shift, covariance, 1) / mahalanobis(shift, covariance)


def stale_means() -> Iterator[Instance]:
    """The cases in the letters of the proof."""
    for drift, shift, covariance in CASES:
        points = {"a": shift, "c": drift, "q": added(shift, drift, -1)}
        squares = {name: mahalanobis(point, covariance) for name, point in points.items()}
        product = dot(best_weights(drift, covariance), shift)
        yield squares | {"b": product, "k": share_kept(drift, shift, covariance)}


@checks(
    "thesis.gd.claim.stale-reference", subjects={"nearness": (of_the_parameters, of_the_gradients)}
)
@mutant("sharper: half of the loss", part=Fraction(1, 2))
def stale_mean(
    nearness: Nearness = of_the_gradients, part: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """What a stale mean costs, exactly; the third case moves by 0.3 % and loses everything."""
    sides, finding = Sides(), "The parameters hardly moved, and the score lost more than that."
    for drift, shift, covariance in CASES:
        kept = share_kept(drift, shift, covariance)
        moved = nearness(drift, shift, covariance)
        case: dict[str, Any] = {"D": shift, "e": drift, "kept": kept, "moved": moved}
        sides.at_most_or_repair(1 - part * moved, kept, finding, **case)
    return proof.verdict(sharpness=sides.sharpness)


def false_alarm(batch: int, m: Fraction, drift: Fraction) -> Enclosure:
    """The false alarm of threshold 0 if the stale mean is off by `drift` times D.

    The score has the mean -(1-t) n m (t + (1-t)/(2n)) and the variance (1-t)^2 m for t = drift.
    """
    place = batch * (drift + (1 - drift) / (2 * batch))
    return enclose(lambda: normal_ball(-ball(place) * ball(m).sqrt()), 12)


@checks("thesis.gd.claim.stale-reference.threshold")
@mutant("no drift", drift=Fraction(0))
@mutant("a drift to the other side", drift=Fraction(1))
@mutant("sharper: a tenth of the drift", drift=Fraction(-1, 10))
def stale_threshold(drift: Fraction = Fraction(-1)) -> Verdict:
    """The false alarms at several batch sizes, in balls."""
    numbers = {}
    for batch in (16, 64, 1024):
        m, moved = Fraction(4), drift / batch
        fresh, stale = false_alarm(batch, m, Fraction(0)), false_alarm(batch, m, moved)
        finding = "The threshold keeps its meaning."
        require(stale >= 1 - fresh - Fraction(1, batch), finding, B=batch, stale=stale)
        shift, covariance = vector(2, 1), SLANTED
        weights = best_weights(tuple((1 - moved) * x for x in shift), covariance)
        whole = effective_leakage(weights, shift, covariance, batch)
        require(whole == mahalanobis(shift, covariance) / batch, "The ROC changes.", B=batch)
        numbers[f"fresh and stale, |B| = {batch}"] = f"{float(fresh):.4f} and {float(stale):.4f}"
    return points(numbers=numbers)
