"""Upper bounds of the regret of learners that see losses with Laplace noise.

Faster Rates for Private Adversarial Bandits, Appendices D and E. All functions take a `NoisyGame`
(K arms, T rounds, noise of scale s) and return balls at the working precision. L is log(K T).
What holds with probability 1 - 1/T is: no noise is larger than sqrt(10) s L.
"""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import ball
from .games import NoisyGame
from .maximum_of_laplace import laplace_maximum_ball


def skipping_share() -> arb:
    """1 - 2^(-1/3) = 0.2063: the share of the rounds' threshold at which HTINF skips a loss."""
    return 1 - arb(2) ** (-arb(1) / 3)


def htinf_printed(game: NoisyGame) -> arb:
    """30 sqrt((2 + 4 s^2) K (T + 1)): the cited Theorem 21 at alpha = 2.

    >>> print(NoisyGame.of(10, 10**6).value(htinf_printed, 6))
    232379.1169[5..7]
    """
    variance = 2 * (1 + 2 * game.scale**2)
    return 30 * ball(variance * game.arms * (game.rounds + 1)).sqrt()


def htinf_proved(game: NoisyGame, variance: Fraction = Fraction(6)) -> arb:
    """(2 sigma + (m / sigma) (2/(1-q) + 2/q)) sqrt(K T), m = 1 + 2 s^2 and q = 1 - 2^(-1/3).

    HTINF with alpha = 2 and sigma = sqrt(variance): claim adv.thm21.self, from first principles.

    >>> print(NoisyGame.of(10, 10**6).value(htinf_proved, 6))
    62798.43542[0..1]
    """
    share = skipping_share()
    sigma = ball(variance).sqrt()
    factor = 2 * sigma + ball(game.second_moment) / sigma * (2 / (1 - share) + 2 / share)
    return factor * game.size.sqrt()


def htinf_tuned(game: NoisyGame) -> arb:
    """8 sqrt((1 + 2 s^2) K T): HTINF with sigma = 2 sqrt(1 + 2 s^2) and q = 1/2.

    The sum 2/(1-q) + 2/q is the smallest, 8, at q = 1/2; 2 sigma + 8 m / sigma then is the
    smallest at sigma = 2 sqrt(m). Claim adv.thm21.self.
    """
    return 8 * (ball(game.second_moment) * game.size).sqrt()


def exp3_printed(game: NoisyGame) -> arb:
    """2 sqrt(2 T K log K (1 + 10 max{s, s^2} L^2)) + 1: the proof of Corollary 22."""
    largest = ball(max(game.scale, game.scale**2))
    inner = 2 * game.size * game.log_arms * (1 + 10 * largest * game.log_size**2)
    return 2 * inner.sqrt() + 1


def exp3_proved(game: NoisyGame, rate: arb) -> arb:
    """log K / eta + eta K T (1 + 2 s^2 + 4 s L) + 1: EXP3 that mixes with gamma = 4 eta s K L.

    It needs gamma <= 1. The mixing costs gamma T, the noise has the mean square 2 s^2, and with
    probability 1/T something larger than 4 s L happens.
    """
    return game.log_arms / rate + rate * game.size * _exp3_square(game) + 1


def exp3_tuned(game: NoisyGame) -> arb:
    """2 sqrt(K T log K (1 + 2 s^2 + 4 s L)) + 1: the same at the best eta.

    Where gamma would be above 1 the bound is above T.

    >>> print(NoisyGame.of(10, 10**6).value(exp3_tuned, 6))
    78832.69473[4..7]
    """
    return 2 * (game.size * game.log_arms * _exp3_square(game)).sqrt() + 1


def exp3_tuned_mixing(game: NoisyGame) -> arb:
    """gamma = 4 eta s K L of `exp3_tuned`, which must be at most 1."""
    rate = (game.log_arms / (game.size * _exp3_square(game))).sqrt()
    return 4 * rate * ball(game.scale * game.arms) * game.log_size.max(arb(0))


def _exp3_square(game: NoisyGame) -> arb:
    # for K T < 1 the logarithm is negative, and no noise is expected to be large
    return ball(game.second_moment) + 4 * ball(game.scale) * game.log_size.max(arb(0))


class Perturbation(NamedTuple):
    """The parameters of FTPL with geometric resampling: the cap M and the rate eta."""

    cap: int
    rate: arb


def printed_perturbation(game: NoisyGame) -> Perturbation:
    """M = ceil(sqrt(K T)) and the eta of Lemma 25 with this M in it, for K >= 2 and T >= 1."""
    if game.arms < 2 or game.rounds < 1:
        raise ValueError(
            f"There are {game.arms} arms and {game.rounds} rounds; give at least 2 arms and 1 "
            "round, for otherwise Lemma 25 has no rate eta."
        )
    cap = ceil_sqrt(game.arms * game.rounds)
    square = 1 + 10 * ball(game.scale**2) * game.log_size**2
    first = (game.log_arms / (game.size * square)).sqrt()
    second = 1 / (cap * (1 + 4 * ball(game.scale) * ball(game.rounds).log()))
    return Perturbation(cap, first.min(second))


def ceil_sqrt(number: Fraction) -> int:
    """The least integer whose square is at least a number >= 0.

    >>> ceil_sqrt(Fraction(9)), ceil_sqrt(Fraction(37, 4))
    (3, 4)
    """
    whole = -(-number.numerator // number.denominator)
    return isqrt(whole - 1) + 1 if whole > 0 else 0


def ftpl_printed(game: NoisyGame) -> arb:
    """11 s sqrt(K T) log K log(K T) + 10 sqrt(K T): Lemma 25, at s = 1 for the repaired listing.

    As s falls to 0 it is false for many arms: `ftpl_lower` is above it.
    """
    return (11 * ball(game.scale) * game.log_arms * game.log_size + 10) * game.size.sqrt()


def ftpl_proved(game: NoisyGame, tuned_for: NoisyGame | None = None) -> arb:
    """e_K/eta + 2 c eta K T (1 + 2 s^2) + K T/(e M) + 1, the claim adv.lem25.sharp.

    FTPL with the arg min in its resampling, a counter that starts at M, and the M and eta of
    `printed_perturbation`, tuned for the game or for another one. e_K is the expected maximum of
    K Laplace variables, c = max{2, (e^x - 1)/x} and x = eta M (1 + sqrt(10) s L).

    >>> print(NoisyGame.of(10, 10**6).value(ftpl_proved, 6))
    399715.3157[5..6]
    """
    cap, rate = printed_perturbation(tuned_for or game)
    x = rate * cap * (1 + arb(10).sqrt() * ball(game.scale) * game.log_size)
    factor = (x.expm1() / x).max(arb(2))
    square = 2 * factor * rate * game.size * ball(game.second_moment)
    bias = game.size / (arb(1).exp() * cap)
    return laplace_maximum_ball(game.arms) / rate + square + bias + 1


def ftpl_lower(
    game: NoisyGame, parameters: Callable[[NoisyGame], Perturbation] = printed_perturbation
) -> arb:
    """A lower bound of the regret of repaired FTPL without noise, on the losses (0, 1, ..., 1).

    (e_K - (K-1) m (3 - log m)/4)/eta with m = K/(M W), W the function of Lambert at
    e^C, C = K/M + log(K/M) + (1 - 1/e)^2 eta T: claim adv.lem25.lower. It needs eta M <= 1.

    >>> print(NoisyGame.of(2, 10**6, 0).value(ftpl_lower, 6))
    1273.942454[5..6]
    """
    cap, rate = parameters(game)
    if parameters is not printed_perturbation and not rate * cap <= 1:  # the printed one is <= 1/M
        raise ValueError("The bound needs eta M <= 1; give a smaller rate eta.")
    share = ball(Fraction(game.arms, cap))
    loss = (1 - (-arb(1)).exp()) ** 2 * rate * ball(game.rounds)
    # 1/U - log U = C has the root U = 1/W(e^C)
    level = (share + share.log() + loss).exp().lambertw()
    m = share / level  # at most 1, as C >= K/M + log(K/M): the term grows with it
    far = (game.arms - 1) * m * (3 - m.log()) / 4
    return ((laplace_maximum_ball(game.arms) - far) / rate).max(arb(0))
