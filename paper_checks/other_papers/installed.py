"""Documents that installed packages announce, by the entry points `banditproof.documents`.

    [project.entry-points."banditproof.documents"]
    my-paper = "my_package.my_paper"

The package that is named holds the folder, with its `document.claims`. Listing the announcements
reads the metadata of packages and imports none of them; a document is imported by its name alone.
"""

from __future__ import annotations
from dataclasses import dataclass
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from ..statements.document_header import DOCUMENT, NAME

if TYPE_CHECKING:
    from ..statements.documents import Document
    from ..statements.programs_of_others import Programs

GROUP = "banditproof.documents"


@dataclass(frozen=True, order=True)
class Announced:
    """A document that an installed package announces."""

    name: str
    package: str
    distribution: str
    version: str


def installed_documents() -> tuple[Announced, ...]:
    """The documents that installed packages announce; nothing of them is imported.

    Names that a document cannot have are left out.
    """
    results = {
        Announced(
            point.name,
            point.value.partition(":")[0].strip(),
            point.dist.name if point.dist else "",
            point.dist.version if point.dist else "",
        )
        for point in entry_points(group=GROUP)
        if NAME.match(point.name)
    }
    return tuple(sorted(results))


def is_installed(name: str) -> bool:
    """Whether an installed package announces a document with a name.

    >>> is_installed("bern.thm3.1")
    False
    """
    return bool(NAME.match(name)) and any(
        document.name == name for document in installed_documents()
    )


def open_installed(name: str, programs: Programs | None = None) -> Document:
    """The document that an installed package announces; this imports it, which runs its code.

    `programs` says where its programs run instead, or that none of them does.
    """
    from ..statements.documents import OPENED
    from ..statements.programs_of_others import Programs
    from .description import described
    from .opening import opened, ready  # with all that runs claims, which a list of names needs not

    programs = programs or Programs.HERE
    known_document = ready(OPENED.get(name), programs)
    if known_document is not None:
        return known_document
    known = [item for item in installed_documents() if item.name == name]
    if not known:
        raise ValueError(
            f"No installed package announces a document {name!r}; `banditproof claims --installed` "
            "lists those that are announced."
        )
    if len(known) > 1:
        whose = " and ".join(item.distribution for item in known)
        raise ValueError(f"{whose} announce a document {name!r}; uninstall one of them.")
    (one,) = known
    document = described(_folder(one), one.package, programs)
    if document.name != name:
        raise ValueError(
            f"The package {one.package} announces {name!r}, and its {DOCUMENT} says "
            f"{document.name!r}; the two must agree."
        )
    return opened(document)


def _folder(one: Announced) -> Path:
    """The folder of an announced package, which is found without importing what is above it."""
    places: list[str] = []
    name = ""
    try:
        for part in one.package.split("."):
            name = f"{name}.{part}" if name else part
            spec = PathFinder.find_spec(name, places) if places else find_spec(part)
            places = list(spec.submodule_search_locations or ()) if spec else []
            if not places:
                break
    except (Exception, SystemExit) as error:
        raise ValueError(
            f"The package {one.package} of {one.distribution} cannot be imported: "
            f"{type(error).__name__}: {error}."
        ) from None
    if not places:
        raise ValueError(
            f"{one.distribution} announces the document {one.name} in {one.package}, which is no "
            "package that is installed."
        )
    return Path(places[0])
