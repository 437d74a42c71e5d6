"""The law of a policy's actions on every list of binary rewards, as bounds of each probability.

Everything about the privacy of a policy that is post-processing of its rewards follows from this
one table: P(actions | table) is the law on the list that the table shows along the actions, and
so it is for reward trees.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, lower, upper, working_precision
from banditproof.theory.enclosure import INFINITE, ZERO
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import DiscreteLaplace
from .convex_divergences import Bounds, Divergence, Point, term_bounds
from .merged_law import MergedLaw
from .merged_nodes import PathLaw
from .stopped_runs import padded, shown_run

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
BITS = 256


@dataclass(frozen=True)
class PathBounds:
    """The probability of one action sequence on each class of lists with the same batch sums.

    `classes[r]` is the class of the list whose reward in round t+1 is bit t of r; the last reward
    matters to a policy that stops only, and is left out of the others. `ratios[c, d]`, where given,
    bounds P_c / P_d and P_d / P_c.
    """

    actions: tuple[int, ...]
    probabilities: Sequence[Bounds]
    classes: Integers
    ratios: dict[tuple[int, int], Fraction]

    def ratio_bound(self, c: int, d: int) -> Fraction | float:
        """An upper bound of P_c / P_d that holds by the noise alone; infinity if none is known."""
        return self.ratios.get((min(c, d), max(c, d)), math.inf)

    def pairs(self, t: int) -> tuple[list[tuple[int, int]], Integers]:
        """The pairs of classes of lists that are neighbours in round t, and each list's pair."""
        if t not in self._pairs:
            other = self.classes[np.arange(len(self.classes)) ^ (1 << t)]
            # Lists with the same pair of classes have the same term, which is computed once.
            codes, places = np.unique(
                self.classes * len(self.probabilities) + other, return_inverse=True
            )
            results = [divmod(code, len(self.probabilities)) for code in codes.tolist()]
            self._pairs[t] = (results, places)
        return self._pairs[t]

    def terms(self, divergence: Divergence, t: int) -> tuple[Floats, Floats]:
        """Bounds of the term of a list against its neighbour in round t, for each list."""
        if self._known.get("divergence") is not divergence:  # a new one: forget the old terms
            self._known.clear()
            self._known["divergence"] = divergence
        pairs, places = self.pairs(t)
        low, high = np.zeros(len(pairs)), np.zeros(len(pairs))
        for k, pair in enumerate(pairs):
            if pair[0] != pair[1]:
                if pair not in self._known:
                    p, q = self._points[pair[0]], self._points[pair[1]]
                    self._known[pair] = term_bounds(divergence, p, q, self.ratio_bound(*pair))
                low[k], high[k] = self._known[pair]
        return low[places], high[places]

    @cached_property
    def _pairs(self) -> dict[int, tuple[list[tuple[int, int]], Integers]]:
        return {}

    @cached_property
    def _points(self) -> list[tuple[Point, Point]]:
        with working_precision(BITS):
            return [(Point.of(low), Point.of(high)) for low, high in self.probabilities]

    @cached_property
    def _known(self) -> dict[Any, Any]:
        return {}


@dataclass(frozen=True)
class ListLaw:
    """The law of the actions of a policy on all lists of `horizon` rewards in {0, 1}.

    `covers` says which noise the probabilities belong to. If the policy `stops`, the law is that of
    its actions with the stopping time and the recommendation: each sequence has one more place, and
    is filled with the symbol of its end (`stopped_runs.padded`).
    """

    arms: int
    horizon: int
    paths: tuple[PathBounds, ...]
    covers: str
    stops: bool = False

    @property
    def rounds(self) -> int:
        """The rounds whose rewards matter: all but the last, and that one too if it stops."""
        return self.horizon if self.stops else self.horizon - 1

    def run(self, actions: tuple[int, ...]) -> str:
        """A sequence in words."""
        return shown_run(actions, self.arms)

    def terms(self, divergence: Divergence, t: int) -> tuple[Floats, Floats]:
        """For each sequence and list, bounds of the term against the neighbour in round t."""
        with working_precision(BITS):
            results = [path.terms(divergence, t) for path in self.paths]
        return np.array([low for low, _ in results]), np.array([high for _, high in results])

    def total(self, rewards: int) -> Enclosure:
        """The sum of all probabilities on one list, given by its bits; contains 1."""
        boxes = [path.probabilities[path.classes[rewards]] for path in self.paths]
        return Enclosure(sum((b[0] for b in boxes), Fraction(0)), sum(b[1] for b in boxes))

    def shown(self, rewards: int) -> str:
        """A list as a string of its rewards; one that does not matter is left open."""
        open_end = "" if self.stops else "*"
        return "".join(str((rewards >> t) & 1) for t in range(self.rounds)) + open_end


def list_classes(steps: Sequence[list[list[int]]]) -> Integers:
    """The final class of each list, from the classes after each round.

    >>> list_classes([[[0, 1]], [[0, 1], [1, 2]], [[0], [1], [2]]]).tolist()
    [0, 1, 1, 2]
    """
    result = np.zeros(1, np.int64)
    for step in steps:
        after = np.array(step, np.int64)
        # The reward of a later round is a higher bit, so its lists follow those of the bit 0.
        result = np.concatenate([after[result, k] for k in range(after.shape[1])])
    return result


def _noise_ratio(path: PathLaw, c: int, d: int) -> Fraction | None:
    """The largest ratio that the noises allow between two classes, if all are geometric."""
    ratio = Fraction(1)
    for noise, first, second in zip(path.noises, path.bases[c], path.bases[d], strict=True):
        if first != second:
            if not isinstance(noise, DiscreteLaplace):
                return None
            # A geometric mass moved by k changes by ratio^-k at most, and independent noises
            # multiply.
            ratio /= exact(noise.ratio) ** abs(first - second)
    return ratio


def _short(low: Fraction, high: Fraction) -> Bounds:
    """The bounds rounded outwards to 128 significant bits: long fractions are slow."""
    with working_precision(128):
        return max(lower(ball(low)), Fraction(0)), upper(ball(high))


def path_bounds(path: PathLaw, clamped: bool) -> PathBounds:
    """The bounds of a merged path: with clamped releases, or with unclamped ones."""
    most = 1 + path.slack
    boxes: list[Bounds] = []
    for weight, moved in zip(path.weights, path.moved, strict=True):
        extra = 0 if clamped else moved
        low = Fraction(max(weight - extra, 0), path.total)
        high = Fraction(weight, path.total) * most + Fraction(extra, path.total)
        boxes.append((low, high) if low == high else _short(low, min(high, Fraction(1))))
    results = {(c, d): _noise_ratio(path, c, d) for c, d in path.pairs}
    ratios = {pair: ratio for pair, ratio in results.items() if ratio is not None}
    return PathBounds(path.actions, boxes, list_classes(path.steps), ratios)


def law_on_lists(
    policy: Policy[Any], horizon: int, cut: int = 40, clamped: bool = True, limit: int = 3_000_000
) -> ListLaw:
    """The law of a policy's actions on all lists, by merging states exactly; noise on the integers.

    With clamped releases, each is moved into a window that no datum can move, which keeps the
    privacy of the noise; without, what clamping could have changed widens the bounds.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.mechanisms import DiscreteLaplace
    >>> policy = DPIMED(arms=2, eps=1, ties="first", noise=DiscreteLaplace("1/2"))
    >>> law = law_on_lists(policy, horizon=3)
    >>> law.paths[0].actions, law.paths[0].probabilities[law.paths[0].classes[0b01]]
    ((0, 1, 0), (Fraction(8, 9), Fraction(8, 9)))
    """
    if horizon < 2:
        raise ValueError(f"The horizon is {horizon}; give at least two rounds.")
    stops = may_stop(policy)
    choices = ((0, 1),) * (horizon - 1) + ((0, 1) if stops else (0,),)
    merged = MergedLaw(policy, choices, cut, limit=limit)
    paths = tuple(path_bounds(path, clamped) for path in merged.paths())
    if stops:
        paths = tuple(
            replace(path, actions=padded(path.actions, policy.arms, horizon)) for path in paths
        )
    noise = f"clamped {cut} beyond the range of each sum" if clamped else "on all integers"
    return ListLaw(policy.arms, horizon, paths, f"discrete noise {noise}", stops)


@dataclass(frozen=True)
class LargestRatio:
    """An enclosure of the largest log-ratio of a law, and the sequence and lists that attain it."""

    value: Enclosure
    actions: tuple[int, ...]
    rewards: int
    neighbour: int


def largest_log_ratio(law: ListLaw) -> LargestRatio:
    """The pure loss: the largest log Pr_r(actions) / Pr_r'(actions) over all neighbouring lists.

    Tables and trees show one list along a sequence, and their neighbours show neighbours, so it
    is their pure loss as well. Thesis, Remark 3.4; Optimal Regret of Bernoulli Bandits,
    Proposition B.5.
    """
    low: Fraction | float = Fraction(1)
    high: Fraction | float = Fraction(1)
    where: tuple[tuple[int, ...], int, int] = ((), 0, 0)
    for path in law.paths:
        for t in range(law.rounds):
            pairs, places = path.pairs(t)
            for k, (c, d) in enumerate(pairs):
                if c == d:
                    continue
                (p_low, p_high), (q_low, q_high) = path.probabilities[c], path.probabilities[d]
                if p_high == 0:
                    continue
                bound = path.ratio_bound(c, d)
                # Both are upper bounds; that of the noise is finite where a lower bound of q is 0.
                high = max(high, min(p_high / q_low if q_low else math.inf, bound))
                sure = p_low / q_high if q_high else math.inf
                if p_low and (sure > low or not where[0]):
                    example = int((places == k).argmax())
                    low, where = max(low, sure), (path.actions, example, example ^ (1 << t))
    return LargestRatio(Enclosure.of(_log(low), _log(max(low, high))), *where)


def _log(ratio: Fraction | float) -> Enclosure:
    if isinstance(ratio, float):
        return INFINITE
    if ratio == 1:
        return ZERO
    with working_precision(BITS):
        return Enclosure.of(ball(ratio).log())
