"""Games on softmax regression trained for one epoch: the cells behind Figure 7.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from banditproof.algorithms.membership.descents.batch_schedules import Epochs
from banditproof.algorithms.membership.descents.descent import Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    CORRECTED,
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    Recovery,
    TargetRow,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.labelled_rows import LabelledLaw, PoolOfRows
from banditproof.algorithms.membership.descents.linear_layers import SoftmaxRegression
from banditproof.algorithms.membership.descents.recorded_rows import digits
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.randomness import generator

Place = Literal["easy", "hard"]


@dataclass(frozen=True)
class Attacked:
    """A trained model and its games: data, batches of one epoch, references, how many games.

    `widest` is the ratio of the largest to the smallest deviation of the synthetic features; the
    targets are the rows with the highest and the lowest Mahalanobis score of the references.
    """

    data: Literal["synthetic", "digits"] = "synthetic"
    rows: int = 160
    batch: int = 16
    references: int = 2000
    rate: float = 0.01
    games: int = 2000
    widest: float = 100.0
    recomputed: bool = False
    recovery: Recovery = CORRECTED
    seed: int = 72

    @property
    def steps(self) -> int:
        """The batches of one epoch."""
        return self.rows // self.batch


SYNTHETIC = Attacked()
DIGITS = Attacked(data="digits", rows=640, batch=64)
ATTACKS = ("covariance, sum", "scalar product, sum", "covariance, log-mean-exp")


def law_and_model(cell: Attacked) -> tuple[LabelledLaw, SoftmaxRegression]:
    """The law of the rows: twelve normal features and four classes, or the digits."""
    if cell.data == "digits":
        return PoolOfRows(digits()), SoftmaxRegression(columns=64, classes=10)
    model = SoftmaxRegression(columns=12, classes=4)
    theta = np.random.default_rng(cell.seed).normal(size=model.parameters) / 2
    scales = np.geomspace(1.0 / np.sqrt(cell.widest), np.sqrt(cell.widest), 12)
    return NormalFeatures(model=model, theta=theta, scales=scales), model


@dataclass(frozen=True)
class Scored:
    """The games of one target: its Mahalanobis score, and the curve of each attack."""

    score: float
    curves: Mapping[str, SampledROC]


@lru_cache(maxsize=16)
def played(cell: Attacked, place: Place) -> Scored:
    """Games on the easiest or the hardest of the reference rows, with all attacks on each."""
    law, model = law_and_model(cell)
    source = generator(cell.seed)
    references = law.draw(cell.references, source)
    recomputed = RecomputedReferences(model, references)
    geometry = recomputed.at(model.start)
    scores = geometry.squares(model.gradients(model.start, references))
    chosen = int(np.argmax(scores) if place == "easy" else np.argmin(scores))
    target = TargetRow(model, references.take(chosen))
    known = recomputed if cell.recomputed else FrozenReferences(geometry)
    attack = DescentAttack(target=target, references=known, recovery=cell.recovery)
    attacks = {
        ATTACKS[0]: attack,
        ATTACKS[1]: replace(attack, score="scalar product", references=None),
        ATTACKS[2]: replace(attack, combination="log-mean-exp"),
    }
    descent = Descent(
        model=model, rates=constant_rates(cell.rate, cell.steps), batches=Epochs(cell.batch)
    )
    game = DescentGame(law=law, rows=cell.rows, descent=descent, target=target)
    found = np.empty((cell.games, len(attacks)))
    for t, own in enumerate(source.spawn(cell.games)):
        seen = game.play(t % 2 == 1, own)
        found[t] = [one(seen) for one in attacks.values()]
    curves = {name: SampledROC(found[::2, k], found[1::2, k]) for k, name in enumerate(attacks)}
    return Scored(float(scores[chosen]), curves)
