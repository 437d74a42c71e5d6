"""The IDs that the texts of this package declare, read without reading what these claims say."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

ID = r"[a-z][a-z0-9]*(?:\.[A-Za-z0-9_-]+)+"
"""The ID of a claim or a lemma: a prefix, and names behind dots."""
ENDING = ".claims"
DECLARED = re.compile(rf"^({ID})(?:\s+\[([^\]]*)\])?", re.MULTILINE)
FORMER = re.compile(r"\bwas\s+([^\s;,\]]+)")
NEAR = 3
LONGEST = 60
"""The letters of a word beyond which no ID is near to it."""


@cache
def ids_in_texts() -> tuple[tuple[str, ...], frozenset[str]]:
    """The IDs of this package, and the former ones.

    >>> ids, former = ids_in_texts()
    >>> "bern.thm3.1" in ids, "pab.lem18" in former
    (True, True)
    """
    ids: list[str] = []
    former: set[str] = set()
    for file in sorted(Path(__file__).parent.parent.rglob(f"*{ENDING}")):
        for id, facts in DECLARED.findall(file.read_text(encoding="utf-8")):
            ids.append(id)
            former.update(FORMER.findall(facts))
    return tuple(ids), frozenset(former)


def refuse_unknown(words: Sequence[str]) -> None:
    """Raise ValueError for an ID of this package that there is not, with the nearest ones.

    Words that may be something else, such as a folder, a pattern or a label, are left to others.

    >>> refuse_unknown(["bern.thm3.1", "Lemma F.3"])
    >>> refuse_unknown(["bern.lemF33"])
    Traceback (most recent call last):
    ...
    ValueError: There is no claim 'bern.lemF33'; did you mean bern.lemF.3, bern.lemF.5, bern.lemF.1?
    """
    ids, former = ids_in_texts()
    prefixes = {id.partition(".")[0] for id in ids}
    if not words or words[0].partition(".")[0] not in prefixes or Path(words[0]).exists():
        return
    for word in words:
        parts = word.split(".")
        wholes = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
        wanted = re.fullmatch(ID, word) is not None and parts[0] in prefixes
        if wanted and word not in ids and former.isdisjoint(wholes):
            near = [id for id in ids if word.lower() in id.lower()]
            near += get_close_matches(word, ids, NEAR, 0.5) if len(word) <= LONGEST else []
            names = ", ".join(list(dict.fromkeys(near))[:NEAR])
            hint = f"did you mean {names}?" if names else "see `banditproof claims`."
            raise ValueError(f"There is no claim {word!r}; {hint}")
