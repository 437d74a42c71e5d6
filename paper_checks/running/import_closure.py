"""All modules that a module may import: at its top, inside its functions, and by way of others.

A package such as `banditproof.theory` imports its names when they are asked for. Its block for type
checkers says where each name comes from, so a module that imports three names of it depends on
three files of it. What is not found there, or is asked for by attribute, counts as all of them.
A module that may import what its text does not show may import all modules.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from .file_imports import ANY, FileImports, KeptImports

ROOT = "banditproof"
ROOMS = ("theory", "algorithms", "verify", "paper_checks")
FOLLOWED = (
    *(ROOT, f"{ROOT}.lazy_names", f"{ROOT}.theory.optional_libraries"),
    *(f"{ROOT}.paper_checks.{name}" for name in ("statements.registry", "proofs.text.programs")),
    *(f"{ROOT}.verify.audit.loading", f"{ROOT}.theory.logic.model_values"),
)
"""Modules that import what they are asked for: a room, a name, a library, the program of a claim or
of a step of a proof by its name, a policy as `module:name`.

Where these names stand they are followed, so that not all modules count. The last one evaluates
formulas that it has written itself, which import nothing.
"""
ALL = "*"
"""Any name of a module."""


@dataclass(frozen=True)
class Module:
    """A file of a program, its digest, and what it says of others."""

    path: Path
    digest: str
    facts: FileImports = field(repr=False)

    @property
    def is_package(self) -> bool:
        """Whether it is the first file of a folder."""
        return self.path.name == "__init__.py"


class Programs:
    """The modules of some folders by their names, and what each may import."""

    def __init__(self, folders: Mapping[str, Path], kept: KeptImports | None = None) -> None:
        self.kept = kept or KeptImports()
        self.modules: dict[str, Module] = {}
        self._beside: dict[Path, list[Path]] = {}
        for package, folder in folders.items():
            # the first package holds links to the others
            for path in files_below(folder, package != ROOT):
                if path.suffix == ".py":
                    inside = path.relative_to(folder).with_suffix("").parts
                    name = ".".join((package, *inside)).removesuffix(".__init__")
                    # a package comes before a module of its name that stands beside it
                    if name not in self.modules or path.stem == "__init__":
                        self.modules[name] = Module(path, *self.kept.of(path.read_bytes()))
                elif not _has_a_key(path):
                    self._beside.setdefault(path.parent, []).append(path)
        self._imports: dict[str, frozenset[str]] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._digests: dict[str, str] = {}
        self._contents: dict[str, bytes] = {}

    def closure(self, name: str) -> frozenset[str]:
        """A module, what it may import, what that may import, and so on."""
        if name not in self._closures:
            # A stack in place of recursion: modules may import each other in circles.
            result, left = set[str](), [name]
            while left:
                here = left.pop()
                if here not in result and here in self.modules:
                    result.add(here)
                    left += self.imports(here)
            self._closures[name] = frozenset(result)
        return self._closures[name]

    def digest(self, name: str) -> str:
        """A digest of all files of a module's closure, and of the data beside them."""
        if name not in self._digests:
            digest = hashlib.sha256()
            for item in sorted(self.closure(name)):
                digest.update(self._content_of(item))
            self._digests[name] = digest.hexdigest()
        return self._digests[name]

    def _content_of(self, name: str) -> bytes:
        """What stands for a file, and for the data beside it."""
        if name not in self._contents:
            module = self.modules[name]
            data = self._data[module.path.parent]
            self._contents[name] = f"{name} {module.digest} ".encode() + data
        return self._contents[name]

    def imports(self, name: str) -> frozenset[str]:
        """The modules that a module names in its imports, and the packages around these."""
        if name not in self._imports:
            module = self.modules[name]
            asked = [
                (base, item)
                for base, names, typing in self._imported(name)
                if not typing
                for item in names or (ALL,)
            ]
            asked += [(word, "") for word in module.facts.quoted if word in self.modules]
            result = self._found(asked).union(_around(name))
            if module.facts.unseen and name not in FOLLOWED:
                result |= self.modules.keys()
            self._imports[name] = frozenset(result & self.modules.keys() - {name})
        return self._imports[name]

    def _found(self, asked: list[tuple[str, str]]) -> set[str]:
        """The modules to which names of modules lead, each by way of lazy packages."""
        result, seen = set[str](), set[tuple[str, str]]()
        while asked:
            base, name = asked.pop()
            if (base, name) in seen or not f"{base}.".startswith(f"{ROOT}."):
                continue
            seen.add((base, name))
            result.update((base, *_around(base)))
            inner = f"{base}.{name}"
            if inner in self.modules:
                asked.append((inner, ALL))
            elif base not in self.modules:
                # A module that is not there may be a name of its package, of which all counts, or
                # a folder without a first file.
                asked.append((base.rpartition(".")[0], ALL))
                asked += [(module, ALL) for module in self.modules if module.startswith(f"{base}.")]
            elif name and self.modules[base].facts.lazy:
                asked += self._homes(base, name)
        return result

    def _homes(self, package: str, name: str) -> list[tuple[str, str]]:
        """Where a lazy package takes a name from; or all its names, if that is not found."""
        homes = [
            (base, item)
            for base, names, typing in self._imported(package)
            if typing
            for item in names
            if name in (item, ALL)
        ]
        if homes or name != ALL:
            return homes or [(package, ALL)]
        return [(module, ALL) for module in self.modules if module.startswith(f"{package}.")]

    def _imported(self, name: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """The imports of a module, with the modules that relative ones mean."""
        module = self.modules[name]
        for up, base, names, typing in module.facts.imports:
            wanted = _absolute(name, module, up, base)
            if not wanted.endswith(ANY):
                yield wanted, names, typing
                continue
            start = wanted.removesuffix(ANY)
            begun = (item for item in self.modules if item.startswith(start))
            yield from ((item, names, typing) for item in begun)

    @cached_property
    def _data(self) -> dict[Path, bytes]:
        """A digest of the files that are no programs, by the nearest folder above with programs."""
        homes = {module.path.parent for module in self.modules.values()}
        files: dict[Path, list[Path]] = {home: [] for home in homes}
        for folder, beside in self._beside.items():
            home = next((item for item in (folder, *folder.parents) if item in homes), None)
            if home is not None:
                files[home] += beside
        return {home: digest_of(beside, home) for home, beside in files.items()}


APART = (".proof", ".claims")
"""Endings of files of which the key of a claim holds the part that concerns it."""


def _has_a_key(path: Path) -> bool:
    """Whether the key of a claim holds the part of a file that concerns it.

    What is stored of formal proofs besides their certificates is for print, and decides nothing.
    """
    return path.suffix in APART or path.parent.parts[-2:] == ("derivations", "stored")


NO_PROGRAMS = {"CACHEDIR.TAG", "pyvenv.cfg"}
"""Files of folders that a tool fills: with what it can make again, or with libraries."""


def files_below(folder: Path, deep: bool = True, but: Path | None = None) -> Iterator[Path]:
    """The files of a folder and of those in it, also of linked ones, `but` those of one folder."""
    yield from (Path(name) for name in names_below(folder, deep, but))


def names_below(folder: Path, deep: bool = True, but: Path | None = None) -> Iterator[str]:
    """The same as texts, which are made faster than paths."""
    seen = set[str]()
    left_out = f"{os.path.realpath(but)}{os.sep}" if but is not None else None
    for here, inside, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(here)
        outside = left_out is None or not f"{real}{os.sep}".startswith(left_out)
        read = outside and real not in seen and NO_PROGRAMS.isdisjoint(names)
        if not read or not deep:
            inside.clear()
        inside[:] = sorted({*inside} - {"__pycache__", ".git"})
        if read:
            yield from (os.path.join(here, name) for name in sorted(names))
        seen.add(real)


def digest_of(files: Iterable[Path], folder: Path) -> bytes:
    """A digest of files, with their places in a folder."""
    digest = hashlib.sha256()
    for path in sorted(files):
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder)} {len(content)} ".encode() + content)
    return digest.digest()


def _around(name: str) -> Iterator[str]:
    """The packages around a module, which are imported before it."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _absolute(name: str, module: Module, up: int, base: str) -> str:
    """The module that a relative import means."""
    if not up:
        return base
    package = name.split(".") if module.is_package else name.split(".")[:-1]
    return ".".join((*package[: len(package) - (up - 1)], *filter(None, (base,))))


def folders_of_rooms() -> dict[str, Path]:
    """The folders of this package below the command line, by the names of their packages."""
    packages = (ROOT, *(f"{ROOT}.{room}" for room in ROOMS))
    return {name: Path(import_module(name).__path__[0]) for name in packages}


def programs_of_rooms(kept: KeptImports | None = None) -> Programs:
    """The programs below the command line."""
    return Programs(folders_of_rooms(), kept)
