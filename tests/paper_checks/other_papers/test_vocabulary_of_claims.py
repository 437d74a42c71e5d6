"""`banditproof.claims` has every word by which the six documents declare and judge."""

import re
from pathlib import Path
import pytest
import banditproof.claims as vocabulary
from banditproof.paper_checks.statements.documents import SHIPPED

ROOM = Path(__file__).resolve().parents[3] / "paper_checks"
WORDS = {
    f"banditproof.paper_checks.{module}"
    for module in (
        *("checking", "proofs", "statements.claim", "statements.checks", "textbook"),
        *("verdicts.along", "verdicts.judging", "verdicts.sharpness"),
        *("verdicts.verdict", "verdicts.vocabulary"),
    )
} | {"banditproof.verify.evidence"}
"""The modules whose names a claim uses to declare and to judge."""
IMPORT = re.compile(r"^from (banditproof\.[\w.]+) import (\([^)]*\)|.*)$", re.MULTILINE)


def words_of_claims() -> dict[str, str]:
    """The names that programs of the six documents import from these modules, with a file each."""
    results = {}
    for document in SHIPPED:
        for file in (ROOM / document.name).rglob("*.py"):
            for module, names in IMPORT.findall(file.read_text(encoding="utf-8")):
                if module in WORDS:
                    results |= {f"{module}.{item}": file.name for item in _imported(names)}
    return results


def _imported(names: str) -> list[str]:
    """The names of an import, without those that they are given in the file."""
    return re.findall(r"\w+", re.sub(r" as \w+|#.*", "", names))


def test_every_word_of_the_five_documents_is_public_and_the_same_object() -> None:
    words = words_of_claims()
    assert len(words) > 30
    missing = {}
    for word, file in words.items():
        module, _, name = word.rpartition(".")
        original = getattr(__import__(module, fromlist=[name]), name)
        if getattr(vocabulary, name, None) is not original or name not in vocabulary.__all__:
            missing[word] = file
    assert missing == {}


def test_every_public_word_exists_and_is_explained() -> None:
    assert vocabulary.__all__ == sorted(set(vocabulary.__all__), key=_as_ruff_sorts)
    assert vocabulary.checks_both is vocabulary.checks
    text = vocabulary.__doc__ or ""
    page = (ROOM.parent / "docs" / "claims.md").read_text(encoding="utf-8")
    for name in vocabulary.__all__:
        assert hasattr(vocabulary, name)
        assert f"`{name}`" in page, f"{name} is not on the page"
    assert all(
        f"`{name}" in text
        for name in ("checks", "mutant", "claim", "pair", "Proof", "textbook_fact")
    )


def _as_ruff_sorts(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


@pytest.mark.slow
def test_the_claims_on_the_page_run(without_documents: Path) -> None:
    page = (ROOM.parent / "docs" / "claims.md").read_text(encoding="utf-8")
    place = Path("my-paper")
    place.mkdir()
    (place / "document.claims").write_text("# T\n\nname: my-paper\nprefix: my\n")
    named = re.compile(r"```\w+\n# (my-paper/\S+)\n(.*?)```", re.DOTALL)
    for name, block in named.findall(page):
        Path(name).write_text(block, encoding="utf-8")
    own = vocabulary.claims(vocabulary.open_document(place).name)
    assert [claim.id for claim in own] == ["my.lem1", "my.claim1"]
    for claim in own:
        assert vocabulary.run(claim).as_recorded
        for subjects in claim.mutants.values():
            result = vocabulary.run(claim, **subjects)
            assert (result.error, result.as_recorded) == (None, False)
