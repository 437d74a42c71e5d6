"""Proofs by steps as theorems of the kernel, beside what the judge of steps says."""

from collections.abc import Iterator
from functools import cache
import pytest
from banditproof.paper_checks.proofs.proof import Proof
from banditproof.paper_checks.proofs.text.every_proof import every_proof
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems.arithmetic import Arithmetic
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind
from banditproof.paper_checks.proofs.theorems.verdicts import verdicts_of
from banditproof.paper_checks.running.ledger_of_proofs import by_kernel, by_steps, entry, of_mutant
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.goals import Goal

SAMPLE = (
    "zcdp.tab1.footnote",
    "zcdp.rem11.sharper.repaired",
    "thesis.alg7.samples.repaired",
    "thesis.thm4.17.averaging",
    pytest.param("thesis.alg2.sketch.integral.repaired", marks=pytest.mark.slow),
    pytest.param("bern.rem3.b.limit", marks=pytest.mark.slow),
    "adv.cor24.step.repaired",
)
"""Proofs with each kind of step; the last but one is about d_eps."""


@cache
def judge() -> Judge:
    """One theory for all tests, in which what was found is known."""
    return Judge()


@pytest.mark.parametrize("id", SAMPLE)
def test_the_kernel_takes_what_the_judge_of_steps_takes(id: str) -> None:
    proof = written_proof(id)
    one = judge().of(proof)
    assert not one.faults
    assert [*entry(id, proof, by_steps)] == [
        *entry(id, proof, lambda proof: [*verdicts_of(judge().of(proof))])
    ]
    for number in one.stated:
        theorem = one.accepted(number)
        assert not theorem.hypotheses
        assert not frees(theorem.conclusion)
        assert set(theorem.axioms) <= {"induction", "real_nonneg"}


def test_what_is_left_open_has_a_name_and_a_place() -> None:
    one = judge().of(written_proof("thesis.thm4.17.averaging"))
    opened = [str(label) for label in one.left_open(7)]
    assert opened[0] == "range of all: thesis.thm4.17.averaging"
    assert "given p + q >= exp(-1)/2: step 1 of thesis.thm4.17.averaging" in opened
    assert (
        "textbook.elementary-probability:largest at mean = all, largest = most: step 6 of "
        "thesis.thm4.17.averaging"
    ) in opened


@pytest.mark.slow
def test_what_a_cited_claim_leaves_open_keeps_its_place() -> None:
    one = judge().of(written_proof("bern.rem3.b.limit"))
    places = {(label.kind, label.of, label.step) for n in one.stated for label in one.left_open(n)}
    assert (Kind.BEYOND, "bern.rem3.b.limit", 1) in places
    assert {of for kind, of, _ in places if kind == Kind.BEYOND} > {"bern.rem3.b.limit"}


def test_a_sentence_stays_open_though_no_arithmetic_needs_it() -> None:
    one = judge().of(written_proof("thesis.fix.lr.hypotheses"))
    (number,) = one.stated
    kinds = [label.kind for label in one.left_open(number)]
    assert kinds.count(Kind.ARGUED) == 1


def test_what_is_supposed_of_all_that_runs_stays_open() -> None:
    """The fact takes the premise for every pair, so that the relation is no hypothesis by itself."""
    one = judge().of(written_proof("thesis.thm4.17.averaging"))
    assert Kind.GIVEN not in {one.labels[h].kind for h in one.facts[2].hypotheses}
    assert (Kind.GIVEN, 1) in {(label.kind, label.step) for label in one.left_open(2)}


def test_a_citation_adds_one_hypothesis() -> None:
    """What the cited step leaves open is one word, and the list of what is open names all of it."""
    one = judge().of(written_proof("bern.rem3.b.limit"))
    cited = [h for h in one.facts[3].hypotheses if one.labels[h].kind == Kind.CITED]
    assert len(cited) == 1
    assert len(one.labels[cited[0]].inner) > 3


def test_a_textbook_fact_is_a_hypothesis_and_no_axiom() -> None:
    one = judge().of(written_proof("thesis.thm4.17.averaging"))
    (step,) = [h for h in one.facts[6].hypotheses if one.labels[h].kind == Kind.TEXTBOOK][:1]
    assert shown(step).count("->") >= 1
    assert not [name for name in judge().theory.axioms if name.startswith("textbook.")]


class Reading(Arithmetic):
    """Takes what is kept, and what is seen at first sight."""

    def _searched(self, goal: Goal, seconds: float, rounds: int | None = None) -> None:
        raise AssertionError(f"{goal} was searched for; run write_certificates")


def read_mutants(proof: Proof, names: Iterator[str]) -> Iterator[tuple[str, str, str]]:
    """Where each judge stops at some mutants."""
    ask = by_kernel()
    for name in names:
        yield name, of_mutant(proof, name, by_steps), of_mutant(proof, name, ask)


@pytest.mark.parametrize(
    "id",
    [
        "zcdp.tab1.footnote",
        "thesis.alg7.samples.repaired",
        "adv.thm10.chain",  # a term outside of the range of its name
        "thesis.audit.mi",  # a condition that ties a quantity of the cited claim to another one
        "thesis.cor4.5.sharp",  # a step that discharges a hypothesis, and says something else
    ],
)
def test_both_judges_stop_at_the_same_step_of_a_mutant(id: str) -> None:
    proof = written_proof(id)
    for name, old, new in read_mutants(proof, iter(proof.mutants)):
        assert old == new, name


@pytest.mark.slow
def test_both_judges_stop_at_the_same_steps_of_one_of_forty_mutants() -> None:
    """`running.ledger_of_proofs` compares all of them."""
    mutants = [(proof, name) for _, proof, _ in every_proof() for name in proof.mutants]
    for proof, name in mutants[::40]:
        for _, old, new in read_mutants(proof, iter([name])):
            assert old == new, f"{name} of {proof.id}"


@pytest.mark.slow
def test_the_kernel_takes_all_proofs_by_what_is_kept() -> None:
    """With the verdicts of the judge of steps; and nothing is searched for."""
    reading = Judge(arithmetic=Reading())
    for title, proof, _ in every_proof():
        one = reading.of(proof)
        assert not one.faults, title
        if title.startswith("proof"):
            assert [s.verdict for s in verdicts_of(one)] == [s.verdict for s in by_steps(proof)]
            for number in one.stated:
                one.accepted(number)


@pytest.mark.parametrize(
    ("id", "mutant", "step"),
    [
        ("thesis.inst.identification", "a mean of twice the cost", 1),
        ("thesis.rem4.13.group", "another order", 3),
    ],
)
def test_a_citation_says_what_is_cited_and_nothing_weaker(id: str, mutant: str, step: int) -> None:
    proof = written_proof(id).mutants[mutant]
    assert min(judge().of(proof, whole=False).faults) == step
