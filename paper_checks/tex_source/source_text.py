r"""The text of a source: its files joined where `\input` names them, each place with its line.

Nothing outside of the folder of the first file is read, and nothing but files: no devices, no
pipes, no links that lead out, nothing above `MOST_READ` bytes.
"""

import bisect
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from ..statements.signs_of_texts import STEERING
from ..statements.text_files import MOST_READ
from .limits import Limits, TooMuch

LITERAL = re.compile(
    r"\\begin\s*\{(?P<raw>comment|(?:[BLV]?[vV]erbatim|lstlisting|minted|filecontents)\*?)\}"
    r"|(?P<verb>\\(?:verb|Verb|lstinline(?:\[[^\]\n]*\])?|mintinline\{\w+\})\*?(?P<mark>[^a-zA-Z*\s{])"
    r".*?(?P=mark))|(?P<kept>\\url\s*\{[^{}]*\}|\\.)|(?P<comment>%.*)"
)
"""What TeX does not read as it reads the rest, and what a comment cannot begin in."""
SIGNS = str.maketrans(dict.fromkeys("\\{}%$", " "))
"""The signs that mean nothing where a text is literal."""
SHOWN_COMMENTS = re.compile(
    r"\\(?:(?:re)?newenvironment\*?|includecomment|specialcomment)\s*\{comment\}"
)
INPUT = re.compile(
    r"\\(?:(?:input|include|subfile|subfileinclude)\s*\{([^{}]*)\}|input\s+([^\s\\{}]+)"
    r"|(?:sub)?(?:import|includefrom|inputfrom)\*?\s*\{([^{}]*)\}\{([^{}]*)\}"
    r"|(?:usepackage|RequirePackage|documentclass)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\})"
)
HIDDEN = re.compile(r"\\let\s*\\[a-zA-Z@]+\s*=?\s*\\iffalse|(\\iffalse)(?![a-zA-Z@])")
CONDITIONS = re.compile(r"\\(?:(if[a-zA-Z@]*)|else|(fi))(?![a-zA-Z@])")
NEW = re.compile(r"\\(?:newif|let)\s*\\(if[a-zA-Z@]+)")
COMPARING = frozenset(
    {
        *("if", "ifcat", "ifx", "ifcase", "ifnum", "ifodd", "ifdim", "ifeof", "ifvoid", "ifhbox"),
        *("ifvbox", "ifhmode", "ifvmode", "ifmmode", "ifinner", "ifdefined", "ifcsname"),
        *("iffontchar", "ifpdf", "ifxetex", "ifluatex", "ifPDFTeX", "ifXeTeX", "ifLuaTeX"),
    }
)
"""The conditions that no source declares, but for `\\iftrue` and `\\iffalse`."""
DEEPEST = 30


@dataclass
class Source:
    """Pieces of text, each with the file and the line at which it begins."""

    text: str = ""
    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What was not understood, each with file and line."""
    absent: list[str] = field(default_factory=list)
    """The packages and classes that are not in the folder of the source, each with its place."""
    starts: list[int] = field(default_factory=list)
    origins: list[tuple[str, int]] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    """Where lines end."""

    def add(self, piece: str, origin: tuple[str, int]) -> None:
        """Append a piece; `joined` makes the text."""
        if piece:
            self.pieces.append(piece)
            self.origins.append(origin)

    def joined(self) -> "Source":
        """The same with its text."""
        at = 0
        for piece in self.pieces:
            self.starts.append(at)
            at += len(piece)
        self.text = "".join(self.pieces)
        self.breaks = [found.start() for found in re.finditer("\n", self.text)]
        return self

    def where(self, at: int) -> tuple[str, int]:
        """The file and the line of a place."""
        found = bisect.bisect_right(self.starts, at) - 1
        if found < 0:
            return self.files[0], 1
        file, line = self.origins[found]
        before, here = (bisect.bisect_left(self.breaks, one) for one in (self.starts[found], at))
        return file, line + here - before

    def spot(self, at: int) -> str:
        """The place as `file:line`."""
        return "{}:{}".format(*self.where(at))

    def note(self, at: int, sentence: str) -> None:
        """Something at a place is not understood."""
        self.notes.append(f"{self.spot(at)}: {sentence}")


def read_source(main: Path, limits: Limits) -> Source:
    """The text of a source, from its first file; a sentence if this cannot be read."""
    reading = _Reading(main, limits)
    try:
        reading.add(main, main.name, ())
    except TooMuch:
        raise
    except ValueError as problem:
        raise ValueError(f"{main} cannot be read: {problem}") from None
    return reading.source.joined()


def read_inside(file: Path, root: Path) -> str:
    """The text of a file in a folder; a ValueError says why it is not read."""
    try:
        real = file.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        raise ValueError("there is no such file.") from None
    if not real.is_relative_to(root.resolve()):
        raise ValueError("it is outside of the folder of the source.")
    try:
        return _decoded(_content(real))
    except OSError as problem:
        raise ValueError(f"{problem.strerror}.") from None


def _content(file: Path) -> bytes:
    """The bytes of a file that is no device, no pipe and not too long."""
    number = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise ValueError("it is no file, but a folder, a device or a pipe.")
    with open(number, "rb") as opened:
        content = opened.read(MOST_READ + 1)
    if len(content) > MOST_READ:
        raise ValueError(f"it has over {MOST_READ} bytes.")
    return content


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return STEERING.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def without_comments(text: str) -> str:
    r"""A text without comments and what `\iffalse` hides; its lines stay where they are.

    The commands of the condition stay. What is literal loses the signs that mean something.

    >>> without_comments("a % b\n\\% c")
    'a \n\\% c'
    >>> without_comments(r"\verb|\a%| \begin{comment} a \end{comment} b")
    '\\verb| a |  b'
    """
    text = _without_literals(text)
    kept, at = [], 0
    openers = COMPARING | {"iftrue", "iffalse", *NEW.findall(text)}
    for begin in HIDDEN.finditer(text):
        if begin[1] and begin.start() >= at:
            end = _shown_again(text, begin.end(), openers)
            if end is None:
                break
            kept += [text[at : begin.end()], "\n" * text.count("\n", begin.end(), end)]
            at = end
    return "".join([*kept, text[at:]])


def _without_literals(text: str) -> str:
    kept, at, done = [], 0, 0
    endless = {"comment"} if SHOWN_COMMENTS.search(text) else set()
    while found := LITERAL.search(text, at):
        at, raw = found.end(), found["raw"]
        if raw:
            end = -1 if raw in endless else text.find(f"\\end{{{raw}}}", at)
            endless |= {raw} if end < 0 else set()
            if end >= 0 and raw == "comment":
                at, end = found.start(), end + len("\\end{comment}")
            if end >= 0:
                inside = text[at:end]
                inside = "\n" * inside.count("\n") if raw == "comment" else inside.translate(SIGNS)
                kept += [text[done:at], inside]
                at = done = end
        elif found["verb"]:
            begin = found.start("mark")
            kept += [text[done:begin], text[begin:at].translate(SIGNS)]
            done = at
        elif found["comment"]:
            kept.append(text[done : found.start()])
            done = at
    return "".join([*kept, text[done:]])


def _shown_again(text: str, at: int, openers: frozenset[str]) -> int | None:
    """Where what a condition hides ends; conditions within it are passed by."""
    depth = 0
    for found in CONDITIONS.finditer(text, at):
        if found[1] in openers:
            depth += 1
        elif not found[1] and depth == 0:
            return found.start()
        elif found[2]:
            depth -= 1
    return None


class _Reading:
    """Joins files; each is entered with those that lead to it."""

    def __init__(self, main: Path, limits: Limits) -> None:
        self.root, self.limits = main.parent, limits
        self.source = Source()

    def add(self, file: Path, spot: str, chain: tuple[Path, ...]) -> None:
        self.limits.spend("files", spot)
        text = without_comments(read_inside(file, self.root))
        self.limits.spend("characters", spot, len(text))
        name = Path(os.path.relpath(file, self.root)).as_posix()
        self.source.files.append(name)
        ended = re.search(r"\\endinput(?![a-zA-Z]).*", text)  # the rest of its line is read
        text = text[: ended.end()] if ended else text
        at = 0
        for found in INPUT.finditer(text):
            self._piece(text, at, found.start(), name)
            at = found.start() if found[5] is not None else found.end()
            line = 1 + text.count("\n", 0, found.start())
            for wanted, needed in _wanted(found):
                self._enter(wanted, needed, (*chain, file), f"{name}:{line}")
        self._piece(text, at, len(text), name)

    def _piece(self, text: str, begin: int, end: int, name: str) -> None:
        self.source.add(text[begin:end], (name, 1 + text.count("\n", 0, begin)))

    def _enter(self, wanted: str, needed: bool, chain: tuple[Path, ...], spot: str) -> None:
        """Join a file that another one names."""
        found = self._found(wanted, chain[-1].parent)
        if found is None:
            said = f"{spot}: The file {wanted} was not read: no such file."
            (self.source.notes if needed else self.source.absent).append(said)
        elif found in chain or len(chain) > DEEPEST:
            why = "it reads itself" if found in chain else "files are nested too deep"
            self.source.notes.append(f"{spot}: The file {wanted} was not read: {why}.")
        else:
            try:
                self.add(found, spot, chain)
            except TooMuch:
                raise
            except ValueError as problem:
                self.source.notes.append(f"{spot}: The file {wanted} was not read: {problem}")

    def _found(self, wanted: str, beside: Path) -> Path | None:
        if not wanted or "#" in wanted or "\\" in wanted or "\0" in wanted:
            return None
        for folder in (self.root, beside):
            for ending in (".tex", ""):
                file = Path(os.path.normpath(folder / (wanted + ending)))
                try:
                    if file.exists() or file.is_symlink():
                        return file
                except OSError:
                    return None
        return None


def _wanted(found: re.Match[str]) -> Iterator[tuple[str, bool]]:
    """The files that a command names, and whether they are files of the source for certain."""
    single, plain, folder, inside, styles = found.groups()
    if styles is not None:
        ending = ".cls" if found[0].startswith("\\documentclass") else ".sty"
        yield from ((f"{style.strip()}{ending}", False) for style in styles.split(","))
    else:
        name = f"{folder}{inside}" if folder is not None else single or plain or ""
        yield name.strip().strip('"'), True
