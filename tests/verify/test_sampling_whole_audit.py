"""Whole audits: policies with too little noise are caught, careful ones are not refuted.

Seeds are fixed. The level of each audit is 1e-6, so that a careful policy is rejected with
probability at most 1e-6; a wrong one is so far from its claim that it is always caught.
"""

import json
import math
from fractions import Fraction
import numpy as np
import pytest
from black_box_runs import Cautious, spending
from banditproof.algorithms import DPIMED
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.sampling import audit_black_box, audit_sampler, detectable_eps, rounded_down
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit
from banditproof.verify.sampling.event_bounds import concentrated_loss
from banditproof.verify.sampling.sampler import LawSampler

LEVEL = "1e-6"
NOTIONS = ["view", "table", "interactive", "adaptive"]


@pytest.mark.parametrize("notion", NOTIONS)
def test_a_policy_that_spends_too_much_is_caught_under_every_notion(notion):
    result = audit_black_box(spending(3), 1, notion=notion, horizon=4, level=LEVEL, rng=1)
    assert result.verdict == "fails"
    assert 1 < result.lower_bound < 3
    assert result.runs < 20_000
    counts = result.witness.counts
    assert (
        counts.left_hits * counts.right_runs > math.e * counts.right_hits * counts.left_runs
        or (counts.right_runs - counts.right_hits) * counts.left_runs
        > math.e * (counts.left_runs - counts.left_hits) * counts.right_runs
    )


@pytest.mark.parametrize("notion", NOTIONS)
def test_a_policy_at_the_boundary_is_not_refuted(notion):
    result = audit_black_box(
        spending(1), 1, notion=notion, horizon=4, level=LEVEL, rng=1, samples=2500
    )
    assert (result.verdict, result.interrupted) == ("not refuted", False)
    assert result.lower_bound <= 1
    assert "proves nothing" in result.sentence


def rho_of(eps):
    keep = Fraction(1 / (1 + math.exp(-eps)))
    return float(concentrated_loss(keep, 1 - keep))


@pytest.mark.parametrize(
    ("budget", "enough"),
    [
        (ZCDP("0.2"), ZCDP(rho_of(1.5) * 1.001)),
        (ApproxDP("0.5", "0.01"), ApproxDP("1.5", "0.01")),
        (RenyiDP(2, "0.2"), RenyiDP(2, "1.3")),
        (PureDP("0.5"), PureDP("1.5")),
    ],
    ids=repr,
)
def test_every_budget_can_be_audited(budget, enough):
    sampler = CautiousBandit(math.exp(1.5)).sampler(3)
    bad = audit_sampler(sampler, budget, level=LEVEL, rng=2)
    good = audit_sampler(sampler, enough, level=LEVEL, rng=2, samples=6000)
    assert (bad.verdict, good.verdict) == ("fails", "not refuted")
    number = getattr(budget, "eps", getattr(budget, "rho", None))
    assert bad.lower_bound > Fraction(number)
    json.dumps([bad.to_json(), good.to_json()])


def test_the_witness_is_shrunk_and_replays_to_the_same_counts():
    result = audit_black_box(spending(3), "0.5", horizon=5, level=LEVEL, rng=4)
    witness = result.witness
    assert witness.event.rounds == len(witness.pair.left.blocks)
    assert witness.event.rounds == witness.pair.challenge + 1
    assert witness.replay() == witness.counts
    assert witness.replay(100).runs == 100
    fresh = witness.replay(2000, seed=99)
    share = fresh.left_hits / fresh.left_runs, fresh.right_hits / fresh.right_runs
    assert share != (
        witness.counts.left_hits / witness.counts.left_runs,
        witness.counts.right_hits / witness.counts.right_runs,
    )
    assert share[0] > 1.5 * share[1] or 1 - share[1] > 1.5 * (1 - share[0])
    assert "runs on" in str(witness)
    assert witness.to_json()["left"]["rewards"] == [list(b) for b in witness.pair.left.blocks]


def test_the_witness_of_known_laws_is_one_in_truth():
    """The exact probabilities of its event are beyond the claim."""
    bandit = CautiousBandit(9)
    for notion in ("view", "table"):
        result = audit_sampler(bandit.sampler(4), PureDP(1), notion=notion, level=LEVEL, rng=3)
        pair, event = result.witness.pair, result.witness.event
        laws = [bandit.law(source) for source in (pair.left, pair.right)]
        hits = event.happened(np.array(list(laws[0])))
        p, q = (sum(m for m, hit in zip(w.values(), hits, strict=True) if hit) for w in laws)
        assert max(p / q, (1 - q) / (1 - p)) > Fraction(math.e)
        assert math.exp(result.lower_bound) < max(p / q, (1 - q) / (1 - p))


def test_one_integer_reproduces_an_audit():
    first, second, other = (
        audit_black_box(spending(2), 1, horizon=3, rng=seed, shrink=False) for seed in (5, 5, 6)
    )
    assert first.witness == second.witness
    assert first.runs == second.runs
    assert first.reproducible
    assert (first.witness, first.runs) != (other.witness, other.runs)


class Revealing(Cautious):
    """Shows the first reward in round 2."""

    def __init__(self, rng):
        super().__init__(rng, 50)


def test_a_certain_leak_has_a_large_bound_within_a_few_runs():
    result = audit_black_box(Revealing, 1, level=LEVEL, rng=1)
    assert result.verdict == "fails"
    assert result.runs < 10_000
    assert result.lower_bound > 1.5


def test_a_policy_of_this_library_with_too_small_a_claim_is_caught():
    result = audit_black_box(
        DPIMED(arms=2, eps=2, ties="first"),
        "0.1",
        horizon=3,
        level="1e-3",
        samples=3000,
        shrink=False,
    )
    assert result.verdict == "fails"
    assert result.lower_bound < 2


class Leaky(Cautious):
    """Private under tables, but not if the label of a reward is another arm's."""

    def update(self, arm, reward):
        if arm != self.arm:
            self.keep = 0.999
        super().update(arm, reward)


def test_an_adversary_who_shows_other_arms_finds_what_tables_do_not():
    def factory(rng):
        return Leaky(rng, 0.5)

    shown = audit_black_box(factory, 1, notion="interactive", horizon=4, level=LEVEL, rng=1)
    table = audit_black_box(factory, 1, notion="table", horizon=4, level=LEVEL, rng=1, samples=2500)
    assert (shown.verdict, table.verdict) == ("fails", "not refuted")


class Contextual(Cautious):
    """Reveals a reward only after the same arm twice."""

    def __init__(self, rng):
        super().__init__(rng, 0.3)
        self.before = None

    def update(self, arm, reward):
        kept, self.keep = self.keep, 0.999 if arm == self.before else self.keep
        super().update(arm, reward)
        self.before, self.keep = arm, kept


@pytest.mark.parametrize("notion", ["table", "adaptive"])
def test_a_leak_after_a_condition_is_found(notion):
    settings = {"horizon": 4, "level": LEVEL, "rng": 2, "shrink": False}
    result = audit_black_box(Contextual, 1, notion=notion, **settings)
    assert result.verdict == "fails"


def test_numbers_are_rounded_down_and_the_power_is_stated():
    assert rounded_down(Fraction(1999999, 10**6)) == 1.99999
    assert rounded_down(0.1) <= 0.1
    assert rounded_down(math.inf) == math.inf
    many, few = (detectable_eps(PureDP("0.1"), Fraction(1, 1000), n) for n in (10**6, 1000))
    assert 0.1 < many < 0.12 < few < 1
    assert detectable_eps(ZCDP(1), Fraction(1, 1000), 1000) == math.inf
    assert detectable_eps(PureDP(1), Fraction(1, 1000), 0) == math.inf


def test_zero_eps_can_be_audited():
    constant = LawSampler(lambda source: {(0, 1, 0)[: len(source.blocks)]: 1.0}, 2, 3)
    assert audit_sampler(constant, PureDP(0), samples=2000).verdict == "not refuted"
    sampler = CautiousBandit(3).sampler(3)
    assert audit_sampler(sampler, PureDP(0), level=LEVEL, rng=1).verdict == "fails"
