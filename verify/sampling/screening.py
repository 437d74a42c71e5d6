"""Which reward of a long run changes which later action: seen in runs on random inputs.

On one base, each round would need a separate comparison. On random inputs every run says
something about each of its rewards, so one sample screens all of them at once. It only suggests
pairs to be compared.
"""

from typing import Any
import numpy as np
from banditproof.verify.definitions.notions import Notion
from .fed_rewards import FedRewards
from .inputs import AuditInput, as_input, block_length
from .neighbourhoods import Pair
from .sampler import Rows

MOST = 8
"""How many rewards are suggested."""
FEWEST = 6
"""A reward that was paid in fewer runs is not judged."""


def random_inputs(
    notion: Notion,
    arms: int,
    rounds: int,
    runs: int,
    fed: FedRewards,
    rng: np.random.Generator,
    publics: int = 1,
) -> list[AuditInput]:
    """One random input for each run; most rewards are ends.

    >>> rng = np.random.default_rng(1)
    >>> random_inputs(Notion.VIEW, 2, 3, 1, FedRewards(), rng)
    [ListInput(blocks=((0,), (1,), (1,)))]
    """
    shape = (runs, rounds, block_length(notion, arms))
    values, places = fed.values, rng.integers(0, 2, shape)
    if fed.inner:
        places = np.where(rng.random(shape) < 0.5, places, rng.integers(0, len(values), shape))
    return [
        as_input(notion, arms, [tuple(values[i] for i in b) for b in rows], None, r % publics)
        for r, rows in enumerate(places.tolist())
    ]


def suspects(
    rows: Rows, paid: Any, symbols: int, fed: FedRewards, most: int = MOST
) -> list[tuple[int, int, float]]:
    """The rounds, arms and rewards after which later actions differ most from those after others.

    `paid[i, t]` is what run i was paid in round t + 1. Rounds are counted from 1, and arms are
    Python indices.

    >>> rng = np.random.default_rng(1)
    >>> rows, paid = rng.integers(0, 2, (2, 400, 12))
    >>> rows[:, 9] = np.where(rows[:, 4] == 1, paid[:, 4], rows[:, 9])
    >>> suspects(rows, paid, 2, FedRewards(), most=1)
    [(5, 1, 1)]
    """
    hot = rows[:, :, None] == np.arange(symbols)
    results: list[tuple[float, tuple[int, int, float]]] = []
    for s in range(paid.shape[1]):
        if s + 1 >= rows.shape[1]:
            break
        for arm in range(symbols):
            mine = rows[:, s] == arm
            later, paid_now = hot[mine, s + 1 :], paid[mine, s]
            for value in fed.values[1:]:
                score = _largest_difference(later, paid_now == value)
                results.append((score, (s + 1, arm, value)))
    results.sort(key=lambda item: -item[0])
    return [what for _, what in results[:most]]


def _largest_difference(later: Any, here: Any) -> float:
    """The largest difference of the frequencies of later actions, in standard errors."""
    n, m = int(here.sum()), int((~here).sum())
    if min(n, m) < FEWEST:
        return 0.0
    hits, all_hits = later[here].sum(axis=0), later.sum(axis=0)
    p, q = (hits + 0.5) / (n + 1), (all_hits - hits + 0.5) / (m + 1)
    # If the reward changes nothing, both frequencies are equal: the pooled one gives their spread.
    pooled = (all_hits + 1) / (n + m + 2)
    return float((np.abs(p - q) / np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))).max())


def suspected_pairs(
    found: list[tuple[int, int, float]], bases: list[AuditInput], arms: int, fed: FedRewards
) -> list[Pair]:
    """Each suspected reward against the end far from it, on some bases.

    >>> base = as_input(Notion.TABLE, 2, [(0, 0), (0, 0)])
    >>> suspected_pairs([(1, 1, 1)], [base], 2, FedRewards())[0].left.blocks
    ((0, 1), (0, 0))
    """
    pairs = []
    for s, arm, value in found:
        for base in bases:
            block = base.blocks[s - 1]
            places = range(arm % len(block), len(block), arms)  # in a tree, after any arm before
            first, second = list(block), list(block)
            for i in places:
                first[i], second[i] = value, fed.opposite(value)
            left, right = base.with_block(s, tuple(first)), base.with_block(s, tuple(second))
            if left != right:
                pairs.append(Pair(left, right))
    return pairs
