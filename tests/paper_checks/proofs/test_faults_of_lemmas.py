"""A lemma that cannot be read or does not fit is refused where it stands."""

import re
import pytest
from lemma_texts import LEMMA, PROOF, changed, read
from banditproof.paper_checks.proofs.text import UnreadableProof
from banditproof.paper_checks.proofs.text.formatting import formatted
from banditproof.paper_checks.proofs.text.reading import read_blocks

FAULTS = {
    "unknown lemma": (
        changed("lemma my.sum-of-two (2)", "lemma my.sum-of-too (2)"),
        (14, 12),
        "There is no lemma 'my.sum-of-too' in the files of its document; did you mean "
        "'my.sum-of-two'?",
    ),
    "no name": (changed("lemma my.sum-of-two (2)", "lemma"), (14, 11), "the name of a lemma was"),
    "too few steps": (
        changed("3-5. l", "3-4. l"),
        (14, 1),
        "The lemma my.sum-of-two has 3 steps, and 3-4 are 2; write 3-5.",
    ),
    "backwards": (changed("3-5. l", "5-3. l"), (14, 1), "has 3 steps, and 5-3 are 0"),
    "not in order": (changed("3-5. l", "4-6. l"), (14, 1), "Step '4' was read; the steps count"),
    "no numbers": (changed("3-5. l", "a-b. l"), (14, 1), "such as 5-10 or 7a-7f"),
    "numbers without an end": (changed("3-5.", f"3-{9 * 10**9}."), (14, 1), "such as 5-10"),
    "one number": (changed("3-5. l", "3. l"), (14, 1), "'3' was read; the first and the last"),
    "spaces": (changed("3-5. l", "3 - 5. l"), (14, 1), "'3' was read; `where`, `parts`"),
    "nothing shown": (
        changed("two (2)", "two"),
        (14, 12),
        "The lemma my.sum-of-two assumes 1 step, and 0 stand in brackets",
    ),
    "too much shown": (changed("two (2)", "two (1, 2)"), (14, 12), "and 2 stand in brackets"),
    "shown later": (changed("two (2)", "two (6)"), (14, 27), "Step 6 is not an earlier one"),
    "exception of another step": (
        changed("two (2)", "two (2) except 6"),
        (14, 37),
        "'6' was read; there is no such step",
    ),
    "exception that stands nowhere": (
        changed("two (2)", "two (2) except 5"),
        (15, 1),
        "Step 5 is an exception of the lemma above and stands nowhere",
    ),
    "exception forgotten at the next lemma": (
        changed("two (2)", "two (2) except 4\n6-8. lemma my.sum-of-two (2)").replace(
            "6. A", "9. A"
        ),
        (15, 1),
        "Step 4 is an exception of the lemma above and stands nowhere",
    ),
    "step of the lemma without `except`": (
        changed("two (2)\n", "two (2)\n4. So.\n"),
        (15, 1),
        "Step '4' was read; the steps count from 1, and 6 was expected",
    ),
    "the same lemma twice": (f"{LEMMA}\n{LEMMA}", (10, 1), "There is a lemma my.sum-of-two above"),
    "a lemma with a name": (changed("my.sum-of-two\n", "my.sum as two\n"), (1, 7), "`ID` was"),
    "parts of a lemma": (changed("1. One", "parts 3\n1. One"), (3, 1), "'parts' was read"),
    "assumed in a proof": (
        changed("x == 2*z -- given", "x == 2*z -- assumed"),
        (12, 1),
        "Only a lemma assumes something; a proof has it `given`.",
    ),
    "mutant of an assumption": (
        changed("2 :: s == x/2 + y/2", "1 :: x <= 2"),
        (7, 1),
        "A mutant of a lemma changes steps that it shows",
    ),
    "ranges of a mutant of a lemma": (
        changed("2 :: s == x/2 + y/2", "where x in [0,1]"),
        (7, 1),
        "A mutant of a lemma changes steps that it shows",
    ),
    "mutant that is the lemma": (
        changed("2 :: s == x/2 + y/2", "2 :: s == x  + y"),
        (7, 27),
        "This is what step 2 says; change it.",
    ),
    "two mutants of one name": (
        changed('"a part of both"', '"half of the sum"'),
        (14, 1),
        "The lemma my.sum-of-two has a mutant 'half of the sum', too",
    ),
    "a fault in the lemma": (changed("by (1)", "by 1*(7)"), (5, 52), "'7' was read"),
    "a lemma of assumptions": (
        "lemma my.a\n1. So. :: x <= 1 -- assumed\n",
        (1, 1),
        "The lemma my.a shows nothing; add a step that is not assumed.",
    ),
    "a circle": (
        "lemma my.a\n1-2. lemma my.b\n\nlemma my.b\n1-2. lemma my.a\n\n"
        "proof my.thm1\n1-2. lemma my.a\n",
        (5, 12),
        "The lemma my.a takes in itself: my.a takes in my.b takes in my.a.",
    ),
}


@pytest.mark.parametrize(("text", "place", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_a_lemma_has_its_place(text, place, message):
    with pytest.raises(UnreadableProof) as fault:
        read_blocks(text, "a.proof")
    assert message in str(fault.value)
    assert (fault.value.line, fault.value.column) == place, str(fault.value)


NO_PROOFS = {
    "another assumption": (
        changed("x <= 1 -- assumed", "x <= 2 -- assumed"),
        "The lemma my.sum-of-two assumes 'x <= 2', and step 2 says 'x <= 1'",
    ),
    "a wider range": (
        changed("where x, y, s in (-inf,inf)", "where x, y in [0,1]; s in (-inf,inf)").replace(
            "where z in [0,1/2]", "where z in [0,1/2]; y in [0,2]"
        ),
        "The lemma my.sum-of-two is about a smaller range of y than this proof",
    ),
    "a quantity with another meaning": (
        changed("x == 2*z -- given", "s == 2*z -- given").replace("x <= 1 -- from 1", "x <= 1"),
        "The lemma my.sum-of-two defines s by s == x + y, and this proof by s == 2*z",
    ),
    "without its condition": (
        changed("where x, y, s in (-inf,inf)", "where x, y, s in (-inf,inf); x < 9"),
        "The lemma my.sum-of-two holds where x < 9; say so in this proof.",
    ),
}


@pytest.mark.parametrize(("text", "message"), NO_PROOFS.values(), ids=NO_PROOFS)
def test_a_lemma_that_does_not_fit_is_refused_in_the_line_that_takes_it_in(text, message):
    proof = read(text)
    with pytest.raises(UnreadableProof, match=r"a\.proof:14:1: ") as fault:
        proof.proof()
    assert message in str(fault.value)


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
    with pytest.raises(UnreadableProof, match=rf"a\.proof:4:1: .*{re.escape(message)}"):
        proof.proof()


def test_other_ranges_in_a_mutant_leave_those_of_the_lemma():
    text = f"{LEMMA}\n{PROOF}" + 'mutant "a wider range": where z in [0,1]\n'
    mutant = read(text).proof().mutants["a wider range"]
    assert mutant.where == "z in [0,1], x in (-inf,inf), y in (-inf,inf), s in (-inf,inf)"
    assert formatted(text, "a.proof") == text


def test_a_relation_that_cannot_be_read_is_said_where_it_stands_in_the_lemma():
    proof = read(changed("s == x + y", "s == x + <="))
    with pytest.raises(UnreadableProof, match=r"a\.proof:4:23: "):
        proof.proof()


def test_a_condition_that_the_proof_has_too_is_enough():
    text = NO_PROOFS["without its condition"][0]
    proof = read(text.replace("where z in [0,1/2]", "where z in [0,1/2]; x in [0,1]; x < 9"))
    assert proof.proof().where.startswith("z in [0,1/2], x in [0,1], x < 9, y in")
