"""What is played is the declaration that was judged, and never what a name happens to make."""

from pathlib import Path
import pytest
from banditproof.algorithms import RewardList, play_apart
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.algorithms.apart.plain_declaration import plain_declaration, rebuilt, sent_again
from banditproof.algorithms.own_policies import own_policy
from banditproof.testing import NotShownPrivate, assert_private, private
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.built_in import built_in

PLACE = Path(__file__).with_name("policies")
REWARDS = RewardList([1, 0, 1])
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
def test_what_takes_no_budget_is_played_by_its_digest(name):
    with pytest.raises(PolicyFailed, match="takes no eps, so that a budget does not say"):
        played(name, budget=PureDP(1))
    assert played(name, declared=audit(f"several:{name}", 1).digest).arms == 2


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
    with pytest.raises(PolicyFailed, match="something else for 1000 rounds than for 3"):
        played("by_horizon", budget=PureDP(1))


def test_a_simulation_takes_the_budget_or_the_digest(monkeypatch):
    monkeypatch.syspath_prepend(str(PLACE))
    report = audit("several:own_default", 1)
    with pytest.raises(ValueError, match="give --eps, or --declared with the digest"):
        own_policy("several:own_default", 2, 9, {})
    with pytest.raises(ValueError, match="and what was judged is digest"):
        own_policy("several:own_default", 2, 9, {}, declared=report.digest)
    with pytest.raises(ValueError, match="and what was judged is digest"):
        own_policy("several:own_default", 2, 9, {"eps": 2}, declared=report.digest)
    made = own_policy("several:own_default", 2, 9, {"eps": 1}, declared=report.digest)
    assert made.arms == 2


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
