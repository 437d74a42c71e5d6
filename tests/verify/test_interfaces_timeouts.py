"""Black boxes that do not return are given up, and clocks and alarms of others are left alone."""

import contextlib
import gc
import signal
import threading
import time
import numpy as np
import pytest
from black_box_runs import RNG, TABLE, Plain, sampled
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.verify.sampling.sampler import BlackBoxSampler
from banditproof.verify.sampling.timeouts import TooLong, patience


class Endless(Plain):
    def select(self):
        while True:
            with contextlib.suppress(Exception):
                time.sleep(0.001)


class Dozing(Plain):
    def update(self, arm, reward):
        time.sleep(60)


class Swallowing(Plain):
    """Swallows the first alarm whatever it is."""

    def select(self):
        try:
            while True:
                pass
        except BaseException:
            while True:
                pass


class Collecting(Plain):
    """The alarm rings in a callback of the garbage collector, where no exception can be raised."""

    def select(self):
        def wait(phase, info):
            if phase == "start":
                gc.callbacks.remove(wait)
                time.sleep(60)

        gc.callbacks.append(wait)
        gc.collect()
        time.sleep(60)


class Closing(Plain):
    """The alarm rings where an object is destroyed."""

    def select(self):
        class Slow:
            def __del__(self):
                time.sleep(60)

        slow = Slow()
        del slow
        time.sleep(60)


@pytest.mark.parametrize(
    ("factory", "doing"), [(Endless, "select"), (Dozing, "update"), (Swallowing, "select"),
                           (Collecting, "select"), (Closing, "select")]
)  # fmt: skip
def test_a_policy_that_never_returns_is_given_up(factory, doing):
    before, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    began = time.monotonic()
    with pytest.raises(ValueError, match=rf"did not return from {doing}\(\) in round 1 within"):
        sampled(factory, seconds_per_run=0.1)
    assert time.monotonic() - began < 2
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == pytest.approx(timer, abs=2)


@pytest.mark.parametrize("factory", [Endless, Swallowing])
def test_a_policy_that_never_returns_is_given_up_in_a_thread(factory):
    results = []

    def work():
        try:
            sampled(factory, seconds_per_run=0.1)
        except ValueError as refusal:
            results.append(str(refusal))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(5)
    assert not thread.is_alive()
    assert "did not return from select()" in results[0]


def test_patience_leaves_quick_work_and_foreign_alarms_alone():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with patience(5) as clock:
            clock.start()
            clock.stop()
        time.sleep(0.4)
        assert rung == [True]
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not issubclass(TooLong, Exception)


def test_each_call_has_the_whole_time_and_no_more():
    began = time.monotonic()
    with patience(0.2) as clock:
        for _ in range(6):  # together longer than the time of one
            clock.start()
            time.sleep(0.06)
            clock.stop()
        for _ in range(2):
            started = time.monotonic()
            clock.start()
            with pytest.raises(TooLong):
                time.sleep(5)
            clock.stop()
            assert 0.19 < time.monotonic() - started < 2
        clock.start()
        clock.start(at_most=0.02)  # sooner than the alarm that is set
        with pytest.raises(TooLong):
            time.sleep(5)
        with pytest.raises(TooLong):  # it rings again, for a policy that catches everything once
            time.sleep(5)
        clock.stop()
        time.sleep(0.3)
    assert time.monotonic() - began < 10


def test_no_run_starts_after_the_deadline():
    sampler = BlackBoxSampler(FreshRuns(Plain, arms=2), 2, 4, deadline=time.monotonic() - 1)
    assert len(sampler.sample([TABLE], np.zeros(100, int), RNG)) == 0
