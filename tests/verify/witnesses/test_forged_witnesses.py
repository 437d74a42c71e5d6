"""Witnesses that show nothing, or are none: each is refused in one sentence."""

import json
import sys
from copy import deepcopy
from fractions import Fraction
from types import ModuleType
import pytest
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory import Enclosure
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.witnesses import Witness
from banditproof.verify.witnesses.budget_breaks import Break
from banditproof.verify.witnesses.witness_files import checked_file

NINE = Fraction(9, 10)
FOLLOWS = {0: (NINE, 1 - NINE), 1: (1 - NINE, NINE)}
SOFT = FinitePolicy.from_rule(2, 2, lambda history: FOLLOWS[history[-1][1] if history else 0])
(_check,) = audit(SOFT, 1).checks
TABLE = json.loads(json.dumps(_check.to_json()["witness"]))
"""Arm 0 with 0.9 against 0.1."""
CODE = {
    **TABLE,
    "claim": {**TABLE["claim"], "output": "transcript", "rewards": {"lo": "0", "hi": "1"}},
    "object": {"kind": "policy", "name": "liars:make", "made_with": {}},
    "event": {"kind": "transcript", "left": ["0"], "right": ["1"], "answers": []},
}
"""A number with noise of scale 1 is moved by 1."""
HUGE = "1" + "0" * 1900
COIN = {
    "kind": "table",
    "arms": 2,
    "ends": 0,
    "horizon": 22,
    "rewards": ["0", "1"],
    "start": [[0, "1"]],
    "act": [[0, [[0, 0, "1/2"], [1, 0, "1/2"]]]],
    "observe": [[0, arm, reward, 0] for arm in (0, 1) for reward in ("0", "1")],
}
LONG = {"left": ["0"] * 22, "right": ["1", *["0"] * 21]}
WITHIN = {"event.left": ["1"], "event.right": ["0"]}
ZCDP = {"kind": "zcdp", "rho": "1/2"}


def twice(part):
    return lambda entries: [*entries, deepcopy(entries[part])]


def halves(entries):
    return [[state, "1/2"] for state, _ in entries * 2]


FORGED = {
    "two rounds": (TABLE, {"inputs": {"left": ["0", "0"], "right": ["1", "1"]}}, "2 rounds"),
    "the horizon exceeded": (TABLE, {"claim.horizon": 1}, "2 rounds, and the claim is about 1"),
    "another reward": (TABLE, {"inputs.right": ["7"]}, "none of the claim's"),
    "worlds swapped": (TABLE, {"inputs": {"left": ["1"], "right": ["0"]}}, "within"),
    "an event of another output": (TABLE, {"event": CODE["event"]}, "Released numbers|releases no"),
    "an event twice": (TABLE, {"event.prefixes": [[0, 0], [0, 0]]}, "twice"),
    "an event in an event": (TABLE, {"event.prefixes": [[0, 0], [0]]}, "overlap"),
    "20,000 events": (TABLE, {"event.prefixes": [[k] for k in range(20_000)]}, "within"),
    "a law of 2^22 actions": (
        TABLE,
        {
            "claim.budget": ZCDP,
            "claim.horizon": 22,
            "object": COIN,
            "inputs": LONG,
            "event": {"kind": "law", "order": "2"},
        },
        "takes more than",
    ),
    "a start twice": (TABLE, {"object.start": halves}, "start of the object has an entry twice"),
    "a law twice": (TABLE, {"object.act": twice(0)}, "act of the object has an entry twice"),
    "a state twice": (TABLE, {"object.observe": twice(0)}, "observe of the object has an entry"),
    "order 1": (
        TABLE,
        {"claim.budget": {"kind": "renyi", "alpha": "1", "eps": "1"}},
        r"\(1, inf\]",
    ),
    "no order": (TABLE, {"claim.budget": ZCDP}, "The order of the witness is None"),
    "a large eps": (TABLE, {"claim.budget.eps": HUGE}, "within"),
    "NaN": (TABLE, {"claim.budget.eps": "nan"}, "give a number"),
    "a float": (TABLE, {"object.start": [[0, 1.0]]}, "give a number"),
    "below 0": (TABLE, {"object.start": [[0, "2"], [1, "-1"]]}, "no law"),
    "all delta": (
        TABLE,
        {"claim.budget": {"kind": "approximate", "eps": "0", "delta": "1"}},
        "within",
    ),
    "many arms": (
        CODE,
        {"object.made_with": {"arms": 10**8}, "claim.arms": 10**8},
        "give <= 10000",
    ),
    "noise that is no float": (CODE, {"event.left": [HUGE + ".5"]}, "no float"),
    "noise that is no integer": (CODE, {"event.left": [HUGE]}, "no float"),
    "arms that raise": (CODE, {"object.name": "liars:Raising"}, "raised RuntimeError"),
    "a factory that ends": (CODE, {"object.name": "liars:ends"}, "SystemExit"),
    "a factory that lies later": (CODE, {"object.name": "liars:lies", **WITHIN}, "within"),
    "decisions that lie later": (CODE, {"object.name": "liars:Turning"}, "repeat itself"),
    "a released law that lies": (
        CODE,
        {"object.name": "liars:Drifting", "event": {"kind": "released law", "order": None}},
        "repeat itself",
    ),
    "released within": (CODE, WITHIN, "within"),
}
"""A witness, what is changed in it, and the sentence that refuses it."""
FILES = {
    "an event of two": (json.dumps(TABLE)[:-1] + ', "event": {}}', "a field twice"),
    "5,000 digits": (json.dumps(TABLE).replace('"arms": 2', f'"arms": {"9" * 5000}'), "not JSON"),
    "depth": ("[" * 200_000, "nested too deeply"),
    "deep inputs": (json.dumps(TABLE).replace('["0"]', "[" * 3000 + "]" * 3000), "nested too"),
    "a giant": (" " * (1 << 25) + json.dumps(TABLE), "more than"),
    "two files in one": (json.dumps(TABLE) * 2, "not JSON"),
    "a list": (json.dumps([TABLE]), "holds no witness"),
}
"""The text of a file, and the sentence that refuses it."""


class Liar(Policy):
    name, arms, budget = "liar", 2, PureDP(1)

    def __init__(self, first=0, curator=None):
        self.first, self.curator = first, curator or DeclaredSums(Laplace(1))

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(self.first, 1)

    def learn(self, state, pull, released):
        return state


class Raising(Liar):
    @property
    def arms(self):
        raise RuntimeError("no arms")


TURNS = []
"""What is left of the order of plays that is the simplest to foresee."""


class Turning(Liar):
    def decide(self, state, t, randomness):
        return Pull(TURNS.pop(), 1)


def verifies_all():
    """A module that changes the checker of its process."""
    Witness.checked = lambda self: Break(Enclosure.of(9), Fraction(1), "all is shown")
    return Liar()


class Drifting(DeclaredSums):
    def release(self, held, arm, mechanism, randomness):
        held, left = super().release(held, arm, mechanism, randomness)
        return held, left + 100 * TURNS.pop()


@pytest.fixture(autouse=True)
def _liars(monkeypatch):
    TURNS[:] = [1, 0] * 20
    module = ModuleType("liars")
    module.lies = lambda: Liar(first=TURNS.pop())
    module.make, module.ends = Liar, lambda: sys.exit(3)
    module.Raising, module.Turning = Raising, Turning
    module.verifies_all = verifies_all
    module.Drifting = lambda: Liar(curator=Drifting(Laplace(1)))
    monkeypatch.setitem(sys.modules, "liars", module)


def forged(stored, changes):
    facts = deepcopy(stored)
    for path, value in changes.items():
        *path, last = path.split(".")
        place = facts
        for key in path:
            place = place[key]
        place[last] = value(place[last]) if callable(value) else value
    return facts


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_witness_is_refused(tmp_path, name):
    stored, changes, sentence = FORGED[name]
    (tmp_path / "witness.json").write_text(json.dumps(forged(stored, changes)))
    (found,) = checked_file(tmp_path / "witness.json")
    assert found.found is None
    with pytest.raises(ValueError, match=sentence):
        raise ValueError(found.why)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_witness_is_one_sentence(tmp_path, name):
    text, sentence = FILES[name]
    (tmp_path / "witness.json").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        checked_file(tmp_path / "witness.json")


def test_a_module_changes_no_answer_about_others(tmp_path):
    liar = forged(CODE, {"object.name": "liars:verifies_all", **WITHIN})
    within = forged(TABLE, {"claim.budget.eps": "9"})
    checks = [{"name": name, "witness": w} for name, w in (("liar", liar), ("table", within))]
    (tmp_path / "audit.json").write_text(json.dumps({"checks": checks}))
    found = checked_file(tmp_path / "audit.json")
    assert (found[1].name, found[1].found) == ("table", None)


def test_what_was_not_forged_is_verified(tmp_path):
    true = {"claim.budget.eps": "1/2", "event.right": ["-1"]}
    for stored in (TABLE, forged(CODE, true)):
        (tmp_path / "witness.json").write_text(json.dumps(stored))
        (found,) = checked_file(tmp_path / "witness.json")
        assert found.found is not None, found.why
