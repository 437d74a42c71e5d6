"""What `banditproof attack gradient` computes: the game, the attack, and what both show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .data_tables import DataTable
from .membership_results import AttackFacts, RateFacts, RocFacts
from .target_rows import read_target

if TYPE_CHECKING:
    from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent
    from banditproof.algorithms.membership.descents.descent_attack import (
        TargetGradient,
        TargetRow,
    )
    from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
    from banditproof.algorithms.membership.descents.linear_layers import LinearLayer
    from banditproof.algorithms.membership.games.sampled_roc import SampledROC

LEVELS = (0.1, 0.01, 0.001)
MOST_CLASSES = 100
MOST_PARAMETERS = 5000
"""The covariance of the gradients of so many parameters is computed."""
USUAL_ROWS = 100
LEAST_ROWS = 8
"""Of a file: references, a pool, and a target."""


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
    noise_on: Literal["mean", "sum"]
    score: str
    combination: Any
    references: Literal["frozen", "fresh"]
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
        from banditproof.algorithms.membership.descents.descent_attack import DescentAttack
        from banditproof.algorithms.membership.descents.descent_game import (
            DescentGame,
            attack_scores,
        )
        from banditproof.algorithms.membership.descents.labelled_rows import PoolOfRows
        from banditproof.algorithms.membership.games.sampled_roc import SampledROC
        from banditproof.algorithms.randomness import generator

        divided, first, second = generator(self.seed).spawn(3)
        model = model_of(name, table)
        world = _World.divided(self, model, table, standardise, divided)
        count = min(USUAL_ROWS, len(world.pool)) if self.rows is None else self.rows
        descent = self._descent(model)
        game = DescentGame(
            law=PoolOfRows(world.pool), rows=count, descent=descent, target=world.target
        )
        attack = DescentAttack(
            target=world.target,
            references=None if self.score == "scalar-product" else world.reference_gradients,
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
            roc=RocFacts(tuple(sizes.tolist()), tuple(powers.tolist())),
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
        from banditproof.algorithms.membership.descents.descent import ClippedNoise

        if self.clip is None:
            return None
        return ClippedNoise(bound=self.clip, multiplier=self.noise or 0.0, on=self.noise_on)

    def _descent(self, model: LinearLayer) -> Descent:
        from banditproof.algorithms.membership.descents.batch_schedules import (
            DrawnBatches,
            DrawnRows,
            Epochs,
            FullBatch,
        )
        from banditproof.algorithms.membership.descents.descent import Descent, constant_rates

        schedules = {"epochs": Epochs, "drawn-batches": DrawnBatches, "drawn-rows": DrawnRows}
        batches = FullBatch() if self.batch is None else schedules[self.sampling](self.batch)
        return Descent(
            model=model,
            rates=constant_rates(self.rate, self.steps),
            batches=batches,
            noise=self.clipped_noise,
        )


def model_of(name: str, table: DataTable) -> LinearLayer:
    """The model of a name for the labels of a table; "auto" looks at these.

    >>> table = DataTable("rows.csv", np.zeros((3, 2)), (), np.array([0.0, 2.0, 1.0]))
    >>> model_of("auto", table).parameters
    9
    """
    from banditproof.algorithms.membership.descents.linear_layers import (
        LinearRegression,
        LogisticRegression,
        SoftmaxRegression,
    )

    labels = table.labels
    if labels is None:
        raise ValueError(f"{table.name} has no labels; name them by --labels.")
    known = set(np.unique(labels).tolist())
    classes = int(max(known)) + 1 if abs(max(known)) < 1e15 else 0
    whole = all(value == math.floor(value) for value in known) and min(known) >= 0
    if name == "auto":
        few = whole and 2 < classes <= MOST_CLASSES
        name = "logistic" if known <= {0.0, 1.0} else "softmax" if few else "linear"
    if name != "linear" and (not whole or len(known) < 2):
        odd = next((v for v in sorted(known) if v != math.floor(v) or v < 0), next(iter(known)))
        raise ValueError(
            f"{table.name} has a label {odd:g}; a {name} model needs at least two classes, which "
            "are the integers 0, 1, ...; take --model linear otherwise."
        )
    if name == "softmax" and classes > MOST_CLASSES:
        raise ValueError(
            f"{table.name} has a label {max(known):g}; give classes from 0 to {MOST_CLASSES - 1}."
        )
    if name == "logistic" and known != {0.0, 1.0}:
        raise ValueError(
            f"{table.name} has a label {max(known):g}; a logistic model needs 0 and 1: take "
            "--model softmax."
        )
    model: LinearLayer
    if name == "softmax":
        model = SoftmaxRegression(columns=table.columns, classes=classes)
    else:
        kinds = {"linear": LinearRegression, "logistic": LogisticRegression}
        model = kinds[name](columns=table.columns)
    if model.parameters > MOST_PARAMETERS:
        raise ValueError(
            f"The model has {model.parameters} parameters; choose fewer columns by --columns, for "
            f"at most {MOST_PARAMETERS}."
        )
    return model


def _name_of(model: LinearLayer) -> Any:
    return type(model).__name__.removesuffix("Regression").lower()


@dataclass(frozen=True, kw_only=True)
class _World:
    """The rows of a file, divided, and the target."""

    pool: LabelledRows
    references: LabelledRows
    target: TargetRow | TargetGradient
    words: str
    place: int | None
    score: float
    outside: bool
    reference_gradients: Any

    @staticmethod
    def divided(
        asked: AttackedDescent,
        model: LinearLayer,
        table: DataTable,
        standardise: bool,
        rng: np.random.Generator,
    ) -> _World:
        """References, the pool, and a target that is in neither of them."""
        from banditproof.algorithms.membership.descents.canaries import best_candidate
        from banditproof.algorithms.membership.descents.descent_attack import (
            FrozenReferences,
            RecomputedReferences,
            TargetGradient,
            TargetRow,
        )
        from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
        from banditproof.algorithms.membership.descents.reference_gradients import (
            gradient_geometry,
        )

        if table.rows < LEAST_ROWS:
            raise ValueError(
                f"{table.name} has {table.rows} rows; give at least {LEAST_ROWS}, for references "
                "and games."
            )
        given = None
        if asked.target is not None:
            given = read_target(asked.target, _beside(table))
        order = rng.permutation(table.rows)
        if given is not None and given.index is not None:
            order = order[order != given.index]
        own, others = np.array_split(order, 2)
        values = _scaled(table, own) if standardise else (lambda x: x)
        every = LabelledRows(values(table.values), table.labels)
        references, pool = every.take(own), every.take(others)
        noise = asked.clipped_noise
        recomputed = RecomputedReferences(model, references, noise)
        plain = gradient_geometry(model.gradients(model.start, references))
        place: int | None
        target: TargetRow | TargetGradient
        if given is not None:
            row = LabelledRows(values(given.row[None, :-1]), given.row[-1:])
            words, place, target = given.words, given.index, TargetRow(model, row)
        elif asked.canary == "canife":
            vector = _canife(model, references, asked)
            words, place, target = "a canary that minimises the CANIFE loss", None, vector
        elif asked.canary == "dirac":
            words, place, target = _dirac(model, references, asked)
        else:
            words, k, row = _row_canary(asked.canary, model, plain, pool, rng)
            place, target = None if k is None else int(others[k]), TargetRow(model, row)
            if k is not None:
                pool = pool.take(np.delete(np.arange(len(pool)), k))
        own_gradient = target.gradients(model.start[None, :])
        found = best_candidate(plain, own_gradient)
        at_start = FrozenReferences(recomputed.at(model.start))
        return _World(
            pool=pool,
            references=references,
            target=target,
            words=words,
            place=place,
            score=found.score,
            outside=found.is_outside,
            reference_gradients=at_start if asked.references == "frozen" else recomputed,
        )


def _beside(table: DataTable) -> np.ndarray:
    """Features with the label last, as a target is given."""
    labels = table.labels if table.labels is not None else np.zeros(table.rows)
    return np.column_stack([table.values, labels])


def _scaled(table: DataTable, own: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The map to features with the mean 0 and the deviation 1 of some rows."""
    mean, spread = table.values[own].mean(axis=0), table.values[own].std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    return lambda x: np.asarray((x - mean) / spread)


def _row_canary(
    kind: str, model: LinearLayer, geometry: Any, pool: LabelledRows, rng: np.random.Generator
) -> tuple[str, int | None, LabelledRows]:
    """A row as canary: what it is, its place in the pool, and the row."""
    from banditproof.algorithms.membership.descents.canaries import (
        best_candidate,
        blank_canary,
        mislabelled_canary,
    )

    if kind == "mahalanobis":
        k = best_candidate(geometry, model.gradients(model.start, pool)).index
        return "the row of the largest Mahalanobis score (Algorithm 14)", k, pool.take(k)
    if kind == "blank":
        return "a row without features", None, blank_canary(model.columns, float(pool.y[0]))
    k = int(rng.integers(len(pool)))
    if kind == "mislabelled":
        return "a random row with a wrong label", k, mislabelled_canary(model, pool.take(k))
    return "a random row", k, pool.take(k)


def _norm(model: LinearLayer, references: LabelledRows, clip: float | None) -> float:
    """The norm of a gradient canary: that of the clipping, or the median one of the references."""
    if clip is not None:
        return clip
    lengths = np.linalg.norm(model.gradients(model.start, references), axis=1)
    return float(np.median(lengths))


def _canife(model: LinearLayer, references: LabelledRows, asked: AttackedDescent) -> Any:
    from banditproof.algorithms.membership.descents.canife import canife_gradient
    from banditproof.algorithms.membership.descents.descent_attack import TargetGradient

    gradients = model.gradients(model.start, references)
    return TargetGradient(canife_gradient(gradients, _norm(model, references, asked.clip)))


def _dirac(
    model: LinearLayer, references: LabelledRows, asked: AttackedDescent
) -> tuple[str, None, Any]:
    """A gradient along the coordinate in which the references vary least, but do vary."""
    from banditproof.algorithms.membership.descents.canaries import dirac_canary
    from banditproof.algorithms.membership.descents.descent_attack import TargetGradient

    spread = model.gradients(model.start, references).var(axis=0)
    best = int(np.argmin(np.where(spread > 1e-12 * spread.max(), spread, np.inf)))
    vector = dirac_canary(model.parameters, best, _norm(model, references, asked.clip))
    return f"a gradient along coordinate {best}", None, TargetGradient(vector)


def _audit(chosen: SampledROC, tested: SampledROC, game: Any, asked: AttackedDescent) -> Any:
    """The bound of eps from tested games, beside what is certified."""
    from banditproof.verify.membership.error_limits import ExactLimits, GameAudit
    from banditproof.verify.membership.score_audits import DescentCertificate, audit_scores

    return audit_scores(
        _sample(chosen),
        _sample(tested),
        DescentCertificate(game.privacy.mu_squared),
        delta=asked.delta,
        audit=GameAudit(ExactLimits(asked.level)),
    )


def _sample(roc: SampledROC) -> Any:
    from banditproof.algorithms.membership.engine.score_sample import ScoreSample

    bits = np.repeat([False, True], [len(roc.out), len(roc.inside)])
    return ScoreSample(bits, np.concatenate((roc.out, roc.inside)), "rows")


def _rate(alpha: float, chosen: SampledROC, tested: SampledROC, level: float) -> RateFacts:
    """The power of the threshold with at most this share of false alarms in the chosen games."""
    from banditproof.verify.sampling.clopper_pearson import lower_limits, upper_limits

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
    return RateFacts(alpha, threshold, size, limits[0], limits[1], power, limits[2], limits[3])
