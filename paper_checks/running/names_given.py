"""The names that a program of this room is given: each must be known."""

import argparse
from collections.abc import Collection, Sequence
from difflib import get_close_matches


def names_given(
    program: str, about: str | None, words: Sequence[str], known: Collection[str], what: str
) -> list[str]:
    """The names on a command line, in their order; one that is not known ends the program.

    >>> names_given("write_weights", None, ["bern.thm3.1"], {"bern.thm3.1"}, "claim")
    ['bern.thm3.1']
    """
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog=program, description=about, formatter_class=layout)
    parser.add_argument("names", nargs="*", metavar=what.upper(), help="all without any")
    names: list[str] = parser.parse_args(words).names
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else "."
            parser.error(f"There is no {what} {name!r}{hint}")
    return names
