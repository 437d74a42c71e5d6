"""The rules of the search and the judge accept every stored proof; a check asks the judge alone.

Each row of the judge that a stored proof needs has a theorem of Coq.
"""

from dataclasses import replace
import pytest
from met_rows import PROVED, checked_proofs
from banditproof.paper_checks.proofs.store import settle
from banditproof.paper_checks.proofs.stored_files import read_stored, stored_ids
from banditproof.paper_checks.running import check_stored_proofs
from banditproof.paper_checks.running.check_stored_proofs import differences, main, rejections
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.prover import two_checks
from banditproof.theory.prover.kernel.terms import ONE

ZCDP = SHIPPED[1]
STORED = [id for document in SHIPPED for id in stored_ids(document)]
(RIGHT,) = (one for one in read_stored("thesis.thm4.17.repaired") if one.name == "3")


@pytest.mark.slow
@pytest.mark.parametrize("id", STORED)
def test_both_programs_accept_the_stored_proofs(id: str) -> None:
    proofs = read_stored(id)
    with checked_proofs() as rows:
        assert list(rejections(id)) == []
    assert len(rows) == len(proofs) > 0
    assert set.union(*rows) <= PROVED


def test_rows_of_functions_are_seen() -> None:
    with checked_proofs() as rows:
        assert list(rejections("thesis.thm6.3.smooth")) == []
    assert any("erf" in needed for needed in rows)


def test_a_wrong_proof_is_rejected_by_both() -> None:
    wrong = replace(RIGHT, goal=replace(RIGHT.goal, term=RIGHT.goal.term - ONE))
    kernel, checker = differences("thesis.thm4.17.repaired", wrong)
    assert "the kernel rejects" in kernel
    assert "the checker rejects" in checker


def test_the_program_names_what_is_rejected(monkeypatch, capsys) -> None:
    def refused(goal, tree) -> None:
        raise ValueError("It is no proof.")

    assert main(["thesis.thm4.17.repaired"], 1) == 0
    monkeypatch.setattr(two_checks, "check_independently", refused)
    assert main(["thesis.thm4.17.repaired"], 1) == 1
    assert "step 3: the checker rejects the stored proof: It is no" in capsys.readouterr().out


def test_where_nothing_is_stored_nothing_is_accepted(monkeypatch) -> None:
    with pytest.raises(ValueError, match=r"^Nothing is stored of bern\.none\.$"):
        main(["thesis.thm4.17.repaired", "bern.none"], 1)
    monkeypatch.setattr(
        check_stored_proofs, "stored_ids", lambda document: stored_ids(document)[: document != ZCDP]
    )
    with pytest.raises(ValueError, match=r"^Nothing is stored of zcdp\.$"):
        main([], 1)


def test_a_stored_proof_is_judged_by_the_checker_and_a_new_one_by_both(monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(two_checks, "check_independently", lambda *_: asked.append("checker") or ())
    monkeypatch.setattr(two_checks, "check", lambda *_: asked.append("kernel"))
    settle(RIGHT.goal, "thesis.thm4.17.repaired/3")
    assert asked in ([], ["checker"])  # none, if this process asked before
    settle(RIGHT.goal, "bern.none/3")
    assert asked[-2:] == ["kernel", "checker"]
