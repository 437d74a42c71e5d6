"""The time that is left while checks run: by what is known of each, and by those that ended."""

from types import SimpleNamespace
import pytest
from banditproof.cli.verdicts_as_found import Estimate
from banditproof.paper_checks.running import order_of_checks


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The time, which tests move; each check is known to take 10 s."""
    monkeypatch.setattr(order_of_checks, "measured_seconds", lambda: dict.fromkeys("abcd", 10.0))
    return [0.0]


def claim(id: str, **fields: object) -> SimpleNamespace:
    return SimpleNamespace(id=id, **{"program": ("m", "f"), "parts": (), "repeats": None} | fields)


def result(id: str, seconds: float = 0.0, kept: bool = False) -> SimpleNamespace:
    return SimpleNamespace(claim=claim(id), seconds=seconds, kept=kept)


def estimate(clock: list[float]) -> Estimate:
    chosen = [*map(claim, "abcd"), claim("whole", program=None, parts=("a", "b"))]
    return Estimate(chosen, 2, lambda: clock[0])


def test_it_is_there_before_any_verdict_and_falls_with_time(clock) -> None:
    left = estimate(clock)
    assert left.seconds() == 20.0
    clock[0] = 5.0
    assert left.seconds() == 15.0
    clock[0] = 100.0
    assert left.seconds() == 1.0


def test_it_follows_the_pace_of_the_checks_that_ended(clock) -> None:
    left = estimate(clock)
    left.note(result("a", 30.0))
    assert left.seconds() == 30 * 2 / 2  # 40 s were taken where 20 s were expected
    left.note(result("b", 10.0))
    assert left.seconds() < 20


def test_what_was_kept_says_nothing_of_the_pace(clock) -> None:
    left = estimate(clock)
    for id in "abc":
        left.note(result(id, kept=True))
    assert left.seconds() == 5.0
    left.note(result("d", 10.0))
    assert left.seconds() == 0.0
