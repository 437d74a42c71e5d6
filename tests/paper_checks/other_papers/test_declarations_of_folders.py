"""What stands in no text of a folder is its program's word: statements, signatures, copies, wholes.

And what a formal theorem says is what the text records of it, not what a program makes of it.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
import pytest
from banditproof.claims import Result, claims, open_document
from banditproof.paper_checks import find, run, run_all
from banditproof.paper_checks.derivations.derived_verdict import NOTHING_LEFT_OUT
from banditproof.paper_checks.running.second_reading import asked
from banditproof.paper_checks.running.words_of_folders import NOT_COMPARED

DOCUMENT = "# T\n\nname: my-paper\nprefix: my\n"
LISTED = "\nmy.lem1 [lemma] a title\n\nmy.lem2 [lemma] a title\n"
TRUE, FALSE = "bern.sec1.recovers", "bern.sec1"
"""Claims of this package that hold by a machine, and that fail."""
CHECK = """
def one(most: int = 1) -> Verdict:
    sides = Sides()
    sides.at_most(Fraction(1), Fraction(most), "no", n=1)
    return points("So.", covered="All.", sharpness=sides.sharpness)
"""
REFUTES = """
def one(most: Fraction = Fraction(1, 2)) -> Verdict:
    require(Fraction(1) <= most, "It is false.", n=1)
    return points("So.", covered="All.")
"""
BEGIN = "from fractions import Fraction\nfrom banditproof.claims import *\n"
DENIED = "theorem my.lem1: not (1 <= 0)\n  assume 1\n  show by 1\nqed\n"
SHOWN = "theorem my.lem1: 1 <= 2\n  show\nqed\n"
DIGEST = re.compile(r"reads as: checked ([0-9a-f]{16})")
Found = Callable[..., Mapping[str, Result]]


@pytest.fixture
def found(without_documents: Path) -> Found:
    """The results of a folder whose programs run apart from this process, by the claims.

    Coq takes seconds for a formal proof; it is asked for its opinion where a test looks at that.
    """

    def results(
        texts: str, program: str = "", proof: str = "", by_coq: bool = False
    ) -> Mapping[str, Result]:
        folder = Path("my-paper")
        folder.mkdir(exist_ok=True)
        (folder / "document.claims").write_text(DOCUMENT + texts, encoding="utf-8")
        (folder / "a.py").write_text(BEGIN + program, encoding="utf-8")
        (folder / "a.proof").write_text(proof, encoding="utf-8")
        document = open_document(folder, apart=True)
        try:
            found = run_all(claims(document.name), 1)
            return {one.claim.id: one for one in (asked(found) if by_coq else found)}
        finally:
            close(document)

    return results


def close(document) -> None:
    from banditproof.paper_checks.other_papers.opening import close_document

    close_document(document)


@pytest.mark.parametrize(
    "declared",
    [
        f'repeated("my.lem1", "{TRUE}", "P = NP."SIGN)',
        f'repeated("my.lem1", "{FALSE}", "1 + 1 = 2."SIGN)',
        f'whole("my.lem1", "P = NP.", ("{TRUE}",)SIGN)',
        f'whole("my.lem1", "1 + 1 = 2.", ("{FALSE}",)SIGN)',
    ],
)
@pytest.mark.parametrize("sign", ["", ', reads_as="checked"'])
def test_what_a_program_says_is_the_same_is_its_word(
    found: Found, declared: str, sign: str
) -> None:
    known = f'repeated("my.lem2", "{TRUE}", "So.")\nrepeated("my.lem3", "{FALSE}", "No.")\n'
    one = found(f"{LISTED}\nmy.lem3 [lemma] a\n", known + declared.replace("SIGN", sign))["my.lem1"]
    assert one.judged_by == "program"
    assert one.grade not in ("proved", "derived")


def test_the_word_of_a_reader_is_the_same_in_texts_and_programs(found: Found) -> None:
    program = f'repeated("my.lem1", "{TRUE}", "P = NP.", reads_as="as it is")'
    with pytest.raises(ValueError, match="is no sign of a reader"):
        found(LISTED, program)


def test_a_program_does_not_sign_for_a_formula(found: Found) -> None:
    program = '@claim("my.lem1", "P = NP.", recorded="holds", mutants={"sharper: a": {"most": 0}}'
    unsigned = found(LISTED, f"{program}){CHECK}", SHOWN)["my.lem1"]
    assert unsigned.grade == "points"
    digest = DIGEST.search(unsigned.verdict.covered)
    assert digest is not None
    signed = found(LISTED, f'{program}, reads_as="checked {digest[1]}"){CHECK}', SHOWN)["my.lem1"]
    assert (signed.grade, signed.judged_by) == ("points", "program")


@pytest.mark.parametrize("field", [f"repeats: {TRUE}", f"parts: {TRUE}", f"repeats: {FALSE}"])
def test_words_are_compared_by_whom_the_text_says_and_no_others(found: Found, field: str) -> None:
    text = f"\nmy.lem1 [lemma] a title\n    WORDS.\n  {field}\n"
    bare = found(text.replace("WORDS", "P = NP") + "  reads as: checked\n")["my.lem1"]
    assert (bare.grade, bare.judged_by) == ("outlined", "banditproof")
    digest = DIGEST.search(bare.verdict.not_covered)
    assert digest is not None
    sign = f"  reads as: checked {digest[1]}\n"
    signed = found(text.replace("WORDS", "P = NP") + sign)["my.lem1"]
    assert (signed.grade, signed.judged_by) == ("proved", "banditproof")
    assert signed.graded_as_recorded
    elsewhere = field.removeprefix("repeats: ").removeprefix("parts: ")
    for one in (bare, signed):  # the words that were judged stand first, whoever compared them
        assert one.verdict.summary.startswith(f"{elsewhere} says: ")
        assert "only the folder says that its own words mean it" in one.verdict.summary
    other = found(text.replace("WORDS", "1 = 2") + sign)["my.lem1"]
    assert other.grade == "outlined"
    assert other.graded_as_recorded


def test_a_whole_that_a_proof_cites_is_no_stronger_than_as_it_is_shown(
    without_documents: Path,
) -> None:
    folder = Path("my-paper")
    folder.mkdir()
    text = f"\nmy.lem1 [lemma] a\n    1 = 2.\n  repeats: {TRUE}\n\n"
    text += "my.lem2 [lemma] b\n    It is so.\n  repeats: my.lem3\n\n"
    text += "my.lem3 [lemma] c\n    So it is.\n  parts: my.lem1\nSIGN"
    (folder / "document.claims").write_text(DOCUMENT + text.replace("SIGN", ""), "utf-8")
    document = open_document(folder, apart=True)
    digest = DIGEST.search(run(find("my.lem3")).verdict.not_covered)
    close(document)
    assert digest is not None
    signed = text.replace("SIGN", f"  reads as: checked {digest[1]}\n")
    (folder / "document.claims").write_text(DOCUMENT + signed, "utf-8")
    document = open_document(folder, apart=True)
    shown = {one.claim.id: one.grade for one in run_all(claims(document.name), 1)}
    alone = {id: run(find(id)).grade for id in shown}
    close(document)
    assert alone == shown == dict.fromkeys(shown, "outlined")


PROGRAMS = {
    CHECK: f'@checks("my.lem1", mutants={{"sharper: a": {{"most": 0}}}}){CHECK}',
    REFUTES: f'@checks("my.lem1", mutants={{"true": {{"most": Fraction(1)}}}}){REFUTES}',
}
POLARITY = {
    "a false print that a program says holds": ("1 is at most 0", "fails", "holds", CHECK),
    "a true print that a program refutes": ("1 is above 0", "holds", "fails", REFUTES),
}


@pytest.mark.parametrize("name", POLARITY)
def test_a_theorem_is_of_what_the_text_records(found: Found, name: str) -> None:
    words, recorded, said, check = POLARITY[name]
    text = f"\nmy.lem1 [lemma] a\n    {words}.\n  {recorded} -- a.one\n  reads as: checked DIGEST\n"
    unsigned = text.replace(" DIGEST", "")
    program, honest = (PROGRAMS[name] for name in (check, REFUTES if check == CHECK else CHECK))
    agreeing = found(unsigned, honest, DENIED)["my.lem1"]
    digest = DIGEST.search(agreeing.verdict.covered)
    assert digest is not None
    signed = text.replace("DIGEST", digest[1])
    agreeing = found(signed, honest, DENIED)["my.lem1"]
    assert (agreeing.verdict.outcome, agreeing.grade) == (recorded, "derived")
    assert agreeing.judged_by == "banditproof"
    lie = found(signed, program, DENIED)["my.lem1"]
    assert lie.verdict.outcome == said
    assert lie.judged_by == "program"
    assert lie.grade != "derived"
    assert f"what the text records, `{recorded}`; the check" in lie.verdict.not_covered


def signed(found: Found, text: str, program: str) -> str:
    """A text with the signature that a reader of its formula writes."""
    one = found(text.replace(" DIGEST", ""), program, DENIED)["my.lem1"]
    digest = DIGEST.search(one.verdict.covered)
    assert digest is not None
    return text.replace("DIGEST", digest[1])


@pytest.mark.parametrize("name", POLARITY)
def test_a_signature_is_for_one_verdict(found: Found, name: str) -> None:
    """Who read that the print says A has not read that it says `not A`."""
    words, recorded, said, check = POLARITY[name]
    text = f"\nmy.lem1 [lemma] a\n    {words}.\n  {recorded} -- a.one\n  reads as: checked DIGEST\n"
    honest = signed(found, text, PROGRAMS[REFUTES if check == CHECK else CHECK])
    turned = honest.replace(f"  {recorded} --", f"  {said} --")
    lie = found(turned, PROGRAMS[check], DENIED)["my.lem1"]
    assert lie.verdict.outcome == said == lie.claim.recorded
    assert lie.grade != "derived"
    assert lie.judged_by == "program"


def test_a_signature_is_for_the_words_that_were_read(found: Found) -> None:
    text = "\nmy.lem1 [lemma] a\n    1 is above 0.\n  holds -- a.one\n  reads as: checked DIGEST\n"
    honest = signed(found, text, PROGRAMS[CHECK])
    assert found(honest, PROGRAMS[CHECK], DENIED)["my.lem1"].grade == "derived"
    turned = honest.replace("above", "at most")
    assert found(turned, PROGRAMS[CHECK], DENIED)["my.lem1"].grade == "points"


def test_a_verdict_says_what_a_machine_read_and_what_nobody_compared(found: Found) -> None:
    """A false print whose text signs, against the words, that they say what the theorem shows."""
    text = (
        "\nmy.lem1 [lemma] a\n    1 is at most 0.\n  holds -- a.one\n  reads as: checked DIGEST\n"
    )
    program = PROGRAMS[CHECK].replace('"So."', '"P = NP."')
    one = found(signed(found, text, program), program, DENIED)["my.lem1"]
    assert one.grade == "derived"
    said = one.facts.to_json()
    assert said["summary"] == (
        "The kernel accepts a formal proof of: ¬1 ≤ 0. The folder's program says: P = NP."
    )
    assert said["not_covered"] == NOT_COMPARED
    assert NOTHING_LEFT_OUT not in said["not_covered"]
    assert "Judged were the folder's texts as they were before its programs ran" in said["covered"]


def test_a_proof_of_steps_says_what_a_machine_read(found: Found) -> None:
    text = "\nmy.lem1 [lemma] a\n    $1=2$.\n  holds -- its proof\n  summary: P = NP.\n"
    formula = "  formula: x >= x**2 for x in [0,1]\n"
    proof = (
        "proof my.lem1\n  where x in [0,1]\n  1. So. :: x >= x**2\n"
        '  mutant "sharper: m": 1 :: x >= 2*x\nqed'
    )
    said = "The folder's text says: P = NP."
    one = found(text + formula, "", proof)["my.lem1"]
    assert (one.grade, one.judged_by) == ("proved", "banditproof")
    assert one.verdict.summary == f"A machine shows: x >= x**2 for x in [0,1]. {said}"
    assert one.verdict.not_covered == NOT_COMPARED
    other = found(text, "", proof)["my.lem1"]
    assert other.grade == "outlined"
    assert other.verdict.summary == f"The proof states: x >= x**2 for x in [0, 1]. {said}"
    given = "  where x in [0,1]\n  1. A. :: x <= 1/2 -- given\n  2. So. :: x**2 <= 1/4 -- from 1"
    mutant = '  mutant "sharper: m": 2 :: x**2 <= 1/5'
    opened = found(text, "", f"proof my.lem1\n{given}\n{mutant}\nqed\n")["my.lem1"].verdict.summary
    assert "What stays open there (1): `banditproof why FOLDER my.lem1 --open`." in opened
    false = found(text, "", proof.replace("So. :: x >=", "So. :: x <="))["my.lem1"]
    assert false.verdict.outcome == "fails"
    assert "P = NP" not in false.verdict.summary


def test_a_refutation_by_steps_is_told_in_the_words_of_the_judge(found: Found) -> None:
    text = "\nmy.lem1 [lemma] a\n    $1=2$.\n  fails -- a.one with its proof\n"
    program = (
        "from dataclasses import replace\n"
        '@checks("my.lem1", mutants={"m": {"proof": None}})\n'
        "def one(proof: Proof = WRITTEN) -> Verdict:\n"
        '    return replace(proof.verdict("So."), summary="P = NP.")\n'
    )
    proof = "proof my.lem1\n  where x in [0,1]\n  1. So. :: x <= x**2\nqed\n"
    one = found(text, program, proof)["my.lem1"]
    assert (one.verdict.outcome, one.judged_by) == ("fails", "banditproof")
    assert one.verdict.summary.startswith("The statement is false.")


def test_a_copy_of_a_derived_claim_has_its_formal_proof_read(found: Found) -> None:
    text = (
        "\nmy.lem1 [lemma] a\n    1 is at most 2.\n  holds, derived -- a.one\n"
        "  reads as: checked DIGEST\n\nmy.lem2 [lemma] a copy\n  repeats: my.lem1\n"
        "\nmy.lem3 [lemma] a whole\n    1 is at most 2.\n  parts: my.lem1\n"
    )
    program = f'@checks("my.lem1", mutants={{"sharper: a": {{"most": 0}}}}){CHECK}'
    unsigned = found(text.replace(" DIGEST", "").replace(", derived", ""), program, SHOWN)
    digest = DIGEST.search(unsigned["my.lem1"].verdict.covered)
    assert digest is not None
    results = found(text.replace("DIGEST", digest[1]), program, SHOWN, by_coq=True)
    assert [one.grade for one in results.values()] == ["derived", "derived", "outlined"]
    first, second, third = (one.second_reader for one in results.values())
    assert first is not None
    assert second is not None
    assert second.result == first.result
    assert third is None
