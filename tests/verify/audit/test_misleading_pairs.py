"""Pairs of policies, one of which costs more than it is said to: it never holds, its twin does."""

import math
import pytest
from tiers import sampled
from banditproof.algorithms import (
    DeclaredSums,
    NamedRelease,
    NamedReleases,
    Policy,
    Pull,
    SparseVector,
)
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)
from banditproof.verify.audit import audit

BITS, FIVE, SIGNS = (RewardSpace.of(given) for given in ([0, 1], "0:5", "-1:1"))


def gaussian(variance):
    return Gaussian(sigma_squared=variance)


class Tried(Policy):
    """Follows the sign of the last number of each release; the rest is what a row says."""

    name, arms, budget = "tried", 2, PureDP(1)
    curator = DeclaredSums(Laplace(1))

    def __init__(self, curator=None, **fields):
        self.__dict__.update(fields, **({} if curator is None else {"curator": curator}))

    def start(self):
        return 0.0

    def decide(self, state, t, randomness):
        rows = ((1.0, 0.5, 0.0), (0.0, 1.0, 1.0)) if type(self.curator) is BoundedRows else ()
        return Pull(int(state > 0.5), 1, rows=rows)

    def learn(self, state, pull, released):
        numbers = released if isinstance(released, tuple) else (released,)
        return float(numbers[-1]) if numbers else state


class Releasing(DeclaredSums):
    """Says that it is declared, and releases without noise."""

    def release(self, held, arm, mechanism, randomness):
        held, _ = super().release(held, arm, mechanism, randomness)
        return held, float(len(held))


class Quieter(Tried):
    def mechanism(self, state, pull):
        return Laplace("0.01")


class Stopping(Tried):
    def recommendation(self, state):
        return 0 if state > 3 else None


class NoisyLater(Tried):
    """Says something else about its noise each time it is asked."""

    asked = 0

    @property
    def curator(self):
        self.asked += 1
        return NoisySums(Laplace(1) if self.asked % 2 else NoNoise())


def sums(noise, **fields):
    return Tried(DeclaredSums(noise, **fields))


def named(noise):
    return NamedReleases((NamedRelease("sum", "x", noise),))


TREE, ROWS = {"levels": 3}, {"length": 3, "bound": 2}

PLANE = ((1, 0), (0, 3))
PAIRS = {
    "copies": (sums(Laplace(1), copies=2), sums(Laplace(2), copies=2), 1),
    "batches that overlap": (sums(Laplace(1), memory=3), sums(Laplace(3), memory=3), 1),
    "copies of overlaps": (
        *(sums(Laplace(5), memory=3, copies=2), sums(Laplace(6), memory=3, copies=2), 1),
    ),
    "a weight below 0": (sums(Laplace(1), weights=(1, -2)), sums(Laplace(2), weights=(1, -2)), 1),
    "a late weight": (
        *(sums(Laplace(1), weights=(1, 1, 1, 2)), sums(Laplace(2), weights=(1, 1, 1, 2)), 1),
    ),
    "wide rewards": (
        Tried(rewards=FIVE),
        Tried(DeclaredSums(Laplace(1), clip=(2, 3)), rewards=FIVE),
        1,
    ),
    "a center that halves nothing": (
        *(sums(Laplace("1/2"), center="1/2"), sums(Laplace(1), center="1/2"), 1),
    ),
    "rewards with a sign": (
        Tried(rewards=SIGNS),
        Tried(DeclaredSums(Laplace(2)), rewards=SIGNS),
        1,
    ),
    "kept often": (sums(Laplace("1/2"), rate="0.9"), sums(Laplace("1/2"), rate="0.2"), 1),
    "kept, in copies": (
        *(sums(Laplace("1/2"), rate="0.2", copies=5), sums(Laplace(5), rate="0.2", copies=5), 1),
    ),
    "clipped after the noise": (
        *(sums(Laplace("0.1"), bounds=(0, 1)), sums(Laplace(1), bounds=(0, 1)), 1),
    ),
    "a mean": (sums(Laplace("0.1"), mean=True), sums(Laplace(1), mean=True), 1),
    "one batch of all arms": (
        *(sums(Laplace(1), pooled=True, memory=2), sums(Laplace(2), pooled=True, memory=2), 1),
    ),
    "a Gaussian under a pure claim": (sums(gaussian(10**6)), sums(Laplace(1)), 1),
    "rho": (sums(gaussian(1)), sums(gaussian(2)), ZCDP("1/4")),
    "a deviation for a variance": (sums(gaussian("0.4")), sums(gaussian("0.5")), ZCDP("1")),
    "an order": (sums(gaussian("1.4")), sums(gaussian("1.5")), RenyiDP(3, 1)),
    "no order": (sums(gaussian(10)), sums(Laplace(1)), RenyiDP(math.inf, 1)),
    "delta": (sums(gaussian("0.9")), sums(gaussian(1)), ApproxDP(1, "0.127")),
    "delta of copies": (
        *(sums(gaussian(1), copies=2), sums(gaussian(2), copies=2), ApproxDP(1, "0.127")),
    ),
    "whole noise of any reward": (
        sums(IntegerLaplace(1)),
        Tried(DeclaredSums(IntegerLaplace(1)), rewards=BITS),
        1,
    ),
    "whole noise of halves": (
        Tried(DeclaredSums(IntegerLaplace(1), center="1/2"), rewards=BITS),
        Tried(DeclaredSums(IntegerLaplace(1), center=1), rewards=BITS),
        1,
    ),
    "whole noise that is clipped": (
        Tried(DeclaredSums(DiscreteGaussian(sigma_squared=2), clip=(0, "1/2")), rewards=BITS),
        Tried(DeclaredSums(DiscreteGaussian(sigma_squared=2), clip=(0, 1)), rewards=BITS),
        ZCDP("1/4"),
    ),
    "whole noise beyond floats": (
        Tried(DeclaredSums(IntegerLaplace(2**54)), rewards=RewardSpace.of([0, 2**54])),
        Tried(DeclaredSums(IntegerLaplace(2**30)), rewards=RewardSpace.of([0, 2**30])),
        1,
    ),
    "whole weights beyond floats": (
        Tried(DeclaredSums(DiscreteGaussian(sigma_squared=2**121), weights=(2**60,)), rewards=BITS),
        Tried(DeclaredSums(DiscreteGaussian(sigma_squared=2**21), weights=(2**10,)), rewards=BITS),
        ZCDP("1/4"),
    ),
    "a whole noise that is too large for floats": (
        Tried(DeclaredSums(IntegerLaplace(2**60)), rewards=BITS),
        Tried(DeclaredSums(IntegerLaplace(2**30)), rewards=BITS),
        "1e-9",
    ),
    "named sums beyond floats": (
        Tried(named(IntegerLaplace(2**54)), rewards=RewardSpace.of([0, 2**54])),
        Tried(named(IntegerLaplace(2**30)), rewards=RewardSpace.of([0, 2**30])),
        1,
    ),
    "an allowance beyond floats": (
        Tried(SparseVector(Laplace(2), Laplace(2), threshold=1024 - 2**63, allowance=2**53)),
        Tried(SparseVector(Laplace(2), Laplace(2), threshold=1024 - 2**20, allowance=2**10)),
        1,
    ),
    "two noises": (
        *(sums((Laplace("1/2"), Laplace("1/2"))), sums((Laplace("1/2"), Laplace(1))), 1),
    ),
    "two Gaussian noises": (
        *(sums((gaussian(1), gaussian("0.9"))), sums((gaussian(1), gaussian(1))), ZCDP("1/4")),
    ),
    "no noise": (sums(NoNoise(), weights=(0, 1)), sums(NoNoise(), weights=(0,)), 1),
    "levels": (Tried(TreeVectors(Laplace(2), **TREE)), Tried(TreeVectors(Laplace(3), **TREE)), 1),
    "coordinates of a tree": (
        Tried(TreeVectors(Laplace(3), **TREE, dimension=4), dimension=4),
        Tried(TreeVectors(Laplace(6), **TREE, dimension=4), dimension=4),
        1,
    ),
    "coordinates": (
        Tried(BoundedRows(Laplace(2), **ROWS)),
        Tried(BoundedRows(Laplace(6), **ROWS)),
        1,
    ),
    "long vectors": (
        Tried(DeclaredVectors(gaussian(1), norm=3), dimension=2),
        Tried(DeclaredVectors(gaussian(9), norm=3), dimension=2),
        ZCDP("1/2"),
    ),
    "a long action": (
        Tried(DeclaredVectors(gaussian(1), actions=PLANE, norm=4)),
        Tried(DeclaredVectors(gaussian(1), actions=PLANE, norm=1)),
        ZCDP("1/2"),
    ),
    "rewards as they are": (Tried(clips_rewards=False, budget=PureDP(math.inf)), Tried(), 1),
    "a curator of its own": (Tried(Releasing(Laplace(1))), Tried(), 1),
    "a method for the noise": (Quieter(NoisySums(Laplace(1))), Tried(NoisySums(Laplace(1))), 1),
    "noise of a stop": (Stopping(DeclaredSums(Laplace("0.9"))), Stopping(), 1),
}
"""What breaks the claim, what keeps it, and the claim."""


@pytest.mark.parametrize("name", PAIRS)
def test_what_keeps_the_claim_holds(name):
    _, correct, claim = PAIRS[name]
    assert audit(correct, claim).verdict == "holds"


@pytest.mark.parametrize("name", sampled(PAIRS, 3))
def test_what_breaks_it_does_not_hold(name):
    broken, _, claim = PAIRS[name]
    assert audit(broken, claim, seconds=3).verdict in ("fails", "not refuted")


def test_a_declaration_that_changes_is_not_relied_on():
    report = audit(NoisyLater(), 1, seconds=3)
    assert report.verdict != "holds" or "nothing keeps the code" in report.checks[-1].note


def test_rewards_of_the_claim_decide_its_price():
    narrow = audit(Tried(rewards=SIGNS), 1, rewards="0:1")
    assert narrow.verdict == "holds"
    assert audit(Tried(), 1, rewards="-3:9").verdict == "holds", "they are clipped to [0, 1]"
