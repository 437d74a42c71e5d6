"""How large the errors of the three counters are: certified quantiles of sums of Laplace noise.

With noise of scale b on each of m released numbers the error of their sum is b Z_m, Z_m a sum of m
independent Laplace variables of scale 1, so the smallest alpha solves Pr[|Z_m| >= alpha/b] = beta.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball
from banditproof.theory.concentration.laplace_sums import laplace_tail_ball, laplace_tail_weights
from banditproof.theory.enclosure import Enclosure
from .binary_streams import nodes_of_prefix
from .certified_crossing import crossing

Weights = Callable[[int], tuple[Fraction, ...]]
"""b_i, i < m: the density of Z_m at z is e^-|z| times the sum of b_i |z|^i / i!."""

Failure = Callable[[int, Fraction], arb]
"""Pr[the error of a sum of m noises of scale 1 is more than a]."""


def uniform_weights(m: int) -> tuple[Fraction, ...]:
    """Wrong from m = 3 on: equal weights, which also add up to 1/2."""
    return (Fraction(1, 2 * m),) * m


def require_law(weights: Weights, largest: int = 12) -> None:
    """That f_m has the characteristic function (1 + s^2)^-m, and that its tail is the library's.

    (1 + s^2) phi_m = phi_(m-1) says f_m - f_m'' = f_(m-1). For f_m = e^-z P_m, z > 0, that is
    2 P_m' - P_m'' = P_(m-1), and f_m has no kink at 0 iff P_m'(0) = P_m(0), m >= 2.
    """
    before: tuple[Fraction, ...] = ()
    for m in range(1, largest + 1):
        b = (*weights(m), Fraction(0), Fraction(0))
        recursion = all(2 * b[i + 1] - b[i + 2] == before[i] for i in range(m - 1))
        density = 2 * sum(b) == 1 and recursion and (m == 1 or b[0] == b[1])
        require(density, "This is not the density of a sum of Laplace variables.", m=m, weights=b)
        q = (*laplace_tail_weights(m), Fraction(0))
        tail = q[0] == Fraction(1, 2) and all(q[i] - q[i + 1] == b[i] for i in range(m))
        require(tail, "The tail is not the integral of the density.", m=m, weights=b)
        before = b[:m]


def both_sides(m: int, a: Fraction) -> arb:
    """Pr[|Z_m| > a]."""
    return 2 * laplace_tail_ball(m, a)


def one_side(m: int, a: Fraction) -> arb:
    """Wrong: Pr[Z_m > a]."""
    return laplace_tail_ball(m, a)


def smallest(fails: Callable[[Fraction], arb], beta: Fraction, steps: int = 40) -> Enclosure:
    """The smallest a with fails(a) <= beta, for a decreasing probability, by certified bisection.

    >>> print(smallest(lambda a: both_sides(1, a), Fraction(1, 20), 30))
    2.99573227[2..4]
    """
    high = 1
    while not fails(Fraction(high)) < ball(beta):
        high *= 2
    return crossing(lambda a: ball(beta) - fails(a), high // 2 if high > 1 else 0, high, steps)


@cache
def at_one_step(m: int, beta: Fraction, failure: Failure = both_sides) -> Enclosure:
    """The smallest alpha for one count that is a sum of m noises of scale 1."""
    return smallest(lambda a: failure(m, a), beta)


def noised_stream_over_a_run(horizon: int, beta: Fraction) -> Enclosure:
    """An alpha that is enough for all counts of the noised stream at once, scale 1.

    By Levy's inequality for symmetric steps the largest |S_t| exceeds a at most twice as often as
    |S_T|. At least `at_one_step(horizon, beta)` is needed.
    """
    return at_one_step(horizon, beta / 2)


def tree_over_a_run(horizon: int, beta: Fraction) -> Enclosure:
    """An alpha that is enough for all counts of the tree at once, scale 1 for each node.

    That of the union bound over all steps; at least that of the step with most nodes is needed.
    """
    digits = [len(nodes_of_prefix(t)) for t in range(1, horizon + 1)]
    times_used = {m: digits.count(m) for m in set(digits)}

    def union(a: Fraction) -> arb:
        return sum((n * both_sides(m, a) for m, n in times_used.items()), arb(0))

    return smallest(union, beta)


def two_steps_fail(a: Fraction) -> arb:
    """Pr[max(|X_1|, |X_1 + X_2|) > a], by integration over X_1 in closed form.

    Pr[|x + X_2| <= a] = 1 - e^-a cosh(x) for |x| <= a.
    """
    far = (-ball(a)).exp()
    return far + far * (ball(a) / 2 + (1 - far**2) / 4)


def require_quantiles(failure: Failure, beta: Fraction) -> None:
    """The quantiles against closed forms, and the two readings in their order."""
    results = [at_one_step(m, beta, failure) for m in range(1, 9)]
    # one noise: e^-a; two noises: Pr[|Z_2| > a] = (1 + a/2) e^-a
    for m, alpha in enumerate(results[:2]):
        ends = [(1 + m * ball(a) / 2) * (-ball(a)).exp() for a in (alpha.lower, alpha.upper)]
        require(at_most(ends[1], ball(beta)), "Alpha is too small.", noises=m + 1, alpha=alpha)
        require(at_most(ball(beta), ends[0]), "Alpha is too large.", noises=m + 1, alpha=alpha)
    for less, more in pairwise(results):
        require(less < more, "More noises do not make the error larger.", one=less, other=more)
    run = smallest(two_steps_fail, beta)
    enough = noised_stream_over_a_run(2, beta)
    require(results[1] < run, "Two steps need no more than one.", run=run, one_step=results[1])
    require(run < enough, "Levy's inequality does not give enough.", run=run, Levy=enough)
