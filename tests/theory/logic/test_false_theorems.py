"""False theorems of `false_theorems.txt` are refused by the rules named there, no true twin is."""

import re
from functools import cache
from pathlib import Path
import pytest
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.library import TEXTS, Library, standard_library
from banditproof.theory.logic.proof_text import TheoremText, theorems_in
from banditproof.theory.logic.terms import Refused

FILE = Path(__file__).with_name("false_theorems.txt")
CASES = dict(case.split("\n", 1) for case in FILE.read_text("utf-8").split("\n== ")[1:])
DECLARED = re.compile(r"^(?:def|axiom|theorem) ([\w']+)", re.MULTILINE)


@cache
def library() -> tuple[Library, list[TheoremText]]:
    texts = "".join(file.read_text() for file in sorted(TEXTS.glob("*.proof")))
    return standard_library(), theorems_in(texts, "library.proof")


def derived(head: str, mark: str) -> Derivation:
    """The last theorem of a case with the lines of one mark; each name gets one of the case."""
    text = "\n".join(line[2:] for line in CASES[head].split("\n") if line[:1] in (" ", mark))
    names = dict.fromkeys(DECLARED.findall(text))
    for name in names:
        new = f"{name}_{list(CASES).index(head)}_{mark == '+'}"
        text = re.sub(rf"(?<![\w']){name}(?![\w'])", new, text)
    cut = text.index("theorem ")
    shared, proofs = library()
    shared.load_text(text[:cut], "case.logic", "case")
    development = Development(shared, seconds=2.0)
    development.add([*proofs, *theorems_in(ended(text[cut:]), "case.proof")])
    return development.derive(DECLARED.findall(text)[-1])


def ended(text: str) -> str:
    """The theorems of a case, of which the last one need not have its `qed`."""
    return text if text.rstrip().endswith("\nqed") else f"{text}\nqed\n"


@pytest.mark.parametrize("head", CASES)
def test_a_false_theorem_is_refused_and_its_twin_is_not(head: str) -> None:
    words = head.partition(" :: ")[2]
    assert words
    with pytest.raises(Refused, match=words):
        derived(head, "-")
    assert derived(head, "+").cited == ()
