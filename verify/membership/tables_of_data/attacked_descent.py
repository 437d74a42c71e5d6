"""What `banditproof attack gradient` computes: the game, the attack, and what both show."""

from __future__ import annotations
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any
import numpy as np
from banditproof.algorithms.membership.descents.batch_schedules import (
    DrawnBatches,
    DrawnRows,
    Epochs,
    FullBatch,
    Schedule,
)
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    FrozenReferences,
    RecomputedReferences,
    References,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows, PoolOfRows
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.randomness import generator
from banditproof.verify.membership.error_limits import ExactLimits, GameAudit
from banditproof.verify.membership.score_audits import audit_scores
from banditproof.verify.sampling.clopper_pearson import lower_limits, upper_limits
from .attacked_rows import AttackedRows, TargetChoice, require_rows
from .data_tables import DataTable
from .labelled_table import model_of
from .membership_results import AttackFacts, AttackRateFacts, AttackRocFacts

if TYPE_CHECKING:
    from banditproof.algorithms.membership.descents.linear_layers import LinearLayer

LEVELS = (0.1, 0.01, 0.001)
USUAL_ROWS = 100
MOST_NUMBERS = 10**8
"""What a game may hold."""


@dataclass(frozen=True, kw_only=True)
class AttackedDescent:
    """The settings of the command, read and in range."""

    target: str | None
    canary: str
    rows: int | None
    steps: int
    rate: float
    batch: int | None
    sampling: str
    clip: float | None
    noise: float | None
    noise_on: Any
    score: str
    combination: Any
    references: Any
    games: int
    delta: Fraction
    level: float
    seed: int

    @property
    def played(self) -> int:
        """The games that are played: two halves, of each of which one half has the target."""
        return 4 * (self.games // 4)

    def facts(
        self, table: DataTable, name: str, standardise: bool, advance: Callable[[int], object]
    ) -> AttackFacts:
        """Play all games; `seconds` is 0 here."""
        divided, first, second = generator(self.seed).spawn(3)
        require_rows(table)
        model = model_of(name, table)
        world = AttackedRows.divided(model, table, self.choice, divided, standardise=standardise)
        count = self._usual_rows(len(world.pool)) if self.rows is None else self.rows
        for what, cells in (
            ("rows of a game", count * (model.columns + model.parameters)),
            ("iterates of a game", (self.steps + 1) * model.parameters),
        ):
            if cells > MOST_NUMBERS:
                raise ValueError(
                    f"The {what} take about {cells} numbers, more than {MOST_NUMBERS}; give fewer "
                    "rows, steps or columns."
                )
        descent = self._descent(model)
        game = DescentGame(
            law=PoolOfRows(world.pool), rows=count, descent=descent, target=world.target
        )
        attack = DescentAttack(
            target=world.target,
            references=self._references(model, world.references),
            score=self.score.replace("-", " "),  # type: ignore[arg-type]
            combination=self.combination,
            noise=descent.noise,
        )

        def counted(seen: Any) -> float:
            advance(1)
            return attack(seen)

        half = self.played // 2
        chosen = attack_scores(game, counted, half, first)
        tested = attack_scores(game, counted, half, second)
        audit = _audit(chosen, tested, game, self)
        whole = SampledROC(
            np.concatenate((chosen.out, tested.out)), np.concatenate((chosen.inside, tested.inside))
        )
        off = math.sqrt(math.log(2 / self.level) / (2 * len(whole.out)))
        sizes, powers = whole.points
        return AttackFacts(
            data=table.name,
            model=_name_of(model),
            columns=model.columns,
            classes=getattr(model, "classes", 2 if _name_of(model) == "logistic" else None),
            parameters=model.parameters,
            rows=count,
            pool=len(world.pool),
            references=len(world.references),
            target=world.words,
            target_row=world.place,
            target_score=world.score,
            target_outside=world.outside,
            steps=self.steps,
            rate=self.rate,
            batch=descent.batches.batch_size(count),
            batches="all rows" if self.batch is None else self.sampling,
            clip=self.clip,
            noise=self.noise,
            noise_on=self.noise_on,
            score=self.score,
            combination=self.combination,
            reference_gradients=self.references,
            games=self.played,
            seed=self.seed,
            level=self.level,
            area=whole.area,
            area_low=max(0.0, whole.area - off),
            area_high=min(1.0, whole.area + off),
            rates=tuple(_rate(alpha, chosen, tested, self.level) for alpha in LEVELS),
            roc=AttackRocFacts(tuple(sizes.tolist()), tuple(powers.tolist())),
            delta=self.delta,
            epsilon_shown=audit.bound,
            epsilon_certified=audit.certified,
            refuted=audit.refutes,
            guarantee=game.privacy.words,
            seconds=0.0,
        )

    @property
    def clipped_noise(self) -> ClippedNoise | None:
        """What makes the descent DP-SGD, if anything."""
        if self.clip is None:
            return None
        return ClippedNoise(bound=self.clip, multiplier=self.noise or 0.0, on=self.noise_on)

    @property
    def choice(self) -> TargetChoice:
        """Which target is attacked."""
        return TargetChoice(self.target, self.canary, self.clip)

    def _usual_rows(self, pool: int) -> int:
        """100 rows or those of the pool, without a rest that is no batch."""
        most = min(USUAL_ROWS, pool)
        return most if self.batch is None or self.batch > most else most - most % self.batch

    def _references(self, model: LinearLayer, rows: LabelledRows) -> References | None:
        """The geometry of the reference gradients, clipped as those of the descent are."""
        if self.score == "scalar-product":
            return None
        fresh = RecomputedReferences(model, rows, self.clipped_noise)
        return fresh if self.references == "fresh" else FrozenReferences(fresh.at(model.start))

    def _descent(self, model: LinearLayer) -> Descent:
        schedules: dict[str, Callable[[int], Schedule]] = {
            "epochs": Epochs,
            "drawn-batches": DrawnBatches,
            "drawn-rows": DrawnRows,
        }
        batches = FullBatch() if self.batch is None else schedules[self.sampling](self.batch)
        return Descent(
            model=model,
            rates=constant_rates(self.rate, self.steps),
            batches=batches,
            noise=self.clipped_noise,
        )


def _name_of(model: LinearLayer) -> Any:
    return type(model).__name__.removesuffix("Regression").lower()


def _audit(chosen: SampledROC, tested: SampledROC, game: Any, asked: AttackedDescent) -> Any:
    """The bound of eps from tested games, beside what is certified."""
    return audit_scores(
        ScoreSample.of_roc(chosen),
        ScoreSample.of_roc(tested),
        game.privacy,
        delta=asked.delta,
        audit=GameAudit(ExactLimits(asked.level)),
    )


def _rate(alpha: float, chosen: SampledROC, tested: SampledROC, level: float) -> AttackRateFacts:
    """The power of the threshold with at most this share of false alarms in the chosen games."""
    ordered = np.sort(chosen.out)[::-1]
    threshold = float(ordered[int(alpha * len(ordered) + 1e-9)])
    size, power = tested.rates(threshold)
    limits = []
    for share, scores in ((size, tested.out), (power, tested.inside)):
        runs = len(scores)
        hits = round(share * runs)
        limits += [
            float(lower_limits(hits, runs, level / 2)),
            float(upper_limits(hits, runs, level / 2)),
        ]
    return AttackRateFacts(
        alpha, threshold, size, limits[0], limits[1], power, limits[2], limits[3]
    )
