"""A policy of a module is judged by what it declares in its own process; none loads it here."""

import sys
import pytest
from case_tables import table
from banditproof.theory import ApproxDP, PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.by_construction import HERE
from banditproof.verify.audit.declared_apart import declared_apart

MODULE = table(__file__, "module")


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "shop_of_policies.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "shop_of_policies", raising=False)
    return "shop_of_policies"


@pytest.mark.parametrize("factory", ["fine", "trees"])
def test_a_declaration_that_holds_loads_no_module_here(module, factory):
    report = audit(f"{module}:{factory}", "0.5", horizon=90)
    assert report.verdict == "holds"
    assert module not in sys.modules
    assert "every play by play_apart" in report.deciding.note
    assert HERE not in report.deciding.note
    assert "90 rounds" in report.sentence


@pytest.mark.parametrize(
    ("factory", "words"), [("own", "Own is code of its own"), ("weak", "more than the claim")]
)
def test_what_does_not_settle_the_claim_is_tried(module, factory, words):
    report = audit(f"{module}:{factory}", "0.5", samples=100)
    assert report.verdict != "holds"
    assert module not in sys.modules
    assert any(words in check.note for check in report.checks)


def test_unclipped_rewards_are_no_declaration(module):
    found = declared_apart(f"{module}:unclipped", PureDP(1), None, None, {}, 60)
    assert (found.declared, found.missing) == (None, "rewards are not clipped (clips_rewards)")


def test_other_claims_and_arms_are_those_of_the_audit(module):
    report = audit(f"{module}:fine", ApproxDP("0.5", "1e-6"), rewards="0,1", arms=3)
    assert (report.verdict, report.claim.arms) == ("holds", 3)
    with pytest.raises(ValueError, match="2 arms, and 3 are asked for"):
        audit(f"{module}:trees", 1, arms=3)


def test_a_module_that_takes_too_long_is_not_refuted(module):
    report = audit(f"{module}:sleeps", PureDP(1), seconds=1.5)
    assert report.verdict == "not refuted"
    assert "did not answer within" in report.sentence
    assert module not in sys.modules
