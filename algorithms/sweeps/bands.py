"""Bands of a sweep: quantiles over seeds and runs at each checkpoint, or of stopping times."""

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any
import numpy as np
from banditproof.algorithms.engines.engine import Floats
from banditproof.theory.atomic_files import write_atomically
from .points import Point

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Band:
    """The law of the regret after some rounds, or of the samples of a policy that stops.

    A run that was cut off is longer than all others: quantiles that it decides are None, and so
    are the mean and the deviation.
    """

    policy: str
    instance: str
    eps: float | None
    rho: float | None
    alpha: float | None
    horizon: int
    quantity: str
    """`regret`, or `samples`."""
    round: int
    runs: int
    cut_off: int
    mean: float | None
    sd: float | None
    q05: float | None
    q25: float | None
    median: float | None
    q75: float | None
    q95: float | None

    @property
    def budget(self) -> float | None:
        """The number of the budget: eps, or rho."""
        return self.eps if self.eps is not None else self.rho


def bands_of(point: Point, numbers: Floats) -> Iterator[Band]:
    """The bands of a point, from its numbers [seeds x runs x columns]."""
    shared = point.shared_values
    flat = numbers.reshape(-1, numbers.shape[2])
    if point.stops:
        times = np.where(flat[:, 2] < 0, math.inf, flat[:, 0])
        yield _band(shared, "samples", point.horizon, times)
        return
    for place, t in enumerate(point.checkpoints):
        yield _band(shared, "regret", t, flat[:, place])


def _band(shared: tuple[Any, ...], quantity: str, t: int, values: Floats) -> Band:
    runs, cut = len(values), int(np.isinf(values).sum())
    if cut:
        ordered = np.sort(values)
        results = [float(ordered[max(math.ceil(q * runs) - 1, 0)]) for q in QUANTILES]
        mean = sd = None
    else:
        results = [float(q) for q in np.quantile(values, QUANTILES)]
        mean = float(values.mean())
        sd = float(values.std(ddof=1)) if runs > 1 else 0.0
    quantiles = (q if math.isfinite(q) else None for q in results)
    fields_of_band: list[Any] = [*shared, quantity, t, runs, cut, mean, sd, *quantiles]
    return Band(*fields_of_band)


def write_bands(bands: Sequence[Band], path: Path) -> Path:
    """Write bands as comma-separated values, complete or not at all."""

    def write(part: Path) -> None:
        with part.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(field.name for field in fields(Band))
            for band in bands:
                lines.writerow("" if item is None else item for item in astuple(band))

    return write_atomically(path, write)
