"""Attacks on the boundary: none learns a reward, and none ends the keeper."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
import pytest
from banditproof.algorithms import DPUCB, DeclaredSums, FixedContexts, RewardList, play_apart
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.algorithms.apart.readable_files import modules_below
from banditproof.theory.mechanisms import Laplace

_spec = spec_from_file_location("attacks", Path(__file__).parent / "policies" / "attacks.py")
ATTACKS = module_from_spec(_spec)
_spec.loader.exec_module(ATTACKS)
LOADED = (
    *("grandchild", "thread", "orphan", "at_exit", "without_fork", "declares_twice"),
    *("declares_and_ends", "deaf"),
)
TWO_SANDBOXES = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox of Linux")


def outcome(there, bit, **more):
    """The actions of a play, or the sentence that ended it."""
    try:
        return there.play(RewardList([bit, 0, 0]), 3, rng=1, **more).actions
    except PolicyFailed as failure:
        return str(failure)


def outcomes(kind, names, factory):
    """What comes of each attack with either reward; a process that was ended is started again."""
    found, there = {}, None
    for number, name in enumerate(names):
        contexts = FixedContexts([[(kind,), (number,)]])
        for bit in (0, 1):
            if there is None or not there._open:
                there = Elsewhere(f"attacks:{factory}", seconds=20)
            found.setdefault(name, []).append(outcome(there, bit, contexts=contexts))
            if isinstance(found[name][-1], str):
                there.close()
    there.close()
    return found


@pytest.mark.slow
def test_messages_past_the_library_are_refused():
    for name, (one, other) in outcomes(1, ATTACKS.MESSAGES, "attacker").items():
        assert one == other, (name, one, other)
        assert isinstance(one, str), name


@TWO_SANDBOXES
@pytest.mark.slow
def test_acts_of_a_play_learn_nothing():
    for name, (one, other) in outcomes(0, ATTACKS.ACTS, "Attacker").items():
        assert one == other, (name, one, other)
        assert isinstance(one, str) or one == (0, 0, 0), f"{name} succeeded"


@TWO_SANDBOXES
def test_system_calls_are_refused_also_by_the_numbers_of_x32():
    with pytest.raises(PolicyFailed, match=r"allowed: \[\]"):
        Elsewhere("attacks:calls")


@pytest.mark.slow
@pytest.mark.parametrize("name", LOADED)
def test_what_is_begun_while_loading_learns_nothing_and_ends(name):
    found = []
    for bit in (0, 1):
        try:
            with Elsewhere(f"attacks:{name}", seconds=3) as there:
                found.append(outcome(there, bit))
        except PolicyFailed as failure:
            found.append(str(failure))
    ended = all(isinstance(one, str) for one in found)
    assert ended or found[0] == found[1], "what steals messages ends plays by chance"


def test_what_declares_by_chance_is_not_played_as_something_else():
    with pytest.raises(PolicyFailed, match="declares something else when it is called again"):
        Elsewhere("attacks:by_chance")
    with pytest.raises(PolicyFailed, match="declares something else when it is called again"):
        play_apart("attacks:by_chance", RewardList([1]), 1, declared="0" * 64)


PICKLES = {
    "no policy": (os.getpid, (), "not callable"),
    "an end": (os._exit, (0,), "without an answer"),
    "a program": (os.system, ("true",), "not callable"),
    "another policy": (DPUCB, (2, 1, 3), ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PICKLES)
def test_a_pickle_calls_what_it_likes_behind_the_walls(name):
    call, given, sentence = PICKLES[name]
    judged = DPUCB(arms=2, eps="1/2", horizon=3)
    with Elsewhere(judged) as there:
        declared = there.declared
    with pytest.raises(PolicyFailed, match=sentence or "judge it as it is"):
        play_apart(ATTACKS.Pickled(call, *given), RewardList([1]), 1, declared=declared)


def test_a_link_with_the_name_of_a_module_opens_no_data(tmp_path):
    (tmp_path / "data.csv").write_text("1,0,1")
    (tmp_path / "module.py").write_text("")
    (tmp_path / "linked.py").symlink_to(tmp_path / "data.csv")
    (tmp_path / "again.py").symlink_to(tmp_path / "module.py")
    found = {Path(path).name for path in modules_below([str(tmp_path)])}
    assert found == {"module.py", "again.py"}


@pytest.mark.parametrize("rate", ["1e-30", 1e-6, "1/9223372036854775807", 2.0**-62])
def test_a_coin_that_a_float_does_not_have_is_refused(rate):
    with pytest.raises(ValueError, match="give a probability in"):
        DeclaredSums(Laplace(1), rate=rate)
