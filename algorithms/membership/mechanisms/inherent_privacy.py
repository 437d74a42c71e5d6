"""What the thesis concludes of a released mean from an attack, beside what is proved of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.membership.row_laws.row_law import Floats, RowLaw
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon
from .exact_mean import ExactMean
from .leakage_scores import leakage_score
from .mean_privacy import MeanPrivacy
from .noisy_mean import NoisyMean
from .subsampled_mean import ColumnwiseSubsampledMean, SubsampledMean

NOT_PRIVATE = (
    "This is not differential privacy: it speaks of one law of the rows and of one target, in the "
    "limit of many rows and columns."
)
NOT_THE_LAW = (
    " And it is not the limit for this mechanism: the target is kept in all columns or in none, "
    "while the printed proof treats columns that are sub-sampled apart."
)


@dataclass(frozen=True)
class InherentPrivacy:
    """The conclusion that a release looks sqrt(m)-GDP, m the leakage score of one target.

    Thesis, Section 6.4, p. 144. It is no guarantee: `is_guarantee` is False, and `words` says why.

    >>> print(InherentPrivacy(1).delta(1, digits=10))
    0.12693673750664[3..5]
    >>> InherentPrivacy(1).is_guarantee
    False
    """

    leakage_score: Number
    words: str = NOT_PRIVATE
    is_guarantee = False

    def __post_init__(self) -> None:
        score = exact_nonnegative("The leakage score", self.leakage_score)
        object.__setattr__(self, "leakage_score", score)

    @accepts_epsilon
    def delta(self, eps: Number, digits: int = 12) -> Enclosure:
        """The curve delta(eps) of testing N(0, 1) against N(sqrt(m), 1)."""
        loss = GaussianLoss(exact(self.leakage_score))
        return composed_delta(Composition(((1, loss),)), eps, digits)


@dataclass(frozen=True)
class PrivacyBeside:
    """The proved privacy of a mechanism, and the conclusion of the thesis for one target."""

    proved: MeanPrivacy
    concluded: InherentPrivacy

    @accepts_epsilon
    def understates(self, eps: Number, digits: int = 12) -> bool:
        """Whether the conclusion surely names a smaller delta at this eps than the mechanism has.

        >>> both = PrivacyBeside(MeanPrivacy(shown=1), InherentPrivacy(5))
        >>> both.understates(1)
        True
        """
        return self.concluded.delta(eps, digits).hi < self.proved.delta(eps, digits).lo


def privacy_beside(
    mechanism: ExactMean | NoisyMean | SubsampledMean | ColumnwiseSubsampledMean,
    law: RowLaw,
    rows: Number,
    target: Sequence[float] | Floats,
    sides: Sequence[Number],
) -> PrivacyBeside:
    """What is proved of a mechanism for data in a box, beside the conclusion for one target.

    The leakage scores are those of Table 6.1, exactly: (1/n) ||z - mu||^2 in the metric of C^-1, of
    (C + diag(gamma^2))^-1 for the noisy mean, and times k/n for the sub-sampled one.

    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> law = BernoulliColumns(("1/2",) * 500)
    >>> both = privacy_beside(SubsampledMean(10), law, 100, [1.0] * 500, [1] * 500)
    >>> both.concluded.leakage_score, both.proved.words
    (Fraction(1, 2), '(0, 1/10)-DP, and (eps, delta)-DP for no eps with a smaller delta.')
    """
    count = exact_count("rows", rows, least=2)
    noise = mechanism.gammas(law.dimension) if isinstance(mechanism, NoisyMean) else None
    score = leakage_score(law, count, target, noise or [Fraction(0)] * law.dimension)
    words = NOT_PRIVATE
    if isinstance(mechanism, SubsampledMean | ColumnwiseSubsampledMean):
        score *= mechanism.ratio(count)
    if isinstance(mechanism, SubsampledMean) and mechanism.kept < count:
        words += NOT_THE_LAW
    return PrivacyBeside(mechanism.privacy(count, sides), InherentPrivacy(score, words))
