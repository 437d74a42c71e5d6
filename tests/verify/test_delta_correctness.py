"""Delta-correctness: exact on tiny instances, statistical elsewhere, each with a wrong twin."""

import json
import math
import random
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from stopping_runs import HALF, LOG_2, TIED, Hasty, racing
from banditproof.algorithms.engines.identification_engine import PlainEngine
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.identification.private_elimination import DPSEIdentification
from banditproof.algorithms.identification.private_top_two import AdaPTT, UniformTT
from banditproof.algorithms.randomness import Sampled, Silent
from banditproof.algorithms.rewards import RewardCycles, drawn_rewards
from banditproof.testing import NotDeltaCorrect, NotShownDeltaCorrect, assert_delta_correct
from banditproof.theory import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteLaplace, NoNoise
from banditproof.verify.delta_correctness import (
    SAMPLING_RULES,
    delta_correctness,
    stopped_law,
    with_sampling,
    worst_error,
)
from banditproof.verify.delta_correctness.exact_errors import best_arm
from banditproof.verify.delta_correctness.simulated_errors import _engine, simulated_ends
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.enumeration import Enumeration, list_feed
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.mutants.noisy_race import NoisyRace
from banditproof.verify.mutants.stopping_rules import (
    TRACE_PULLS,
    GaussianAlone,
    NoRoomForNoise,
    threshold_judge,
    trace_judge,
)


def test_the_law_of_the_end_is_that_of_all_lists():
    policy, bandit = racing(NoRoomForNoise), BernoulliBandit(("0.6", "1/3"))
    law = stopped_law(policy, bandit, 3, cut=6)
    masses = {}
    for rewards in product((0, 1), repeat=3):
        runs = Enumeration(policy, 3, cut=6).law(list_feed(rewards))
        for actions, mass in runs.masses.items():
            arms = [a for a in actions if a < 2]
            weight = mass
            for arm, reward in zip(arms, rewards, strict=False):
                mean = bandit.exact_means[arm]
                weight *= mean if reward else 1 - mean
            if len(arms) < 3:  # the rewards after the end sum out
                weight /= 2 ** (3 - len(arms))
            end = (len(arms), actions[-1] - 2) if actions[-1] >= 2 else None
            masses[end] = masses.get(end, 0) + weight
    assert masses.pop(None) == law.running
    assert masses == law.masses
    assert law.lost == 1 - law.running - sum(law.masses.values())


def test_the_exact_error_refutes_the_wrong_twin_and_shows_the_reference():
    report = delta_correctness(racing(NoRoomForNoise), "0.1", (0.5, 0.5), best=0, horizon=3)
    assert (report.verdict, report.grade) == ("fails", Grade.POINTS)
    assert report.rows[0].error.lo > Fraction(3, 20)
    report = delta_correctness(racing(NoisyRace), "0.1", (0.5, 0.5), best=0, horizon=3)
    assert (report.verdict, report.grade) == ("holds", Grade.POINTS)
    assert report.rows[0].error.hi < Fraction(1, 50)


class OwnCoin(NoRoomForNoise):
    """Draws its own numbers when it recommends, which no enumeration follows."""

    def recommendation(self, state):
        answer = super().recommendation(state)
        return answer if answer is None or random.random() < 0.9 else 1 - answer


def test_the_code_of_a_user_is_run_and_not_enumerated():
    report = delta_correctness(racing(OwnCoin), "0.25", ("0.9", "0.1"), horizon=4, rng=1)
    assert report.grade is Grade.STATISTICAL


def test_the_worst_sampling_rule_is_at_least_as_bad_as_each_and_attained():
    policy, bandit, horizon = racing(NoRoomForNoise), TIED, 4
    worst = worst_error(policy, bandit, horizon, cut=4, best=0)
    errors = [stopped_law(policy, bandit, horizon, cut=4).error(0)]
    for rule in SAMPLING_RULES.values():
        errors.append(stopped_law(with_sampling(policy, rule), bandit, horizon, cut=4).error(0))
    assert max(error.lo for error in errors) < worst.lo  # a better rule looks at more
    assert worst.lo > Fraction(3, 20)
    assert worst.hi < worst.lo + Fraction(1, 4)


def test_noise_beyond_the_cut_stays_within_the_bounds():
    policy = racing(NoRoomForNoise)
    for error in (
        lambda cut: worst_error(policy, TIED, 2, cut=cut, best=0),
        lambda cut: stopped_law(policy, TIED, 2, cut=cut).error(0),
    ):
        rough, fine = error(3), error(9)
        assert rough.lo < fine.lo <= fine.hi < rough.hi


def test_the_reference_is_right_under_the_worst_sampling_rule():
    policy = NoisyRace(eps=3, noise=DiscreteLaplace("1/20"))
    assert worst_error(policy, TIED, 4, cut=3, best=0).hi < Fraction(1, 500)
    wrong = NoRoomForNoise(delta="0.9", eps=LOG_2, noise=HALF)
    assert worst_error(wrong, TIED, 3, cut=6, best=0).lo > Fraction(1, 10)


def test_the_exact_law_agrees_with_runs():
    policy, bandit = racing(NoRoomForNoise), BernoulliBandit(("0.7", "0.3"))
    exactly, runs = stopped_law(policy, bandit, 4, cut=9), 1500
    ends = simulated_ends(policy, bandit, 0, runs, 4, np.random.default_rng(4))
    wrong = float(exactly.error(0).lo)
    # six deviations: false alarm below 1e-7
    assert abs(ends.wrong - runs * wrong) < 6 * math.sqrt(runs * wrong) + runs * exactly.lost
    running = float(exactly.running)
    assert abs(ends.capped - runs * running) < 6 * math.sqrt(runs * running) + runs * exactly.lost


def test_runs_are_plays():
    policy, bandit = NoisyRace(eps=20, delta="0.5"), BernoulliBandit(("0.9", "0.1"))
    ends = simulated_ends(policy, bandit, 0, 30, 400, np.random.default_rng(2))
    times = []
    for seed in range(30):
        rewards = drawn_rewards(bandit, seed)
        times.append(len(play(policy, rewards, 400, Sampled(seed)).actions))
    assert ends.capped == 0
    assert 0.5 < ends.pulls / sum(times) < 2


def test_a_third_party_policy_that_is_hasty_is_refuted():
    with pytest.raises(NotDeltaCorrect, match="wrong with probability in") as error:
        assert_delta_correct(Hasty, "0.1", (0.4, 0.6), runs=200)
    row = error.value.found.rows[0]
    assert row.wrong / 200 == pytest.approx(0.64, abs=0.2)  # 1 - P(0, 1)
    assert assert_delta_correct(Hasty, "0.1", (1, 0), runs=200).verdict == "holds"


def test_what_is_not_shown_does_not_pass():
    with pytest.raises(NotShownDeltaCorrect):
        assert_delta_correct(Hasty, "0.1", (1, 0), runs=100)  # 0 of 100 wrong is not enough
    with pytest.raises(NotShownDeltaCorrect):  # still running, without a horizon
        assert_delta_correct(NoisyRace(), "0.1", (0.5, 0.4), runs=200, cap=10)
    assert assert_delta_correct(NoisyRace(), "0.1", (0.5, 0.4), runs=200, horizon=11).rows[0].capped


def test_a_sampling_rule_of_an_adversary_and_its_wrong_twin():
    rules = ("worst looking", "best looking")
    wrong = NoRoomForNoise(eps="0.1")
    result = delta_correctness(wrong, "0.1", (0.55, 0.45), sampling=rules, horizon=16, runs=100)
    assert result.verdict == "fails"
    assert {row.sampling for row in result.rows} == set(rules)
    right = delta_correctness(
        NoisyRace(eps=50), "0.1", (1, 0), sampling=rules[:1], cap=400, runs=160
    )
    assert right.verdict == "holds"
    assert right.rows[0].capped == 0


def test_the_level_is_shared_by_all_rows():
    first = delta_correctness(Hasty, "0.1", (1, 0), runs=50)
    second = delta_correctness(Hasty, "0.1", [(1, 0), (0, 1)], runs=50)
    assert first.rows[0].error.hi < second.rows[0].error.hi
    assert [row.best for row in second.rows] == [0, 1]
    # (1 - p)^50 = level / (2 rows)
    assert float(second.rows[0].error.hi) == pytest.approx(1 - (2.5e-7) ** (1 / 50), rel=1e-6)


def test_built_in_policies_are_delta_correct_where_they_are_tried():
    result = assert_delta_correct("dp-se-stop", "0.1", (0.9, 0.1), epsilon=1, runs=160, seed=3)
    assert (result.verdict, result.rows[0].wrong, result.rows[0].capped) == ("holds", 0, 0)
    assert result.grade is Grade.STATISTICAL


@pytest.mark.parametrize("policy", [AdaPTT(2, "0.1"), UniformTT(2, "0.1")], ids=lambda p: p.name)
def test_only_policies_as_their_classes_make_them_are_played_by_a_kernel(policy, monkeypatch):
    bandit = BernoulliBandit((0.9, 0.1))
    assert not isinstance(_engine(policy, bandit, 60, 10**6), PlainEngine)
    for name in ("decide", "learn", "recommendation"):
        with monkeypatch.context() as changed:
            right = getattr(type(policy), name)
            changed.setattr(type(policy), name, lambda *args, right=right: right(*args))
            assert isinstance(_engine(policy, bandit, 60, 10**6), PlainEngine)


def test_changed_policies_are_not_played_by_a_compiled_engine():
    policy = AdaPTT(2, "0.1")
    object.__setattr__(policy, "recommendation", lambda state: 1)
    report = delta_correctness(policy, "0.1", (0.9, 0.1), runs=60)
    assert (report.verdict, report.rows[0].wrong) == ("fails", 60)


@pytest.mark.slow
def test_adap_tt_is_delta_correct_and_its_wrong_twin_is_not():
    for name in ("adap-tt", "adap-tt-star"):
        assert_delta_correct(name, "0.1", (0.7, 0.4), eps=1, runs=400, level="1e-7")
    wrong = GaussianAlone(2, "0.1", eps="0.02")
    assert delta_correctness(wrong, "0.1", (0.7, 0.4), horizon=500).verdict == "fails"


def test_the_oracles_of_the_paper_pass_the_right_rule():
    policy = AdaPTT(3, "0.1")
    assert trace_judge(policy).verdict == threshold_judge(policy).verdict == "not refuted"
    assert sum(TRACE_PULLS) == 4099


def test_tied_arms_need_a_best_one():
    with pytest.raises(ValueError, match=r"give best= one of them"):
        best_arm(TIED)
    with pytest.raises(ValueError, match="the largest mean is that of 0;"):
        best_arm(BernoulliBandit((1, 0)), best=1)
    assert best_arm(TIED, 1) == 1


def test_only_noise_on_the_integers_is_enumerated():
    with pytest.raises(NotEnumerable, match="DiscreteLaplace"):
        stopped_law(NoisyRace(), TIED, 3)
    report = delta_correctness(NoisyRace(), "0.1", (0.6, 0.4), horizon=3, runs=200)
    assert report.grade is Grade.STATISTICAL


def test_without_noise_the_law_is_the_play():
    policy = DPSEIdentification(arms=2, beta="0.9", eps=1, noise=NoNoise())
    horizon = 2 * policy.pulls_per_arm(1, 2)
    played = play(policy, RewardCycles([(1,), (0,)]), horizon, Silent())
    law = stopped_law(policy, BernoulliBandit((1, 0)), horizon)
    assert law.masses == {(len(played.actions), played.recommended): 1}
    assert stopped_law(policy, BernoulliBandit((1, 0)), horizon - 1).running == 1


def test_a_report_becomes_json_and_a_sentence():
    report = delta_correctness(Hasty, "0.1", (1, 0), runs=20)
    result = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert result["verdict"] == "not-refuted"
    assert result["rows"][0]["runs"] == 20
    assert "of 20 runs 20 right, 0 wrong, 0 still running" in report.sentence
