"""Privacy budgets: frozen values that say which guarantee is meant."""

from __future__ import annotations
import math
from dataclasses import dataclass
from fractions import Fraction
from .exact import Number, exact
from .parameter_names import accepts_epsilon


def _read(name: str, value: Number) -> Fraction:
    """The exact value of a number; what is none is refused with its name.

    >>> _read("eps", "half")
    Traceback (most recent call last):
    ...
    ValueError: eps: 'half' is not a number; give a decimal ('0.25') or a ratio ('1/4').
    """
    try:
        return exact(value)
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}") from None


def _nonnegative(name: str, value: Number, none: str = "inf for no guarantee") -> None:
    if isinstance(value, float) and value == math.inf:
        return
    if (isinstance(value, float) and math.isnan(value)) or _read(name, value) < 0:
        raise ValueError(f"{name} is {value}; give a number >= 0 ({none}).")


def exact_or_infinite(name: str, value: Number) -> Fraction | float:
    """The exact value of a number >= 0, or inf; raises ValueError for others.

    >>> exact_or_infinite("eps", "0.5"), exact_or_infinite("eps", math.inf)
    (Fraction(1, 2), inf)
    """
    _nonnegative(name, value)
    return math.inf if isinstance(value, float) and value == math.inf else exact(value)


def exact_order(alpha: Number) -> Fraction | float:
    """The exact value of a Renyi order: 1 (Kullback-Leibler), above 1, or inf (largest loss).

    >>> exact_order("1.5"), exact_order(math.inf)
    (Fraction(3, 2), inf)
    """
    if isinstance(alpha, float) and (math.isnan(alpha) or math.isinf(alpha)):
        order: Fraction | float = alpha
    else:
        order = _read("alpha", alpha)
    if not order >= 1:
        raise ValueError(f"alpha is {alpha}; give an order in [1, inf].")
    return order


@accepts_epsilon
@dataclass(frozen=True)
class PureDP:
    """Pure differential privacy: M_D(E) <= e^eps M_D'(E) for all neighbours and all events.

    eps = inf means no guarantee. Thesis, Definition 2.3; Optimal Regret of Bernoulli Bandits,
    Definition 2.2, (4).

    >>> PureDP(0.5)
    PureDP(eps=0.5)
    """

    eps: Number

    def __post_init__(self) -> None:
        _nonnegative("eps", self.eps)


@accepts_epsilon
@dataclass(frozen=True)
class ApproxDP:
    """Approximate privacy: M_D(E) <= e^eps M_D'(E) + delta for all neighbours and all events.

    Thesis, Definition 2.3, (2.1).

    >>> ApproxDP(1, "1e-5")
    ApproxDP(eps=1, delta='1e-5')
    """

    eps: Number
    delta: Number

    def __post_init__(self) -> None:
        _nonnegative("eps", self.eps)
        if not 0 <= _read("delta", self.delta) <= 1:
            raise ValueError(f"delta is {self.delta}; give a number in [0, 1].")


@dataclass(frozen=True)
class ZCDP:
    """Zero-concentrated differential privacy: D_alpha(M_D || M_D') <= rho alpha for all alpha > 1.

    D_alpha is the Renyi divergence. Thesis, Definition 2.3, (2.2).

    >>> ZCDP(0.1)
    ZCDP(rho=0.1)
    """

    rho: Number

    def __post_init__(self) -> None:
        _nonnegative("rho", self.rho)


@accepts_epsilon
@dataclass(frozen=True)
class RenyiDP:
    """Renyi differential privacy of one order: D_alpha(M_D || M_D') <= eps.

    >>> RenyiDP(2, 0.5)
    RenyiDP(alpha=2, eps=0.5)
    """

    alpha: Number
    eps: Number

    def __post_init__(self) -> None:
        _nonnegative("eps", self.eps)
        if not (self.alpha == math.inf or _read("alpha", self.alpha) > 1):
            raise ValueError(f"alpha is {self.alpha}; give an order > 1 (inf for pure privacy).")


Budget = PureDP | ApproxDP | ZCDP | RenyiDP
