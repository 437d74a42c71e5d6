"""In which numbers two declarations differ, and whether a float is all that makes them differ.

A float stands for its binary value: 0.1 is 3602879701896397/36028797018963968, and "0.1" is 1/10.
So a policy that was judged with a text, and is made with a float, declares something else.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any
from .plain_values import in_words

Path = tuple[str, ...]
MOST = 3
"""So many differences are named."""
LONGEST = 80
ALIKE = "a float stands for its binary value; give it as a text in both places, such as '0.1'"


def digest_of(plain: Any) -> str:
    """The SHA-256 of a canonical declaration."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def how_unlike(found: Any, judged: Any | str) -> str:
    """What of a canonical declaration is not that of another one, or of another one's digest.

    Nothing is known of a digest, but whether numbers as texts, or as floats, would have it.

    >>> how_unlike({"scale": "1/10"}, {"scale": str(Fraction(0.1))})
    "scale is 1/10, and 3602879701896397/36028797018963968 (the float 0.1) was judged; a float \
stands for its binary value; give it as a text in both places, such as '0.1'"
    """
    if isinstance(judged, str):
        near = (changed(found) for changed in (with_texts, with_floats))
        judged = next((one for one in near if digest_of(one) == judged.lower()), None)
        if judged is None:
            return ""
    unlike = [*_differences(found, judged, ())]
    named = [
        f"{'.'.join(path)} is {_short(one)}, and {_short(other)} was judged"
        for path, one, other in unlike[:MOST]
    ]
    if len(unlike) > MOST:
        named.append(f"so much for {MOST} of {len(unlike)} differences")
    if with_texts(found) == with_texts(judged):
        named.append(ALIKE)
    return "; ".join(named)


def _differences(one: Any, other: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    if type(one) is dict and type(other) is dict and {*one} == {*other}:
        for key in one:
            yield from _differences(one[key], other[key], (*path, key))
    elif type(one) is list and type(other) is list and len(one) == len(other):
        for place, pair in enumerate(zip(one, other, strict=True), 1):
            yield from _differences(*pair, (*path, str(place)))
    elif one != other:
        yield path, one, other


def _short(form: Any) -> str:
    words = in_words(form)
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}..."


def with_texts(plain: Any) -> Any:
    """A canonical declaration whose floats were written as texts.

    >>> with_texts(["1/2", str(Fraction(0.1)), "1/3"])
    ['1/2', '1/10', '1/3']
    """
    return _changed(plain, lambda x: Fraction(repr(float(x))) if _is_float(x) else x)


def with_floats(plain: Any) -> Any:
    """A canonical declaration whose numbers were given as floats.

    >>> with_floats(["1/2", "1/10"])
    ['1/2', '3602879701896397/36028797018963968']
    """
    return _changed(plain, lambda x: Fraction(float(x)))


def _is_float(number: Fraction) -> bool:
    try:
        return Fraction(float(number)) == number
    except OverflowError:
        return False


def _changed(plain: Any, change: Callable[[Fraction], Fraction]) -> Any:
    """The same with other numbers; names of releases, of laws and of kinds stay."""
    if type(plain) is list:
        return [_changed(one, change) for one in plain]
    if type(plain) is dict:
        kept = ("name", "law", "kind", "of")
        return {
            key: one if key in kept and type(one) is str else _changed(one, change)
            for key, one in plain.items()
        }
    try:
        return str(change(Fraction(plain))) if type(plain) is str else plain
    except ValueError:  # a function of a reward, such as "x"
        return plain
