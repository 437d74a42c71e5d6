"""The runs that published black-box tests need to refute five broken mechanisms, beside the audit.

Each mechanism is a law on finitely many outcomes for two neighbouring inputs, taken from the corpus
of mutants; its claim is eps = 1. All tests get that pair of inputs and the same level, and their
runs grow until they refute. The table has medians; a test that has not refuted within the most runs
counts with these.

* The test of StatDP (Ding et al. 2018) takes, in a first sample, the outcome with the smallest
  p-value, and tests it in a second one: hits on the likelier side are thinned by exp(-eps), and
  compared with those of the other side by the hypergeometric law, averaged over the thinning.
* The histogram test of DP-Auditorium (Gilbert and McMillan 2018) sums what the frequencies on one
  side exceed exp(eps) times those on the other one, and refutes if that is above its error.
"""

from __future__ import annotations
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any
import numpy as np
from scipy import stats
from banditproof.verify.mutants import noisy_maximum, selection, threshold_queries
from banditproof.verify.sampling.black_box_audit import audit_black_box
from .measurement import Measurement

CLAIM, LEVEL, SEEDS = 1.0, 1e-3, 7
MOST = 1 << 18
THINNED = 200
"""How often StatDP thins the hits for one p-value."""
Rng = np.random.Generator


@dataclass(frozen=True)
class Mechanism:
    """The laws of the outcomes on two neighbouring inputs."""

    name: str
    left: np.ndarray[Any, Any]
    right: np.ndarray[Any, Any]

    @property
    def beyond(self) -> float:
        """How much of the left law lies beyond exp(eps) times the right one."""
        return float(np.maximum(self.left - math.exp(CLAIM) * self.right, 0).sum())


def mechanism(name: str, law: Callable[[Any], Any], inputs: list[Any]) -> Mechanism:
    """A mechanism on the pair of inputs on which most of its law is beyond the claim.

    >>> one = mechanism("answers", lambda x: {0: 0.9 - 0.8 * x, 1: 0.1 + 0.8 * x}, [0, 1])
    >>> round(one.beyond, 3)
    0.628
    """
    best: Mechanism | None = None
    for a, b in product(inputs, repeat=2):
        one, two = law(a), law(b)
        outcomes = list(dict.fromkeys((*one, *two)))
        sides = [np.array([float(side.get(x, 0)) for x in outcomes]) for side in (one, two)]
        found = Mechanism(name, *(side / side.sum() for side in sides))
        if best is None or found.beyond > best.beyond:
            best = found
    assert best is not None
    return best


def five() -> tuple[Mechanism, ...]:
    """Five mutants of the corpus."""
    queries, maximum = threshold_queries.REFERENCE, noisy_maximum.REFERENCE
    scores, steps = list(product((0, 1), repeat=3)), list(threshold_queries.DATA)
    answers = selection.RandomisedAnswer(lies_among_all=True)
    return (
        mechanism("noisy max with its value", replace(maximum, releases_value=True).law, scores),
        mechanism("noisy max, noise of one score", replace(maximum, scale=Fraction(1)).law, scores),
        mechanism(
            "sparse vector without query noise", replace(queries, query_scale=None).law, steps
        ),
        mechanism("sparse vector with its value", replace(queries, releases_value=True).law, steps),
        mechanism("randomised response off by one", answers.law, list(range(selection.OPTIONS))),
    )


def statdp_refutes(one: Mechanism, runs: int, rng: Rng) -> bool:
    """Whether the test of StatDP refutes, by a quarter of the runs to choose an outcome."""
    first, second = runs // 8, 3 * runs // 8
    tried = [rng.multinomial(first, side) for side in (one.left, one.right)]
    enough = tried[0] + tried[1] > 0.001 * first * math.exp(CLAIM)
    values = [
        min(_thinned(x, y, first, rng), _thinned(y, x, first, rng)) if some else math.inf
        for x, y, some in zip(*tried, enough, strict=True)
    ]
    chosen = int(np.argmin(values))
    counts = [int(rng.binomial(second, side[chosen])) for side in (one.left, one.right)]
    return _thinned(max(counts), min(counts), second, rng) < LEVEL


def _thinned(more: int, fewer: int, runs: int, rng: Rng) -> float:
    """The p-value of as many hits on both sides, after the larger number is thinned."""
    thinned = rng.binomial(more, math.exp(-CLAIM), THINNED)
    return float(stats.hypergeom.sf(thinned - 1, 2 * runs, thinned + fewer, runs).mean())


def histogram_refutes(one: Mechanism, runs: int, rng: Rng) -> bool:
    """Whether the histogram test of DP-Auditorium refutes."""
    half, growth = runs // 2, math.exp(CLAIM)
    left, right = (rng.multinomial(half, side) / half for side in (one.left, one.right))
    beyond = max(
        np.maximum(x - growth * y, 0).sum() for x, y in ((left, right), (right, left))
    )  # fmt: skip
    spread = 2 * (np.sqrt(left).sum() + growth * np.sqrt(right).sum()) / math.sqrt(half)
    sure = 6 * (1 + growth) * math.sqrt(math.log(4 / LEVEL) / (2 * half))
    return bool(beyond - spread - sure >= 0)


def least_runs(refutes: Callable[[Mechanism, int, Rng], bool], one: Mechanism, rng: Rng) -> int:
    """The first of growing numbers of runs, each with fresh ones, at which a test refutes."""
    runs = 64
    while runs < MOST and not refutes(one, runs, rng):
        runs = min(MOST, math.ceil(runs * math.sqrt(2)))
    return runs


def audit_runs(one: Mechanism, seed: int) -> int:
    """The runs of the audit of a policy whose first reward chooses between the two laws.

    Its action in the second round is the outcome.
    """

    class Released:
        def __init__(self, arms: int, rng: Rng) -> None:
            self.rng = rng
            self.law: np.ndarray[Any, Any] | None = None

        def select(self) -> int:
            return 0 if self.law is None else int(self.rng.choice(len(self.law), p=self.law))

        def update(self, arm: int, reward: float) -> None:
            self.law = one.left if reward else one.right

    found = audit_black_box(
        Released, CLAIM, arms=len(one.left), horizon=2, rewards=(0, 1), level=LEVEL,
        samples=MOST, rng=seed, shrink=False,
    )  # fmt: skip
    return found.runs if found.verdict == "fails" else MOST


def mechanisms() -> Iterator[Measurement]:
    """The median runs of three tests on each of five mechanisms."""
    for one in five():
        ours = float(np.median([audit_runs(one, seed) for seed in range(SEEDS)]))
        for name, refutes in (
            ("StatDP", statdp_refutes),
            ("DP-Auditorium, histogram", histogram_refutes),
        ):
            chance = np.random.default_rng(5)
            runs = float(np.median([least_runs(refutes, one, chance) for _ in range(SEEDS)]))
            what = f"runs to refute {one.name}, {name}"
            yield Measurement(what, runs, "runs", at_most=True).beside("the audit", ours)
        what = f"runs to refute {one.name}, the audit"
        yield Measurement(what, ours, "runs", at_most=True)
