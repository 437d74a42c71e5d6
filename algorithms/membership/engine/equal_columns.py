"""Which columns of a game have the same law and the same score."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
import numpy as np
from banditproof.algorithms.engines.regret_kernels import Integers
from banditproof.algorithms.membership.games.crafters import AverageTarget, Crafter
from banditproof.algorithms.membership.mechanisms.subsampled_mean import ColumnwiseSubsampledMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.row_laws.lattice_columns import LatticeColumns
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .column_groups import ColumnGroup

Law = BernoulliColumns | LatticeColumns
Terms = Callable[[Floats, Floats], Floats | None]
Options = tuple[tuple[float, float], ...]
"""The values of a target in one column, and their probabilities."""
PIECE = 4_000_000
"""The most terms that are held at a time."""


def column_groups(
    crafter: Crafter, law: Law, rows: int, terms: Terms
) -> tuple[ColumnGroup, ...] | None:
    """Columns with the same law, target and terms; None if the score has no terms.

    `rows` is the number of rows in the mean of a column. A column of a game with a random target
    has the values of target and sum together.
    """
    options = [_options(crafter, law, column) for column in range(law.dimension)]
    keys = law.exact_means if isinstance(law, BernoulliColumns) else law.exact_columns
    labels = numbered(list(zip(keys, options, strict=True)))
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
        labels = numbered([(a, b.tobytes()) for a, b in zip(labels.tolist(), columns, strict=True)])
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


def numbered(keys: Sequence[object]) -> Integers:
    """The number of each key, in the order in which different keys come first.

    >>> numbered(["b", "a", "b"])
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
