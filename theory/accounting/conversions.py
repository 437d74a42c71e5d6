"""From one notion of privacy to another: exact worst cases, and the printed formulas.

Each function is one formula. `..._printed` is the formula of the thesis, which may be loose.
"""

from __future__ import annotations
import math
from collections.abc import Callable
from fractions import Fraction
from flint import arb, ctx
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import exact_or_infinite
from banditproof.theory.enclosure import INFINITE, ONE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact, exact_nonnegative, exact_probability
from banditproof.theory.mechanisms.gaussian import NEGLIGIBLE, is_negligible
from banditproof.theory.mechanisms.randomised_response import RandomisedResponse
from banditproof.theory.parameter_names import accepts_epsilon


@accepts_epsilon
def pure_to_zcdp(eps: Number, digits: int = 30) -> Enclosure:
    """The smallest rho for which every eps-DP mechanism is rho-zCDP: eps tanh(eps/2).

    Randomised response attains it in the limit of order 1, and is the worst case at every order:
    its K(alpha) = log cosh(u eps) - log cosh(eps/2) with u = alpha - 1/2 must stay below
    rho (u^2 - 1/4). In v = u^2 the left side is concave, because tanh(x)/x decreases, both sides
    are 0 at v = 1/4, and there the slope of the left one is eps tanh(eps/2).

    >>> print(pure_to_zcdp(1, digits=10))
    [0.4621171572600095..0.4621171572600101]
    """
    loss = exact_or_infinite("eps", eps)
    return INFINITE if isinstance(loss, float) else RandomisedResponse(loss).renyi(1, digits)


@accepts_epsilon
def pure_to_zcdp_printed(eps: Number) -> Fraction | float:
    """eps^2 / 2: valid for every eps, and larger than needed. Thesis, Proposition 2.6.

    >>> pure_to_zcdp_printed("0.5")
    Fraction(1, 8)
    """
    loss = exact_or_infinite("eps", eps)
    return loss if isinstance(loss, float) else loss**2 / 2


@accepts_epsilon
def bounded_range_to_zcdp(eps: Number) -> Fraction:
    """eps^2 / 8, when the losses of all outcomes lie in an interval of length eps.

    It holds for the exponential mechanism. (Cesar and Rogers, 2021, by Hoeffding's lemma.)

    >>> bounded_range_to_zcdp(1)
    Fraction(1, 8)
    """
    return exact_nonnegative("eps", eps) ** 2 / 8


@accepts_epsilon
def pure_to_approx(eps: Number, wanted: Number, digits: int = 30) -> Enclosure:
    """The smallest delta for which every eps-DP mechanism is (wanted, delta)-DP.

    (e^eps - e^wanted) / (1 + e^eps), attained by randomised response; 0 from wanted = eps on.

    >>> print(pure_to_approx(1, "0.5", digits=10))
    0.28764913664496[7..9]
    """
    loss = exact_or_infinite("eps", eps)
    if isinstance(loss, float):
        return ZERO if wanted == math.inf else ONE
    return RandomisedResponse(loss).delta(wanted, digits)


@accepts_epsilon
def pure_to_approx_epsilon(eps: Number, delta: Number, digits: int = 30) -> Enclosure:
    """The smallest eps' for which every eps-DP mechanism is (eps', delta)-DP.

    log(e^eps - delta (1 + e^eps)), or 0 if that is negative.

    >>> print(pure_to_approx_epsilon(1, "0.1", digits=10))
    0.85290510136432[1..3]
    """
    loss, share = exact_or_infinite("eps", eps), exact_probability("delta", delta)
    if isinstance(loss, float):
        return ZERO if share == 1 else INFINITE
    if loss == 0 or share == 0:
        return Enclosure.of(loss)

    def evaluate() -> arb:
        rest = 1 - ball(share) * (1 + (-ball(loss)).exp())
        if rest <= 0:
            return arb(0)
        return ball(loss) + rest.log() if rest > 0 else arb(0).union(ball(loss))

    return _positive_part(evaluate, digits)


def zcdp_to_renyi(rho: Number, alpha: Number) -> Fraction:
    """rho alpha, the bound of D_alpha that is the definition of rho-zCDP, for alpha > 1.

    >>> zcdp_to_renyi("0.5", 3)
    Fraction(3, 2)
    """
    return exact_nonnegative("rho", rho) * _order(alpha)


def zcdp_to_approx_printed(rho: Number, delta: Number, digits: int = 30) -> Enclosure:
    """rho + 2 sqrt(rho log(1/delta)), valid for 0 < delta < 1. Thesis, Proposition 2.6.

    >>> print(zcdp_to_approx_printed("0.5", "1e-6", digits=10))
    5.7565217697569[2..4]
    """
    size, share = exact_nonnegative("rho", rho), _failure(delta)
    if size == 0 or share == 1:
        return Enclosure.of(size)
    return enclose(lambda: ball(size) + 2 * (-ball(size) * ball(share).log()).sqrt(), digits)


@accepts_epsilon
def renyi_to_approx(alpha: Number, divergence: Number, eps: Number, digits: int = 30) -> Enclosure:
    """A delta for which D_alpha <= divergence gives (eps, delta)-DP.

    e^((alpha-1)(divergence-eps)) (1 - 1/alpha)^(alpha-1) / alpha, at most 1: from E[(1 -
    e^(eps-L))_+] <= max over l of (1 - e^(eps-l)) e^(-(alpha-1) l) times E[e^((alpha-1) L)].
    (Canonne, Kamath and Steinke, 2020, Proposition 12.)

    >>> print(renyi_to_approx(2, 1, 3, digits=10))
    0.033833820809153[1..3]
    """
    order, size = _order(alpha), exact_nonnegative("divergence", divergence)
    loss = exact_nonnegative("eps", eps)
    result = enclose(lambda: _log_delta(order, size, loss).exp(), digits)
    return ONE if result.lo >= 1 else result


def _log_delta(order: Fraction, divergence: Fraction, eps: Fraction) -> arb:
    a = ball(order)
    return (a - 1) * (ball(divergence - eps) + (1 - 1 / a).log()) - a.log()


def renyi_to_approx_epsilon(
    alpha: Number, divergence: Number, delta: Number, digits: int = 30
) -> Enclosure:
    """An eps for which D_alpha <= divergence gives (eps, delta)-DP: the inverse of the above.

    divergence + (log(1/delta) - log alpha) / (alpha - 1) + log(1 - 1/alpha), at least 0.

    >>> print(renyi_to_approx_epsilon(2, 1, "0.01", digits=10))
    [4.21887582486819..4.21887582486821]
    """
    order, size, share = _order(alpha), exact_nonnegative("divergence", divergence), _failure(delta)

    def evaluate() -> arb:
        a = ball(order)
        return ball(size) - (ball(share).log() + a.log()) / (a - 1) + (1 - 1 / a).log()

    return _positive_part(evaluate, digits)


def renyi_to_approx_epsilon_printed(
    alpha: Number, divergence: Number, delta: Number, digits: int = 30
) -> Enclosure:
    """divergence + log(1/delta) / (alpha - 1): the older conversion (Mironov, 2017).

    >>> print(renyi_to_approx_epsilon_printed(2, 1, "0.01", digits=10))
    [5.60517018598808..5.60517018598810]
    """
    order, size, share = _order(alpha), exact_nonnegative("divergence", divergence), _failure(delta)
    return enclose(lambda: ball(size) - ball(share).log() / ball(order - 1), digits)


@accepts_epsilon
def zcdp_to_approx(rho: Number, eps: Number, digits: int = 30) -> Enclosure:
    """A delta for which rho-zCDP gives (eps, delta)-DP: `renyi_to_approx` at its best order.

    The logarithm of that bound with divergence rho alpha is convex in alpha, with derivative
    (2 alpha - 1) rho + log(1 - 1/alpha) - eps. At its root the bound is
    e^(-rho (alpha-1)^2) / alpha. No rho-zCDP mechanism has a larger delta; the Gaussian one has
    a smaller one.

    >>> print(zcdp_to_approx("0.5", 3, digits=10))
    0.0051431840638621[3..9]
    """
    size, loss = exact_or_infinite("rho", rho), exact_or_infinite("eps", eps)
    if size == 0 or loss == math.inf:
        return ONE if size == math.inf else ZERO
    if size == math.inf:
        return ONE
    rate, level = Fraction(size), Fraction(loss)
    if is_negligible(rate, level):
        return Enclosure(Fraction(0), NEGLIGIBLE)
    # the best order is 1 + x with log(x / (1 + x)) <= eps - rho, so x <= 2 e^(eps - rho), and
    # the bound is at least 1 - x - rho x^2
    missing = (1 + rate) / (1 << min(max(int(rate - level) - 1, 0), 1_000_000))
    if rate - level > 1 and missing * 10 ** (digits + 1) < 1:
        return Enclosure(1 - missing, Fraction(1))

    def evaluate() -> tuple[arb, arb]:
        low, high = _root(lambda x: _best_epsilon(rate, x) - ball(level))
        return _best_delta(rate, high), _best_delta(rate, low)

    return enclose(evaluate, digits)


def zcdp_to_approx_epsilon(rho: Number, delta: Number, digits: int = 30) -> Enclosure:
    """An eps >= 0 for which rho-zCDP gives (eps, delta)-DP: the inverse of `zcdp_to_approx`.

    (2 alpha - 1) rho + log(1 - 1/alpha) at the order with rho (alpha-1)^2 + log alpha =
    log(1/delta); never above rho + 2 sqrt(rho log(1/delta)).

    >>> print(zcdp_to_approx_epsilon("0.5", "1e-6", digits=10))
    5.2215344445301[6..8]
    """
    size, share = exact_nonnegative("rho", rho), _failure(delta)
    if size == 0 or share == 1:
        return ZERO

    def evaluate() -> tuple[arb, arb]:
        def missing(x: Fraction) -> arb:
            return ball(size * x * x) + ball(x).log1p() + ball(share).log()

        low, high = _root(missing)
        return _best_epsilon(size, low), _best_epsilon(size, high)

    return _positive_part(evaluate, digits)


def _positive_part(evaluate: Callable[[], arb | tuple[arb, arb]], digits: int) -> Enclosure:
    """The enclosure of max(0, value)."""

    def clipped() -> tuple[arb, arb]:
        result = evaluate()
        low, high = result if isinstance(result, tuple) else (result, result)
        return low.max(arb(0)), high.max(arb(0))

    return enclose(clipped, digits)


def _best_epsilon(rho: Fraction, x: Fraction) -> arb:
    """The eps whose best order is 1 + x: increasing in x."""
    return ball(rho * (1 + 2 * x)) - ball(1 / x).log1p()


def _best_delta(rho: Fraction, x: Fraction) -> arb:
    """The bound at its best order 1 + x: decreasing in x."""
    return (-ball(rho * x * x)).exp() / ball(1 + x)


def _root(increasing: Callable[[Fraction], arb]) -> tuple[Fraction, Fraction]:
    """Two close positive numbers between which an increasing function passes through 0."""
    low, high = Fraction(1), Fraction(1)
    while not increasing(high) > 0:
        high *= 4
    while not increasing(low) < 0:
        low /= 4
    while high - low > low / (1 << (ctx.prec // 2)):
        middle = (low + high) / 2
        if middle.denominator.bit_length() > 2 * ctx.prec + 64:
            break
        value = increasing(middle)
        if value > 0:
            high = middle
        elif value < 0:
            low = middle
        else:
            break
    return low, high


def _order(alpha: Number) -> Fraction:
    order = exact(alpha)
    if order <= 1:
        raise ValueError(f"alpha is {alpha}; give a finite order > 1.")
    return order


def _failure(delta: Number) -> Fraction:
    share = exact_probability("delta", delta)
    if share == 0:
        raise ValueError("delta is 0, where no finite eps follows; give a number in (0, 1].")
    return share
