"""The fixed-target game on a descent: is the target's gradient among those that are averaged?

Thesis, Algorithms 11 and 12 with a descent for the mechanism, and Figure 7.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.randomness import Seed, generator
from .descent import Descent, Trajectory
from .descent_attack import TargetGradient, TargetRow
from .labelled_rows import LabelledLaw
from .model import check_count
from .privacy_of_descents import DescentPrivacy, descent_privacy

Attack = Callable[[Trajectory], float]


class Game(Protocol):
    """A game whose rounds have the target in, or out."""

    def play(self, member: bool, rng: np.random.Generator) -> Any:
        """What the adversary sees of one round."""


@dataclass(frozen=True, kw_only=True)
class DescentGame:
    """Rows drawn from a law in each round, a descent on them, and a target that is in or out.

    With `neighbours="replace"`, the game of Chapter 6, the target takes the place of one of the
    rows. With `neighbours="send"`, the protocol of Figure 7.1, it is one more client, who sends its
    gradient at each step whose batch has it, or always nothing; then `rows` counts it, too.
    """

    law: LabelledLaw
    rows: int
    descent: Descent
    target: TargetRow | TargetGradient
    neighbours: Literal["replace", "send"] = "replace"
    start: npt.ArrayLike | None = None

    def __post_init__(self) -> None:
        check_count("rows", self.rows, 2)
        if self.neighbours not in ("replace", "send"):
            raise ValueError(f"neighbours is {self.neighbours!r}; give 'replace' or 'send'.")
        size = self.descent.batches.batch_size(self.rows)
        if self.neighbours == "send" and size < 2:
            raise ValueError(
                "A batch of one client is empty if it sends nothing; give batches of at least 2."
            )
        if self.law.columns != self.descent.model.columns:
            raise ValueError(
                f"The law has {self.law.columns} features and the model "
                f"{self.descent.model.columns}; give as many of both."
            )

    @property
    def privacy(self) -> DescentPrivacy:
        """What the descent guarantees for one row, whatever the law of the rows."""
        return descent_privacy(self.descent, self.rows)

    def play(self, member: bool, rng: Seed) -> Trajectory:
        """The trajectory of one round whose target is in (`member`) or out.

        One integer leads to the same rows, batches and noise in both cases.
        """
        source = generator(rng)
        rows = self.law.draw(self.rows, source)
        sent = None
        if member and isinstance(self.target, TargetRow):
            rows = rows.with_first(self.target.row)
        elif member:
            sent = self.target.gradients(np.zeros((1, self.descent.model.parameters)))[0]
        return self.descent.run(
            rows,
            start=self.start,
            rng=source,
            first_gradient=sent,
            first_sends=member or self.neighbours == "replace",
        )


def attack_scores(game: Game, attack: Callable[[Any], float], games: int, rng: Seed) -> SampledROC:
    """The scores of so many games, half of them out and half of them in, each with its own rows.

    The result depends on the seed alone, and a game more leaves those before as they are.
    """
    check_count("games", games, 2)
    rounds = generator(rng).spawn(games)
    scores = np.array([attack(game.play(t % 2 == 1, own)) for t, own in enumerate(rounds)])
    return SampledROC(scores[::2], scores[1::2])
