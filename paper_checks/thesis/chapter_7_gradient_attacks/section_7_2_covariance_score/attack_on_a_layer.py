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


Law = tuple[Vector, ...]
"""Gradients with the same probability."""
CORRELATED = (vector(1, 0, 2), vector(0, 3, 1), vector(2, 2, 0), vector(-1, 1, 4), vector(3, -1, 1))
SIGNS = tuple(vector(*((-1) ** (i & j).bit_count() for j in range(1, 32))) for i in range(32))
"""31 uncorrelated signs: the rows of Hadamard's matrix without its first column."""
CASES = ((SIGNS, 30, 2), (CORRELATED, 1, 2), (CORRELATED, 2, 4))
"""The law, the size of the layer, and that of the batch; in the first the layer is much larger."""
Targets = Callable[[Law, int], Law]
"""The targets over which the score is averaged, from the law and the size of the layer."""


def outside_of_the_layer(law: Law, layer: int) -> Law:
    """A gradient canary that differs from the mean in the other layers alone."""
    others = vector(*[9] * (len(law[0]) - layer), *[0] * layer)
    return (added(mean(law), others),)


def like_the_others(law: Law, layer: int) -> Law:
    """Targets that are drawn from the law."""
    return law


def half_as_far(law: Law, layer: int) -> Law:
    """Targets of the law at half of their distance from the mean."""
    return tuple(mean([g, mean(law)]) for g in law)


@checks(
    "thesis.gd.claim.lastlayer.strength",
    subjects={"targets": (outside_of_the_layer, like_the_others)},
)
@mutant("a layer of half the size", counted=2)
@mutant("targets at half of the distance", targets=half_as_far)
def strength_of_the_layer(targets: Targets = like_the_others, counted: int = 1) -> Verdict:
    """The mean of the leakage scores of the targets on the last entries, against d_l/|B|."""
    for law, layer, batch in CASES:
        own = [g[-layer:] for g in law]
        spread = covariance(own)
        aims = [added(g[-layer:], mean(own), -1) for g in targets(law, layer)]
        total = sum((mahalanobis(aim, spread) for aim in aims), Fraction(0))
        score, wanted = total / (len(aims) * batch), Fraction(counted * layer, batch)
        finding = "The layer does not see this target, however large it is beside the batch."
        case: dict[str, Any] = {
            "d": len(law[0]),
            "d_layer": layer,
            "B": batch,
            "score": score,
            "wanted": wanted,
        }
        require_or_repair(score == wanted, finding, **case)
    return points()
