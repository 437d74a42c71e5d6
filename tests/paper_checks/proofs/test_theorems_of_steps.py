"""Proofs by steps as theorems of the kernel: what they say, and what they leave open."""

from collections.abc import Collection
from functools import cache
from pathlib import Path
import pytest
from met_rows import PROVED, checked_proofs
from tiers import sampled
from banditproof.paper_checks.proofs.cited import Textbook
from banditproof.paper_checks.proofs.schemas import schema_of
from banditproof.paper_checks.proofs.text.every_proof import every_proof
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems.arithmetic import Arithmetic
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.proofs.theorems.kept_certificates import (
    Node,
    certificates_in,
    file_beside,
)
from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind, one_line
from banditproof.paper_checks.proofs.theorems.open_items import open_items
from banditproof.paper_checks.running.ledger_of_proofs import of_mutant
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
def test_what_a_proof_states_is_a_theorem_without_free_variables(id: str) -> None:
    one = judge().of(written_proof(id))
    assert not one.faults
    for number in one.stated:
        theorem = one.accepted(number)
        assert not theorem.hypotheses
        assert not frees(theorem.conclusion)
        assert set(theorem.axioms) <= {"induction", "real_nonneg"}


def test_what_is_left_open_has_a_name_and_a_place() -> None:
    one = judge().of(written_proof("thesis.thm4.17.averaging"))
    opened = [str(label) for label in one.left_open(7)]
    assert opened[0] == "range all in [0, inf): thesis.thm4.17.averaging"
    assert "given p + q >= exp(-1)/2: step 1 of thesis.thm4.17.averaging" in opened
    assert (
        "textbook.elementary-probability:largest at mean = all, largest = most: step 6 of "
        "thesis.thm4.17.averaging"
    ) in opened


@pytest.mark.parametrize(
    "id",
    ["bern.rem4.1.separate", "thesis.fix.audit.mi", "thesis.lem2.21", "bern.proof3.3.coupling"],
)
def test_what_discharges_a_hypothesis_in_words_is_listed_as_its_step_says_it(id: str) -> None:
    """By a relation, by what joins others, or by a sentence."""
    one = judge().of(written_proof(id))
    steps = [one.proof.step(number) for number in one.stated]
    listed = "".join(str(item) for step in steps for item in open_items(one, step))
    read = [
        (name, one.proof.step(how))
        for stating in one.stated
        for step in one.proof.down_from(stating)
        if isinstance(step, Textbook)
        for name, how in step.hypotheses.items()
        if name not in schema_of(step.fact).patterns and isinstance(how, int)
    ]
    assert read
    for name, step in read:
        says = one_line(step.says)
        by_its_formula = f"{name}, by step {step.number}: {says}"
        in_words = f"in words, {says}"
        assert by_its_formula in listed or in_words in listed, step.says


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
    assert [label.kind for label in one.labels[cited[0]].leaves] == [Kind.BEYOND]


def test_a_textbook_fact_is_a_hypothesis_and_no_axiom() -> None:
    one = judge().of(written_proof("thesis.thm4.17.averaging"))
    (step,) = [h for h in one.facts[6].hypotheses if one.labels[h].kind == Kind.TEXTBOOK][:1]
    assert shown(step).count("->") >= 1
    assert not [name for name in judge().theory.axioms if name.startswith("textbook.")]


class Reading(Arithmetic):
    """Takes what is kept, and what is seen at first sight."""

    def _searched(self, goal: Goal, seconds: float, rounds: int | None = None) -> None:
        raise AssertionError(f"{goal} was searched for; run write_certificates")


@pytest.mark.parametrize(
    ("id", "mutant", "step"),
    [
        ("zcdp.tab1.footnote", "sharper: log T for log 2 T", 2),
        ("thesis.alg7.samples.repaired", "a first pull of two", 2),
        ("adv.thm10.chain", "noise that is not centred", 15),
        ("adv.thm10.chain", "without the mixing", 18),
        ("thesis.audit.mi", "wider intervals", 3),
        ("thesis.cor4.5.sharp", "a smaller chord", 11),
        ("thesis.cor4.5.sharp", "masses that are no law", 21),
    ],
)
def test_a_mutant_stops_where_its_mistake_is(id: str, mutant: str, step: int) -> None:
    assert of_mutant(written_proof(id), mutant) == f"step {step}"


PARTS = 10
"""Of so many parts of the files of proofs one is judged by day, where `check` judges each proof."""


def certificate_files() -> list[Path]:
    """The files of certificates of all proofs by steps."""
    return sorted({file_beside(one.place.path) for one in every_proof()})


def what_is_used(files: Collection[Path]) -> tuple[dict[Path, dict[str, Node]], set[str]]:
    """The certificates that the proofs of some files need, alone and linked, and the rules."""
    linked = Judge(arithmetic=Reading())
    alone = Judge(linked.theory, linked.arithmetic, linked=False)
    used, needed = dict[Path, dict[str, Node]](), set[str]()
    for title, proof, place in every_proof():
        if file_beside(place.path) not in files:
            continue
        for judge in (alone, linked):
            with checked_proofs() as rows:
                one = judge.of(proof)
            needed = needed.union(*rows)
            assert not one.faults, title
            used.setdefault(file_beside(place.path), {}).update(one.used)
        if title.startswith("proof"):
            for number in one.stated:
                one.accepted(number)
    return used, needed


@pytest.mark.parametrize("part", sampled(range(PARTS), PARTS))
def test_the_kernel_takes_all_proofs_by_what_is_kept(part: int) -> None:
    """Nothing is searched for, nothing is left over, and each rule has a theorem of Coq."""
    files = certificate_files()[part::PARTS]
    used, needed = what_is_used(files)
    assert needed <= PROVED
    assert part or "erf" in needed  # so that functions are noted as well
    for file, kept in used.items():
        if certificates_in(file) != kept:
            # what was judged before may show a step in another way: what a file keeps is its own
            kept = what_is_used([file])[0][file]
        assert certificates_in(file) == kept, f"{file.name}: run write_certificates"


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
