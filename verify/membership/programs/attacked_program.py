"""What plays of a program with and without a target show, beside what it declares."""

from __future__ import annotations
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.descents.descent_game import attack_scores
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.randomness import generator
from banditproof.verify.membership.error_limits import ROUNDED, ExactLimits, bound_from_limits
from banditproof.verify.membership.tables_of_data.membership_results import ProgramFacts
from .called_program import Program
from .declared_curve import ClaimedPair, Declared, DeclaredCurve
from .learnt_scores import LEAD, LEARNT, LearntScore, best_score, learnt, nearer
from .neighbouring_tables import Neighbours, TargetOfTable, crafted
from .strongest_game import ProgramGame, strongest_game
from .training import Training

LEAST_GAMES = 40
MOST_CHOSEN = 160
"""The most games of which an adversary learns: more would be missed by the test."""


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
        """The games of which an adversary learns: a quarter, up to a limit, an even number."""
        return min(2 * (self.games // 8), MOST_CHOSEN)

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
        """The game that is played: of all pairs of tables, the one that promises most."""
        both, training = self.neighbours, self.training
        if self.target is None:
            kinds = crafted(both, 1.0 if training is None else float(training.clip))
        else:
            wide = training is None and self.claim.eps is not None
            kinds = [self.target.pairs(both, rng, others=wide)]
        return strongest_game(
            [[ProgramGame(self.program, pair, training) for pair in pairs] for pairs in kinds], rng
        )

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
        out, inside = plays[0][:half], plays[1][:half]
        scores, lead = [*game.fixed_scores(), learnt(out, inside)], 0.0
        if self.training is None:
            known = game.shift() if game.repeats else None
            scores, lead = [nearer(out, inside, known), *scores], LEAD
        score, curve_of_score = best_score(scores, plays[0][half:], plays[1][half:], lead)
        if score.name != LEARNT:  # at most medians of it were learnt, so all plays are as new to it
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
