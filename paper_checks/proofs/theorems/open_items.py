"""What a theorem of a step leaves open, item by item: a name, a place, and what it says.

A name tells where a hypothesis comes from: the relation, the fact, or the claim, as its text has
it. The hypothesis itself is a formula of the kernel. Other values, an induction, a citation, or a
quantity that runs through all members may have changed it since it was named. So an item shows that
formula, unless its name says exactly this. The items, and the ranges and conditions of the theorem,
are all that it supposes.
"""

from __future__ import annotations
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.formulas import quantified
from banditproof.theory.logic.printing import PLAIN, names_in, shown
from banditproof.theory.logic.shapes import parts, under
from banditproof.theory.logic.simple_types import PROP
from banditproof.theory.logic.terms import App, Const, Free, Lam, Term, normal, opened
from banditproof.theory.logic.variables import frees, fresh, put
from .formulas import formula, has_formula
from .kinds_of_hypotheses import SETTINGS, Kind, Label

if TYPE_CHECKING:
    from ..step import Step
    from .sequents import Sequents

HIDDEN = re.compile(r"(?:(?P<of>.+)\.)?(?P<name>[^.\d][^.]*)\.(?P<at>\d+(?:\.\d+)*)")
"""A quantity of a cited claim that has no name here: the claim, its name there, the citing step.

Without a claim it is the sequence of an earlier step, at other values.
"""
CONSTANTS = {"PI": "pi", "d_eps_by_min": "d_eps"}
"""How proofs write what the logic names otherwise."""
INDUCTIONS = re.compile(r"\.whole(?=\.\d)|\.terms\.\d+")
"""What an induction adds to a name: for its whole number, or for a sequence."""


class OpenItem(NamedTuple):
    """A hypothesis of a theorem."""

    label: Label
    says: str
    """Its formula; empty if the name of the label says exactly this."""
    besides: bool
    """Whether it stands in no range and no condition that is printed with the relation."""

    def __str__(self) -> str:
        """The kind, the name, the place, and what it says: in words where there are any.

        >>> label = Label(Kind.CLAIM, "my.a (2)", "my.b", 1)
        >>> print(OpenItem(label, "x <= n", True))
        claim my.a (2): step 1 of my.b; says x <= n
        >>> label = Label(Kind.CLAIM, "my.a (2)", "my.b", 1, sentence="The regret is at most $n$")
        >>> print(OpenItem(label, "x <= n", True))
        claim my.a (2): step 1 of my.b; says x <= n (The regret is at most $n$)
        """
        says = f"; says {self.says}" if self.says else ""
        words = f" ({self.label.sentence})" if self.label.sentence else ""
        return f"{self.label}{says}{words}"


def open_items(judged: Sequents, step: Step) -> tuple[OpenItem, ...]:
    """What the theorem of a step stands under, each once, in the order of the hypotheses."""
    th = judged.facts[step.number]
    found = [
        one
        for h in sorted(th.hypotheses, key=judged.order)
        for one in _hypotheses(judged, judged.labels[h], h)
    ]
    variables = frees(th.conclusion).union(*(frees(what) for _, what in found if what is not None))
    formulas = [(label, what) for label, what in found if what is not None]
    printed = _Printed(judged, th.hypotheses, variables, _with_a_prime(formulas))
    items = []
    for label, what in found:
        own = label.kind in SETTINGS and what in judged.relations and what in th.hypotheses
        says = "" if what is None else printed.says(label, what)
        items.append(OpenItem(label, says, not own))
    return tuple(dict.fromkeys(items))


def _hypotheses(judged: Sequents, label: Label, what: Term) -> Iterator[tuple[Label, Term | None]]:
    """A hypothesis, or those for which one word of a cited step stands.

    What stands within the formula of another one has a label alone.
    """
    if label.kind == Kind.CITED:
        for inside, one in zip(label.inner, _each_of_word(judged, what), strict=True):
            yield from _hypotheses(judged, inside, one)
        return
    yield replace(label, inner=()), what
    within = (one for inner in label.inner for one in inner.leaves)
    yield from ((one, None) for one in within if one.kind not in SETTINGS)


def _each_of_word(judged: Sequents, what: Term) -> list[Term]:
    """The hypotheses of a cited step for which one word stands, at the terms of the citation."""
    bound = list[Free]()
    while body := under(what, "forall"):
        bound.append(fresh(body.type, body.hint))
        what = opened(body.body, bound[-1])
    head = what
    while isinstance(head, App):
        head = head.head
    assert isinstance(head, Const)
    rest: Term | None = normal(what, {head.name: judged.theory.definitions[head.name]})
    found = []
    while rest is not None:
        pair = parts(rest, "and")
        found.append(pair[0] if pair else rest)
        rest = pair[1] if pair else None
    for x in reversed(bound):
        found = [quantified("forall", x, one) for one in found]
    return found


def _own(label: Label, what: Term) -> dict[Free, Free]:
    """The quantities of a cited claim in one of its hypotheses, by their names there."""
    return {
        x: Free(hidden["name"], x.type)
        for x in frees(what)
        if (hidden := HIDDEN.fullmatch(x.name)) and hidden["of"] == label.of
    }


def _with_a_prime(formulas: Sequence[tuple[Label, Term]]) -> frozenset[Free]:
    """The quantities of cited claims that are shown beside others, and so with a prime.

    Each item about one of them shows its formula: read without the prime, its name would be another
    quantity.
    """
    found = frozenset[Free]()
    while True:
        before = found
        for label, what in formulas:
            own, all_of_it = _own(label, what), {x for x in frees(what) if x.type != PROP}
            if all_of_it - own.keys() or found & own.keys():
                found |= own.keys()
        if found == before:
            return found


@dataclass(frozen=True)
class _Printed:
    """The formulas of one theorem in print; different variables have different names."""

    judged: Sequents
    supposed: Collection[Term]
    variables: frozenset[Free]
    with_a_prime: frozenset[Free]

    def says(self, label: Label, what: Term) -> str:
        """The formula of a hypothesis, if its name does not say it."""
        if self.judged.is_named(label, self._in_its_place(label, what)):
            return ""
        # what the theorem supposes anyhow need not be repeated as a premise
        while (pair := parts(what, "imp")) and pair[0] in self.supposed:
            what = pair[1]
        return self._as_written(label, what) or in_print(self._unfolded(what), self.names)

    def _in_its_place(self, label: Label, what: Term) -> Term:
        """A formula about quantities of a cited claim alone, with the names that they have there.

        These are told from others only if nothing else here has such a name.
        """
        own = _own(label, what)
        if own.keys() & self.with_a_prime:
            return what
        others = {_stem(x) for x in self.variables - own.keys()}
        if others & {x.name for x in own.values()}:
            return what
        strange = [x for x in frees(what) if x not in own and x.type != PROP]
        return what if strange or not own else normal(put(what, own))

    def _as_written(self, label: Label, what: Term) -> str:
        """A relation as its step writes it, if it is exactly that."""
        if label.of != self.judged.proof.id or label.kind == Kind.TEXTBOOK:
            return ""
        for one in self.judged.proof.step(label.step).relations if label.step else ():
            if has_formula(one) and normal(formula(one)) == normal(what):
                return str(one)
        return ""

    def _unfolded(self, what: Term) -> Term:
        """A formula without the words for what cited steps leave open."""
        known = self.judged.theory.definitions
        while words := {name for name in names_in(what) & known.keys() if ".open" in name}:
            what = normal(what, {name: known[name] for name in words})
        return what

    @cached_property
    def names(self) -> Mapping[Free, str]:
        """A name for each variable: that of the proof, as far as no other one has it."""
        found: dict[Free, str] = {}
        for x in sorted(self.variables, key=lambda x: (x.name, repr(x.type))):
            name = printed_name(x.name)
            while any(name == other and x.type == y.type for y, other in found.items()):
                name += "'"
            found[x] = name
        return found


def _stem(x: Free) -> str:
    """The name of a quantity where it stands."""
    plain = INDUCTIONS.sub("", x.name)
    hidden = HIDDEN.fullmatch(plain)
    return hidden["name"] if hidden else plain.partition(".")[0]


def printed_name(name: str) -> str:
    """A name of the kernel as lists show it.

    A prime stands before the number of the step that cites the claim whose quantity it is, or of
    the induction whose whole number it is; `[my.a.2]` is what step 2 of my.a says in words.

    >>> [*map(printed_name, ("x", "n.whole.3", "s.terms.3", "bern.lemD.3.k.2", "said.my.a.2"))]
    ['x', "n'3", 's', "k'2", '[my.a.2]']
    """
    if name.startswith("said."):
        return f"[{name.removeprefix('said.')}]"
    plain = INDUCTIONS.sub("", name)
    hidden = HIDDEN.fullmatch(plain)
    return f"{hidden['name']}'{hidden['at']}" if hidden else plain


def in_print(what: Term, names: Mapping[Free, str]) -> str:
    """A formula of the kernel in which variables have the names of the proof.

    >>> from .formulas import said
    >>> in_print(said("my.a.2"), {})
    '[my.a.2]'
    """
    return shown(_renamed(what, names), AS_IN_PROOFS)


AS_IN_PROOFS = replace(
    PLAIN, types=False, signs={**PLAIN.signs, "mul": "*", "nmul": "*", "div": "/"}
)
"""The signs of the relations beside which it is printed."""


def _renamed(what: Term, names: Mapping[Free, str]) -> Term:
    """A formula with other names of its free and its bound variables."""
    match what:
        case App(head, arg):
            return App(_renamed(head, names), _renamed(arg, names))
        case Lam(kind, body):
            return Lam(kind, _renamed(body, names), printed_name(what.hint))
        case Free(name, kind):
            return Free(names.get(what) or printed_name(name), kind)
        case Const(name, kind):
            return Const(CONSTANTS.get(name, name), kind)
    return what
