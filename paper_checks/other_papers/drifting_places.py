"""What became of the algorithms, figures and equations of a source, beside its statements."""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from ..tex_source.digest import digest
from ..tex_source.found import FoundPlace
from .source_changes import Change, words_that_differ
from .source_record import Placed


def joined(before: Mapping[str, Placed], places: Sequence[FoundPlace]) -> dict[str, FoundPlace]:
    """The place of each key: by a label, or else among those of one environment without a label.

    There it is the one that says the same, or else the next in order; places that are new have
    their first label as their key, or else their environment and a number that is free.
    """
    now: dict[str, FoundPlace] = {}
    left = {id(one): one for one in places}
    for key, old in before.items():
        found = next((one for one in left.values() if set(one.labels) & set(old.labels)), None)
        if found is not None:
            now[key] = left.pop(id(found))
    unlabelled: dict[str, list[FoundPlace]] = defaultdict(list)
    for one in left.values():
        if not one.labels:
            unlabelled[one.environment].append(one)
    for alike in (True, False):
        for key, old in before.items():
            free = unlabelled[old.environment] if key not in now and not old.labels else []
            found = next(
                (one for one in free if not alike or digest(one.expanded) == old.digest), None
            )
            if found is not None:
                free.remove(found)
                now[key] = left.pop(id(found))
    numbers: dict[str, int] = defaultdict(int)
    for one in left.values():
        key = one.labels[0] if one.labels else ""
        while not key or key in now or key in before:
            numbers[one.environment] += 1
            key = f"{one.environment} {numbers[one.environment]}"
        now[key] = one
    return now


def changes_of_places(
    before: Mapping[str, Placed], now: Mapping[str, FoundPlace], watched: Container[int]
) -> Iterator[Change]:
    """What became of the places that a record has, and those that are watched from now on."""
    for key, old in before.items():
        one, named = now.get(key), _named(key, old.environment)
        if one is None:
            said = f"The {named} is gone."
            yield _of_place(key, "gone", old, old.labels, said)
        elif digest(one.expanded) != old.digest:
            difference = words_that_differ(old.text, one.expanded)
            said = f"The {named} says something else than when it was recorded: {difference}"
            yield _of_place(key, "changed", one, one.labels, said)
    for key, one in now.items():
        if key not in before and id(one) in watched:
            said = f"The {_named(key, one.environment)} is watched from now on."
            yield _of_place(key, "new", one, one.labels, said)


def _named(key: str, environment: str) -> str:
    return key if key.startswith(f"{environment} ") else f"{environment} {key}"


def _of_place(
    key: str, state: str, place: Placed | FoundPlace, labels: Sequence[str], said: str
) -> Change:
    return Change(
        id="",
        state=state,
        file=place.file,
        line=place.line,
        called=key,
        label=labels[0] if labels else "",
        sentence=said,
    )
