"""What plays of a program with and without a target show, beside what it declares."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.descents.descent_game import attack_scores
from banditproof.algorithms.membership.descents.privacy_of_descents import DescentPrivacy
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import Seed, generator
from banditproof.verify.membership.error_limits import ROUNDED, ExactLimits, bound_from_limits
from banditproof.verify.membership.tables_of_data.membership_results import ProgramFacts
from .called_program import Program
from .declared_curve import ClaimedPair, Declared, DeclaredCurve
from .learnt_scores import LEARNT, LearntScore, along, best_score, learnt
from .neighbouring_tables import Neighbours, Tables, TargetOfTable, crafted

LEAST_GAMES = 40
USUAL_MU = 1.75
"""The declared mu at which 200 games tell it best from twice as much."""


@dataclass(frozen=True)
class Training:
    """The noise multiplier and the norm that a training loop gets, and the steps of its claim.

    Each step adds noise of deviation `noise` times `clip` to a sum of gradients of that norm, so
    mu^2 = steps (k/noise)^2, with k = 1 if a row is removed and k = 2 if it is replaced.

    >>> Training(Fraction(2), Fraction(1), 4).guarantee("replace").mu_squared
    Fraction(4, 1)
    """

    noise: Fraction
    clip: Fraction
    steps: int

    @staticmethod
    def usual_noise(steps: int, neighbours: Neighbours) -> Fraction:
        """The multiplier, of three digits, for which mu is about 1.75.

        >>> Training.usual_noise(4, "remove")
        Fraction(1143, 1000)
        """
        times = 1 if neighbours == "remove" else 2
        return Fraction(round(1000 * times * steps**0.5 / USUAL_MU), 1000)

    def guarantee(self, neighbours: Neighbours) -> DescentPrivacy:
        """What a correct loop guarantees for one row."""
        if not self.noise:
            return DescentPrivacy(None, self.steps)
        times = 1 if neighbours == "remove" else 2
        return DescentPrivacy(self.steps * (times / self.noise) ** 2, self.steps)

    def arguments(self, silent: bool = False) -> tuple[float, ...]:
        """What the loop gets between the data and the generator."""
        return (0.0 if silent else float(self.noise), float(self.clip))


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

    def shift(self) -> Floats:
        """What the target changes without noise, or with equal noise if a loop refuses 0."""
        try:
            return self.play(True, 0, silent=True) - self.play(False, 0, silent=True)
        except ValueError:
            return self.play(True, 0) - self.play(False, 0)


@dataclass(frozen=True, kw_only=True)
class AttackedProgram:
    """A program, the rows of a file if there are some, and how many games are played."""

    program: Program
    data: str | None
    target: TargetOfTable | None
    neighbours: Neighbours
    training: Training | None
    claim: ClaimedPair
    games: int
    delta: Fraction
    level: float
    seed: int

    @property
    def declared(self) -> Declared:
        """The guarantee beside which the bound stands."""
        if self.training is not None:
            return self.training.guarantee(self.neighbours)
        return self.claim

    @property
    def chosen(self) -> int:
        """The games of which an adversary learns: a quarter, an even number."""
        return 2 * (self.games // 8)

    @property
    def played(self) -> int:
        """All games, an even number."""
        return 2 * (self.games // 2)

    def facts(self, advance: Callable[[int], object]) -> ProgramFacts:
        """Play all games; `seconds` is 0 here."""
        curve = DeclaredCurve(self.declared)
        choosing, learning, testing = generator(self.seed).spawn(3)
        game = self.strongest(choosing)
        score, threshold = self._learnt(game, curve, learning, advance)

        def counted(released: Floats) -> float:
            advance(1)
            return score(released)

        tested = attack_scores(game, counted, self.played - self.chosen, testing)
        return self._facts(game, score, threshold, tested, curve)

    def strongest(self, rng: np.random.Generator) -> ProgramGame:
        """The game whose target moves a training loop the most without noise."""
        both = self.neighbours
        pairs = crafted(both) if self.target is None else self.target.pairs(both, rng)
        games = [ProgramGame(self.program, pair, self.training) for pair in pairs]
        if len(games) == 1:
            return games[0]
        return games[int(np.argmax([np.linalg.norm(game.shift()) for game in games]))]

    def _learnt(
        self,
        game: ProgramGame,
        curve: DeclaredCurve,
        rng: np.random.Generator,
        advance: Callable[[int], object],
    ) -> tuple[LearntScore, float]:
        """A score and a threshold, from games that are not tested."""
        plays: tuple[list[Floats], list[Floats]] = ([], [])
        for k, own in enumerate(rng.spawn(self.chosen)):
            plays[k % 2].append(game.play(k % 2 == 1, own))
            advance(1)
        half = self.chosen // 4
        scores = [] if self.training is None else along(game.shift())
        scores.append(learnt(plays[0][:half], plays[1][:half]))
        score, curve_of_score = best_score(scores, plays[0][half:], plays[1][half:])
        if score.name != LEARNT:  # nothing of it was learnt, so all plays are new to it
            curve_of_score = SampledROC([*map(score, plays[0])], [*map(score, plays[1])])
        return score, curve.threshold(curve_of_score, (self.played - self.chosen) // 2)

    def _facts(
        self,
        game: ProgramGame,
        score: LearntScore,
        threshold: float,
        tested: SampledROC,
        curve: DeclaredCurve,
    ) -> ProgramFacts:
        runs = len(tested.out)
        size, power = tested.rates(threshold)
        errors = [round(size * runs), runs - round(power * runs)]
        limits = ExactLimits(self.level).upper(np.array([*errors, 0]), runs, 2 * runs)
        highest = [float(min(1.0, limit * (1 + ROUNDED))) for limit in limits]
        found = curve.refuted(highest[0], highest[1])
        reached = curve.refuted(highest[2], highest[2])
        shown = float(bound_from_limits(highest[0], highest[1], float(self.delta)))
        training, inside = self.training, game.tables.inside
        return ProgramFacts(
            program=self.program.name,
            kind="release" if training is None else "gradient",
            data=self.data,
            neighbours=self.neighbours,
            rows=len(inside),
            columns=inside.shape[1],
            target=game.tables.target,
            target_row=game.tables.place,
            clip=None if training is None else float(training.clip),
            noise=None if training is None else float(training.noise),
            steps=None if training is None else training.steps,
            released=int(np.prod(self.program.shape or ())),
            score=score.name,
            games=self.played,
            tested=2 * runs,
            seed=self.seed,
            level=self.level,
            false_alarms=size,
            false_alarms_high=highest[0],
            misses=1 - power,
            misses_high=highest[1],
            delta=self.delta,
            epsilon_shown=max(0.0, shown * (1 - ROUNDED) - ROUNDED),
            epsilon_certified=self.declared.epsilon(self.delta),
            compared_at=None if found is None else found.eps,
            delta_shown=None if found is None else found.shown,
            delta_declared=None if found is None else found.declared,
            refutable=reached is not None and reached.refutes,
            refuted=found is not None and found.refutes,
            guarantee=self.declared.words,
            seconds=0.0,
        )
