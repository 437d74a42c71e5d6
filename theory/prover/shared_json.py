"""JSON in which a list that occurs often is written once: `"#3"` is the fourth of the shared lists.

Proofs repeat the same terms in most of their steps. What is read back has one list for all places
of a shared one, so nothing may change it.
"""

import json
import re
from collections import Counter
from typing import Any

LEAST = 24
"""A shorter list is written where it stands."""
MOST_NODES = 1 << 23
"""The most nodes that the references may stand for, all written out."""
_REFERENCE = re.compile(r"#(0|[1-9][0-9]{0,8})")


def with_shared_lists(value: Any) -> tuple[list[Any], Any]:
    """The lists that occur more than once in a value of JSON, and the value with references.

    >>> term = ["log", ["add", "1", ["x"], ["y"]]]
    >>> with_shared_lists({"a": term, "b": ["mul", "2", term]})
    ([['log', ['add', '1', ['x'], ['y']]]], {'a': '#0', 'b': ['mul', '2', '#0']})
    """
    texts: dict[int, str] = {}
    counts: Counter[str] = Counter()

    def text_of(part: Any) -> str:
        """The text of a part; that of each list is kept by the identity of the list."""
        if isinstance(part, dict):
            return "{" + ",".join(f"{json.dumps(k)}:{text_of(v)}" for k, v in part.items()) + "}"
        if not isinstance(part, list | tuple):
            return json.dumps(part)
        if id(part) not in texts:
            texts[id(part)] = f"[{','.join(map(text_of, part))}]"
        return texts[id(part)]

    def count(part: Any) -> None:
        """Count the lists that would be written: those inside of a shared one are so once."""
        if isinstance(part, list | tuple):
            counts[texts[id(part)]] += 1
            if counts[texts[id(part)]] > 1:
                return
        if isinstance(part, dict | list | tuple):
            for inner in part.values() if isinstance(part, dict) else part:
                count(inner)

    shared: list[Any] = []
    places: dict[str, int] = {}

    def written(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: written(inner) for key, inner in part.items()}
        if not isinstance(part, list | tuple):
            return part
        text = texts[id(part)]
        if counts[text] < 2 or len(text) < LEAST:
            return [written(inner) for inner in part]
        if text not in places:
            row = [written(inner) for inner in part]
            places[text] = len(shared)  # after the lists inside of it, to which it may refer
            shared.append(row)
        return f"#{places[text]}"

    text_of(value)
    count(value)
    return shared, written(value)


def without_references(shared: Any, value: Any) -> Any:
    """The value that was written with references to shared lists.

    >>> without_references([["log", ["x"]]], {"a": "#0", "b": ["exp", "#0"]})
    {'a': ['log', ['x']], 'b': ['exp', ['log', ['x']]]}
    >>> without_references([["log", "#0"]], "#0")
    Traceback (most recent call last):
      ...
    ValueError: The reference '#0' leads to no earlier list.
    """
    if not isinstance(shared, list):
        raise ValueError("The shared lists are no list.")
    lists: list[Any] = []
    sizes: list[int] = []
    size = 0

    def read(part: Any) -> Any:
        nonlocal size
        size += 1
        if isinstance(part, str) and part.startswith("#"):
            place = _REFERENCE.fullmatch(part)
            if place is None or int(place[1]) >= len(lists):
                raise ValueError(f"The reference {part[:20]!r} leads to no earlier list.")
            size += sizes[int(place[1])]
            # a few references to references would stand for more than any memory holds
            if size > MOST_NODES:
                raise ValueError(f"The references stand for more than {MOST_NODES} nodes.")
            return lists[int(place[1])]
        if isinstance(part, dict):
            return {key: read(inner) for key, inner in part.items()}
        return [read(inner) for inner in part] if isinstance(part, list) else part

    for row in shared:
        size = 0
        lists.append(read(row))
        sizes.append(size)
    size = 0
    return read(value)
