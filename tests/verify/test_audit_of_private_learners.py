"""Private learners hold by their construction; wrong versions of them do not."""

from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms import DeclaredSums, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import drawn_advice
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.private_learners import LEARNERS
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.prices.price import price
from banditproof.algorithms.randomness import Drawing, Sampled, Scripted, Silent
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.algorithms.rewards import RewardTable
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.offered_contexts import offered_to
from banditproof.verify.audit.recording import decisions

UNIT = RewardSpace()
PRIVATE = [name for name in LEARNERS if LEARNERS[name].private]


def wrong(policy, curator):
    """The policy with another curator."""
    object.__setattr__(policy, "curator", curator)
    return policy


def batched(eps="0.5"):
    return BatchedReleases(EXP3(eta="0.5", gamma="0.2"), 2, eps)


def test_a_learner_in_batches_holds_by_its_construction_for_every_horizon() -> None:
    report = audit("batched-exp3", "0.5")
    assert (report.verdict, len(report.checks)) == ("holds", 1)
    assert "for all horizons" in report.checks[0].note
    assert report.checks[0].loss.hi == Fraction(1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRIVATE)
def test_every_private_learner_holds_by_its_construction(name) -> None:
    budget = ApproxDP(1, "1e-3") if "delta" in LEARNERS[name].options else PureDP(1)
    report = audit(name, budget)
    assert (report.verdict, len(report.checks)) == ("holds", 1)
    smaller = ApproxDP("1e-3", "1e-3") if isinstance(budget, ApproxDP) else PureDP("0.99")
    result = price(subject(name).curator, UNIT, smaller)
    assert result.allowed is False


def subject(name):
    from banditproof.verify.audit.built_in import built_in

    return built_in(name, ApproxDP(1, "1e-3") if "delta" in LEARNERS[name].options else PureDP(1))


@pytest.mark.parametrize(
    ("curator", "loss"),
    [
        (DeclaredSums(Laplace(1), mean=True), 1),  # half the noise
        (DeclaredSums(Laplace(2), mean=True, copies=2), 1),  # the mean of a batch leaves twice
        (DeclaredSums(Laplace(2), mean=True, memory=2), 1),  # a loss enters two means
        (DeclaredSums(Laplace(2), mean=True, weights=(3, 1)), Fraction(3, 2)),  # one counts thrice
    ],
)
def test_a_wrong_release_does_not_hold(curator, loss) -> None:
    result = price(curator, UNIT, PureDP("0.5"))
    assert (result.allowed, result.cost.hi) == (False, loss)
    if curator.copies == curator.memory == len(curator.weights) == 1:
        report = audit(wrong(batched(), curator), "0.5", output="transcript")
        assert report.verdict == "fails"
        assert price(replace(curator, noise=Laplace(2)), UNIT, PureDP("0.5")).allowed


def test_the_price_of_a_vector_is_that_of_its_coordinates() -> None:
    rows = BoundedRows(Laplace(6), length=4, bound=3)
    assert price(rows, UNIT, PureDP(2)).cost.hi == 2
    assert price(rows, UNIT, PureDP(2)).allowed
    assert not price(rows, UNIT, PureDP("1.999")).allowed
    assert price(rows, RewardSpace.of("-1:1"), PureDP(2)).cost.hi == 4
    exact = composed_delta(Composition(((4, LaplaceLoss(Fraction(1, 2))),)), 1)
    assert price(rows, UNIT, ApproxDP(1, "0.5")).cost == exact
    one = Laplace(6).zcdp(3)
    assert price(rows, UNIT, ZCDP(1)).cost.hi == pytest.approx(4 * float(one.hi))
    assert "4 coordinates of sensitivity 3 each" in price(rows, UNIT, PureDP(2)).words


def test_two_releases_of_laplace_noise_have_their_exact_delta() -> None:
    twice = DeclaredSums(Laplace(1), copies=2)
    result = price(twice, UNIT, ApproxDP(1, "0.5"))
    assert result.cost == composed_delta(Composition(((2, LaplaceLoss(1)),)), 1)
    assert result.allowed
    assert price(twice, UNIT, ApproxDP(2, "1e-9")).cost.hi == 0


@pytest.mark.parametrize(("experts", "delta"), [(2, "0.99984"), (5, "0.99933"), (20, "0.99850")])
def test_the_vectors_of_batched_exp4_are_not_private_for_delta_near_1(experts, delta) -> None:
    """Catalogue: near these thresholds, with one coordinate less, privacy of the vectors ends."""
    policy = BatchedEXP4(2, experts, "0.1", "0.2", 3, eps=1, delta=delta)
    assert price(policy.curator, UNIT, ApproxDP(1, delta)).allowed is False
    less = BatchedEXP4(2, experts, "0.1", "0.2", 3, eps=1, delta="0.4")
    assert price(less.curator, UNIT, ApproxDP(1, "0.4")).allowed is True


def test_weights_beyond_the_bound_are_clipped_to_it() -> None:
    curator = BoundedRows(Laplace(1), length=2, bound="0.5")
    held = curator.read_in(curator.start(1), 0, ((7.0, -1.0),), 1.0)
    assert curator.release(held, 0, None, Silent())[1] == (0.5, 0.0)


def test_rows_of_a_pull_are_read_in_place_of_the_context() -> None:
    policy = BatchedEXP4(2, 2, "0.1", "0.5", 1, eps=1, delta="0.1")
    advice = AdviceContexts(drawn_advice(2, 2, 1))
    result = play(policy, RewardTable([(1, 1)]), 1, Silent(), advice)
    law = policy.law(policy.start(), advice.at(1))
    arm = result.actions[0]
    received = [release.rewards[1] for release in result.ledger.releases]
    assert received == pytest.approx(np.array(advice.at(1)[arm]) / law[arm])
    assert Pull(0, 1) == Pull(0, 1, rows=())


def test_draws_of_decisions_are_recorded_and_repeated_but_not_enumerated() -> None:
    facts = recorded(batched(), Claim(PureDP("0.5")))
    for item in facts.plays:
        assert item.replayed == item.decided
        assert not item.unforced
        assert [decisions(forced) for forced in item.forced] == [item.decided] * 2
    assert facts.repeats
    assert Scripted(uniforms=[0.25]).uniform() == 0.25
    assert Drawing(Sampled(1)).uniform() == np.random.default_rng(1).random()


def test_an_audit_offers_advice_to_those_who_are_told_some() -> None:
    policy = subject("batched-exp4")
    offered = offered_to(policy)
    assert offered.words == "drawn advice"
    assert np.sum(offered.in_play(3).at(5), axis=0) == pytest.approx(np.ones(3))
    given = np.array([[[0.5, 1, 0], [0.5, 0, 1]]])
    assert offered_to(policy, given).in_play(0).at(9) == ((0.5, 1, 0), (0.5, 0, 1))
