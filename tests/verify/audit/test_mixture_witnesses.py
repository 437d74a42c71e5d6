"""Thinned sums whose declared price is too small are refuted exactly; correct ones are not."""

import json
import math
import sys
from fractions import Fraction
import pytest
from releasing_policies import TakesTurns
from test_policy_witnesses import found
from thinning_curators import (
    CoinBeside,
    DividesByTheRate,
    EachByItsCoin,
    FirstAlways,
    KeepsMore,
    KeepsTheOthers,
    NoiseIfKept,
    OfARange,
    OneCoin,
    OneOfTheBatch,
    TwoDraws,
    WeightedByARange,
)
from two_mixtures import divergence
from banditproof.algorithms import DeclaredSums, RewardSpace
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit import audit
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses import Witness, curator_coins, thinned_sums
from banditproof.verify.witnesses.mixture_events import MixtureEvent
from banditproof.verify.witnesses.plain_fields import Refused, Unreadable
from banditproof.verify.witnesses.witness_files import checked_file

NOISE = Gaussian(sigma_squared=1)
WIDE = RewardSpace.of("0:5")


def tenth(noise=NOISE, **more):
    """Sums of rewards that are kept with probability 1/10, or another one."""
    return DeclaredSums(noise, **{"rate": "1/10"} | more)


def least_delta(curator, eps, space=UNIT):
    """The delta of the price, which one release of a reward attains."""
    return price(curator, space, ApproxDP(eps, "0.5")).cost.hi


DELTA = least_delta(tenth(), 1)
ONCE = ApproxDP(1, DELTA)
BROKEN = {
    "the wrong rate": (tenth(rate="1/5"), ONCE),
    "two releases, the price of one": (tenth(copies=2), ONCE),
    "two sums of each batch, the price of one": (tenth(memory=2), ONCE),
    "eps and delta times the rate": (tenth(), ApproxDP("1/10", NOISE.delta(1, 1).hi / 10)),
    "rho times the squared rate": (tenth(), ZCDP("1/200")),
    "rho of a small order": (tenth(), ZCDP("1/3")),
    "a Renyi loss times the squared rate": (tenth(), RenyiDP(2, "1/100")),
    "the Renyi loss of order 2 at order 20": (tenth(), RenyiDP(20, "1/10")),
    "pure eps times the rate": (tenth(Laplace(1), rate="1/2"), PureDP("1/2")),
    "weights that make the sum unbiased": (tenth(weights=(10,)), ONCE),
    "no clipping": (tenth(), ONCE, WIDE),
    "a later reward weighs more": (tenth(weights=(1, 2)), ONCE),
    "clipped after the noise, at the wrong rate": (tenth(rate="1/5", bounds=(0, 4)), ONCE),
    "code: the wrong rate": (KeepsMore(), ONCE),
    "code: the comparison turned round": (KeepsTheOthers(), ONCE),
    "code: one coin for a batch": (OneCoin(), ONCE),
    "code: a fixed number in place of coins": (OneOfTheBatch(), ONCE),
    "code: two draws from two rewards": (TwoDraws(), ApproxDP(1, NOISE.delta(1, 1).hi / 10)),
    "code: the sum divided by the rate": (DividesByTheRate(), ONCE),
    "code: noise where something is kept": (NoiseIfKept(), ONCE),
    "code: how many are kept": (CoinBeside(), ONCE),
    "code: the first reward always": (FirstAlways(), ONCE),
}
CORRECT = {
    "the rate": (tenth(), ONCE),
    "two releases, the price of both": (tenth(copies=2), ApproxDP(2, 2 * DELTA)),
    "two sums of each batch, the price of both": (tenth(memory=2), ApproxDP(2, 2 * DELTA)),
    "eps amplified, delta times the rate": (
        tenth(),
        ApproxDP(str(math.log(1 + (math.e - 1) / 10) + 1e-9), NOISE.delta(1, 1).hi / 10),
    ),
    "rho": (tenth(), ZCDP("1/2")),
    "a Renyi loss of two laws": (
        tenth(),
        RenyiDP(2, str(math.log(1 + 0.01 * (math.e - 1)) + 1e-9)),
    ),
    "pure eps amplified": (
        tenth(Laplace(1), rate="1/2"),
        PureDP(str(math.log(1 + (math.e - 1) / 2) + 1e-9)),
    ),
    "weights of a tenth": (tenth(weights=("1/10",)), ONCE),
    "clipping": (tenth(clip=(0, 1)), ONCE, WIDE),
    "a later reward weighs less": (tenth(weights=(1, "1/2")), ONCE),
    "clipped after the noise": (tenth(bounds=(0, 4)), ONCE),
    "means": (tenth(mean=True), ONCE),
    "sums of all arms": (tenth(pooled=True), ONCE),
    "two noises": (tenth((NOISE, NOISE)), ONCE),
    "code: coins of uniform numbers": (EachByItsCoin(), ONCE),
    "code: coins of a range": (OfARange(), ONCE),
    "code: one of two": (OneOfTheBatch(), ApproxDP(1, least_delta(tenth(rate="1/2"), 1))),
}


def policy(curator, budget, space=UNIT):
    return TakesTurns(curator, rewards=space), budget


@pytest.mark.parametrize("name", BROKEN)
def test_a_price_that_is_too_small_is_refuted_by_the_law_of_the_numbers(name):
    witness = found(*policy(*BROKEN[name]))
    assert isinstance(witness.event, MixtureEvent)
    shown = witness.checked()
    assert shown.shown.lo > shown.allowed


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=[pytest.mark.slow] * (x == "rho")) for x in CORRECT]
)
def test_its_correct_twin_is_not(name):
    assert found(*policy(*CORRECT[name])) is None


def test_coins_as_factors_are_followed_in_all_ways():
    assert found(*policy(WeightedByARange(), ApproxDP(1, DELTA * Fraction(99, 100)))) is not None


def law_of(curator, budget, event, left=(1, 0), right=(0, 0)):
    """What a law shows, where it is more than nothing."""
    made, asked = policy(curator, budget)
    inputs = [tuple(map(Fraction, side)) for side in (left, right)]
    base = found(*policy(tenth(rate="1/5"), ONCE))
    changed = type(base.inputs)(*inputs)
    claim = type(base.claim)(asked, base.claim.notion, "transcript", UNIT, 2, None)
    subject = type(base.subject)(None, {}, asked, made)
    return Witness(claim, subject, changed, event).checked().shown


@pytest.mark.parametrize("rate", ["1/2", "1/10", "1/100"])
@pytest.mark.parametrize("ends", [(1, 0), (0, 1)])
@pytest.mark.parametrize("eps", [0, 1])
def test_the_cells_show_the_delta_of_two_mixtures_nearly(rate, ends, eps):
    exactly = divergence(*ends, 1, float(Fraction(rate)), eps)
    asked = tenth(rate=rate), ApproxDP(eps, 0), MixtureEvent((0,)), *((end, 0) for end in ends)
    if not exactly:
        with pytest.raises(Refused):
            law_of(*asked)
        return
    found = law_of(*asked)
    assert exactly * (1 - 2e-3) < found.lo <= exactly * (1 + 1e-9)


@pytest.mark.parametrize("rate", [0.5, 0.1])
@pytest.mark.parametrize("order", [2, 3, 8])
def test_the_cells_show_the_binomial_formula_nearly(rate, order):
    """E_Q (P/Q)^a = sum_k C(a, k) (1 - q)^(a - k) q^k e^(k (k - 1)/2) for a reward 1 against 0."""
    terms = (
        math.comb(order, k) * (1 - rate) ** (order - k) * rate**k * math.exp(k * (k - 1) / 2)
        for k in range(order + 1)
    )
    exactly = math.log(sum(terms)) / (order - 1)
    shown = law_of(tenth(rate=str(rate)), RenyiDP(order, 0), MixtureEvent((0,)))
    assert exactly * (1 - 1e-3) < shown.lo <= exactly * (1 + 1e-9)


def test_two_numbers_show_more_than_one():
    one, two = (
        law_of(tenth(copies=2), ApproxDP(1, 0), MixtureEvent(places)).lo
        for places in ((0,), (0, 1))
    )
    assert two > 2 * one


def eleven_coins(script):
    coins = curator_coins.Coins(script)
    return coins, [coins.uniform() < 0.5 for _ in range(11)]


def test_what_cannot_be_followed_is_refused():
    for words, curator, place in (
        ("numbers, none at place 9", tenth(), 9),
        ("nothing but noise", DeclaredSums(NOISE), 0),
        ("several noises", tenth((Laplace(1), Laplace(1))), 0),
    ):
        with pytest.raises(Refused, match=words):
            law_of(curator, ONCE, MixtureEvent((place,)))
    with pytest.raises(Refused, match="more than 2000 sums"):
        thinned_sums.sums_of_kept([Fraction(2**k) for k in range(11)], Fraction(1, 2))
    with pytest.raises(Refused, match="A decision depends on what was released before"):
        law_of(EachByItsCoin(), ONCE, MixtureEvent((0,)), (1,) + (1,) * 11, (0,) + (1,) * 11)
    with pytest.raises(Refused, match="more than 2000 ways"):
        [*curator_coins.in_all_ways(eleven_coins)]
    for places in ([], [1, 0], [0, 0], [0, 1, 2, 3], ["0"]):
        with pytest.raises(Unreadable):
            MixtureEvent.read({"places": places, "order": None})


def test_a_wrong_law_of_what_is_kept_would_refute_a_correct_policy(monkeypatch):
    """The checker and the search, broken in one place each, are noticed by a correct twin."""
    right = thinned_sums.sums_of_kept
    monkeypatch.setattr(
        thinned_sums, "sums_of_kept", lambda values, rate: right(values, min(1, 2 * rate))
    )
    assert found(*policy(*CORRECT["the rate"])) is not None
    monkeypatch.undo()
    branch = curator_coins.Coins.branch

    def fair(self, chances):
        return branch(self, [Fraction(1, len(chances))] * len(chances))

    monkeypatch.setattr(curator_coins.Coins, "branch", fair)
    assert found(*policy(*CORRECT["code: coins of uniform numbers"])) is not None


MODULE = """
from dataclasses import dataclass
from banditproof.algorithms import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.mechanisms import Gaussian

@dataclass(frozen=True)
class Thinned(Policy):
    arms: int = 2
    name = "thinned"
    budget = ApproxDP(1, "2.08e-4")
    curator = DeclaredSums(Gaussian(sigma_squared=1), rate="RATE")

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % self.arms, 3)

    def learn(self, state, pull, released):
        return state
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, rate in (("broken", "1/5"), ("right", "1/10")):
        (tmp_path / f"thinning_{name}.py").write_text(MODULE.replace("RATE", rate))
    yield lambda name: audit(f"thinning_{name}:Thinned", ONCE, output="transcript", samples=10)
    for name in ("broken", "right"):
        sys.modules.pop(f"thinning_{name}", None)


@pytest.mark.slow
def test_the_witness_of_a_module_is_verified_from_its_file(module, tmp_path):
    report = module("broken")
    assert (report.verdict, report.checks[-1].grade) == ("fails", Grade.PROVED)
    file = tmp_path / "audit.json"
    file.write_text(json.dumps(report.to_json()))
    (right,) = checked_file(file)
    assert right.found.shown.lo > right.found.allowed
    file.write_text(json.dumps(report.checks[-1].witness).replace("_broken", "_right"))
    (edited,) = checked_file(file)
    assert edited.found is None
    assert module("right").verdict == "holds"
