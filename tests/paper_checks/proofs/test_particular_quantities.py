"""Which number a name means is said where a step is used, cited or printed, or the step is refused."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
import pytest
from framed import framed
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.proofs.step import STUCK
from banditproof.paper_checks.proofs.text import read_proofs
from banditproof.paper_checks.proofs.text.reading import Reading
from banditproof.paper_checks.proofs.theorems import open_items
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.statements.recorded_verdicts import Standing, knowing
from banditproof.paper_checks.statements.registry import REGISTERED
from banditproof.paper_checks.verdicts.step_facts import left_open_by
from banditproof.theory.logic.simple_types import REAL
from banditproof.theory.logic.terms import Free

CASES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def cases(name: str) -> list[Any]:
    return [pytest.param(case, id=case["kind"]) for case in CASES[name]]


@pytest.fixture
def last_of(monkeypatch):
    """The last proof of a text; the others are claims that it may cite."""

    def read(text: str) -> Proof:
        proofs = [one.proof() for one in read_proofs(framed(text), "my.proof", how=Reading())]
        for one in proofs:
            monkeypatch.setitem(REGISTERED, one.id, SimpleNamespace(proof=one))
        return proofs[-1]

    with knowing({id: Standing("holds", "outlined") for id in ("my.a", "my.b", "my.c")}):
        yield read


@pytest.mark.parametrize("case", cases("refused"))
def test_a_step_is_refused(case: Mapping[str, Any], last_of) -> None:
    proof = last_of(case["text"])
    steps, _ = proof.run()
    assert [step.number for step in steps if step.verdict in STUCK][:1] == [case["step"]]
    faults = Judge(linked=False).of(proof).faults
    assert faults[case["step"]].startswith(case["why"])


@pytest.mark.parametrize("case", cases("opened"))
def test_what_a_step_supposes_is_listed(case: Mapping[str, Any], last_of) -> None:
    proof = last_of(case["text"])
    steps, _ = proof.run()
    assert not [step.detail for step in steps if step.verdict in STUCK]
    assert sorted(left_open_by(steps)) == sorted(case["opens"])


@pytest.mark.parametrize("case", cases("linked"))
def test_what_a_cited_claim_supposes_is_listed_at_its_terms(case, last_of) -> None:
    proof = last_of(case["text"])
    judged = Judge(programs=False).of(proof)
    items = open_items.open_items(judged, proof.steps[-1])
    assert sorted(str(item) for item in items if item.besides) == sorted(case["opens"])


@pytest.mark.parametrize(
    ("name", "quantity"),
    [
        ("x", "x"),
        ("n.whole.3", "n"),
        ("s.terms.1.2", "s"),
        ("my.a.k.2", "k"),
        ("my.a.n.whole.3.2", "n"),
    ],
)
def test_a_variable_of_the_kernel_is_that_of_a_quantity_of_its_proof(name, quantity) -> None:
    assert open_items._stem(Free(name, REAL)) == quantity


def test_each_case_is_of_a_kind_of_its_own() -> None:
    kinds = [case["kind"] for cases in CASES.values() for case in cases]
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize(
    "text",
    [
        "proof my.a\nwhere x in (-inf,inf)\n1. So. :: x <= 0 -- claim my.a (1)\n",
        "proof my.a\nwhere x in (-inf,inf)\n1. So. :: x <= 0 -- claim my.b (1)\n\n"
        "proof my.b\nwhere x in (-inf,inf)\n1. So. :: x <= 0 -- claim my.a (1)\n",
    ],
)
def test_a_proof_that_cites_itself_is_refused(text, last_of) -> None:
    proof = last_of(text)
    for linked in (False, True):
        assert Judge(linked=linked).of(proof).faults[1].endswith("rests on itself.")
