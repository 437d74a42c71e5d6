"""The ways in which people write rows of numbers: separated by a mark, as JSON, or as YAML.

Each way gives rows of words, which `banditproof.theory.exact` reads. A file whose name ends in
.json holds an array of numbers, or an array of such arrays; one that ends in .yaml or .yml holds
the same in YAML, in brackets or with a dash before each entry. Any other file has one line for each
row, whose numbers are separated by semicolons, tabs, commas or blanks: by the first of these marks
that its first line of numbers has.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from .arguments import is_finite_word

MARKS = (";", "\t", ",")
TREES = (".json", ".yaml", ".yml")
DEEPEST = 2
_FLOW = re.compile(r"""\s*(?:([\[\],])|"([^"\n]*)"|'([^'\n]*)'|([^\[\],\n"']+))""")
_COMMENT = re.compile(r"(^|\s)#.*")
GIVE_ROWS = "give numbers in a list, or a list of such lists"


def separated(lines: Iterable[str]) -> Any:
    """A reader of lines whose words are separated by the mark that the first numbers have.

    >>> list(separated(["# two arms\\n", "0,5; 1\\n"])), list(separated(["1  2\\n"]))
    ([['# two arms'], ['0,5', '1']], [['1', '2']])
    """
    rest = iter(lines)
    seen: list[str] = []
    mark = ","
    for line in rest:
        seen.append(line)
        words = line.strip()
        if words and not words.startswith("#"):
            mark = next((known for known in MARKS if known in words), " ")
            if not (words[0].isalpha() or words[0] == "_"):  # names of columns have blanks in them
                break
    found: Iterable[str] = chain(seen, rest)
    if mark == " ":
        found = (" ".join(line.split()) + "\n" for line in found)
    return csv.reader(found, delimiter=mark, skipinitialspace=True, strict=True)


def is_tree(name: str) -> bool:
    """Whether a file is read as JSON or YAML, by the end of its name."""
    return Path(name).suffix.lower() in TREES


def tree_rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the words of each row of a JSON or YAML file, all of one length.

    >>> list(tree_rows("actions.json", "[[1, 0], [0.1, 1e-3]]"))
    [(1, ['1', '0']), (2, ['0.1', '1e-3'])]
    >>> list(tree_rows("weights.yaml", "- [1/2, 1/2]\\n- - 25%\\n  - 75%\\n"))
    [(1, ['1/2', '1/2']), (2, ['25%', '75%'])]
    """
    tree = _of_json(name, text) if Path(name).suffix.lower() == ".json" else _of_yaml(name, text)
    if not isinstance(tree, list):
        raise ValueError(f"{name} holds no list; {GIVE_ROWS}.")
    rows = tree if any(isinstance(entry, list) for entry in tree) else [tree] if tree else []
    for place, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise ValueError(f"{name}: entry {place} is no list, unlike others; {GIVE_ROWS}.")
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{name}: row {place} has {len(row)} entries and the first row {len(rows[0])}; "
                "give rows of one length."
            )
        for column, word in enumerate(row, 1):
            _check(f"{name}: row {place}, entry {column}", word)
        yield place, row


def _check(place: str, word: Any) -> None:
    """Raise ValueError if an entry is not a finite number."""
    from banditproof.theory.exact import exact
    from banditproof.theory.number_words import shown

    if not isinstance(word, str):
        kind = "a list" if isinstance(word, list) else json.dumps(word)[:20]
        raise ValueError(f"{place} is {kind}; give a number.")
    if not is_finite_word(word):
        raise ValueError(f"{place} is {word.strip()}; give a finite number.")
    if ":" in word:
        raise ValueError(f"{place} is {shown(word)}, which has a name; {GIVE_ROWS}, without names.")
    try:
        exact(word)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _of_json(name: str, text: str) -> Any:
    """The value of JSON, its numbers as the words that stand there."""
    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}, line {error.lineno}: this is not JSON; {GIVE_ROWS}.") from None
    except RecursionError:
        raise ValueError(f"{name} has lists in lists in lists; {GIVE_ROWS}.") from None


def _of_yaml(name: str, text: str) -> Any:
    """The value of a YAML file that holds nothing but lists of numbers."""
    lines = [(place, _COMMENT.sub("", line)) for place, line in enumerate(text.split("\n"), 1)]
    lines = [(place, line.rstrip()) for place, line in lines if line.strip() not in ("", "---")]
    if lines and lines[-1][1] == "...":
        lines.pop()
    if not lines:
        return []
    if not _is_dashed(lines[0][1].lstrip()):
        return _in_brackets(name, lines[0][0], "\n".join(line for _, line in lines))
    return _dashed(name, lines, 1)


def _is_dashed(line: str) -> bool:
    return line == "-" or line.startswith("- ")


def _dashed(name: str, lines: list[tuple[int, str]], depth: int) -> list[Any]:
    """The entries of a list whose dashes stand under each other."""
    if depth > DEEPEST:
        raise ValueError(f"{name}, line {lines[0][0]}: this list lies too deep; {GIVE_ROWS}.")
    margin = len(lines[0][1]) - len(lines[0][1].lstrip())
    blocks: list[list[tuple[int, str]]] = []
    for place, line in lines:
        if "\t" in line[: len(line) - len(line.lstrip())]:
            raise ValueError(f"{name}, line {place}: YAML has no tabs before a line; give blanks.")
        indent = len(line) - len(line.lstrip())
        if indent == margin and _is_dashed(line[margin:]):
            blocks.append([(place, " " * (margin + 1) + line[margin + 1 :])])
        elif indent > margin:
            blocks[-1].append((place, line))
        else:
            raise ValueError(
                f"{name}, line {place}: {line.strip()[:30]!r} is no entry of the list; "
                f"{GIVE_ROWS}, in brackets or with a dash before each entry."
            )
    return [_entry(name, block, depth) for block in blocks]


def _entry(name: str, block: list[tuple[int, str]], depth: int) -> Any:
    """What stands behind a dash: a number, a list in brackets, or a list with dashes."""
    lines = [(place, line) for place, line in block if line.strip()]
    if not lines:
        raise ValueError(f"{name}, line {block[0][0]}: there is nothing behind the dash.")
    if _is_dashed(lines[0][1].lstrip()):
        return _dashed(name, lines, depth + 1)
    return _in_brackets(name, lines[0][0], "\n".join(line for _, line in lines))


def _in_brackets(name: str, line: int, text: str) -> Any:
    """A word, or a list in brackets of words and such lists."""
    open_lists: list[list[Any]] = []
    whole: list[Any] = []
    awaited = True  # whether an entry may stand next, rather than a comma
    at = 0
    text = text.strip()
    while at < len(text):
        found = _FLOW.match(text, at)
        mark = found[1] if found else None
        inside = open_lists[-1] if open_lists else whole
        if found is None or (mark == "[" and not awaited) or (mark == "," and awaited):
            break
        at = found.end()
        if mark == "[":
            entry: list[Any] = []
            inside.append(entry)
            open_lists.append(entry)
        elif mark == ",":
            if not open_lists:
                break
            awaited = True
        elif mark == "]":
            if not open_lists:
                break
            open_lists.pop()
            awaited = False
        else:
            word = next(part for part in found.groups()[1:] if part is not None).strip()
            if not word and found[4] is not None:
                continue
            if not awaited:
                break
            inside.append(word)
            awaited = False
    else:
        if not open_lists and len(whole) == 1:
            return whole[0]
    place = line + text.count("\n", 0, at)
    raise ValueError(f"{name}, line {place}: this is not a list of numbers; {GIVE_ROWS}.")
