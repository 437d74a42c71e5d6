"""Where checks that end `proved` compare floats: at listed places alone, none of which decides."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path
import float_comparisons
import pytest

LISTED = tomllib.loads(Path(__file__).with_name("float_comparisons.toml").read_text("utf-8"))
PLACES = [place for group in LISTED.values() for place in group["places"]]


def is_listed(found: str) -> bool:
    """Whether a function, its file, or a folder of it is listed."""
    file = found.partition("::")[0]
    return any(found == p or file == p or file.startswith(f"{p}/") for p in PLACES)


@pytest.mark.slow
def test_floats_are_compared_at_places_that_decide_nothing() -> None:
    program = Path(float_comparisons.__file__)
    command = [sys.executable, str(program)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    result = json.loads(ended.stdout)
    assert result["checks"] > 300
    unknown = {place: ids for place, ids in result["places"].items() if not is_listed(place)}
    assert not unknown, "Compare exact numbers or balls there, or say why nothing is decided."
    assert len(result["places"]) > 30  # so many are known: the watch sees them


@pytest.mark.parametrize(
    ("program", "seen"),
    [
        ("def f(x):\n    return x < 1\nf(0.5)", {"a::f"}),
        ("0 < 0.5 <= 1", {"a::module"}),
        ("import numpy as np\nnp.zeros(2) == 0", {"a::module"}),
        ("import numpy as np\nnp.float64(1) > 0", {"a::module"}),
        ("def f(x):\n    return x < 1\nf(1)", set()),
        ("from fractions import Fraction\nFraction(1, 2) < 1", set()),
        ("from flint import arb\narb(1) / 2 < 1", set()),
        ("0 < float('inf')", set()),
        ("0.5 in (1, 2)", set()),
    ],
)
def test_a_comparison_of_floats_is_noted(program: str, seen: set[str]) -> None:
    float_comparisons.places.clear()
    tree = ast.fix_missing_locations(float_comparisons.Noting("a").visit(ast.parse(program)))
    exec(compile(tree, "a", "exec"), {float_comparisons.NOTE: float_comparisons.noted})
    assert float_comparisons.places == seen


def test_folders_files_and_functions_are_listed() -> None:
    assert is_listed("theory/designs/certificate::_float_bounds")
    assert is_listed("theory/domains::nonnegative")
    assert not is_listed("theory/designs_of_others/certificate::_float_bounds")
    assert not is_listed("algorithms/linear/oful::radius")
