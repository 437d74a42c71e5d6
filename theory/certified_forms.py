"""The certified form of each public function, and how to ask for it."""

from __future__ import annotations
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar
from .exact import asked_digits
from .parameter_names import documented

if TYPE_CHECKING:
    from .enclosure import Enclosure

Function = TypeVar("Function", bound=Callable[..., Any])
Form = Callable[..., "Enclosure"]
_CERTIFIED_FORMS: dict[Callable[..., Any], Form] = {}
_ROOMS = """bernoulli characteristic_times concentration confidence_bounds infima
    kl_decompositions lower_bounds membership noisy_mean_bounds phase_lengths private_divergence
    sample_complexity stopping transport"""
"""Where functions with a certified form are defined; each registers them when it is loaded."""


def certified_by(form: Form) -> Callable[[Function], Function]:
    """Name the certified form of a public function; `certify` calls it as form(*args, digits=n)."""

    def register(function: Function) -> Function:
        _CERTIFIED_FORMS[function] = form
        return function

    return register


def certify(function: Callable[..., Any], *args: Any, digits: int = 30, **kwargs: Any) -> Enclosure:
    """Enclose the exact value of a function of `theory` to the given number of digits.

    The arguments are those of the function; each may be an int, a Fraction, a decimal string
    (read exactly) or a float (which stands for its exact binary value). Named arguments are
    accepted as the function accepts them, `epsilon` for `eps` among them. The float forms are
    within a relative 1e-13 of it, or within a few times the least subnormal float, where their
    docstrings do not say otherwise.

    >>> from banditproof.theory import kl
    >>> print(certify(kl, "0.25", "0.75", digits=20))
    0.549306144334054845697622[5..8]
    """
    form = _CERTIFIED_FORMS.get(function)
    if form is None:
        name = getattr(function, "__name__", repr(function))
        known = ", ".join(sorted(f.__name__ for f in certifiable()))
        raise ValueError(f"{name} has no certified form; the functions that have one are {known}.")
    digits = asked_digits(digits)
    if kwargs:
        documented(function.__name__, signature(function).parameters, kwargs, len(args))
    places = signature(form)
    try:
        places.bind(*args, digits=digits, **kwargs)
    except TypeError as problem:
        taken = ", ".join(key for key in places.parameters if key != "digits")
        raise TypeError(
            f"{function.__name__} takes {taken}, and certify was called with something else: "
            f"{problem}."
        ) from None
    return form(*args, digits=digits, **kwargs)


def certifiable() -> tuple[Callable[..., Any], ...]:
    """The public functions that `certify` accepts."""
    for room in _ROOMS.split():
        import_module(f"banditproof.theory.{room}")
    return tuple(_CERTIFIED_FORMS)
