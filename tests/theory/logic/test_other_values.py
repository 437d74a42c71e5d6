"""Sentences at other values: what they suppose is shown there; facts about one number stay so."""

import re
import pytest
from test_named_hypotheses import derived
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.printing import shown

SQUARE = "1. A square is at most its root. :: z^2 <= z"
DEFINED = "2. Let $d$ be this. :: d = z^2 + y -- given"
SUM = "3. So that. :: d <= z + y -- from 1, 2"
QUANTITIES = "x, y, z in [0, 1]; d in (-inf, inf)"
CLAIMED = "1. By a lemma. :: p <= q -- claim my.lem2 (2); with x=p, y=q"
IN_MARKOV = "1. So. :: n*p <= m -- textbook markov ({N >= 0}, {n > 0}); with a=n, X=N; over N"


def test_a_sentence_holds_at_values_in_its_ranges() -> None:
    at_product = "4. Of a product. :: (x*y)^2 <= x*y -- from 1; at 1: z=x*y"
    under = "5. Of twice it. :: (2*x)^2 <= 2*x -- from 1; at 1: z=2*x; for x <= 1/2"
    at_once = "6. Both. :: (x*y)^2 + x^2 <= x*y + x -- by (4) + (1); at 1: z=x"
    found = derived(SQUARE, at_product, under, at_once, where=QUANTITIES)
    assert not found.opened
    assert shown(found.theorem.conclusion).endswith("-> (x * y)^2 + x^2 <= x * y + x")


def test_the_other_value_is_that_of_its_reason_alone() -> None:
    given = "1. As the lemma asks. :: p <= q^2 -- given", "2. Twice. :: r <= q^2 -- given"
    claimed = CLAIMED.replace("1.", "3.")
    other = "4. So. :: r <= q -- from 3, 2; at 3: p=r"
    as_before = "5. The sentence itself speaks of p. :: {} <= q -- from 3"
    derived(*given, claimed, other, as_before.format("p"), where="p, q, r in [0, 1]")
    with pytest.raises(Misread, match="does not follow"):
        derived(*given, claimed, as_before.format("r"), other, where="p, q, r in [0, 1]")


@pytest.mark.parametrize(
    ("before", "last", "message"),
    [
        ([SQUARE], "(2*x)^2 <= 2*x -- from 1; at 1: z=2*x", "supposes 2 * x <= 1 there, which"),
        ([SQUARE], "x^2 <= 2*x -- from 1; at 1: z=x, d=1", "Sentence 1 says nothing of d"),
        ([SQUARE], "x^2 <= x -- from 1; at 1: z=x, z=1", "z has a value already"),
        ([SQUARE], "x^2 <= x -- from 1; at 1: z=x; at 1: z=1", "1 has values already"),
        ([SQUARE], "x^2 <= x -- from 1; at 1: w=x", "w is no quantity of `where`"),
        ([SQUARE], "x^2 <= x -- from 1; at 7: z=x", "no sentence 7 above that says a formula"),
        ([SQUARE], "x^2 <= x -- from 1; at z=x", "`at 5: x=1/2` was expected"),
        # d is what it is for the z of the theorem, and need not be so for another one
        ([SQUARE, DEFINED, SUM], "d <= x*y + y -- from 3; at 3: z=x*y", "supposes d = "),
    ],
)
def test_what_is_not_shown_at_the_values_is_refused(
    before: list[str], last: str, message: str
) -> None:
    with pytest.raises(Misread, match=re.escape(message)):
        derived(*before, f"9. So. :: {last}", where=QUANTITIES)


def test_a_claim_is_supposed_once_more_and_its_premises_are_shown_there() -> None:
    where = "p, q, r in [0, 1]"
    given = "2. As the lemma asks. :: p <= q^2 -- given"
    used = "3. Of another number. :: p*r <= q -- from 1, 2; at 1: p=p*r"
    found = derived(given, CLAIMED, used, where=where)
    first, second = found.opened
    assert second.number == "3"
    assert second.kind == first.kind == "claim"
    assert second.name == f"{first.name}, there p = p * r"
    assert second.of_all is not None
    with pytest.raises(Misread, match="which is not shown"):
        derived(given, CLAIMED, used.replace("p*r", "2*p"), where=where)


def test_a_textbook_fact_tells_of_its_own_numbers_alone() -> None:
    """Else Markov's inequality at three numbers would give 2 <= 1."""
    last = "2. So. :: 2 <= 1 -- from 1; at 1: p=1, n=2, m=1"
    with pytest.raises(Misread, match="which is about this p alone; say it of 1"):
        derived(IN_MARKOV, last)


def test_words_tell_of_their_own_numbers_alone() -> None:
    said = '1. It is small. :: z <= x -- words "As it is."'
    with pytest.raises(Misread, match="argued in words, which is about this z alone"):
        derived(said, "2. So. :: 1 <= x -- from 1; at 1: z=1", where=QUANTITIES)
