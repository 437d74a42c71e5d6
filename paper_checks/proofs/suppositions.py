"""What relations suppose of some quantities alone, when the others mean what equations say.

An equation of a name that stands nowhere else gives it a meaning, and supposes nothing: whatever
the other quantities are, some number is meant. A second relation of that name then supposes
something of what gives the name its meaning. `v == x` with `v <= 1` says that x <= 1, and `v == x`
with `v == c` that x == c.
"""

from __future__ import annotations
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple
from .relations import Relation, within

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


def supposed(proof: Proof, number: int) -> list[Relation]:
    """What a step that others may cite supposes of the quantities that it speaks of.

    These are the names of its relation, and those that conditions tie to them.

    >>> from .text.locating import written_proof
    >>> [str(item) for item in supposed(written_proof("thesis.lem2.22.bounded"), 6)]
    ['L == h*l']
    """
    step, where = proof.stated(number)
    names = where.tied_to(step.names)
    stated = [
        *map(Relation.of, where.conditions),
        *(item for one in proof.down_from(number) if one.assumed for item in one.relations),
    ]
    found = suppositions(stated, names, bounds(_ranges(proof, number), names))
    return [*dict.fromkeys(one.says for one in found)]


def _ranges(proof: Proof, number: int) -> Mapping[str, Iterable[Interval]]:
    """The ranges, each once, in which a step and those below it speak of a quantity."""
    found: dict[str, dict[Interval, None]] = {}
    for step in proof.down_from(number):
        for name, where in proof.scope.domain(step).ranges.items():
            if name in step.names:
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

    >>> said = [*map(Relation.of, ("x >= 1", "v == 2*x", "w == v", "w <= y", "v <= 6"))]
    >>> [str(one.says) for one in suppositions(said, "xy")]
    ['x >= 1', '2*x <= y', '2*x <= 6']
    >>> [str(one.says) for one in suppositions([Relation.of("v == x")], "x")]
    []

    The term of a name was shown to lie in its range, where the name was defined. What an equation
    has on its other side was not:

    >>> outside = [Relation.of("v < 1")]
    >>> [str(one.says) for one in suppositions([Relation.of("x == v")], "x", outside)]
    ['x < 1']
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
    for name in sorted(frozenset[str]().union(*(one.says.names for one in left)) - known):
        left = _without_bounds(left, name)
    return [one for one in left if one.says.names <= known and not _is_empty(one.says)]


def _without_bounds(items: Sequence[Supposition], name: str) -> list[Supposition]:
    """What relations suppose of all quantities but one, which some number between is to be.

    >>> said = [Supposition(one, one) for one in map(Relation.of, ("v >= x", "v < y", "y <= 1"))]
    >>> [str(one.says) for one in _without_bounds(said, "v")]
    ['y <= 1', 'x < y']
    """
    below, above = list[_Bound](), list[_Bound]()
    for item in items:
        for says in (item.says, item.says.turned) if item.says.sign != "==" else ():
            alone = says.left.kind == "var" and says.left.value == name
            if alone and name not in says.right.variables:
                bound = _Bound(says.right, says.strict, item)
                (below if ">" in says.sign else above).append(bound)
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


def _meaning(
    rest: Sequence[Supposition], known: frozenset[str]
) -> tuple[Supposition, str, Term] | None:
    """An equation that says what another name means; those that define it come first."""
    found: tuple[Supposition, str, Term] | None = None
    for item in rest:
        left, right = item.says.left, item.says.right
        for side, value in ((left, right), (right, left)) if item.says.sign == "==" else ():
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

    >>> said = ("x == x + 0", "1 == 1", "0 <= 1", "1 <= 0", "0 < 0", "0 <= x")
    >>> [_is_empty(Relation.of(text)) for text in said]
    [True, True, True, False, False, False]
    """
    from banditproof.theory.prover.kernel.forms import is_zero

    if says.sign == "==":
        return is_zero(says.left - says.right)
    low, high = (says.right, says.left) if ">" in says.sign else (says.left, says.right)
    if not low.kind == high.kind == "num":
        return False
    room = Fraction(high.value) - Fraction(low.value)
    return room > 0 or (room == 0 and not says.strict)
