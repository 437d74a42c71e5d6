"""Bounds on how well a private policy's actions distinguish two bandit instances, as formulas.

Write t_a = TV(P_a, P'_a), S = sum_t t_{a_t} and V = sum_t t_{a_t} (1 - t_{a_t}) along the actions;
the sums run over the rounds whose reward the policy still uses, t <= T - 1 for regret. Thesis,
Section 4.2.2. The bounds under zCDP need the kernel reading of "policy" (each action is
drawn afresh from the visible history), except `zcdp_kl_domination`, which holds in both readings.
The exact moments of a finite policy come from `banditproof.verify.decompositions`.
"""

from __future__ import annotations
from collections.abc import Callable, Sequence, Sized
from fractions import Fraction
from typing import Any
import numpy as np
from .balls import ball, enclose
from .broadcasting import broadcasts
from .certified_forms import certified_by
from .domains import Float, counts, nonnegative, probabilities, unwrapped
from .enclosure import ZERO, Enclosure
from .exact import Number, exact_count, exact_nonnegative, exact_probability
from .parameter_names import accepts_epsilon
from .transport.kl_bounds import log_growth

_LEAST = 1e-290


def _certified_pure(eps: Number, distance: Number, *, digits: int) -> Enclosure:
    return Enclosure.of(exact_nonnegative("eps", eps) * exact_nonnegative("distance", distance))


@certified_by(_certified_pure)
@accepts_epsilon
@broadcasts
def pure_kl_decomposition(eps: Float, distance: Float) -> Any:
    """The bound eps E[S] on KL(M_nu || M_nu') for an eps-View DP policy, S under nu.

    Thesis, Theorem 4.9; in either reading of "policy".

    >>> pure_kl_decomposition(0.5, 3)
    1.5
    """
    loss, moved = nonnegative("eps", eps), nonnegative("distance", distance)
    with np.errstate(over="ignore"):
        return unwrapped(loss * moved)


def _log_ratio_arguments(
    eps: Number, plays: Sequence[Number], distances: Sequence[Number]
) -> tuple[Fraction, list[tuple[Fraction, Fraction]]]:
    if not isinstance(plays, Sized) or not isinstance(distances, Sized):
        raise ValueError(
            f"The plays are {plays!r} and the distances {distances!r}; give two lists, with one of "
            "each for every arm."
        )
    if len(plays) != len(distances):
        raise ValueError(
            f"There are {len(plays)} numbers of plays and {len(distances)} distances; give one of "
            "each for every arm."
        )
    pairs = [
        (exact_nonnegative("plays", n), exact_probability("distances", t))
        for n, t in zip(plays, distances, strict=True)
    ]
    return exact_nonnegative("eps", eps), pairs


def _certified_log_ratio(
    eps: Number, plays: Sequence[Number], distances: Sequence[Number], *, digits: int
) -> Enclosure:
    loss, pairs = _log_ratio_arguments(eps, plays, distances)
    moving = [(n, t) for n, t in pairs if n and t]
    if not loss or not moving:
        return ZERO
    return enclose(
        lambda: sum((ball(n) * (ball(t) * ball(loss).expm1()).log1p() for n, t in moving), ball(0)),
        digits,
    )


@certified_by(_certified_log_ratio)
@accepts_epsilon
def pure_log_ratio_bound(
    eps: Number, plays: Sequence[Number], distances: Sequence[Number]
) -> float:
    """The bound sum_a n_a log(1 + t_a (e^eps - 1)) on |log(m_nu(a) / m_nu'(a))|, eps-View DP.

    For every single action sequence a; n_a counts its plays of arm a in the rounds that count, and
    the bound is attained. It is at least eps sum_a n_a t_a, which bounds the mean of the log-ratio
    (`pure_kl_decomposition`) but not each log-ratio (claim `thesis.thm4.9.pathwise`).

    >>> round(pure_log_ratio_bound(1, [3, 2], [0.5, 0]), 6)
    1.860344
    """
    loss, pairs = _log_ratio_arguments(eps, plays, distances)
    budget = _as_float("eps", loss)
    moving = [(_as_float("plays", n), float(t)) for n, t in pairs if n and t]
    with np.errstate(over="ignore"):
        growths = [float(log_growth(budget, t)) for _, t in moving]
        if loss and min(growths, default=1.0) < _LEAST:  # digits are lost before n is counted
            return float(_certified_log_ratio(eps, plays, distances, digits=17))
        return sum(n * growth for (n, _), growth in zip(moving, growths, strict=True))


def _as_float(name: str, number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        raise ValueError(
            f"{name} is larger than all floats; give a smaller number, or ask for an enclosure."
        ) from None


def _moments(read: Callable[[str, Any], Any], rho: Any, square: Any, variance: Any) -> Any:
    return read("rho", rho), read("square", square), read("variance", variance)


def _certified_printed(rho: Number, square: Number, variance: Number, *, digits: int) -> Enclosure:
    loss, second, spread = _moments(exact_nonnegative, rho, square, variance)
    return Enclosure.of(loss * (second + spread))


@certified_by(_certified_printed)
@broadcasts
def zcdp_kl_decomposition_printed(rho: Float, square: Float, variance: Float) -> Any:
    """The number rho (E[S^2] + E[V]) printed in Theorem 4.14, which is refuted: it is not a bound.

    It treats the mismatches as independent given all actions, which is true only if the actions
    ignore them. For each rho > 0 a rho-Interactive zCDP policy has a larger KL divergence
    (`thesis.thm4.14.family`); use `zcdp_kl_decomposition`, which is at most twice as large.

    >>> zcdp_kl_decomposition_printed(1, 0.5, 0.5)
    1.0
    """
    loss, second, spread = _moments(nonnegative, rho, square, variance)
    with np.errstate(over="ignore"):
        return unwrapped(loss * second + loss * spread)


def _certified_repaired(rho: Number, square: Number, variance: Number, *, digits: int) -> Enclosure:
    loss, second, spread = _moments(exact_nonnegative, rho, square, variance)
    if not loss or not second * spread:
        return Enclosure.of(loss * (second + spread))
    return enclose(
        lambda: ball(loss) * (ball(second + spread) + 2 * ball(second * spread).sqrt()), digits
    )


@certified_by(_certified_repaired)
@broadcasts
def zcdp_kl_decomposition(rho: Float, square: Float, variance: Float) -> Any:
    """The bound rho (sqrt(E[S^2]) + sqrt(E[V]))^2 for a rho-Interactive zCDP kernel, under nu.

    The number of mismatches is S plus a martingale of variance E[V], and their L2 norms add. False
    for machines with hidden memory, whose constant does not count every prefix equally. The repair
    of Theorem 4.14 (claim `thesis.thm4.14.repaired`).

    >>> zcdp_kl_decomposition(1, 0.25, 0.25)
    1.0
    """
    loss, second, spread = _moments(nonnegative, rho, square, variance)
    with np.errstate(over="ignore", invalid="ignore"):
        norms = np.sqrt(second) + np.sqrt(spread)
        # the square first where it cannot underflow or overflow: the loss may be subnormal
        squared = loss * (norms * norms)
        return unwrapped(np.where((norms > 1) & (norms < 1e150), squared, loss * norms * norms))


def _certified_domination(
    rho: Number, rounds: Number, largest: Number, *, digits: int
) -> Enclosure:
    loss, n = exact_nonnegative("rho", rho), exact_count("rounds", rounds)
    t = exact_probability("largest", largest)
    return Enclosure.of(loss * (n * n * t * t + n * t * (1 - t)))


@certified_by(_certified_domination)
@broadcasts
def zcdp_kl_domination(rho: Float, rounds: Float, largest: Float) -> Any:
    """The bound rho (n^2 t^2 + n t (1 - t)) for n rounds that count and t = max_a t_a.

    The number of mismatches is at most Bin(n, t) in law. It needs Table zCDP only, and it holds
    for kernels and for machines: one coin for each row of the table couples all of its entries
    (claim `thesis.thm4.14.domination`).

    >>> zcdp_kl_domination(1, 2, 0.5)
    1.5
    """
    loss, n = nonnegative("rho", rho), counts("rounds", rounds)
    t = probabilities("largest", largest)
    with np.errstate(over="ignore"):
        return unwrapped(loss * ((n * t) ** 2 + n * t * (1 - t)))
