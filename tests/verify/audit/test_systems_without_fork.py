"""What an audit says on a system whose processes do not fork, such as Windows."""

import pytest
from banditproof.verify.audit import audit
from banditproof.verify.audit.by_construction import APART, HERE
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.witness_policies import repeated_responses


@pytest.fixture(autouse=True)
def _without_fork(monkeypatch):
    monkeypatch.delattr("os.fork", raising=False)


def test_no_other_interpreter_judges():
    with pytest.raises(ValueError, match=r"processes that fork.*leave isolated out"):
        audit("dp-imed", 1, isolated=True)


def test_a_module_is_judged_here_and_the_verdict_says_what_is_supposed():
    report = audit("banditproof.algorithms.regret.dp_imed:DPIMED", 1)
    assert report.verdict == "holds"
    assert f"{APART} {HERE}" in report.checks[-1].note


def test_a_machine_has_no_table_and_does_not_hold():
    report = audit(with_own_actions(repeated_responses(3, horizon=3)), 9)
    assert report.verdict == "not refuted"
    assert "this system has no fork" in report.checks[-1].note
