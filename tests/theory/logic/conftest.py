"""What the tests of the second reader share: theorems whose proofs use every rule."""

from collections.abc import Callable
from pathlib import Path
import pytest
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.proof_text import theorems_in

PROOFS = Path(__file__).with_name("theorems_for_coq.txt")


@pytest.fixture
def develop() -> Callable[[], Development]:
    """Reads the theorems anew."""

    def developed() -> Development:
        result = Development(standard_library())
        result.add(theorems_in(PROOFS.read_text(encoding="utf-8"), "my.proof"))
        return result

    return developed


@pytest.fixture
def development(develop: Callable[[], Development]) -> Development:
    return develop()
