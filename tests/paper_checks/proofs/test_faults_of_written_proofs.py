"""What is wrong with a proof as text is said with its line and column, and nothing is guessed."""

import pickle
import pytest
from banditproof.paper_checks.proofs.text import UnreadableProof, read_proofs

HEAD = "proof my.thm1\nwhere x, y in [0,1]\n1. So. :: x >= 0\n"
"""The next line is line 4."""

STEPS = {
    "": (
        ("2. Then.", 1, "neither a relation nor a reason"),
        ("2. Then. ::", 12, "Nothing stands behind ::"),
        ("2. Then. :: -- from 1", 13, "Nothing stands behind ::"),
        ("2. Then. :: x <= y --", 22, "Nothing stands behind --"),
        ("2. Then. :: x <= y :: x <= 1", 20, "A second :: stands here"),
        ("2. Then. -- from 1 :: x <= y", 20, "A second :: stands here"),
        ("2. Then. :: x <= y -- from 1 -- given", 30, "A second -- stands here"),
        ("2. Then. :: x <= y; from 1", 19, "';' stands in a relation"),
        ("2. Then. :: (x <= y", 13, "The bracket ( is not closed"),
        ("2. Then. :: x <= y)", 19, "The bracket ) closes none"),
        ("2. Then. :: x <= {y)", 20, "The bracket ) closes none"),
        ('2. "Then. :: x <= y', 4, "The text in quotes has no end"),
        ('2. "Then." he says. :: x <= y', 12, "the sentence in quotes has ended"),
        ("Then :: x <= y", 1, "'Then' was read; `where`, `parts`"),
        ("2 Then. :: x <= y\n3. So. :: y >= 0", 1, "'2' was read; `where`, `parts`"),
        ("prof my.thm2\n1. So. :: x >= 0", 1, "'prof' was read; `where`, `parts`"),
        ("3. Then. :: x <= y", 1, "Step '3' was read; the steps count from 1, and 2 was expected"),
        ("2a. Then. :: x <= y", 1, "`banditproof prove --renumber` counts anew"),
        ("1. Then. :: x <= y", 1, "Step '1' was read"),
        ("02. Then. :: x <= y", 1, "Step '02' was read"),
        ("Then. So. :: x <= y", 1, "Step 'Then' was read"),
        ("where x in [0,1]", 1, "'where' stands once, above the first step"),
        ("parts 1", 1, "'parts' stands once, above the first step"),
    ),
    "2. Then. :: x <= y -- ": (
        ("form 1", 0, "'form' is no word of a reason; did you mean 'for'?"),
        ("no from", 0, "'no from' is no word of a reason and no textbook fact"),
        ("marko (1, 1)", 0, "did you mean 'markov'?"),
        ("hoeffding (1)", 0, "give one of hoeffding:average above, hoeffding:average of"),
        ("from 1;", 7, "Nothing stands here; a reason was expected"),
        ("from 1; from 1", 8, "The clause 'from' stands here twice"),
        ("given; given", 7, "A step has one of the reasons 'given' and 'given'"),
        ("given; identity", 7, "A step has one of the reasons 'given' and 'identity'"),
        ("markov (1); given", 12, "one of the reasons 'a textbook fact' and 'given'"),
        ("given x", 6, "'x' was read; nothing stands behind 'given'"),
        ("given; leaving x", 7, "The clause 'leaving' does not fit; this step may have 'given'"),
        ("from 1; with a=b", 8, "The clause 'with' does not fit"),
        ("from", 4, "Nothing stands here; the numbers of steps were expected"),
        ("from 1,", 7, "'' was read; the number of a step was expected"),
        ("from one", 5, "'one' was read; the number of a step was expected"),
        ("from 2", 5, "Step 2 is not an earlier one"),
        ("from 9", 5, "'9' was read; there is no such step"),
        ("from 1, 1", 8, "Step 1 is named twice"),
        ("from 01", 5, "'01' was read"),
        ("by x", 3, "'x' was read; `WEIGHT*(STEP)` or `(STEP)` was expected"),
        ("by (1) + (1)", 10, "Step 1 has a weight already"),
        ("by x (1)", 3, "`WEIGHT*(STEP)` or `(STEP)` was expected"),
        ("by *(1)", 3, "Nothing stands here; a term"),
        ("by a - x*(1)", 5, "The weight 'a - x' is no product; put brackets around it"),
        ("by x if y else z*(1)", 5, "is no product; put brackets around it"),
        ("by x*(2)", 6, "Step 2 is not an earlier one"),
        ("by", 2, "Nothing stands here; weights"),
        ("through exp", 8, "`exp: a >= b` was expected"),
        ("through exp: x", 8, "`exp: a >= b` was expected"),
        ("through exp: x >= y >= z", 8, "`exp: a >= b` was expected"),
        ("through exp: x >=", 17, "Nothing stands here; a term"),
        ("leaving", 7, "Nothing stands here; a term"),
        ("leaving x)", 9, "The bracket ) closes none"),
        ("leaving (x", 8, "The bracket ( is not closed"),
        ("positive x,", 11, "Nothing stands here; a term"),
        ("apart", 5, "Nothing stands here"),
        ("claim", 5, "`ID` or `ID (step)` was expected"),
        ("claim Bern.x", 6, "`ID` or `ID (step)` was expected"),
        ("claim bern.x (five)", 14, "'five' was read; the number of a step"),
        ("claim bern.x (5a)", 14, "'5a' was read; the number of a step"),
        ("claim bern.x (5", 13, "The bracket ( is not closed"),
        ("claim bern.x (5) or so", 6, "`ID` or `ID (step)` was expected"),
        ("claim bern.x; with p=x, p=y", 24, "p has a value already"),
        ("claim bern.x; with p=", 21, "Nothing stands here"),
        ("claim bern.x; with 2=x", 19, "'2' was read; the name of a quantity"),
        ("claim bern.x; with", 18, "names with their values were expected"),
        ("induction from 1", 10, "`n from 1` was expected"),
        ("induction n from 1; next s = 1", 25, "`s = first then following` was expected"),
        ("induction n from 1; next s = 1 then", 35, "Nothing stands here"),
        ("computed shown", 9, "a function was expected, as `module.function`"),
        ("computed module.1", 9, "a function was expected"),
        ("computed", 8, "Nothing stands here"),
        ("enumerated 12 a.b", 11, "`COUNT cases holds` was expected"),
        ("enumerated twelve a.b a.c", 11, "`COUNT cases holds` was expected"),
        ("enumerated 12 a.b c", 18, "a function was expected"),
        ("concave", 7, "Nothing stands here; a list was expected"),
        ("concave 2*x", 8, "'2*x' was read; the name of a quantity"),
        ("words so it is", 6, "a text in quotes was expected"),
        ('words "so" it is', 10, "the text in quotes has ended"),
        ('words "so', 6, "The text in quotes has no end"),
        ("all 1", 4, "`of` and the numbers of steps were expected"),
        ("markov (1, 1, 1)", 14, "markov has 2 hypotheses; '1' is one more"),
        ("markov (1, x > 0)", 11, "'x > 0' was read; the number of a step was expected"),
        ("markov (1, {x > 0)", 17, "The bracket ) closes none"),
        ("markov (1, {})", 12, "Nothing stands here"),
        ("markov (1) so", 0, "its hypotheses end with a bracket"),
        ('markov ("X >= 1": 1)', 18, "markov has no hypothesis 'X >= 1'; it has 'X >= 0', 'a > 0'"),
        ('markov ("X >= 0" 1)', 16, 'A ":" was expected'),
        ('markov (1, "X >= 0": 1)', 21, "The hypothesis 'X >= 0' is discharged twice"),
        ("markov (1); over x, 1", 20, "'1' was read; the name of a quantity"),
        ("markov (1); which", 17, "Nothing stands here"),
        ("at 1 x=y", 3, "`5: x=1/2` was expected"),
        ("at 1: x=y; at 1: y=x", 11, "Step 1 is used at two places"),
        ("at 2: x=y", 3, "Step 2 is not an earlier one"),
        ("for", 3, "No range stands here"),
        ("for x", 4, "The name 'x' has no range"),
        ("for x, x < y", 4, "The name 'x' has no range"),
        ("for x in [0,1", 9, "The bracket [ is not closed"),
        ("for x in [0,1),", 15, "Nothing stands here"),
    ),
    '2. Then. :: x <= y\nmutant "half": ': (
        ("", -1, "The mutant changes nothing"),
        ("x <= y", 0, "`NUMBER :: relation`, `NUMBER -- reason`"),
        ("3 :: x <= y", 0, "'3' was read; there is no such step"),
        ("2 ::", 4, "Nothing stands behind ::"),
        ("2 :: x <= y :: y <= x", 12, "A second :: stands here"),
        ("2 -- given", 5, "The clause 'given' does not fit"),
        ("2 -- no given", 8, "a clause to leave out was expected"),
        ("2 -- no form", 8, "a clause to leave out was expected"),
        ("2 -- from 2", 10, "Step 2 is not an earlier one"),
        ("2 :: x  <= y", 0, "This is what step 2 says; change it."),
        ("1 :: x <= 1; 2 -- no from", 13, "This is what step 2 says; change it."),
        ("where x in [0,1]; y in [0,1]", 0, "These are the ranges of the proof; change them."),
        ("2 :: x <= 1; 2 :: x <= 2", 13, "Step 2 is changed twice"),
        ("where x in [0,2]; where y in [0,2]", 18, "`NUMBER :: relation`"),
        ("1 :: x <= 1; from 1", 11, "';' stands in a relation"),
    ),
    "2. Then. :: x <= y\n": (
        ("mutant half: 2 :: x <= 1", 8, "the name of the mutant in quotes was expected"),
        ('mutant "half" 2 :: x <= 1', 14, 'A ":" was expected behind the name of a mutant'),
        ('mutant "": 2 :: x <= 1', 8, "The mutant has an empty name"),
    ),
}
TABLE = [(begin, *row) for begin, rows in STEPS.items() for row in rows]


@pytest.mark.parametrize(("begin", "text", "column", "message"), TABLE)
def test_a_fault_has_its_place_and_says_what_was_expected(begin, text, column, message):
    """The column counts from 1 in a line that is shown whole, else from the end of its begin."""
    with pytest.raises(UnreadableProof) as fault:
        read_proofs(HEAD + begin + text, "a.proof")
    assert message in str(fault.value)
    above, _, before = (HEAD + begin).rpartition("\n")
    line, column = above.count("\n") + 2, column + (len(before) + 1 if before else 0)
    assert (fault.value.line, fault.value.column) == (line, column), str(fault.value)
    assert str(fault.value).startswith(f"a.proof:{line}:{column}: ")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "No proof stands here"),
        ("# nothing", (1, 1), "No proof stands here"),
        ("\n1. So. :: x >= 0", (2, 1), "begins with `proof ID`"),
        ("  proof my.thm1", (1, 3), "is indented and continues no line"),
        ("proof thm1\n1. So. :: x >= 0", (1, 7), "`ID` or `ID as NAME` was expected"),
        ("proof my.thm1 step 2\n1. So. :: x >= 0", (1, 7), "`ID` or `ID as NAME`"),
        ("proof my.thm1 as\n1. So. :: x >= 0", (1, 7), "`ID` or `ID as NAME`"),
        ("proof my.thm1\nwhere x in [0,1]\nwhere y in [0,1]", (3, 1), "'where' stands once"),
        ("proof my.thm1\nparts 2\n1. So. :: x >= 0", (2, 7), "'2' was read; there is no such step"),
        ("proof my.thm1\ninstances real\n1. So. :: x >= 0", (2, 11), "as `module.function`"),
        ("proof my.thm1\n1. So.\n    # why\n    :: x >= 0", (3, 5), "A comment begins in column 1"),
        ("proof my.thm1\n1. So.\n    :: x >= 0\n      -- from\n      1, 2", (5, 7), "Step"),
        (
            'proof my.thm1\n1. So. :: x >= 0\nmutant "a": 1 :: x > 0\n2. Then. :: x >= 0 -- from 1',
            (3, 1),
            "A mutant stands below the last step",
        ),
        (
            'proof my.thm1\n1. So. :: x >= 0\nmutant "a": 1 :: x > 0\nmutant "a": 1 :: x > 1',
            (4, 1),
            "There are two mutants 'a'",
        ),
        ("proof my.a\n1. So. :: x >= 0\nproof my b\n1. So. :: x >= 0", (3, 7), "`ID` or"),
        ("proof my.thm1\n1. All. -- all of 2, 3", (2, 19), "'2' was read"),
        ("proof my.thm1\n1. A. :: x >= 0\n2. All. -- all of 1", (3, 1), "joins parts"),
    ],
)
def test_a_fault_of_a_file_has_its_place(text, place, message):
    with pytest.raises(UnreadableProof, match=r"a\.proof:") as fault:
        read_proofs(text, "a.proof")
    assert message in str(fault.value)
    assert (fault.value.line, fault.value.column) == place


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "proof my.thm1\nwhere x in [0,1]\n1. So.\n    :: x + <= 1",
            (4, 8),
            "a number, a name or a bracket",
        ),
        ("proof my.thm1\nwhere x in [0,1]\n1. So.\n    :: x + 1", (4, 8), "is not a relation"),
        ("proof my.thm1\nwhere x in [1,0]\n1. So. :: x >= 0", (3, 1), "is empty"),
        (
            "proof my.thm1\n1. A. :: x >= 0\n2. B. :: y >= 0",
            (2, 1),
            "Step 1 of my.thm1 is not used",
        ),
        (
            "proof my.thm1\nwhere x in [0,1]\n1. A. :: x >= 0 -- for x in [0,1]",
            (3, 1),
            "two ranges",
        ),
        (
            "proof my.thm1\n1. A. :: x >= 0 -- for x in [0,1]\n2. B. :: x >= 0\n"
            "    -- from 1; for x in [0,2]",
            (3, 1),
            "Step 2 of my.thm1 uses step 1 for a x outside",
        ),
    ],
)
def test_what_is_no_proof_is_said_with_the_line_of_the_step(text, place, message):
    (proof,) = read_proofs(text, "a.proof")
    with pytest.raises(UnreadableProof) as fault:
        proof.proof()
    assert message in str(fault.value)
    assert fault.value.line == place[0]


def test_a_mutant_that_is_no_proof_is_said_with_its_line():
    text = 'proof my.thm1\n1. So. :: x >= 0 -- for x in [0,1]\nmutant "wide": 1 -- for x in [1,0]'
    mutants = read_proofs(text, "a.proof")[0].proof().mutants
    assert list(mutants) == ["wide"]
    with pytest.raises(UnreadableProof, match=r"a\.proof:3:\d+: wide: The range"):
        mutants["wide"]
    with pytest.raises(KeyError):
        mutants["other"]


def test_a_fault_survives_another_process():
    fault = UnreadableProof("a.proof", 3, 7, "So.")
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.line, again.column) == ("a.proof:3:7: So.", 3, 7)
    assert isinstance(again, ValueError)
