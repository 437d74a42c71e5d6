"""An end of a block beside the alarms of others."""

import signal
import sys
import threading
import time
import pytest
from banditproof.theory.prover.deadline import TimeIsUp, deadline


class Rang(Exception):
    """The alarm of somebody else."""


def ring(number, frame):
    raise Rang


@pytest.fixture
def others():
    """Sets an alarm of somebody else; the one of the test run is back afterwards."""
    handler, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)

    def alarm(seconds: float) -> None:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    yield alarm
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, *timer)


def wait_for_ever() -> None:
    while True:
        time.sleep(0.001)


def test_a_later_alarm_is_put_off_and_comes_back(others) -> None:
    others(60)
    with pytest.raises(TimeIsUp), deadline(0.01):
        wait_for_ever()
    assert signal.getsignal(signal.SIGALRM) is ring
    assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] < 60


def test_a_block_that_ends_by_itself_gives_the_alarm_back(others) -> None:
    others(60)
    with deadline(1):
        pass
    assert signal.getsignal(signal.SIGALRM) is ring
    assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] < 60


def test_an_alarm_that_comes_first_is_left_alone(others) -> None:
    others(0.01)
    with pytest.raises(Rang), deadline(60):
        wait_for_ever()


def end_late() -> None:
    try:
        wait_for_ever()
    finally:
        time.sleep(0.05)


def over_and_on() -> None:
    with pytest.raises(TimeIsUp), deadline(0.04):
        end_late()
    wait_for_ever()


def test_an_alarm_that_fell_due_inside_comes_at_the_end(others) -> None:
    others(0.05)
    with pytest.raises(Rang):
        over_and_on()


class Slow:
    def __del__(self):
        time.sleep(60)


def destroy_and_on() -> None:
    slow = Slow()
    del slow
    wait_for_ever()


def test_an_alarm_that_rings_where_an_object_is_destroyed_rings_again(others) -> None:
    others(0)
    with pytest.raises(TimeIsUp), deadline(0.01):
        destroy_and_on()


class Broken:
    def __del__(self):
        raise KeyError("mine")


def test_what_is_no_alarm_is_reported_as_before(others, monkeypatch) -> None:
    reported, broken = [], Broken()
    monkeypatch.setattr(sys, "unraisablehook", lambda event: reported.append(event.exc_type))
    with deadline(60):
        del broken
    assert reported == [KeyError]


def test_without_another_alarm_none_is_left(others) -> None:
    others(0)
    with pytest.raises(TimeIsUp), deadline(0.01):
        wait_for_ever()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_other_threads_have_no_alarm() -> None:
    before = signal.getitimer(signal.ITIMER_REAL)[0]
    seen: list[float] = []

    def work() -> None:
        with deadline(5):
            seen.append(signal.getitimer(signal.ITIMER_REAL)[0])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [pytest.approx(before, abs=1)]
