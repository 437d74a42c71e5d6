"""An index of Algorithm 7 that one level does not bound: its exact pulls, by a recursion in balls.

I_1 = -10 if V <= 1.5 t^-beta and else 10, with V uniform and drawn with each episode of arm 1;
I_2 = 1/2 of one reward and 20 of more. The best mean is 3/5, the other 2/5.
"""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball


def fooled_pulls(horizon: int, beta: Fraction) -> arb:
    """E N_2(T), exactly.

    A fresh V is low at round t with probability min(1, 1.5 t^-beta); one that was low at t is still
    low at t + 1 with the quotient of the two.

    >>> from banditproof.theory.balls import working_precision
    >>> with working_precision(80):
    ...     round(float(fooled_pulls(10_000, Fraction(7, 2)).mid()), 1)
    191.3
    """

    def low(t: int) -> arb:
        result = ball(Fraction(3, 2)) * ball(t) ** -ball(beta)
        return arb(1) if result > 1 else result

    def later(t: int, pulls: int) -> arb:
        """The expected further pulls of arm 2 once it has two rewards, V fresh at round t."""
        if t > horizon:
            return arb(0)
        more = later(t + pulls, 2 * pulls)
        return low(t) * (horizon - t + 1) + (1 - low(t)) * more

    def first(t: int, pulls: int) -> arb:
        """The same while it has one reward."""
        if t > horizon:
            return arb(0)
        if t == horizon:
            return low(t)
        again = low(t + 1) / low(t)
        stays = 1 + again * (horizon - t) + (1 - again) * later(t + 1 + pulls, 2 * pulls)
        return low(t) * stays + (1 - low(t)) * first(t + pulls, 2 * pulls)

    return 1 + first(3, 1)
