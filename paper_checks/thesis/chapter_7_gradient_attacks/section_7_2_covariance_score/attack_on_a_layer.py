"""Claims about the attack on a part of the parameters, such as the last layer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import points, require_or_repair
from banditproof.theory.membership import mahalanobis

from ..section_7_1_federated_setting.exact_gradients import Vector, vector

LAYER = Proof(
    "thesis.gd.claim.lastlayer.subset",
    where="q in (0,inf), z in [0,inf)",
    steps=(
        Given(
            1,
            "The covariance C of all gradients is positive definite; let P take the coordinates of "
            "the layer, and q be the square of P D in the norm of the inverse of P C P' (if it is "
            "0 there is nothing to show).",
        ),
        Textbook(
            2,
            "For w = P'(PCP')^-1 P D both w'D and w'Cw are q. With the square z of D in the norm "
            "of "
            "the inverse of C:",
            "q**2 <= q*z",
            fact="textbook.inverse-matrix:cauchy-schwarz",
            hypotheses={"V is positive definite": 1},
            instance={"x": "q", "y": "q", "z": "z"},
        ),
        Inequality(3, "The layer leaks no more than all.", "q <= z", weights={2: "1/q"}),
    ),
)
COVARIANCE = (vector(2, 1, 0), vector(1, 3, 1), vector(0, 1, 1))


@claim(
    "thesis.gd.claim.lastlayer.subset",
    r"The covariance attack can be run on a subset of the parameters, such as the last layer, with "
    r"a $d_\ell\times d_\ell$ covariance matrix in place of $d\times d$.",
    recorded="holds",
    stated=True,
    reading="it is an attack on less of the release, whose leakage score is at most the whole one",
    title="the attack on the last layer",
    mutants={
        "sharper: 0.99 of the whole": {"part": Fraction(99, 100)},
        "sharper: 0.99 of the whole in the proof": {
            "proof": LAYER.changed(3, formula="q <= 0.99*z")
        },
    },
)
def attack_on_a_part(proof: Proof = LAYER, part: Fraction = Fraction(1)) -> Verdict:
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
    return proof.verdict(
        "The layer's score is a linear score of all gradients, and those have the whole leakage "
        "score for their maximum.",
        instances="Four shifts in three dimensions, and four subsets.",
        sharpness=sides.sharpness,
    )


Shift = Callable[[int, int], Vector]
"""The target's shift in units of the deviations, from the sizes of the model and of the layer."""


def outside_of_the_layer(size: int, layer: int) -> Vector:
    """A gradient canary that differs from the mean in the other layers alone."""
    return vector(*[1] * (size - layer), *[0] * layer)


def typical(size: int, layer: int) -> Vector:
    """A target that is one deviation away in each coordinate, as each row of signs is."""
    return vector(*[(-1) ** j for j in range(size)])


@pair(
    "thesis.gd.claim.lastlayer.strength",
    r"The attack on the last layer maintains the strength of the tracing attack, since $d_\ell$ is "
    r"significantly larger than the batch size.",
    r"On average over targets that are drawn like the other gradients, the leakage score of a step "
    r"on the layer is $d_\ell/|B|$.",
    recorded="holds-with-repair",
    subjects={"target": (outside_of_the_layer, typical)},
    stated=True,
    reading="one step whose batch may have the target, known mean and covariance; 'strength' is "
    "the leakage score of that step, of the order of $d_\\ell/|B|$",
    repaired_title="the leakage score of a layer on average",
    mutants={
        "a layer of half the size": {"counted": 2},
        "a target at half a deviation": {"target": lambda size, layer: vector(*["1/2"] * size)},
    },
)
def strength_of_the_layer(target: Shift = typical, counted: int = 1) -> Verdict:
    """The leakage score on the layer of one target, against d_l/|B|."""
    for size, layer, batch in ((12, 8, 2), (30, 20, 4)):
        shift = target(size, layer)[-layer:]
        identity = tuple(vector(*[int(i == j) for j in range(layer)]) for i in range(layer))
        score, wanted = mahalanobis(shift, identity) / batch, Fraction(counted * layer, batch)
        finding = "The layer does not see this target, however large it is beside the batch."
        case: dict[str, Any] = {
            "d": size,
            "d_layer": layer,
            "B": batch,
            "score": score,
            "wanted": wanted,
        }
        require_or_repair(score == wanted, finding, **case)
    return points(
        "d_l/|B| is the mean over targets, E (g-mu)'C^-1(g-mu) = d_l; a canary that the other "
        "layers alone see has 0. The last layer of Section 7.4 has 4080/64 = 63.75 in the step of "
        "the target; its sum over an epoch of 782 steps has 63.75/782.",
        covered="Rows of signs, each of which has this score exactly, for two sizes.",
        not_covered="Other laws: the mean of a square in the norm of the inverse covariance is the "
        "number of coordinates.",
    )


whole(
    "thesis.gd.claim.lastlayer",
    r"The covariance attack on a subset of the parameters: it is cheaper, and strong if the layer "
    r"is large beside the batch.",
    parts=("thesis.gd.claim.lastlayer.subset", "thesis.gd.claim.lastlayer.strength"),
)
