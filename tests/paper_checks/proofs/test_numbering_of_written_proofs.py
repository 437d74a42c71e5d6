"""Steps of a proof as text are numbered anew with all that names them, and files put in order."""

import re
from pathlib import Path
import pytest
from framed import framed
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof import paper_checks
from banditproof.paper_checks.proofs.text import Misread, ProofText, read_proofs, text_of
from banditproof.paper_checks.proofs.text.formatting import formatted
from banditproof.paper_checks.proofs.text.renumbering import citations_of, renumbered

BEFORE, AFTER = (
    Path(__file__).with_name(f"steps_{when}_numbering.txt").read_text("utf-8")
    for when in ("before", "after")
)


def test_all_that_names_a_step_follows_it():
    result = renumbered(BEFORE, "a.proof")
    assert result.text == AFTER
    assert result.moved == {"my.thm1 as first": {"1a": 4, "5a": 5}, "my.thm2": {"4b": 1}}
    assert result.left == (
        "a.proof:11: the sentence says step 1a, which is step 4 now; change it by hand.",
    )
    again = renumbered(result.text, "a.proof")
    assert (again.text, again.left) == (AFTER, ())
    assert not any(again.moved.values())


def test_a_step_that_comes_before_what_it_uses_is_refused():
    text = "proof my.thm1\n2. Two. :: b <= c -- from 1\n1. One. :: a <= b\n3. So. :: a <= c -- from 1, 2"
    with pytest.raises(Misread, match=r"a\.proof:2:29: Step 2 is not an earlier one"):
        renumbered(framed(text), "a.proof")
    with pytest.raises(Misread, match=r"a\.proof:3:3: Step '1' was read"):
        renumbered(framed(text.replace("2. Two", "1. Two")), "a.proof")
    with pytest.raises(Misread, match=r"a\.proof:4:28: '4' was read"):
        renumbered(framed(text.replace("from 1, 2", "from 4")), "a.proof")


def test_citations_in_other_files_are_named():
    text = (
        "proof my.b\n1. A. :: x >= 0\n  -- claim my.thm1 (3); with x\n2. B. -- claim my.thm12 (3)"
    )
    assert list(citations_of("my.thm1", {"3": 5}, text, "b.proof")) == [
        "b.proof:3: this cites step 3 of my.thm1, which is step 5 now; change it by hand."
    ]
    assert list(citations_of("my.thm1", {"4": 5}, text, "b.proof")) == []
    assert list(citations_of("my.thm1", {"3": 5}, text.replace("1 (3", "1(3"), "b.proof"))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_numbering_anew_undoes_any_labels(data):
    """Steps with other labels, which name earlier ones at random, get the numbers of their order."""
    count = data.draw(st.integers(2, 12))
    labels = data.draw(
        st.lists(
            st.tuples(st.integers(1, 30), st.sampled_from(["", "a", "b"])).map(
                lambda label: f"{label[0]}{label[1]}"
            ),
            min_size=count,
            max_size=count,
            unique=True,
        )
    )
    used = [data.draw(st.integers(0, place - 1)) for place in range(1, count)]

    def text(names):
        lines = [f"{names[0]}. A. :: x <= y -- given"]
        for place, earlier in enumerate(used, 1):
            name = names[earlier]
            lines.append(
                f"{names[place]}. B. :: x <= y -- by x*({name}); from {name}; at {name}: x=y"
            )
        last = f'mutant "m": {names[-1]} :: x <= 1 -- at {names[0]}: x=y'
        return "\n".join(["proof my.thm1", f"parts {names[-1]}", *lines, last]) + "\n"

    wanted = formatted(framed(text([str(n) for n in range(1, count + 1)])), "a.proof")
    assert renumbered(framed(text(labels)), "a.proof").text == wanted


def test_a_file_in_canonical_form_keeps_its_comments_and_says_the_same():
    loose = """


# first
proof   my.thm1
where x in [0, 1],y in [0, 1]


# about one
1.   A sentence of several   words
   that goes on.
# inside of it
   :: x <= y -- for   z in [0,1] ; from
     2
""".replace("; from\n     2\n", "")
    loose += '\n\n\n# a mutant\nmutant "m" : 1 ::\n  x<=1\n\n\n# last\n'
    loose = framed(loose)
    tidy = formatted(loose, "a.proof")
    assert (
        tidy
        == """\
# first
proof my.thm1
  where x, y in [0, 1]

  # about one
  # inside of it
  1. A sentence of several words that goes on. :: x <= y -- for z in [0,1]

  # a mutant
  mutant "m": 1 :: x<=1
qed

# last
"""
    )
    assert formatted(tidy, "a.proof") == tidy
    before, after = (read_proofs(text, "a.proof")[0] for text in (loose, tidy))
    assert (before.steps, before.where) == (after.steps, after.where)
    assert [mutant.changes for mutant in before.mutants] == [m.changes for m in after.mutants]


IN_PYTHON = """\
proof my.thm1
where x in [0,1]; y, s in [0,4]; x**2 <= y
1. What "a == b" is. :: s == x**2 -- given
2. So. :: s**2 == x**4 -- from 1
3. In words. -- words "s == x**2"
mutant "x**3": where x in [0,1], x**2 <= 1; 1 :: s == x**3
"""


def test_the_signs_of_python_are_read_and_written_as_in_formulas():
    tidy = formatted(framed(IN_PYTHON), "a.proof")
    assert tidy.split("\n")[1:-2] == [
        "  where x in [0,1]; y, s in [0,4]; x^2 <= y",
        '  1. What "a == b" is. :: s = x^2 -- given',
        "  2. So. :: s^2 = x^4 -- from 1",
        '  3. In words. -- words "s == x**2"',
        '  mutant "x**3": where x in [0,1], x^2 <= 1; 1 :: s = x^3',
    ]
    before, after = (read_proofs(framed(text), "a.proof")[0] for text in (IN_PYTHON, tidy))
    relations = [
        [step.relations for step in proof.steps if step.formula] for proof in (before, after)
    ]
    assert relations[0] == relations[1]


def test_what_is_shipped_has_one_spelling():
    home = Path(paper_checks.__file__).parent
    texts = [file for end in ("proof", "facts", "logic") for file in home.rglob(f"*.{end}")]
    assert len(texts) > 800
    assert [file.name for file in texts if re.search(r"==|\*\*", file.read_text("utf-8"))] == []


LONG = "It holds for all of these, and for the others it is what was said at the beginning"
HINT = "leaving (x - y)^2*(x + y)^2; positive x, y; from 1"
LAYOUTS = {
    "in one line": ["2. So. :: x <= y -- from 1"],
    "behind the words": [f"2. {LONG} of this", "    section. :: x <= y -- from 1"],
    "below the words": [f"2. {LONG}.", f"    :: x <= y -- {HINT}"],
    "the reason below": [
        f"2. {LONG}. :: x <= y",
        f"    -- by (1); {HINT}; for x, y in [0,1], x + y <= 1",
    ],
    "each below": [
        f"2. {LONG} of these.",
        "    :: (x + y)^2 - (x - y)^2 <= 4*x*y",
        f"    -- by (1); {HINT}; for x, y in [0,1], x + y <= 1",
    ],
    "in the middle": [
        f"2. {LONG}. :: x <= y",
        "    -- by (1); leaving (x - y)^2*(x + y)^2; positive x + y + 1, x + y + 2, x + y + 3, x + y + 4;",
        "      from 1",
    ],
}


@pytest.mark.parametrize("lines", LAYOUTS.values(), ids=LAYOUTS)
def test_a_long_step_breaks_before_its_relation_or_its_reason(lines):
    first = "proof my.thm1\n1. So. :: x <= y -- given\n"
    text = first + "\n".join(lines) + "\n"
    assert formatted(framed(text), "a.proof") == framed(text)
    assert formatted(framed(first + " ".join(map(str.strip, lines))), "a.proof") == framed(text)


def test_windows_line_ends_are_spaces_and_tabs_are_refused():
    text = "proof my.thm1\r\n  1. So.\r\n   :: x >= 0\r\n   -- for x in [0,1]\r\nqed\r\n"
    wanted = "proof my.thm1\n  1. So. :: x >= 0 -- for x in [0,1]\nqed\n"
    assert formatted(text, "a.proof") == wanted
    with pytest.raises(Misread, match=r"a\.proof:3:1: A tab stands here; indent with blanks"):
        formatted(text.replace("   :: x", "\t:: x"), "a.proof")


def test_a_fact_of_another_paper_need_not_be_known_to_put_a_file_in_order():
    text = "proof my.thm1\n1. So. :: x >= 0 -- textbook my.dkw:tail (_, {x > 0}); with n\n"
    assert formatted(framed(text), "a.proof") == framed(text)
    with pytest.raises(Misread, match="no word of a reason and no textbook fact"):
        read_proofs(framed(text), "a.proof")
    with pytest.raises(Misread, match="no word of a reason and no textbook fact"):
        formatted(framed(text.replace("my.dkw", "dkw")), "a.proof")


def test_long_lines_are_broken_and_no_line_begins_with_a_comment_sign():
    says = " ".join(["word"] * 18 + ["#17"] * 9 + ["word"] * 40)
    (proof,) = read_proofs(framed(f"proof my.thm1\n1. {says} :: x >= 0\n"), "a.proof")
    text = text_of(ProofText(id=proof.id, steps=proof.steps))
    assert all(len(line) <= 100 or "#17" in line for line in text.split("\n"))
    assert not any(line.lstrip().startswith("#") for line in text.split("\n"))
    assert read_proofs(framed(text), "a.proof")[0].steps == proof.steps
