"""The way through an audit: verdicts for built-in and third-party policies, one sentence each."""

import json
import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

from banditproof.algorithms import DPIMED, DeclaredSums, RewardSpace
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian, Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.by_construction import CONSTRUCTION
from banditproof.verify.audit.enumerated import ENUMERATED
from banditproof.verify.audit.judges import CALIBRATED, MEMORY, ONCE, REPEATS, REPLAY
from banditproof.verify.audit.loading import load_policy
from banditproof.verify.audit.sampled import SEARCH
from banditproof.verify.evidence import Grade

FEW = {"samples": 300, "level": "1e-6"}
"""Few runs: for what is decided before, or for what no run can decide."""


def rows(report):
    return {check.name: check for check in report.checks}


@pytest.mark.parametrize(
    "name", ["dp-imed", "dp-klucb", "dp-klucb-at-one", "adap-klucb", "trusted-leader", "dp-se"]
)
@pytest.mark.parametrize("budget", [PureDP("0.05"), PureDP(3), ZCDP("0.1"), ApproxDP("0.5", 0.01)])
def test_declared_built_in_policies_hold_by_construction(name, budget):
    report = audit(name, budget)
    (check,) = report.checks
    assert (report.verdict, check.name, check.grade) == ("holds", CONSTRUCTION, Grade.DERIVED)
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
    assert (shown["policy"], shown["claimed"], shown["verdict"]) == (
        "dp-imed",
        "eps = 0.5",
        "holds",
    )
    undecided = audit(Reshaped(arms=2, eps=1, curator=TwoNoises()), 1, **FEW).to_json()
    assert undecided["verdict"] == "not-refuted"
    assert undecided["tried"]
    for check in undecided["checks"]:
        assert set(check) == {"name", "verdict", "grade", "epsilon", "note", "witness"}
        assert check["verdict"] in ("not-refuted", "nothing-found", "look-further")
        assert check["note"]


class TooLittleNoise(DPIMED):
    """A third-party policy: noise of scale 1/(2 eps)."""

    def mechanism(self, state, pull):
        return Laplace(1 / (2 * Fraction(self.eps)))


class TwoNoises(Curator):
    def release(self, held, arm, mechanism, randomness):
        held, value = super().release(held, arm, mechanism, randomness)
        return held, value + randomness.noise(mechanism)


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

    def mechanism(self, state, pull):
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


class ChanceOfItsOwn(DPIMED):
    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        strange = all(record.phases for record in state) and random.random() < 0.2
        return Pull(1 - pull.arm, pull.count) if strange else pull


class OwnChanceAndCurator(ChanceOfItsOwn):
    curator = TwoNoises()


def test_random_numbers_of_its_own_do_not_speak_against_a_policy():
    assert audit(ChanceOfItsOwn(arms=2, eps=1), 1).verdict == "holds"
    report = audit(OwnChanceAndCurator(arms=2, eps=1), 1, **FEW)
    assert report.verdict == "not refuted"
    assert rows(report)[REPEATS].verdict == "look further"
    assert rows(report)[ENUMERATED].note == "Not enumerated: it draws its own random numbers."


@dataclass(frozen=True)
class ForcedByPublicCounts(DPIMED):
    """Explores the arm that was pulled more rarely, whenever the other is 8 times ahead."""

    def decide(self, state, t, randomness):
        pulls = [record.pulls for record in state]
        if min(pulls) and max(pulls) >= 8 * min(pulls):
            arm = pulls.index(min(pulls))
            return Pull(arm, self.schedule.batch(state[arm].phases))
        return super().decide(state, t, randomness)


class NobodyReads(Policy):
    """Releases the bare sum of a batch, and plays arms in turn whatever it says."""

    name, arms = "nobody reads", 2
    curator = DeclaredSums(DiscreteLaplace("1/100"))
    budget = PureDP(1)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(state % 2, 1)

    def learn(self, state, pull, released):
        return state + 1


@pytest.mark.slow
def test_correct_policies_are_not_refuted_for_what_no_claimed_output_shows():
    assert audit(ForcedByPublicCounts(arms=2, eps=1), 1).verdict == "holds"
    assert audit(NobodyReads(), 1, **FEW).verdict == "not refuted"


def test_a_claim_about_few_rounds_and_a_list_of_rewards_holds_by_enumeration():
    report = audit(NobodyReads(), 1, horizon=4, rewards=[0, 1])
    assert (report.verdict, report.deciding.name) == ("holds", ENUMERATED)
    assert report.deciding.loss.lo == 0 <= report.deciding.loss.hi < 1e-9
    assert "4 rounds" in report.sentence


class LowDigits(Curator):
    """Hides the last reward in the digits of a release that no noise reaches."""

    def release(self, held, arm, mechanism, randomness):
        left, value = super().release(held, arm, mechanism, randomness)
        bare = getattr(value, "value", value)
        secret = getattr(held[arm], "value", held[arm])
        return left, round(bare, 6) + 1e-11 * secret


class ReadsLowDigits(DPIMED):
    curator = LowDigits()

    def learn(self, state, pull, released):
        rest = released * 1e6 - round(released * 1e6)
        return super().learn(state, pull, float(rest > 5e-6) * 10 - 5)


def test_low_digits_never_hold():
    report = audit(ReadsLowDigits(arms=2, eps=1, ties="first"), 1, samples=4000)
    assert report.verdict == "fails"


class Digits(DPIMED):
    """Notes whether a declared release has digits that depend on the size of its terms."""

    def learn(self, state, pull, released):
        FINE.append(released is not None and (released * 2**33) % 1 != 0)
        return super().learn(state, pull, released)


FINE: list[bool] = []


def test_a_declared_release_has_no_digits_that_show_what_was_summed():
    assert audit(Digits(arms=2, eps=1), 1).verdict == "holds"
    assert len(FINE) > 50
    assert not any(FINE), "released numbers are multiples of 2^-32"


class Whisper(Laplace):
    """Declares a scale, and samples a tenth of it."""

    def sample(self, rng):
        return super().sample(rng) / 10


class Whispering(DPIMED):
    def mechanism(self, state, pull):
        return Whisper(super().mechanism(state, pull).scale)


@pytest.mark.parametrize(
    "policy",
    [Whispering(arms=2, eps=1), DPIMED(arms=2, eps=1, noise=Whisper(1))],
    ids=["by the policy", "given to the policy"],
)
@pytest.mark.parametrize("budget", [PureDP(1), ZCDP("0.5"), ApproxDP(1, "1e-3")], ids=str)
def test_a_noise_of_unknown_law_shows_nothing(policy, budget):
    report = audit(policy, budget, **FEW)
    assert report.verdict != "holds"  # runs may see what the noise hides
    assert "not one of this library's" in rows(report)[CALIBRATED].note


class Hoarding(DPIMED):
    """Keeps raw rewards in a list of its class, and never looks at them."""

    class Hoard(Curator):
        seen = []  # noqa: RUF012

        def read(self, held, arm, reward):
            self.seen.append(float(getattr(reward, "value", reward)))
            return super().read(held, arm, reward)

    curator = Hoard()


def test_memory_outside_of_the_object_is_seen():
    report = audit(Hoarding(arms=2, eps=1), 1, **FEW)
    assert report.verdict == "not refuted"
    assert "Hoard.seen" in rows(report)[MEMORY].note


@pytest.mark.parametrize("eps", ["0.5", "1"])
def test_a_time_limit_binds_every_station(eps):
    import time

    began = time.monotonic()
    report = audit(Reshaped(arms=2, eps=eps, curator=TwoNoises()), eps, seconds=0.5)
    assert time.monotonic() - began < 8, "a little more than the limit, on a busy machine"
    assert report.verdict == "not refuted"


class NoSuchArm(DPIMED):
    def decide(self, state, t, randomness):
        return Pull(5, 1)


class NeverPulls(DPIMED):
    def decide(self, state, t, randomness):
        return Pull(0, 0)


class Raises(DPIMED):
    def learn(self, state, pull, released):
        raise KeyError("lost")


class Exits(DPIMED):
    def learn(self, state, pull, released):
        raise SystemExit(0)


MODULE = """
from banditproof.algorithms import DPIMED
def make(eps): return DPIMED(arms=2, eps=eps)
def fixed(): return DPIMED(arms=2, eps=1)
def both(arms, eps, ties="first"): return DPIMED(arms=arms, eps=eps, ties=ties)
def wrong(): return 3
def broken(eps): raise RuntimeError("no")
def leaving(eps): raise SystemExit(3)
ready = DPIMED(arms=2, eps=1)
number = 7
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "third_party_policies.py").write_text(MODULE)
    (tmp_path / "module_that_raises.py").write_text("1 / 0")
    (tmp_path / "module_that_leaves.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    return "third_party_policies"


@pytest.mark.slow
def test_a_third_party_policy_is_caught_and_a_factory_is_called():
    report = audit(TooLittleNoise(arms=2, eps=1), 1)
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


@pytest.mark.parametrize("factory", ["make", "fixed", "both", "ready"])
def test_factories_are_called_with_what_they_take(module, factory):
    policy = load_policy(f"{module}:{factory}", "0.5")
    assert policy.arms == 2
    assert policy.budget.eps == (1.0 if factory in ("fixed", "ready") else 0.5)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no_such_module_at_all:make", "cannot be imported"),
        ("module_that_raises:make", "raised ZeroDivisionError"),
        ("third_party_policies:mak", "did you mean make"),
        ("third_party_policies:wrong", "int"),
        ("third_party_policies:number", "give a function"),
        ("third_party_policies:broken", "raised RuntimeError: no"),
        ("third_party_policies:leaving", "raised SystemExit: 3"),
        ("module_that_leaves:make", "raised SystemExit: 3"),
        ("third_party_policies:", "give module:factory"),
        (":make", "give module:factory"),
        ("dp-imedd", "nearest names"),
    ],
)
def test_a_wrong_name_gets_one_sentence(module, name, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(name, 1)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (NoSuchArm, "an arm from 0 to 1"),
        (NeverPulls, "at least one play"),
        (Raises, r"raised KeyError in update\(\) of round 1: 'lost'"),
        (Exits, "asked Python to exit"),
    ],
)
def test_a_policy_that_misbehaves_gets_one_sentence(kind, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(kind(arms=2, eps=1), 1)


@pytest.mark.parametrize("eps", [0, -1, "nan", float("inf")])
def test_a_budget_must_be_positive(eps):
    with pytest.raises(ValueError, match="give"):
        audit("dp-imed", eps)
