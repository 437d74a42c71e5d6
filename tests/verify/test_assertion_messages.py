"""Messages of assert_private: the quantity, the pair, what cannot be asked, and no inner frames."""

import traceback
from dataclasses import dataclass
from fractions import Fraction
import pytest
from asserted_policies import EagerUCB, Indifferent, message_of, rows
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.testing import NotPrivate, NotShownPrivate, assert_private
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.assertions import stated_budget


class Raises(Indifferent):
    def getReward(self, arm, reward):
        return {}["no such key"]


class FollowsContext(Indifferent):
    """It plays arm 1 or 2 as the public context says, and copies rewards where that is 1."""

    def __init__(self):
        self.last = 0

    def choice(self, context):
        return self.last if context[0] > 0 else 0

    def getReward(self, arm, reward):
        self.last = int(reward > 0.5)


def test_public_contexts_reach_the_policy():
    options = {"eps": 1, "horizon": 3, "samples": 4000}
    quiet = {"contexts": [[0.0]] * 3, "error": NotShownPrivate}
    message_of(FollowsContext, **quiet, **options)
    message_of(FollowsContext, contexts=[[1.0]] * 3, **options)


def test_the_output_and_the_seed_are_those_of_the_call():
    options = {"horizon": 3, "samples": 8000}
    left, first = message_of(EagerUCB, eps="0.5", output="transcript", rng=1, **options)
    assert first.found.claim.output == "transcript"
    assert "for the actions and all releases" in rows(left)["claimed"]
    assert rows(left)["replay"].endswith("output='transcript', horizon=3, samples=8000, rng=1)")
    _, right = message_of(EagerUCB, eps="0.5", rng=2, **options)
    assert first.witness.seed != right.witness.seed


def response(bit):
    return {bit: Fraction(3, 4), 1 - bit: Fraction(1, 4)}


def test_a_mechanism_shows_its_event_and_its_pair():
    message, error = message_of(response, PureDP(1), neighbours=[(0, 1)])
    assert message.splitlines() == [
        "response is not private as claimed: eps = 1 is claimed, and it has eps >= 1.09861.",
        "  claimed   eps = 1",
        "  found     eps >= 1.09861",
        "  event     {0}",
        "  left      0, where the event has probability 3/4",
        "  right     1, where the event has probability 1/4",
        "  replay    assert_private(response, 1, neighbours=[(0, 1)])",
    ]
    assert error.found.left_mass == Fraction(3, 4)
    assert assert_private(response, "1.1", neighbours=[(0, 1)]).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (
            ApproxDP(0, "0.25"),
            "eps = 0, delta = 0.25 is claimed, and it has delta = 0.5 at eps = 0",
        ),
        (
            RenyiDP(2, "0.1"),
            "eps = 0.1 at order 2 is claimed, and it has eps >= 0.847297 at order 2",
        ),
        (ZCDP("0.1"), "rho = 0.1 is claimed, and it has rho >= 0.549306"),
    ],
)
def test_the_quantity_of_each_kind_of_budget_is_named(claim, sentence):
    message, _ = message_of(response, claim, neighbours=[(0, 1)])
    assert message.splitlines()[0] == f"response is not private as claimed: {sentence}."


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        ((response, 1), {"against": "tables"}, "give one of view, table, interactive, adaptive"),
        ((response, 0), {"neighbours": [(0, 1)]}, "eps is 0"),
        ((response, "nan"), {"neighbours": [(0, 1)]}, "nan"),
        ((response, 1), {"neighbours": []}, "no pair of neighbours"),
        ((DPIMED(arms=2), 1), {"neighbours": [(0, 1)]}, "is not a function"),
        ((EagerUCB(2, 1, None), 1), {}, "give its class"),
        (("no-such-policy", 1), {}, "no-such-policy"),
        ((response, 1), {}, r"response requires bit; .* neighbours=\[\(left, right\)"),
        ((DPIMED, 1), {"samples": 0}, "samples is 0; give an integer >= 1"),
        ((DPIMED, 1), {"output": "releases"}, "give 'actions' or 'transcript'"),
        ((DPIMED, 1), {"rewards": (5, 0)}, "give a range lo:hi with lo < hi"),
        ((DPIMED,), {}, "No budget is given; give eps= alone, .* or budget= as a whole"),
        ((DPIMED, 1), {"eps": 1}, "as a whole and by names; give one of both"),
        ((DPIMED,), {"rho": 1, "delta": "1e-5"}, "delta= and rho= together are no budget"),
        ((DPIMED,), {"eps": 1, "delta": "1e-5", "alpha": 2}, "delta= and alpha= together"),
    ],
)
def test_what_cannot_be_asked_raises_with_a_sentence_and_without_inner_frames(
    arguments, options, sentence
):
    with pytest.raises(ValueError, match=sentence) as caught:
        assert_private(*arguments, **options)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert {frame.name for frame in frames[1:]} == {"assert_private"}


def test_an_error_of_the_policy_shows_the_policy_and_not_the_library():
    with pytest.raises(ValueError, match="Raises raised KeyError") as caught:
        assert_private(Raises, 1)
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError)
    assert [frame.name for frame in traceback.extract_tb(cause.__traceback__)] == ["getReward"]


def test_budgets_by_the_names_of_their_numbers():
    assert stated_budget(eps="0.5") == PureDP("0.5")
    assert stated_budget(eps=1, delta="1e-5") == ApproxDP(1, "1e-5")
    assert stated_budget(eps=1, alpha=2) == RenyiDP(2, 1)
    assert stated_budget(rho="0.1") == ZCDP("0.1")
    assert stated_budget("0.5") == "0.5"


@dataclass(frozen=True)
class HalfNoise(Policy):
    """Plays the arms in turn, with half of the noise that eps = 1 needs."""

    arms: int = 2
    scale: str = "1/2"
    name, budget = "half noise", PureDP(1)

    @property
    def curator(self):
        return DeclaredSums(Laplace(self.scale))

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % 2, 1)

    def learn(self, state, pull, released):
        return state


@pytest.mark.parametrize(
    ("scale", "found"), [("1/2", "eps = 2"), ("0.99999", "eps = 100000/99999"), ("1/3", "eps = 3")]
)
def test_an_exact_loss_is_written_as_exact_with_its_inputs_and_a_replay(scale, found):
    policy = HalfNoise(scale=scale)
    with pytest.raises(NotPrivate) as failure:
        assert_private(policy, 1, output="transcript")
    first, *rows = str(failure.value).splitlines()
    assert first.endswith(f": eps = 1 is claimed, and it has {found}.")
    labels = [row.split()[0] for row in rows]
    assert {"left", "right", "replay"} <= {*labels}
    written = next(row for row in rows if row.split()[0] == "replay").split(maxsplit=1)[1]
    with pytest.raises(NotPrivate):
        eval(written, {"assert_private": assert_private, "HalfNoise": HalfNoise})
    assert failure.value.witness["inputs"]["left"] != failure.value.witness["inputs"]["right"]
