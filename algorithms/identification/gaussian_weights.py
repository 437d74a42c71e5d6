"""The optimal weights of best-arm identification for normal rewards of one variance, in floats.

They maximise the least cost of an alternative, min over b of (mu_* - mu_b)^2 / (1/w_* + 1/w_b), and
do not depend on the variance. With d_b = (mu_* - mu_b)^2 the costs of all rivals are equal at the
optimum, so w_b / w_* = 1 / (d_b r - 1) for one r, and sum over b of (w_b / w_*)^2 = 1.
Garivier and Kaufmann, "Optimal Best Arm Identification with Fixed Confidence" (2016), Theorem 5.
"""

from collections.abc import Sequence

MOST_STEPS = 100
"""Newton's rule needs six or so; it rises to the root, and ends when rounding stops it."""


def gaussian_weights(means: Sequence[float]) -> tuple[float, ...]:
    """The weights of all arms; several best ones share all weight alike.

    With y = r min d - 1 and the quotients q_b = d_b / min d, f(y) = sum of ((1 + y) q_b - 1)^-2 - 1
    is convex and falls from f(1) >= 0 to its root, which is at most sqrt(K - 1).

    >>> gaussian_weights((0.75, 0.5)), gaussian_weights((0.5, 0.0, 0.5))
    ((0.5, 0.5), (0.5, 0.0, 0.5))
    >>> [round(w, 6) for w in gaussian_weights((0.5, 0.9, 0.8))]
    [0.015873, 0.492192, 0.491936]
    """
    top = max(means)
    gaps = [top - mean for mean in means]
    best = gaps.count(0.0)
    if best > 1 or len(gaps) == 1:
        return tuple([1.0 / best if gap == 0.0 else 0.0 for gap in gaps])
    least = min([gap for gap in gaps if gap > 0.0])
    # The gaps are divided before they are squared, so that small ones do not vanish; a rival at a
    # quotient beyond 1e100 has no weight that a float could add.
    roots = [min(gap / least, 1e50) for gap in gaps if gap > 0.0]
    quotients = [root * root for root in roots]
    y = 1.0
    for _ in range(MOST_STEPS):
        parts = [1.0 / ((1.0 + y) * q - 1.0) for q in quotients]
        value = sum([part * part for part in parts]) - 1.0
        slopes = [q * part * part * part for q, part in zip(quotients, parts, strict=True)]
        step = value / (2.0 * sum(slopes))
        y += step
        if step <= 1e-15 * y:
            break
    odds = iter([1.0 / ((1.0 + y) * q - 1.0) for q in quotients])
    shares = [1.0 if gap == 0.0 else next(odds) for gap in gaps]
    total = sum(shares)
    return tuple([share / total for share in shares])
