"""The rooms stand at the top of the repository; the build maps each into the package.

`theory` becomes `banditproof.theory`, and so on, whether or not the links in src/banditproof exist:
a zip, an sdist or a clone without symbolic links gives the same wheel. Only an editable install
uses the links where it finds them, since type checkers follow a plain path and no import hook.
"""

import os
import tempfile
from glob import escape
from pathlib import Path
from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

PACKAGE = "banditproof"
SOURCE = "src/banditproof"
ROOMS = ("algorithms", "cli", "paper_checks", "theory", "verify")
LEFT_BEHIND = (".pyc", ".pyo", ".pyd", "~")
"""The endings of files that Python and editors leave behind."""


def folders(root: Path = Path()) -> dict[str, str]:
    """The folder of every package, by the name under which it is imported."""
    found = {PACKAGE: SOURCE}
    for room in ROOMS:
        if not (root / room / "__init__.py").is_file():
            raise SystemExit(
                f"The folder {room}/ or its __init__.py is missing; "
                f"build {PACKAGE} from the whole repository or from an sdist."
            )
        inside = {room, *(f"{room}.{name}" for name in find_packages(str(root / room)))}
        _require_packages(root, room, inside)
        found |= {f"{PACKAGE}.{name}": name.replace(".", "/") for name in sorted(inside)}
    return found


def data(root: Path = Path()) -> dict[str, list[str]]:
    """The data files of every room, by the name of its package: each file that is no module."""
    found: dict[str, list[str]] = {PACKAGE: ["py.typed"]}
    for room in ROOMS:
        folder = root / room
        paths = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
        found[f"{PACKAGE}.{room}"] = sorted(
            escape(path.as_posix()) for path in paths if _is_data(path)
        )
    return found


def _is_data(path: Path) -> bool:
    """Whether a file of a room is data: no module, nothing hidden, and nothing left behind."""
    hidden = any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    return not hidden and path.suffix != ".py" and not path.name.endswith(LEFT_BEHIND)


def _require_packages(root: Path, room: str, packages: set[str]) -> None:
    """A folder with modules but without __init__.py would be left out; it is an error instead."""
    for file in sorted((root / room).rglob("*.py")):
        folder = file.parent.relative_to(root)
        hidden = any(part.startswith(".") for part in folder.parts)
        if not hidden and ".".join(folder.parts) not in packages:
            raise SystemExit(
                f"The file {file.relative_to(root).as_posix()} would not be packaged; "
                f"every folder from {room}/ to {folder.as_posix()}/ needs an __init__.py."
            )


def linked(root: Path = Path()) -> bool:
    """Whether each room is also found inside the package, by a link to it."""
    links = {room: root / SOURCE / room for room in ROOMS}
    return all(
        link.is_dir() and os.path.samefile(link, root / room) for room, link in links.items()
    )


class EditableWheel(editable_wheel):
    """An editable install which is one plain path where the links allow it."""

    def finalize_options(self) -> None:
        if linked():
            self.distribution.package_dir = {"": "src"}
        elif self.mode == "compat":
            raise SystemExit(
                f"editable_mode=compat needs the links in {SOURCE}; "
                "make them with `make links`, or use editable_mode=strict."
            )
        super().finalize_options()


if __name__ == "__main__":
    package_dir = folders()
    # The build starts from an empty folder: what an earlier one left in build/ is not packaged.
    with tempfile.TemporaryDirectory() as empty:
        setup(
            packages=list(package_dir),
            package_dir=package_dir,
            package_data=data(),
            include_package_data=False,
            cmdclass={"editable_wheel": EditableWheel},
            options={"build": {"build_base": empty}},
        )
