"""What is wrong with a proof as text is said with its line and column, and nothing is guessed."""

import pickle
import tomllib
from pathlib import Path
import pytest
from framed import framed, framed_place
from banditproof.paper_checks.proofs.text import Misread, read_proofs

HEAD = "proof my.thm1\nwhere x, y in [0,1]\n1. So. :: x >= 0\n"
"""The next line is line 4."""

FAULTS = tomllib.loads(
    Path(__file__).with_name("faults_of_written_proofs.toml").read_text(encoding="utf-8")
)
TABLE = [(begin, *row) for begin, rows in FAULTS["steps"].items() for row in rows]


@pytest.mark.parametrize(("begin", "text", "column", "message"), TABLE)
def test_a_fault_has_its_place_and_says_what_was_expected(begin, text, column, message):
    """The column counts from 1 in a line that is shown whole, else from the end of its begin."""
    with pytest.raises(Misread) as fault:
        read_proofs(framed(HEAD + begin + text), "a.proof")
    assert message in str(fault.value)
    above, _, before = (HEAD + begin).rpartition("\n")
    line, column = above.count("\n") + 2, column + (len(before) + 1 if before else 0)
    line, column = framed_place(HEAD + begin + text, line, column)
    assert (fault.value.line, fault.value.column) == (line, column), str(fault.value)
    assert str(fault.value).startswith(f"a.proof:{line}:{column}: ")


@pytest.mark.parametrize(("text", "place", "message"), FAULTS["files"])
def test_a_fault_of_a_file_has_its_place(text, place, message):
    with pytest.raises(Misread, match=r"a\.proof:") as fault:
        read_proofs(framed(text), "a.proof")
    assert message in str(fault.value)
    assert (fault.value.line, fault.value.column) == framed_place(text, *place)


@pytest.mark.parametrize(("text", "place", "message"), FAULTS["no_proofs"])
def test_what_is_no_proof_is_said_with_the_line_of_the_step(text, place, message):
    (proof,) = read_proofs(framed(text), "a.proof")
    with pytest.raises(Misread) as fault:
        proof.proof()
    assert message in str(fault.value)
    assert fault.value.line == place[0]


def test_a_mutant_that_is_no_proof_is_said_with_its_line():
    text = 'proof my.thm1\n1. So. :: x >= 0 -- for x in [0,1]\nmutant "wide": 1 -- for x in [1,0]'
    mutants = read_proofs(framed(text), "a.proof")[0].proof().mutants
    assert list(mutants) == ["wide"]
    with pytest.raises(Misread, match=r"a\.proof:3:\d+: wide: The range"):
        mutants["wide"]
    with pytest.raises(KeyError):
        mutants["other"]


def test_a_fault_survives_another_process():
    fault = Misread("a.proof", 3, 7, "So.")
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.line, again.column) == ("a.proof:3:7: So.", 3, 7)
    assert isinstance(again, ValueError)
