"""What a folder about another paper may be called, so that nothing has the same name."""

from pathlib import Path
import pytest
from banditproof.claims import open_document
from banditproof.paper_checks.other_papers.description import checked_name, checked_prefix
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.statements.documents import OPENED


def test_two_documents_of_one_prefix_are_refused(paper: Path) -> None:
    other = new_folder(Path("my-other"))[0].parent
    open_document(paper)
    with pytest.raises(ValueError, match=r"or have the prefix my; rename one"):
        open_document(other)
    assert list(OPENED) == ["my-paper"]


def test_nothing_is_overwritten(paper: Path) -> None:
    for taken in (paper, paper / "document.claims"):
        with pytest.raises(ValueError, match=r"There is a .* already|The name is"):
            new_folder(taken)
    Path("empty").mkdir()
    assert len(new_folder(Path("empty"))) == 8
    with pytest.raises(ValueError, match="The folder nowhere does not exist"):
        new_folder(Path("nowhere/some-paper"))
    assert sorted(file.name for file in Path().iterdir()) == ["empty", "my-paper"]


@pytest.mark.parametrize("name", ["My", "a b", "a_b", "-a", "a-", "9a", "bernoulli", "definitions"])
def test_names_that_no_document_can_have(name: str) -> None:
    with pytest.raises(ValueError, match="give"):
        checked_name(name)


@pytest.mark.parametrize("prefix", ["bern", "thesis", "adversarial", "textbook", "derived", "a-b"])
def test_prefixes_that_no_document_can_have(prefix: str) -> None:
    with pytest.raises(ValueError, match=r"give another one|give at most"):
        checked_prefix(prefix)
