"""Coq reads outlines with what they leave open as hypotheses, and refuses one that hides some."""

from pathlib import Path
from typing import Any
import pytest
from rules_of_coq import compiled_rules
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.proofs.theorems.sequents import Sequents
from banditproof.paper_checks.running import read_by_coq as program
from banditproof.theory.logic.coq.second_reader import Reading, read_by_coq
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.searched_steps import FOUND
from banditproof.theory.prover.coq.answers import CoqSays
from banditproof.theory.prover.coq.coqc import MISSING, coq_is_installed

needs_coq = pytest.mark.skipif(not coq_is_installed(), reason=MISSING)
OPEN, CITING = "thesis.thm4.17.averaging", "bern.thm3.1.repaired"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled rules."""
    return compiled_rules(tmp_path_factory)


def judged(id: str) -> Sequents:
    """The sequents of the proof of a claim, in a theory of its own."""
    return Judge(programs=False).of(written_proof(id))


def reading(one: Sequents, folder: Path) -> Reading:
    """What Coq says of the theorems of the steps that state a claim, without what they cite."""
    names = [one.accepted_as(number) for number in one.stated]
    return read_by_coq([(name, one.theory.theorems[name]) for name in names], folder, apart=True)


def forged(theorem: Theorem, **changes: Any) -> Theorem:
    """A theorem that no rule made."""
    result = object.__new__(Theorem)
    for name in Theorem.__slots__:
        object.__setattr__(result, name, changes.get(name, getattr(theorem, name)))
    return result


@pytest.mark.slow
@needs_coq
def test_coq_accepts_outlines_and_what_they_cite_is_taken(folder: Path) -> None:
    for id in (OPEN, CITING):
        said = reading(judged(id), folder)
        assert said, said.message
        assert said.leaves > 0


@pytest.mark.slow
@needs_coq
def test_coq_refuses_an_outline_without_one_of_its_hypotheses(folder: Path) -> None:
    one = judged(OPEN)
    (number,) = one.stated
    name, whole = one.accepted_as(number), one.facts[number]
    hidden = max(whole.hypotheses, key=one.order)
    one.facts[number] = forged(whole, hypotheses=whole.hypotheses - {hidden})
    one.theory._statements[name] = one.closed(number).conclusion
    one.facts[number] = whole
    said = read_by_coq([(name, one.theory.theorems[name])], folder, apart=True)
    assert said.result == CoqSays.REFUSED
    assert "has type" in said.message


@pytest.mark.slow
@needs_coq
def test_coq_refuses_an_outline_with_a_certificate_of_something_else(folder: Path) -> None:
    one = judged(OPEN)
    (number,) = one.stated
    assert one.facts[number].rule == "arith"
    *others, (place, proof) = one.facts[number].data
    damaged = [*others, [place, {**proof, FOUND: {"by": "sum", "parts": []}}]]
    one.facts[number] = forged(one.facts[number], data=damaged)
    assert reading(one, folder).result == CoqSays.REFUSED


def test_outlines_that_share_a_refused_file_are_read_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked, bad = list[str](), "b.step1"

    def coq(theorems: Any, *_: object, **__: object) -> Reading:
        names = [name for name, _ in theorems]
        asked.append(" ".join(names))
        return Reading(CoqSays.REFUSED if bad in names else CoqSays.ACCEPTED, "So.", seconds=2.0)

    rows = {f"proof {x}": {f"{x}.step1": None} for x in "abc"}
    monkeypatch.setattr(program, "coq_is_installed", lambda: True)
    monkeypatch.setattr(program, "compile_rules", lambda folder: None)
    monkeypatch.setattr(program, "read_by_coq", coq)
    monkeypatch.setattr(program, "outlines", lambda sample, seed: rows)
    page = tmp_path / "page.txt"
    assert program.main("outlines", None, 1, page) == 1
    assert asked == ["a.step1 b.step1 c.step1", "a.step1", "b.step1", "c.step1"]
    assert "proof b: Coq refuses the proof: So." in capsys.readouterr().out
    said = " ".join(page.read_text("utf-8").split())
    assert "accepts 2 of 3 proofs by steps" in said
    assert "It took 8 s of processor time." in said  # four files, two seconds each
    bad = ""
    assert program.main("outlines", None, 1, None) == 0
