"""What is played is the declaration that was judged, and never what a name happens to make."""

import math
import re
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms import RewardList, play_apart
from banditproof.algorithms.apart import simulate_apart as simulate_module
from banditproof.algorithms.apart.carried_policies import Carried
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.algorithms.apart.plain_declaration import plain_declaration, rebuilt, sent_again
from banditproof.algorithms.apart.proxy_policy import ProxyPolicy
from banditproof.algorithms.apart.simulate_apart import ApartEngine, Called, simulate_apart
from banditproof.algorithms.engines.engine import Experiment
from banditproof.testing import NotShownPrivate, assert_private, private
from banditproof.theory import BernoulliBandit
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.built_in import built_in

PLACE = Path(__file__).with_name("policies")
REWARDS = RewardList([1, 0, 1])
BANDIT = BernoulliBandit(("0.7", "0.5"))
SEVERAL = ("by_call", "by_chance", "by_horizon", "late")
ONE = ("own_default", "huge_default", "no_budget", "same_for_each_horizon", "AsItIs")


def played(name, **options):
    return play_apart(f"several:{name}", REWARDS, 3, rng=1, **options).declared


@pytest.mark.parametrize("name", ["own_default", "huge_default", "same_for_each_horizon"])
def test_a_play_has_the_declaration_of_the_audit(name):
    report = audit(f"several:{name}", 1)
    assert report.verdict == "holds"
    assert played(name, budget=PureDP(1)) == report.declared
    assert played(name, budget=PureDP(1), declared=report.digest).digest == report.digest
    assert report.digest in report.sentence
    assert "DeclaredSums(noise=Laplace(scale=1)), 2 arms" in report.sentence
    assert report.to_json()["digest"] == report.digest
    with pytest.raises(ValueError, match="is a name, and a verdict is about what it declared"):
        played(name)


def test_another_budget_or_a_default_of_its_own_is_refused():
    report = audit("several:own_default", 1)
    for options in ({"budget": PureDP(10)}, {}):
        with pytest.raises(PolicyFailed, match="and what was judged is digest"):
            played("own_default", declared=report.digest, **options)
    with pytest.raises(PolicyFailed, match="what was judged is DeclaredSums"):
        played("own_default", declared=report.declared, budget=PureDP("1/2"))


@pytest.mark.parametrize("name", ["no_budget", "AsItIs"])
def test_what_takes_no_budget_is_played_by_its_digest_or_within_a_budget(name):
    with pytest.raises(PolicyFailed, match=r"costs what eps = 0.5 does not allow: .* eps = 1;"):
        played(name, budget=PureDP("0.5"))
    digest = audit(f"several:{name}", 1).digest
    assert played(name, budget=PureDP(1)) == played(name, declared=digest)


def test_a_factory_without_the_numbers_that_it_needs_is_one_sentence():
    with pytest.raises(PolicyFailed) as refused:
        played("needs_eps", declared="0" * 64)
    assert str(refused.value) == (
        "several:needs_eps needs eps; give the budget that was audited, such as "
        "budget=PureDP(1), which has such numbers."
    )
    assert (refused.value.lacks, refused.value.undeclared) == (("eps",), False)


def test_rewards_that_are_not_clipped_have_no_price():
    with pytest.raises(PolicyFailed, match="no price under eps = 1, since rewards are not clipped"):
        played("not_clipped", budget=PureDP(1))


@pytest.mark.parametrize("name", SEVERAL)
def test_what_declares_several_things_never_holds(name):
    report = audit(f"several:{name}", 1, samples=50)
    assert report.verdict == "not refuted"
    assert (report.declared, report.digest) == (None, None)


@pytest.mark.parametrize("name", SEVERAL)
def test_nor_does_it_in_the_process_of_the_caller(name, monkeypatch):
    monkeypatch.syspath_prepend(str(PLACE))
    import several

    report = audit(getattr(several, name), 1, samples=50)
    assert report.verdict == "not refuted"
    assert any("declares something else" in check.note for check in report.checks)


@pytest.mark.parametrize("name", ONE)
def test_its_twins_hold_in_the_process_of_the_caller(name, monkeypatch):
    monkeypatch.syspath_prepend(str(PLACE))
    import several

    assert audit(getattr(several, name), 1).verdict == "holds"


def test_a_declaration_for_one_horizon_binds_its_plays():
    report = audit("several:by_horizon", 1, horizon=1000)
    assert report.verdict == "holds"
    with pytest.raises(PolicyFailed, match="and what was judged is"):
        played("by_horizon", budget=PureDP(1), declared=report.digest)
    with pytest.raises(PolicyFailed, match="which costs what eps = 1 does not allow"):
        played("by_horizon", budget=PureDP(1))
    assert played("late", budget=PureDP(1)).noise.scale == 1


@pytest.mark.parametrize(("name", "rewards"), [("wide", (0, 1)), ("whole", [0, 1])])
def test_a_claim_about_fewer_rewards_than_plays_take_is_about_no_play(name, rewards):
    report = audit(f"several:{name}", 1, rewards=rewards)
    assert report.verdict == "holds"
    assert (report.digest, report.declared) == (None, None)
    assert "so this verdict is about no play, and has no digest" in report.checks[0].note
    assert "in every play by play_apart" not in report.checks[0].note
    with pytest.raises(PolicyFailed, match="costs what eps = 1 does not allow"):
        played(name, budget=PureDP(1))
    with pytest.raises(NotShownPrivate, match="no declaration of it was shown to be private"):
        assert_private(f"several:{name}", 1, rewards=rewards, declared="0" * 64)


def test_a_claim_about_few_rewards_has_a_digest_where_others_cost_no_more():
    report = audit("several:no_budget", 1, rewards=[0, 1])
    assert report.digest == audit("several:no_budget", 1).digest


def test_what_tells_nothing_in_one_round_is_about_no_play():
    report = audit("several:no_budget", "1/2", horizon=1)
    assert (report.verdict, report.digest) == ("holds", None)
    assert "Plays may have more rounds" in report.checks[0].note


def simulated(name, **options):
    return simulate_apart(f"several:{name}", BANDIT, 9, 2, rng=1, option="--", **options)


def test_a_simulation_takes_the_budget_or_the_digest():
    report = audit("several:own_default", 1)
    with pytest.raises(ValueError, match="give --eps, or --declared with the digest"):
        simulated("own_default")
    for budget in (None, PureDP(2)):
        with pytest.raises(ValueError, match="and what was judged is digest"):
            simulated("own_default", budget=budget, declared=report.digest)
    found = simulated("own_default", budget=PureDP(1), declared=report.digest)
    assert found.declared == report.declared
    assert simulated("own_default", budget=PureDP(1)).declared == report.declared


def test_a_price_above_the_budget_is_simulated_by_its_digest_alone():
    with pytest.raises(ValueError, match=r"not allow.*or --declared [0-9a-f]{64} to play") as no:
        simulated("no_budget", settings={}, budget=PureDP("1/2"))
    digest = re.search("[0-9a-f]{64}", str(no.value)).group()
    found = simulated("no_budget", settings={}, budget=PureDP("1/2"), declared=digest)
    assert found.declared.digest == digest
    assert found.simulation.policy.budget == PureDP(math.inf)  # no bound of 1/2 is about it
    within = simulated("no_budget", settings={}, budget=PureDP(2))
    assert within.simulation.policy.budget == PureDP(2)


def test_runs_are_the_same_for_any_number_of_workers():
    one, two = (
        simulate_apart("several:no_budget", BANDIT, 9, 4, rng=1, workers=workers).simulation
        for workers in (1, 2)
    )
    assert (one.pulls == two.pulls).all()
    assert one.pulls.sum() == 36


def test_each_process_of_the_runs_declares_the_same():
    declared = simulated("no_budget").declared
    experiment = Experiment(ProxyPolicy(declared, 9, True, None), BANDIT, 9)
    called = Called(Carried("several:own_default", None, (str(PLACE),)), 2, 9, ())
    engine = ApartEngine(experiment, called=called, digest=declared.digest)
    try:
        with pytest.raises(PolicyFailed, match=f"what was judged is digest {declared.digest}"):
            engine.play_chunk(np.random.default_rng(1), 1)
    finally:
        simulate_module._end_kept()


@pytest.mark.parametrize(
    ("name", "budget"),
    [("dp-ucb", PureDP(1)), ("adac-gope", ZCDP(1)), ("adac-oful", ZCDP(1)), ("adap-tt", PureDP(1))],
)
def test_a_declaration_is_rebuilt_with_its_digest(name, budget):
    declared = rebuilt(plain_declaration(built_in(name, budget, 3, 60)))
    again = rebuilt(sent_again(declared))
    assert (again, again.digest) == (declared, declared.digest)


def test_equal_numbers_have_one_digest_and_other_declarations_another():
    digests = []
    for scale in (1, 1.0, "1", 2, "1.0000000001"):
        policy = built_in("dp-imed", PureDP(1), 2, 60)
        said = plain_declaration(policy)
        said["curator"]["noise"]["scale"] = plain_number(scale)
        digests.append(rebuilt(said).digest)
    assert len({*digests[:3]}) == 1
    assert len({*digests}) == 3


def plain_number(scale):
    from banditproof.algorithms.apart.plain_values import packed

    return packed(scale)


def test_the_process_is_asked_with_other_horizons_only_for_every_horizon():
    with Elsewhere("several:by_horizon", PureDP(1), horizon=1000) as there:
        assert there.takes == {"arms", "eps", "horizon"}
    with pytest.raises(PolicyFailed, match="something else for 2 rounds than for 1000"):
        Elsewhere("several:by_horizon", PureDP(1), horizon=1000, horizons=(2,))


def test_an_assertion_and_a_mark_take_the_digest_and_refuse_another_one():
    digest = audit("several:own_default", 1).digest
    assert assert_private("several:own_default", 1, declared=digest).digest == digest
    with pytest.raises(NotShownPrivate, match=f"and {digest} is asked for"):
        assert_private("several:own_default", "1/2", declared=digest, accept_not_refuted=True)
    with pytest.raises(NotShownPrivate, match=f"and {digest} is asked for"):
        private(eps="1/2", declared=digest)(returns_it)()
    private(eps=1, declared=digest)(returns_it)()


def returns_it():
    return "several:own_default"
