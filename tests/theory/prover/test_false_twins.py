"""The false twins of the named statements, whose constants are moved by at most one part in a
hundred: most are refuted by a point, which is checked again, and none is ever proved."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from banditproof.theory.prover import Disproof, Proof, Statement, prove

QUICK = 12


def _named() -> dict[str, Any]:
    place = Path(__file__).with_name("named_statements.py")
    spec = spec_from_file_location("named_statements", place)
    module = module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module.ALL


ALL = _named()


def refuted(names: list[str], seconds: float) -> int:
    """How many twins a witness refutes; fails if one is proved or a witness does not refute."""
    count = 0
    for name in names:
        found = prove(Statement.of(ALL[name].twin, ALL[name].domain), seconds)
        assert not isinstance(found, Proof), f"The twin of {name} is proved."
        if isinstance(found, Disproof):
            sides = found.sides
            if sides is not None:
                greater = ">" in found.statement.relation
                low, high = sides if greater else reversed(sides)
                assert low.lo <= high.hi, name  # no proof that the twin holds there
            count += 1
    return count


def test_some_twins_are_refuted() -> None:
    assert refuted(list(ALL)[:QUICK], 2.0) >= QUICK - 2


@pytest.mark.slow
def test_four_of_five_twins_are_refuted_and_none_is_proved() -> None:
    assert refuted(list(ALL), 10.0) >= 0.8 * len(ALL)
