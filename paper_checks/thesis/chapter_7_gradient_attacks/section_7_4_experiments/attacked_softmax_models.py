"""Games on softmax regression trained for one epoch: the cells behind Figure 7.2."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal
import numpy as np
from banditproof.algorithms.membership.descents.batch_schedules import Epochs
from banditproof.algorithms.membership.descents.descent import Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    WRONG_SIGN,
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    TargetRow,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.labelled_rows import (
    LabelledLaw,
    LabelledRows,
    PoolOfRows,
)
from banditproof.algorithms.membership.descents.linear_layers import SoftmaxRegression
from banditproof.algorithms.membership.descents.recorded_rows import digits
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.scores.batch_scores import put_together
from banditproof.algorithms.randomness import generator
from .areas_under_curves import Scores

Place = Literal["easy", "hard"]
TOGETHER = 100
"""The games whose steps are scored together."""


@dataclass(frozen=True)
class Attacked:
    """A trained model and its games: data, batches of one epoch, references, how many games.

    `widest` is the ratio of the largest to the smallest deviation of the synthetic features; the
    targets are the rows with the highest and the lowest Mahalanobis score of the references. With
    `recomputed` the covariance attack is also run with references at the parameters of each step.
    """

    data: Literal["synthetic", "digits"] = "synthetic"
    rows: int = 160
    batch: int = 16
    references: int = 2000
    rate: float = 0.01
    games: int = 8000
    widest: float = 100.0
    recomputed: bool = False
    seed: int = 72

    @property
    def steps(self) -> int:
        """The batches of one epoch."""
        return self.rows // self.batch


SYNTHETIC = Attacked()
DIGITS = Attacked(data="digits", rows=640, batch=64)
ATTACKS = ("covariance, sum", "scalar product, sum", "covariance, log-mean-exp")
PRINTED_SIGN = "covariance, sum, sign of the print"
RECOMPUTED = "covariance, sum, references of each step"


def law_and_model(cell: Attacked) -> tuple[LabelledLaw, SoftmaxRegression]:
    """The law of the rows: twelve normal features and four classes, or the digits."""
    if cell.data == "digits":
        return PoolOfRows(digits()), SoftmaxRegression(columns=64, classes=10)
    model = SoftmaxRegression(columns=12, classes=4)
    theta = np.random.default_rng(cell.seed).normal(size=model.parameters) / 2
    scales = np.geomspace(1.0 / np.sqrt(cell.widest), np.sqrt(cell.widest), 12)
    return NormalFeatures(model=model, theta=theta, scales=scales), model


def others(law: LabelledLaw, target: LabelledRows) -> LabelledLaw:
    """A pool without the rows that equal the target: it would be among the rows of any game."""
    if not isinstance(law, PoolOfRows):
        return law
    rows = law.pool
    equal = (rows.x == target.x).all(axis=1) & (rows.y == target.y)
    return PoolOfRows(rows.take(np.flatnonzero(~equal)))


@dataclass(frozen=True)
class Scored:
    """The games of one target: its Mahalanobis score, and the scores of each attack."""

    score: float
    attacks: Mapping[str, Scores]

    @property
    def curves(self) -> dict[str, SampledROC]:
        """The curves of the attacks of the figure."""
        return {
            name: SampledROC(item.out, item.inside) for name, item in self.of_the_figure.items()
        }

    @property
    def of_the_figure(self) -> dict[str, Scores]:
        """The attacks of the figure."""
        return {name: self.attacks[name] for name in ATTACKS}


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
    attack = DescentAttack(target=target, references=FrozenReferences(geometry))
    attacks = {
        ATTACKS[0]: attack,
        ATTACKS[1]: replace(attack, score="scalar product", references=None),
        PRINTED_SIGN: replace(attack, recovery=WRONG_SIGN),
    }
    if cell.recomputed:
        attacks[RECOMPUTED] = replace(attack, references=recomputed)
    names = (*attacks, ATTACKS[2])
    descent = Descent(
        model=model, rates=constant_rates(cell.rate, cell.steps), batches=Epochs(cell.batch)
    )
    law = others(law, references.take(chosen))
    game = DescentGame(law=law, rows=cell.rows, descent=descent, target=target)
    result = np.empty((cell.games, len(names)))
    rounds = source.spawn(cell.games)
    for start in range(0, cell.games, TOGETHER):
        own = enumerate(rounds[start : start + TOGETHER], start)
        seen = [game.play(t % 2 == 1, stream) for t, stream in own]
        steps = [item.scores_of_steps(seen) for item in attacks.values()]
        sums = [put_together(scores, "sum") for scores in steps]
        sums.append(put_together(steps[0], "log-mean-exp"))
        result[start : start + len(seen)] = np.transpose(sums)
    both = {name: Scores(result[::2, k], result[1::2, k]) for k, name in enumerate(names)}
    return Scored(float(scores[chosen]), both)
