"""A folder of many files has a table of contents in the docstring of its package."""

import ast
import re
from pathlib import Path
import pytest

PROJECT = Path(__file__).resolve().parent.parent
TABLES = (
    "algorithms/apart",
    "algorithms/engines",
    "cli",
    "paper_checks/models",
    "paper_checks/proofs",
    "paper_checks/proofs/theorems",
    "paper_checks/report",
    "paper_checks/running",
    "paper_checks/statements",
    "paper_checks/tex_source",
    "theory",
    "theory/accounting",
    "theory/logic",
    "theory/lower_bounds",
    "theory/prover/search",
    "verify/audit",
    "verify/exact_laws",
    "verify/mutants",
    "verify/sampling",
    "verify/witnesses",
)
"""The folders whose tables are complete; one joins when it has its table."""


@pytest.mark.parametrize("folder", TABLES)
def test_a_table_of_contents_names_each_file_once(folder: str) -> None:
    package = PROJECT / folder
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    rows = re.findall(r"^((?:`\w+`(?:, )?)+):", text, re.MULTILINE)
    named = re.findall(r"`(\w+)`", " ".join(rows))
    files = {file.stem for file in package.glob("*.py")} - {"__init__"}
    assert sorted(named) == sorted(files)
