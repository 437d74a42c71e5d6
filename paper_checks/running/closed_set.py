"""The files that can make a theorem accepted: the kernel, what it imports, and so on.

They are found from the imports in their texts, those inside of functions too. What a package offers
to type checkers alone is not followed, for it is imported when somebody asks the package for it; a
file of the closed set asks modules for names, and no package.
"""

from __future__ import annotations
import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from banditproof.theory.atomic_files import write_text

KERNEL = "banditproof.theory.logic.kernel"
PAGES = ("README.md", "docs/formal_proofs.md")
"""The pages that say the number of lines."""
SAID = re.compile(r"[0-9,]+(?= lines of the judge)")


def imported(text: str, package: str) -> Iterator[str]:
    """The modules of banditproof that a file of a package imports, wherever it does.

    >>> list(imported("from .terms import normal", "banditproof.theory.logic"))
    ['banditproof.theory.logic.terms']
    """
    tree = ast.parse(text)
    for_types = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for line in node.body
        for part in ast.walk(line)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            around = package.split(".")[: len(package.split(".")) + 1 - node.level]
            base = ".".join([*around, *filter(None, [node.module])] if node.level else [])
            base = base or str(node.module)
            inner = [f"{base}.{alias.name}" for alias in node.names]
            # a package is asked for its modules; anything else of it might be loaded then
            names = inner if _is_package(base) else [base]
        else:
            continue
        yield from (name for name in names if name.partition(".")[0] == "banditproof")


def _is_package(name: str) -> bool:
    if name.partition(".")[0] != "banditproof":
        return False
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


@cache
def closed_set(start: str = KERNEL) -> Mapping[str, int]:
    """The lines of each file that a module needs, blank ones and comments among them.

    The docstring of a package, which says in which order to read its files, does not count.

    >>> "banditproof.theory.prover.checker.rules" in closed_set()
    True
    """
    found, left = dict[str, int](), [start]
    while left:
        name = left.pop()
        if name in found:
            continue
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ValueError(f"{name} is imported, and is no file of the program.")
        text = Path(spec.origin).read_text("utf-8")
        is_package = spec.submodule_search_locations is not None
        found[name] = len(text.splitlines()) - is_package * _lines_of_docstring(text)
        parent = name.rpartition(".")[0]
        left += imported(text, name if is_package else parent)
        left += [parent] if parent else []
    return MappingProxyType(dict(sorted(found.items())))


def _lines_of_docstring(text: str) -> int:
    """The lines of the docstring with which a file begins."""
    body = ast.parse(text).body
    if not body or not isinstance(body[0], ast.Expr) or ast.get_docstring(ast.parse(text)) is None:
        return 0
    return (body[0].end_lineno or 0) - body[0].lineno + 1


def trusted_lines() -> int:
    """The lines that judge each theorem.

    >>> trusted_lines() <= 2180
    True
    """
    return sum(closed_set().values())


def with_number(text: str) -> str:
    """A page that says the number of lines.

    >>> with_number("These are 12 lines of the judge.").replace(f"{trusted_lines():,}", "N")
    'These are N lines of the judge.'
    """
    return SAID.sub(f"{trusted_lines():,}", text)


def main() -> None:
    """List the files, and write their number of lines where pages say it."""
    for name, lines in closed_set().items():
        print(f"{lines:5} {name}")
    print(f"{trusted_lines():5} lines of the judge, in {len(closed_set())} files")
    root = Path(str(import_module("banditproof.theory").__file__)).resolve().parents[1]
    for page in PAGES:
        if (root / page).is_file():  # a wheel has no pages
            text = (root / page).read_text("utf-8")
            write_text(root / page, with_number(text))


if __name__ == "__main__":
    main()
