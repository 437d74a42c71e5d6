"""Folders whose programs or texts are broken or hostile: a sentence, or a verdict that is open."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
import pytest
from case_tables import table
from banditproof.claims import Outcome, claims, close_document, find, open_document, run
from banditproof.paper_checks.proofs.theorems.writing_certificates import Certified, certify_claims
from banditproof.paper_checks.running.process_guard import kept_in_order
from banditproof.paper_checks.statements.documents import OPENED

HEAD = "from banditproof.claims import *\n"
CLAIM = HEAD + (
    '@claim("my.lem1", "One.", recorded="holds", mutants={"m": {"b": 2}})\n'
    "def one(b=1):\n"
    '    require(b <= 1, "Too large.", b=b)\n'
    "    BODY\n"
    '    return proved("One.", covered="All.")\n'
)
DOCUMENT = "# T\n\nname: my-paper\nprefix: my\n"


@pytest.fixture
def folder(without_documents: Path) -> Callable[..., Path]:
    """Write a folder with one program, in the working folder of the test."""

    def written(program: str = CLAIM, *more: str, listed: str = "my.lem1 [lemma]") -> Path:
        place = Path("my-paper")
        place.mkdir(exist_ok=True)
        text = "\n".join((DOCUMENT, listed, *more, ""))
        (place / "document.claims").write_text(text, encoding="utf-8")
        (place / "a.py").write_text(program.replace("BODY", "pass"), encoding="utf-8")
        return place

    return written


@pytest.mark.parametrize(("body", "said"), table(__file__, "a_check_that_misbehaves_is_open"))
def test_a_check_that_misbehaves_is_open(folder, body: str, said: str) -> None:
    open_document(folder(CLAIM.replace("BODY", body)))
    result = run(find("my.lem1"))
    assert (result.verdict.outcome.value, result.as_recorded) == ("open", False)
    assert said in str(result.error)


def test_a_check_that_is_interrupted_interrupts(folder) -> None:
    open_document(folder(CLAIM.replace("BODY", "raise KeyboardInterrupt")))
    with pytest.raises(KeyboardInterrupt):
        run(find("my.lem1"))


def test_programs_do_not_move_the_process(folder, tmp_path: Path) -> None:
    move = "import os; os.chdir(os.sep)"
    open_document(folder(move + "\n" + CLAIM.replace("BODY", move)))
    assert Path.cwd() == tmp_path
    assert run(find("my.lem1")).as_recorded
    assert Path.cwd() == tmp_path


def test_children_may_end_as_they_do() -> None:
    leave = os._exit
    with kept_in_order():
        child = os.fork() if hasattr(os, "fork") else None
        if child == 0:
            os._exit(7)
        if child:
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert os._exit is leave


CYCLE = """P = Proof("my.lem1", steps=(OnClaim(1, "Itself.", claim="my.lem1"),))
@claim("my.lem1", "s", recorded="holds", mutants={"m": {"proof": 1}})
def one(proof=P): return proof.verdict("One.")
"""


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import os; os._exit(0)", "a.py, line 1: the program ends the process"),
        ("raise BaseException('b')", "a.py, line 1: the import stops with BaseException: b"),
        ("\0", "a.py: the program is not Python"),
        ("from a_room import X", "write `from .a_room import ...`, with a dot"),
        (CLAIM.replace('"One."', '" "', 1), "has an empty statement"),
        (CLAIM.replace('"One."', "3", 1), "has statement=3; give a text"),
        (CLAIM.replace('"One."', '"\\x1b[31m"', 1), "has a control character"),
        (CLAIM.replace("mutants", 'rests_on="textbook.jensen", mutants'), "give a tuple of texts"),
        (CLAIM.replace("mutants", 'tier="medium", mutants'), "the tier 'medium'"),
        (CLAIM.replace('{"m": {"b": 2}}', '["m"]'), "has mutants=['m']; give"),
        (CLAIM.replace('{"b": 2}', "{}"), "changes nothing; give a wrong value"),
        (CLAIM.replace('{"b": 2}', '{"b": 1}'), "changes nothing; give a wrong value"),
        (CLAIM.replace('{"b": 2}', '{"z": 2}'), "the keyword arguments of the check are: b."),
        (CLAIM.partition("def")[0] + "class One: pass", "put the decorator above a function"),
        (CLAIM.partition("def")[0] + "@mutant('m')\nclass One: pass", "put it above a function"),
        (HEAD + CYCLE, "rest on each other in a circle"),
        (HEAD + CYCLE.replace('Proof("my.lem1"', 'Proof("my.lem9"'), "give it the ID of the claim"),
        (CLAIM + CLAIM[len(HEAD) :].replace("lem1", "Lem1"), "differ in capitals alone"),
    ],
)
def test_a_broken_program_is_a_sentence(folder, program: str, said: str) -> None:
    place = folder(program, "my.Lem1 [lemma]" * ("Lem1" in program))
    (place / "a_room").mkdir()
    (place / "b.py").mkdir()
    with pytest.raises(ValueError, match=re.escape(said)):
        open_document(place)
    assert (OPENED, [name for name in sys.modules if "my_paper" in name]) == ({}, [])


def test_broken_texts_are_a_sentence(folder) -> None:
    for line, said in {
        f"my.{'x' * 200} [lemma]": "at most 120 letters",
        "my.../../x [lemma]": "'my.../../x' is none; give",
        "my.lem2 [\x1b[31mlemma]": "has the control character",
        "authors: A\x07": "control character",
        "name: x": "The fact 'name' stands twice",
        "  holds -- a.one": "There are two verdicts",
    }.items():
        said = said.replace("has the control", "control")
        with pytest.raises(ValueError, match=re.escape(said)):
            open_document(folder(CLAIM, line, *([line] if "two" in said else [])))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="The system has no named pipes.")
def test_what_is_no_file_is_not_waited_for(folder) -> None:
    place = folder()
    os.mkfifo(place / "pipe.py")
    with pytest.raises(ValueError, match=r"pipe\.py is no file that can be read"):
        open_document(place)
    (place / "pipe.py").unlink()
    os.mkfifo(place / "pipe.claims")
    with pytest.raises(ValueError, match=r"pipe\.claims is no file that can be read"):
        open_document(place)


HIDDEN = """P = Proof("my.lem9", steps=(OnClaim(1, "s", claim="my.lem2"),))
@claim("my.lem2", "s", recorded="holds", mutants={"m": {"b": 2}})
def two(b=1): return proved("Two.", covered="All.")
@claim("my.lem1", "s", recorded="holds", mutants={"m": {"b": 2}})
def one(b=1): return P.verdict("One.")
"""


def test_a_proof_hides_nothing_that_it_cites(folder) -> None:
    open_document(folder(HEAD + HIDDEN, "my.lem2 [lemma]"))
    assert "cites my.lem2, and its claim does not rest on that" in str(run(find("my.lem1")).error)


PAIR = """def bound(id, c):
    return Proof(id, where="p in [0,1]", steps=(Inequality(1, "s", f"p*(1-p) <= {c}"),))
BOTH = bound("my.lem1", "1/5"), bound("my.lem1.repaired", "1/4")
@pair("my.lem1", "1/5", "1/4", recorded="fails-with-repair", subjects={"proof": BOTH},
      mutants={"sharper: 6/25": {"proof": bound("my.lem1.repaired", "6/25")}})
def one(proof): return proof.verdict("One.", repairable=True)
"""


def test_a_pair_of_proofs(folder) -> None:
    document = open_document(folder(HEAD + PAIR))
    printed, repaired = claims(document.name)
    result = run(printed)
    assert (result.as_recorded, result.facts.steps[0].verdict) == (True, "failed")
    assert "p" in result.facts.witness_values
    assert run(repaired).as_recorded
    assert (printed.proof, repaired.proof.id) == (None, "my.lem1.repaired")
    for subjects in repaired.mutants.values():
        assert run(repaired, **subjects).verdict.outcome.value == "fails"
    assert run(printed, **printed.mutants["the repaired statement"]).as_recorded is False
    close_document(document)


def test_a_program_may_record_a_verdict_by_its_former_word(folder) -> None:
    document = open_document(folder(HEAD + PAIR.replace("fails-with", "holds-with")))
    printed, _ = claims(document.name)
    assert printed.recorded is Outcome.FAILS_WITH_REPAIR is Outcome.HOLDS_WITH_REPAIR
    result = run(printed)
    assert (result.as_recorded, result.verdict.outcome.value) == (True, "fails-with-repair")
    close_document(document)


PROVED = """P = Proof("my.lem1", where="WHERE", steps=(STEPS,))
@claim("my.lem1", "s", recorded="holds",
       mutants={"m": {"proof": P.changed(1, formula="FALSE")}})
def one(proof=P): return proof.verdict("One.")
"""


def with_certificates(folder, many: int, where: str, steps: str, false: str) -> Path:
    """The file of certificates of a new folder, which is open."""
    texts = {"WHERE": where, "STEPS": steps, "FALSE": false}
    program = HEAD + re.sub("WHERE|STEPS|FALSE", lambda word: texts[word[0]], PROVED)
    file = folder(program) / "my.lem1.certificates"
    open_document(file.parent)
    assert certified().certificates == many
    return file


def certified() -> Certified:
    (one,) = certify_claims([find("my.lem1")])
    return one


def open_again(old: str = "", new: str = "") -> None:
    """Open the folder once more, with another text in its program."""
    close_document(OPENED["my-paper"])
    program = Path("my-paper", "a.py")
    program.write_text(program.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    open_document(Path("my-paper"))


def test_certificates_that_were_changed_prove_nothing_and_are_written_anew(folder) -> None:
    steps = 'Inequality(1, "s", "x**2 <= x")'
    file = with_certificates(folder, 1, "x in [0,1]", steps, "x <= x**2")
    right = file.read_text(encoding="utf-8")
    assert '"by":"Bernstein"' in right
    for wrong in ("{", right.replace("Bernstein", "span"), right[:16] + " {}\n"):
        file.write_text(wrong, encoding="utf-8")
        open_again()
        assert run(find("my.lem1")).verdict.outcome.value == "holds"
        assert (certified().certificates, certified().stuck) == (1, ())
        assert file.read_text(encoding="utf-8") == right
        open_again()
        assert "a kept certificate" in run(find("my.lem1")).verdict.steps[0].detail


def test_a_step_that_stops_the_proof_takes_no_certificate_with_it(folder) -> None:
    steps = 'Inequality(1, "s", "x**2 <= x"), Inequality(2, "s", "x**2 + 1/7 >= x/2", uses=(1,))'
    file = with_certificates(folder, 2, "x in [0,1]", steps, "x <= x**2")
    before = file.read_text(encoding="utf-8").splitlines()
    open_again('x**2 <= x"', 'x**2 + 1 <= x"')
    assert certified().stuck[0].startswith("step 1: failed")
    assert {*before} <= {*file.read_text(encoding="utf-8").splitlines()}


def test_what_no_step_needs_is_left_out(folder) -> None:
    steps = 'Inequality(1, "s", "u*v <= u + v")'
    file = with_certificates(folder, 1, "u in [0,1], v in [0,1]", steps, "u + v <= u*v")
    right = file.read_text(encoding="utf-8")
    file.write_text(right + '0123456789abcdef {"by":"span"}\n', encoding="utf-8")
    open_again()
    assert certified().certificates == 1
    assert file.read_text(encoding="utf-8") == right
