"""Claims about the setup of Section 6.6: its law, and the easy, the hard and the medium target."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.membership import Column, ColumnData
from ....verdicts.along import prover_shows
from ....verdicts.vocabulary import misprinted, need, needs_repair, points, proved, require

Law = tuple[Fraction, ...]
Target = tuple[int, ...]
LAW: Law = tuple(Fraction(text) for text in ("1/10", "1/2", "3/4", "9/10", "1/3"))


def easy(law: Law) -> Target:
    """1(p_j <= 1/2) in each column."""
    return tuple(int(2 * p <= 1) for p in law)


def hard(law: Law) -> Target:
    """1(p_j > 1/2) in each column."""
    return tuple(int(2 * p > 1) for p in law)


def above_a_third(law: Law) -> Target:
    """1(p_j > 1/3), a wrong rule."""
    return tuple(int(3 * p > 1) for p in law)


def squared_distance(law: Law, target: Target) -> Fraction:
    """||z - p||^2 in the metric of C^-1."""
    pairs = zip(law, target, strict=True)
    return sum(((z - p) ** 2 / (p * (1 - p)) for p, z in pairs), Fraction(0))


@checks("thesis.ftm.exp6.6.targets")
@mutant("the other way round", easiest=hard, hardest=easy)
@mutant("sharper: the hardest is twice as hard", factor=2)
def easiest_and_hardest_target(
    easiest: Callable[[Law], Target] = easy,
    hardest: Callable[[Law], Target] = hard,
    factor: int = 1,
    proof: Proof = WRITTEN,
) -> Verdict:
    """All 32 points for one law, exact."""
    sides = Sides()
    most = squared_distance(LAW, easiest(LAW))
    least = factor * squared_distance(LAW, hardest(LAW))
    for target in product((0, 1), repeat=len(LAW)):
        result = squared_distance(LAW, target)
        sides.at_most(result, most, "A point is farther.", target=target)
        sides.at_most(least, result, "A point is nearer.", target=target)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.ftm.exp6.6.medium")
@mutant("the squared distance", power=1)
def order_of_the_distance(power: int = 2) -> Verdict:
    """At p = 1/2 the squared distance of every point is d."""
    for columns in (100, 10_000):
        law = (Fraction(1, 2),) * columns
        square = squared_distance(law, easy(law))
        need(square == columns, "At p = 1/2 each point has the squared distance d")
        if 50 * square < columns**power:
            along = prover_shows(
                "sqrt(x/c**2) < c*(x/c**2)",
                "c in (0, inf), x in (1, inf)",
                "the distance, the root of d = x/c^2 as each column adds 1 to its square, is less "
                "than c d",
            )
            return misprinted(along=along, p="1/2", d=columns, squared_distance=square)
    return proved(universal=None)


@checks("thesis.ftm.exp6.6.medium.mean")
@mutant("the variance p", variance=lambda p: p)
def mean_squared_distance(
    variance: Callable[[Fraction], Fraction] = lambda p: p * (1 - p), proof: Proof = WRITTEN
) -> Verdict:
    """The mean over all points for one law, exact."""
    total = Fraction(0)
    for target in product((0, 1), repeat=len(LAW)):
        mass = Fraction(1)
        for p, z in zip(LAW, target, strict=True):
            mass *= p if z else 1 - p
        pairs = zip(LAW, target, strict=True)
        total += mass * sum(((z - p) ** 2 / variance(p) for p, z in pairs), Fraction(0))
    require(total == len(LAW), "The mean differs.", mean=total, d=len(LAW))
    return proof.verdict()


@checks("thesis.ftm.exp6.6.law")
@mutant("p inside", p=Fraction(1, 10))
def parameter_of_the_experiment(p: Fraction = Fraction(0)) -> Verdict:
    """A column with p = 0 has no variance; the program refuses it."""
    try:
        data = ColumnData.of(1000, [Column.bernoulli(p, target=1, count=5000)])
    except ValueError:
        return needs_repair(p=p, target=1, leakage=1)
    require(data.score == 5 * (1 - p) / p, "The score differs.", p=p)
    return proved(universal=None)


@checks("thesis.ftm.exp6.6.order")
@mutant("sharper: strict", strict=True)
@mutant("p = 1/2 counts as large", easiest=above_a_third)
def order_of_the_targets(strict: bool = False, easiest: Callable[[Law], Target] = easy) -> Verdict:
    """Some laws, one of them p = 1/2; tau is the mean of the scores, so between both ends."""
    sides = Sides()
    for law in (LAW, (Fraction(1, 2),) * 3, (Fraction(1, 100), Fraction(1, 2))):
        count = len(law)
        low, high = squared_distance(law, hard(law)), squared_distance(law, easiest(law))
        sides.at_most(low, count, "The hard target is farther than the mean.", p=law)
        sides.at_most(count, high, "The easy target is nearer than the mean.", p=law)
        half = all(2 * p == 1 for p in law)
        require((low == count == high) == half and not (strict and half), "Equality.", p=law)
    return points(sharpness=sides.sharpness)
