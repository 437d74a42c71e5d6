"""One level for a whole audit: its guesses share it, and each fresh run flips a coin."""

import copy
import math
import random
from fractions import Fraction
import numpy as np
import pytest
from banditproof.theory import ZCDP, PureDP
from banditproof.verify.sampling import Counts, audit_black_box, audit_sampler, search_and_test
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit
from banditproof.verify.sampling.events import ArmAt
from banditproof.verify.sampling.fresh_test import FreshTest, fresh_counts
from banditproof.verify.sampling.inputs import TableInput
from banditproof.verify.sampling.neighbourhoods import Pair
from banditproof.verify.sampling.null_audits import LEVEL

WIDER = PureDP("1.2")
"""A claim that leaves room above eps = 1, so that no test is ahead, and each guess is tested."""


@pytest.fixture
def levels(monkeypatch):
    """The levels of the fresh tests of an audit, one for each guess."""
    results = []

    def recorded(budget, level, planned=None):
        results.append(level)
        return FreshTest(budget, level, planned)

    monkeypatch.setattr(search_and_test, "FreshTest", recorded)
    return results


def test_two_horizons_share_the_runs_and_the_level(levels):
    samplers = [CautiousBandit(math.e).sampler(rounds) for rounds in (3, 5)]
    left = TableInput(((1, 1), (0, 0)))
    suggested = Pair(left, left.with_block(1, (0, 0)))
    result = audit_sampler(
        samplers, WIDER, level="0.01", samples=6000, first_round=300, pairs=[suggested], rng=1
    )
    assert result.verdict == "not refuted"
    assert len(levels) == result.tested > 5
    assert sum(levels) < 0.01
    assert [0.01 / float(level) for level in levels] == pytest.approx(
        [k * (k + 1) for k in range(1, len(levels) + 1)]
    )
    assert result.runs == 6000
    assert result.horizons == (3, 5)


def test_the_level_is_shared_by_the_guesses(levels):
    """Guess k is tested at level / (k (k + 1)), and these sum to less than the level."""
    sampler = CautiousBandit(math.exp(1)).sampler(3)
    result = audit_sampler(sampler, WIDER, level="0.01", samples=8000, first_round=300, rng=1)
    assert result.tested == len(levels) > 3
    assert levels == [Fraction(1, 100 * k * (k + 1)) for k in range(1, len(levels) + 1)]
    counts = Counts(150, 200, 62, 200)
    assert FreshTest(PureDP("0.5"), Fraction(1, 20)).rejects(counts)
    assert not FreshTest(PureDP("0.5"), Fraction(1, 600)).rejects(counts)


def close_to_the_claim(seed):
    """Eps is 1, and 0.9 is claimed, which few runs cannot tell apart."""
    sampler, claim = CautiousBandit(math.e).sampler(3), PureDP("0.9")
    return audit_sampler(sampler, claim, samples=40_000, first_round=1500, rng=seed, shrink=False)


@pytest.mark.parametrize("seed", [0, 4])
def test_a_test_that_is_ahead_goes_on_at_its_level_and_can_be_replayed(levels, seed):
    result = close_to_the_claim(seed)
    assert result.verdict == "fails"
    assert levels == [search_and_test.LEVEL / (k * (k + 1)) for k in range(1, result.tested + 1)]
    assert len(levels) == 2
    witness = result.witness
    assert witness.replay() == witness.counts
    assert any(FreshTest(PureDP("0.9"), level).bound(witness.counts) > 0 for level in levels)


@pytest.mark.parametrize("seed", [0, 4])
def test_without_going_on_a_close_claim_is_not_refuted(monkeypatch, seed):
    monkeypatch.setattr(FreshTest, "needed", lambda *_: math.inf)
    result = close_to_the_claim(seed)
    assert (result.verdict, result.tested) == ("not refuted", 5)


def test_each_fresh_run_flips_a_coin_for_its_input():
    """The number of runs on the left input is binomial; the false-alarm rate is below 1e-6."""
    sampler = CautiousBandit(2).sampler(2)
    left = TableInput(((1, 1), (0, 0)))
    pair = Pair(left, left.with_block(1, (0, 0)))
    lefts = []
    for seed in range(300):
        (counts,) = fresh_counts(sampler, pair, ArmAt(0, 2), 100, seed)
        assert counts.runs == 100
        lefts.append(counts.left_runs)
    assert 3.8 < np.std(lefts) < 6.3
    assert abs(np.mean(lefts) - 50) < 1.5


class ResponseWithChance:
    """The first reward decides all later arms by randomised response of budget 1/2: private."""

    def __init__(self, chance):
        self.chance, self.arm, self.t = chance, 0, 0

    def select(self):
        return self.arm

    def update(self, arm, reward):
        self.t += 1
        if self.t == 1:
            keeps = self.chance.random() < 1 / (1 + math.exp(-0.5))
            self.arm = int(reward) if keeps else 1 - int(reward)


def copying_its_argument(rng):
    return ResponseWithChance(copy.deepcopy(rng))


def copying_pythons_generator():
    chance = random.Random()
    chance.setstate(random.getstate())
    return ResponseWithChance(chance)


def copying_numpys_generator():
    chance = np.random.RandomState()
    chance.set_state(np.random.get_state())  # noqa: NPY002
    return ResponseWithChance(chance)


@pytest.mark.slow
@pytest.mark.parametrize(
    "factory", [copying_its_argument, copying_pythons_generator, copying_numpys_generator]
)
@pytest.mark.parametrize("budget", [PureDP("0.5"), ZCDP("0.13")], ids=str)
def test_runs_of_a_policy_that_copies_a_generator_are_independent(factory, budget):
    result = audit_black_box(factory, budget, horizon=3, samples=4000, level=LEVEL, rng=1)
    assert (result.verdict, result.reproducible) == ("not refuted", True)


def test_a_policy_cannot_turn_back_the_coins_of_the_audit():
    def rewinding(rng):
        rng.bit_generator.state = START
        return ResponseWithChance(random.Random(random.random()))

    START = np.random.default_rng(5).bit_generator.state
    result = audit_black_box(rewinding, PureDP("0.5"), horizon=3, samples=4000, level=LEVEL)
    pair = Pair(TableInput(((0, 0),) * 3), TableInput(((1, 1), (0, 0), (0, 0))))
    coins = []

    class Watched:
        def sample(self, inputs, which, rng):
            coins.append(tuple(which[:100].tolist()))
            return result.witness.sampler.sample(inputs, which, rng)

    for _ in fresh_counts(Watched(), pair, ArmAt(1, 2), 1200, seed=3):
        pass
    assert len(set(coins)) == len(coins) > 3
