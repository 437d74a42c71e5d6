"""What decides verdicts about other papers: all files of their folders, all programs, libraries.

A folder may import what it likes. What it takes from elsewhere than Python, this package and
installed libraries has no key, and its verdicts are not kept.
"""

import ast
import hashlib
import platform
import site
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path
from ..statements.documents import Document
from ..statements.files_of_claims import holds_no_claims
from .file_imports import FileImports
from .import_closure import ROOT, digest_of, files_below, folders_of_rooms


def key_of_papers(opened: Sequence[Document], keep: Path) -> str:
    """A digest of the files of opened documents, all programs below the command line, and versions.

    The folder that keeps verdicts may stand inside of one, and does not count.

    >>> len(key_of_papers((), Path("kept")))
    64
    """
    digest = hashlib.sha256(repr((sys.version, platform.machine(), _installed())).encode())
    for folder in folders_of(opened):
        digest.update(digest_of(files_below(folder, not is_root(folder), keep), folder))
    return digest.hexdigest()


@cache
def _installed() -> list[str]:
    """The libraries with their versions, as they are when this process asks first."""
    return sorted(f"{item.metadata['Name']} {item.version}" for item in distributions())


def folders_of(opened: Sequence[Document]) -> list[Path]:
    """The folders of this package below the command line, and those of opened documents."""
    folders = [item.folder for item in opened if item.folder is not None]
    return [*folders_of_rooms().values(), *folders]


def is_root(folder: Path) -> bool:
    """Whether a folder is that of the whole package, which holds links to the others."""
    return folder == folders_of_rooms()[ROOT]


READING = frozenset(
    (
        *("open", "read_text", "read_bytes", "environ", "getenv", "popen", "stdin", "input"),
        *("loadtxt", "genfromtxt", "fromfile", "memmap", "load", "read_csv"),
        *("glob", "rglob", "iterdir", "listdir", "scandir", "walk", "stat", "exists", "is_file"),
        *("subprocess", "socket", "urllib", "http", "ctypes", "io", "linecache", "fileinput"),
        *("mmap", "sqlite3", "shelve", "dbm", "zipfile", "tarfile", "gzip", "bz2", "lzma"),
    )
)
"""Names and modules by which a program reads what may stand outside of its folder."""


def not_seen(document: Document) -> str:
    """Why nobody can say what decides the verdicts of a document; empty if somebody can."""
    for path in files_below(document.home):
        if path.suffix == ".py" and not holds_no_claims(path):
            content = path.read_bytes()
            facts = FileImports.of(content)
            if facts.unseen:
                return f"{path} imports or runs what its text does not show"
            tops = {base.partition(".")[0] for up, base, _, _ in facts.imports if not up}
            for name in sorted(READING & (tops | _words(content))):
                return f"{path} names {name}, which may read what stands outside of the folder"
            for name, place in _from_elsewhere(sorted(tops - _known(document)), document):
                return f"{path} imports {name} from {place}, outside of the folder"
    return ""


def _words(content: bytes) -> set[str]:
    """The names in a program that can be read, with those of attributes and of what it imports."""
    try:
        nodes = list(ast.walk(ast.parse(content)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    words = {node.id for node in nodes if isinstance(node, ast.Name)}
    words |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return words | {node.name for node in nodes if isinstance(node, ast.alias)}


def _known(document: Document) -> frozenset[str]:
    """Modules whose files or versions are in the key."""
    return frozenset({*sys.stdlib_module_names, ROOT, document.package})


def _from_elsewhere(names: Sequence[str], document: Document) -> Iterator[tuple[str, str]]:
    """The modules that stand neither among the libraries nor in the folder, with their places."""
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    libraries |= {*site.getsitepackages(), site.getusersitepackages()}
    homes = {document.home.resolve(), *(Path(library).resolve() for library in libraries)}
    for name in names:
        try:
            spec = find_spec(name)
        except (ImportError, ValueError):
            yield name, "a place that nobody can tell"
            continue
        # what cannot be imported now will be in another place, or among the libraries
        places = [] if spec is None else [spec.origin, *(spec.submodule_search_locations or ())]
        for place in places:
            if place is not None and homes.isdisjoint(Path(place).resolve().parents):
                yield name, place
