"""Console blocks of a page: commands with the output that the page shows, run and compared.

A block of the language `console` whose lines begin with `$ ` is run in a folder that the page has
for itself. What follows a command is what it prints; `...` stands for any text. The next line after
a block of code that begins with `# name.py` is the first line of a file of that name, which is
written to the folder before the commands that follow it.
"""

from __future__ import annotations
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .forked_programs import Done, ForkedPrograms

FENCE = re.compile(r"^(`{3,})(\{?[\w-]*\}?)[^\n]*\n(.*?)^\1\s*$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# ([\w./-]+\.(?:py|proof|claims|tex|csv|toml|txt|yml|yaml|ini|json))\n")
PROGRAMS = {"banditproof": "banditproof", "pytest": "pytest", "python": ""}
WIDTH = "88"
"""How many letters a line of output has; a page shows as many without scrolling."""


@dataclass(frozen=True)
class WrittenFile:
    """A file that a page shows."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command line with what the page says that it prints, and where it stands."""

    words: str
    expected: str
    line: int


@dataclass(frozen=True)
class Difference:
    """A command that printed something else."""

    command: Command
    printed: str

    def __str__(self) -> str:
        return (
            f"line {self.command.line}: $ {self.command.words}\n"
            f"--- the page shows\n{self.command.expected}\n--- it printed\n{self.printed}"
        )


def steps(text: str) -> Iterator[WrittenFile | Command]:
    """The files and the commands of a page, in its order.

    >>> page = "```console\\n$ banditproof --version\\nbanditproof ...\\n```\\n"
    >>> list(steps(page))
    [Command(words='banditproof --version', expected='banditproof ...', line=2)]
    >>> list(steps("```python\\n# mine.py\\nx = 1\\n```\\n"))
    [WrittenFile(name='mine.py', text='x = 1\\n')]
    """
    for block in FENCE.finditer(text):
        language, body = block[2].strip("{}"), block[3]
        named = FILE.match(body)
        if named and language != "console":
            yield WrittenFile(named[1], body[named.end() :])
        if language == "console":
            first = text.count("\n", 0, block.start(3)) + 1
            yield from commands(body, first)


def commands(body: str, first: int) -> Iterator[Command]:
    """The commands of one block, whose first line has the given number."""
    lines = body.splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in pairwise([*starts, len(lines)]):
        words, after = lines[start][2:], start + 1
        while words.endswith("\\"):
            words, after = words[:-1].rstrip() + " " + lines[after].strip(), after + 1
        yield Command(words, "\n".join(lines[after:end]).strip("\n"), first + start)


def agrees(expected: str, printed: str) -> bool:
    """Whether a text is what is shown, where `...` stands for anything.

    >>> agrees("holds ... s", "holds    # 0.31 s"), agrees("holds", "fails")
    (True, False)
    """
    parts = [re.escape(part.strip("\n")) for part in shown(expected).split("...")]
    return re.fullmatch(r"\n?.*?\n?".join(parts), shown(printed), re.DOTALL) is not None


def shown(text: str) -> str:
    """A text without what no reader sees: blanks at the ends of lines, empty lines at both ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def run_page(page: Path, folder: Path, programs: ForkedPrograms | None = None) -> list[Difference]:
    """Write the files of a page, run its commands, and return those that printed something else."""
    differences = []
    code = 0
    for step in steps(page.read_text(encoding="utf-8")):
        if isinstance(step, WrittenFile):
            file = folder / step.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step.text, encoding="utf-8")
            continue
        if step.words == "echo $?":
            printed = str(code)
        else:
            printed, code = run(step.words, folder, programs)
        if not agrees(step.expected, printed):
            differences.append(Difference(step, printed))
    return differences


def remove(names: list[str], folder: Path) -> str:
    """Remove files of the folder of a page, and no others; nothing is printed."""
    for name in names:
        file = (folder / name).resolve()
        if not file.is_relative_to(folder.resolve()):
            raise ValueError(f"The file {name!r} is not in the folder of the page.")
        file.unlink()
    return ""


def run(words: str, folder: Path, programs: ForkedPrograms | None = None) -> tuple[str, int]:
    """What a command prints on both streams, and its exit code; `> FILE` keeps the first stream.

    With `programs`, commands of the package run in a process that has imported it before.
    """
    words, _, file = words.partition(" > ")
    program, *arguments = shlex.split(words, comments=True)
    if program == "rm":
        return remove(arguments, folder), 0
    if program not in PROGRAMS:
        raise ValueError(
            f"The program {program!r} is not known to the pages; give one of {', '.join(PROGRAMS)}."
        )
    if programs is not None and program == "banditproof":
        out, err, code = programs.run(program, arguments, folder, together=not file)
    else:
        out, err, code = run_fresh(program, arguments, folder, together=not file)
    if file:
        (folder / file.strip()).write_text(out, encoding="utf-8")
        return err, code
    return out, code


def environment() -> dict[str, str]:
    """The variables of a command; options of whoever builds the pages would change its output."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "COLUMNS": WIDTH,
        "NO_COLOR": "1",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
    }


def run_fresh(program: str, arguments: list[str], folder: Path, *, together: bool) -> Done:
    """Run a program in a fresh interpreter; its errors stand among its output if `together`."""
    module = PROGRAMS[program]
    start = [sys.executable, *(["-m", module] if module else []), *arguments]
    if module == "pytest":
        start += ["-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        start,
        cwd=folder,
        env=environment(),
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if together else subprocess.PIPE,
        timeout=300,
        check=False,
    )
    return done.stdout, done.stderr or "", done.returncode
