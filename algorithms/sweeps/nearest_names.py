"""Names that are not known, and the nearest that are."""

from collections.abc import Iterable
from difflib import get_close_matches


def checked_keys(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError for a key that is not known, with the nearest one.

    >>> checked_keys("A sweep", ["horizon"], ["horizons", "seeds"])
    Traceback (most recent call last):
    ...
    ValueError: A sweep has no key 'horizon'; did you mean horizons?
    """
    names = list(known)
    for key in given:
        if key not in names:
            near = [name for name in names if name.casefold() == str(key).strip().casefold()]
            near = near or get_close_matches(str(key), names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"give some of {', '.join(names)}."
            raise ValueError(f"{what} has no key {key!r}; {hint}")
