"""Help of one screen: what a command does, its usual options, examples; `--help-all` says all."""

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import Any

LINES = 40
"""The lines of a screen; more of the explanation is shown only if it fits."""
WIDEST = 100
MOST_ROWS = 2
"""An option or argument has at most so many lines; of a longer text its first clause is shown."""
MOST_EXAMPLES = 4
"""At most so many examples are shown."""
ALL = "--help-all"
EXAMPLES = re.compile(r"\n*\s*Examples?:\s*(.*)\Z", re.DOTALL)


@cache
def usual_options() -> dict[str, list[str]]:
    """The options that `--help` shows, by command; all of them where a command is not listed."""
    return tomllib.loads(files(__package__).joinpath("help_pages.toml").read_text("utf-8"))


def examples_in(text: str) -> tuple[str, list[str]]:
    """An explanation, and the command lines of its end.

    >>> examples_in("It checks. Example: banditproof check a; banditproof check --wrong")
    ('It checks.', ['banditproof check a', 'banditproof check --wrong'])
    """
    found = EXAMPLES.search(text)
    if found is None:
        return text, []
    said = " ".join(found[1].replace("`", "").split())
    lines = re.split(r";?\s+(?=banditproof )", said)
    return text[: found.start()].rstrip(), [line.rstrip(" ;") for line in lines if line]


def short_page(command: Any, context: Any, text: str, names: str = "") -> str:
    """The first page of the help of a command, whose whole explanation is a text.

    `names` are what may stand for its argument, such as the policies that it knows.
    """
    width = min(shutil.get_terminal_size().columns, WIDEST) if _on_terminal() else WIDEST
    said, examples = examples_in(text)
    first, *others = [" ".join(part.split()) for part in said.split("\n\n") if part.strip()]
    usual, rest = _options(command)
    body = [*_table("Arguments", _arguments(command), width)]
    body += _table("Usual options" if rest else "Options", [*map(_row, usual)], width)
    if rest:
        listed = ", ".join(max(option.opts, key=len) for option in rest)
        options = "option" if len(rest) == 1 else "options"
        more = f"{len(rest)} more {options} with `{context.command_path} {ALL}`: {listed}."
        body += [*wrap(more, width, break_on_hyphens=False), ""]
    if names:
        body += [*wrap(names, width, break_on_hyphens=False), ""]
    head = [*_usage(command, context, width), "", *wrap(first, width), ""]
    if examples:
        room = LINES - len(head) - len(body) - 1
        body += [
            "Examples:",
            *(f"  {line}" for line in examples[: max(2, min(room, MOST_EXAMPLES))]),
        ]
    for paragraph in others:
        lines = [*wrap(paragraph.replace("`", ""), width), ""]
        if len(head) + len(lines) + len(body) > LINES - 1:
            break
        head += lines
    return "\n".join([*head, *body])


def _on_terminal() -> bool:
    return sys.stdout.isatty()


def _usage(command: Any, context: Any, width: int) -> list[str]:
    arguments = _parameters(command, "argument")
    words = (_shown(item) if item.required else f"[{_shown(item)}]" for item in arguments)
    return wrap(" ".join(["Usage:", context.command_path, "[OPTIONS]", *words]), width)


def _parameters(command: Any, kind: str) -> list[Any]:
    """The arguments, or the options, of a command in their order."""
    return [parameter for parameter in command.params if parameter.param_type_name == kind]


def _shown(argument: Any) -> str:
    """An argument as the usage names it."""
    return f"{argument.metavar or argument.name.upper()}{'...' if argument.nargs == -1 else ''}"


def _options(command: Any) -> tuple[list[Any], list[Any]]:
    """The options that are shown, in the order in which they are listed, and the others."""
    known = _parameters(command, "option")
    usual = usual_options().get(command.name)
    if usual is None:
        return known, []
    shown = [option for name in usual for option in known if name in option.opts]
    return shown, [option for option in known if option not in shown and ALL not in option.opts]


def _arguments(command: Any) -> list[tuple[str, str]]:
    """The arguments with what is said of them."""
    arguments = _parameters(command, "argument")
    return [(_shown(item), " ".join((item.help or "").split())) for item in arguments]


def _row(option: Any) -> tuple[str, str]:
    """An option with its value, and what is said of it."""
    names = ", ".join([*option.opts, *option.secondary_opts])
    if not getattr(option, "is_flag", False):
        names += f" {option.metavar or 'VALUE'}"
    said = " ".join((option.help or "").split())
    if option.default not in (None, False, True) and not callable(option.default):
        said = f"{said} [default: {option.default}]"
    return names, said


def _table(title: str, rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    """A titled list of names and texts in two columns, then an empty line; nothing without rows."""
    if not rows:
        return
    yield f"{title}:"
    column = max(len(name) for name, _ in rows) + 4
    for name, said in rows:
        room = max(width - column, 30)
        lines = wrap(said, room, break_on_hyphens=False) or [""]
        if len(lines) > MOST_ROWS:
            first = re.split("[.;] ", said)[0].rstrip(".")
            lines = wrap(f"{first}.", room, break_on_hyphens=False)
        yield f"  {name}".ljust(column) + lines[0]
        for line in lines[1:]:
            yield " " * column + line
    yield ""
