"""What `banditproof leakage` computes: the score of one target, its limit, and what is proved."""

from __future__ import annotations
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
import numpy as np
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.inherent_privacy import NOT_PRIVATE, NOT_THE_LAW
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import SubsampledMean
from banditproof.theory.membership import (
    Column,
    ColumnData,
    Hypothesis,
    Kind,
    LeakageScore,
    exact_mean,
    gdp_epsilon,
    noisy_mean,
)
from .column_laws import CERTAIN, MOST_DEVIATIONS, ColumnLaw, column_data
from .correlated_columns import correlations, squared_distance
from .data_tables import DataTable
from .exact_leakage import exact_problem
from .membership_results import (
    InherentPrivacyFacts,
    LeakageFacts,
    LeakagePowerFacts,
    LimitHypothesisFacts,
    MeanGuaranteeFacts,
)
from .target_rows import TargetWord

if TYPE_CHECKING:
    from banditproof.theory import Enclosure
    from banditproof.theory.membership.finite_laws import TestingProblem

LEVELS = (Fraction(1, 100), Fraction(1, 1000))
MOST_CORRELATED = 1000
"""The correlations of so many columns are looked at."""
INDEPENDENCE = "independent columns"
"""The hypothesis of the limits that the rows speak about."""
SHORT = 64
"""A ratio of more bits is not shown as one."""
WIDTH = "1e-7"


@dataclass(frozen=True)
class Box:
    """Where the entries of all rows lie."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, kw_only=True)
class LeakageGame:
    """A mean of rows, and a target that is one of them or not.

    `table` has the rows that say what the law is, without the target. `kept` of `rows` rows are
    averaged, with noise of deviation gamma / sqrt(kept) on each entry.
    """

    table: DataTable
    target: TargetWord
    rows: int
    kept: int
    gamma: Fraction = Fraction(0)
    box: Box | None = None
    delta: Fraction = Fraction(1, 10**5)

    @property
    def share(self) -> Fraction:
        """The share of the rows that are averaged."""
        return Fraction(self.kept, self.rows)

    @property
    def mechanism(self) -> str:
        """What is released, in words."""
        rows = f"{self.rows} rows"
        part = rows if self.kept == self.rows else f"{self.kept} of {rows}"
        return f"mean of {part} with noise" if self.gamma else f"exact mean of {part}"

    def independent(self, law: ColumnLaw) -> tuple[ColumnData, LeakageScore]:
        """The columns of the averaged rows, and the score for independent columns."""
        data = column_data(self.table, self.target, self.kept, law)
        result = noisy_mean(data, self.gamma) if self.gamma else exact_mean(data)
        hypotheses = (*self._independence(), *result.hypotheses)
        return data, LeakageScore(self.mechanism, result.value * self.share, hypotheses, self.share)

    def correlated(self, law: ColumnLaw) -> tuple[ColumnData | None, LeakageScore]:
        """The score for the full covariance; normal rows are as independent ones, turned."""
        distance = squared_distance(self.table, self.target, self.gamma)
        if distance > MOST_DEVIATIONS**2:
            raise ValueError(
                "The target is more than 1e100 standard deviations from the mean of the rows: "
                f"{CERTAIN}; give another target."
            )
        value = distance / self.rows
        width = self.table.columns
        if law is ColumnLaw.NORMAL:
            # a turn puts the same share of the score into each column
            variance, place = (width / distance, 1) if distance else (1, 0)
            data = ColumnData.of(self.kept, [Column.normal(0, variance, place, width)])
            known = exact_mean(data).hypotheses
            return data, LeakageScore(self.mechanism, value, known, self.share)
        words = "these depend on each other, and the limit is proved for independent ones"
        open_ = Hypothesis(INDEPENDENCE, None, words)
        return None, LeakageScore(self.mechanism, value, (open_,), self.share)

    def facts(self, law: ColumnLaw, *, full: bool, patient: bool) -> LeakageFacts:
        """All that the command says; `seconds` is 0 here."""
        data, score = self.correlated(law) if full else self.independent(law)
        problem: TestingProblem | str
        if data is None:
            problem = "the law of columns that depend on each other is not known"
        else:
            problem = exact_problem(data, self.gamma, self.rows, patient=patient)
        limit = score.holds is not False
        known = None if isinstance(problem, str) else problem
        short = score.value.denominator.bit_length() <= SHORT
        return LeakageFacts(
            data=self.table.name,
            mechanism=self.mechanism,
            rows=self.rows,
            kept=self.kept,
            columns=self.table.columns,
            law_rows=self.table.rows,
            laws=_kinds(data) if data else {"unknown": self.table.columns},
            covariance="full" if full else "independent",
            noise=self.gamma,
            target=self.target.index,
            score=float(score.value),
            score_exact=score.value if short and not full else None,
            limit=limit,
            hypotheses=tuple(_hypothesis(hypothese) for hypothese in score.hypotheses),
            advantage=score.leakage() if limit else None,
            advantage_exact=None if known is None else known.advantage(),
            power=tuple(
                LeakagePowerFacts(
                    alpha,
                    score.power(alpha) if limit else None,
                    None if known is None else known.power(alpha),
                )
                for alpha in LEVELS
            ),
            not_exact=problem if isinstance(problem, str) else "",
            delta=self.delta,
            guarantee=self.guarantee(data),
            conclusion=self.conclusion(score, limit),
            seconds=0.0,
        )

    def guarantee(self, data: ColumnData | None) -> MeanGuaranteeFacts | None:
        """What is proved for all data in the box; None if noise protects a box that is not known.

        Columns of 0 and 1 have the box [0, 1]. That a part is averaged is not counted with noise.
        """
        binary = data is not None and {c.kind for c in data.columns} == {Kind.BERNOULLI}
        box = self.box or (Box(Fraction(0), Fraction(1)) if binary or not self.gamma else None)
        if box is None:
            return None
        if self.box is not None:
            self._require_in_box(box)
        sides = [box.high - box.low] * self.table.columns
        if self.gamma:
            result = NoisyMean(self.gamma).privacy(self.kept, sides)
        elif self.kept < self.rows:
            result = SubsampledMean(self.kept).privacy(self.rows, sides)
        else:
            result = ExactMean().privacy(self.rows, sides)
        words = result.words
        if self.gamma:
            words += (
                f" It is for rows with entries from {float(box.low):g} to {float(box.high):g}, one "
                "of which is replaced by any other."
            )
        return MeanGuaranteeFacts(words, result.rho, result.epsilon(self.delta, WIDTH))

    def conclusion(self, score: LeakageScore, limit: bool) -> InherentPrivacyFacts:
        """What the thesis concludes of the score, and why it is no guarantee."""
        part = self.kept < self.rows
        epsilon: Enclosure | None = None
        if limit:
            epsilon = gdp_epsilon(score.value * self.share, self.delta, WIDTH)
        return InherentPrivacyFacts(False, NOT_PRIVATE + NOT_THE_LAW * part, epsilon)

    def _require_in_box(self, box: Box) -> None:
        every = np.vstack([self.table.values, self.target.row])
        outside = np.argwhere((every < float(box.low)) | (every > float(box.high)))
        if len(outside):
            row, column = map(int, outside[0])
            raise ValueError(
                f"The box is {float(box.low):g} to {float(box.high):g}, and "
                f"{every[row, column]:g} is in column {self.table.called(column)}; give a box "
                "that holds all rows and the target, and that does not depend on them."
            )

    def _independence(self) -> tuple[Hypothesis, ...]:
        """What the rows say of the independence of their columns."""
        if self.table.columns < 2:
            return ()
        if self.table.columns > MOST_CORRELATED:
            return (
                Hypothesis(INDEPENDENCE, None, "there are too many columns for all correlations"),
            )
        known = correlations(self.table.values)
        apart = np.abs(known)
        apart[np.tril_indices(len(apart))] = -1.0
        first, second = map(int, np.unravel_index(int(apart.argmax()), apart.shape))
        largest = float(known[first, second])
        words = (
            f"the largest correlation is {largest:.2g}, of columns {self.table.called(first)} and "
            f"{self.table.called(second)}; --covariance full takes it into account"
        )
        return (Hypothesis(INDEPENDENCE, None, words, abs(largest)),)


def _kinds(data: ColumnData) -> dict[str, int]:
    counter: Counter[str] = Counter()
    for column in data.columns:
        counter[column.kind.value] += column.count
    return dict(counter)


def _hypothesis(found: Hypothesis) -> LimitHypothesisFacts:
    return LimitHypothesisFacts(found.name, found.holds, found.words, found.number)
