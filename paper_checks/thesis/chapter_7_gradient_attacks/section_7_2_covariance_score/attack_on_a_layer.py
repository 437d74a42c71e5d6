"""Claims about the attack on a part of the parameters, such as the last layer."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require_or_repair
from banditproof.theory.membership import mahalanobis
from ..section_7_1_federated_setting.exact_gradients import Vector, added, covariance, mean, vector

COVARIANCE = (vector(2, 1, 0), vector(1, 3, 1), vector(0, 1, 1))


@checks("thesis.gd.claim.lastlayer.subset")
@mutant("sharper: 0.99 of the whole", part=Fraction(99, 100))
def attack_on_a_part(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The proof, and leakage scores of a part of three coordinates, exact."""
    sides = Sides()
    for shift in (vector(1, 0, 0), vector(1, -2, 3), vector(0, 0, 1), vector(3, 2, "2/3")):
        for kept in ((0,), (2,), (0, 1), (1, 2)):
            block = tuple(tuple(COVARIANCE[i][j] for j in kept) for i in kept)
            small = mahalanobis(tuple(shift[i] for i in kept), block)
            every = part * mahalanobis(shift, COVARIANCE)
            sides.at_most(small, every, "A part leaks more than all.", D=shift, layer=kept)
    # what the other coordinates say beyond the layer is 0 if they are as the layer predicts
    shift = vector(2, 1, 0)
    sides.at_most(
        mahalanobis(shift[:1], (COVARIANCE[0][:1],)),
        part * mahalanobis(shift, COVARIANCE),
        "A part leaks more than all.",
        D=shift,
        layer=(0,),
    )
    return proof.verdict(sharpness=sides.sharpness)


GRADIENTS = (vector(1, 0, 2), vector(0, 3, 1), vector(2, 2, 0), vector(-1, 1, 4), vector(3, -1, 1))
"""The law of a gradient: each with the same probability."""
Targets = Callable[[int], tuple[Vector, ...]]
"""The targets over which the score is averaged, from the size of the layer."""


def outside_of_the_layer(layer: int) -> tuple[Vector, ...]:
    """A gradient canary that differs from the mean in the other layers alone."""
    others = vector(*[9] * (3 - layer), *[0] * layer)
    return (added(mean(GRADIENTS), others),)


def like_the_others(layer: int) -> tuple[Vector, ...]:
    """Targets that are drawn from the law."""
    return GRADIENTS


def half_as_far(layer: int) -> tuple[Vector, ...]:
    """Targets of the law at half of their distance from the mean."""
    return tuple(mean([g, mean(GRADIENTS)]) for g in GRADIENTS)


@checks(
    "thesis.gd.claim.lastlayer.strength",
    subjects={"targets": (outside_of_the_layer, like_the_others)},
)
@mutant("a layer of half the size", counted=2)
@mutant("targets at half of the distance", targets=half_as_far)
def strength_of_the_layer(targets: Targets = like_the_others, counted: int = 1) -> Verdict:
    """The mean of the leakage scores of the targets on the last entries, against d_l/|B|."""
    for layer, batch in ((1, 2), (2, 4)):
        own = [g[-layer:] for g in GRADIENTS]
        aims = [added(g[-layer:], mean(own), -1) for g in targets(layer)]
        total = sum((mahalanobis(aim, covariance(own)) for aim in aims), Fraction(0))
        score, wanted = total / (len(aims) * batch), Fraction(counted * layer, batch)
        finding = "The layer does not see this target, however large it is beside the batch."
        case: dict[str, Any] = {
            "d": 3,
            "d_layer": layer,
            "B": batch,
            "score": score,
            "wanted": wanted,
        }
        require_or_repair(score == wanted, finding, **case)
    return points()
