"""What a theorem of a step leaves open, item by item: a name, a place, and what it says.

A name tells where a hypothesis comes from: the relation, the fact, or the claim, as its text has
it. What is supposed is the formula of the kernel, which other values, an induction, a citation or
what runs through all members may have changed. So an item shows that formula, unless its name says
exactly this. The items with the ranges and conditions of the theorem are all that it supposes.
"""

from __future__ import annotations
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.formulas import quantified
from banditproof.theory.logic.printing import PLAIN, shown
from banditproof.theory.logic.shapes import parts, under
from banditproof.theory.logic.simple_types import PROP
from banditproof.theory.logic.terms import App, Const, Free, Term, normal, opened
from banditproof.theory.logic.variables import frees, fresh
from .formulas import formula, has_formula, put
from .kinds_of_hypotheses import SETTINGS, Kind, Label

if TYPE_CHECKING:
    from ..step import Step
    from .sequents import Sequents

HIDDEN = re.compile(r"(?:(?P<of>.+)\.)?(?P<name>[^.\d][^.]*)\.(?P<at>\d+(?:\.\d+)*)")
"""A quantity of a cited claim that has no name here: the claim, its name there, the citing step.

Without a claim it is the sequence of an earlier step, at other values.
"""
WORDS = {"PI": "pi", "d_eps_by_min": "d_eps"}
"""How proofs write what the logic names otherwise."""


class OpenItem(NamedTuple):
    """A hypothesis of a theorem."""

    label: Label
    says: str
    """Its formula; empty if the name of the label says exactly this."""
    besides: bool
    """Whether it stands in no range and no condition that is printed with the relation."""

    def __str__(self) -> str:
        """The kind, the name, the place, and the formula.

        >>> label = Label(Kind.CLAIM, "my.a (2)", "my.b", 1)
        >>> print(OpenItem(label, "x <= n", True))
        claim my.a (2): step 1 of my.b; says x <= n
        """
        return f"{self.label}; says {self.says}" if self.says else str(self.label)


def open_items(judged: Sequents, step: Step) -> tuple[OpenItem, ...]:
    """What the theorem of a step stands under, each once, in the order of the hypotheses."""
    supposed = judged.facts[step.number].hypotheses
    found = (
        item
        for h in sorted(supposed, key=judged.order)
        for item in _items(judged, judged.labels[h], h, supposed)
    )
    return tuple(dict.fromkeys(found))


def _items(
    judged: Sequents, label: Label, what: Term, supposed: Collection[Term]
) -> Iterator[OpenItem]:
    """A hypothesis, or those for which one word of a cited step stands."""
    if label.kind == Kind.CITED:
        for inside, one in zip(label.inner, _each_of_word(judged, what), strict=True):
            for item in _items(judged, inside, one, supposed):
                yield item._replace(besides=True)
        return
    plain = replace(label, inner=())
    own = label.kind in SETTINGS and what in judged.relations
    yield OpenItem(plain, _says(judged, plain, what, supposed), not own)
    # what stands within the formula that was just shown
    within = (one for inner in label.inner for one in inner.leaves)
    yield from (OpenItem(one, "", True) for one in within if one.kind not in SETTINGS)


def _each_of_word(judged: Sequents, what: Term) -> list[Term]:
    """What the word of a cited step stands for, at the terms at which it is supposed."""
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


def _says(judged: Sequents, label: Label, what: Term, supposed: Collection[Term]) -> str:
    """The formula of a hypothesis, if its name does not say it."""
    if judged.is_named(label, what) or judged.is_named(label, _in_its_place(label, what)):
        return ""
    # what the theorem supposes anyhow need not be repeated as a premise
    while (pair := parts(what, "imp")) and pair[0] in supposed:
        what = pair[1]
    return _as_written(judged, label, what) or in_print(what)


def _in_its_place(label: Label, what: Term) -> Term:
    """A formula about quantities of a cited claim alone, with the names that they have there."""
    own = {
        x: Free(hidden["name"], x.type)
        for x in frees(what)
        if (hidden := HIDDEN.fullmatch(x.name)) and hidden["of"] == label.of
    }
    others = [x for x in frees(what) if x not in own and x.type != PROP]
    return what if others or not own else normal(put(what, own))


def _as_written(judged: Sequents, label: Label, what: Term) -> str:
    """A relation as its step writes it, if it is exactly that."""
    if label.of != judged.proof.id or label.kind == Kind.TEXTBOOK:
        return ""
    for one in judged.proof.step(label.step).relations if label.step else ():
        if has_formula(one) and normal(formula(one)) == normal(what):
            return str(one)
    return ""


class _Names(Mapping[str, str]):
    """The names of the kernel as proofs write them, those that a formula binds too."""

    def __getitem__(self, name: str) -> str:
        if name in WORDS:
            return WORDS[name]
        if name.startswith("said."):
            return f"[{name.removeprefix('said.')}]"
        plain = name.replace(".whole", "", 1).replace(".terms", "", 1)
        hidden = HIDDEN.fullmatch(plain)
        return f"{hidden['name']}'{hidden['at']}" if hidden else plain

    def __iter__(self) -> Iterator[str]:
        return iter(WORDS)

    def __len__(self) -> int:
        return len(WORDS)


AS_IN_PROOFS = replace(PLAIN, names=_Names(), types=False)


def in_print(what: Term) -> str:
    """A formula of the kernel with the names of the proof.

    A name with a prime is one of the claim's own that the step with this number cites, or the whole
    number of its induction: k'2, n'3. `[my.a.2]` is what step 2 of my.a says in words.

    >>> from .formulas import said
    >>> in_print(said("my.a.2"))
    '[my.a.2]'
    """
    return shown(what, AS_IN_PROOFS)
