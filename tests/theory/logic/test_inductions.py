"""Sentences by induction: what a theorem supposes for them, and what they may not rest on."""

import re
import pytest
from test_named_hypotheses import derived
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.printing import shown

SMALL = "1. Each is at most c. :: r <= c -- given"
SUM = "2. So is their sum. :: s <= n*c -- induction n from 0; next s = 0 then s + r; from 1"
QUANTITIES = "n, s, r in [0, inf); c, d in [0, inf)"


def test_a_recursion_is_supposed_to_have_such_sequences() -> None:
    found = derived(SMALL, SUM, "3. Twice. :: 2*s <= 2*n*c -- from 2", where=QUANTITIES)
    (one,) = found.opened
    assert one.formula is not None
    assert (one.kind, one.name) == ("induction", "s = 0 at n = 0, then s + r, for each whole n")
    assert shown(one.formula) == (
        "exists j (r : N -> R) (s' : N -> R). n = j and s = s'(j) and s'(0) = 0 and "
        "(forall i. s'(i + 1) = s'(i) + r(i)) and (forall i. 0 <= r(i)) and (forall i. r(i) <= c)"
    )
    assert shown(found.theorem.conclusion).endswith("-> 2 * s <= 2 * n * c")
    assert not one.in_general


def test_without_a_recursion_n_is_whole() -> None:
    said = "1. Squares. :: n^2 >= n -- induction n from 1"
    found = derived(said, where="n in [1, inf)")
    (one,) = found.opened
    assert one.formula is not None
    assert one.name == "n is a whole number from 1 on"
    assert shown(one.formula) == "exists j. n = 1 + j"


def test_a_weight_and_what_is_left_help_the_step() -> None:
    said = "1. Powers. :: p >= 1 + n*x -- induction n from 0; next p = 1 then p*(1 + x); {}"
    where = "n, x in [0, inf); p in [1, inf)"
    found = derived(said.format("weight 1 + x; leaving n*x^2"), where=where)
    assert len(found.opened) == 1
    with pytest.raises(Misread, match="the prover does not show it"):
        derived(said.format("weight 7; leaving n*x^2"), where=where)


def test_another_value_of_n_keeps_the_sequence() -> None:
    last = "3. All. :: s <= d*c -- from 2; at 2: n=d"
    first, second = derived(SMALL, SUM, last, where=QUANTITIES).opened
    assert second.name == f"{first.name}, there n = d"
    assert second.number == "3"
    with pytest.raises(Misread, match="about this s alone; say it of 7"):
        derived(SMALL, SUM, "3. All. :: 7 <= n*c -- from 2; at 2: s=7", where=QUANTITIES)


NAMED = "2. So. :: {} -- induction n from 0; next s = 0 then s + r; from 1"


@pytest.mark.parametrize(
    ("before", "last", "message"),
    [
        # a sharper constant, an open case, a first term that is too large
        (SMALL, NAMED.format("s <= n*c/2"), "false at"),
        (SMALL, NAMED.format("s <= n*c - 1"), "false at"),
        (SMALL, SUM.replace("= 0 then", "= c then"), "false at"),
        # what is given of this n, and of what stays the same, holds for one n alone
        ("1. Few. :: n <= c -- given", "2. So. :: n <= c -- induction n from 0", "false at"),
        ("1. Few. :: r <= c*n -- given", SUM, "false at"),
        ('1. It is. :: n <= c -- words "As it is."', NAMED.format("s + n <= n*d + c"), "false at"),
        # a name of the relation stays the same: c is no sequence here
        ("1. c is r. :: r <= c + 1 -- given", SUM, "false at"),
        (SMALL, SUM.replace("from 0;", "from 1/2;"), "starts at a whole number such as 0 or 1"),
        (SMALL, SUM.replace("from 0;", "from -1;"), "starts at a whole number such as 0 or 1"),
        (SMALL, SUM.replace("next s", "next n"), "n counts, and is no sequence of its own"),
        (SMALL, SUM.replace("next s = 0 then s + r", "next s = 0"), "s = first then following"),
        (SMALL, SUM.replace("induction n", "induction k"), "k is no real quantity of `where`"),
        (SMALL, SUM.replace("s <= n*c", "r <= c"), "names neither n nor a quantity"),
        (SMALL, SUM.replace("; from 1", "; with c=1"), "is no part of an induction"),
        (SMALL, SUM.replace(":: s <= n*c --", "--"), "is to say what is shown"),
    ],
)  # fmt: skip
def test_what_is_no_induction_is_refused(before: str, last: str, message: str) -> None:
    with pytest.raises(Misread, match=re.escape(message)):
        derived(before, last, where=QUANTITIES)


def test_what_a_claim_says_it_says_of_all_terms() -> None:
    """A claim is true of all numbers; what is given is supposed of each term."""
    given = "1. As the lemma asks. :: r <= c^2 -- given"
    claimed = "2. By a lemma. :: r <= c -- claim my.lem2 (2); with x=r, y=c"
    found = derived(
        given, claimed, SUM.replace("2.", "3.").replace("from 1", "from 2"), where=QUANTITIES
    )
    _, one = found.opened
    assert one.formula is not None
    assert one.name.endswith("then s + r, for each whole n, with what 2 says")
    assert "(forall r. 0 <= r -> r <= c^2 -> r <= c)" in shown(one.formula)


def test_words_about_n_and_what_stays_the_same_tell_of_one_n() -> None:
    said = '1. So it is. :: n*r <= c -- words "As it is."'
    words = '1. So it is. :: n <= c -- words "As it is."'
    last = "2. So. :: s <= n*c -- induction n from 0; next s = 0 then s + n; from 1"
    with pytest.raises(Misread, match="speaks of n and of c, which stays the same for every n"):
        derived(words, last, where=QUANTITIES)
    derived(said, last.replace("s + n", "s + n*r"), where=QUANTITIES)
