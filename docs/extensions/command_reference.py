"""The directive `commands`: every command with its arguments and options, from the program."""

import re
from typing import Any
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from banditproof.cli.application import COMMANDS, imported_command
from .docstrings import escaped

EXAMPLE = re.compile(r"^Examples?: ", re.MULTILINE)


def plain(text: str) -> str:
    r"""A text of the help as reStructuredText; an address is code, and no link.

    >>> print(plain("at tcp://host:8786, *now*"))
    at `tcp://host:8786`, \*now\*
    """
    return escaped(re.sub(r"(?<![`\w])([a-z]+://[^\s,;)`]*[^\s,;)`.])", r"`\1`", text))


def names_of(option: Any) -> str:
    """How a parameter is given.

    >>> from banditproof.cli.application import imported_command
    >>> [names_of(parameter) for parameter in imported_command("why").params][:1]
    ['[FOLDER] ID']
    """
    if option.param_type_name == "argument":
        name = str(option.metavar or option.name).upper()
        return name[1:-1] if name[0] + name[-1] == "[]" else name
    return ", ".join([*option.opts, *option.secondary_opts])


def default_of(option: Any) -> str:
    """The default of a parameter as a sentence; empty if it has none that says something."""
    default = option.default
    if default in (None, False, (), []) or callable(default):
        return ""
    return f" Default: {default}."


def paragraphs(help_text: str) -> list[str]:
    """The help of a command as lines of reStructuredText, its examples as code."""
    lines: list[str] = []
    for part in re.split(r"\n\s*\n", help_text.strip()):
        if EXAMPLE.match(part):
            text = " ".join(EXAMPLE.sub("", part).split())
            commands = [word.strip() for word in text.split("; ")]
            lines += [".. code-block:: console", "", *(f"   $ {c}" for c in commands if c), ""]
        elif all(line.startswith(("  ", "- ", "* ")) for line in part.splitlines()):
            lines += ["::", "", *(f"   {line}" for line in part.splitlines()), ""]
        else:
            lines += [plain(" ".join(part.split())), ""]
    return lines


def lines_of(name: str) -> list[str]:
    """One command as lines of reStructuredText."""
    command = imported_command(name)
    lines = [*paragraphs(command.help or COMMANDS[name])]
    for parameter in command.params:
        if getattr(parameter, "hidden", False):
            continue
        required = " Required." if parameter.required else ""
        help_text = " ".join((getattr(parameter, "help", None) or "").split())
        lines += [
            f"``{names_of(parameter)}``",
            f"   {plain(help_text + required + default_of(parameter))}",
            "",
        ]
    return lines


class Commands(SphinxDirective):
    """Each command in its section."""

    def run(self) -> list[nodes.Node]:
        results: list[nodes.Node] = []
        for name in COMMANDS:
            section = nodes.section(ids=[f"command-{name}"], names=[f"banditproof {name}"])
            section += nodes.title("", f"banditproof {name}")
            section.document = self.state.document
            text = StringList(lines_of(name), source=self.get_source_info()[0])
            self.state.nested_parse(text, self.content_offset, section)
            results.append(section)
        return results


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
