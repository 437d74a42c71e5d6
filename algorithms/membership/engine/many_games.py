"""Scores of many games, by the fastest engine that fits: grouped columns, sums, or whole rows."""

from typing import Any, Literal
import numpy as np
from banditproof.algorithms.membership.games.crafters import Crafter, coins
from banditproof.algorithms.membership.games.membership_game import BULK
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.algorithms.membership.scores.score import Score
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.exact import Number, exact_count
from .grouped_games import GroupedGame, grouped_game
from .score_sample import ScoreSample

Engine = Literal["grouped", "sums", "rows"]
MOST_GAMES = 10**8


def simulate_scores(
    crafter: Crafter, score: Score, games: Number, rng: Seed, engine: Engine | None = None
) -> ScoreSample:
    """Play games and keep the score of each, from one seed.

    - "grouped": columns of equal law and equal score are drawn together; for Bernoulli and
      lattice columns and a score that is a sum over columns, the same in all games;
    - "sums": the sums of the rows are drawn, for any score and each mechanism of a mean;
    - "rows": each data set is drawn as it stands, which is the plain specification.

    The engines draw from the same law; without a choice it is the first that fits.

    >>> from banditproof.algorithms.membership import BernoulliColumns, ExactMean, FixedTarget
    >>> from banditproof.algorithms.membership import LikelihoodRatio
    >>> law, mechanism = BernoulliColumns(("1/2",) * 50), ExactMean()
    >>> crafter = FixedTarget(mechanism, law, 10, np.ones(50))
    >>> found = simulate_scores(crafter, LikelihoodRatio(law, mechanism, 10), 400, rng=1)
    >>> found.engine, 0.5 < found.record().advantage < 1
    ('grouped', True)
    """
    count, chance = exact_count("games", games, least=1), generator(rng)
    if count > MOST_GAMES:
        raise ValueError(f"The number of games is beyond {MOST_GAMES:.0e}; give fewer.")
    if engine not in (None, "grouped", "sums", "rows"):
        raise ValueError(f"The engine is {engine!r}; give 'grouped', 'sums' or 'rows'.")
    if engine in (None, "grouped"):
        plan = grouped_game(crafter, score)
        if isinstance(plan, GroupedGame):
            bits = coins(crafter.prior, count, chance)
            return ScoreSample(bits, plan.scores(bits, chance), "grouped")
        if engine == "grouped":
            raise ValueError(plan)
    if engine != "rows" and hasattr(crafter.mechanism, "in_bulk"):
        return _from_sums(crafter, score, count, chance)
    if engine == "sums":
        raise ValueError(
            f"{crafter.mechanism!r} cannot be drawn from sums of rows; take the engine 'rows'."
        )
    return _from_rows(crafter, score, count, chance)


def _from_sums(crafter: Crafter, score: Score, games: int, rng: np.random.Generator) -> ScoreSample:
    mechanism: Any = crafter.mechanism
    batches = mechanism.batches(crafter.rows) if hasattr(mechanism, "batches") else 1
    step = max(1, BULK // (crafter.law.dimension * batches))
    bits, scores = [], []
    for start in range(0, games, step):
        result = crafter.craft_many(min(step, games - start), rng)
        bits.append(result.bits)
        scores.append(score.values(result.releases, result.targets, rng))
    return ScoreSample(np.concatenate(bits), np.concatenate(scores), "sums")


def _from_rows(crafter: Crafter, score: Score, games: int, rng: np.random.Generator) -> ScoreSample:
    bits, scores = np.empty(games, np.bool_), np.empty(games)
    for game in range(games):
        target, release, bits[game] = crafter.craft(rng)
        scores[game] = _one(score, release, target, rng)
    return ScoreSample(bits, scores, "rows")


def _one(score: Score, release: Floats, target: Floats, rng: np.random.Generator) -> float:
    return float(score.values(release[None], target, rng)[0])
