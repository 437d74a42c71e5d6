"""The policies of other libraries, as they are installed from the index: seen, seeded, refuted.

None of them claims privacy, so each is refuted for eps = 1 at level 1e-6. An arm drawn without
looking at rewards is private with eps = 0, and is rejected with probability at most 1e-6.
"""

import numpy as np
import pytest
from banditproof.algorithms.interfaces.contextualbandits_policies import contextualbandits
from banditproof.algorithms.interfaces.factories import FreshRuns
from banditproof.algorithms.interfaces.mabwiser_policies import mabwiser
from banditproof.algorithms.interfaces.rlberry_agents import rlberry_agent
from banditproof.algorithms.interfaces.smpybandits_policies import smpybandits, smpybandits_policies
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.inputs import TableInput
from banditproof.verify.sampling.sampler import BlackBoxSampler, looks_reproducible

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
LEVEL = "1e-6"


def mab(policy, arms=("a", "b"), **settings):
    from mabwiser.mab import MAB, LearningPolicy

    def make(seed):
        return MAB(list(arms), getattr(LearningPolicy, policy)(**settings), seed=seed)

    return make


def index_of(policy):
    return lambda arms: getattr(smpybandits_policies(), policy)(arms)


def thompson_agent(env, seeder):
    from rlberry.agents.bandits import TSAgent

    return TSAgent(env, seeder=seeder)


def lin(policy):
    import contextualbandits.online as online

    return lambda arms, seed: getattr(online, policy)(arms, random_state=seed)


SPHERE = {"contexts": "unit sphere", "dim": 3}


@pytest.mark.parametrize(
    ("make", "settings"),
    [
        (lambda: mabwiser(mab("EpsilonGreedy", epsilon=0.1)), {}),
        (lambda: mabwiser(mab("EpsilonGreedy", epsilon=0.1), batch=3), {}),
        (lambda: mabwiser(mab("UCB1", ("a", "b", "c"), alpha=1.0)), {"arms": 3}),
        (lambda: mabwiser(mab("LinUCB", alpha=1.0)), SPHERE),
        (lambda: smpybandits(index_of("UCB")), {}),
        (lambda: smpybandits(index_of("Thompson")), {"rewards": [0, 1]}),
        (lambda: smpybandits(index_of("UCB"), slate=2), {"arms": 3, "slate": 2}),
        (lambda: rlberry_agent(thompson_agent), {"horizon": (8, 20)}),
        (lambda: contextualbandits(lin("LinUCB")), SPHERE),
        (lambda: contextualbandits(lin("LinUCB"), slate=2), {**SPHERE, "arms": 3, "slate": 2}),
    ],
    ids=[
        "MABWiser epsilon-greedy",
        "MABWiser epsilon-greedy in batches",
        "MABWiser UCB1 on three arms",
        "MABWiser LinUCB",
        "SMPyBandits UCB",
        "SMPyBandits Thompson",
        "SMPyBandits UCB, slates",
        "rlberry Thompson",
        "contextualbandits LinUCB",
        "contextualbandits LinUCB, slates",
    ],
)
def test_a_policy_that_claims_nothing_is_refuted(make, settings):
    result = audit_black_box(make(), 1, level=LEVEL, shrink=False, **settings)
    assert result.verdict == "fails"
    assert result.reproducible
    assert result.runs < 40_000


@pytest.mark.parametrize(
    "make",
    [lambda: mabwiser(mab("Random")), lambda: smpybandits(index_of("Uniform"))],
    ids=["MABWiser random", "SMPyBandits uniform"],
)
def test_a_policy_that_reads_no_reward_is_not_refuted(make):
    result = audit_black_box(make(), "0.1", level=LEVEL, samples=6000)
    assert (result.verdict, result.reproducible) == ("not refuted", True)


TABLE = TableInput(((0, 1), (1, 0), (0.5, 1), (0, 0.25)))


def test_mabwiser_is_told_every_reward_that_it_plays():
    received = []

    class Watched:
        arms = ("a", "b")

        def fit(self, decisions, rewards):
            received.append(("fit", decisions, rewards))

        def predict(self, contexts):
            return "b"

        def partial_fit(self, decisions, rewards):
            received.append(("partial", decisions, rewards))

    sampler = BlackBoxSampler(FreshRuns(mabwiser(Watched, batch=2), arms=2), arms=2, horizon=4)
    rows = sampler.sample([TABLE], np.zeros(1, int), np.random.default_rng(1))
    assert rows.tolist() == [[0, 1, 1, 1]]
    assert received == [("fit", ["a", "b"], [0, 0]), ("partial", ["b", "b"], [1, 0.25])]


def test_an_agent_is_told_the_reward_of_the_arm_that_it_plays():
    seen = []

    def make(env, seeder):
        from rlberry.agents.bandits import TSAgent

        class Watched(TSAgent):
            def fit(self, budget=None, **kwargs):
                for t in range(budget + 5):
                    seen.append((t % 2, self.env.step(t % 2)[1]))

        return Watched(env, seeder=seeder)

    sampler = BlackBoxSampler(FreshRuns(rlberry_agent(make), arms=2), arms=2, horizon=4)
    rows = sampler.sample([TABLE], np.zeros(1, int), np.random.default_rng(1))
    assert rows.tolist() == [[0, 1, 0, 1]]
    assert seen == [(0, 0), (1, 0), (0, 0.5), (1, 0.25)]


def test_an_unseeded_mab_repeats_itself_and_is_seen_by_its_rows():
    """Its default seed is fixed, so all runs are the same; the adapter passes a fresh one."""
    from mabwiser.mab import MAB, LearningPolicy

    def rows_of(make):
        sampler = BlackBoxSampler(FreshRuns(mabwiser(make), arms=2), arms=2, horizon=4)
        assert looks_reproducible(sampler, TABLE, seed=3, runs=10)
        return sampler.sample([TABLE], np.zeros(60, int), np.random.default_rng(1))

    unseeded = rows_of(lambda: MAB(["a", "b"], LearningPolicy.Random()))
    assert len({tuple(row) for row in unseeded.tolist()}) == 1
    seeded = rows_of(mab("Random"))
    assert len({tuple(row) for row in seeded.tolist()}) == 4
