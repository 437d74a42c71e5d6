"""The regret bounds of AdaP-UCB and AdaP-KLUCB for two arms of the constant rewards 1 and 0.

With such rewards only the noise is random; for a large eps the play is that without noise.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Sides
from banditproof.theory.balls import ball, working_precision

Bound = Callable[[int, Fraction], arb]
"""A bound of the pulls of the worse arm, of gap 1, as a function of T and beta, at a large eps."""
EPS = Fraction(10**10)
PLAYS = "Two arms of constant rewards at T = 80 and 300, beta = 3.1 and 6."


def pulls_of_the_worse_arm(horizon: int, beta: Fraction) -> int:
    """The pulls of the arm of reward 0, for indexes mean + sqrt(beta log t/(2n)) without noise.

    >>> pulls_of_the_worse_arm(300, Fraction(6))
    32
    """
    pulls, t = [1, 1], 3
    while t <= horizon:
        sizes = [max(1, n // 2) for n in pulls]
        index = [1 - a + math.sqrt(float(beta) * math.log(t) / (2 * sizes[a])) for a in (0, 1)]
        arm = 0 if index[0] >= index[1] else 1
        size = min(pulls[arm], horizon - t + 1)
        pulls[arm] += size
        t += size
    return pulls[1]


def least_pulls(horizon: int, beta: Fraction) -> arb:
    """A lower bound of the expected pulls: where all noises of means are below 1/1000.

    The indexes of the play without noise differ by more than 1/100, and a Laplace noise of scale
    1/eps is larger than 1/1000 with probability exp(-eps/1000); there are at most T of them.
    """
    return pulls_of_the_worse_arm(horizon, beta) * (1 - horizon * (-ball(EPS) / 1000).exp())


def against_plays(bound: Bound) -> Sides:
    """The pulls of the worse arm against a bound."""
    sides = Sides()
    with working_precision(80):
        for horizon, beta in ((80, Fraction(6)), (300, Fraction(31, 10)), (300, Fraction(6))):
            result, most = least_pulls(horizon, beta), bound(horizon, beta)
            sides.at_most(result, most, "The arm has more pulls.", T=horizon, beta=beta)
    return sides


def tail(beta: Fraction) -> arb:
    """3 + 3/(2 (beta - 3))."""
    return ball(3 + Fraction(3, 2) / (beta - 3))
