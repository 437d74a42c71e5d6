"""The claim about the privacy onion: removed outliers, and distances of the other points."""

from collections.abc import Mapping
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import mahalanobis

Point = tuple[Fraction, ...]


Weighted = Mapping[Point, Fraction]
"""A law of data points."""


def moments(law: Weighted) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Mean and covariance, exact."""
    size = range(len(next(iter(law))))
    mean = [sum((p * z[i] for z, p in law.items()), Fraction(0)) for i in size]
    second = [
        [sum((p * z[i] * z[j] for z, p in law.items()), Fraction(0)) for j in size] for i in size
    ]
    return mean, [[second[i][j] - mean[i] * mean[j] for j in size] for i in size]


def squared_distance(law: Weighted, z: Point) -> Fraction:
    """The squared Mahalanobis distance of a point, exact."""
    mean, covariance = moments(law)
    return mahalanobis([a - b for a, b in zip(z, mean, strict=True)], covariance)


def law_of(*parts: tuple[tuple[str, ...], str]) -> dict[Point, Fraction]:
    """A law from points and their masses."""
    return {tuple(map(Fraction, z)): Fraction(p) for z, p in parts}


ON_A_LINE = law_of((("0",), "3/10"), (("1/2",), "3/10"), (("1",), "3/10"), (("10",), "1/10"))


IN_A_PLANE = law_of(
    (("3", "0"), "1/10"),
    (("-3", "0"), "1/10"),
    (("0", "1"), "3/10"),
    (("0", "-1"), "3/10"),
    (("1/2", "0"), "1/10"),
    (("-1/2", "0"), "1/10"),
)


ALONG_AN_AXIS = law_of(
    (("-3",), "1/10"), (("-1",), "1/5"), (("0",), "2/5"), (("1",), "1/5"), (("3",), "1/10")
)
"""Laws with a few far points, which are removed: 10, (3, 0) and (-3, 0), and 3 and -3."""


@checks("thesis.ftm.claim.onion", subjects={"laws": ((IN_A_PLANE, ON_A_LINE), (ALONG_AN_AXIS,))})
def privacy_onion(laws: tuple[Weighted, ...] = (ALONG_AN_AXIS,), proof: Proof = WRITTEN) -> Verdict:
    """The farthest points are removed, and the distances of the others compared, exact."""
    sides = Sides()
    for law in laws:
        distances = {z: squared_distance(law, z) for z in law}
        most = max(distances.values())
        kept = {z: p for z, p in law.items() if distances[z] < most}
        total = sum(kept.values(), Fraction(0))
        inner = {z: p / total for z, p in kept.items()}
        traces = [
            sum((c[i][i] for i in range(len(c))), Fraction(0))
            for c in (moments(law)[1], moments(inner)[1])
        ]
        require(traces[1] < traces[0], "The variance does not fall.", law=law)
        for z in inner:
            sides.at_most_or_repair(
                distances[z],
                squared_distance(inner, z),
                "A point that stays gets closer: the mean moves, or the variance of another "
                "direction grows when the rest is scaled to a law.",
                law=tuple(law.items()),
                point=z,
                squared_distance_before=distances[z],
                squared_distance_after=squared_distance(inner, z),
                variance_before=traces[0],
                variance_after=traces[1],
            )
    return proof.verdict(sharpness=sides.sharpness)
