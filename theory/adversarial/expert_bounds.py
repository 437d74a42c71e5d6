"""Upper bounds of private algorithms with experts: locally private EXP4 and batched EXP4.

Faster Rates for Private Adversarial Bandits, Section 4 and Appendix F. All functions take a
`PrivateGame` with experts (K arms, T rounds, N experts, eps, and for batched EXP4 delta) and return
balls at the working precision. D is log(1/delta).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple
from flint import arb
from banditproof.theory.balls import ball, upper
from .conversion_bounds import htinf_conversion_printed
from .games import PrivateGame


def expert_conversion_printed(game: PrivateGame) -> arb:
    """208 sqrt(T N/eps) + 2/eps: Corollary 8, which is Corollary 2 with the experts as arms.

    >>> print(PrivateGame.of(10, 10**8, "0.1", 100).value(expert_conversion_printed, 6))
    65775395.33[1..3]
    """
    return htinf_conversion_printed(game.experts_as_arms)


def local_exp4_printed(game: PrivateGame) -> arb:
    """16 sqrt(T K log N) log(K T)/eps + 1: Theorem 9, for eps <= 1 and K T >= 2.

    >>> print(PrivateGame.of(10, 10**6, "0.1", 100).value(local_exp4_printed, 6))
    17500746.67[3..5]
    """
    size = game.arms * game.horizon
    root = (ball(size) * _log_experts(game)).sqrt()
    return 16 * root * ball(size).log() / ball(game.eps) + 1


def local_exp4_rate(game: PrivateGame) -> arb:
    """The prescribed eta = sqrt(log N/(3 T K (1 + 10 log(K T)^2/eps^2)))."""
    size = ball(game.arms * game.horizon)
    return (_log_experts(game) / (3 * size * (1 + 10 * (size.log() / ball(game.eps)) ** 2))).sqrt()


def local_exp4_mixing(game: PrivateGame) -> arb:
    """The prescribed gamma = 4 eta K log(K T)/eps; above 1 it is no probability.

    Then the bounds of Theorem 9 are above T.

    >>> print(PrivateGame.of(10, 20, 1, 100).value(local_exp4_mixing, 4))
    1.1062035[5..6]
    """
    size = ball(game.arms * game.horizon)
    return 4 * local_exp4_rate(game) * game.arms * size.log() / ball(game.eps)


def local_exp4_derived(game: PrivateGame) -> arb:
    """log N/eta + gamma T + 2 eta K T (1 + 10 log(K T)^2/eps^2) + 1: Theorem 9 before rounding.

    With one expert eta and gamma are 0, and 1 is left, the limit.
    """
    if game.advisers == 1:
        return arb(1)
    size, rate = ball(game.arms * game.horizon), local_exp4_rate(game)
    square = 2 * rate * size * (1 + 10 * (size.log() / ball(game.eps)) ** 2)
    return _log_experts(game) / rate + local_exp4_mixing(game) * game.horizon + square + 1


def local_exp4_tuned(game: PrivateGame) -> arb:
    """2 sqrt(K T log N (1 + 2 s^2 + 4 s log(K T))) + 1 with s = 1/eps, for every eps > 0.

    The noise has the mean square 2 s^2 instead of the square of its largest value. gamma is
    4 eta s K log(K T) at the best eta; where it would be above 1 the bound is above T.

    >>> print(PrivateGame.of(10, 10**6, "0.1", 100).value(local_exp4_tuned, 6))
    [394700.99488..394700.99490]
    """
    size = ball(game.arms * game.horizon)
    return 2 * (size * _log_experts(game) * _local_square(game)).sqrt() + 1


def local_exp4_tuned_mixing(game: PrivateGame) -> arb:
    """gamma of `local_exp4_tuned`."""
    size = ball(game.arms * game.horizon)
    rate = (_log_experts(game) / (size * _local_square(game))).sqrt()
    return 4 * rate * ball(game.arms / game.eps) * size.log()


def batched_exp4_printed(game: PrivateGame) -> arb:
    """100 A + B with A = `batched_exp4_rate_term` and B = sqrt(N D) log(N T) log N/eps: Theorem 10.

    >>> print(PrivateGame.of(10, 10**12, "0.1", 100, "1e-6").value(batched_exp4_printed, 9))
    1203901565892.[7..8]
    """
    small = ball(game.advisers) * _log_risk(game)
    return 100 * batched_exp4_rate_term(game) + (
        small.sqrt() * _log_play(game) * _log_experts(game) / ball(game.eps)
    )


def batched_exp4_repaired(game: PrivateGame) -> arb:
    """100 A: Theorem 10 with N D in gamma in place of N; where B counts, A is above T."""
    return 100 * batched_exp4_rate_term(game)


def batched_exp4_rate_term(game: PrivateGame) -> arb:
    """A = N^(1/6) K^(1/2) T^(2/3) D^(1/6) log(N T)^(1/3) log(N)^(1/3) / eps^(1/3)."""
    root = ball(game.arms).sqrt()
    return _root_term(game) * root * ball(game.horizon) ** (arb(2) / 3)


class BatchedParameters(NamedTuple):
    """The parameters of batched EXP4: the length of a batch, eta, and gamma."""

    batch: int
    rate: arb
    mixing: arb


def printed_parameters(game: PrivateGame, repaired: bool = False) -> BatchedParameters:
    """The parameters of Theorem 10 with tau rounded up; `repaired` has N D in gamma.

    >>> game = PrivateGame.of(10, 10**6, "0.5", 100, "1e-6")
    >>> found = printed_parameters(game)
    >>> found.batch, round(float(found.mixing), 4)
    (7412, 1.2952)
    """
    _two_experts(game)
    root = _root_term(game)
    cube = ball(game.horizon) ** (arb(1) / 3)
    batch = _ceil(root**2 * cube / _log_experts(game))
    rate = root / (cube * ball(game.arms).sqrt())
    many = ball(game.advisers) * (_log_risk(game) if repaired else 1)
    inner = rate * many * (ball(game.arms) * _log_play(game)) ** 2 / (ball(game.eps) * batch) ** 2
    return BatchedParameters(
        batch, rate, (inner ** (arb(1) / 3)).max(_least_mixing(game, batch, rate))
    )


def tuned_parameters(game: PrivateGame) -> BatchedParameters:
    """The parameters that nearly minimise `batched_exp4_proved`."""
    _two_experts(game)
    logs, time = _log_experts(game), ball(game.horizon)
    noise = 9 * ball(game.arms**2 * game.advisers) * _log_risk(game) / ball(game.eps) ** 2
    third = arb(1) / 3
    # The mixing, the batch and the rate each are the zero of a derivative of the proved bound tau
    # log N / eta + T (gamma + eta K + 2 eta s^2), the ones before put in.
    level = logs * (time * (4 * noise) ** third / logs) ** (arb(3) / 5)
    rate = (level / (2 * time * game.arms)) ** (arb(5) / 6)
    batch = _ceil((time * (4 * noise) ** third / logs) ** (arb(3) / 5) * rate ** (arb(4) / 5))
    mixing = (4 * rate * noise / arb(batch) ** 2) ** third
    return BatchedParameters(batch, rate, mixing.max(_least_mixing(game, batch, rate)))


def batched_exp4_tuned_mixing(game: PrivateGame) -> arb:
    """gamma of `tuned_parameters`."""
    return tuned_parameters(game).mixing


def batched_exp4_proved(
    game: PrivateGame,
    parameters: BatchedParameters | Callable[[PrivateGame], BatchedParameters] = tuned_parameters,
) -> arb:
    """The bound of batched EXP4 for parameters, by default the tuned ones.

    tau log N/eta + tau n (gamma + eta K + 2 eta s^2 + (N n)^(1 - sqrt(10))) + what is left over,
    with n complete batches of tau rounds and s = 3 K sqrt(N D)/(gamma tau eps), the scale of the
    noise. It needs 4 eta s log(N n) <= 1, gamma <= 1 and n >= 1; else the bound is T. Parameters
    that are a function of the game are found anew at each precision. Claim adv.thm10.tuned.
    """
    result = parameters(game) if callable(parameters) else parameters
    batch, rate, mixing = result
    batches = game.horizon // batch
    if not batches or not mixing <= 1:
        return arb(game.horizon)
    scale = _noise(game) / (mixing * batch)
    many = ball(game.advisers * batches)
    inside = mixing + rate * game.arms + 2 * rate * scale**2 + many ** (1 - arb(10).sqrt())
    left = game.horizon - batch * batches
    return batch * _log_experts(game) / rate + batch * batches * inside + left


def least_log_risk(eps: Fraction) -> arb:
    """eps/(18 - 6 sqrt(2)): with a smaller D the noise is not proved to be (eps, delta)-private.

    N coordinates of eps/(3 sqrt(N D)) compose, by zCDP, to eps^2/(18 D) + sqrt(2) eps/3 <= eps.
    """
    return ball(eps) / (18 - 6 * arb(2).sqrt())


def _noise(game: PrivateGame) -> arb:
    """3 K sqrt(N D)/eps."""
    return 3 * ball(game.arms / game.eps) * (ball(game.advisers) * _log_risk(game)).sqrt()


def _least_mixing(game: PrivateGame, batch: int, rate: arb) -> arb:
    """12 eta K sqrt(N D) log(N T)/(eps tau)."""
    # From 4 eta s log(N n) <= 1, with T for the number n of batches.
    return 4 * rate * _noise(game) * _log_play(game) / batch


def _root_term(game: PrivateGame) -> arb:
    """(N D)^(1/6) log(N T)^(1/3) log(N)^(1/3) / eps^(1/3)."""
    small = ball(game.advisers) * _log_risk(game)
    large = _log_play(game) * _log_experts(game) / ball(game.eps)
    return small ** (arb(1) / 6) * large ** (arb(1) / 3)


def _local_square(game: PrivateGame) -> arb:
    scale = 1 / game.eps
    return ball(1 + 2 * scale**2) + 4 * ball(scale) * ball(game.arms * game.horizon).log()


def _log_experts(game: PrivateGame) -> arb:
    return ball(game.advisers).log()


def _log_play(game: PrivateGame) -> arb:
    return ball(game.advisers * game.horizon).log()


def _log_risk(game: PrivateGame) -> arb:
    return -ball(game.risk).log()


def _ceil(number: arb) -> int:
    """A whole number that is at least a ball, and less than 1 above it."""
    result = upper(number)
    return -(-result.numerator // result.denominator)


def _two_experts(game: PrivateGame) -> None:
    if game.advisers < 2:
        raise ValueError("There is one expert, whom one follows; give at least 2 experts.")
