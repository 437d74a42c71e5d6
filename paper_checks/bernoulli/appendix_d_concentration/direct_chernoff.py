"""The direct Chernoff bound of a private sum, step by step.

y = mu is the mean, t = x/n, p the probability of the upper tail; d is the largest dual value, which
the slope s = eps q attains, and f the mean of the coin there.
"""

from fractions import Fraction
from banditproof.paper_checks.checking import Instance
from banditproof.theory import certify, kl


def two_slopes() -> list[Instance]:
    """A slope below eps, at the log-odds of t, and the slope eps; both move the mean 1/2 to 2/3."""
    two, coin = certify(kl, 1, Fraction(1, 2)), Fraction(3, 2)  # log 2, and its mean
    mean = {"y": Fraction(1, 2), "f": Fraction(2, 3), "coin": coin}
    results: list[Instance] = []
    for q, t in ((Fraction(1, 2), Fraction(2, 3)), (Fraction(1), Fraction(3, 4))):
        d = t * two - certify(kl, 1, 1 / coin)
        results.append({**mean, "q": q, "t": t, "eps": two / q, "d": d})
    return results
