"""The game against a program that promises most: two tables whose releases differ the most.

Nothing here can make a correct program fail: tables are chosen from plays that are not tested.
"""

from collections.abc import Sequence
from dataclasses import dataclass
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import Seed, generator
from .called_program import Program
from .learnt_scores import LearntScore, along, likeness
from .neighbouring_tables import Tables
from .training import Training

TRIED = 8
"""The plays of each kind, with and without the target, in which kinds of tables are compared."""
CLEARLY = 3.0
"""How much farther apart the scores of another kind of tables must be, to be played instead."""


@dataclass(frozen=True, eq=False)
class ProgramGame:
    """Plays of a program on a table with the target, or on one without it."""

    program: Program
    tables: Tables
    training: Training | None

    def play(self, member: bool, rng: Seed, silent: bool = False) -> Floats:
        """What the program returns; `silent` asks a training loop for no noise."""
        data = self.tables.inside if member else self.tables.outside
        given = () if self.training is None else self.training.arguments(silent)
        return self.program(data.copy(), *given, generator(rng))

    def fixed_scores(self) -> list[LearntScore]:
        """Scores that need no plays: along the shift, and by how alike the steps are.

        A release is asked for its shift with equal noise, where it takes its noise from the
        generator; where it does not, no score is known before it is played.
        """
        if self.training is None and not self.repeats:
            return []
        shift = self.shift()
        return along(shift) + likeness(shift)

    @property
    def repeats(self) -> bool:
        """Whether two plays with one generator are equal."""
        return bool((self.play(False, 0) == self.play(False, 0)).all())

    def shift(self) -> Floats:
        """What the target changes without noise, or with equal noise if a loop refuses 0."""
        try:
            return self.play(True, 0, silent=True) - self.play(False, 0, silent=True)
        except ValueError:
            return self.play(True, 0) - self.play(False, 0)


def strongest_game(kinds: Sequence[Sequence[ProgramGame]], rng: np.random.Generator) -> ProgramGame:
    """The game of the first kind with the largest shift, or of another kind that is clearly better.

    The shift of a loop without noise does not know its noise. Noise that is one number for all
    coordinates, or one vector for all steps, hides some shifts and no others, so the best game of
    each kind is played a few times.
    """
    best = [_largest(games, own) for games, own in zip(kinds, rng.spawn(len(kinds)), strict=True)]
    if len(best) == 1:
        return best[0]
    apart = np.array(
        [_separation(game, own) for game, own in zip(best, rng.spawn(len(best)), strict=True)]
    )
    other = int(np.argmax(apart))
    return best[other] if apart[other] > CLEARLY * apart[0] else best[0]


def _largest(games: Sequence[ProgramGame], rng: np.random.Generator) -> ProgramGame:
    """The game with the largest shift, in units of the noise of a release.

    The first, if a shift with equal noise is not known; the first of equals, too.
    """
    first = games[0]
    if len(games) == 1 or (first.training is None and not first.repeats):
        return first
    units = _deviations(first, rng) if first.training is None else np.ones(())
    sizes = np.array([float(np.linalg.norm(game.shift() / units)) for game in games])
    return games[int(np.flatnonzero(sizes >= sizes.max() * (1 - 1e-9))[0])]


def _deviations(game: ProgramGame, rng: np.random.Generator) -> Floats:
    """The deviation of each released number in a few plays without the target."""
    plays = np.array([game.play(False, own) for own in rng.spawn(TRIED)])
    return np.asarray(plays.std(axis=0) + 1e-9 * (1.0 + float(np.abs(plays).max())))


def _separation(game: ProgramGame, rng: np.random.Generator) -> float:
    """The largest distance of mean scores with and without the target, in deviations."""
    plays = [[game.play(member, own) for own in rng.spawn(TRIED)] for member in (False, True)]
    found = 0.0
    for score in game.fixed_scores():
        out, inside = (np.array([score(one) for one in kind]) for kind in plays)
        spread = float(out.std() + inside.std())
        found = max(found, abs(float(inside.mean() - out.mean())) / (spread + 1e-300))
    return found
