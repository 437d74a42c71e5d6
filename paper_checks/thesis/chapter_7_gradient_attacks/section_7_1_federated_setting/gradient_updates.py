"""Claims about the descents of Section 7.1.1: full batches, mini-batches, single rows."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnBatches,
    DrawnRows,
    FullBatch,
    Schedule,
)
from banditproof.algorithms.membership.descents.descent import Descent, Trajectory
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import LinearRegression
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points, require
from .exact_gradients import Row, Vector, added, gradients, mean, vector

ROWS: tuple[Row, ...] = (
    (vector(1, 0), Fraction(1)),
    (vector(1, 1), Fraction(-1)),
    (vector(0, 2), Fraction(1, 2)),
    (vector(-1, 1), Fraction(2)),
)
RATES = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 2))
Average = Callable[[Sequence[Vector]], Vector]
Step = Callable[[Vector, Fraction, Vector], Vector]


def descended(theta: Vector, rate: Fraction, direction: Vector) -> Vector:
    """theta - eta g."""
    return added(theta, direction, -rate)


def played(schedule: Schedule) -> Trajectory:
    """A descent of the library on the four rows; its numbers are dyadic, and so exact."""
    data = LabelledRows([[float(a) for a in x] for x, _ in ROWS], [float(y) for _, y in ROWS])
    model = LinearRegression(columns=2, intercept=False)
    descent = Descent(model=model, rates=[float(r) for r in RATES], batches=schedule)
    return descent.run(data, start=[0.5, -1.0], rng=7)


@checks("thesis.gd.def.updates.rules")
@mutant("an ascent", step=lambda theta, rate, g: added(theta, g, rate))
@mutant("sums for means", average=lambda gs: tuple(len(gs) * x for x in mean(gs)))
def updates(step: Step = descended, average: Average = mean) -> Verdict:
    """Each step of three descents is one of those that the rule allows, and of the right mean."""
    sizes = {"(a)": (FullBatch(), 4), "(b)": (DrawnBatches(2), 2), "(c)": (DrawnRows(1), 1)}
    for name, (schedule, size) in sizes.items():
        seen = played(schedule)
        for t, rate in enumerate(RATES):
            before, after = (
                tuple(Fraction(float(x)) for x in seen.iterates[k]) for k in (t, t + 1)
            )
            every = [average(part) for part in combinations(gradients(before, ROWS), size)]
            allowed = {step(before, rate, g) for g in every}
            finding = "A step of the descent is not of the form of the definition."
            require(after in allowed, finding, descent=name, step=t + 1, theta=after)
            centre, full = mean(every), average(gradients(before, ROWS))
            finding = "A random batch does not have the gradient of all rows for its mean."
            require(centre == full, finding, descent=name, mean=centre, all_rows=full)
    return points(
        covered="Three steps of each descent on four rows of a linear regression, exact, with all "
        f"{comb(4, 2)} pairs of rows."
    )


@checks("thesis.gd.def.updates.single")
@mutant("all places", places=lambda n: set(range(1, n + 1)))
def single_row(places: Callable[[int], set[int]] = lambda n: {1, n}) -> Verdict:
    """Whether the mean gradient of the sampled row is that of all rows."""
    theta = vector(1, "1/2")
    every = gradients(theta, ROWS)
    meant, result = mean(every), mean(every[i - 1] for i in sorted(places(len(ROWS))))
    if result == meant:
        return points()
    return misprinted(n=len(ROWS), mean_over_the_printed_set=result, mean_over_all_rows=meant)
