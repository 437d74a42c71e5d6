"""The page about proofs as text names every clause, and what it shows can be read."""

import re
from dataclasses import fields
from pathlib import Path
import pytest
from framed import framed
from banditproof.paper_checks.proofs.text import read_proofs
from banditproof.paper_checks.proofs.text.formatting import formatted
from banditproof.paper_checks.proofs.text.reading import read_blocks
from banditproof.paper_checks.proofs.text.reasons import ALL, KINDS

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "written_proofs.md").read_text(encoding="utf-8")
TUTORIAL = (DOCS / "tutorials" / "a_proof_as_text.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`[^|]*) \| [^|]* \| ([^|]*) \|$", PAGE, re.MULTILINE)
BEFORE = "\n".join(f"{number}. So. :: x >= 0" for number in range(1, 25))
NEEDS = {
    "with": "claim bern.eq2; ",
    "over": "markov (1); ",
    "which": "markov (1); ",
    "next": "induction n from 1; ",
    "weight": "induction n from 1; ",
}
"""The kind of step that a clause is about, where it is none of an inequality."""


def test_every_clause_has_a_row_with_its_fields():
    words = {item.split()[0] for row, _ in ROWS for item in re.findall("`([^`]*)`", row)}
    assert words == {word or "markov" for word in ALL}
    named = set(re.findall("`([^`]*)`", " ".join(field for _, field in ROWS)))
    known = {field.name for kind in KINDS for field in fields(kind.step)}
    assert named <= known | {kind.step.__name__ for kind in KINDS}


@pytest.mark.parametrize(
    "clause", [item for row, _ in ROWS for item in re.findall("`([^`]*)`", row)]
)
def test_each_clause_of_the_page_is_read(clause):
    formula = "" if clause.startswith("all") else ":: x >= 0 "
    reason = f"{NEEDS.get(clause.split()[0], '')}{clause}"
    block = "lemma" if clause == "assumed" else "proof"
    text = f"{block} my.thm1\n{BEFORE}\n25. So. {formula}-- {reason}"
    (proof,) = read_blocks(framed(text), "a.proof")
    word = clause.split()[0] if clause.split()[0] in ALL else ""
    step = proof.steps[-1]
    for name in ALL[word].fields:
        assert getattr(step, name) not in (None, "", (), {})


def test_the_proofs_of_the_pages_are_in_canonical_form():
    blocks = [
        block for page in (PAGE, TUTORIAL) for block in re.findall(r"```text\n(.*?)```", page, re.S)
    ]
    proofs = [re.sub(r"\A# [\w./-]+\n", "", block) for block in blocks]
    whole = [text for text in proofs if text.startswith(("proof my", "lemma my"))]
    assert len(whole) == 5
    for text in whole:
        if "  1a. " not in text:
            assert formatted(text, "page.proof") == text
            (proof,) = read_proofs(text, "page.proof")
            assert all(proof.proof().mutants.values())
