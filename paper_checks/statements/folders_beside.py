"""Folders about papers that stand near: the one that a misspelled word means, or that has an ID.

Only names and the prefix in a `document.claims` are read; nothing is opened, and no code runs.
"""

import re
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from .document_header import DOCUMENT

MOST = 500
"""So many entries of a folder are looked at."""
LIKE = 0.7
"""How alike, from 0 to 1, two names have to be."""
LONGEST = 100
_PREFIX = re.compile(r"^prefix:\s*([a-z][a-z0-9-]*)\s*$", re.MULTILINE)
_START = 1 << 16
"""The characters of a `document.claims` in which its prefix is looked for."""


def folder_meant(word: str) -> str:
    """The path of the folder about a paper that a word is spelled like; empty if there is none.

    >>> folder_meant("no-such-folder/")
    ''
    """
    if not word or len(word) > LONGEST or any(sign in word for sign in " *?["):
        return ""
    try:
        given = Path(word)
        beside = {name.lower(): name for name in _folders(given.parent)}
        near = get_close_matches(given.name.lower(), beside, 1, LIKE)
        return f"{given.parent / beside[near[0]]}/" if near else ""
    except (OSError, ValueError):  # a word that can be no path
        return ""


def folder_with(id: str) -> str:
    """The path of the one folder beside whose prefix an ID has; empty if there is none.

    >>> folder_with("bern.thm3.1")
    ''
    """
    prefix, dot, _ = id.partition(".")
    if not dot or not prefix:
        return ""
    try:
        found = [name for name in _folders(Path()) if _prefix(Path(name)) == prefix]
    except OSError:
        return ""
    return f"{found[0]}/" if len(found) == 1 else ""


def no_folder(path: str | Path) -> str:
    """The sentence about a folder that there is not, with the one that is spelled like it.

    >>> no_folder("no-such-folder")
    'There is no folder no-such-folder; give one that `banditproof new` has made.'
    """
    near = folder_meant(str(path))
    hint = f"did you mean {near}?" if near else "give one that `banditproof new` has made."
    return f"There is no folder {Path(path)}; {hint}"


def folder_hint(word: str) -> str:
    """What to write for a word that is no claim where a folder beside has or is it; or empty.

    >>> folder_hint("bern.thm3.1")
    ''
    """
    home = folder_with(word)
    if home:
        return f"the folder {home} has IDs that begin so; write {home} {word}."
    home = folder_meant(word)
    return f"did you mean the folder {home}?" if home else ""


def _folders(path: Path) -> list[str]:
    """The names of the folders about papers in a folder."""
    entries = sorted(entry.name for entry in islice(path.iterdir(), MOST))
    return [name for name in entries if (path / name / DOCUMENT).is_file()]


def _prefix(folder: Path) -> str:
    """The prefix that a folder gives to its IDs."""
    with open(folder / DOCUMENT, encoding="utf-8", errors="replace") as file:
        found = _PREFIX.search(file.read(_START))
    return found[1] if found else ""
