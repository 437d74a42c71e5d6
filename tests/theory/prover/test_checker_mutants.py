"""Sloppy checkers: each accepts a proof that is broken, so each would be noticed."""

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
import pytest
from banditproof.theory.prover import checker
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.stored_json import goal_of

HERE = Path(__file__).parent / "proofs"
BROKEN, BROKEN_BASIC, FORGED = (
    json.loads((HERE / f"{name}.json").read_text()) for name in ("broken", "broken_basic", "forged")
)
ORDER = (
    "terms", "ranges", "functions", "identities", "claims", "rows", "along", "rules", "wider_rules",
    "stored_goals",
)  # fmt: skip
FOLDER = Path(checker.__file__ or "").parent
FILES = {name: (FOLDER / f"{name}.py").read_text() for name in ORDER}
CODE = {name: compile(text, name, "exec") for name, text in FILES.items()}
PACKAGE = "sloppy_checker"

# by the proof that a sloppy checker accepts: what stands in the checker, and what stands there
MUTANTS = [
    pytest.param(old, new, name, id=f"{name}: {old[:50]}")
    for name, changes in tomllib.loads((HERE / "sloppy_checkers.toml").read_text()).items()
    for old, news in changes.items()
    for new in ([news] if isinstance(news, str) else news)
]


@pytest.fixture
def sloppy() -> Iterator[Callable[[str, str], Callable[[Any, Any], None]]]:
    """Make the checker with one piece of its source replaced."""

    def make(old: str, new: str) -> Callable[[Any, Any], None]:
        (changed,) = (name for name, text in FILES.items() if old in text)
        assert FILES[changed].count(old) == 1
        sys.modules[PACKAGE] = ModuleType(PACKAGE)
        for name in ORDER:
            module = sys.modules[f"{PACKAGE}.{name}"] = ModuleType(f"{PACKAGE}.{name}")
            module.__package__ = PACKAGE
            code = CODE[name]
            if name == changed:
                code = compile(FILES[name].replace(old, new), f"sloppy {name}", "exec")
            exec(code, module.__dict__)
        result: Callable[[Any, Any], None] = module.__dict__["recheck"]
        return result

    yield make
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.mark.parametrize(("old", "new", "name"), MUTANTS)
def test_a_sloppy_checker_is_noticed(
    sloppy: Callable[[str, str], Callable[[Any, Any], None]], old: str, new: str, name: str
) -> None:
    case = BROKEN_BASIC.get(name) or FORGED.get(name) or BROKEN[name]
    goal, proof = case["goal"], case["proof"]
    if name in BROKEN:
        proof = elaborated(goal_of(goal), proof)
    sloppy(old, new)(goal, proof)
    with pytest.raises(ValueError, match=r"^(Rule|In the goal)"):
        recheck(goal, proof)
