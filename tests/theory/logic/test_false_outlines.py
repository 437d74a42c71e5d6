"""False theorems in sentences: refused, found to suppose a contradiction, or named as open.

`false_outlines.txt` says which, for each one beside a true twin.
"""

import re
from functools import cache
from pathlib import Path
import pytest
from banditproof.paper_checks.derivations.forms_of_facts import KnownForms
from banditproof.theory.logic.contradicting_premises import says_nothing
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.library import TEXTS, Library, standard_library
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.proof_text import TheoremText, theorems_in
from banditproof.theory.logic.terms import Refused

FILE = Path(__file__).with_name("false_outlines.txt")
CASES = dict(case.split("\n", 1) for case in FILE.read_text("utf-8").split("\n== ")[1:])
CONTRADICTS, NAMES = "contradicts", "names "


@cache
def library() -> tuple[Library, list[TheoremText]]:
    texts = "".join(file.read_text("utf-8") for file in sorted(TEXTS.glob("*.proof")))
    return standard_library(), theorems_in(texts, "library.proof")


def derived(head: str, mark: str) -> tuple[Development, Derivation]:
    """The theorem of a case with the lines of one mark, under names of its own."""
    text = "\n".join(line[2:] for line in CASES[head].split("\n") if line[:1] in (" ", mark))
    name = f"it_{list(CASES).index(head)}_{mark == '+'}"
    shared, proofs = library()
    development = Development(shared, seconds=2.0, forms=KnownForms())
    text = re.sub(r"theorem it\b", f"theorem {name}", text)
    text = re.sub(r"\blem\b", f"lem_{name}", text)
    development.add([*proofs, *theorems_in(f"{text.rstrip()}\nqed\n", "case.proof")])
    return development, development.derive(name)


@pytest.mark.parametrize("head", CASES)
def test_a_false_theorem_in_sentences_is_seen_to_be_one(head: str) -> None:
    said = head.partition(" :: ")[2]
    if said == CONTRADICTS:
        assert says_nothing(*derived(head, "-"))
    elif said.startswith(NAMES):
        opened = derived(head, "-")[1].opened
        named = [f"{one.says}: {one.formula and shown(one.formula)}" for one in opened]
        assert any(said.removeprefix(NAMES) in one for one in named), named
    else:
        with pytest.raises(Refused, match=re.escape(said)):
            derived(head, "-")


@pytest.mark.parametrize("head", CASES)
def test_its_true_twin_is_accepted_without_a_warning(head: str) -> None:
    assert not says_nothing(*derived(head, "+"))


def test_there_are_enough_of_each_kind() -> None:
    kinds = [head.partition(" :: ")[2].partition(" ")[0] for head in CASES]
    assert len(kinds) >= 40
    assert kinds.count(CONTRADICTS) + kinds.count("names") >= 20
