"""Imports the programs of a folder; whatever stops one is a sentence with its file and line."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from banditproof.theory.logic.passages import Misread
from ..running.process_guard import kept_in_order
from ..statements.documents import Document
from ..statements.files_of_claims import holds_no_claims
from ..statements.programs_of_others import IMPORTED
from ..statements.text_errors import WrongText


def import_programs(document: Document) -> None:
    """Import every module of a document, in the order of their names."""
    if document.foreign:
        raise ValueError(f"The programs of {document.name} run elsewhere, or not at all.")
    IMPORTED.add(document.name)
    with _no_bytecode(), kept_in_order():
        if document.package not in sys.modules:
            _import(document, document.package)
        for name in modules_of(document):
            _import(document, name)


def modules_of(document: Document) -> Iterator[str]:
    """The modules of a document by their full names, packages before what is in them."""
    for file in files_of_programs(document):
        parts = file.relative_to(document.folder or Path()).with_suffix("").parts
        wrong = next((part for part in parts if not part.isidentifier()), None)
        if wrong is not None:
            raise ValueError(
                f"The program {file} cannot be imported, because {wrong!r} is no name in Python; "
                "rename it with letters, digits and _."
            )
        if parts[-1] == "__init__":
            parts = parts[:-1]
        if parts:
            yield ".".join((document.package, *parts))


def files_of_programs(document: Document) -> Iterator[Path]:
    """The programs of a document; tests, hidden folders and virtual environments are left out."""
    folder = document.folder or Path()
    for file in sorted(folder.rglob("*.py")):
        inside = file.relative_to(folder)
        if _left_out(folder, inside) or file.is_dir():
            continue
        if not file.is_file():
            raise ValueError(f"The program {file} is no file that can be read; remove it.")
        yield file


def _left_out(folder: Path, inside: Path) -> bool:
    if holds_no_claims(inside):
        return True
    above = [folder.joinpath(*inside.parts[:depth]) for depth in range(1, len(inside.parts))]
    return any(
        item.name.startswith((".", "__pycache__")) or (item / "pyvenv.cfg").is_file()
        for item in above
    )


def forget_programs(document: Document) -> None:
    """Forget the imported modules of a document, so that another import runs them again."""
    for name in [name for name in sys.modules if document.holds(name)]:
        del sys.modules[name]
    importlib.invalidate_caches()


def _import(document: Document, name: str) -> None:
    try:
        if name == document.package and name.startswith("banditproof_paper_"):
            _make_package(document)
        else:
            importlib.import_module(name)
    except SyntaxError as error:
        where = error.filename or str(document.source(document.file_of(name)))
        where += f", line {error.lineno}" if error.lineno else ""
        raise ValueError(f"{where}: the program is not Python: {error.msg}.") from None
    except (KeyboardInterrupt, WrongText, Misread):
        raise
    except BaseException as error:
        if isinstance(error, ValueError) and "null bytes" in str(error):  # in Python 3.11.2
            where = str(document.source(document.file_of(name)))
            raise ValueError(f"{where}: the program is not Python: {error}.") from None
        raise ValueError(f"{_place(document, error)}: {_said(document, error)}") from None


def _make_package(document: Document) -> None:
    """Make the package of a folder: its __init__.py, or an empty one in its place."""
    folder = document.folder or Path()
    file = folder / "__init__.py"
    if not file.is_file():
        package = ModuleType(document.package, document.title)
        package.__path__ = [str(folder)]
        sys.modules[document.package] = package
        return
    spec = importlib.util.spec_from_file_location(
        document.package, file, submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be imported")
    package = importlib.util.module_from_spec(spec)
    sys.modules[document.package] = package
    spec.loader.exec_module(package)


def _place(document: Document, error: BaseException) -> str:
    """The file and the line of a document where an exception came up."""
    inside = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if document.folder and document.folder in Path(frame.filename).parents
    ]
    if not inside:
        return document.shown
    return f"{inside[-1].filename}, line {inside[-1].lineno}"


def _said(document: Document, error: BaseException) -> str:
    """What an exception says; a ValueError of a declaration is a sentence already."""
    text = str(error).strip()
    if isinstance(error, ValueError) and text.endswith("."):
        return text
    if isinstance(error, SystemExit):
        return "the program ends the process when it is imported; leave that out."
    if isinstance(error, ModuleNotFoundError) and _is_beside(document, error.name or ""):
        return (
            f"there is no module {error.name!r}; write `from .{error.name} import ...`, with a dot."
        )
    return f"the import stops with {type(error).__name__}{': ' * bool(text)}{text.rstrip('.')}."


def _is_beside(document: Document, name: str) -> bool:
    """Whether a module that was not found is one of the folder, whose names begin with a dot."""
    place = (document.folder or Path()) / name.partition(".")[0]
    return bool(name) and (place.is_dir() or place.with_suffix(".py").is_file())


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Leave no compiled files in the folder."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
