"""The mean of a random part of the rows: a mixture, for each number of rows and columns."""

from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact_count
from .roc import Bounds, TestingProblem


@dataclass(frozen=True)
class SubSampledLaw(TestingProblem):
    """Any release of `kept` rows, drawn out of `rows` without replacement.

    `kept_law` is that release as a problem of `kept` rows. The target, in the data, is drawn with
    probability rho = kept / rows, and then it is one of the kept rows; otherwise the release has
    the law that it has without the target. So p_in = (1 - rho) p_out + rho p_in(kept): the
    total variation is rho times that of `kept` rows, and the power at size a is
    (1 - rho) a + rho power(a), by the same tests. The thesis's Theorem 6.6 says otherwise: its
    proof mixes each column on its own.

    >>> from banditproof.theory.membership.finite_laws.columns import BernoulliColumn
    >>> from banditproof.theory.membership.finite_laws.enumeration import EnumeratedLaw
    >>> columns = [(BernoulliColumn(2, "1/2", 1), 1), (BernoulliColumn(2, "1/3", 0), 1)]
    >>> SubSampledLaw(EnumeratedLaw.of_columns(columns), kept=2, rows=4).total_variation().exact
    Fraction(7, 36)
    """

    kept_law: TestingProblem
    kept: int
    rows: int

    def __post_init__(self) -> None:
        rows = exact_count("rows", self.rows, least=1)
        kept = exact_count("kept", self.kept, least=1)
        if kept > rows:
            raise ValueError(f"{kept} rows are kept out of {rows}; keep at most all of them.")
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "kept", kept)

    @property
    def share(self) -> Fraction:
        """The sub-sampling ratio rho."""
        return Fraction(self.kept, self.rows)

    @property
    def in_alone(self) -> Enclosure:
        """The probability, target in the data, of outcomes that are impossible without it."""
        return self.share * self.kept_law.in_alone

    @property
    def out_alone(self) -> Enclosure:
        """The same for outcomes that are impossible with it: none, unless all rows are kept."""
        return self.kept_law.out_alone if self.share == 1 else Enclosure.of(0)

    def overlap_bounds(self, factor: Fraction) -> Bounds:
        """min(p_in, f p_out) = (1-rho) p_out + rho min(p_in(kept), (f-1+rho)/rho p_out)."""
        rest = 1 - self.share
        if factor <= rest:
            return Bounds(factor, factor)
        inner = self.kept_law.overlap_bounds((factor - rest) / self.share)
        return Bounds(rest + self.share * inner.lo, rest + self.share * inner.hi)

    def _randomised_power(self, alpha: Fraction) -> Enclosure:
        return (1 - self.share) * alpha + self.share * self.kept_law.power(alpha)
