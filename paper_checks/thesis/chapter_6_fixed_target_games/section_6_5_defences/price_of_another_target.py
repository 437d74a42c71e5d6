"""Claims about what another target costs: the loss, its criterion, and the angle of Figure 6.1."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import steps_show
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require, showing
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.membership import Misspecified, effective_leakage, leak, mahalanobis

HALF = Fraction(1, 2)
ATTACKS = tuple(
    Misspecified.of(m_star, m_target, m_scalar)
    for m_star, m_target, m_scalar in (
        *((1, 4, 1), (5, 5, "-2.5"), ("2.1", "3.1", "1.4"), (1, 9, 3), (20, 1, 0)),
        *((1, 4, "1.999"), ("0.01", 1, "0.05")),
    )
)


@checks("thesis.ftm.claim.suboptimality.order")
@mutant("sharper: a loss always", least=Fraction(1, 1000))
def loss_is_not_negative(least: Fraction = Fraction(0), proof: Proof = WRITTEN) -> Verdict:
    """Seven attacks, certified; no loss where the angle is 0 or 180 degrees."""
    for attack in ATTACKS:
        case: dict[str, Any] = {
            "m_star": attack.m_star,
            "m_targ": attack.m_target,
            "m_scal": attack.m_scalar,
        }
        loss = attack.loss()
        require(at_most(least, loss), "The loss is smaller.", **case, loss=loss)
        gap = abs(loss - (certify(leak, attack.m_star) - attack.best_advantage()))
        require(at_most(gap, Fraction(1, 10**15)), "The loss differs.", **case, loss=loss)
    return proof.verdict()


Criterion = Callable[[Misspecified], Enclosure]


@checks("thesis.ftm.claim.suboptimality.rule")
@mutant(
    "without the length of z_targ",
    criterion=lambda attack: Misspecified.of(
        attack.m_star, attack.m_star, attack.m_scalar
    ).printed_criterion(),
)
def printed_criterion(criterion: Criterion = Misspecified.printed_criterion) -> Verdict:
    """Points near the mean, at a right angle: the criterion vanishes and the loss stays."""
    for digits in (1, 4, 8):
        attack = Misspecified.of(1, Fraction(1, 100**digits), 0)
        small, loss = criterion(attack), attack.loss()
        with showing(
            steps_show(
                "thesis.fix.mis",
                "length x of z_targ - mu, at a right angle",
                "the criterion is a multiple of x and the loss leak(m*), as nothing is left",
            )
        ):
            require(
                at_most(loss, 1000 * small),
                "The criterion vanishes with the length of z_targ - mu, and the loss does not "
                "depend "
                "on that length.",
                m_star=1,
                m_targ=attack.m_target,
                cos=0,
                criterion=small,
                loss=loss,
            )
    return points()


def root_of_the_target(attack: Misspecified) -> Enclosure:
    """sqrt(m*/(2 pi)) (1 - |cos theta|)."""

    def found() -> arb:
        root = ball(attack.m_star).sqrt() - (ball(attack.effective)).sqrt()
        return root / (2 * arb.pi()).sqrt()

    return enclose(found, 20)


@checks("thesis.ftm.claim.suboptimality.rule.repaired")
@mutant("the printed criterion", bound=Misspecified.printed_criterion)
@mutant("sharper: nine tenths", factor=Fraction(9, 10))
def criterion_of_the_angle(
    bound: Criterion = root_of_the_target, factor: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The attacks of the statement before, and the one that refuted the print."""
    sides = Sides()
    for attack in (*ATTACKS, Misspecified.of(1, Fraction(1, 10**8), 0)):
        if attack.effective == attack.m_star:
            continue
        case: dict[str, Any] = {
            "m_star": attack.m_star,
            "m_targ": attack.m_target,
            "m_scal": attack.m_scalar,
        }
        sides.at_most(attack.loss(), factor * bound(attack), "The loss is larger.", **case)
    return proof.verdict(sharpness=sides.sharpness)


Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]


def squared_cosine(first: Vector, second: Vector, covariance: Matrix) -> Fraction:
    """cos^2 of the angle in the inner product of C^-1, by polarisation."""
    added = tuple(a + b for a, b in zip(first, second, strict=True))
    lengths = [mahalanobis(v, covariance) for v in (added, first, second)]
    scalar = (lengths[0] - lengths[1] - lengths[2]) / 2
    return scalar**2 / (lengths[1] * lengths[2])


@checks("thesis.fig6.1")
@mutant("without the correction", corrected=False)
@mutant("sharper: the angle alone, for every target", other_target=Fraction(2))
def angle_of_the_figure(
    corrected: bool = True, other_target: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The effective score of weights C^-1 (z_targ - mu) is m* cos^2: for all lengths, and after a
    change of coordinates, exact."""
    left, right = (Fraction(1), HALF), (Fraction(1), Fraction(-3))
    covariance = ((Fraction(1, 4), Fraction(0)), (Fraction(0), Fraction(9)))
    plain = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    first, second = ((v[0] * 2, v[1] / 3) for v in (left, right))
    cosine = squared_cosine(left, right, covariance if corrected else plain)
    require(
        cosine == squared_cosine(first, second, plain), "The angle differs.", cos_squared=cosine
    )
    star = mahalanobis(left, covariance)
    for length in (Fraction(1, 7), Fraction(1), Fraction(30)):
        weights = tuple(length * w / covariance[j][j] for j, w in enumerate(right))
        target = tuple(other_target * z for z in left)
        result = effective_leakage(weights, target, covariance, 1)
        require(result == star * cosine, "The score differs.", length=length, score=result)
    return proof.verdict()
