"""What hostile factories declare is what is played: curators are made of numbers that were read."""

import subprocess
import sys
from pathlib import Path
import pytest
from banditproof.algorithms import PolicyFailed, RewardList, play_apart
from banditproof.algorithms.apart.proxy_policy import ProxyPolicy
from banditproof.algorithms.apart.simulate_apart import simulate_apart
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import PureDP

PLACE = Path(__file__).with_name("policies")
BANDIT, ROUNDS = BernoulliBandit(("0.7", "0.5", "0.2")), 12
PLAYED = (
    "ReplacedAtStart", "FieldsReplaced", "Property", "Attribute", "ClassReplaced",
    "CuratorPatched", "NoisePatched", "NoiseOfState", "SharedByCalls",
    "declaration_patched", "comparison_patched",
)  # fmt: skip
"""Played, with the noise that they declare."""
REFUSED = ("by_horizon", "by_arms", "by_call", "own_default")
EITHER = ("Later", "by_time", "by_chance")
"""Played or refused, as their clock or their coin has it."""
HOSTILE = (*PLAYED, *REFUSED, *EITHER)


def is_bare(released):
    """Whether no number is far from an integer, as sums of these rewards with next to no noise."""
    return max(abs(number - round(number)) for number in released) < 1e-6


@pytest.fixture
def plays(monkeypatch):
    """What left this process in each play, of which the rewards of one arm are an integer sum."""
    kept = []
    start, learn = ProxyPolicy.start, ProxyPolicy.learn

    def starting(self):
        kept.append([])
        return start(self)

    def learning(self, state, pull, released):
        kept[-1].append(released)
        return learn(self, state, pull, released)

    monkeypatch.setattr(ProxyPolicy, "start", starting)
    monkeypatch.setattr(ProxyPolicy, "learn", learning)
    return kept


@pytest.mark.parametrize("name", HOSTILE)
def test_runs_have_the_declared_noise_or_do_not_start(name, plays):
    try:
        result = simulate_apart(f"hostile:{name}", BANDIT, ROUNDS, 2, rng=1, budget=PureDP(1))
    except PolicyFailed:
        assert name not in PLAYED
        assert not plays
    else:
        assert name not in REFUSED
        assert result.declared.noise.scale == 1
        assert [len(released) for released in plays] == [ROUNDS, ROUNDS]
        assert not any(map(is_bare, plays))


@pytest.mark.parametrize("name", ["by_arms", "by_horizon", "by_call", "own_default", "Property"])
def test_so_has_a_play(name):
    rewards = RewardList([1] * ROUNDS)
    options = {"horizon": ROUNDS, "rng": 1, "arms": 3, "budget": PureDP(1)}
    if name in PLAYED:
        ledger = play_apart(f"hostile:{name}", rewards, **options).ledger
        assert not is_bare([release.value for release in ledger.releases])
        return
    with pytest.raises(PolicyFailed, match=r"does not allow|something else when it is called"):
        play_apart(f"hostile:{name}", rewards, **options)


CONTROL = """
import os, sys, time
import hostile
from banditproof.algorithms import RewardList, play
from banditproof.algorithms.apart.plain_declaration import plain_declaration
from banditproof.algorithms.factory_calls import called_with
from banditproof.algorithms.randomness import Sampled
import numpy as np

def passes(name):
    factory = getattr(hostile, name)
    judged = called_with(factory, {"arms": 2, "eps": 1, "horizon": 1000}, name)
    said = [plain_declaration(judged)["curator"]["noise"]["scale"]]
    made = called_with(factory, {"arms": 3, "eps": 1, "horizon": 12}, name)
    said += [plain_declaration(made)["curator"]["noise"]["scale"] for _ in range(2)]
    time.sleep(0.25 * (name == "Later"))
    for _ in range(2):
        played = play(made, RewardList([1] * 12), 12, Sampled(np.random.default_rng(1)))
    bare = all(abs(one.value - round(one.value)) < 1e-6 for one in played.ledger.releases)
    return 1 in said and bare

for name in sys.argv[1:]:
    if not os.fork():
        os._exit(7 * any(passes(name) for _ in range(1 + 20 * name.startswith("by_"))))
    print(name, os.waitstatus_to_exitcode(os.wait()[1]))
"""


def test_each_of_them_deceives_whoever_compares_once_and_plays_the_object():
    """The attacks are real: played in the process of the module, their releases have no noise."""
    names = [name for name in HOSTILE if name != "own_default"]
    words = [sys.executable, "-c", CONTROL, *names]
    run = subprocess.run(words, cwd=PLACE, capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:-1] == [f"{name} 7" for name in names]


def test_a_digest_is_compared_and_the_budget_is_then_the_factorys_affair():
    declared = simulate_apart("hostile:by_horizon", BANDIT, 1000, 1, 1, budget=PureDP(1)).declared
    with pytest.raises(PolicyFailed, match=f"what was judged is digest {declared.digest}"):
        simulate_apart(
            "hostile:by_horizon", BANDIT, ROUNDS, 1, 1, budget=PureDP(1), declared=declared.digest
        )
