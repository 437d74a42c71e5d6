"""Released vectors in an audit: their price, the judges, contexts, and what a ledger spends."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banditproof.algorithms import (
    GOPE,
    RSOFUL,
    AdaCGOPE,
    AdaCOFUL,
    AdaROFUL,
    DeclaredVectors,
    FixedContexts,
    Policy,
    PrintedAdaCGOPE,
    Pull,
    RewardList,
    RewardSpace,
    printed_leak,
)
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.whitening import whitening
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian, NoNoise, VectorGaussian
from banditproof.verify.audit import audit
from banditproof.verify.audit.built_in import settings_of, unit_vectors
from banditproof.verify.audit.by_construction import CONSTRUCTION, FIRST, first_release
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.judges import CALIBRATED, HORIZON, ONCE, SUFFICIENT
from banditproof.verify.audit.offered_contexts import OfferedContexts
from banditproof.verify.audit.price import price
from banditproof.verify.audit.recording import record
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.evidence import Grade
from banditproof.verify.gaussian_releases import GaussianReleases, releases_of
from banditproof.verify.ledger_cost import ledger_cost, ledger_costs

SIGNS = RewardSpace.of((-1, 1))
TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.8"))
UNIT = Gaussian(sigma_squared=1)
WHITENED = DeclaredVectors(UNIT, TRIANGLE, whitened=True)
PLAIN = DeclaredVectors(UNIT)
FEW = {"samples": 300, "level": "1e-6"}
REPEATABLE = settings(max_examples=30, deadline=None, derandomize=True, database=None)


@dataclass(frozen=True)
class Planner(Policy[tuple[tuple[float, ...], ...]]):
    """Plays one plan again and again, and starts with another arm if the last release is > 0."""

    parts: tuple[tuple[int, int], ...] = ((0, 2), (2, 3))
    curator: Curator = WHITENED
    arms: int = 3
    claimed: ZCDP = field(default_factory=lambda: ZCDP(2))
    name = "planner"
    rewards: ClassVar[RewardSpace] = SIGNS

    @property
    def budget(self):
        return self.claimed

    def start(self):
        return ()

    def mechanism(self, state, pull):
        return UNIT

    def decide(self, state, t, randomness):
        turned = bool(state) and state[-1][0] > 0
        return Pull.plan(self.parts[::-1] if turned else self.parts)

    def learn(self, state, pull, released):
        return (*state, released)


@dataclass(frozen=True)
class Wanderer(Planner):
    """Plays the longest vector of a round, and releases every third of them."""

    curator: Curator = PLAIN
    dimension: int = 2
    name = "wanderer"

    def decide_in(self, state, t, context, randomness):
        lengths = [sum(x * x for x in row) for row in context]
        return Pull(lengths.index(max(lengths)), 1, releases=t % 3 == 0)

    def learn_in(self, state, pull, context, released):
        return (*state, released)[-4:]


def quadrature(covariance, shift, alpha, nodes=40):
    """D_alpha between N(shift, C) and N(0, C) in the plane, integrated over densities."""
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    x, y = np.meshgrid(points, points)
    mass = np.outer(weights, weights) / weights.sum() ** 2
    root = np.linalg.cholesky(covariance)
    at = np.stack([x, y], axis=-1) @ root.T
    inverse = np.linalg.inv(covariance)

    def log_density(z):
        return -np.einsum("...i,ij,...j", z, inverse, z) / 2

    ratio = log_density(at - shift) - log_density(at)
    return float(np.log((mass * np.exp(alpha * ratio)).sum()) / (alpha - 1))


@REPEATABLE
@given(
    counts=st.lists(st.integers(1, 5), min_size=3, max_size=3),
    vectors=st.lists(st.tuples(*[st.integers(-3, 3)] * 2).filter(any), min_size=3, max_size=3),
    variance=st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(8)]),
    whitened=st.booleans(),
)
def test_the_price_is_the_loss_of_the_normal_density(counts, vectors, variance, whitened):
    noise = Gaussian(sigma_squared=variance)
    parts = DeclaredVectors(noise, tuple(vectors), whitened=whitened, norm=2)
    played = record(
        Planner(tuple(enumerate(counts)), parts), RewardList([1] * sum(counts)), sum(counts), 1
    )
    exactly = releases_of(played).rho(width=2)
    asked = price(parts, SIGNS, ZCDP(1)).cost.hi
    assert exactly <= asked * (1 + Fraction(1, 10**12))
    longest = max(x * x + y * y for x, y in vectors)
    if whitened or longest >= 1:  # the longest vector is played
        assert float(exactly) == pytest.approx(float(asked), rel=1e-9)
    columns = {t: [r.rewards.get(t, 0) for r in played.play.ledger.releases] for t in range(1, 4)}
    white = VectorGaussian(((variance, 0), (0, variance)))
    for column in columns.values():
        shift = [2 * Fraction(c) for c in column]
        assert white.rho(shift) <= asked * (1 + Fraction(1, 10**12))


@REPEATABLE
@given(
    norm=st.sampled_from([1, "0.3", 2, "7/3"]),
    length=st.sampled_from([0.0, 0.2, 1.0, 5.0, 1e6]),
    dimension=st.integers(1, 4),
    seed=st.integers(0, 99),
    whitened=st.booleans(),
)
def test_no_context_makes_a_play_cost_more_than_the_price(norm, length, dimension, seed, whitened):
    """All releases of a play together, exactly, for contexts of any length."""
    rng = np.random.default_rng(seed)
    contexts = length * rng.standard_normal((5, 3, dimension))
    if whitened:
        contexts = contexts + 1.0  # vectors that are all zero cannot be whitened
    parts = DeclaredVectors(Gaussian(sigma_squared=3), norm=norm, whitened=whitened)
    policy = Wanderer(curator=parts, dimension=dimension)
    rewards = RewardList(rng.choice([-1.0, 0.25, 1.0], 12).tolist())
    found = record(policy, rewards, 12, seed, FixedContexts(contexts.tolist()))
    asked = price(parts, SIGNS, ZCDP(1)).cost.hi
    assert asked == 2 * (1 if whitened else Fraction(norm)) ** 2 / Fraction(3)
    assert releases_of(found).rho(width=2) <= asked * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize("alpha", [1.5, 2, 4])
def test_the_exact_loss_is_that_of_integrated_densities(alpha):
    releases = GaussianReleases(
        ((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1))),
        ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))),
        (Fraction(2), Fraction(1)),
    )
    covariance = np.array([[2.0, 2.0], [2.0, 3.0]])
    found = max(quadrature(covariance, np.array(a), alpha) for a in ([1, 0.5], [0, 1]))
    assert found == pytest.approx(alpha * float(releases.rho()), rel=1e-9)
    assert found < alpha * float(replace(releases, variances=(Fraction(1), Fraction(1))).rho())


def test_the_price_under_each_budget_is_that_of_one_number():
    parts = DeclaredVectors(Gaussian(sigma_squared=8), norm="1.5")
    assert price(parts, SIGNS, ZCDP(1)).cost.hi == Fraction(9, 16)
    assert price(parts, SIGNS, RenyiDP(3, 1)).cost.hi == Fraction(27, 16)
    assert price(parts, SIGNS, ApproxDP(1, "0.1")).cost == Gaussian(sigma_squared=8).delta(1, 3, 25)
    assert price(parts, SIGNS, PureDP(9)).allowed is False
    short = DeclaredVectors(UNIT, actions=(("0.3", "0.4"), (0, "0.1")))
    assert price(short, RewardSpace(), ZCDP(1)).cost.hi == Fraction(1, 8)
    words = price(short, SIGNS, ZCDP(1)).words
    assert words.startswith("1 release of each reward, in a vector of sensitivity 1 in the 2-norm")


@pytest.mark.parametrize(
    ("notion", "output"),
    [("table", "transcript"), ("interactive", "actions"), ("adaptive", "transcript")],
)
@pytest.mark.parametrize(
    ("policy", "budget"),
    [
        (AdaCGOPE(TRIANGLE, rho="0.1"), ZCDP("0.1")),
        (AdaCOFUL(arms=3, dimension=2, rho="0.1"), ZCDP("0.1")),
        (AdaROFUL(arms=2, dimension=3, alpha=3, eps="0.3"), RenyiDP(3, "0.3")),
        (Wanderer(), ZCDP(2)),
    ],
    ids=["adac-gope", "adac-oful", "adar-oful", "wanderer"],
)
def test_released_vectors_hold_by_construction(policy, budget, notion, output):
    report = audit(policy, budget, notion=notion, output=output)
    assert (report.verdict, report.deciding.name) == ("holds", CONSTRUCTION)
    assert ("contexts" in report.deciding.note) == (policy.dimension is not None)


@pytest.mark.parametrize("policy", [Planner(), Wanderer(), AdaCOFUL(arms=2, dimension=2, rho=3)])
def test_a_smaller_claim_about_transcripts_fails_at_the_first_vector(policy):
    report = audit(policy, ZCDP("1.99"), output="transcript")
    assert (report.verdict, report.deciding.name) == ("fails", FIRST)
    assert report.deciding.grade is Grade.PROVED
    assert Fraction(199, 100) < report.deciding.loss.lo
    assert audit(policy, ZCDP("1.99"), **FEW).verdict == "not refuted", "actions reveal less"


def test_the_leak_of_a_printed_box_is_certified_and_that_of_the_exact_design_is_none():
    """The design of the spiral after a step of Frank and Wolfe: 1.04554 of rho."""
    spiral = []
    for i in range(10):
        phi, theta = np.arccos(1 - 2 * (i + 0.5) / 10), np.pi * (1 + 5**0.5) * (i + 0.5)
        row = [np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi), np.cos(phi)]
        spiral.append(tuple(round(float(x), 12) for x in row))
    shorter = tuple(tuple(x * (1 - 1e-11) for x in row) for row in spiral)
    box = PrintedAdaCGOPE(shorter, rho=1, design=1)
    report = audit(box, ZCDP(1), output="transcript")
    assert (report.verdict, report.deciding.name) == ("fails", FIRST)
    assert float(report.deciding.loss.lo) == pytest.approx(1.04554, abs=5e-3)
    assert float(report.deciding.loss.lo) == pytest.approx(printed_leak(box), rel=1e-9)
    exact_design = replace(box, design="optimal")
    facts = recorded(exact_design, Claim(ZCDP(1), output="transcript", rewards=SIGNS, arms=10))
    assert first_release(exact_design, facts) is None


@pytest.mark.parametrize("policy", [Planner(), Wanderer()])
def test_the_judges_see_nothing_in_a_policy_of_vectors(policy):
    structure = structure_of(policy, ZCDP(2), long=False)
    assert structure.seen == dict.fromkeys(SUFFICIENT)
    assert structure.facts.changed == ()


class TwoReleases(Curator):
    """Releases the sum of the batch with that of the batch before."""

    def start(self, arms):
        return (0, 0)

    def read(self, held, arm, reward):
        return (held[0], held[1] + reward)

    def read_in(self, held, arm, context, reward):
        return self.read(held, arm, reward)

    def release(self, held, arm, mechanism, randomness):
        return (held[1], 0), (held[0] + held[1] + randomness.noise(UNIT), randomness.noise(UNIT))


class Truncated(Curator):
    """A bare sum of what the horizon has cut leaves at the end."""

    def start(self, arms):
        return 0

    def read(self, held, arm, reward):
        return held + reward

    def release(self, held, arm, mechanism, randomness):
        return 0, (held + randomness.noise(UNIT),)

    def finish(self, held, randomness):
        return [(0, held + randomness.noise(UNIT))]


@pytest.mark.parametrize(
    ("policy", "judge", "budget"),
    [
        (Planner(curator=TwoReleases()), ONCE, ZCDP(2)),
        (Wanderer(curator=TwoReleases()), ONCE, ZCDP(2)),
        (Planner(curator=Truncated()), HORIZON, ZCDP(2)),
        (Planner(((0, 1), (1, 1), (2, 1))), CALIBRATED, ZCDP("1.9")),
    ],
)
def test_the_judges_see_what_is_wrong_with_vectors(policy, judge, budget):
    """In the last case each coordinate alone would be within the budget."""
    seen = structure_of(replace(policy, claimed=budget), budget, long=False).seen
    assert seen[judge]
    assert "sound" not in seen


def test_a_ledger_is_added_up_exactly_as_its_density_says():
    policy = AdaCOFUL(arms=3, dimension=2, rho="0.1")
    contexts = OfferedContexts.of(None, 3, 2).in_play(4)
    found = record(policy, RewardList([1, -1] * 30), 60, 5, contexts)
    cost = ledger_cost(found, SIGNS, ZCDP("0.1"))
    assert cost.lo == cost.hi
    assert cost.hi == releases_of(found).rho(width=2)
    assert float(cost.hi) == pytest.approx(0.1)
    assert float(ledger_cost(found, SIGNS, RenyiDP(4, 1)).hi) == pytest.approx(0.4)
    released = {t for r in found.play.ledger.releases for t in r.rewards}
    assert ledger_costs(found, SIGNS, ZCDP("0.1")).keys() == released
    with pytest.raises(ValueError, match="Approximate losses do not add up"):
        ledger_cost(found, SIGNS, ApproxDP(1, "0.1"))


class Echo(Curator):
    """Releases each reward with one noise for all of them, and again with a fresh one."""

    def start(self, arms):
        return None

    def read(self, held, arm, reward):
        return reward, (None if held is None else held[1])

    def release(self, held, arm, mechanism, randomness):
        kept = held[1] if held[1] is not None else randomness.noise(UNIT)
        return (held[0], kept), (held[0] + kept, held[0] + randomness.noise(UNIT))


def test_a_noise_that_is_used_again_is_seen_by_the_matrices_and_costs_without_end_in_the_sum():
    found = record(Planner(((0, 1),), curator=Echo()), RewardList([1, -1, 1]), 3, 5)
    assert releases_of(found).rho() == float("inf")
    first = {found.play.ledger.releases[0].time}
    assert releases_of(found, first).rho() == 1
    assert ledger_cost(found, SIGNS, ZCDP(1)).hi == float("inf")


@dataclass(frozen=True)
class SaysNothing(Planner):
    """Says that there is no noise, where its curator adds its own."""

    def mechanism(self, state, pull):
        return NoNoise()


def test_a_vector_without_noise_is_refuted_and_one_that_has_it_is_not():
    for policy in (GOPE(((1, 0), (0, 1))), RSOFUL(arms=2, dimension=2)):
        report = audit(policy, ZCDP(100), output="transcript")
        assert (report.verdict, report.deciding.name) == ("fails", FIRST)
        assert report.deciding.loss.lo == float("inf")
    assert audit(SaysNothing(), ZCDP(2), output="transcript").verdict == "holds"
    assert audit(SaysNothing(), ZCDP(1), output="transcript").deciding.loss.lo < 3


def test_a_pure_claim_about_a_contextual_policy_is_audited_to_its_end():
    report = audit(AdaCOFUL(arms=2, dimension=2, rho=1), 1, **FEW)
    assert report.verdict == "not refuted"


class Sly(float):
    """A number that passes for any other as the key of a cache."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(1.0)


@dataclass(frozen=True)
class FillsCaches(Planner):
    """Asks the library for the weights of other vectors under the name of its own."""

    parts: tuple[tuple[int, int], ...] = ((0, 1),)

    def decide(self, state, t, randomness):
        whitening({(Sly(0.001), 0.0): 1})
        found = whitening({(1.0, 0.0): 1})
        found.root.setflags(write=True)
        found.root[...] = 1000
        DeclaredVectors(UNIT, ((Sly(1000.0), 0.0),), norm=Sly(1000.0))
        return super().decide(state, t, randomness)


def test_what_is_kept_between_calls_cannot_be_filled_by_a_policy():
    axes = ((1, 0), (0, 1), (1, 1))
    for whitened in (True, False):
        curator = DeclaredVectors(UNIT, axes, whitened=whitened, norm=1)
        found = record(FillsCaches(curator=curator), RewardList([1] * 3), 3, 1)
        assert float(releases_of(found).rho()) == pytest.approx(0.5)


def test_contexts_are_those_that_are_asked_for():
    normal = OfferedContexts.of("normal", 3, 2)
    assert normal.words == "contexts of the law normal"
    given = OfferedContexts.of(np.ones((4, 3, 2)), 3, 2)
    assert given.in_play(7).at(9) == ((1.0, 1.0),) * 3
    assert given.drawn(np.random.default_rng(1), 6).shape == (6, 3, 2)
    made = OfferedContexts.of(lambda rng, rounds: rng.random((rounds, 3, 2)), 3, 2)
    assert made.in_play(1).at(1) != made.in_play(2).at(1)
    assert isinstance(made.in_play(1), FixedContexts)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"contexts": "cube"}, "The contexts are 'cube'; give 'sphere', 'normal' or an array"),
        (
            {"contexts": np.ones((4, 2, 2))},
            "an array of 4 x 2 x 2; give one of rounds x 3 arms x 2",
        ),
        ({"contexts": [[1, "x"]]}, "not an array of finite numbers"),
        ({"dim": 5}, "needs contexts of dimension 2, and 5 is given"),
        ({"actions": ((1,),)}, "actions belong to a built-in policy"),
    ],
    ids=["name", "shape", "text", "dimension", "actions"],
)
def test_wrong_contexts_are_refused_with_a_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(Wanderer(), ZCDP(2), **options)


def test_built_in_policies_on_actions_get_unit_vectors():
    report = audit("adac-gope", ZCDP("0.1"), arms=4)
    assert report.verdict == "holds"
    assert "unit vectors of the plane, 4 arms" in report.sentence
    assert all(x * x + y * y == 1 for x, y in unit_vectors(7))
    assert audit("adar-gope", RenyiDP(2, "0.1"), actions=TRIANGLE).claim.arms == 3
    with pytest.raises(ValueError, match="adac-ucb has no fixed actions"):
        audit("adac-ucb", ZCDP(1), actions=TRIANGLE)
    assert settings_of("adac-ucb", 2) == {}
    with pytest.raises(ValueError, match="adac-gope sees no contexts"):
        audit("adac-gope", ZCDP(1), contexts="normal")
