"""Edits of a true witness of each kind: what is accepted is true, and nothing is left over."""

import json
import random
from collections import defaultdict
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from releasing_policies import HalfTheScale, Noting, RecommendsRaw, Summing, TakesTurns
from test_policy_witnesses import found
from banditproof.algorithms import DeclaredSums
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.finite_witnesses import machine_of
from banditproof.verify.definitions.exact_constants import decided
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Refused, Unreadable, Witness

EDITS = 60
FIELDS = ("moves", "left", "right", "order", "prefixes", "eps", "rho", "batch", "more")
TEXTS = ("0", "1", "1/2", "2", "-1", "9/10", "1/10", "inf", "nan", "actions", "transcript", "law")
VALUES = (None, True, 0, 1, "1", [], {})


def places(facts, path=()):
    """The path of every value of a JSON object."""
    yield path
    keys = (
        [*facts]
        if isinstance(facts, dict)
        else range(len(facts))
        if isinstance(facts, list)
        else ()
    )
    for key in keys:
        yield from places(facts[key], (*path, key))


def edited(facts, rng):
    """The same JSON with one value left out, doubled, added, moved or changed, or more budget."""
    facts = deepcopy(facts)
    if rng.random() < 0.3:
        budget = facts["claim"]["budget"]
        name = rng.choice([name for name in budget if name != "kind"])
        budget[name] = str(Fraction(budget[name]) * Fraction(rng.randint(8, 60), 10))
        return facts
    *path, last = rng.choice([*places(facts)][1:])
    place = facts
    for key in path:
        place = place[key]
    old = place[last]
    ways = ["out", "more", "moved", "changed", "changed", "changed"]
    if (way := rng.choice(ways)) == "out":
        del place[last]
    elif way == "more" and isinstance(place, list):
        place.insert(last, deepcopy(old))
    elif way == "more":
        place[rng.choice(FIELDS)] = rng.choice([old, *VALUES])
    elif way == "moved":
        value = facts
        for key in rng.choice([*places(facts)]):
            value = value[key]
        place[last] = deepcopy(value)
    elif type(old) is int:
        place[last] = old + rng.choice([-2, -1, 1, 2])
    elif isinstance(old, list):
        place[last] = old[::-1]
    else:
        place[last] = rng.choice([*TEXTS, *Notion] if isinstance(old, str) else VALUES)
    return facts


def accepted(stored, given=None, seed=0):
    """Those of the edits that the checker accepts; every other one is refused."""
    rng = random.Random(seed)
    for _ in range(EDITS):
        facts = edited(stored, rng)
        try:
            witness = Witness.read(json.loads(json.dumps(facts)), given)
            witness.checked()
        except (Refused, Unreadable):
            continue
        yield witness


def completed(table):
    """A table in which what the two worlds never meet plays arm 0 for ever."""
    act = defaultdict(lambda: ((0, -1, Fraction(1)),), table.act)
    return replace(table, act=act, observe=defaultdict(lambda: -1, table.observe))


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize(
    "budget", [PureDP("0.1"), ApproxDP("0.1", "0.01"), ZCDP("0.01"), RenyiDP(2, "0.01")]
)
def test_an_edited_witness_of_a_table_is_refused_or_true(budget, notion):
    kernel = FinitePolicy.random(np.random.default_rng(1), horizon=2, grain=8)
    (check,) = audit(kernel, budget, notion=notion.value).checks
    for witness in accepted(json.loads(json.dumps(check.witness))):
        machine = machine_of(completed(witness.subject))
        assert decided(machine, witness.claim.budget, witness.claim.notion).answer == "fails"


def scales(loss):
    """Whether a policy with this loss for each reward of width 1 breaks a pure claim."""
    return lambda claim: claim.budget.eps < loss * (claim.rewards.hi - claim.rewards.lo)


def deviations(claim):
    square = (claim.rewards.hi - claim.rewards.lo) ** 2
    if isinstance(claim.budget, ZCDP):
        return claim.budget.rho < square / 2
    return claim.budget.eps < claim.budget.alpha * square / 2


ONE = TakesTurns(DeclaredSums(Gaussian(sigma_squared=1)))
POLICIES = {
    "a transcript": (TakesTurns(HalfTheScale()), PureDP(1), scales(2)),
    "a reward in two releases": (
        TakesTurns(DeclaredSums(Laplace(1), memory=2)),
        PureDP(1),
        scales(2),
    ),
    "a recommendation": (RecommendsRaw(Noting()), PureDP(1), lambda claim: True),
    "a released law, zCDP": (ONE, ZCDP("0.2"), deviations),
    "a released law, Renyi": (ONE, RenyiDP(2, "0.3"), deviations),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_an_edited_witness_of_a_policy_is_refused_or_true(name):
    policy, budget, breaks = POLICIES[name]
    stored = json.loads(json.dumps(found(policy, budget).to_json()))
    for witness in accepted(stored, policy):
        assert breaks(witness.claim)
    if isinstance(budget, PureDP):
        for witness in accepted(stored, TakesTurns(Summing()), seed=1):
            assert scales(1)(witness.claim)


@pytest.mark.parametrize(
    ("place", "added", "sentence"),
    [
        ("inputs", {"moves": []}, "In the inputs the field 'left'"),
        ("inputs", {"contexts": []}, "In the inputs the field 'contexts'"),
        ("event", {"prefix": [[0]]}, "In the event the field 'prefix'"),
        ("claim", {"epsilon": "9"}, "In the claim the field 'epsilon'"),
        ("object", {"made_with": {}}, "In the object the field 'made_with'"),
        ("", {"note": "checked"}, "In the witness the field 'note'"),
    ],
)
def test_what_nobody_reads_is_left_out(place, added, sentence):
    kernel = FinitePolicy.random(np.random.default_rng(1), horizon=2, grain=8)
    (check,) = audit(kernel, "0.1").checks
    facts = json.loads(json.dumps(check.witness))
    (facts[place] if place else facts).update(added)
    if "moves" in added:
        (facts["inputs"]).update(left=["0"], right=["1"])
    with pytest.raises(Unreadable, match=sentence):
        Witness.read(facts)
    facts = json.loads(json.dumps(check.witness))
    del facts["event"]["order"]
    with pytest.raises(Unreadable, match="In the event the field order is missing"):
        Witness.read(facts)
