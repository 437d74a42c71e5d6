"""What a program's file says of others: its imports, wherever they stand, and the words it quotes.

Reading a thousand files takes seconds, so what was read is kept by the content of each file. It is
kept beside the machine code of kernels, where nobody but the user can write: whoever could change
it would decide which edits count.
"""

from __future__ import annotations
import ast
import hashlib
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from banditproof.theory.atomic_files import write_text
from banditproof.theory.kernel_cache import trusted_folder

FILE = "imports.json"
ANY = "*"
"""Stands behind the beginning of a module's name that a program makes up."""
MOST = 4
"""What is kept, as a multiple of what one checkout needs: several take turns."""
_QUOTED = re.compile(r"[A-Za-z_][\w\-]*(\.[\w\-]+)+")
"""Quoted words with dots: IDs of claims, modules, and names of files of data."""
BY_WORDS = "import_module"
UNSEEN = {
    *("__import__", "exec", "eval", "load_module", "run_module", "run_path"),
    *("find_spec", "spec_from_file_location", "spec_from_loader"),
    *("iter_modules", "walk_packages"),
}
"""What imports, or runs, what nobody sees in the text of a file."""

Import = tuple[int, str, tuple[str, ...], bool]
"""How many packages up, a module, the names from it (none: the module), if for types alone."""


@dataclass(frozen=True)
class FileImports:
    """The imports of a file, the quoted words with dots, and what it may import besides."""

    imports: tuple[Import, ...] = ()
    quoted: tuple[str, ...] = ()
    lazy: bool = False
    """Whether it has a function `__getattr__`, which may import what a name asks for."""
    unseen: bool = False
    """Whether it may import or run what its text does not show."""

    @classmethod
    def of(cls, content: bytes) -> FileImports:
        """The facts of a file's content; of one that is not Python there are none.

        >>> facts = FileImports.of(b"def f():\\n    from .a import b\\n    find('bern.thm3.1')")
        >>> facts.imports, facts.quoted, facts.unseen
        (((1, 'a', ('b',), False),), ('bern.thm3.1',), False)
        >>> FileImports.of(b"import_module(name)").unseen
        True
        """
        try:
            tree = ast.parse(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return cls()  # what imports it stops with a sentence that names it
        imports, quoted = set[Import](), set[str]()
        lazy, unseen, named, called = False, False, 0, 0
        for node, typing in _nodes(tree):
            kind = type(node)
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.update(_imported(node, typing))
                renamed = {alias.name for alias in node.names if alias.asname}
                unseen = unseen or not renamed.isdisjoint({BY_WORDS, *UNSEEN})
            elif isinstance(node, ast.Constant):
                word = node.value
                if isinstance(word, str):
                    unseen = unseen or word in (BY_WORDS, "__import__")
                    word = word.partition(":")[0]  # a module before one of its names
                    if _QUOTED.fullmatch(word):
                        quoted.add(word)
            elif isinstance(node, ast.Call):
                by_call = _imported_by(node)
                if by_call is not None:
                    called += 1
                    imports.add(by_call)
            elif isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                named += name == BY_WORDS
                # methods called eval and exec belong to other libraries
                builtin = name in UNSEEN and (kind is ast.Name or name not in ("eval", "exec"))
                unseen = unseen or builtin
                lazy = lazy or (name == "__getattr__" and type(node.ctx) is ast.Store)
            elif kind is ast.FunctionDef:
                lazy = lazy or getattr(node, "name", "") == "__getattr__"
        # by way of this module the functions of UNSEEN are called as attributes
        unseen = unseen or any(module == "builtins" for _, module, _, _ in imports)
        return cls(tuple(sorted(imports)), tuple(sorted(quoted)), lazy, unseen or named != called)


def _nodes(tree: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes of a tree; those under `if TYPE_CHECKING` are for types alone."""
    left = [(tree, False)]
    while left:
        node, typing = left.pop()
        yield node, typing
        if isinstance(node, ast.If) and _is_type_checking(node.test):
            left += [(child, True) for child in node.body]
            left += [(child, typing) for child in node.orelse]
        else:
            left += [(child, typing) for child in ast.iter_child_nodes(node)]


def _is_type_checking(test: ast.expr) -> bool:
    names = (getattr(test, "id", ""), getattr(test, "attr", ""))
    return "TYPE_CHECKING" in names


def _imported(node: ast.Import | ast.ImportFrom, typing: bool) -> Iterator[Import]:
    """What a statement imports."""
    names = tuple(alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        yield node.level, node.module or "", names, typing
    else:
        yield from ((0, name, (), typing) for name in names)


def _imported_by(call: ast.Call) -> Import | None:
    """What a call of `import_module` imports, where its text shows that."""
    if getattr(call.func, "id", getattr(call.func, "attr", "")) != BY_WORDS or not call.args:
        return None
    named, *rest = [*call.args, *(keyword.value for keyword in call.keywords)]
    word = _beginning(named)
    up = len(word) - len(word.lstrip("."))
    inside = len(rest) == 1 and getattr(rest[0], "id", "") == "__package__"
    if not word.strip(f".{ANY}") and not (up and inside):
        return None
    return (up, word[up:], (), False) if inside or (not up and not rest) else None


def _beginning(named: ast.expr) -> str:
    """A text in quotes; the first part of one that is made up, and `ANY`; or nothing."""
    if isinstance(named, ast.JoinedStr) and named.values:
        return f"{_beginning(named.values[0])}{ANY}"
    word = getattr(named, "value", "")
    return word if isinstance(word, str) else ""


class KeptImports:
    """The facts of files by the digests of their contents; what was read before is in a file."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.facts: dict[str, FileImports] = {} if file is None else _read(file)
        self.used: dict[str, FileImports] = {}

    def of(self, content: bytes) -> tuple[str, FileImports]:
        """The digest of a content, and its facts."""
        digest = hashlib.sha256(content).hexdigest()
        if digest not in self.used:
            self.used[digest] = self.facts.get(digest) or FileImports.of(content)
        return digest, self.used[digest]

    def keep(self) -> None:
        """Write what was used, if that was not read; a folder that is full keeps nothing."""
        if self.file is None or self.used.keys() <= self.facts.keys():
            return
        self.facts = dict(islice({**self.used, **self.facts}.items(), MOST * len(self.used)))
        rows = {digest: asdict(facts) for digest, facts in self.facts.items()}
        text = json.dumps({"version": _version(), "files": rows}, separators=(",", ":"))
        with suppress(OSError):
            write_text(self.file, text)


def file_of_imports() -> Path | None:
    """The file of what was read, in a folder that belongs to the user; None if there is none."""
    folder = trusted_folder()
    return None if folder is None else folder / FILE


def _version() -> str:
    """Facts are those that this program finds."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _read(file: Path) -> dict[str, FileImports]:
    """What a file keeps; nothing if it is missing, of another program, or damaged."""
    try:
        kept = json.loads(file.read_bytes())
        if kept["version"] != _version():
            return {}
        return {digest: _facts_of(row) for digest, row in kept["files"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        warnings.warn(
            f"The file {file} is damaged ({type(problem).__name__}: {problem}); it is written "
            "anew.",
            stacklevel=2,
        )
        return {}


def _facts_of(row: Mapping[str, Any]) -> FileImports:
    imports = tuple(
        (int(up), str(module), tuple(map(str, names)), bool(typing))
        for up, module, names, typing in row["imports"]
    )
    quoted = tuple(map(str, row["quoted"]))
    return FileImports(imports, quoted, bool(row["lazy"]), bool(row["unseen"]))
