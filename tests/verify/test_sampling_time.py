"""Audits keep to their seconds, whatever a policy does with them, and return when interrupted."""

import time
import pytest
from black_box_runs import Cautious, Committing, committing, spending
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.null_audits import LEVEL


@pytest.mark.slow
def test_the_speed_of_the_machine_changes_nothing(monkeypatch):
    """A clock that runs a thousand times faster, as on a slow machine; and one that stands."""

    def audited():
        result = audit_black_box(committing(scale=0.3), 1, horizon=(5, 12), level=LEVEL, rng=3)
        return result.verdict, result.runs, result.tested, result.pairs, result.witness

    plain, real = audited(), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: 1000 * real())
    assert audited() == plain
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    assert audited() == plain
    assert plain[0] == "fails"


class Busy(Committing):
    """Computes for a long time in one call, without sleeping."""

    def select(self):
        until = time.perf_counter() + 5
        while time.perf_counter() < until:
            sum(range(1000))
        return super().select()


class Compiling(Committing):
    """Spends its time while it is made, as a first compilation does."""

    def __init__(self, rng, arms):
        until = time.perf_counter() + 5
        while time.perf_counter() < until:
            sum(range(1000))
        super().__init__(rng, arms)


@pytest.mark.parametrize("kind", [Busy, Compiling])
def test_seconds_bind_a_run_that_is_longer(kind):
    began = time.monotonic()
    result = audit_black_box(lambda rng, arms: kind(rng, arms), 1, seconds=0.4)
    assert time.monotonic() - began < 2
    assert (result.verdict, result.runs) == ("not refuted", 0)


class Slow(Committing):
    def update(self, arm, reward):
        time.sleep(0.0003)
        super().update(arm, reward)


@pytest.mark.slow
def test_seconds_bind_the_shrinking_too():
    began = time.monotonic()
    result = audit_black_box(
        lambda rng, arms: Slow(rng, arms, scale=1e-3), 1, horizon=5, seconds=3, level="0.01"
    )
    assert time.monotonic() - began < 4.5
    assert result.verdict == "fails"


def interrupting(runs):
    calls = [0]

    def factory(rng):
        calls[0] += 1
        if calls[0] == runs:
            raise KeyboardInterrupt
        return Cautious(rng, 1)

    return factory


@pytest.mark.parametrize("runs", [10, 100, 2500])
def test_an_interrupt_returns_what_is_known(runs):
    result = audit_black_box(interrupting(runs), 1, horizon=3, rng=1)
    assert (result.interrupted, result.verdict) == (True, "not refuted")
    assert result.runs <= runs
    assert "(interrupted)" in result.sentence
    assert result.tested == (runs > 1600)


class SlowToChoose(Cautious):
    def select(self):
        time.sleep(0.02)
        return super().select()


def test_a_slow_policy_keeps_to_its_seconds():
    result = audit_black_box(lambda rng: SlowToChoose(rng, 1), 1, horizon=3, seconds=0.5, rng=1)
    assert result.seconds < 0.8
    assert result.reproducible


def test_seconds_limit_an_audit():
    result = audit_black_box(spending(1), 1, horizon=3, seconds=0.6, rng=1)
    assert 0.5 < result.seconds < 3
    assert result.runs > 1000
    nothing = audit_black_box(spending(1), 1, horizon=3, seconds=1e-9, rng=1)
    assert (nothing.runs, nothing.verdict, nothing.lower_bound) == (0, "not refuted", 0)
    one = audit_black_box(spending(1), 1, horizon=3, samples=1, rng=1)
    assert one.verdict == "not refuted"
