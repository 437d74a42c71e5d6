"""Machines whose processes answer what they like: a table of them, or one sentence."""

import os
import sys
from fractions import Fraction
import pytest
from banditproof.verify.audit import audit
from banditproof.verify.definitions.finite_machine import FiniteMachine

HALF = Fraction(1, 2)


def machine(act=None, observe=None, rewards=(Fraction(0), Fraction(1))):
    """Two rounds of a fair coin, unless something else is given."""
    fair = {0: HALF, 1: HALF}
    return FiniteMachine(
        *(2, 2, {0: Fraction(1)}),
        act or (lambda state: {(arm, state): mass for arm, mass in fair.items()}),
        observe or (lambda state, label, reward: 0),
        rewards,
    )


def written(data, times=1):
    """An act that writes to the pipe of its process, which a frame knows, and ends the process."""

    def act(state):
        frame = sys._getframe()
        while "there" not in frame.f_locals:
            frame = frame.f_back
        for _ in range(times):
            os.write(frame.f_locals["there"], data)
        os._exit(0)

    return act


def nested(depth):
    def observe(state, label, reward):
        value = ()
        for _ in range(depth):
            value = (value,)
        return value

    return observe


LAWS = ('[[0,0,"x"]]', '[[0,0,"1/0"]]', "[[7]]", '[["0",{"a":1},"1"]]', '[[0,["ratio",1,0],"1"]]')
ANSWERS = ("3", '["answers",null]', '["answers",[1]]', '["answers",[1,2]]', "[" * 10**5)
FORGED = {
    **{text[:20]: written(text.encode()) for text in ANSWERS},
    **{law: written(f'["answers",[{law}]]'.encode()) for law in LAWS},
    "terminal codes": written(b'["raised","\\u001b[2J"]'),
    "a flood": written(b"x" * (1 << 20), times=10**6),
    "no law": lambda state: None,
    "NaN": lambda state: {(0, state): float("nan")},
    "a sleep": lambda state: os.read(os.pipe()[0], 1),
}


@pytest.mark.parametrize("name", FORGED)
def test_an_answer_that_is_none_leaves_the_claim_open(name):
    report = audit(machine(FORGED[name]), 1, seconds=2)
    assert report.verdict == "not refuted"
    assert report.checks[-1].note.isprintable()


@pytest.mark.parametrize("observe", [nested(10**5), lambda *shown: 10**6000])
def test_a_state_that_is_no_plain_value_leaves_it_open(observe):
    assert audit(machine(observe=observe), 1, seconds=9).verdict == "not refuted"


def by_last_reward(state):
    return {(int(state), state): Fraction(1)}


def by_truth(state):
    return {(int(state is True), state): Fraction(1)}


PAIRS = {
    "fractions": (by_last_reward, lambda state, label, reward: int(reward)),
    "True and 1": (by_truth, lambda state, label, reward: True if reward else 1),
}


@pytest.mark.parametrize("rewards", [(0, 1), (Fraction(0), Fraction(1))])
@pytest.mark.parametrize("name", PAIRS)
def test_what_tells_the_last_reward_fails_whatever_the_rewards_are_written_as(name, rewards):
    act, observe = PAIRS[name]
    report = audit(machine(act, observe, rewards), 1)
    assert (report.verdict, report.checks[-1].grade) == ("fails", "proved")
    assert audit(machine(None, observe, rewards), 1).verdict == "holds"
