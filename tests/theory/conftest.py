"""What the tests of the room share: the rules of the prover, as Coq has compiled them."""

from pathlib import Path
import pytest
from rules_of_coq import compiled_rules


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled rules, which all processes of a run of the tests share."""
    return compiled_rules(tmp_path_factory)
