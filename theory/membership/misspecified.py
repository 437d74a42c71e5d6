"""An adversary who scores with another point than the target: laws, advantages and thresholds.

The score is the log-likelihood ratio for z_targ, while the game is played with z*. With the inner
product <x, y> = x^T C^-1 y / n, m_star = |z* - mu|^2, m_target = |z_targ - mu|^2 and
m_scalar = <z_targ - mu, z* - mu>. Privacy-Utility Trade-offs in Sequential Decision-Making,
Section 6.5.3, Theorem 6.7 and Appendix D.4, with the variance m_target that its proof derives.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, listed
from banditproof.theory.rational_matrices import exact_sum
from .columns import ColumnData
from .hypotheses import Hypothesis, hypotheses_of_mean, require, verdict
from .leakage import leak, normal_ball


@dataclass(frozen=True)
class LimitLaw:
    """The mean and the variance of a limit law of a score."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True)
class Misspecified:
    """The game with target z*, attacked with the score of z_targ, in the limit.

    >>> attack = Misspecified.of(m_star=1, m_target=4, m_scalar=1)
    >>> attack.without_target, attack.with_target.mean
    (LimitLaw(mean=Fraction(-2, 1), variance=Fraction(4, 1)), Fraction(-1, 1))
    >>> round(float(attack.best_advantage()), 6), round(float(attack.advantage_at_zero()), 6)
    (0.197413, 0.149882)
    """

    m_star: Fraction
    m_target: Fraction
    m_scalar: Fraction
    hypotheses: tuple[Hypothesis, ...] = ()
    """Those of the limit for z* and for z_targ, where the attack was made from data."""

    def __post_init__(self) -> None:
        if self.m_scalar**2 > self.m_star * self.m_target:
            raise ValueError(
                f"m_scalar^2 is {self.m_scalar**2} and m_star m_target only "
                f"{self.m_star * self.m_target}; give numbers with "
                "m_scalar^2 <= m_star m_target, as the inner product of two vectors has."
            )

    @classmethod
    def of(cls, m_star: Number, m_target: Number, m_scalar: Number) -> Misspecified:
        """The attack of some numbers; raises ValueError if no two points have them."""
        return cls(
            exact_nonnegative("m_star", m_star),
            exact_nonnegative("m_target", m_target),
            exact(m_scalar),
        )

    @classmethod
    def of_data(cls, data: ColumnData, guess: Sequence[Number]) -> Misspecified:
        """The attack on the target of the data with the score of `guess`, one number a column.

        >>> from .columns import Column
        >>> data = ColumnData.of(100, [Column.bernoulli("0.5", 1, 300), Column.bernoulli("0.5", 0)])
        >>> attack = Misspecified.of_data(data, [1, 1]).checked()
        >>> attack.m_star, attack.m_scalar, attack.holds
        (Fraction(301, 100), Fraction(299, 100), True)
        """
        points = tuple(exact(x) for x in listed("The guess", guess))
        if len(points) != len(data.columns):
            raise ValueError(
                f"The guess has {len(points)} numbers; give one for each of the "
                f"{len(data.columns)} columns of the data."
            )
        guessed = tuple(
            replace(column, target=x) for column, x in zip(data.columns, points, strict=True)
        )
        scored = ColumnData(data.rows, guessed)
        pairs = zip(data.columns, guessed, strict=True)
        scalar = exact_sum(a.count * a.shift * b.shift / a.variance for a, b in pairs) / data.rows
        beside = (replace(h, words=f"for the guess, {h.words}") for h in hypotheses_of_mean(scored))
        hypotheses = (*hypotheses_of_mean(data), *beside)
        return cls(data.score, scored.score, scalar, hypotheses)

    @property
    def holds(self) -> bool | None:
        """Whether the hypotheses hold; None if some were not checked and none fails."""
        return verdict(self.hypotheses) if self.hypotheses else None

    def checked(self) -> Misspecified:
        """The attack itself; raises ValueError with the hypothesis that fails, if one does."""
        require(self.hypotheses)
        return self

    @property
    def without_target(self) -> LimitLaw:
        """The law of the score OUT: N(-m_target/2, m_target)."""
        return LimitLaw(-self.m_target / 2, self.m_target)

    @property
    def with_target(self) -> LimitLaw:
        """The law of the score IN: N(m_scalar - m_target/2, m_target)."""
        return LimitLaw(self.m_scalar - self.m_target / 2, self.m_target)

    @property
    def m_difference(self) -> Fraction:
        """|z* - z_targ|^2 = m_star + m_target - 2 m_scalar."""
        return self.m_star + self.m_target - 2 * self.m_scalar

    @property
    def effective(self) -> Fraction:
        """m_star cos^2 theta = m_scalar^2 / m_target, the leakage score of the attack.

        It is 0 if z_targ = mu, and at most m_star by Cauchy and Schwarz.
        """
        return self.m_scalar**2 / self.m_target if self.m_target else Fraction(0)

    @property
    def best_threshold(self) -> Fraction:
        """(m_scalar - m_target)/2, which only an adversary who knows z* can choose.

        If m_scalar < 0 the best test says IN below it.
        """
        return (self.m_scalar - self.m_target) / 2

    def best_advantage(self, digits: int = 30) -> Enclosure:
        """leak(m_star cos^2 theta): the best threshold and the best sign, as Theorem 6.7 has it."""
        return certify(leak, self.effective, digits=digits)

    def one_sided_advantage(self, digits: int = 30) -> Enclosure:
        """The best advantage of the tests that say IN above a threshold: 0 if m_scalar < 0."""
        return self.best_advantage(digits) if self.m_scalar > 0 else ZERO

    def advantage_at_zero(self, digits: int = 30) -> Enclosure:
        """The advantage at threshold 0: Phi(s/2) - Phi(s/2 - m_scalar/s) with s = sqrt(m_target).

        It is negative if m_scalar < 0, and equal to the best one if m_scalar = m_target.
        """
        if self.m_scalar == 0:
            return ZERO

        def found() -> arb:
            s = ball(self.m_target).sqrt()
            return normal_ball(s / 2) - normal_ball(s / 2 - ball(self.m_scalar) / s)

        return enclose(found, digits)

    def loss(self, digits: int = 30) -> Enclosure:
        """leak(m_star) - leak(m_star cos^2 theta): the price of not knowing z*."""
        if self.effective == self.m_star:
            return ZERO

        def found() -> arb:
            roots = (ball(m / 8).sqrt() for m in (self.m_star, self.effective))
            known, used = (root.erf() for root in roots)
            return known - used

        return enclose(found, digits)

    def printed_criterion(self, digits: int = 30) -> Enclosure:
        """sqrt(m_target m_star)(1 - |cos theta|), which the text wants to be small.

        It is no bound of the loss: it vanishes with m_target, and the loss does not.
        """
        product = self.m_star * self.m_target
        if product == self.m_scalar**2:
            return ZERO
        return enclose(lambda: ball(product).sqrt() - ball(abs(self.m_scalar)), digits)

    def printed_table_row(self, digits: int = 30) -> Enclosure:
        """leak(m_scalar), what row 4 of Table 6.1 gives; it differs from Theorem 6.7."""
        if self.m_scalar < 0:
            raise ValueError(
                f"m_scalar is {self.m_scalar}, and row 4 of Table 6.1 is then a negative leakage "
                "score; take `effective`, which is m_scalar^2/m_target."
            )
        return certify(leak, self.m_scalar, digits=digits)
