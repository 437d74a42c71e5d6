"""The ways in which people write rows of numbers: separated by a mark, as JSON, or as YAML.

Each way gives rows of words, which `banditproof.theory.exact` reads. A file whose name ends in
.json holds an array of numbers, or an array of such arrays; one that ends in .yaml or .yml holds
the same in YAML, in brackets or with a dash before each entry. Any other file has one line for each
row, whose numbers are separated by semicolons, tabs, commas or blanks: by the first of these marks
that its first line of numbers has.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from banditproof.theory.exact import exact
from banditproof.theory.number_words import shown
from .exact_words import is_finite_word

MARKS = (";", "\t", ",")
TREES = (".json", ".yaml", ".yml")
COMMENT = re.compile(r"(^|\s)#.*")
WORD = re.compile(r"""\s*("[^"\n]*"|'[^'\n]*'|[^\[\],\s"'][^\[\],\n"']*)""")
"""A number of YAML between brackets and commas, with or without quotes."""
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
    result: Iterable[str] = chain(seen, rest)
    if mark == " ":
        result = (" ".join(line.split()) + "\n" for line in result)
    return csv.reader(result, delimiter=mark, skipinitialspace=True, strict=True)


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
    tree = _of_json(name, text if name.lower().endswith(".json") else _json_of_yaml(name, text))
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
        kind = "JSON" if name.lower().endswith(".json") else "a list of numbers"
        raise ValueError(f"{name}, line {error.lineno}: this is not {kind}; {GIVE_ROWS}.") from None
    except RecursionError:
        raise ValueError(f"{name} has lists in lists in lists; {GIVE_ROWS}.") from None


def _json_of_yaml(name: str, text: str) -> str:
    """YAML that holds nothing but lists of numbers as JSON, line by line.

    >>> print(_json_of_yaml("weights.yaml", "- [1/2, 50%]  # a half each\\n- - 25%\\n  - 0.75\\n"))
    [["1/2","50%"]
    ,["25%"
    ,"0.75"
    ]]
    """
    margins: list[int] = []  # of the lists whose entries have dashes, the outer one first
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        content = COMMENT.sub("", line).rstrip()
        rest = content.lstrip()
        column = len(content) - len(rest)
        if rest in ("", "---", "..."):
            lines.append("")
            continue
        if "\t" in content[:column]:
            raise ValueError(f"{name}, line {number}: YAML has no tabs before a line; give blanks.")
        marks = ""
        while margins and column < margins[-1]:
            margins.pop()
            marks += "]"
        while rest == "-" or rest.startswith("- "):
            if margins and column == margins[-1]:
                marks += ","
            else:
                margins.append(column)
                marks += "["
            column += len(rest) - len(rest[1:].lstrip())
            rest = rest[1:].lstrip()
        lines.append(marks + WORD.sub(_quoted, rest))
    return "\n".join(lines) + "]" * len(margins) if any(lines) else "[]"


def _quoted(word: re.Match[str]) -> str:
    """A number as a string of JSON."""
    text = word[1].strip()
    return json.dumps(text[1:-1] if text[0] in "\"'" else text)
