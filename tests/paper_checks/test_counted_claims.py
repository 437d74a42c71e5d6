"""Totals count each assertion of a document once, wherever the document says it."""

from dataclasses import dataclass
import pytest
from banditproof.paper_checks import claims
from banditproof.paper_checks.statements.counted_claims import counted


@dataclass(frozen=True)
class One:
    id: str
    document: str = "thesis"
    stated: bool = True
    parts: tuple[str, ...] = ()
    repeats: str | None = None


LEMMA = One("thesis.lem2.10")
AGAIN = One("thesis.pre.parallel", repeats="thesis.lem2.10")
THIRD = One("thesis.lem.parallel", repeats="thesis.lem2.10")
ELSEWHERE = One("zcdp.lem1", "zcdp", repeats="thesis.lem2.10")
OURS = One("thesis.ours", stated=False, repeats="thesis.lem2.10")


@pytest.mark.parametrize("chosen", [(LEMMA, AGAIN, THIRD), (THIRD, AGAIN, LEMMA)])
def test_what_a_document_says_again_is_not_counted_again(chosen) -> None:
    result = counted(chosen)
    assert result.single == {LEMMA.id}
    assert result.copies == {AGAIN.id, THIRD.id}


def test_what_two_documents_say_counts_for_each() -> None:
    assert counted([LEMMA, ELSEWHERE]).single == {LEMMA.id, ELSEWHERE.id}


def test_two_copies_of_what_another_document_says_are_one() -> None:
    of = "zcdp.thm1"
    first, second = One("thesis.a", repeats=of), One("thesis.b", repeats=of)
    result = counted([One(of, "zcdp"), first, second])
    assert result == ({of, "thesis.a"}, set(), {"thesis.b"})


def test_a_copy_that_is_chosen_alone_counts() -> None:
    assert counted([AGAIN]).single == {AGAIN.id}
    assert counted([AGAIN, THIRD]).single == {AGAIN.id}


def test_what_is_stated_does_not_count_by_what_is_ours() -> None:
    assert counted([OURS, LEMMA]).single == {OURS.id, LEMMA.id}


def test_a_whole_counts_by_its_parts_and_its_copy_by_it() -> None:
    whole = One("thesis.thm", parts=(LEMMA.id,))
    copy = One("thesis.pre", repeats=whole.id)
    assert counted([whole]).single == {whole.id}
    assert counted([whole, LEMMA, copy]) == ({LEMMA.id}, {whole.id}, {copy.id})


def test_the_claims_that_count_make_up_all_of_them() -> None:
    result = counted(claims())
    assert sorted((*result.single, *result.wholes, *result.copies)) == sorted(
        c.id for c in claims()
    )
    said = [(c.document, c.repeats or c.id, c.stated) for c in claims() if c.id in result.single]
    assert len(said) == len(set(said))
    assert {"thesis.pre.parallel", "thesis.lemC.15", "thesis.defC.18"} <= result.copies
    assert {"thesis.lem2.10", "thesis.prop2.7", "zcdp.lem4", "thesis.lemC.16"} <= result.single
