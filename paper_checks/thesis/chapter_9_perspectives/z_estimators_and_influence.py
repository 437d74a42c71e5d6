"""Claims about Z-estimators: their influence functions, and scores for them, Chapter 9."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any
from banditproof.paper_checks.checking import Sides, Verdict, checks, mutant
from banditproof.theory import certify
from banditproof.theory.membership import (
    ZEstimator,
    best_weights,
    leak,
    mahalanobis,
    median_total_variation,
)
from ...verdicts.vocabulary import at_most, need, points, require, require_or_repair

Vector = tuple[Fraction, ...]
Psi = Callable[[Fraction, Fraction], Fraction]


def vector(*entries: int | str) -> Vector:
    """The entries as exact numbers."""
    return tuple(Fraction(x) for x in entries)


def of_the_mean(x: Fraction, theta: Fraction) -> Fraction:
    """x - theta."""
    return x - theta


def of_the_median(x: Fraction, theta: Fraction) -> Fraction:
    """sign(x - theta)."""
    return Fraction((x > theta) - (x < theta))


@checks("thesis.persp.z-est.def")
@mutant("the median for the mean", psi=(of_the_median, of_the_median))
@mutant("a derivative of half the size", slope=Fraction(1, 2))
def definitions(
    psi: tuple[Psi, Psi] = (of_the_mean, of_the_median), slope: Fraction = Fraction(1)
) -> Verdict:
    """Zeros of (9.2) for all rows out of five values, and the maximum of (9.1) for the mean."""
    values = (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2))
    for rows in product(values, repeat=3):
        mean, median = sum(rows, Fraction(0)) / 3, sorted(rows)[1]
        zero = sum((psi[0](x, mean) for x in rows), Fraction(0)) == 0
        require(zero, "The mean is no zero.", rows=rows, mean=mean)
        others = {theta for theta in (*values, mean) if theta != mean}
        alone = all(sum((psi[0](x, t) for x in rows), Fraction(0)) != 0 for t in others)
        require(alone, "Another number is a zero, too.", rows=rows)
        if len(set(rows)) == 3:
            total = sum((psi[1](x, median) for x in rows), Fraction(0))
            require(total == 0, "The median is no zero.", rows=rows, median=median)

        def criterion(theta: Fraction, rows: Sequence[Fraction] = rows) -> Fraction:
            return sum((-((x - theta) ** 2) / 2 for x in rows), Fraction(0)) / 3

        step = Fraction(1, 8)
        change = (criterion(step) - criterion(-step)) / (2 * step)  # exact for a quadratic
        right = change == slope * sum((of_the_mean(x, Fraction(0)) for x in rows), Fraction(0)) / 3
        require(right, "(9.2) is not the derivative of (9.1).", rows=rows, derivative=change)
    return points()


DESIGN = ((vector(1, 0), vector(1, 1)), (vector(1, 2), vector(2, -1), vector(0, 1)))
TRUE = vector("1/2", -1)


def deviation_of_least_squares(rows: Sequence[Vector], noise: Vector) -> tuple[Vector, ZEstimator]:
    """theta_hat - theta_0, and the estimator with V = -sum of x x'/n."""
    n = len(rows)
    design = [[sum((x[i] * x[j] for x in rows), Fraction(0)) / n for j in (0, 1)] for i in (0, 1)]
    side = [
        sum((x[i] * e for x, e in zip(rows, noise, strict=True)), Fraction(0)) / n for i in (0, 1)
    ]
    return best_weights(side, design), ZEstimator.of_least_squares(design, 1)


@checks("thesis.persp.z-est.if", subjects={"sign": (-1, 1)})
@mutant("half of it", sign=Fraction(1, 2))
def influence_functions(sign: int | Fraction = 1) -> Verdict:
    """The deviation of the mean and of least squares against the mean of influence functions."""
    finding = "The estimator is not the mean of its influence functions; the sign is wrong."
    rows = (vector(3, 1), vector(-1, 0), vector(2, 5))
    mean = ZEstimator.of_mean([[1, 0], [0, 1]])
    results = [sum((x[j] for x in rows), Fraction(0)) / 3 - TRUE[j] for j in (0, 1)]
    terms = [mean.influence([a - t for a, t in zip(x, TRUE, strict=True)]) for x in rows]
    average = [sign * sum((t[j] for t in terms), Fraction(0)) / 3 for j in (0, 1)]
    require_or_repair(results == average, finding, rows=rows, deviation=results, mean=average)
    for design in DESIGN:
        noise = vector("1/2", -1, 2)[: len(design)]
        moved, estimator = deviation_of_least_squares(design, noise)
        psis = [[a * e for a in x] for x, e in zip(design, noise, strict=True)]
        inner = [estimator.influence(psi) for psi in psis]
        least = tuple(sign * sum((t[j] for t in inner), Fraction(0)) / len(inner) for j in (0, 1))
        require_or_repair(moved == least, finding, design=design, deviation=moved, mean=least)
    return points()


COVARIANCE = (vector(2, 1), vector(1, 3))
DEVIATIONS = (vector("1/4", 0), vector("-1/2", "1/3"))
PSIS = (vector(1, 0), vector(2, -1))


def covariance_score_of_the_mean(shift: Vector, deviation: Vector, rows: int) -> Fraction:
    """(6.4)."""
    weights = best_weights(shift, COVARIANCE)
    linear = sum((w * x for w, x in zip(weights, deviation, strict=True)), Fraction(0))
    return linear - mahalanobis(shift, COVARIANCE) / (2 * rows)


def score_in(
    estimator: ZEstimator, metric: Sequence[Vector], psi: Vector, deviation: Vector, rows: int
) -> Fraction:
    """IF^T S^-1 (theta_hat - theta_0) - IF^T S^-1 IF/(2n) with the metric for S, as it stands."""
    moved = estimator.influence(psi)
    weights = best_weights(moved, metric)
    linear = sum((w * x for w, x in zip(weights, deviation, strict=True)), Fraction(0))
    return linear - mahalanobis(moved, metric) / (2 * rows)


@checks("thesis.persp.z-est.score", subjects={"printed": (True, False)})
@mutant("a correction of twice the size", rows=2)
@mutant("the parameters change and S does not", follows=False)
@mutant("sharper: the second moment of psi is S for all parameters", own_metric=False)
def score_of_z_estimators(
    printed: bool = False, rows: int = 4, follows: bool = True, own_metric: bool = True
) -> Verdict:
    """The score for the mean against (6.4), and under a change of parameters, exact."""
    estimator, theta = ZEstimator.of_mean(COVARIANCE), vector(3, -2)
    for psi, deviation in product(PSIS, DEVIATIONS):
        wanted = covariance_score_of_the_mean(psi, deviation, 4)
        own = estimator.score(psi, deviation, rows=rows)
        if printed:
            own = estimator.printed_score(psi, deviation, theta, rows=rows)
            place = [x + t for x, t in zip(psi, theta, strict=True)]  # theta - I, as V = -1
            pairs = zip(place, deviation, strict=True)
            by_hand = sum((a * b + a * a / (2 * rows) for a, b in pairs), Fraction(0))
            need(own == by_hand, "It is not the printed score", own=own, by_hand=by_hand)
        case: dict[str, Any] = {
            "X_minus_theta": psi,
            "deviation": deviation,
            "score": own,
            "of_6.4": wanted,
        }
        require(own == wanted, "It is not the score (6.4) of the mean.", **case)
        jacobian = (vector(2, 1), vector(0, "1/3"))
        changed = estimator.reparametrised(jacobian) if follows else estimator
        moved = tuple(
            sum((a * x for a, x in zip(row, deviation, strict=True)), Fraction(0))
            for row in jacobian
        )
        again = changed.score(psi, moved, rows=rows)
        require(again == own, "The score changes with the parameters.", **case, again=again)
        metric = changed.spread if own_metric else changed.second_moment
        plain = score_in(changed, metric, psi, moved, rows)
        require(plain == own, "With this S the score differs.", **case, S=metric, plain=plain)
        canary = changed.canary(psi)
        require(canary == mahalanobis(psi, COVARIANCE), "Another canary score.", score=canary)
    return points()


@checks("thesis.persp.z-est.score.median")
@mutant("sharper: by one percent", share=Fraction(51, 50))
@mutant("a target away from the centre", place=Fraction(9, 10))
def median_at_its_centre(
    share: Fraction = Fraction(1), place: Fraction = Fraction(1, 2)
) -> Verdict:
    """The exact total variations, beside leak(1/n) of a column, which is right elsewhere.

    Off the target the density of the median with it is k/(n max(F, 1-F)) times that without it,
    which is below 1, so that the total variation is the atom: C(2k, k) ways to be in the middle.
    """
    sides = Sides()
    numbers: dict[str, str | float] = {}
    predicted = ZEstimator.of_median(1).canary([0])
    require(predicted == 0, "The score of the centre is not 0.", score=predicted)
    for n in (11, 101, 401):
        result = median_total_variation(n, place)
        atom = Fraction(comb(n - 1, n // 2), 2 ** (n - 1))
        require(result == atom, "It is not the atom.", n=n, found=float(result), atom=float(atom))
        # sqrt(2/(pi n)) <= TV, squared, with pi > 333/106
        sides.at_most(share * Fraction(212, 333 * n), result**2, "It leaks less.", n=n)
        usual = certify(leak, Fraction(1, n), digits=8)
        away = median_total_variation(n, Fraction(9, 10))
        near = at_most(abs(away - usual), Fraction(1, 8 * n))
        require(near, "Away from the centre it differs.", n=n, found=float(away), leak=usual)
        numbers[f"total variation, leak(1/n), at 0.9, n = {n}"] = (
            f"{float(result):.4f}, {float(usual):.4f}, {float(away):.4f}"
        )
    return points(numbers=numbers, sharpness=sides.sharpness)
