"""The IDs that the texts of this package declare, read without reading what these claims say."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from .folders_beside import folder_hint
from .registered import REGISTER

ID = r"[a-z][a-z0-9]*(?:\.[A-Za-z0-9_-]+)+"
"""The ID of a claim or a lemma: a prefix, and names behind dots."""
ENDING = ".claims"
DECLARED = re.compile(rf"^({ID})(?:\s+\[([^\]]*)\])?", re.MULTILINE)
FORMER = re.compile(r"\bwas\s+([^\s;,\]]+)")
LABELLED = re.compile(r"[a-z]+[-_.]?([a-h]?[.-]?\d[\d.]*)")
BEFORE_A_NUMBER = re.compile(r"\A[^.]*\.[a-z]*?(?=[a-h]?[.-]?\d)")
NEAR = 3
LONGEST = 60
"""The letters of a word beyond which no ID is near to it."""


@cache
def _texts() -> tuple[str, ...]:
    """The texts of the documents of this package, as they stand."""
    files = sorted(Path(__file__).parent.parent.rglob(f"*{ENDING}"))
    return tuple(file.read_text(encoding="utf-8") for file in files)


@cache
def ids_in_texts() -> tuple[tuple[str, ...], frozenset[str]]:
    """The IDs of this package, and the former ones.

    >>> ids, former = ids_in_texts()
    >>> "bern.thm3.1" in ids, "pab.lem18" in former
    (True, True)
    """
    declared = [found for text in _texts() for found in DECLARED.findall(text)]
    former = {id for _, facts in declared for id in FORMER.findall(facts)}
    return tuple(id for id, _ in declared), frozenset(former)


def refuse_unknown(words: Sequence[str]) -> None:
    """Raise ValueError for an ID of this package that there is not, with the nearest ones.

    Words that may be something else, such as a folder, a pattern or a label, are left to others.

    >>> refuse_unknown(["bern.thm3.1", "Lemma F.3"])
    >>> refuse_unknown(["bern.lemF33"])
    Traceback (most recent call last):
    ...
    ValueError: There is no claim 'bern.lemF33'; did you mean bern.lemF.3, bern.lemF.5, bern.lemF.1?
    """
    ids, _ = ids_in_texts()
    prefixes = {id.partition(".")[0] for id in ids}
    if not words or words[0].partition(".")[0] not in prefixes or Path(words[0]).exists():
        return
    for word in words:
        wanted = re.fullmatch(ID, word) is not None and word.partition(".")[0] in prefixes
        if wanted and word not in ids and not _is_known_otherwise(word):
            raise _unknown(word, [id for id in ids if word.lower() in id.lower()])


def refuse_strange(words: Sequence[str]) -> None:
    """Raise ValueError for a word that is part of no text of this package, so of no claim.

    A label, such as theorem-4.3, is left to the resolver if an ID has its number.

    >>> refuse_strange(["laplace", "3.1"])
    >>> refuse_strange(["xyzzy"])
    Traceback (most recent call last):
    ...
    ValueError: There is no claim 'xyzzy'; see `banditproof claims`.
    """
    for word in words:
        plain = re.fullmatch(r"[\w.-]+", word) is not None and not _is_known_otherwise(word)
        known = not plain or any(word.lower() in text.lower() for text in _texts())
        if not known and not _has_known_number(word):
            raise _unknown(word, [])


def _has_known_number(word: str) -> bool:
    """Whether a word is a label with the number of an ID.

    >>> _has_known_number("theorem-4.3"), _has_known_number("lemF33")
    (True, False)
    """
    label = LABELLED.fullmatch(word.lower())
    known = {BEFORE_A_NUMBER.sub("", id.lower()).replace(".", "") for id in ids_in_texts()[0]}
    return label is not None and label[1].replace(".", "") in known


def _is_known_otherwise(word: str) -> bool:
    """Whether a program declares a word, or it is an ID that a claim had, or that of its part."""
    parts = word.split(".")
    wholes = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return word in REGISTER or not ids_in_texts()[1].isdisjoint(wholes)


def _unknown(word: str, near: list[str]) -> ValueError:
    """The sentence about a word that is no ID, with those that contain it, or are spelt alike."""
    near = [*near, *spelt_like(word, ids_in_texts()[0])]
    names = ", ".join(list(dict.fromkeys(near))[:NEAR])
    hint = folder_hint(word) or (f"did you mean {names}?" if names else "see `banditproof claims`.")
    what = f"There is no claim {word!r}"
    if word.endswith((".claims", ".proof", ".certificates")):
        what += ", and no such file"
    return ValueError(f"{what}; {hint}")


def spelt_like(word: str, ids: Iterable[str]) -> list[str]:
    """The IDs that are spelt like a word, or whose names behind the prefix are.

    >>> spelt_like("bern.lemF3", ["bern.lemF.3", "zcdp.thm5"]), spelt_like("tm5", ["zcdp.thm5"])
    (['bern.lemF.3'], ['zcdp.thm5'])
    """
    if len(word) > LONGEST:
        return []
    known = list(ids)
    near = get_close_matches(word, known, NEAR, 0.5)
    if near or "." in word:
        return near
    tails = {id.partition(".")[2]: id for id in known}
    return [tails[tail] for tail in get_close_matches(word, tails, NEAR, 0.6)]
