"""An upper confidence limit for the mean of bounded numbers: the empirical Bernstein bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import arb

from banditproof.algorithms import Policy, simulate
from banditproof.paper_checks.vocabulary import need
from banditproof.theory import BernoulliBandit, GaussianBandit

Instance = BernoulliBandit | GaussianBandit


def upper_limit(values: npt.ArrayLike, largest: float, error: float = 1e-7) -> float:
    """A number that is below the mean of the law with probability at most `error`.

    average + sqrt(2 V log(2/error) / n) + 7 M log(2/error) / (3 (n - 1)), for n independent
    numbers in [0, M] with the sample variance V. (Maurer and Pontil, 2009, Theorem 4.)

    >>> round(upper_limit([1.0] * 1000, largest=1), 4)
    1.0393
    """
    numbers = np.asarray(values, dtype=float)
    n = len(numbers)
    if n < 2 or numbers.min() < 0 or numbers.max() > largest:
        raise ValueError(f"There are {n} numbers; give at least 2, all between 0 and {largest}.")
    log = math.log(2 / error)
    spread = math.sqrt(2 * float(numbers.var(ddof=1)) * log / n)
    return float(numbers.mean()) + spread + 7 * largest * log / (3 * (n - 1))


def simulated_pulls(
    make: Callable[[int], Policy[Any]],
    instances: Sequence[tuple[Instance, int]],
    runs: int,
    bound: Callable[[Instance, int, int], arb],
) -> str:
    """Upper limits of simulated pulls, each at most the bound of its instance, arm and horizon."""
    shown = []
    for seed, (bandit, horizon) in enumerate(instances, start=1):
        result = simulate(make(bandit.arms), bandit, horizon, runs, rng=seed)
        for arm in bandit.suboptimal_arms:
            limit, most = upper_limit(result.pulls[:, arm], horizon), bound(bandit, arm, horizon)
            need(arb(limit) <= most, "Pulls may be above the bound", bandit=bandit, pulls=limit)
            shown.append(f"{limit:.3g} <= {float(most.mid()):.4g}")
    return ", ".join(shown)
