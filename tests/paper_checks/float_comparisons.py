"""Runs checks whose modules note where they compare floats; prints these places as JSON.

`python float_comparisons.py` runs the fast checks of this package that are recorded as `proved`,
about 20 seconds of processor time. Modules are imported with `f(a, b)` in place of `a < b` and the
like, where f notes the place if a or b is a float or an array of floats, and neither is infinite.
Kernels of Numba are left as they are, and what NumPy and Python compare inside (`max`, `argmax`,
`sort`) is not seen.
"""

import ast
import builtins
import importlib.abc
import importlib.machinery
import json
import math
import operator
import sys
from collections import defaultdict
from pathlib import Path
from types import CodeType
from typing import Any
import numpy as np

OPERATORS = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
BY_NAME = {kind.__name__: function for kind, function in OPERATORS.items()}
NOTE = "note_comparison_"
WATCHED = tuple(
    f"banditproof.{room}." for room in ("algorithms", "paper_checks", "theory", "verify")
)
FLOATS = (float, np.floating, np.ndarray)
places: set[str] = set()


def is_float(x: object) -> bool:
    """Whether a comparison with it is one of floats."""
    if isinstance(x, np.ndarray):
        return x.dtype.kind == "f"
    return isinstance(x, (float, np.floating)) and not math.isinf(x)


def noted(name: str, left: Any, right: Any, place: str) -> Any:
    """The comparison, whose place is noted."""
    if isinstance(left, FLOATS) or isinstance(right, FLOATS):  # of millions, few are
        infinite = any(isinstance(x, float) and math.isinf(x) for x in (left, right))
        if (is_float(left) or is_float(right)) and not infinite:
            places.add(place)
    return BY_NAME[name](left, right)


class Noting(ast.NodeTransformer):
    """Replaces comparisons by calls that know their file and their function."""

    def __init__(self, file: str) -> None:
        self.file, self.inside = file, ["module"]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if not all(type(op) in OPERATORS for op in node.ops):
            return node
        ends = [node.left, *node.comparators]
        calls = [
            ast.Call(
                ast.Name(NOTE, ast.Load()),
                [
                    ast.Constant(type(op).__name__),
                    ends[k],
                    ends[k + 1],
                    ast.Constant(f"{self.file}::{self.inside[-1]}"),
                ],
                [],
            )
            for k, op in enumerate(node.ops)
        ]
        whole = calls[0] if len(calls) == 1 else ast.BoolOp(ast.And(), list(calls))
        return ast.copy_location(whole, node)


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module with its comparisons noted."""

    def get_code(self, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        if b"@kernel" in source or b"njit" in source:
            return super().get_code(fullname)
        file = "/".join(fullname.split(".")[1:])
        tree = ast.fix_missing_locations(Noting(file).visit(ast.parse(source)))
        return compile(tree, path, "exec", dont_inherit=True)


class Finder(importlib.abc.MetaPathFinder):
    """Gives the modules of this package that loader."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if not name.startswith(WATCHED):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and str(spec.origin).endswith(".py"):
            spec.loader = Loader(name, str(spec.origin))
        return spec


def main() -> None:
    """Run the checks, and print the claims behind each place."""
    setattr(builtins, NOTE, noted)
    sys.meta_path.insert(0, Finder())
    from banditproof.paper_checks.statements.documents import SHIPPED
    from banditproof.paper_checks.statements.registry import find, listed

    claims = (listed(id) for document in SHIPPED for id in document.declared)
    chosen = [
        claim.id
        for claim in claims
        if claim.grade == "proved" and claim.tier == "fast" and not claim.proof_alone
        if not (claim.parts or claim.repeats)
    ]
    found = defaultdict(list)
    for id in chosen:
        claim = find(id)
        places.clear()
        claim.check()
        for place in places:
            found[place].append(id)
    json.dump({"checks": len(chosen), "places": found}, sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
