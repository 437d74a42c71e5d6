"""Audits of played games: a threshold from one half of the rounds, tested on the other half.

The lower bound of eps that comes out is beside the eps that the accountant of the mechanism
certifies. It is above it with probability at most gamma if the accountant is right, so a bound
above is evidence against the mechanism, its accountant, or their code.
"""

from dataclasses import dataclass
from typing import Any, Protocol
import numpy as np
from banditproof.algorithms.membership.descents.descent_game import (
    Attack,
    DescentGame,
    attack_scores,
)
from banditproof.algorithms.membership.engine.many_games import simulate_scores
from banditproof.algorithms.membership.engine.score_sample import ScoreSample
from banditproof.algorithms.membership.games.crafters import Crafter
from banditproof.algorithms.membership.games.membership_game import GameRecord
from banditproof.algorithms.membership.games.sampled_roc import SampledROC
from banditproof.algorithms.membership.scores.score import Score
from banditproof.algorithms.randomness import Seed, generator
from banditproof.theory.domains import probabilities, single
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact_count, exact_probability
from .error_limits import GameAudit, bound_from_limits


class Certified(Protocol):
    """An accountant's answer for a mechanism."""

    def epsilon(self, delta: Number) -> Enclosure:
        """The eps for which the release is (eps, delta)-DP."""


@dataclass(frozen=True, eq=False)
class ScoreAudit:
    """What the rounds of a game show of eps at one delta, and what was certified."""

    threshold: float
    """The adversary says "in" for a score above it; chosen on rounds that are not tested."""
    tested: GameRecord
    delta: float
    level: float
    bound: float
    """A lower bound of eps, which is wrong with probability at most the level."""
    certified: Enclosure

    @property
    def refutes(self) -> bool:
        """Whether the bound is above what was certified."""
        return self.bound > self.certified.hi

    @property
    def words(self) -> str:
        """The result in a sentence.

        >>> record = GameRecord(np.array([True, False]), np.array([True, False]))
        >>> ScoreAudit(0.0, record, 0.0, 0.05, 0.25, Enclosure.of("1/2")).words
        'In 2 tested rounds eps >= 0.25 at delta = 0 is shown at level 0.05; certified: eps <= 0.5.'
        """
        top = "infinite" if self.certified == INFINITE else f"{float(self.certified.hi):.6g}"
        ends = " This refutes what was certified." if self.refutes else ""
        return (
            f"In {self.tested.rounds} tested rounds eps >= {self.bound:.6g} at delta = "
            f"{self.delta:g} is shown at level {self.level:g}; certified: eps <= {top}.{ends}"
        )


def audit_scores(
    chosen: ScoreSample,
    tested: ScoreSample,
    certified: Certified,
    *,
    delta: Number = 0,
    audit: GameAudit | None = None,
) -> ScoreAudit:
    """The audit by a threshold on a score, chosen on some rounds and tested on other ones.

    >>> from banditproof.algorithms.membership.mechanisms.mean_privacy import MeanPrivacy
    >>> bits = np.arange(400) % 2 == 0
    >>> sample = ScoreSample(bits, bits + 0.5, "rows")
    >>> found = audit_scores(sample, sample, MeanPrivacy(mu_squared=1), delta="1/100")
    >>> found.refutes, found.threshold
    (True, 0.5)
    """
    slack = exact_probability("delta", delta)
    method = GameAudit() if audit is None else audit
    threshold = best_threshold(chosen.roc, float(slack), len(chosen.bits))
    record = tested.record(threshold)
    return ScoreAudit(
        threshold,
        record,
        float(slack),
        float(getattr(method.limits, "level", np.nan)),
        method.bound(record, float(slack)),
        certified.epsilon(slack),
    )


def best_threshold(roc: SampledROC, delta: float = 0.0, rounds: int | None = None) -> float:
    """The threshold that promises the largest bound of eps on new rounds.

    The shares of errors are taken with about the slack that their limits will have, 3/T_b and two
    deviations, so that a share of 0 on few rounds does not win. If no threshold promises anything,
    it is the one with the fewest errors.

    >>> best_threshold(SampledROC([0.0, 1.0, 2.0], [3.0, 4.0, 5.0]))
    2.0
    """
    slack = single("delta", probabilities("delta", delta))
    cuts = np.unique(np.concatenate((roc.out, roc.inside)))
    alpha = 1 - np.searchsorted(roc.out, cuts, side="right") / len(roc.out)
    beta = np.searchsorted(roc.inside, cuts, side="right") / len(roc.inside)
    count = len(roc.out) + len(roc.inside) if rounds is None else rounds
    half = max(count / 2, 1.0)
    limits = [np.minimum(p + 2 * np.sqrt(p * (1 - p) / half) + 3 / half, 1) for p in (alpha, beta)]
    bounds = bound_from_limits(limits[0], limits[1], slack)
    best = np.flatnonzero(bounds == bounds.max())
    return float(cuts[best[int(np.argmin((alpha + beta)[best]))]])


def audit_mean_game(
    crafter: Crafter,
    score: Score,
    rounds: Number,
    rng: Seed,
    *,
    sides: list[Number],
    delta: Number = 0,
    audit: GameAudit | None = None,
) -> ScoreAudit:
    """The audit of a mechanism that releases a mean, for data in a box with these sides.

    Half of the rounds choose the threshold, and the other half test it.

    >>> from banditproof.algorithms.membership.games.crafters import FixedTarget
    >>> from banditproof.algorithms.membership.mechanisms.noisy_mean import NoisyMean
    >>> from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
    >>> from banditproof.algorithms.membership.scores.reference_sets import KnownMoments
    >>> from banditproof.algorithms.membership.scores.scalar_product import ScalarProduct
    >>> law = BernoulliColumns(("1/10",) * 3)
    >>> crafter = FixedTarget(NoisyMean("1/2"), law, 4, np.ones(3))
    >>> score = ScalarProduct(KnownMoments(law))
    >>> found = audit_mean_game(crafter, score, 2000, 1, sides=[1] * 3, delta="1/20")
    >>> found.tested.rounds, 0.3 < found.bound < found.certified.lo
    (1000, True)
    """
    mechanism: Any = crafter.mechanism
    certified = mechanism.privacy(crafter.rows, sides)
    half = exact_count("rounds", rounds, least=2) // 2
    first, second = generator(rng).spawn(2)
    return audit_scores(
        simulate_scores(crafter, score, half, first),
        simulate_scores(crafter, score, half, second),
        certified,
        delta=delta,
        audit=audit,
    )


def audit_descent(
    game: DescentGame,
    attack: Attack,
    games: int,
    rng: Seed,
    *,
    delta: Number,
    audit: GameAudit | None = None,
) -> ScoreAudit:
    """The audit of a descent with visible iterates by an attack on its trajectories."""
    half = exact_count("games", games, least=4) // 2
    first, second = generator(rng).spawn(2)
    return audit_scores(
        ScoreSample.of_roc(attack_scores(game, attack, half, first)),
        ScoreSample.of_roc(attack_scores(game, attack, half, second)),
        game.privacy,
        delta=delta,
        audit=audit,
    )
