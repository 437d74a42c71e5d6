"""Claims about the CANIFE loss as another form of the Mahalanobis score, Section 7.3."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, require

from ..section_7_1_federated_setting.exact_gradients import Vector, vector

SPHERE = Proof(
    "thesis.gd.claim.canife-equiv.sphere",
    where="a in (0,inf), l in (0,inf), s in (0,inf), t in (0,inf), r in (0,inf)",
    steps=(
        Given(1, "The least eigenvalue a of C is at most each eigenvalue l.", "a <= 1*l"),
        Textbook(
            2,
            "For g on the unit sphere s = g'Cg is a mean of the eigenvalues.",
            "a <= 1*s",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "a", "y": "s", "c": "1", "X": "a", "Y": "l"},
            over=("l",),
        ),
        Inequality(3, "For the inverses in the same way:", "1/l <= (1/a)*1", uses=(1,)),
        Textbook(
            4,
            r"$t=g^\top C^{-1}g$ is the mean of the inverse eigenvalues with the same weights.",
            "t <= (1/a)*1",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 3},
            instance={"x": "t", "y": "1", "c": "1/a", "X": "1/l", "Y": "1"},
            over=("l",),
        ),
        Given(5, "At an eigenvector g of the least eigenvalue C g = a g, so that s is a,"),
        Textbook(
            6,
            "and the eigenvalue r of the inverse there, which is t, meets the other bound.",
            "r == 1/a",
            fact="textbook.spectral-theorem:inverse",
            hypotheses={"G v = k v": 5, "k > 0": "a > 0"},
            instance={"h": "r", "k": "a"},
        ),
        Parts(7, "The least value of one is where the other is largest.", uses=(2, 4, 6)),
    ),
)
EIGENVALUES = (Fraction(1, 10), Fraction(1), Fraction(10))
LEAST = vector(1, 0, 0)
"""The squares of the coordinates of an eigenvector of the least eigenvalue."""
Weights = tuple[Fraction, ...]


def spread(weights: Weights, eigenvalues: Weights) -> Fraction:
    """g'Cg from the squares of the coordinates of g along the eigenvectors."""
    return sum((w * x for w, x in zip(weights, eigenvalues, strict=True)), Fraction(0))


def score(weights: Weights, eigenvalues: Weights) -> Fraction:
    """g'C^-1g."""
    return spread(weights, tuple(1 / x for x in eigenvalues))


@checks(
    "thesis.gd.claim.canife-equiv.sphere",
    mutants={
        "the largest eigenvalue": {"proof": SPHERE.changed(1, formula="l <= 1*a")},
        "a canary along another eigenvector": {"best": vector(0, 1, 0)},
    },
)
def on_the_sphere(proof: Proof = SPHERE, best: Vector = LEAST) -> Verdict:
    """The proof, and all gradients of a grid on the sphere."""
    for i in range(11):
        for j in range(11 - i):
            other = (Fraction(i, 10), Fraction(j, 10), Fraction(10 - i - j, 10))
            first = spread(other, EIGENVALUES) >= spread(best, EIGENVALUES)
            second = score(other, EIGENVALUES) <= score(best, EIGENVALUES)
            require(first and second, "Another gradient is better for one of them.", squares=other)
            tied = spread(other, EIGENVALUES) == spread(best, EIGENVALUES)
            require(other == best or not tied, "Another gradient is as good.", squares=other)
    return proof.verdict(
        "Both are means of eigenvalues, or of their inverses, with the squares of the coordinates "
        "of g as weights; both are met by an eigenvector of the least one.",
        instances="66 gradients on the unit sphere in three dimensions.",
    )


@checks(
    "thesis.gd.claim.canife-equiv.ranking",
    mutants={"two eigenvalues": {"eigenvalues": (Fraction(1, 10), Fraction(10), Fraction(10))}},
)
def as_a_ranking(eigenvalues: Weights = EIGENVALUES) -> Verdict:
    """Whether both put two gradients of norm 1 in the same order."""
    one, two = vector(0, 1, 0), vector("1/2", 0, "1/2")
    losses = spread(one, eigenvalues), spread(two, eigenvalues)
    scores = score(one, eigenvalues), score(two, eigenvalues)
    require(
        (losses[0] < losses[1]) == (scores[0] > scores[1]),
        "CANIFE prefers the first gradient and the Mahalanobis score the second: a mean of "
        "inverses "
        "is not the inverse of a mean.",
        eigenvalues=eigenvalues,
        squares_of_g1=one,
        squares_of_g2=two,
        losses=losses,
        scores=scores,
    )
    return points("They agree.", covered="Two gradients.", not_covered="Others.")


PLANE = Proof(
    "thesis.gd.claim.canife-equiv.plane",
    where="a in (0,inf), b in (0,inf), p in [0,1], s in (-inf,inf)",
    steps=(
        Given(1, "With the square p of one coordinate of a unit vector", "s == a*p + b*(1-p)"),
        Identity(
            2,
            "the score is a decreasing function of the loss.",
            "p/a + (1-p)/b == (a + b - s)/(a*b)",
            uses=(1,),
        ),
    ),
)


@checks(
    "thesis.gd.claim.canife-equiv.plane",
    mutants={
        "g'Cg with the weights exchanged": {
            "proof": PLANE.changed(1, formula="s == b*p + a*(1-p)")
        },
        "a score that grows": {"proof": PLANE.changed(2, formula="p/a + (1-p)/b == s/(a*b)")},
    },
)
def in_the_plane(proof: Proof = PLANE) -> Verdict:
    """The identity."""
    return proof.verdict("In two dimensions the score is an affine function of the loss.")
