"""What formal theorems need: attacks on two theorems, and machine-made variants of all theorems."""

import re
from functools import cache
from pathlib import Path
import pytest
from case_tables import table
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.derivations.formal_variants import (
    TOGETHER,
    OfOneVariant,
    content_of,
    is_accepted,
    variants_of,
)
from banditproof.paper_checks.running.write_variants import FILE, listed
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.terms import Refused

ATTACKS = Path(__file__).with_name("formal_attacks.txt").read_text("utf-8").split("\n== ")[1:]
LISTED = dict(listed(FILE.read_text("utf-8")))


@cache
def development() -> Development:
    """The formal proofs of the six documents, to which these tests add changed ones."""
    return development_of.__wrapped__(None)


TOY = table(__file__, "toy")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(ATTACKS)), ids=[a.split(" :: ")[0] for a in ATTACKS])
def test_theorems_need_their_hypotheses(number: int) -> None:
    head, *edits = ATTACKS[number].strip("\n").split("\n")
    _, names, file, words = head.split(" :: ")
    proofs, last = development(), ""
    for name in names.split():
        proof = proofs.proofs[name]
        text = proof.text
        for edit in edits:
            old, new = edit.split(" => ")
            as_rows = r"\s+".join(map(re.escape, old.split()))  # it may end a row anywhere
            text = re.sub(as_rows, lambda _, new=new: new, text)
        for changed in names.split():
            text = re.sub(rf"{re.escape(changed)}(?=[(:])", f"{changed}.attack{number}", text)
        proofs.add(theorems_in(text, proof.head.file))
        last = f"{name}.attack{number}"
    with pytest.raises(Refused, match=rf"{file}:.*({words})"):
        proofs.derive(last)


def test_variants_of_a_theorem_that_are_accepted() -> None:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(TOY, "toy.proof"))
    development.derive("toy")
    tried = [*variants_of(development, "toy")]
    accepted = {v.what for v in tried if is_accepted(development, "toy", v)}
    assert accepted == {
        "right side times 2: #1 <= #3 + #2 (compared 4)",
        "left side times 0.5: #1 <= #3 + #2 (compared 5)",
        "without line 3: have odd: 0 <= 1",
    }
    assert len(tried) == 17


def test_variants_of_all_theorems_are_listed_with_notes() -> None:
    assert development_of(None).proofs.keys() == LISTED.keys()
    assert [n for n, tried in LISTED.items() if not all(tried.accepted.values())] == []


@pytest.mark.slow
def test_each_accepted_variant_of_a_changed_theorem_has_a_note() -> None:
    development = development_of(None)
    for name in sorted(LISTED.keys() & development.proofs.keys()):
        if LISTED[name].content == content_of(development, name):
            continue  # what is listed is of this very text
        development.derive(name)
        noted = LISTED[name].accepted
        for variant in variants_of(development, name):
            assert noted.get(variant.what) or not is_accepted(development, name, variant), name


def test_the_searches_of_one_variant_share_their_time() -> None:
    """What is found at once is not found any more when the time is spent."""
    goal = standard_library().formula("exp(1) < 3")
    certificates = OfOneVariant()
    assert certificates.of([], goal)
    assert 0 < certificates.left < TOGETHER
    with pytest.raises(Refused, match="No time is left"):
        OfOneVariant(left=0.0).of([], goal)
