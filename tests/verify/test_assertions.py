"""`assert_private`: what passes, what fails, and that its messages say the right numbers."""

import re
from fractions import Fraction
import pytest
from asserted_policies import EagerUCB, Indifferent, message_of, rows
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.testing import NotPrivate, NotShownPrivate, assert_private
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.definitions.witness_policies import (
    concentrated_gap,
    copies_after_a_foreign_query,
    tree_above_table,
)
from banditproof.verify.mutants.weak_noise import HalvedNoise


class Between(Indifferent):
    """It copies a reward strictly between the ends, and flips coins otherwise."""

    seen = None

    def choice(self):
        return super().choice() if self.seen is None else self.seen

    def getReward(self, arm, reward):
        self.seen = None if reward in (0, 5) else int(reward > 2)


def test_a_bandit_with_select_and_update_is_refuted_and_its_witness_replays():
    message, error = message_of(EagerUCB, "0.5", horizon=4, samples=20_000)
    first, *_ = message.splitlines()
    assert re.fullmatch(
        r"EagerUCB is not private as claimed: eps = 0.5 is claimed, and runs show eps >= [\d.]+\.",
        first,
    )
    shown_rows = rows(message)
    bound = float(re.search(r"eps >= ([\d.]+)\.$", first)[1])
    assert shown_rows["found"] == f"eps >= {bound:g}; wrong with probability at most 1e-6"
    assert bound == pytest.approx(error.witness.bound)
    assert bound > 0.5
    assert shown_rows["claimed"].startswith("eps = 0.5, for the actions, against table neighbours")
    counts = error.witness.counts
    assert shown_rows["often"].startswith(
        f"in {counts.left_hits} of {counts.left_runs} runs on rewards"
    )
    assert shown_rows["seldom"].startswith(f"in {counts.right_hits} of {counts.right_runs} runs on")
    assert counts.left_hits / counts.left_runs > counts.right_hits / counts.right_runs
    assert shown_rows["replay"] == "assert_private(EagerUCB, '0.5', horizon=4, samples=20000)"
    assert error.witness.replay() == counts
    again, _ = message_of(EagerUCB, "0.5", horizon=4, samples=20_000)
    assert again == message


def test_the_witness_has_the_rounds_before_the_event_and_no_others():
    message, error = message_of(EagerUCB, 1, horizon=12, samples=20_000)
    shown_rows = rows(message)
    rounds = error.witness.event.rounds
    for row in (shown_rows["often"], shown_rows["seldom"]):
        assert len(row.partition("rewards ")[2].split()) == rounds - 1
    assert shown_rows["read as"].endswith(f"they differ in round {error.witness.pair.challenge}")
    assert re.search(r"arm [12]\b|^the arms", shown_rows["event"])


class CopiesLate(Indifferent):
    """From round 30 on it copies the reward of round 25."""

    t, seen = 0, 0

    def choice(self):
        return int(self.seen > 0.5) if self.t >= 29 else super().choice()

    def getReward(self, arm, reward):
        self.t += 1
        if self.t == 25:
            self.seen = reward


def test_a_long_witness_is_cut_to_the_rounds_around_the_one_that_differs():
    message, error = message_of(CopiesLate, 1, horizon=32, samples=40_000)
    shown_rows = rows(message)
    assert error.witness.pair.challenge == 25
    shown = r"rewards \S+ \.\.\. \S+ \S+ \S+ (\.\.\. )?\S+( \S+)? \(all \d\d rounds: error"
    assert re.search(shown, shown_rows["often"])
    assert re.search(r"runs on the same, but \S+ in round 25$", shown_rows["seldom"])
    assert max(map(len, message.splitlines())) < 200


@pytest.mark.parametrize(
    ("options", "typed", "found"),
    [
        ({"budget": 0.5}, "eps = 0.5", "eps >= #"),
        ({"budget": "1/3"}, "eps = 1/3", "eps >= #"),
        ({"eps": Fraction(1, 2)}, "eps = 0.5", "eps >= #"),
        ({"eps": 0.1}, "eps = 0.1", "eps >= #"),
        ({"eps": 0.5, "delta": 1e-5}, "eps = 0.5, delta = 1e-05", "eps >= # at delta = 1e-05"),
        ({"eps": "0.5", "delta": "1e-5"}, "eps = 0.5, delta = 1e-5", "eps >= # at delta = 1e-5"),
        ({"rho": "1/8"}, "rho = 1/8", "rho >= #"),
        ({"eps": 0.5, "alpha": 2}, "eps = 0.5 at order 2", "eps >= # at order 2"),
    ],
)
def test_budgets_stand_as_typed_and_the_number_found_by_runs_is_labelled(options, typed, found):
    message, error = message_of(EagerUCB, **options, horizon=3, samples=8000)
    bound = f"{error.witness.bound:g}"
    first, *_ = message.splitlines()
    expected = found.replace("#", bound)
    assert first.endswith(f": {typed} is claimed, and runs show {expected}.")
    assert rows(message)["claimed"].startswith(f"{typed}, for the actions")
    assert rows(message)["found"].startswith(f"{expected}; ")
    assert "Fraction" not in first


@pytest.mark.parametrize("notion", ["view", "table", "interactive", "adaptive"])
def test_a_private_black_box_is_not_refuted_and_passes_only_on_request(notion):
    options = {"against": notion, "samples": 400, "horizon": 3}
    message, error = message_of(Indifferent, 1, error=NotShownPrivate, **options)
    assert message.startswith("Indifferent was not shown to be private: eps = 1 is claimed, and no")
    shown_rows = rows(message)
    assert re.match(
        r"\d+ runs of 3 rounds on \d+ pairs of .*, 2 arms, rewards 0, 1", shown_rows["tried"]
    )
    assert "accept_not_refuted=True" in shown_rows["accept"]
    assert error.found.verdict == "not refuted"
    report = assert_private(Indifferent, 1, accept_not_refuted=True, **options)
    assert report.verdict == "not refuted"


def test_accepting_what_is_not_refuted_does_not_excuse_a_violation():
    message_of(EagerUCB, "0.5", horizon=4, samples=20_000, accept_not_refuted=True)


def test_no_time_means_nothing_was_tried():
    message, _ = message_of(Indifferent, 1, error=NotShownPrivate, seconds=1e-9)
    assert rows(message)["tried"].startswith(("nothing: the time was over", "0 runs"))


def test_the_errors_are_assertion_errors_that_are_distinguished():
    assert issubclass(NotPrivate, AssertionError)
    assert issubclass(NotShownPrivate, AssertionError)
    assert not issubclass(NotPrivate, NotShownPrivate)
    assert not issubclass(NotShownPrivate, NotPrivate)


@pytest.mark.slow
def test_a_policy_of_this_library_with_half_the_noise_is_refuted():
    message, error = message_of(HalvedNoise(arms=2, eps=4, ties="first"), PureDP(2))
    assert message.startswith("HalvedNoise is not private as claimed: eps = 2 is claimed, and ")
    assert error.found.verdict == "fails"
    assert rows(message)["replay"] == (
        "assert_private(HalvedNoise(arms=2, ties='first', eps=4), PureDP(eps=2))"
    )


def test_the_exact_law_names_its_worst_inputs():
    """Half the noise of the claim, on the integers, so that the law can be enumerated."""
    noisy = DPIMED(arms=2, eps=2, ties="first", noise=DiscreteLaplace("1/4"))
    message, error = message_of(noisy, ZCDP("0.01"), rewards=[0, 1])
    assert error.found.deciding.grade in ("proved", "outlined")
    assert re.search(r"and it has rho >= 0\.\d+\.$", message.splitlines()[0])
    shown_rows, inputs = rows(message), error.witness["inputs"]
    assert "rewards" in shown_rows["because"]
    assert sum(x != y for x, y in zip(inputs["left"], inputs["right"], strict=True)) == 1
    assert [shown_rows["left"], shown_rows["right"]] == [
        f"rewards {' '.join(inputs[side])}" for side in ("left", "right")
    ]


@pytest.mark.slow
def test_factories_are_loaded_as_on_the_command_line():
    assert assert_private(DPIMED, "0.5").verdict == "holds"
    assert assert_private("banditproof.algorithms.regret.dp_imed:DPIMED", "0.5").verdict == "holds"
    assert assert_private(lambda arms, epsilon: DPIMED(arms=arms, eps=epsilon), eps=1, arms=3)
    message, error = message_of(lambda eps: HalvedNoise(arms=2, eps=2 * eps, ties="first"), 2)
    assert message.startswith("The policy is not private as claimed: eps = 2 is claimed, and ")
    assert error.found.claim.arms == 2


def test_finite_policies_are_decided_exactly_in_each_notion():
    policy = copies_after_a_foreign_query()
    assert assert_private(policy, "1e-9").verdict == "holds"
    message, _ = message_of(policy, 5, against="interactive")
    assert message.splitlines()[0].endswith("eps = 5 is claimed, and it has eps = inf.")
    assert "interactive neighbours" in message
    assert assert_private(concentrated_gap(), ZCDP("0.35"), against="view").verdict == "holds"
    assert "it has rho >= 0.399" in message_of(concentrated_gap(), rho="0.35")[0]
    assert assert_private(tree_above_table(), eps="0.4", delta="0.15").verdict == "holds"


def test_the_delta_of_an_approximate_claim_is_called_delta_and_names_its_eps():
    loose = ApproxDP("0.4", "0.15")
    message, error = message_of(tree_above_table(), loose, against="adaptive")
    assert "it has delta = 0.2 at eps = 0.4." in message.splitlines()[0]
    assert rows(message)["found"].startswith("delta = 0.2 at eps = 0.4, proved by: ")
    assert error.found.deciding.loss.lo == Fraction(1, 5)


def test_rewards_between_the_ends_are_tried_and_a_list_is_not_left():
    message, _ = message_of(Between, eps=1, rewards=(0, 5), horizon=3, samples=8000)
    assert "rewards in [0, 5]" in rows(message)["claimed"]
    assert re.search(r"[1-9]\.\d+|[1-9],|,[1-9]", rows(message)["often"] + rows(message)["seldom"])
    only_ends = {"rewards": [0, 5], "horizon": 3, "samples": 3000}
    message, _ = message_of(Between, eps=1, error=NotShownPrivate, **only_ends)
    assert "rewards in {0, 5}" in rows(message)["claimed"]


def test_a_claim_about_three_arms_is_played_on_three():
    message, _ = message_of(EagerUCB, eps="0.5", arms=3, horizon=5, samples=20_000)
    assert rows(message)["claimed"].endswith("5 rounds, 3 arms")
