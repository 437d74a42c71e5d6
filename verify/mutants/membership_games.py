"""Wrong laws of membership games: of a part of the rows, of the crafter, of ties, of an order.

Each is compared with the exact law of a small game, from all its data sets, places and releases.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal
import numpy as np
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.games.enumerated_games import ExactGame, exact_game
from banditproof.algorithms.membership.games.thresholds import law_threshold
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean, mean_of
from banditproof.algorithms.membership.mechanisms.mean_mechanism import EnumerableMechanism, Point
from banditproof.algorithms.membership.mechanisms.subsampled_mean import (
    ColumnwiseSubsampledMean,
    SubsampledMean,
)
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    EnumeratedLaw,
    SubSampledLaw,
    bernoulli_rows,
    fixed_target_game,
)
from banditproof.verify.evidence import Grade
from banditproof.verify.membership.invariances import order_of_rows
from .entry import Engine, Judgement, described, held, refuted

Advantage = Callable[[int, int, tuple[str, ...], tuple[int, ...]], Fraction]
"""The largest advantage for n rows, k kept rows, means and a target."""


def by_mixture(rows: int, kept: int, means: tuple[str, ...], target: tuple[int, ...]) -> Fraction:
    """k/n times that of k rows, from the exact law of the likelihood ratio."""
    columns = [(BernoulliColumn(kept, mean, z), 1) for mean, z in zip(means, target, strict=True)]
    return SubSampledLaw(EnumeratedLaw.of_columns(columns), kept, rows).total_variation().exact


def by_columns(rows: int, kept: int, means: tuple[str, ...], target: tuple[int, ...]) -> Fraction:
    """The total variation of products of mixtures, as the proof of Theorem 6.6 has it."""
    mechanism = ColumnwiseSubsampledMean(kept)
    crafter = FixedTarget(mechanism, BernoulliColumns(means), rows, np.array(target, float))
    return exact_game(crafter).total_variation


def sub_sampling_judge(subject: Advantage) -> Judgement:
    """Whether the advantage is the one of all data sets, places and choices of rows."""
    for means, target in ((("1/2",), (1,)), (("1/2", "1/3"), (1, 0))):
        crafter = FixedTarget(
            SubsampledMean(2), BernoulliColumns(means), 4, np.array(target, float)
        )
        true, said = exact_game(crafter).total_variation, subject(4, 2, means, target)
        if said != true:
            why = f"{said} is answered for {len(means)} columns, and the advantage is {true}."
            return refuted(Grade.PROVED, Enclosure.of(true), why)
    return held(Grade.POINTS, Enclosure.of(true), "Both answers are the exact advantage.")


@dataclass(frozen=True)
class Crafting:
    """The fixed-target game of an exact mean, in which the target comes before or after."""

    replaces: Literal["before the release", "after the release"]

    def game(self, means: tuple[str, ...], rows: int, target: tuple[int, ...]) -> ExactGame:
        """The exact laws of what the adversary sees."""
        aim = np.array(target, float)
        result = exact_game(FixedTarget(ExactMean(), BernoulliColumns(means), rows, aim))
        if self.replaces == "before the release":
            return result
        return ExactGame({at: (out, out) for at, (out, _) in result.cells.items()}, result.prior)


def crafter_judge(subject: Crafting) -> Judgement:
    """Whether the game has the total variation of Algorithm 11, gone through independently."""
    for means, rows, target in ((("1/2",), 3, (1,)), (("1/2", "1/3"), 2, (1, 0))):
        true = fixed_target_game(bernoulli_rows(means), rows, target).exact_total_variation()
        said = subject.game(means, rows, target).total_variation
        if said != true:
            why = f"The two laws are {said} apart; those of Algorithm 11 are {true} apart."
            return refuted(Grade.PROVED, Enclosure.of(true), why)
    return held(Grade.POINTS, Enclosure.of(true), "Two games have the laws of Algorithm 11.")


@dataclass(frozen=True)
class LevelTest:
    """A test of a level by a threshold on a score with atoms: strict, or not."""

    strict: bool

    def size(self, game: ExactGame, alpha: Fraction) -> Fraction:
        """The probability of "in" without the target, for the ratio of a game."""
        pairs = list(game.cells.values())
        values = [float(inside / out) if out else np.inf for out, inside in pairs]
        cut = law_threshold(values, [float(out) for out, _ in pairs], float(alpha))
        said = partial(operator.lt if self.strict else operator.le, cut)
        chosen = (pair[0] for pair, v in zip(pairs, values, strict=True) if said(v))
        return sum(chosen, Fraction(0))


def size_judge(subject: LevelTest) -> Judgement:
    """Whether the size is at most the level, at some levels of a game with few outcomes."""
    crafter = FixedTarget(ExactMean(), BernoulliColumns(("1/2", "1/2")), 2, np.ones(2))
    game = exact_game(crafter)
    for alpha in map(Fraction, ("1/16", "3/16", "1/4", "1/2")):
        size = subject.size(game, alpha)
        if size > alpha:
            return refuted(Grade.PROVED, Enclosure.of(size), f"It is the size at level {alpha}.")
    return held(Grade.POINTS, Enclosure.of(size), "The size is within four levels.")


@dataclass(frozen=True)
class FirstRows:
    """Releases the mean of the first k rows, which are always the same."""

    kept: int

    def exact_law(self, rows: Sequence[Point]) -> Mapping[Point, Fraction]:
        """The mean has one value."""
        return {mean_of(rows[: self.kept]): Fraction(1)}


def order_judge(subject: EnumerableMechanism) -> Judgement:
    """Whether the law of the release is the same for all orders of four rows."""
    rows = [(Fraction(k), Fraction(k * k)) for k in (0, 1, 2, 5)]
    result = order_of_rows(subject, rows)
    if result is not None:
        order = ", ".join(str(row[0]) for row in result)
        return refuted(Grade.PROVED, None, f"In the order {order} the release has another law.")
    return held(Grade.POINTS, None, "All orders of four rows have the same law.")


_entry = partial(described, engine=Engine.MEMBERSHIP)

ENTRIES = (
    _entry(
        "leakage of a sub-sampled mean as printed",
        by_columns,
        by_mixture,
        claim="the exact advantage",
        judge=sub_sampling_judge,
    ),
    _entry(
        "target put into the data after the release",
        Crafting("after the release"),
        Crafting("before the release"),
        claim="the laws of Algorithm 11",
        judge=crafter_judge,
    ),
    _entry(
        "threshold test that counts ties",
        LevelTest(strict=False),
        LevelTest(strict=True),
        claim="size at most alpha",
        judge=size_judge,
    ),
    _entry(
        "sub-sample of the first rows",
        FirstRows(2),
        SubsampledMean(2),
        claim="the order of the rows plays no part",
        judge=order_judge,
    ),
)
