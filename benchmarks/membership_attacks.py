"""How long audits of descents, canaries and exact laws of a game take, on one core."""

from collections.abc import Iterator
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.descents.canaries import best_candidate
from banditproof.algorithms.membership.descents.clipping import clip
from banditproof.algorithms.membership.descents.descent import ClippedNoise, Descent, constant_rates
from banditproof.algorithms.membership.descents.descent_attack import (
    DescentAttack,
    FrozenReferences,
    TargetRow,
)
from banditproof.algorithms.membership.descents.descent_game import DescentGame, attack_scores
from banditproof.algorithms.membership.descents.drawn_rows import NormalFeatures
from banditproof.algorithms.membership.descents.linear_layers import LogisticRegression
from banditproof.algorithms.membership.descents.model import Model
from banditproof.algorithms.membership.descents.reference_gradients import gradient_geometry
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.games.crafters import FixedTarget
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from banditproof.theory.membership.finite_laws import BernoulliColumn, ProductLaw
from .measurement import Measurement, best_seconds, processor_seconds_of, time_of

DIMENSION, CANDIDATES, FEW_CANDIDATES = 1000, 100_000, 2000
GAMES, FEW_GAMES = 1000, 20


class RowByRow(LogisticRegression):
    """The same model, whose clipped gradients are computed one row after the other and added."""

    gradient_sums = Model.gradient_sums


def canaries() -> Iterator[Measurement]:
    """Mahalanobis scores of many candidates, against the quadratic form as it is written."""
    rng = np.random.default_rng(1)
    spread = np.linspace(0.5, 2.0, DIMENSION)
    references = rng.standard_normal((3 * DIMENSION, DIMENSION)) * spread
    geometry = gradient_geometry(references)
    candidates = rng.standard_normal((CANDIDATES, DIMENSION))
    few = candidates[:FEW_CANDIDATES] - geometry.mean
    inverse = np.linalg.inv(np.cov(references.T, bias=True))
    plain = best_seconds(lambda: np.einsum("ij,ij->i", few @ inverse, few), repeats=3)
    for what, demand, work in (
        ("the largest", 2, lambda: best_candidate(geometry, candidates, screen=True)),
        ("with bounds of their errors", 2, lambda: geometry.screened_squares(candidates)),
        ("in double precision", None, lambda: geometry.squares(candidates)),
    ):
        name = f"1e5 Mahalanobis scores, d {DIMENSION}, {what}"
        many = plain * CANDIDATES / FEW_CANDIDATES
        row = time_of(name, work, "s", demand, repeats=3)
        yield row.beside("quadratic forms with the inverse", many)


def audits() -> Iterator[Measurement]:
    """A full audit of DP-SGD, against gradients row by row."""

    def audit(kind: type[LogisticRegression], games: int) -> None:
        model = kind(columns=199)
        noise = ClippedNoise(bound=1.0, multiplier=1.0, on="sum")
        theta = np.zeros(model.parameters)
        law = NormalFeatures(model=model, theta=theta, scales=1.0)
        geometry = gradient_geometry(clip(model.gradients(theta, law.draw(2000, 2)), noise.bound))
        target = TargetRow(model, law.draw(1, 3))
        descent = Descent(model=model, rates=constant_rates(0.1, 100), noise=noise)
        game = DescentGame(law=law, rows=500, descent=descent, target=target)
        attack = DescentAttack(target=target, references=FrozenReferences(geometry), noise=noise)
        attack_scores(game, attack, games, 4)

    audit(LogisticRegression, 2)
    plain = processor_seconds_of(lambda: audit(RowByRow, FEW_GAMES))
    seconds = processor_seconds_of(lambda: audit(LogisticRegression, GAMES))
    name = f"audit of DP-SGD, n 500, d 200, {GAMES} games, 100 steps"
    row = Measurement(name, seconds, "s", demand=60, at_most=True)
    yield row.beside("a gradient of each row", plain * GAMES / FEW_GAMES)


def laws() -> Iterator[Measurement]:
    """The exact total variation to 1e-10, against a sample of games that has it to about 1e-2."""
    rows, columns, kinds, games = 1000, 5000, 20, 10_000
    means = [Fraction(1 + 2 * k, 2 * kinds) for k in range(kinds)]

    def exact() -> None:
        groups = [(BernoulliColumn(rows, mean, 1), columns // kinds) for mean in means]
        result = ProductLaw(groups, "1e-11").total_variation()
        if result.width > Fraction(1, 10**10):
            raise ArithmeticError(f"The total variation is known to {float(result.width):g} only.")

    law, mechanism = BernoulliColumns(sorted(means * (columns // kinds))), ExactMean()
    crafter = FixedTarget(mechanism, law, rows, np.ones(columns))
    score = LikelihoodRatio(law, mechanism, rows)
    sampled = best_seconds(lambda: simulate_scores(crafter, score, games, 1), repeats=2)
    name = f"total variation to 1e-10, n {rows}, d {columns}, {kinds} kinds"
    yield time_of(name, exact, "s", 2, repeats=3).beside(f"{games} sampled games", sampled)
