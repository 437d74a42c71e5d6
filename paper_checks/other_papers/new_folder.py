"""Makes a new folder about a paper, with examples that run."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from .description import checked_name, checked_prefix

ENDING = ".txt"


def new_folder(folder: Path, title: str | None = None, prefix: str | None = None) -> list[Path]:
    """Make a folder about a paper, and return its files; nothing is overwritten.

    The name of the document is that of the folder; the prefix of its IDs is the beginning of the
    name, up to a hyphen, unless another one is given.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     made = new_folder(Path(there) / "my-paper", title="On Bandits")
    ...     sorted(file.name for file in made)[:3]
    ['README.md', 'document.claims', 'section_1_setting.claims']
    """
    name, start, title = checked_new(folder, title, prefix)
    words = {"@NAME@": name, "@PREFIX@": start, "@TITLE@": title}
    return made(folder, example("example", words))


def example(folder: str, words: Mapping[str, str]) -> dict[str, str]:
    """The files of an example beside this module, with words that are put for others."""
    contents = {}
    for source in files(__package__).joinpath(folder).iterdir():
        if source.name.endswith(ENDING):
            text = source.read_text(encoding="utf-8")
            for word, value in words.items():
                text = text.replace(word, value)
            contents[source.name.removesuffix(ENDING)] = text
    return contents


def checked_new(folder: Path, title: str | None, prefix: str | None) -> tuple[str, str, str]:
    """Name, prefix and title of a new folder; a sentence if one of them cannot be."""
    name = checked_name(folder.name or folder.resolve().name)
    start = checked_prefix(name.split("-")[0] if prefix is None else prefix)
    title = name if title is None else title.strip()
    if not title or not title.isprintable():
        raise ValueError(f"The title is {title!r}; give a line of printable text.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"There is a {folder} already; give the name of a new folder.")
    if not folder.parent.is_dir():
        raise ValueError(f"The folder {folder.parent} does not exist; create it first.")
    return name, start, title


def made(folder: Path, contents: Mapping[str, str]) -> list[Path]:
    """Write all files into a neighbour, which takes the place of the folder when it is complete."""
    try:
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, text in contents.items():
                (part / name).write_text(text, encoding="utf-8")
            part.chmod(0o777 & ~_umask())
            os.rename(part, folder)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    except OSError as problem:
        raise ValueError(f"The folder {folder} cannot be made: {problem.strerror}.") from None
    return [folder / name for name in sorted(contents)]


def _umask() -> int:
    """The permissions that new folders do not get."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
