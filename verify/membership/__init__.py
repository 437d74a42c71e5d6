"""Audits by membership games: are their bounds right, and do mechanisms keep what they promise?

- `AuditedGame` and `chance_of_a_miss`: the exact error of an audit, with the coins of its rounds;
- `GameAudit` with `ExactLimits`, `RadiusOfOwnRounds` or `RadiusOfAllRounds`: eps from a game;
- `audit_mean_game`, `audit_descent` and `audit_scores`: such bounds beside certified privacy;
- `implied_by_game`, `excess_over_curve` and `NoisyCountGame`: the same with exact games;
- `RocBand`: bands around exact powers;
- `order_of_rows`, `affine_gap`, `column_gap`, `gain_over`, `average_gap`: metamorphic tests.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .error_limits import ExactLimits, GameAudit, RadiusOfAllRounds, RadiusOfOwnRounds
    from .exact_error import AuditedGame, chance_of_a_miss
    from .implied_epsilon import excess_over_curve, game_errors, implied_by_game
    from .invariances import (
        affine_gap,
        average_gap,
        column_gap,
        gain_over,
        order_of_rows,
        processed,
    )
    from .noisy_counts import NoiseAccountant, NoisyCountGame, ResponsesGame
    from .roc_bands import RocBand, contains_roc, power_of_tests, power_of_thresholds
    from .score_audits import ScoreAudit, audit_descent, audit_mean_game, audit_scores

__all__ = [
    "AuditedGame", "ExactLimits", "GameAudit", "NoiseAccountant", "NoisyCountGame",
    "RadiusOfAllRounds", "RadiusOfOwnRounds", "ResponsesGame", "RocBand", "ScoreAudit",
    "affine_gap", "audit_descent", "audit_mean_game", "audit_scores", "average_gap",
    "chance_of_a_miss", "column_gap", "contains_roc", "excess_over_curve", "gain_over",
    "game_errors", "implied_by_game", "order_of_rows", "power_of_tests", "power_of_thresholds",
    "processed",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
