"""Claims about Theorem 6.7: the laws and the advantage of a score for another point."""

from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.sums_of_rows import tells_for_every_n
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    misprinted,
    need,
    points,
    proved,
    require,
    require_or_repair,
    showing,
)
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import Misspecified, leak
from banditproof.theory.membership.finite_laws import mean_column
from banditproof.theory.membership.leakage import normal_ball
from .misspecified_scores import (
    ATTACKS,
    HALF,
    OTHER,
    ROWS,
    TARGET,
    Formula,
    Point,
    advantage_at,
    advantage_of_coins,
    inner,
    moments_of_the_score,
)

MISSED = Misspecified.of(1, 9, "3/2")
"""m* = 1, m_targ = 9 and m_scal = 3/2: an angle of 60 degrees."""


@checks("thesis.thm6.7.laws")
@mutant("the target itself", used=TARGET)
def printed_laws(used: Point = OTHER) -> Verdict:
    """Exact moments of the linear score; the means are right, and the variances m_targ."""
    star, targ = inner(TARGET, TARGET), inner(used, used)
    difference = star + targ - 2 * inner(TARGET, used)
    mean0, variance0 = moments_of_the_score(TARGET, used, inside=False)
    mean1, variance1 = moments_of_the_score(TARGET, used, inside=True)
    need(mean0 == -targ / 2 and mean1 == (star - difference) / 2, "A mean differs")
    need(variance1 == Fraction(ROWS - 1, ROWS) * variance0, "The variances differ")
    if variance0 == star:
        return proved(universal=None)
    along = steps_show(
        "thesis.fix.mis.moments", "n", "the variance of the score without the target is m_targ"
    )
    return misprinted(along=along, m_star=star, m_targ=targ, variance=variance0, n=ROWS)


@checks("thesis.thm6.7.step4")
@mutant("scores of one length", attack=Misspecified.of(4, 4, 3))
def printed_denominator(attack: Misspecified = MISSED) -> Verdict:
    """Squares of both arguments, exact."""
    sum_of_all = attack.m_star + attack.m_target - attack.m_difference
    need(sum_of_all == 2 * attack.m_scalar, "m_diff differs")
    printed = sum_of_all**2 / (16 * attack.m_star)
    expected = attack.m_scalar**2 / (4 * attack.m_target)
    need(sum_of_all**2 / (16 * attack.m_target) == expected, "The corrected one differs")
    if printed == expected:
        return proved(universal=None)
    return misprinted(
        m_star=attack.m_star,
        m_targ=attack.m_target,
        m_scal=attack.m_scalar,
        squares_of_the_arguments=(printed, expected),
    )


def printed_formula(attack: Misspecified) -> Enclosure:
    """2 Phi(|m_scal| / (2 sqrt(m_targ))) - 1."""

    def found() -> arb:
        return 2 * normal_ball(ball(abs(attack.m_scalar)) / (2 * ball(attack.m_target).sqrt())) - 1

    return enclose(found, 20)


VALUE, MEAN = HALF, Fraction(3, 10)
"""A value that no row has, and the mean of its Bernoulli columns."""


def recognised_by_value(target: Fraction, rows: int = 20) -> tuple[bool, Fraction]:
    """Whether a column tells a target without error, and the score of 5 n such columns."""
    column = mean_column([0, 1], [1 - MEAN, MEAN], rows, target)
    return column.in_alone == 1, 5 * (target - MEAN) ** 2 / (MEAN * (1 - MEAN))


@checks("thesis.thm6.7.advantage", subjects={"target": (VALUE, Fraction(1))})
@mutant(
    "the length of the target",
    formula=lambda a: printed_formula(Misspecified.of(a.m_target, a.m_star, a.m_scalar)),
)
@mutant("sharper: 1.02 of the score for coins", part=Fraction(51, 50))
@mutant("half of the differing columns", share=Fraction(1, 8))
def advantage_of_the_best_test(
    target: Fraction = Fraction(1),
    formula: Formula = printed_formula,
    part: Fraction = Fraction(1),
    share: Fraction = Fraction(1, 4),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Three attacks at four thresholds; coins whose points differ in some columns, exact."""
    by_value, score = recognised_by_value(target)
    with showing(lambda: tells_for_every_n(target)):
        require_or_repair(
            not by_value,
            "A target that no row has, and the adversary knows, is recognised without error by the "
            "score, which is infinite; the formula has a smaller value.",
            mean=MEAN,
            target=target,
            z_targ=target,
            d="5 n",
            advantage=1,
            formula=printed_formula(Misspecified.of(score, score, score)),
        )
    for attack in ATTACKS:
        expected = formula(attack)
        case: dict[str, Any] = {"m_targ": attack.m_target, "m_scal": attack.m_scalar}
        gap = abs(attack.best_advantage() - expected)
        require(at_most(gap, Fraction(1, 10**15)), "It differs.", **case)
        middle = attack.best_threshold
        for off in (Fraction(-1), Fraction(1, 100), Fraction(2)):
            result = advantage_at(attack, middle + off)
            require(at_most(result, expected), "Another threshold is better.", **case, off=off)
    for rows, differ in product((20, 40), (Fraction(0), Fraction(1, 4), Fraction(3, 4))):
        exact = advantage_of_coins(rows, int(5 * rows * (1 - differ)), int(5 * rows * differ))
        scalar = 5 * part * (1 - 2 * (share if differ == Fraction(1, 4) else differ))
        expected = formula(Misspecified.of(5 * part, 5 * part, scalar))
        case = {"n": rows, "differ": differ, "exact": exact}
        require(at_most(expected, exact), "The advantage of coins is below the limit.", **case)
        near = at_most(exact - expected, Fraction(3, 20 * rows))
        require(near, "The advantage of coins is not near to the limit.", **case)
    return proof.verdict()


@checks("thesis.thm6.7.plug_in")
@mutant("a point of equal inner products", attack=Misspecified.of(4, 2, 2))
def advantage_at_the_threshold_0(attack: Misspecified = MISSED) -> Verdict:
    """The limit at the threshold 0, certified."""
    result, expected = attack.advantage_at_zero(), printed_formula(attack)
    with showing(
        steps_show(
            "thesis.fix.mis.zero",
            "m_targ and m_scal",
            "the limit at the threshold 0 is the one with which the print is compared here",
        )
    ):
        require(
            at_most(expected, result + Fraction(1, 10**15)),
            "At the threshold 0 the advantage is smaller; the best threshold (m_scal - m_targ)/2 "
            "needs "
            "the target.",
            m_star=attack.m_star,
            m_targ=attack.m_target,
            m_scal=attack.m_scalar,
            advantage=result,
            printed=expected,
            with_the_opposite_angle=Misspecified.of(
                attack.m_star, attack.m_target, -attack.m_scalar
            ).advantage_at_zero(),
        )
    return points()


@checks("thesis.thm6.7.known", subjects={"target": (VALUE, Fraction(1))})
@mutant("sharper: a tenth more", factor=Fraction(11, 10))
def advantage_for_the_target(
    target: Fraction = Fraction(1), factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """All three scores are m*, so that both formulas are one; three values, certified."""
    by_value, score = recognised_by_value(target)
    with showing(lambda: tells_for_every_n(target)):
        require_or_repair(
            not by_value,
            "A target that no row has is recognised without error; the formula has a smaller "
            "value.",
            mean=MEAN,
            target=target,
            d="5 n",
            leakage=1,
            formula=certify(leak, score),
        )
    for m in (Fraction(1, 10), Fraction(1), Fraction(5)):
        attack = Misspecified.of(m, m, m)
        require(attack.effective == m, "The score differs.", m=m)
        gap = abs(printed_formula(attack) - factor * certify(leak, m))
        require(at_most(gap, Fraction(1, 10**12)), "The advantage differs.", m=m)
        require(attack.loss().hi == 0, "There is a loss.", m=m)
    return proof.verdict()
