"""The float64 recursions of EXP3 on forced actions, compiled, without checks."""

import math
from banditproof.theory.compiled import kernel
from banditproof.theory.domains import Array


@kernel
def _chance(x: float, gamma: float) -> float:
    """The probability of an arm whose log-odds are x."""
    return (1.0 - gamma) / (1.0 + math.exp(-x)) + 0.5 * gamma


@kernel
def leak_curve(eta: float, gamma: float, first: float, out: Array) -> Array:
    """P_t(2) while arms 2, 1, 2, ... are played with losses 1, but for the first loss."""
    x = 0.0
    for t in range(len(out)):
        out[t] = _chance(x, gamma)
        if t % 2 == 1:
            x += eta / _chance(-x, gamma)
        elif t == 0:
            x -= eta * first / out[t]
        else:
            x -= eta / out[t]
    return out


@kernel
def one_sided_losses(eta: float, gamma: float, rounds: int, out: Array) -> Array:
    """The log-ratio after each round in which arm 2 is played, after the alternating rounds."""
    x = 0.0
    y = 0.0
    total = 0.0
    for t in range(rounds + len(out)):
        if t < rounds and t % 2 == 1:
            first = _chance(-x, gamma)
            second = _chance(-y, gamma)
            total += math.log(first / second)
            x += eta / first
            y += eta / second
        else:
            first = _chance(x, gamma)
            second = _chance(y, gamma)
            total += math.log(first / second)
            # In the first world the loss of round 1 is 0 and moves nothing.
            if t > 0:
                x -= eta / first
            y -= eta / second
        if t >= rounds:
            out[t - rounds] = total
    return out
