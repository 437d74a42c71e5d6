"""An error of a check in words, with the line that would be right where that is known."""

import ast
import linecache
import re
import sys
import traceback
from pathlib import Path

OPERANDS = re.compile(
    r"(?:unsupported operand type\(s\) for (?P<sign>[^ :]+).*?: |"
    r"'(?P<order>[<>=]+)' not supported between instances of )"
    r"'(?P<left>[\w.]+)' and '(?P<right>[\w.]+)'"
)
"""How Python says that two kinds of numbers have no common arithmetic."""
BALL, FRACTION = "arb", "Fraction"
WORDS = f"{__name__.partition('.')[0]}.claims"
"""The module of the words of claims, which stands above this room.

Its name is not written out: a module that is named counts as imported, and so would all that this
one imports, in the key of each claim.
"""
BUDGETS = {"PureDP": "eps", "ZCDP": "rho", "RenyiDP": "eps", "ApproxDP": "eps"}
"""What is taken for a number, and the name of the number in it."""


def words_of_error(error: BaseException, module: str) -> str:
    """The error of a program in a sentence, with its file and its line.

    >>> words_of_error(ZeroDivisionError("none"), "my_paper.bounds")
    'ZeroDivisionError: none'
    >>> no_order = TypeError("'<=' not supported between instances of 'arb' and 'Fraction'")
    >>> words_of_error(no_order, "my_paper.bounds")
    'TypeError: a ball <= a Fraction has no value; write `at_most(x, y)` for `x <= y`'
    """
    said = _of_operands(error) or _of_a_name(error) or str(error)
    return f"{type(error).__name__}: {said}{_place(error, module)}"


def _of_a_name(error: BaseException) -> str:
    """The sentence about a word of claims that was not imported; empty for any other error.

    >>> _of_a_name(NameError("name 'ball' is not defined", name="ball"))
    "name 'ball' is not defined; write `from banditproof.theory.balls import ball` above"
    """
    name = getattr(error, "name", None) if isinstance(error, NameError) else None
    words = getattr(sys.modules.get(WORDS), "__all__", ())
    home = "banditproof.theory.balls" if name == "ball" else WORDS if name in words else ""
    return f"{error}; write `from {home} import {name}` above" if home else ""


def _of_operands(error: BaseException) -> str:
    """The sentence about two numbers that do not go together; empty for any other error."""
    found = OPERANDS.search(str(error)) if isinstance(error, TypeError) else None
    if found is None:
        return ""
    names = [found[side].rpartition(".")[2] for side in ("left", "right")]
    left, right = ("ball" if name == BALL else name for name in names)
    said = f"a {left} {found['sign'] or found['order']} a {right} has no value"
    budget = next((name for name in names if name in BUDGETS), None)
    if budget is not None:
        return f"{said}; a {budget} is no number, so write `.{BUDGETS[budget]}` behind it"
    if {*names} != {BALL, FRACTION}:
        return ""
    general = "`at_most(x, y)` for `x <= y`" if found["order"] else "`ball(x)` for the Fraction x"
    return f"{said}; write {_right_line(error, names.index(FRACTION)) or general}"


def _right_line(error: BaseException, side: int) -> str:
    """The operation that failed, with a ball on its left or right side; or its comparison.

    Balls that overlap are neither `<=` nor `>`: `at_most` says so, and `<=` does not.
    """
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or frames[-1].lineno is None or frames[-1].colno is None:
        return ""
    frame = frames[-1]
    line = linecache.getline(frame.filename, frame.lineno or 0).encode()
    end = frame.end_colno if frame.lineno == frame.end_lineno else None
    text = line[frame.colno : end].decode(errors="replace")
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        return ""
    if isinstance(tree, ast.Compare) and len(tree.comparators) == 1:
        sides = [ast.get_source_segment(text, part) for part in (tree.left, tree.comparators[0])]
        if isinstance(tree.ops[0], ast.Gt | ast.GtE):
            sides.reverse()
        word = "below" if isinstance(tree.ops[0], ast.Lt | ast.Gt) else "at_most"
        return f"`{word}({sides[0]}, {sides[1]})`"
    if not isinstance(tree, ast.BinOp):
        return ""
    part = (tree.left, tree.right)[side]
    inside = ast.get_source_segment(text, part) or ""
    first = text.encode()[: part.col_offset].decode()
    return f"`{first}ball({inside}){text[len(first) + len(inside) :]}`"


def _place(error: BaseException, module: str) -> str:
    """Where the programs beside a check stopped: the last of their lines that was called."""
    beside = module.rpartition(".")[0] or module
    lines = [
        f"{Path(frame.f_code.co_filename).name}, line {number}"
        for frame, number in traceback.walk_tb(error.__traceback__)
        if f"{frame.f_globals.get('__name__')}.".startswith(f"{beside}.")
    ]
    return f" ({lines[-1]})" if lines else ""
