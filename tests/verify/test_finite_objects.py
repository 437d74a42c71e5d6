"""Finite machines are judged by their tables, and audits of finite objects carry witnesses."""

import fractions
import os
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory import ZCDP, ApproxDP, PureDP
from banditproof.verify.audit import audit, machine_tables
from banditproof.verify.audit.machine_tables import table_of
from banditproof.verify.audit.witnessed import again, witnessed
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses import Witness

HALF = Fraction(1, 2)
COUNTS = np.zeros(1, int)
CALLS: list[int] = []


def machine(act=None, observe=None, start=0):
    return FiniteMachine(
        *(2, 3, {start: Fraction(1)}),
        act=act or (lambda state: {(0, state): HALF, (1, state): HALF}),
        observe=observe or (lambda state, label, reward: state),
    )


def _counts_in_an_array(state):
    COUNTS[0] += 1
    arm = int(COUNTS[0] >= 3)
    return {(arm, state): Fraction(1)}


def _notes_the_reward(state, label, reward):
    CALLS.append(reward)
    return state


def _plays_the_note(state):
    return {(CALLS[-1] if CALLS else 0, state): Fraction(1)}


def _counted_observations(state, label, reward):
    COUNTS[0] += 1
    return state if COUNTS[0] < 2 else reward


SABOTAGED = {
    "a counter in an array": machine(_counts_in_an_array),
    "a global list": machine(_plays_the_note, _notes_the_reward),
    "an observation that counts": machine(observe=_counted_observations),
}


@pytest.mark.parametrize("name", SABOTAGED)
def test_a_machine_that_keeps_something_outside_of_its_state_is_not_shown(name):
    report = audit(SABOTAGED[name], 1)
    assert report.verdict == "not refuted"
    assert "outside of its state" in report.sentence
    assert (COUNTS[0], CALLS) == (0, []), "only other processes ran it"


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (machine(lambda state: 1 / 0), "ZeroDivisionError"),
        (machine(start=1.5), "type float"),
        (machine(lambda state: {("0", state): 1}), "an action is '0'"),
        (machine(observe=lambda state, label, reward: [state]), "type list"),
        (machine(lambda state: __import__("os")._exit(0)), "without an answer"),
        (machine(observe=lambda state, label, reward: (state, reward)), ""),
    ],
)
def test_a_machine_without_a_table_is_one_sentence(broken, sentence):
    report = audit(broken, 1)
    assert report.verdict == ("not refuted" if sentence else "holds")
    assert sentence in report.sentence


def test_a_machine_that_does_not_answer_ends_with_the_time():
    def endless(state):
        while True:
            pass

    assert "not finished in time" in audit(machine(endless), 1, seconds=0.2).sentence


def test_the_table_is_the_machine():
    by_mod = machine(
        lambda s: {(s % 2, s): HALF, (0, s + 1): HALF}, lambda s, label, reward: s + reward
    )
    table = table_of(by_mod)
    judged = table.judged()
    assert not table.different
    shown = lambda prefix: (prefix[-1], len(prefix) % 2)  # noqa: E731
    assert judged.view_law(shown) == by_mod.view_law(shown)
    assert "table of act and observe" in audit(by_mod, 1).checks[0].note


def test_this_program_is_forked_once_however_large_it_is(monkeypatch):
    forks, fork = [], os.fork
    monkeypatch.setattr(os, "fork", lambda: forks.append(1) or fork())
    assert audit(machine(), 1).verdict == "holds"
    assert len(forks) == 1


def test_the_table_is_that_of_the_code_as_it_is_in_this_program(monkeypatch):
    """A change of an installed module does not get into the small process."""
    monkeypatch.setattr(fractions, "MARK", 1, raising=False)
    for number in ("ALONE", "ORDERS", "RUNS"):
        monkeypatch.setattr(machine_tables, number, 1)
    marked = machine(lambda state: {(getattr(fractions, "MARK", 0), state): Fraction(1)})
    assert {law[0][0] for law in table_of(marked).answers.values() if law} == {1}


def copying(rewards=(0, 1)):
    return FinitePolicy.from_rule(
        2, 2, lambda h: (0, 1) if h and h[-1][1] else (1, 0), rewards=rewards
    )


@pytest.mark.parametrize("budget", [PureDP(1), ApproxDP(1, "0.1"), ZCDP(1)])
@pytest.mark.parametrize("notion", ["view", "table", "interactive", "adaptive"])
def test_fails_carries_a_witness_that_a_second_program_accepts(budget, notion):
    (check,) = audit(copying(), budget, notion=notion).checks
    assert (check.verdict, check.grade) == ("fails", Grade.PROVED)
    assert Witness.read(check.witness).checked().shown.lo > 0.1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"horizon": 3}, "an object of 2 rounds, and the claim is about 3"),
        ({"rewards": [0, 2]}, "for the rewards {0, 1}, and the claim is about {0, 2}"),
        ({"rewards": (0, 1)}, "about"),
        ({"arms": 3}, "has 2 arms, and 3 are asked for"),
    ],
)
def test_the_claim_is_about_the_object(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(copying(), 1, **options)


def test_the_rewards_of_the_claim_are_all_of_the_object():
    with pytest.raises(ValueError, match="give its own"):
        audit(copying((0, 1, 5)), 1, rewards=[0, 1])
    assert audit(copying((0, 1, 5)), 1, rewards=[0, 1, 5]).verdict == "fails"


def test_without_an_accepted_witness_nothing_fails():
    (check,) = audit(copying(), 1).checks
    assert witnessed(check, None).verdict == "not refuted"
    within = Witness.read(
        check.witness | {"event": {"kind": "actions", "prefixes": [[0]], "order": None}}
    )
    refused = witnessed(check, within)
    assert (refused.verdict, refused.grade) == ("not refuted", None)
    assert "within" in refused.tried


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, ""),
        ({"witness": None}, "the field format is missing"),
        ({"event": {"kind": "actions", "prefixes": [[0]]}}, "within"),
        ({"claim": {"horizon": 1}}, "another claim"),
    ],
)
def test_what_another_process_says_is_recomputed(changed, sentence):
    report = audit(copying(), 1)
    (check,) = report.checks
    if "witness" in changed:
        proposed = replace(check, witness=None)
    else:
        parts = {key: {**check.witness[key], **part} for key, part in changed.items()}
        proposed = replace(check, witness=check.witness | parts)
    result = again(proposed, report.claim, report.policy)
    assert (result.verdict == "fails") is not bool(sentence)
    assert sentence in result.note
