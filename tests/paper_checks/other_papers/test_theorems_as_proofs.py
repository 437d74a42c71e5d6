"""A theorem that rests on what it names is the proof of its claim, with mutants and a grade."""

from collections.abc import Callable, Iterator
from pathlib import Path
import pytest
from banditproof.claims import Misread, close_document, find, open_document, run
from banditproof.paper_checks.derivations.developments import printed_statement
from banditproof.paper_checks.derivations.open_sentences import is_outline
from banditproof.paper_checks.proofs.text.locating import is_proved_by_an_outline
from banditproof.paper_checks.running.single_check import Result
from banditproof.paper_checks.statements.documents import Document
from banditproof.theory.logic.proof_text import theorems_in

HEADER = "# P\n\nname: my-paper\nprefix: my\ncontents:\n  1: A, p. 1\n\n"
CLAIM = """my.rare [lemma at p. 1] Few pulls are rare
    For $n>0$: $n\\,P(N>n)\\le E N$.
  holds, outlined -- its proof
  summary: By Markov's inequality.
"""
THEOREM = """theorem my.rare
  where n in (0, inf); m, N in [0, inf); p, q in [0, 1]
  1. $n$ pulls are rare, :: n*p <= m
      -- textbook markov ({N >= 0}, {n > 0}); with p, a=n, m, X=N; over N
  2. more than $n$ are at least $n$, -- given
  3. and so they are rarer. :: q <= p
      -- textbook elementary-probability:part of an event (2); with p=q, q=p
  4. So it is. :: n*q <= m -- by (1) + n*(3)
  mutant "half of it": 4 :: n*q <= m/2
  mutant "a smaller mean": 1 :: n*p <= m/2
qed
"""


WITHOUT_MUTANTS = "".join(
    row for row in THEOREM.splitlines(keepends=True) if not row.startswith("  mutant")
)


@pytest.fixture
def checked(tmp_path: Path) -> Iterator[Callable[[str], Result]]:
    """What runs the claim of a folder with a page."""
    found: list[Document] = []

    def folder(page: str) -> Result:
        (tmp_path / "document.claims").write_text(HEADER + CLAIM)
        (tmp_path / "page.proof").write_text(page)
        found.append(open_document(tmp_path))
        return run(find("my.rare"))

    yield folder
    for document in found:
        close_document(document)


def test_a_theorem_gives_its_claim_the_grade_of_what_it_leaves_open(checked) -> None:
    result = checked(THEOREM)
    assert result.as_recorded
    assert [str(step.verdict) for step in result.verdict.steps][:2] == ["textbook", "given"]
    assert is_proved_by_an_outline("my.rare")
    assert not is_outline("my.rare")  # its sentences are listed as steps, and not twice
    assert printed_statement("my.rare") == ""
    assert "Its formal proof" not in result.verdict.summary


def test_each_mutant_of_a_theorem_is_noticed(checked) -> None:
    checked(THEOREM)
    claim = find("my.rare")
    assert [*claim.mutants] == ["half of it", "a smaller mean"]
    for mutant in claim.mutants.values():
        assert not run(claim, **mutant).as_recorded


def test_words_make_a_theorem_points(checked) -> None:
    fact = "textbook elementary-probability:part of an event (2); with p=q, q=p"
    assert fact in THEOREM
    result = checked(THEOREM.replace(fact, 'words "So."; from 2'))
    assert str(result.verdict.evidence.grade) == "points"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("where n", "where P : Law 'a; n", "read as the steps of a proof"),
        ("  4. So", "  have z: 0 <= n by n_low\n  4. So", "read as the steps of a proof"),
        (" -- by (1) + n*(3)", " -- 1", "read as the steps of a proof"),
    ],
)
def test_a_theorem_that_is_no_list_of_steps_needs_a_check(checked, old, new, message) -> None:
    assert old in THEOREM
    with pytest.raises(ValueError, match=message):
        checked(THEOREM.replace(old, new))


def test_a_theorem_that_the_kernel_shows_is_no_proof_by_steps(checked) -> None:
    shown = "theorem my.rare\n  where n in [0, 1]\n  1. So. :: n^2 <= n\nqed\n"
    with pytest.raises(ValueError, match="is a formal proof, and no list of steps"):
        checked(shown)


def test_a_proof_comes_before_a_theorem_of_its_name(checked) -> None:
    proof = '\nproof my.rare\n  where x in [0, 1]\n  1. So. :: x^2 <= x\n  mutant "a half": 1 :: x^2 <= x/2\nqed\n'
    result = checked(WITHOUT_MUTANTS + proof)
    assert not is_proved_by_an_outline("my.rare")
    assert len(result.verdict.steps) == 1


def test_mutants_that_no_check_tries_are_an_error(checked) -> None:
    proof = '\nproof my.rare\n  where x in [0, 1]\n  1. So. :: x^2 <= x\n  mutant "a": 1 :: x <= 0\nqed\n'
    for page in (THEOREM + proof, THEOREM + THEOREM.replace("my.rare", "my.other")):
        with pytest.raises(Misread, match="No check tries the mutants of the theorem"):
            checked(page)


def test_two_theorems_of_one_name_are_an_error(checked) -> None:
    with pytest.raises(Misread, match=r"There is a theorem of my.rare in .*page.proof:1, too"):
        checked(THEOREM + WITHOUT_MUTANTS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'theorem a\n  where x in [0, 1]\n  1. So. :: x <= 1\n  mutant "b": 1 :: x <= 0\nqed',
            "shown by the",
        ),
        ('theorem a: 0 <= 1\n  show\n  mutant "b": 1 :: 0 <= 0\nqed', "shown by the kernel"),
        ('theorem a\n  where x in [0, 1]\n  mutant "b": 1 :: x <= 0\nqed', "has no proof"),
        (
            THEOREM.replace("  4. So", '  mutant "x": 1 :: n*p <= 0\n  4. So'),
            "stands above this line",
        ),
    ],
)
def test_mutants_stand_below_the_sentences_of_an_outline(text: str, message: str) -> None:
    with pytest.raises(Misread, match=message):
        theorems_in(text, "a.proof")
