"""What a source says now against what the claims of a folder were written for.

Statements are joined by their labels, never by their numbers; those without a label by what they
say, or else by likeness. A statement is affected if something changed that it or its proof refers
to: a statement, an equation, an algorithm, or what these refer to. Algorithms, figures and their
like are compared also where nothing refers to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from ..tex_source.digest import digest, tokens
from ..tex_source.found import FoundPlace, FoundStatement, Paper
from ..tex_source.watched_places import Unwatched, unwatched
from .drifting_places import changes_of_places, joined
from .source_changes import LONGEST, LOUD, STATES, Change, words_that_differ
from .source_record import STATEMENTS_ALONE, Record, Written, named_digests, reached, watched_places

LIKE = 0.6
"""Two statements without a label that are at least so alike are versions of one."""
OLDER = (
    "The record of {0} has statements alone: algorithms, figures, equations and what proofs refer "
    "to were not compared; `banditproof drift {0}/ --accept` records them as they are now."
)


@dataclass(frozen=True)
class Drift:
    """All changes, the source, and its statements by the IDs of their claims."""

    changes: tuple[Change, ...]
    paper: Paper
    now: Mapping[str, FoundStatement]
    new: tuple[FoundStatement, ...]
    of_places: tuple[Change, ...]
    """What became of algorithms, figures, equations and their like, if anything did."""
    main: str
    places: Mapping[str, FoundPlace]
    """Those that are watched, by their keys in the record."""
    unwatched: Unwatched
    older: bool = False
    """Whether the record has statements alone, so that nothing else was compared."""

    @property
    def loud(self) -> tuple[Change, ...]:
        """All that says something else than when the claims were written, or is gone."""
        return (*(c for c in self.changes if c.state in LOUD), *self.beside)

    @property
    def beside(self) -> tuple[Change, ...]:
        """What changed or is gone and is no statement."""
        return tuple(change for change in self.of_places if change.state in LOUD)

    @property
    def not_watched(self) -> Change:
        """What of the source is not watched, beside the changes."""
        return Change(
            id="",
            state="not watched",
            file=self.main,
            line=1,
            called="",
            label="",
            sentence=self.watched,
        )

    @property
    def watched(self) -> str:
        """What is watched, and what is not, each in a sentence."""
        kinds: dict[str, int] = {}
        for place in self.places.values():
            kinds[place.environment] = kinds.get(place.environment, 0) + 1
        named = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in sorted(kinds.items())]
        number = len(self.paper.statements)
        statements = f"{number} statement{'s' * (number != 1)}"
        return f"Watched: {', '.join([statements, *named])}. {self.unwatched}"

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
        for change in self.of_places:
            numbers[change.state] += 1
        return ", ".join(f"{number} {state}" for state, number in numbers.items() if number) + "."


def drift(record: Record, paper: Paper) -> Drift:
    """Compare the record of a folder with its source."""
    now = _joined(record.statements, paper.statements)
    known = named_digests(paper)
    changes = [
        _change(id, one, now.get(id), paper, known, record.form)
        for id, one in record.statements.items()
    ]
    taken = [id(one) for one in now.values()]
    new = tuple(one for one in paper.statements if id(one) not in taken)
    for one in new:
        named = f"{one.called} ({one.label})" if one.label else one.called
        sentence = f"{named} is new, and has no claim."
        changes.append(_said("", "new", one, sentence))
    watched = watched_places(paper)
    seen = {id(place) for place in watched}
    places = joined(record.places, paper.places)
    older = record.form == STATEMENTS_ALONE
    of_places = [] if older else list(changes_of_places(record.places, places, seen))
    names = {n for one in paper.statements for n in (*one.names, *one.proof_names)}
    nowhere = [name for name in reached(names, paper) if name in paper.labels and name not in known]
    return Drift(
        tuple(changes),
        paper,
        now,
        new,
        tuple(of_places),
        record.main,
        {key: one for key, one in places.items() if id(one) in seen},
        unwatched(paper.layout, paper, watched, nowhere),
        older,
    )


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
    id: str,
    old: Written,
    one: FoundStatement | None,
    paper: Paper,
    known: Mapping[str, str],
    form: int,
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
    names, proof = (reached(given, paper) for given in (one.names, one.proof_names))
    if form == STATEMENTS_ALONE:
        names = [name for name in names if name in old.names]
    others = [name for name in names if known.get(name) != old.names.get(name)]
    # what the proof names only now, or no more, is said below
    used = [name for name in proof if old.proof.get(name) and known.get(name) != old.proof[name]]
    if others or used:
        parts = [f"it names {', '.join(others)}"] if others else []
        parts += [f"its proof names {', '.join(used)}"] if used else []
        have = "which has" if len(others) + len(used) == 1 else "which have"
        said = f"{id} has not changed, but {' and '.join(parts)}, {have}."
        return _said(id, "affected", one, said)
    return _quiet(id, old, one, proof)


def _quiet(id: str, old: Written, one: FoundStatement, proof: Sequence[str]) -> Change:
    """A statement that says the same: what else is different is said."""
    parts = []
    if one.label != old.label:
        parts.append(f"its label is {one.label or 'gone'}")
    if one.called != old.called:
        parts.append(f"it is {one.called}, and was {old.called}")
    if set(proof) != set(old.proof):
        parts.append(f"its proof names {', '.join(one.proof_names) or 'nothing'}")
    state = "renumbered" if one.called != old.called else "same"
    sentence = f"{id} says the same; {'; '.join(parts)}." if parts else ""
    return _said(id, state, one, sentence)
