"""Games on columns with finitely many sums, grouped by equal laws and equal scores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.engines.regret_kernels import Integers
from banditproof.algorithms.membership.games.crafters import AverageTarget, Crafter
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.mechanisms.mean_mechanism import Bits
from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.likelihood_ratio import (
    LikelihoodRatio,
    Mixture,
    mixed,
)
from banditproof.algorithms.membership.scores.score import Score
from .column_groups import ColumnGroup

Law = BernoulliColumns | LatticeColumns
Terms = Callable[[Floats, Floats], Floats | None]
Options = tuple[tuple[float, float], ...]
"""The values of a target in one column, and their probabilities."""
PIECE = 4_000_000
"""The most terms that are held at a time."""
MOST_TERMS = 500_000_000
"""The most terms of a score that are computed before the first game."""


@dataclass(frozen=True, eq=False)
class GroupedGame:
    """The groups of a game, the noise of its score, and what is done to the sum at the end."""

    groups: tuple[ColumnGroup, ...]
    kept: int
    rows: int
    """The target is in the released mean in k of n cases if it is a row."""
    noise: float
    """The standard deviation of the normal noise of the score."""
    finish: Callable[[Floats], Floats]

    def scores(self, bits: Bits, rng: np.random.Generator) -> Floats:
        """The score of a game for each bit."""
        inside = bits
        if self.kept < self.rows:
            inside = bits & (rng.integers(self.rows, size=len(bits)) < self.kept)
        result = np.zeros(len(bits))
        without, having = np.flatnonzero(~inside), np.flatnonzero(inside)
        for group in self.groups:
            group.add(rng, without, having, result)
        if self.noise:
            result += self.noise * rng.standard_normal(len(bits))
        return self.finish(result)


def grouped_game(crafter: Crafter, score: Score) -> GroupedGame | str:
    """The groups of a game, or a sentence that says why it has none.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> law, mechanism = BernoulliColumns(("1/2",) * 6), ExactMean()
    >>> target = np.array([1.0, 1, 1, 1, 0, 0])
    >>> crafter = FixedTarget(mechanism, law, 10, target)
    >>> game = grouped_game(crafter, LikelihoodRatio(law, mechanism, 10))
    >>> [group.columns for group in game.groups]
    [4, 2]
    """
    law, mechanism = crafter.law, crafter.mechanism
    if not isinstance(law, BernoulliColumns | LatticeColumns):
        return f"{type(law).__name__} has no finite law of sums; take the engine 'sums'."
    known = (ExactMean, NoisyMean, SubsampledMean, ColumnwiseSubsampledMean)
    if not isinstance(mechanism, known):
        return f"{mechanism!r} has no grouped columns; take the engine 'sums'."
    finish: Callable[[Floats], Floats] = lambda total: total  # noqa: E731
    if isinstance(score, Mixture):
        share, score = score.share, score.score
        finish = lambda total: mixed(total, share)  # noqa: E731
    elif isinstance(score, LikelihoodRatio) and isinstance(score.mechanism, SubsampledMean):
        # the ratio of the kept rows, mixed at the end
        ratio, kept_rows = float(score.mechanism.ratio(score.rows)), score.mechanism.kept
        score = LikelihoodRatio(score.law, ExactMean(), kept_rows)
        finish = lambda total: mixed(total, ratio)  # noqa: E731
    terms = getattr(score, "column_terms", None)
    if terms is None:
        return f"{type(score).__name__} is no sum over columns; take the engine 'sums'."
    noise = 0.0
    if isinstance(mechanism, NoisyMean) and mechanism.deviations(law.dimension).any():
        weights = getattr(score, "linear_weights", None)
        if weights is None or isinstance(crafter, AverageTarget):
            return "With noise only a linear score of a fixed target is grouped; take 'sums'."
        slopes = weights(crafter.target)
        if slopes is None:
            return "The score changes from game to game; take the engine 'sums'."
        spread = slopes * mechanism.deviations(law.dimension)
        noise = float(np.sqrt((spread**2).sum() / crafter.rows))
    drawn = _drawn_rows(crafter)
    if (drawn + 1) * law.dimension > MOST_TERMS:
        return "The columns have too many sums to group them; take the engine 'sums'."
    groups = _column_groups(crafter, law, drawn, terms)
    if groups is None:
        return "The score changes from game to game; take the engine 'sums'."
    kept = mechanism.kept if isinstance(mechanism, SubsampledMean) else crafter.rows
    return GroupedGame(groups, kept, crafter.rows, noise, finish)


def _drawn_rows(crafter: Crafter) -> int:
    """The number of rows in the mean of a column."""
    mechanism = crafter.mechanism
    if isinstance(mechanism, SubsampledMean | ColumnwiseSubsampledMean):
        mechanism.ratio(crafter.rows)
        return mechanism.kept
    return crafter.rows


def _column_groups(
    crafter: Crafter, law: Law, rows: int, terms: Terms
) -> tuple[ColumnGroup, ...] | None:
    """Columns with the same law, target and terms; None if the score has no terms.

    `rows` is the number of rows in the mean of a column. A column of a game with a random target
    has the values of target and sum together.
    """
    options = [_options(crafter, law, column) for column in range(law.dimension)]
    keys = law.exact_means if isinstance(law, BernoulliColumns) else law.exact_columns
    labels = _numbered(list(zip(keys, options, strict=True)))
    heads = np.unique(labels, return_index=True)[1]
    tables = [law.sum_table(int(head), rows) for head in heads]
    longest = max(len(values) for values, _ in tables)
    values = np.array([np.pad(own, (0, longest - len(own)), mode="edge") for own, _ in tables]).T
    targets = [
        np.array([own[min(place, len(own) - 1)][0] for own in options])
        for place in range(max(len(own) for own in options))
    ]

    def pieces() -> Iterator[tuple[int, int, Floats | None]]:
        """The terms of all columns, for a few sums of one target at a time."""
        step = max(1, PIECE // law.dimension)
        for place, target in enumerate(targets):
            for start in range(0, longest, step):
                releases = values[start : start + step][:, sources] / rows
                yield place, start, terms(releases, target)

    sources = labels
    for _, _, result in pieces():
        if result is None:
            return None
        columns = np.ascontiguousarray(result.T + 0.0)
        labels = _numbered(
            [(a, b.tobytes()) for a, b in zip(labels.tolist(), columns, strict=True)]
        )
    _, heads, counts = np.unique(labels, return_index=True, return_counts=True)
    known = np.empty((len(targets), longest, len(heads)))
    for place, start, result in pieces():
        if result is not None:
            known[place, start : start + len(result)] = result[:, heads]
    groups = []
    for group, (head, count) in enumerate(zip(heads.tolist(), counts.tolist(), strict=True)):
        share = _share(crafter)
        out, inside, own = [], [], []
        for place, (target, weight) in enumerate(options[head]):
            law_out = law.sum_table(head, rows)[1]
            law_in = share * law.shifted_table(head, rows, target) + (1 - share) * law_out
            out.append(weight * law_out)
            inside.append(weight * law_in)
            own.append(known[place, : len(law_out), group])
        groups.append(
            ColumnGroup(count, np.concatenate(out), np.concatenate(inside), np.concatenate(own))
        )
    return tuple(groups)


def _numbered(keys: Sequence[object]) -> Integers:
    """The number of each key, in the order in which different keys come first.

    >>> _numbered(["b", "a", "b"])
    array([0, 1, 0])
    """
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.int64)


def _options(crafter: Crafter, law: Law, column: int) -> Options:
    if not isinstance(crafter, AverageTarget):
        return ((float(crafter.target[column]), 1.0),)
    if isinstance(law, BernoulliColumns):
        mean = law.exact_means[column]
        pairs = [(Fraction(0), 1 - mean), (Fraction(1), mean)]
    else:
        pairs = list(zip(*law.exact_columns[column], strict=True))
    return tuple((float(value), float(weight)) for value, weight in pairs if weight)


def _share(crafter: Crafter) -> float:
    """How often the target is in a column of the mean, where columns are sub-sampled apart."""
    if isinstance(crafter.mechanism, ColumnwiseSubsampledMean):
        return float(crafter.mechanism.ratio(crafter.rows))
    return 1.0
