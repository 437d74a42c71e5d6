"""Certificates as text: what is kept counts only as far as the kernel takes it."""

import pytest
from banditproof.paper_checks.proofs.relations import Relation
from banditproof.paper_checks.proofs.text.locating import written_proof
from banditproof.paper_checks.proofs.theorems.arithmetic import Arithmetic, Effort
from banditproof.paper_checks.proofs.theorems.deep_terms import deeply_nested
from banditproof.paper_checks.proofs.theorems.formulas import formula
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.proofs.theorems.kept_certificates import (
    certificates_in,
    files_of,
    kept_of,
    read_text,
    text_of,
    write_certificates,
)
from banditproof.paper_checks.proofs.theorems.sequents import Sequents
from banditproof.paper_checks.proofs.theorems.steps import sequent_of
from banditproof.theory.logic.terms import Refused

SAMPLE = "thesis.rem4.13.group"


def judged(kept) -> Sequents:
    """The sample with other certificates."""
    judge = Judge()
    sample = Sequents(judge.theory, written_proof(SAMPLE), kept=kept, cited=judge.for_step)
    sample.judge(sample.proof.steps, sequent_of)
    return sample


def test_what_a_proof_rests_on_is_what_is_kept_of_it() -> None:
    sample = judged(kept_of(SAMPLE))
    assert not sample.faults
    assert sample.used
    assert sample.used.items() <= kept_of(SAMPLE).items()


def test_a_search_for_one_proof_changes_no_other_one() -> None:
    """What was searched for is known where a search is allowed, not where only a look is."""
    arithmetic = Arithmetic()
    *premises, goal = map(formula, map(Relation.of, ("x >= 0", "x <= 1", "x*(1 - x) <= 1/4")))
    with pytest.raises(Refused):
        arithmetic.certificate(premises, goal, {}, effort=Effort.NONE)
    (found,) = arithmetic.certificate(premises, goal, {}, effort=Effort.QUICK)
    assert found.proved.searched
    with pytest.raises(Refused):
        arithmetic.certificate(premises, goal, {}, effort=Effort.NONE)
    assert arithmetic.certificate(premises, goal, {}, effort=Effort.QUICK) == [found]


@pytest.mark.parametrize("tree", [{"by": "span"}, {"by": "sum"}, {"no": "rule"}, {"by": ["x"]}])
def test_a_wrong_line_is_as_good_as_none(tree) -> None:
    """What it was to show is searched for, and the right proof is to be kept."""
    sample = judged(dict.fromkeys(kept_of(SAMPLE), tree))
    assert not sample.faults
    assert tree not in sample.used.values()


def test_a_file_is_read_as_it_was_written(tmp_path) -> None:
    (file,) = files_of(SAMPLE)
    text = file.read_text("utf-8")
    assert text == text_of(read_text(text, file.name))
    assert [*read_text(text, file.name)] == sorted(read_text(text, file.name))
    copy = tmp_path / "one.certificates"
    assert write_certificates(copy, certificates_in(file))
    assert not write_certificates(copy, certificates_in(file))
    assert copy.read_text("utf-8") == text
    assert write_certificates(copy, {})
    assert not copy.exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0123456789abcdef", "Line 2 of some.certificates is not JSON of a proof"),
        ("0123456789abcdef []", "Line 2 of some.certificates is no certificate; give a digest of"),
        ("0123456789abcdef " + "[" * 90_000, "Line 2 of some.certificates is nested too deeply"),
        ('0123 {"by": "span"}', "Line 2 of some.certificates is no certificate; give a digest of"),
        ('0123456789abcdef {"by": 0.5}', "0.5 is no exact number"),
    ],
)
def test_a_line_that_is_none_is_named(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        read_text(f'aaaaaaaaaaaaaaaa {{"by": "span"}}\n{line}\n', "some.certificates")


def test_a_damaged_file_is_as_good_as_none(tmp_path) -> None:
    """The reader is called while terms may be nested deeply; the file must not end Python."""
    file = tmp_path / "one.certificates"
    file.write_text("0123456789abcdef " + "[" * 90_000, "utf-8")
    with deeply_nested():
        assert certificates_in(file) == {}
