"""Witnesses: what breaks a claim is recomputed, and what does not follow from it is refused."""

import json
import math
from copy import deepcopy
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import RewardSpace
from banditproof.theory import ZCDP, ApproxDP, PureDP
from banditproof.theory.budgets import RenyiDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.finite_witnesses import finite_witness
from banditproof.verify.definitions.exact_constants import decided
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Refused, Unreadable, Witness
from banditproof.verify.witnesses.stated_claim import StatedClaim

BUDGETS = [
    *(PureDP("0.3"), PureDP(1), ApproxDP("0.5", "0.05"), ZCDP("0.05")),
    *(RenyiDP(2, "0.1"), RenyiDP(math.inf, "0.5")),
]


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("seed", [0, 1, 6, 7])
def test_a_witness_is_accepted_exactly_where_the_enumeration_says_fails(seed, notion):
    rng = np.random.default_rng(seed)
    kernel = FinitePolicy.random(rng, horizon=3, zeros=seed % 2 == 1, grain=8)
    for policy in (kernel, with_own_actions(kernel)):
        for budget in BUDGETS:
            claim = StatedClaim(budget, notion, "actions", RewardSpace.of([0, 1]), 2, None)
            witness = finite_witness(policy, claim)
            answer = decided(policy, budget, notion).answer
            assert _survives(witness) == (answer == "holds"), (budget, answer)


def _survives(witness) -> bool:
    stored = json.loads(json.dumps(witness.to_json()))
    try:
        Witness.read(stored).checked()
    except Refused:
        return True
    return False


def copying(rounds=3, **more):
    rule = {0: (1, 0), 1: (0, 1)}
    return FinitePolicy.from_rule(2, rounds, lambda h: rule[h[-1][1] if h else 0], **more)


@pytest.fixture
def stored():
    """The witness of a policy that copies its last reward, as JSON."""
    (check,) = audit(copying(), 1, horizon=3, notion="interactive").checks
    return json.loads(json.dumps(check.to_json()["witness"]))


LISTS = {"left": ["0"], "right": ["1"]}
CHANGES = {
    "the same inputs": (("inputs",), {"left": ["1"], "right": ["1"]}, "differ in 0 rounds"),
    "two rounds": (("inputs",), {"left": ["0", "0"], "right": ["1", "1"]}, "differ in 2 rounds"),
    "other lengths": (("inputs",), {"left": ["0"], "right": []}, "1 and 0 rounds"),
    "too long": (("inputs",), {"left": ["0"] * 4, "right": ["1", *["0"] * 3]}, "about 3"),
    "another reward": (("inputs",), {"left": ["0"], "right": ["2"]}, "none of the claim's"),
    "an object of more rounds": (("claim", "horizon"), 2, "has 3 rounds"),
    "an object of other rewards": (("claim", "rewards"), ["0", "2"], "the claim"),
    "other arms": (("claim", "arms"), 3, "has 2 arms"),
    "within the claim": (("event", "prefixes"), [[1, 0]], "within"),
    "an event that goes on": (("event", "prefixes"), [[0, 1, 0, 0]], "has 4 rounds, the claim 3"),
    "two events in one": (("event", "prefixes"), [[0, 0], [0]], "overlap"),
    "a law within it": (("object", "act"), [[0, [[0, 0, "1"]]], [1, [[0, 1, "1"]]]], "no law of"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_witness_that_does_not_follow_from_the_claim_is_refused(stored, name):
    assert Witness.read(stored).checked().shown.lo == math.inf
    (*path, last), value, sentence = CHANGES[name]
    place = stored
    for key in path:
        place = place[key]
    place[last] = value
    with pytest.raises(Refused, match=sentence):
        Witness.read(stored).checked()


ONE = [[[0], 0, "0", "1"]]
MOVES = {
    "lists by actions": ("view", [*ONE, [[0, 0], 0, "0", "0"], [[0, 1], 1, "1", "1"]], "view"),
    "tables by earlier actions": (
        *("table", [*ONE, [[0, 0], 0, "0", "0"], [[1, 0], 0, "1", "1"]], "table"),
    ),
    "a foreign label": ("adaptive", [[[0], 1, "0", "1"]], "another label"),
    "two labels of a query": (
        *("interactive", [*ONE, [[0, 0], 1, "0", "0"], [[0, 1], 1, "1", "1"]], "interactive"),
    ),
    "an arm that is none": ("interactive", [[[0], 2, "0", "1"]], "arm 2"),
    "two challenges": ("adaptive", [*ONE, [[0, 0], 0, "0", "1"]], "differ in 2 rounds"),
}


@pytest.mark.parametrize("name", MOVES)
def test_an_adversary_does_what_its_notion_allows(stored, name):
    notion, moves, sentence = MOVES[name]
    stored["claim"]["notion"] = notion
    stored["inputs"] = {"moves": moves}
    with pytest.raises(Refused, match=sentence):
        Witness.read(stored).checked()
    stored["inputs"] = {"moves": ONE}
    assert Witness.read(stored).checked().shown.lo == math.inf


def _paths(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else ()
    for key, part in enumerate(value) if isinstance(value, list) else inner:
        yield from _paths(part, (*path, key))


def _replaced(stored, path, value):
    if not path:
        return value
    facts = deepcopy(stored)
    place = facts
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return facts


def _answer(facts) -> str:
    try:
        return Witness.read(facts).checked().words
    except (Refused, Unreadable) as reason:
        return str(reason)


HOSTILE = [None, True, -1, 10**40, 0.5, "nan", "1e9", "1/0", "x" * 9000, [], {}, [[]], "0"]


def test_no_file_leads_to_anything_but_a_sentence(stored):
    answers = [
        _answer(_replaced(stored, path, value)) for path in _paths(stored) for value in HOSTILE
    ]
    accepted = [answer for answer in answers if not answer.endswith(".")]
    assert len(answers) > 500 > 20 * len(accepted), "what the witness does not meet may change"


@pytest.mark.parametrize(("left", "sentence"), [("1/4", "within"), ("3/10", "more than e^eps")])
def test_the_probabilities_are_those_of_the_table(stored, left, sentence):
    masses = {0: "1", 1: left, 2: "1/10"}
    stored["object"]["act"] = [
        [state, [[1, state, mass], [0, state, str(1 - Fraction(mass))]]]
        for state, mass in masses.items()
    ]
    stored["object"]["observe"] = [[0, 1, "0", 1], [0, 1, "1", 2]]
    stored["event"]["prefixes"] = [[1, 1]]
    assert sentence in _answer(stored)  # e is between 2.5 and 3
