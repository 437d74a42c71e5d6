"""Upper bounds of private bandit algorithms that are made of learners: Theorem 1 and what follows.

Faster Rates for Private Adversarial Bandits, Section 3 and Appendix E. Batches of ceil(1/eps)
rounds, whose mean is released with Laplace noise, make a learner eps-DP. All functions take a
`PrivateGame` (K arms, T rounds, eps) and return balls at the working precision. With experts, play
`game.experts_as_arms`: Theorem 7 is Theorem 1 with the experts as arms.
"""

from collections.abc import Callable
from functools import partial
from flint import arb
from banditproof.theory.balls import ball
from .games import NoisyGame, PrivateGame
from .learner_bounds import exp3_tuned, ftpl_proved, htinf_printed, htinf_proved, htinf_tuned

Learner = Callable[[NoisyGame], arb]


def converted(game: PrivateGame, learner: Learner) -> arb:
    """batch B(floor(T/batch), K, 1/(batch eps)) + left-over rounds: the first display of Theorem 1.

    B bounds the regret of the learner against noise. Holds for every eps > 0; the paper adds a
    whole batch instead of the rounds that are left over.

    >>> game = PrivateGame.of(10, 10**7, "0.1")
    >>> print(game.value(lambda game: converted(game, htinf_proved), 6))
    627984.3542[0..2]
    """
    return game.batch * learner(game.simulated) + game.left_over


def converted_idealised(game: PrivateGame, learner: Learner) -> arb:
    """(2/eps) B(eps T, K, 1) + 2/eps: the second display of Theorem 1, for eps <= 1.

    It needs a bound B that does not fall as the scale of the noise or the horizon rises.
    """
    return ball(2 / game.eps) * (learner(game.idealised) + 1)


def htinf_conversion_printed(game: PrivateGame) -> arb:
    """208 sqrt(T K/eps) + 2/eps: Corollary 2 with the constant that its proof gives.

    >>> print(PrivateGame.of(10, 10**7, "0.1").value(htinf_conversion_printed, 6))
    6577557.533[0..3]
    """
    return 208 * ball(game.arms * game.horizon / game.eps).sqrt() + ball(2 / game.eps)


def htinf_conversion_derived(game: PrivateGame) -> arb:
    """(60/eps) sqrt(6 K (eps T + 1)) + 2/eps: Corollary 2 before its last rounding."""
    return converted_idealised(game, htinf_printed)


def htinf_conversion_proved(game: PrivateGame) -> arb:
    """HTINF with sigma = sqrt 6 as prescribed: at most 19.86 sqrt(T K/min(1, eps)).

    What is left over is added. With u = tau eps, which is in [1, 2) for eps <= 1, the constant is
    sqrt(u) (2 sigma + 12.22 (1 + 2/u^2)/sigma); the paper rounds tau up to 2/eps.
    """
    return converted(game, htinf_proved)


def htinf_conversion_tuned(game: PrivateGame) -> arb:
    """HTINF with sigma = 2 sqrt(1 + 2 s^2) and the share 1/2: at most 13.86 sqrt(T K/min(1, eps)).

    What is left over is added. The constant is 8 sqrt(u + 2/u) with u = tau eps in [1, 2).
    """
    return converted(game, htinf_tuned)


def exp3_conversion_printed(game: PrivateGame) -> arb:
    """36 sqrt(T K log K) log(K T)/sqrt(eps) + 4/eps: Corollary 22.

    >>> print(PrivateGame.of(10, 10**7, "0.1").value(exp3_conversion_printed, 6))
    31821200.99[3..4]
    """
    size = game.arms * game.horizon
    root = (ball(size / game.eps) * ball(game.arms).log()).sqrt()
    return 36 * root * ball(size).log() + ball(4 / game.eps)


def exp3_conversion_derived(game: PrivateGame) -> arb:
    """(4 sqrt(22) L + 16/sqrt(22)) sqrt(T K log K/eps) + 4/eps, L = log(eps K T) >= 1.

    What the prescribed eta and gamma give when the displayed sum of the proof keeps its term
    8 eta K T L, in place of the printed constant 36.
    """
    root = (ball(game.arms * game.horizon / game.eps) * ball(game.arms).log()).sqrt()
    factor = 4 * arb(22).sqrt() * game.idealised.log_size + 16 / arb(22).sqrt()
    return factor * root + ball(4 / game.eps)


def exp3_conversion_mixing(game: PrivateGame) -> arb:
    """The prescribed gamma = 4 eta K log(eps K T) = 4 sqrt(K log K/(22 eps T)), if eps K T > 1.

    Above 1 it is no probability, and then all bounds of EXP3 are above T.

    >>> print(PrivateGame.of(10, 1000, "0.01").value(exp3_conversion_mixing, 4))
    1.2940662[0..1]
    """
    game_of_batches = game.idealised
    return 4 * (game.arms * game_of_batches.log_arms / (22 * ball(game_of_batches.rounds))).sqrt()


def exp3_conversion_tuned(game: PrivateGame) -> arb:
    """EXP3 with the eta and gamma of `exp3_tuned`: the log is under the root."""
    return converted(game, exp3_tuned)


def ftpl_conversion_printed(game: PrivateGame) -> arb:
    """32 sqrt(K T) log K log(K T)/sqrt(eps) + 2/eps: Corollary 24, true of the repaired listing.

    >>> print(PrivateGame.of(10, 10**7, "0.1").value(ftpl_conversion_printed, 6))
    42921169.31[4..6]
    """
    size = game.arms * game.horizon
    root = ball(size / game.eps).sqrt()
    return 32 * root * ball(game.arms).log() * ball(size).log() + ball(2 / game.eps)


def ftpl_conversion_proved(game: PrivateGame) -> arb:
    """Repaired FTPL with the prescribed M and eta: the claim adv.lem25.sharp in each batch.

    M and eta are those of eps T rounds, of which floor(T/batch) are played.
    """
    return converted(game, partial(ftpl_proved, tuned_for=game.idealised))
