"""Claims about Algorithm 14, and about which canaries have a high Mahalanobis score."""

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any
from banditproof.algorithms.membership.descents.canaries import (
    Reading,
    best_candidate,
    input_canary,
    moved_candidates,
)
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.quadratic_loss import QuadraticLoss
from banditproof.algorithms.membership.descents.reference_gradients import gradient_geometry
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, require_or_repair
from banditproof.theory.membership import mahalanobis
from ..section_7_1_federated_setting.exact_gradients import Vector, added, covariance, mean, vector

REFERENCES = (vector(11, 1), vector(9, 1), vector(11, -1), vector(9, -1))
CANDIDATES = (vector(10, 1), vector(12, 0), vector("21/2", "1/2"))


def floats(rows: tuple[Vector, ...]) -> list[list[float]]:
    """The rows as floats; the numbers here are dyadic."""
    return [[float(x) for x in row] for row in rows]


def exact_scores(references: tuple[Vector, ...], candidates: tuple[Vector, ...]) -> list[Fraction]:
    """The Mahalanobis scores with the mean and the centred covariance of the references."""
    centre, spread = mean(references), covariance(references)
    return [mahalanobis(added(row, centre, -1), spread) for row in candidates]


def second_moment(rows: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """The mean of u u' of the rows, which is not centred."""
    return tuple(mean([tuple(u[i] * x for x in u) for u in rows]) for i in (0, 1))


def chosen_scores(candidates: tuple[Vector, ...], reading: Reading) -> list[Fraction]:
    """The scores by which Algorithm 14 chooses, in a reading; the gradients are the rows.

    To the letter it has the gradients of the first references in place of the candidates.
    """
    if reading == "corrected":
        return exact_scores(REFERENCES, candidates)
    rows = REFERENCES[: len(candidates)] if reading == "as printed" else candidates
    centre, spread = mean(REFERENCES), second_moment(REFERENCES)
    return [mahalanobis(added(row, centre, -1), spread) for row in rows]


@checks("thesis.gd.alg14", subjects={"reading": ("as printed", "corrected")})
@mutant("the second moment for the covariance", reading="uncentred")
@mutant("the smallest score", best=min)
def mahalanobis_canary(
    reading: Reading = "corrected", best: Callable[[list[Fraction]], Fraction] = max
) -> Verdict:
    """The choice by exact scores, which are those of the library for the quadratic loss."""
    model = QuadraticLoss(columns=2)
    known = LabelledRows(floats(REFERENCES), [0.0] * 4)
    for candidates in (CANDIDATES, CANDIDATES[1:], CANDIDATES[:1] + CANDIDATES[2:]):
        rows = LabelledRows(floats(candidates), [0.0] * len(candidates))
        seen, own = (
            input_canary(model, known, rows, reading=reading),
            chosen_scores(candidates, reading),
        )
        index = own.index(max(own))
        need(seen.index == index, "The library returns another row.", returned=seen.index)
        need(abs(seen.score - float(own[index])) < 1e-9, "The library differs.", score=seen.score)
        scores = exact_scores(REFERENCES, candidates)
        finding = "The candidate that is returned is not the easiest one to attack."
        case: dict[str, Any] = {
            "candidates": candidates,
            "true_scores": tuple(scores),
            "returned": index,
        }
        require_or_repair(scores[index] == best(scores), finding, **case)
        require_or_repair(
            own[index] == best(scores), "The score differs.", **case, score=own[index]
        )
        matrix, shift = [[2.0, 1.0], [0.5, -1.0]], [100.0, -3.0]
        moved = gradient_geometry(moved_candidates(floats(REFERENCES), matrix, shift))
        again = best_candidate(moved, moved_candidates(floats(candidates), matrix, shift))
        apart = max(abs(a - float(b)) for a, b in zip(again.scores, scores, strict=True))
        need(apart < 1e-6, "The scores change with the parameters.", spread=apart)
    return points()


@checks("thesis.gd.rem.in-distribution.restricted")
@mutant("a range that is left out", upto=inf)
@mutant("a smaller list first", lists=((0, 1, 2), (0, 2)))
def restricted_choice(
    upto: float = 3.0, lists: tuple[tuple[int, ...], ...] = ((2,), (0, 2), (0, 1, 2))
) -> Verdict:
    """The best score of growing lists, and of a list whose scores are bounded."""
    geometry = gradient_geometry(floats(REFERENCES))
    scores, before = exact_scores(REFERENCES, CANDIDATES), Fraction(-1)
    for chosen in lists:
        rows = tuple(CANDIDATES[k] for k in chosen)
        result = best_candidate(geometry, floats(rows))
        top = max(scores[k] for k in chosen)
        require(abs(result.score - float(top)) < 1e-9, "Not the best one of the list.", list=chosen)
        require(top >= before, "A larger list has a lower best score.", list=chosen, score=top)
        before = top
    bounded = best_candidate(geometry, floats(CANDIDATES), between=(0.0, upto))
    allowed = max(s for s in scores if s <= 3)
    near = abs(bounded.score - float(allowed)) < 1e-9
    require(near, "Not the best one of the range.", score=bounded.score, best=allowed)
    return points()


Choice = Callable[[Fraction, Fraction, int], bool]
"""Whether a coordinate may be chosen, from its variance, the square of c and d."""


def every_coordinate(variance: Fraction, square: Fraction, d: int) -> bool:
    """As printed: any index."""
    return True


def low_variance(variance: Fraction, square: Fraction, d: int) -> bool:
    """C_jj < c^2/d."""
    return variance < square / d


@checks(
    "thesis.gd.claim.canary-heuristics.dirac", subjects={"chosen": (every_coordinate, low_variance)}
)
@mutant(
    "sharper: coordinates of twice the variance", chosen=lambda v, square, d: v < 2 * square / d
)
def dirac_canaries(chosen: Choice = low_variance, proof: Proof = WRITTEN) -> Verdict:
    """Scores of Dirac canaries for three covariances, exact."""
    covariances = (
        (vector(100, 0), vector(0, "1/100")),
        (vector(1, 0), vector(0, "1/4")),
        (vector("1/10", "1/20"), vector("1/20", 1)),
        (vector("3/4", 0), vector(0, 1)),
    )
    for spread in covariances:
        for j, unit in enumerate((vector(1, 0), vector(0, 1))):
            if not chosen(spread[j][j], Fraction(1), 2):
                continue
            score = mahalanobis(unit, spread)
            finding = "The Dirac canary is no easier to attack than the average gradient."
            case: dict[str, Any] = {
                "C": spread,
                "coordinate": j + 1,
                "c": 1,
                "score": score,
                "average": 2,
            }
            require_or_repair(score > 2, finding, **case)
    return proof.verdict()
