"""A lemma that cannot be read or does not fit is refused where it stands."""

import re
import tomllib
from pathlib import Path
import pytest
from framed import framed, framed_place
from lemma_texts import LEMMA, PROOF, changed, read
from banditproof.paper_checks.proofs.text import Misread
from banditproof.paper_checks.proofs.text.formatting import formatted
from banditproof.paper_checks.proofs.text.reading import read_blocks


def text_of(fault):
    """The text of a fault: its own, or that of a lemma and a proof with some changes."""
    text = fault.get("text")
    for old, new in fault.get("changes", ()):
        text = changed(old, new) if text is None else changed(old, new, text)
    return text


TABLES = tomllib.loads(Path(__file__).with_name("faults_of_lemmas.toml").read_text("utf-8"))
FAULTS, UNFIT = TABLES["unreadable"], TABLES["unfit"]


@pytest.mark.parametrize("wrong", FAULTS.values(), ids=FAULTS)
def test_a_fault_of_a_lemma_has_its_place(wrong):
    with pytest.raises(Misread) as fault:
        read_blocks(framed(text_of(wrong)), "a.proof")
    assert wrong["message"] in str(fault.value)
    place = framed_place(text_of(wrong), *wrong["place"])
    assert (fault.value.line, fault.value.column) == place, str(fault.value)


@pytest.mark.parametrize("wrong", UNFIT.values(), ids=UNFIT)
def test_a_lemma_that_does_not_fit_is_refused_in_the_line_that_takes_it_in(wrong):
    proof = read(text_of(wrong))
    with pytest.raises(Misread, match=r"a\.proof:15:3: ") as fault:
        proof.proof()
    assert wrong["message"] in str(fault.value)


OUTER = "lemma my.outer\nwhere y in [0,2]\n1. A. :: x <= 1 -- assumed\n2-4. lemma my.inner (1)\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("x <= 1", "x <= 2", "The lemma my.inner assumes 'x <= 2', and step 1 says 'x <= 1'"),
        ("y, s in (-inf,inf)", "s in (-inf,inf); y in [0,1]", "about a smaller range of y"),
        ("y, s in (-inf,inf)", "y, s in (-inf,inf); x < 9", "holds where x < 9; say so"),
    ],
)
def test_a_lemma_that_does_not_fit_into_another_lemma_is_refused_there(old, new, message):
    """The line is that of the lemma, not that of the proof."""
    inner = changed(old, new, LEMMA.replace("my.sum-of-two", "my.inner"))
    text = f"{OUTER}\n{inner}\n{PROOF.replace('my.sum-of-two', 'my.outer')}"
    proof = read(text.replace("where z in [0,1/2]", "where z in [0,1/2]; y in [0,1/2]; x < 9"))
    with pytest.raises(Misread, match=rf"a\.proof:4:3: .*{re.escape(message)}"):
        proof.proof()


def test_other_ranges_in_a_mutant_leave_those_of_the_lemma():
    text = f"{LEMMA}\n{PROOF}" + 'mutant "a wider range": where z in [0,1]\n'
    mutant = read(text).proof().mutants["a wider range"]
    assert mutant.where == "z in [0,1], x in (-inf,inf), y in (-inf,inf), s in (-inf,inf)"
    assert formatted(framed(text), "a.proof") == framed(text)


def test_a_relation_that_cannot_be_read_is_said_where_it_stands_in_the_lemma():
    proof = read(changed("s = x + y", "s = x + <="))
    with pytest.raises(Misread, match=r"a\.proof:4:25: "):
        proof.proof()


@pytest.mark.parametrize("said", ["1 >= x", "(x) <= (1)"])
def test_what_a_lemma_assumes_may_be_written_with_its_sides_exchanged(said):
    """A term of equal value is another one, which may be undefined where this one is not."""
    assert read(changed("2. at most 1. :: x <= 1", f"2. at most 1. :: {said}")).proof().steps
    other = read(changed("2. at most 1. :: x <= 1", "2. at most 1. :: x^2/x <= 1"))
    with pytest.raises(Misread, match="assumes 'x <= 1'"):
        other.proof()


def test_a_condition_that_the_proof_has_too_is_enough():
    text = text_of(UNFIT["without its condition"])
    proof = read(text.replace("where z in [0,1/2]", "where z in [0,1/2]; x in [0,1]; x < 9"))
    assert proof.proof().where.startswith("z in [0,1/2], x in [0,1], x < 9, y in")
