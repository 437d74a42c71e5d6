"""What a program's file says of others: its imports, wherever they stand, and the words it quotes.

Reading a thousand files takes seconds, so what was read is kept by the content of each file.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from banditproof.theory.atomic_files import write_atomically

FILE = "programs.json"
ANY = "*"
"""Stands behind the beginning of a module's name that a program makes up."""
VERSION = 1
_QUOTED = re.compile(r"[A-Za-z_][\w\-]*(\.[\w\-]+)+")
"""Quoted words with dots: IDs of claims, modules, and names of files of data."""

Import = tuple[int, str, tuple[str, ...], bool]
"""How many packages up, a module, the names from it (none: the module), if for types alone."""


@dataclass(frozen=True)
class FileFacts:
    """The imports of a file, the quoted words with dots, and whether it makes its names itself."""

    imports: tuple[Import, ...]
    quoted: tuple[str, ...]
    lazy: bool
    """Whether it has a function `__getattr__`, which may import what a name asks for."""
    dynamic: bool
    """Whether it imports modules by words."""

    @classmethod
    def of(cls, content: bytes) -> FileFacts:
        """The facts of a file's content.

        >>> facts = FileFacts.of(b"def f():\\n    from .a import b\\n    find('bern.thm3.1')")
        >>> facts.imports, facts.quoted
        (((1, 'a', ('b',), False),), ('bern.thm3.1',))
        """
        tree = ast.parse(content)
        imports = dict.fromkeys(_imports(tree, False))
        nodes = list(ast.walk(tree))
        words = (n.value for n in nodes if isinstance(n, ast.Constant))
        quoted = {w for w in words if isinstance(w, str) and _QUOTED.fullmatch(w)}
        dynamic = False
        for call in (n for n in nodes if isinstance(n, ast.Call) and n.args):
            named = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if named == "import_module" and isinstance(call.args[0], ast.JoinedStr):
                start = call.args[0].values[0]  # all modules whose names begin so
                word = str(start.value) if isinstance(start, ast.Constant) else ""
                quoted.add(f"{word}{ANY}")
            dynamic = dynamic or named == "import_module"
        defined = {n.name for n in nodes if isinstance(n, ast.FunctionDef)}
        defined |= {n.id for n in nodes if isinstance(n, ast.Name) and type(n.ctx) is ast.Store}
        return cls(tuple(imports), tuple(sorted(quoted)), "__getattr__" in defined, dynamic)


def _imports(node: ast.AST, typing: bool) -> Iterator[Import]:
    """All imports below a node; those under `if TYPE_CHECKING` are for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((0, alias.name, (), typing) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            names = tuple(alias.name for alias in child.names)
            yield child.level, child.module or "", names, typing
        elif isinstance(child, ast.If) and _is_type_checking(child.test):
            for part in child.body:
                yield from _imports(ast.Module([part], []), True)
            yield from _imports(ast.Module(child.orelse, []), typing)
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case | ast.Module):
            yield from _imports(child, typing)  # an expression holds no import


def _is_type_checking(test: ast.expr) -> bool:
    names = (getattr(test, "id", ""), getattr(test, "attr", ""))
    return "TYPE_CHECKING" in names


class KeptFacts:
    """The facts of files by the digests of their contents; what was read before is in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.facts: dict[str, FileFacts] = {} if folder is None else _read(folder / FILE)
        self.used: dict[str, FileFacts] = {}

    def of(self, content: bytes) -> tuple[str, FileFacts]:
        """The digest of a content, and its facts."""
        digest = hashlib.sha256(content).hexdigest()
        if digest not in self.used:
            self.used[digest] = self.facts.get(digest) or FileFacts.of(content)
        return digest, self.used[digest]

    def keep(self) -> None:
        """Write what was used, if that is not what was read."""
        if self.folder is None or self.used.keys() == self.facts.keys():
            return
        facts = {digest: asdict(self.used[digest]) for digest in sorted(self.used)}
        text = json.dumps({"version": VERSION, "files": facts}, separators=(",", ":"))

        def write(part: Path) -> None:
            part.write_text(text, encoding="utf-8")

        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self.folder / FILE, write)
        self.facts = dict(self.used)


def _read(file: Path) -> dict[str, FileFacts]:
    """What a file keeps; nothing if it is missing or damaged."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        if kept["version"] != VERSION:
            return {}
        return {digest: _facts_of(row) for digest, row in kept["files"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _facts_of(row: Mapping[str, Any]) -> FileFacts:
    imports = tuple(
        (int(up), str(module), tuple(map(str, names)), bool(typing))
        for up, module, names, typing in row["imports"]
    )
    return FileFacts(
        imports, tuple(map(str, row["quoted"])), bool(row["lazy"]), bool(row["dynamic"])
    )
