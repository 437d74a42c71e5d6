"""Properties of drawn arguments, mutants that must not have them, and errors of floats."""

import functools
import inspect
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from banditproof.theory import Enclosure

SUBNORMAL = Fraction(1, 10**305)  # below it float64 has fewer digits


def relative_error(value: float, enclosure: Enclosure) -> float:
    """The relative error of a float against an enclosure that is much narrower than it."""
    if math.isnan(value):
        return math.inf
    if not enclosure.is_finite or math.isinf(value):
        return 0.0 if enclosure.lo == value else math.inf
    exact = Fraction(enclosure.mid)
    if abs(exact) < SUBNORMAL:
        return 0.0 if abs(value) < 2 * SUBNORMAL else math.inf
    return float(abs(Fraction(value) - exact) / abs(exact))


def for_all(
    *strategies: st.SearchStrategy[Any], examples: int = 100
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Draw the first arguments of a check, the same ones in every run; the others are passed."""

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(check)
        def run(*passed: Any, examples: int = examples, **named: Any) -> None:
            @settings(
                max_examples=examples,
                deadline=None,
                derandomize=True,
                database=None,
                phases=(Phase.generate,),
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            )
            @given(st.tuples(*strategies))
            def drawn(arguments: tuple[Any, ...]) -> None:
                check(*arguments, *passed, **named)

            drawn()

        rest = list(inspect.signature(check).parameters.values())[len(strategies) :]
        vars(run).update(examples=examples, __signature__=inspect.Signature(rest))
        return run

    return decorate


def rejects(check: Callable[..., None], *mutant: Any, examples: int = 0, **named: Any) -> None:
    """Assert that a check fails for a mutant; a search may take twenty times as long for it."""
    most = 20 * (examples or vars(check).get("examples", 0))
    with pytest.raises(AssertionError):
        check(*mutant, **named, **({"examples": most} if most else {}))


TOLERANCE = Fraction(1, 10**13)


ABSOLUTE = Fraction(4, 2**1074)


LARGEST = Fraction(sys.float_info.max)


def is_right(value: float, exact: Fraction | float, tolerance: Fraction = TOLERANCE) -> bool:
    if math.isnan(value):
        return False
    if isinstance(exact, float):  # an infinity
        return value == exact
    if math.isinf(value):
        return (exact if value > 0 else -exact) > LARGEST * (1 - tolerance)
    error, allowed = abs(Fraction(value) - exact), tolerance * abs(exact)
    return error <= allowed or error <= allowed + ABSOLUTE
