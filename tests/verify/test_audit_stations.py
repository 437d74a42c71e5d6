"""The way through an audit: verdicts for built-in and third-party policies, one sentence each."""

import json
import time
from dataclasses import dataclass, replace
from fractions import Fraction
import pytest
from altered_policies import FEW, TwoNoises, rows
from banditproof.algorithms import DPIMED, Curator, DeclaredSums, RewardSpace
from banditproof.theory import ZCDP, ApproxDP, PureDP, exact
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian, Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.by_construction import CONSTRUCTION
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.enumerated import ENUMERATED
from banditproof.verify.audit.facts import extended, recorded
from banditproof.verify.audit.judges import ONCE, REPLAY
from banditproof.verify.audit.sampled import SEARCH
from banditproof.verify.audit.stations import RECORDED
from banditproof.verify.evidence import Grade


@pytest.mark.parametrize(
    "name", ["dp-imed", "dp-klucb", "dp-klucb-at-one", "adap-klucb", "trusted-leader", "dp-se"]
)
@pytest.mark.parametrize("budget", [PureDP("0.05"), PureDP(3), ZCDP("0.1"), ApproxDP("0.5", 0.01)])
def test_declared_built_in_policies_hold_by_construction(name, budget):
    report = audit(name, budget)
    (check,) = report.checks
    assert (report.verdict, check.name, check.grade) == ("holds", CONSTRUCTION, Grade.OUTLINED)
    assert "all horizons" in check.note
    if isinstance(budget, PureDP):
        assert check.loss.hi == exact(budget.eps)


@pytest.mark.parametrize("notion", ["view", "table", "interactive", "adaptive"])
@pytest.mark.parametrize("output", ["actions", "transcript"])
def test_the_construction_holds_for_every_notion_and_output(notion, output):
    report = audit("dp-imed", 1, notion=notion, output=output)
    assert (report.verdict, report.claim.notion, report.claim.output) == ("holds", notion, output)


def test_half_the_noise_breaks_the_transcript_exactly_and_the_actions_by_enumeration():
    policy = DPIMED(arms=2, eps=2, ties="first")
    by_releases = audit(policy, 1, output="transcript")
    assert (by_releases.verdict, by_releases.deciding.name) == ("fails", CONSTRUCTION)
    assert by_releases.deciding.loss.lo == 2
    by_actions = audit(policy, 1)
    assert (by_actions.verdict, by_actions.deciding.name) == ("fails", ENUMERATED)
    assert by_actions.deciding.grade is Grade.PROVED
    assert 1 < by_actions.deciding.loss.lo <= by_actions.deciding.loss.hi < 2
    assert "against" in by_actions.deciding.note


@pytest.mark.parametrize("name", ["ucb", "kl-ucb", "imed"])
def test_policies_without_noise_are_refuted_with_a_witness(name):
    report = audit(name, 3)
    assert (report.verdict, report.deciding.name) == ("fails", ENUMERATED)
    assert report.deciding.loss.lo == float("inf")
    assert "against" in report.deciding.note


def test_the_report_is_json_with_the_agreed_fields():
    shown = json.loads(json.dumps(audit("dp-imed", "0.5").to_json()))
    assert {*("policy", "claimed", "notion", "output", "rewards", "arms", "horizon")} <= set(shown)
    assert [shown[key] for key in ("policy", "claimed", "verdict")] == [
        *("dp-imed", "eps = 0.5", "holds")
    ]
    undecided = audit(Reshaped(arms=2, eps=1, curator=TwoNoises()), 1, **FEW).to_json()
    assert undecided["verdict"] == "not-refuted"
    assert undecided["tried"]
    for check in undecided["checks"]:
        assert set(check) == {"name", "verdict", "grade", "epsilon", "note", "witness", "seal"}
        assert check["verdict"] in ("not-refuted", "nothing-found", "look-further")
        assert check["note"]


class EverySecondReward(Curator):
    def start(self, arms):
        return (*super().start(arms), 0)

    def read(self, held, arm, reward):
        *sums, n = held
        return (*(super().read(tuple(sums), arm, reward) if n % 2 else sums), n + 1)

    def release(self, held, arm, mechanism, randomness):
        left, value = super().release(held[:-1], arm, mechanism, randomness)
        return (*left, held[-1]), value


class EachRewardTwice(Curator):
    """The sum of a batch is released with the sum of the arm's next batch again."""

    def start(self, arms):
        return super().start(2 * arms)

    def release(self, held, arm, mechanism, randomness):
        now, before = held[: len(held) // 2], held[len(held) // 2 :]
        value = now[arm] + before[arm] + randomness.noise(mechanism)
        kept = (*before[:arm], now[arm], *before[arm + 1 :])
        return (*now[:arm], 0, *now[arm + 1 :], *kept), value


@dataclass(frozen=True)
class Reshaped(DPIMED):
    """DP-IMED with another curator, and noise of `share` times its eps."""

    curator: Curator = DPIMED.curator
    share: Fraction = Fraction(1)

    @property
    def declared_noise(self):
        return Laplace(1 / (self.share * Fraction(self.eps)))


@pytest.mark.parametrize(
    "policy",
    [
        Reshaped(arms=2, eps=1, curator=TwoNoises()),
        Reshaped(arms=2, eps=1, curator=EverySecondReward()),
        Reshaped(arms=2, eps=1, curator=EachRewardTwice(), share=Fraction(1, 2)),
    ],
    ids=["two noises", "rewards thrown away", "twice at half the budget"],
)
def test_a_curator_of_ones_own_is_not_refuted_and_told_what_would_make_it_provable(policy):
    report = audit(policy, 1, **FEW)
    assert report.verdict == "not refuted"
    assert "DeclaredSums" in rows(report)[CONSTRUCTION].note
    tried = rows(report)[SEARCH].tried
    assert "runs of 8 and 32 rounds" in tried
    assert "2 arms" in tried
    assert "rewards 0, 1, 0.5" in tried
    assert tried in report.sentence


@dataclass(frozen=True)
class OwnClipping(Curator):
    """Clips by comparisons of its own, adds noise, and rounds."""

    noisy: bool = True

    def read(self, held, arm, reward):
        return super().read(held, arm, min(max(reward, 0), 1))

    def release(self, held, arm, mechanism, randomness):
        held, value = (
            super().release(held, arm, mechanism, randomness)
            if self.noisy
            else ((*held[:arm], 0, *held[arm + 1 :]), held[arm])
        )
        return held, float(round(value, 6))


@pytest.mark.parametrize(("noisy", "verdict"), [(True, "not refuted"), (False, "fails")])
def test_a_curator_that_compares_and_rounds_is_judged_by_runs(noisy, verdict):
    policy = Reshaped(arms=2, eps=1, curator=OwnClipping(noisy))
    report = audit(policy, 1, samples=4000)
    assert report.verdict == verdict
    assert report.deciding.name == SEARCH
    assert "clip" in rows(report)[RECORDED].note


def declared(curator, **methods):
    """DP-IMED that learns (the first of) what a declared curator releases."""

    def learn(self, state, pull, released):
        first = released[0] if isinstance(released, tuple) else released
        return DPIMED.learn(self, state, pull, first)

    kind = type("Declared", (DPIMED,), {"curator": curator, "learn": learn, **methods})
    return kind(arms=2, eps=1, ties="first")


@pytest.mark.parametrize(
    ("curator", "budget"),
    [
        (DeclaredSums((Laplace(1), Laplace(1))), PureDP(1)),
        (DeclaredSums((Gaussian(sigma_squared=1), Gaussian(sigma_squared=1))), ZCDP("0.25")),
        (DeclaredSums(Laplace(2), memory=2), PureDP(1)),
        (DeclaredSums(Laplace(2), copies=2), PureDP(1)),
        (DeclaredSums(Laplace(2), weights=(2, 1)), PureDP(1)),
        (DeclaredSums(Laplace(1), center="0.5"), PureDP(1)),
        (DeclaredSums(Laplace(1), bounds=(0, 5)), PureDP(1)),
        (DeclaredSums(Laplace("0.5"), clip=("0.25", "0.75")), PureDP(1)),
        (DeclaredSums(Laplace("0.5"), rate="0.25"), PureDP(1)),
        (DeclaredSums(Laplace(1), mean=True), PureDP(1)),
        (DeclaredSums(Gaussian(sigma_squared=16), copies=2), ApproxDP("0.5", "0.1")),
    ],
    ids=str,
)
def test_a_policy_of_declared_parts_holds_at_its_price(curator, budget):
    assert audit(declared(curator), budget).verdict == "holds"


@pytest.mark.slow
@pytest.mark.parametrize(
    "curator",
    [
        DeclaredSums(Laplace(1), memory=2),
        DeclaredSums(Laplace(1), copies=2),
        DeclaredSums(Laplace(1), weights=(1, 2)),
        DeclaredSums(Laplace("0.5"), rate="0.5"),
        DeclaredSums(Gaussian(sigma_squared=100)),
        DeclaredSums(DiscreteLaplace("1/2")),
    ],
    ids=str,
)
def test_a_policy_whose_parts_cost_more_does_not_hold(curator):
    report = audit(declared(curator), 1, **FEW)
    assert report.verdict != "holds"
    assert rows(report)[CONSTRUCTION].verdict == "look further"


def test_integer_noise_holds_for_integer_rewards_only():
    policy = declared(DeclaredSums(DiscreteLaplace("2/5")))
    assert audit(policy, 1, rewards=[0, 1]).verdict == "holds"
    assert audit(policy, 1, **FEW).verdict == "not refuted"


def test_rewards_of_another_range_need_the_noise_of_that_range():
    wide = {"rewards": RewardSpace.of("0:5")}
    assert audit(declared(DeclaredSums(Laplace(5)), **wide), 1).verdict == "holds"
    assert audit(declared(DeclaredSums(Laplace(1)), **wide), 1, **FEW).verdict != "holds"
    # a policy for [0, 1] clips other rewards
    assert audit("dp-imed", 1, rewards="0:5").verdict == "holds"


@pytest.mark.parametrize("eps", ["0.5", "1"])
def test_a_time_limit_binds_every_station(eps):
    began = time.monotonic()
    report = audit(Reshaped(arms=2, eps=eps, curator=TwoNoises()), eps, seconds=0.5)
    assert time.monotonic() - began < 8, "a little more than the limit, on a busy machine"
    assert report.verdict == "not refuted"


@pytest.mark.slow
def test_a_third_party_policy_is_caught_and_a_factory_is_called():
    report = audit(Reshaped(arms=2, eps=1, share=Fraction(2)), 1)
    assert (report.verdict, report.deciding.name) == ("fails", SEARCH)
    assert report.deciding.grade is Grade.STATISTICAL
    assert rows(report)[CONSTRUCTION].loss.lo == 2
    assert audit(lambda: DPIMED(arms=2, eps=1), 2).verdict == "holds"
    assert audit(lambda eps: DPIMED(arms=2, eps=eps), 2).verdict == "holds"
    assert audit(DPIMED, 2, arms=3).claim.arms == 3


def test_a_reward_that_enters_twice_is_seen():
    report = audit(Reshaped(arms=2, eps=1, curator=EachRewardTwice()), 1, **FEW)
    assert report.verdict != "holds"
    assert "enters 2 releases" in rows(report)[ONCE].note
    assert REPLAY not in rows(report)


@pytest.mark.parametrize(("horizon", "longest"), [(3, 12), (50, 50), (None, 4000)])
def test_long_plays_end_with_the_horizon_of_the_claim(horizon, longest):
    """What a policy does later is no part of the claim."""
    claim = Claim(PureDP(1), horizon=horizon)
    facts = recorded(DPIMED(arms=2, eps=1), claim)
    short = replace(facts, plays=facts.plays[-1:])
    assert max(extended(short).rounds) == longest


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"level": 2}, "level is 2; give a number strictly between 0 and 1"),
        ({"level": 0}, "level is 0; give a number strictly between 0 and 1"),
        ({"batch": 0}, "batch is 0; give an integer >= 1"),
        ({"dim": 0}, "dim is 0; give an integer >= 1"),
    ],
)
def test_an_option_is_refused_also_where_nothing_would_use_it(option, message):
    with pytest.raises(ValueError, match=message):
        audit("dp-imed", 1, **option)
