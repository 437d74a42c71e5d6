"""Fixtures of these tests: the error of a float against a certificate, and properties."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from banditproof.theory import Enclosure

SUBNORMAL = Fraction(1, 10**305)  # below it float64 has fewer digits


def _relative_error(value: float, enclosure: Enclosure) -> float:
    """The relative error of a float against an enclosure that is much narrower than it."""
    if math.isnan(value):
        return math.inf
    if not enclosure.is_finite or math.isinf(value):
        return 0.0 if enclosure.lo == value else math.inf
    exact = Fraction(enclosure.mid)
    if abs(exact) < SUBNORMAL:
        return 0.0 if abs(value) < 2 * SUBNORMAL else math.inf
    return float(abs(Fraction(value) - exact) / abs(exact))


@pytest.fixture(scope="session")
def relative_error() -> Callable[[float, Enclosure], float]:
    return _relative_error


def _for_all(
    check: Callable[..., None], *strategies: st.SearchStrategy[Any], examples: int = 100
) -> None:
    """Run a check on drawn arguments; the same ones in every run."""

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
    def run(arguments: tuple[Any, ...]) -> None:
        check(*arguments)

    run()


def _for_all_patiently(
    check: Callable[..., None], *strategies: st.SearchStrategy[Any], examples: int = 100
) -> None:
    """The same search, twenty times as long: it ends at the first failure of a mutant."""
    _for_all(check, *strategies, examples=20 * examples)


@pytest.fixture(scope="session")
def for_all() -> Callable[..., None]:
    return _for_all


@pytest.fixture(scope="session")
def rejects() -> Callable[..., None]:
    """Assert that a check detects a mutant."""

    def fails(check: Callable[..., None], *arguments: Any) -> None:
        patient = [_for_all_patiently if a is _for_all else a for a in arguments]
        with pytest.raises(AssertionError):
            check(*patient)

    return fails
