"""What a source says now against what the claims of a folder were written for.

Statements are joined by their labels, never by their numbers; those without a label by what they
say, or else by likeness.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from ..tex_source.digest import digest, tokens
from ..tex_source.found import FoundStatement, Paper
from .source_record import Record, Written, named_digests

STATES = ("same", "renumbered", "changed", "affected", "gone", "new")
LOUD = ("changed", "affected", "gone")
"""The states after which a claim is stale."""
LIKE = 0.6
"""Two statements without a label that are at least so alike are versions of one."""
LONGEST = 4000
"""The most words of a statement in which differences are shown."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What became of a statement."""

    id: str
    """The ID of its claim; empty for a new statement."""
    state: str
    file: str
    line: int
    called: str
    """How it is printed now; before, if it is gone."""
    label: str
    sentence: str
    """What is different, without its place; empty if nothing is."""

    def __str__(self) -> str:
        """The sentence behind its place."""
        return f"{self.file}:{self.line}: {self.sentence}"


@dataclass(frozen=True)
class Drift:
    """All changes, the source, and its statements by the IDs of their claims."""

    changes: tuple[Change, ...]
    paper: Paper
    now: Mapping[str, FoundStatement]
    new: tuple[FoundStatement, ...]

    @property
    def stale(self) -> Mapping[str, Change]:
        """The claims that were written for something else."""
        return {change.id: change for change in self.changes if change.state in LOUD}

    @property
    def counts(self) -> str:
        """How many statements are in each state, in a line."""
        numbers = dict.fromkeys(STATES, 0)
        for change in self.changes:
            numbers[change.state] += 1
        return ", ".join(f"{number} {state}" for state, number in numbers.items() if number) + "."


def drift(record: Record, paper: Paper) -> Drift:
    """Compare the record of a folder with its source."""
    now = _joined(record.statements, paper.statements)
    known = named_digests(paper)
    changes = [
        _change(id, one, now.get(id), known, record.main) for id, one in record.statements.items()
    ]
    taken = [id(one) for one in now.values()]
    new = tuple(one for one in paper.statements if id(one) not in taken)
    for one in new:
        named = f"{one.called} ({one.label})" if one.label else one.called
        sentence = f"{named} is new, and has no claim."
        changes.append(_said("", "new", one, sentence))
    return Drift(tuple(changes), paper, now, new)


def _said(id: str, state: str, one: FoundStatement, sentence: str) -> Change:
    return Change(
        id=id,
        state=state,
        file=one.file,
        line=one.line,
        called=one.called,
        label=one.label,
        sentence=sentence,
    )


def _joined(
    before: Mapping[str, Written], statements: Sequence[FoundStatement]
) -> dict[str, FoundStatement]:
    """The statement of each claim: by label, then by what it says, then by likeness.

    Of statements with one label each belongs to one claim, first to that which says the same.
    """
    by_label: dict[str, list[FoundStatement]] = {}
    for one in statements:
        for label in one.labels:
            by_label.setdefault(label, []).append(one)
    now: dict[str, FoundStatement] = {}
    taken: set[int] = set()
    for alike in (True, False):
        for claim, old in before.items():
            free = [one for one in by_label.get(old.label, ()) if id(one) not in taken]
            if alike:
                free = [one for one in free if digest(one.expanded) == old.digest]
            if free and claim not in now:
                now[claim] = free[0]
                taken.add(id(free[0]))
    left = [one for one in statements if id(one) not in taken]
    for claim, old in before.items():
        if claim in now:
            continue
        found = next((one for one in left if digest(one.expanded) == old.digest), None)
        if found is None and not old.label:
            found = next((one for one in left if not one.label and _alike(old, one)), None)
        if found is not None:
            now[claim] = found
            left.remove(found)
    return now


def _alike(old: Written, one: FoundStatement) -> bool:
    """Whether a statement is probably another version of one."""
    before, after = tokens(old.text)[:LONGEST], tokens(one.expanded)[:LONGEST]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return matcher.quick_ratio() >= LIKE and matcher.ratio() >= LIKE


def _change(
    id: str, old: Written, one: FoundStatement | None, known: Mapping[str, str], main: str
) -> Change:
    """What became of the statement of a claim."""
    if one is None:
        named = f"{old.called} ({old.label})" if old.label else old.called
        sentence = f"{id} was written for {named}, which is gone."
        return Change(
            id=id,
            state="gone",
            file=old.file,
            line=old.line,
            called=old.called,
            label=old.label,
            sentence=sentence,
        )
    if digest(one.expanded) != old.digest:
        difference = words_that_differ(old.text, one.expanded)
        said = f"{id} says something else than its claim was written for: {difference}"
        return _said(id, "changed", one, said)
    others = [name for name in one.names if known.get(name) != old.names.get(name)]
    if others:
        said = f"{id} has not changed, but it names {', '.join(others)}, which has."
        return _said(id, "affected", one, said)
    return _quiet(id, old, one)


def _quiet(id: str, old: Written, one: FoundStatement) -> Change:
    """A statement that says the same: what else is different is said."""
    parts = []
    if one.label != old.label:
        parts.append(f"its label is {one.label or 'gone'}")
    if one.called != old.called:
        parts.append(f"it is {one.called}, and was {old.called}")
    if set(one.proof_names) != set(old.proof):
        parts.append(f"its proof names {', '.join(one.proof_names) or 'nothing'}")
    state = "renumbered" if one.called != old.called else "same"
    sentence = f"{id} says the same; {'; '.join(parts)}." if parts else ""
    return _said(id, state, one, sentence)


def words_that_differ(before: str, after: str) -> str:
    r"""The words that two texts do not share, as `[-old-]{+new+}`.

    >>> words_that_differ(r"at most $2\sigma$", r"at most $3\sigma$ for $x$")
    '[-2-]{+3+} ... {+ for $x$+}'
    """
    old, new = (_pieces(text)[:LONGEST] for text in (before, after))
    parts = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        if gone.strip() or come.strip():
            parts.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return _shortened(parts) or "its end"


def _pieces(text: str) -> list[str]:
    return re.findall(r"\\[a-zA-Z]+|\w+|\s+|.", text)


def _shortened(parts: Sequence[str], most: int = 300) -> str:
    """As many parts as a line holds."""

    def kept() -> Iterator[str]:
        length = 0
        for part in parts:
            length += len(part)
            if length > most:
                yield "..."
                return
            yield part

    return " ... ".join(kept())
