"""Claims about canaries in Section 7.1.2: gradients, inputs, and the loss of CANIFE."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
import numpy as np
from banditproof.algorithms.membership.descents.canaries import (
    adversarial_canary,
    blank_canary,
    dirac_canary,
    mislabelled_canary,
)
from banditproof.algorithms.membership.descents.canife import (
    canife_gradient,
    canife_losses,
    canife_slope,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import LogisticRegression
from banditproof.paper_checks.checking import WRITTEN, Instance, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from .exact_gradients import Vector, added, dot, vector

MODEL = LogisticRegression(columns=2, intercept=False)
THETA = (2.0, -1.0)


@checks("thesis.gd.def.canaries")
@mutant("a Dirac canary with two entries", dirac=lambda size: [size, size, 0.0])
@mutant("the right label", mislabelled=lambda row: row)
@mutant("a step that the model likes", radius=-0.5)
def canaries(
    dirac: Callable[[float], Iterable[float]] = lambda size: dirac_canary(3, 1, size),
    mislabelled: Callable[[LabelledRows], LabelledRows] = lambda row: mislabelled_canary(
        MODEL, row, THETA
    ),
    radius: float = 0.5,
) -> Verdict:
    """The canaries of the library against their descriptions."""
    entries = [float(x) for x in dirac(4.0)]
    require(sum(x != 0 for x in entries) == 1, "A Dirac canary has one entry.", g=tuple(entries))
    blank = blank_canary(2, 1)
    require(not blank.x.any(), "A blank example has a feature.", x=blank.x.tolist())
    for features, label in product(((1.0, 1.0), (-2.0, 0.5)), (0.0, 1.0)):
        row = LabelledRows([features], [label])
        wrong = mislabelled(row)
        changed = (wrong.x == row.x).all() and wrong.y[0] == 1 - label
        require(bool(changed), "A mislabelled row has the other label.", x=features, y=label)
        moved = adversarial_canary(MODEL, row, abs(radius), THETA)
        if radius < 0:
            moved = LabelledRows(2 * row.x - moved.x, row.y)
        before, after = (float(MODEL.losses(THETA, r)[0]) for r in (row, moved))
        require(after > before, "An adversarial row loses more.", x=features, loss=after)
    return points()


REFERENCES = (vector(1, 0), vector("1/2", 2))


def printed_loss(g: Vector, length: Fraction, bound: Fraction = Fraction(3)) -> Fraction:
    """Sum of <u_i, g>^2 + max(C - ||g||, 0)^2, where the norm of g is given."""
    return (
        sum((dot(u, g) ** 2 for u in REFERENCES), Fraction(0))
        + max(bound - length, Fraction(0)) ** 2
    )


GRADIENTS = ((vector(3, 4), 5), (vector("6/5", "8/5"), 2), (vector("-5/13", "12/13"), 1))
"""Gradients with their norms."""


def losses_of_gradients() -> Iterator[Instance]:
    """The loss of the gradients in the letters of the proof, with C = 3."""
    for g, r in GRADIENTS:
        s = sum((dot(u, g) ** 2 for u in REFERENCES), Fraction(0))
        loss = printed_loss(g, Fraction(r))
        yield {"C": 3, "r": r, "s": s, "q": s / r**2, "w": max(3 - r, 0), "l": loss}


@checks("thesis.gd.loss.canife")
@mutant("a slope of half the size", share=0.5)
def canife_loss(proof: Proof = WRITTEN, share: float = 1.0) -> Verdict:
    """The least value by the proof; the library's loss, slope and minimiser at rational points."""
    rows = [[float(x) for x in u] for u in REFERENCES]
    step = Fraction(1, 2**20)
    for g, length in GRADIENTS:
        loss = printed_loss(g, Fraction(length))
        own = float(canife_losses(rows, [[float(x) for x in g]], 3.0)[0])
        require(abs(own - float(loss)) < 1e-12, "The library has another loss.", g=g, loss=loss)
        # along g itself the norm is rational: d loss = <slope, g> dt
        ahead, back = (printed_loss(added(g, g, t), length * (1 + t)) for t in (step, -step))
        slope = share * canife_slope(rows, [float(x) for x in g], 3.0)
        along = float(sum(float(a) * b for a, b in zip(g, slope, strict=True)))
        near = abs(along - float((ahead - back) / (2 * step))) < 1e-6
        require(near, "The library has another slope.", g=g, along=along)
    best = canife_gradient(rows, 3.0)
    least = float(canife_losses(rows, [best], 3.0)[0])
    v = float(np.linalg.eigvalsh(np.array(rows).T @ np.array(rows))[0])
    near = abs(least - 9 * v / (1 + v)) < 1e-9
    require(near, "The library's minimiser has another loss.", loss=least, v=v)
    around = [best + np.array([a, b]) for a, b in product((-0.1, 0.0, 0.1), repeat=2)]
    require(min(canife_losses(rows, around, 3.0)) > least - 1e-12, "A neighbour is better.", g=best)
    return proof.verdict()
