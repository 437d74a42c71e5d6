"""A policy that dies, hangs or talks nonsense ends in one sentence, and leaves nothing behind."""

import gc
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
import pytest
from case_tables import table
from banditproof.algorithms import RewardList
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere

REWARDS = RewardList([1, 0, 1])


@pytest.fixture(autouse=True)
def _nothing_is_left():
    """No descriptor and no child remains."""
    gc.collect()  # what earlier tests have left in circles holds descriptors until it is found
    before = os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd") else []
    children = children_of_this_process()
    yield
    assert len(before) == (len(os.listdir("/proc/self/fd")) if before else 0)
    assert children_of_this_process() <= children


def children_of_this_process() -> set[str]:
    """The numbers of its children, with those that ended and were not waited for."""
    known = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if file.read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                known.add(file.parent.name)
    return known


@pytest.mark.parametrize(
    ("way", "words"), table(__file__, "a_play_that_fails_is_one_sentence_and_the_next_is_played")
)
def test_a_play_that_fails_is_one_sentence_and_the_next_is_played(way, words):
    with Elsewhere(f"failing:{way}") as there:
        with pytest.raises(PolicyFailed, match=words) as failure:
            there.play(REWARDS, 3)
        assert not failure.value.ran_out
        assert there.play(REWARDS, 1).actions == (0,)


def test_a_play_that_does_not_start_leaves_no_question_to_the_next():
    with Elsewhere("failing:does_not_start") as there:
        for _ in range(3):
            with pytest.raises(PolicyFailed, match="ZeroDivisionError"):
                there.play(REWARDS, 3)


@pytest.mark.parametrize(("way", "words"), table(__file__, "nonsense_is_one_sentence"))
def test_nonsense_is_one_sentence(way, words):
    with Elsewhere(f"failing:{way}") as there, pytest.raises(PolicyFailed, match=words):
        there.play(REWARDS, 3)


def test_what_is_printed_is_no_message():
    with Elsewhere("failing:prints") as there:
        assert there.play(REWARDS, 3).actions == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [("failing:sleeps", "did not answer within"), ("slow_to_load:Any", "did not answer within")],
)
def test_a_deadline_counts_loading_and_plays(name, words):
    began = time.monotonic()
    with pytest.raises(PolicyFailed, match=words) as failure, Elsewhere(name, seconds=1) as there:
        there.play(REWARDS, 3)
    assert failure.value.ran_out
    assert time.monotonic() - began < 20


def test_a_process_that_is_over_plays_no_more():
    with Elsewhere("failing:sleeps", seconds=2) as there:
        for words in ("did not answer", "has ended; start another"):
            with pytest.raises(PolicyFailed, match=words):
                there.play(REWARDS, 3)


def test_processor_time_is_limited_by_the_kernel():
    with Elsewhere("failing:spins", seconds=2) as there:
        there._until += 100
        with pytest.raises(PolicyFailed, match="used up 2 seconds of processor time") as failure:
            there.play(REWARDS, 3)
        assert failure.value.ran_out
        assert there.play(REWARDS, 1).actions == (0,)


def test_a_mistake_of_the_keeper_ends_the_play_only():
    with Elsewhere("failing:plays") as there:
        with pytest.raises(ValueError, match="The horizon is 0"):
            there.play(REWARDS, 0)
        with pytest.raises(ValueError, match="The list has 3 rewards, and round 4"):
            there.play(REWARDS, 4)
        assert there.play(REWARDS, 3).actions == (0, 0, 0)


def test_a_module_that_is_missing_is_one_sentence():
    with pytest.raises(PolicyFailed, match="The module nowhere cannot be imported"):
        Elsewhere("nowhere:Policy")
    with pytest.raises(PolicyFailed, match="does not name a factory"):
        Elsewhere("dp-ucb")


def test_no_process_remains_not_even_of_a_module_that_begins_one():
    with Elsewhere("leaving_a_process:plays") as there:
        session = str(there._process.pid)
        assert there.play(REWARDS, 3).actions == (0, 0, 0)
        assert _sessions().count(session) == 2
    _wait_for_the_end_of(session)


KEEPER_THAT_IS_KILLED = """
from banditproof.algorithms import RewardList
from banditproof.algorithms.apart.keeper import Elsewhere
there = Elsewhere("failing:spins", seconds=600)
print(there._process.pid, flush=True)
there.play(RewardList([1, 0, 1]), 3)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes end with their parent on Linux only")
def test_a_policy_ends_with_its_keeper():
    command = [sys.executable, "-c", KEEPER_THAT_IS_KILLED]
    keeper = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with keeper.stdout:
        session = keeper.stdout.readline().strip()
    while _sessions().count(session) < 2:  # until the play has begun
        time.sleep(0.05)
    time.sleep(0.5)
    keeper.kill()
    keeper.wait()
    _wait_for_the_end_of(session)


def _wait_for_the_end_of(session):
    until = time.monotonic() + 20
    while session in _sessions():
        assert time.monotonic() < until
        time.sleep(0.1)


def _sessions():
    """The session of each process."""
    found = subprocess.run(["ps", "-e", "-o", "sess="], capture_output=True, text=True, check=True)
    return found.stdout.split()
