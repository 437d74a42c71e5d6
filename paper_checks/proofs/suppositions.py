"""What relations suppose of some quantities alone, when the others mean what equations say.

An equation of a name that stands nowhere else gives it a meaning, and supposes nothing: whatever
the other quantities are, some number is meant. A second relation of that name then supposes
something of what gives the name its meaning. `v = x` with `v <= 1` says that x <= 1, and `v = x`
with `v = c` that x = c.
"""

from __future__ import annotations
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple
from .relations import Relation, within
from .step import ProgramStep

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval
    from banditproof.theory.prover.kernel.terms import Term
    from .proof import Proof


class Supposition(NamedTuple):
    """A relation between some quantities alone, and the stated one from which it follows."""

    says: Relation
    stated: Relation
    """The relation as it is stated."""
    replaced: tuple[Meaning, ...] = ()
    """The names in it that were replaced."""

    def at(self, meaning: Meaning) -> Supposition:
        """The same with a term in place of a name."""
        if meaning.name not in self.says.names:
            return self
        says = self.says.with_values({meaning.name: meaning.value})
        return Supposition(says, self.stated, (*self.replaced, meaning))


class Meaning(NamedTuple):
    """What a name means, and when it was replaced: names in the term of one are replaced later."""

    place: int
    name: str
    value: Term


class Supposed(NamedTuple):
    """What a step that others may cite supposes of the quantities that it speaks of."""

    alone: tuple[Relation, ...]
    """Relations between these, which are shown where the step is cited."""
    tied: Mapping[Relation, str]
    """Relations, each as it is written, with others that cannot be left out: these quantities are
    the particular ones of which that is so."""


def supposed(proof: Proof, number: int, others: Collection[str] = ()) -> Supposed:
    """What a step supposes of the names of its relation, and of those that conditions tie to them.

    A sentence has no names; it speaks of `others`.

    >>> from .text.locating import written_proof
    >>> [str(item) for item in supposed(written_proof("thesis.lem2.22.bounded"), 6).alone]
    ['L = h*l']
    >>> [*supposed(written_proof("zcdp.asm1"), 6).tied.values()]
    ['m = abs(r - R)']
    """
    step, where = proof.stated(number)
    names = where.tied_to(step.names.union(others))
    stated = stated_below(proof, number, names)
    alone, tied = _alone_and_tied(stated, names, bounds(_ranges(proof, number), names))
    return Supposed(
        tuple(dict.fromkeys(one.says for one in alone)),
        {one.stated: stated.get(one.stated, str(one.stated)) for one in tied},
    )


def stated_below(proof: Proof, number: int, names: frozenset[str]) -> Mapping[Relation, str]:
    """What is assumed or computed below a step, and the conditions there, as they are written.

    Of some names, of which the step speaks, it says or shows itself what others have said of them
    alone.
    """
    stated = {Relation.of(text): text for text in proof.scope.domain(proof.step(number)).conditions}
    for one in proof.down_from(number):
        texts = {Relation.of(text): text for text in proof.scope.domain(one).conditions}
        stated |= {item: text for item, text in texts.items() if not item.names <= names}
        told = one.assumed or isinstance(one, ProgramStep)
        stated |= dict.fromkeys(one.relations if told else (), one.formula)
    return stated


def _ranges(proof: Proof, number: int) -> Mapping[str, Iterable[Interval]]:
    """The ranges, each once, in which a step and those below it speak of a quantity."""
    found: dict[str, dict[Interval, None]] = {}
    for step in proof.down_from(number):
        domain = proof.scope.domain(step)
        spoken = domain.tied_to(step.names)
        for name, where in domain.ranges.items():
            if name in spoken:
                found.setdefault(name, {})[where] = None
    return found


def bounds(ranges: Mapping[str, Iterable[Interval]], names: Collection[str]) -> Iterator[Relation]:
    """The ranges of all quantities but some, as relations."""
    from banditproof.theory.prover.kernel.terms import var

    for name, several in ranges.items():
        if name not in names:
            for where in several:
                yield from within(var(name), where)


def suppositions(
    stated: Iterable[Relation], names: Collection[str], ranges: Iterable[Relation] = ()
) -> list[Supposition]:
    """What stated relations, and ranges of other quantities, suppose of some quantities alone.

    >>> said = [*map(Relation.of, ("x >= 1", "v = 2*x", "w = v", "w <= y", "v <= 6"))]
    >>> [str(one.says) for one in suppositions(said, "xy")]
    ['x >= 1', '2*x <= y', '2*x <= 6']
    >>> [str(one.says) for one in suppositions([Relation.of("v = x")], "x")]
    []

    The term of a name was shown to lie in its range, where the name was defined. What an equation
    has on its other side was not:

    >>> outside = [Relation.of("v < 1")]
    >>> [str(one.says) for one in suppositions([Relation.of("x = v")], "x", outside)]
    ['x < 1']
    """
    return _alone_and_tied(stated, names, ranges)[0]


def _alone_and_tied(
    stated: Iterable[Relation], names: Collection[str], ranges: Iterable[Relation]
) -> tuple[list[Supposition], list[Supposition]]:
    """Relations between the named quantities alone, and those that tie them to hidden ones.

    A hidden quantity cannot be eliminated if some relation has it alone on no side. Then all
    relations of it tie, and so do those of the hidden quantities in these: together they may
    suppose anything.

    >>> said = [*map(Relation.of, ("v >= x", "v^2 <= 2*v", "w = v^2"))]
    >>> [[str(one.says) for one in some] for some in _alone_and_tied(said, "x", ())]
    [[], ['v >= x', 'v^2 <= 2*v']]
    >>> [[str(one.says) for one in some] for some in _alone_and_tied(said[:1], "x", ())]
    [[], []]
    """
    known = frozenset(names)
    rest = [Supposition(item, item) for item in stated]
    outside = [Supposition(item, item) for item in ranges]
    place = 0
    while (found := _meaning(rest, known)) is not None:
        item, name, value = found
        place, meaning = place + 1, Meaning(place, name, value)
        rest.remove(item)
        if _defines(item.stated, name):
            outside = [one for one in outside if one.stated.names != {name}]
        rest, outside = ([one.at(meaning) for one in some] for some in (rest, outside))
    left = [*rest, *outside]
    kept = set[str]()
    for name in sorted(frozenset[str]().union(*(one.says.names for one in left)) - known):
        for one in left:
            if name in one.says.names and not _bounds_of(one, name):
                kept |= one.says.names - known
        left = _without_bounds(left, name)
    alone = [one for one in left if one.says.names <= known and not _is_empty(one.says)]
    while (
        grown := {n for one in rest for n in one.says.names - known if one.says.names & kept} - kept
    ):
        kept |= grown
    tied = [one for one in rest if one.says.names & kept]
    return alone, tied if any(one.says.names & known for one in tied) else []


def _without_bounds(items: Sequence[Supposition], name: str) -> list[Supposition]:
    """What relations suppose of all quantities but one, which some number between is to be.

    >>> said = [Supposition(one, one) for one in map(Relation.of, ("v >= x", "v < y", "y <= 1"))]
    >>> [str(one.says) for one in _without_bounds(said, "v")]
    ['y <= 1', 'x < y']
    """
    below, above = list[_Bound](), list[_Bound]()
    for item in items:
        for is_below, bound in _bounds_of(item, name):
            (below if is_below else above).append(bound)
    between = [
        Supposition(
            Relation(low.value, "<" if low.strict or high.strict else "<=", high.value),
            low.item.stated,
            tuple(sorted({*low.item.replaced, *high.item.replaced})),
        )
        for low in below
        for high in above
    ]
    return [*(one for one in items if name not in one.says.names), *between]


class _Bound(NamedTuple):
    """A term that bounds a name."""

    value: Term
    strict: bool
    item: Supposition


def _bounds_of(item: Supposition, name: str) -> list[tuple[bool, _Bound]]:
    """The bound that a relation gives a name, and whether it is one from below; or none."""
    found = list[tuple[bool, _Bound]]()
    for says in (item.says, item.says.turned) if item.says.sign != "=" else ():
        if says.left.kind == "var" and says.left.value == name not in says.right.variables:
            found.append((">" in says.sign, _Bound(says.right, says.strict, item)))
    return found


def _meaning(
    rest: Sequence[Supposition], known: frozenset[str]
) -> tuple[Supposition, str, Term] | None:
    """An equation that says what another name means; those that define it come first."""
    found: tuple[Supposition, str, Term] | None = None
    for item in rest:
        left, right = item.says.left, item.says.right
        for side, value in ((left, right), (right, left)) if item.says.sign == "=" else ():
            name = str(side.value) if side.kind == "var" else ""
            if name and name not in known | value.variables:
                if _defines(item.stated, name):
                    return item, name, value
                found = found or (item, name, value)
    return found


def _defines(stated: Relation, name: str) -> bool:
    return stated.definition is not None and stated.definition[0] == name


def _is_empty(says: Relation) -> bool:
    """Whether a relation supposes nothing: an equation of the same sides, or one that numbers meet.

    >>> said = ("x = x + 0", "1 = 1", "0 <= 1", "n <= 1 + n", "1 <= 0", "0 < 0", "0 <= x")
    >>> [_is_empty(Relation.of(text)) for text in said]
    [True, True, True, True, False, False, False]
    """
    from banditproof.theory.prover.kernel.forms import is_zero

    low, high = (says.right, says.left) if ">" in says.sign else (says.left, says.right)
    room = high - low
    if not says.strict and is_zero(room):
        return True
    return says.sign != "=" and room.kind == "num" and Fraction(room.value) > 0
