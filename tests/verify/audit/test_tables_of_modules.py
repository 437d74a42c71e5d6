"""A finite object of a module that holds is judged once more, by its table, without its code."""

import json
import subprocess
import sys
from fractions import Fraction
import pytest
from case_tables import table
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.finite_objects import decided_check
from banditproof.verify.audit.finite_witnesses import machine_of, whole_table
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.witness_policies import repeated_responses
from banditproof.verify.witnesses.table_objects import TableObject

MODULE = table(__file__, "module")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "found", "code"), table(__file__, "what_holds_is_the_table"))
def test_what_holds_is_the_table(name, found, code, tmp_path):
    (tmp_path / "some.py").write_text(MODULE.replace("FOUND", found))
    words = [sys.executable, "-m", "banditproof", "audit", f"some:{name}", "--eps", "2.2", "--json"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == code, said.stderr
    if code == 0:
        assert "The table is the one that the process of the module gave" in said.stdout
    if code == 2:
        assert "said what is no report of an audit" in said.stderr


@pytest.mark.parametrize("budget", [PureDP("1.09"), PureDP("1.1"), ZCDP("0.3"), ZCDP("0.6")])
@pytest.mark.parametrize("horizon", [2, 3])
def test_the_table_of_a_kernel_is_judged_as_the_kernel(budget, horizon):
    policy = repeated_responses(3, horizon)
    table = TableObject.read(json.loads(json.dumps(whole_table(policy).to_json())))
    space = RewardSpace.of([Fraction(0), Fraction(1)])
    claim = Claim(budget, rewards=space, arms=2)
    checks = [decided_check(item, claim, "") for item in (policy, machine_of(table))]
    assert len({(check.verdict, check.loss.lo, check.loss.hi) for check in checks}) == 1


@pytest.mark.parametrize(("eps", "verdict"), [("1.09", "fails"), ("1.1", "holds")])
def test_a_table_policy_is_judged_as_the_kernel_of_its_laws(eps, verdict):
    laws = repeated_responses(3, 2).kernel  # e^eps = 3
    assert audit(TablePolicy(2, 2, laws), eps, arms=2).verdict == verdict
    with pytest.raises(ValueError, match="table has 2 arms, and 3 are asked for"):
        audit(TablePolicy(2, 2, laws), eps, arms=3)


def test_states_and_ends_of_a_machine_stay_what_they_are():
    machine = with_own_actions(repeated_responses(2, 3))
    table = whole_table(machine)
    assert (table.arms + table.ends, table.horizon) == (machine.arms, machine.horizon)
    assert whole_table(machine_of(table)) == table
