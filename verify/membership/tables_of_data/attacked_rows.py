"""The rows of an attack on a descent: references, the pool of the games, and a target apart."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.membership.descents.canaries import (
    best_candidate,
    blank_canary,
    dirac_canary,
    mislabelled_canary,
)
from banditproof.algorithms.membership.descents.canife import canife_gradient
from banditproof.algorithms.membership.descents.descent_attack import TargetGradient, TargetRow
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.reference_gradients import gradient_geometry
from .data_tables import DataTable
from .target_rows import read_target

if TYPE_CHECKING:
    from banditproof.algorithms.membership.descents.linear_layers import LinearLayer

LEAST_ROWS = 8
"""Of a file: references, a pool, and a target."""


def require_rows(table: DataTable) -> None:
    """Raise ValueError if there are too few rows to be divided."""
    if table.rows < LEAST_ROWS:
        raise ValueError(
            f"{table.name} has {table.rows} row{'s' * (table.rows != 1)}; give at least "
            f"{LEAST_ROWS}, for references and games."
        )


@dataclass(frozen=True)
class TargetChoice:
    """A target that is given by a word, or else the kind of a canary; and the norm of clipping."""

    word: str | None
    canary: str
    clip: float | None = None


@dataclass(frozen=True, kw_only=True)
class AttackedRows:
    """The rows of a file, divided, and the target."""

    pool: LabelledRows
    references: LabelledRows
    target: TargetRow | TargetGradient
    words: str
    place: int | None
    score: float
    outside: bool

    @staticmethod
    def divided(
        model: LinearLayer,
        table: DataTable,
        asked: TargetChoice,
        rng: np.random.Generator,
        *,
        standardise: bool = False,
    ) -> AttackedRows:
        """References, the pool, and a target that is in neither of them."""
        given = None
        if asked.word is not None:
            given = read_target(asked.word, with_labels(table))
        order = rng.permutation(table.rows)
        if given is not None and given.index is not None:
            order = order[order != given.index]
        own, others = np.array_split(order, 2)
        values = _scaled(table, own) if standardise else (lambda x: x)
        labels = with_labels(table)[:, -1]
        every = LabelledRows(values(table.values), labels)
        references, pool = every.take(own), every.take(others)
        plain = gradient_geometry(model.gradients(model.start, references))
        place: int | None
        target: TargetRow | TargetGradient
        if given is not None:
            row = LabelledRows(values(given.row[None, :-1]), given.row[-1:])
            words, place, target = given.words, given.index, TargetRow(model, row)
        elif asked.canary == "canife":
            vector = _canife(model, references, asked)
            words, place, target = "a canary that minimises the CANIFE loss", None, vector
        elif asked.canary == "dirac":
            words, place, target = _dirac(model, references, asked)
        else:
            words, k, row = _row_canary(asked.canary, model, plain, pool, rng)
            place, target = None if k is None else int(others[k]), TargetRow(model, row)
            if k is not None:
                pool = pool.take(np.delete(np.arange(len(pool)), k))
        own_gradient = target.gradients(model.start[None, :])
        result = best_candidate(plain, own_gradient)
        return AttackedRows(
            pool=pool,
            references=references,
            target=target,
            words=words,
            place=place,
            score=result.score,
            outside=result.is_outside,
        )


def with_labels(table: DataTable) -> np.ndarray[Any, Any]:
    """Features with the label last, as a target is given."""
    labels = table.labels if table.labels is not None else np.zeros(table.rows)
    return np.column_stack([table.values, labels])


def _scaled(table: DataTable, own: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The map to features with the mean 0 and the deviation 1 of some rows."""
    rows = table.values[own]
    unit = np.abs(rows).max(axis=0)
    unit = np.where(unit > 0, unit, 1.0)  # squares of very large and small numbers are no floats
    mean, spread = (rows / unit).mean(axis=0), (rows / unit).std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    return lambda x: np.asarray((x / unit - mean) / spread)


def _row_canary(
    kind: str, model: LinearLayer, geometry: Any, pool: LabelledRows, rng: np.random.Generator
) -> tuple[str, int | None, LabelledRows]:
    """A row as canary: what it is, its place in the pool, and the row."""
    if kind == "mahalanobis":
        k = best_candidate(geometry, model.gradients(model.start, pool)).index
        return "the row of the largest Mahalanobis score (Algorithm 14)", k, pool.take(k)
    if kind == "blank":
        return "a row without features", None, blank_canary(model.columns, float(pool.y[0]))
    k = int(rng.integers(len(pool)))
    if kind == "mislabelled":
        return "a random row with a wrong label", k, mislabelled_canary(model, pool.take(k))
    return "a random row", k, pool.take(k)


def _norm(model: LinearLayer, references: LabelledRows, clip: float | None) -> float:
    """The norm of a gradient canary: that of the clipping, or the median one of the references."""
    if clip is not None:
        return clip
    lengths = np.linalg.norm(model.gradients(model.start, references), axis=1)
    return float(np.median(lengths))


def _canife(model: LinearLayer, references: LabelledRows, asked: TargetChoice) -> Any:
    gradients = model.gradients(model.start, references)
    return TargetGradient(canife_gradient(gradients, _norm(model, references, asked.clip)))


def _dirac(
    model: LinearLayer, references: LabelledRows, asked: TargetChoice
) -> tuple[str, None, Any]:
    """A gradient along the coordinate in which the references vary least, but do vary."""
    spread = model.gradients(model.start, references).var(axis=0)
    best = int(np.argmin(np.where(spread > 1e-12 * spread.max(), spread, np.inf)))
    vector = dirac_canary(model.parameters, best, _norm(model, references, asked.clip))
    return f"a gradient along coordinate {best}", None, TargetGradient(vector)
