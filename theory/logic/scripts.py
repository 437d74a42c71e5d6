"""The rules that gave a theorem, as rows that a file keeps and that the kernel follows again.

A script has three tables: types, terms made of them, and steps. A step names a rule and gives what
that takes: a theorem as the number of steps back, a term as -1 - n for the row n, the types of type
variables, the certificate of a step of arithmetic by its place. The kernel makes each theorem anew,
so that whatever the rows are, only a theorem comes out; no text is read and no fact is looked for.
"""

from __future__ import annotations
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from .formulas import LAWS
from .kernel import Theorem, Theory
from .shapes import constant
from .simple_types import Type
from .terms import App, Bound, Const, Free, Lam, Refused, Term, normal

Script: TypeAlias = Mapping[str, Any]
"""The rows of `types`, `terms` and `steps`, in JSON types, and the `key` of what was read."""
CertificateOf: TypeAlias = Callable[[int, Sequence[Term], Term], Sequence[Any]]
"""The certificate at a place that a goal follows from premises."""
RULES = frozenset(("assume", "imp_intro", "all_intro", "instance", "convert", "use", "arith"))
"""The rules of the kernel; a script asks for nothing else."""
NO_ROWS = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What rows that no theorem gave may raise, besides `Refused`."""


def followed(theory: Theory, script: Script, certificate: CertificateOf) -> Theorem:
    """The theorem of the last step; raises Refused where a rule does, or where a row is none."""
    made: list[Theorem] = []
    try:
        types = _types(script["types"])
        terms = _terms(script["terms"], types)

        def value(item: Any) -> Any:
            if type(item) is int:
                return made[-item] if item > 0 else terms[~item]
            if type(item) is list:
                return [*map(value, item)]
            if type(item) is not dict:
                return item
            if "certificate" in item:
                return item["certificate"]
            return {name: types[place] for name, place in item.items()}

        for rule, *given in script["steps"]:
            if rule not in RULES:
                raise Refused(f"{rule!r} is no rule.")
            values = [*map(value, given)]
            if rule == "arith":
                using, goal, place = values
                values[2] = certificate(place, [th.conclusion for th in using], goal)
            made.append(getattr(theory, rule)(*values))
        return made[-1]
    except Refused:
        raise
    except NO_ROWS as error:
        raise Refused(f"That is no script: {error}") from None


def cited_in(script: Script) -> tuple[str, ...]:
    """The axioms and theorems that a script uses, each once.

    >>> cited_in({"steps": [["use", "markov", {}], ["instance", 1, [-3]], ["use", "refl", {}]]})
    ('markov',)
    """
    used = (row[1] for row in script.get("steps", ()) if row[:1] == ["use"])
    return tuple(dict.fromkeys(n for n in used if isinstance(n, str) and n not in LAWS))


def _types(rows: Sequence[Sequence[Any]]) -> list[Type]:
    types: list[Type] = []
    for name, *parts in rows:
        types.append((name, *(types[place] for place in parts)))
    return types


def _terms(rows: Sequence[Sequence[Any]], types: Sequence[Type]) -> list[Term]:
    """The terms of rows; an application and a function have their parts some rows before."""
    terms: list[Term] = []
    for row in rows:
        match row:
            case [int(head), int(arg)]:
                terms.append(App(terms[-head], terms[-arg]))
            case [str(name), int(t)]:
                terms.append(constant(name, types[t]))
            case [int(t), int(body), str(hint)]:
                terms.append(Lam(types[t], terms[-body], hint))
            case [int(index)]:
                terms.append(Bound(index))
            case [str(name), int(t), 0]:
                terms.append(Free(name, types[t]))
            case _:
                raise Refused(f"{row!r} is no term.")
    return terms


def script_of(theorem: Theorem, certificates: Sequence[Any]) -> Script:
    """The script of a theorem, by the places of its certificates in their list.

    A certificate is known by its identity, for it is the one that the kernel was given.
    """
    rows = _Rows({id(certificate): n for n, certificate in enumerate(certificates)})
    for th in _in_order(theorem):
        rows.add(th)
    return {"types": rows.types, "terms": rows.terms, "steps": rows.steps}


@dataclass
class _Rows:
    """The rows so far, and where each type, term and theorem is among them."""

    certificates: Mapping[int, int]
    types: list[list[Any]] = field(default_factory=list)
    terms: list[list[Any]] = field(default_factory=list)
    steps: list[list[Any]] = field(default_factory=list)
    places: dict[Any, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, th: Theorem) -> None:
        """The row of a theorem whose parts have rows."""
        self.steps.append([th.rule, *map(self._item, _given(th))])
        if th.rule == "arith":
            self.steps[-1].append({"certificate": self.certificates[id(th.data)]})
        self.places[th] = len(self.steps)

    def _item(self, value: Any) -> Any:
        if isinstance(value, Theorem):
            return len(self.steps) + 1 - self.places[value]
        if isinstance(value, Term):
            return ~self._term(value)
        if isinstance(value, Mapping):
            return {name: self._type(t) for name, t in value.items()}
        return [*map(self._item, value)] if isinstance(value, tuple) else value

    def _type(self, t: Type) -> int:
        if t not in self.places:
            row = [t[0], *map(self._type, t[1:])]
            self.places[t] = len(self.types)
            self.types.append(row)
        return self.places[t]

    def _term(self, term: Term) -> int:
        if term not in self.places:
            row = self._row(term)
            self.places[term] = len(self.terms)
            self.terms.append(row)
        return self.places[term]

    def _row(self, term: Term) -> list[Any]:
        match term:
            case App(head, arg):
                places = self._term(head), self._term(arg)
                return [len(self.terms) - place for place in places]
            case Lam(t, body):
                place = self._term(body)
                return [self._type(t), len(self.terms) - place, term.hint]
            case Const(name, t):
                return [name, self._type(t)]
            case Free(name, t):
                hint, mark, _ = name.partition("%")  # what follows differs from run to run
                number = self.numbers.setdefault(name, len(self.numbers)) if mark else ""
                return [f"{hint}{mark}{number}", self._type(t), 0]
            case Bound(index):
                return [index]
        raise Refused(f"{term!r} is no term.")


def _given(th: Theorem) -> tuple[Any, ...]:
    """What the rule of a theorem took, in its order; of arithmetic all but the certificate."""
    said, using, data = th.conclusion, th.using, th.data
    match th.rule:
        case "assume":
            return (said,)
        case "imp_intro" | "all_intro":
            return (data, *using)
        case "instance":
            return (using[0], data, *using[1:])
        case "convert":
            known = {name: th.theory.definitions[name] for name in data}
            plain = normal(using[0].conclusion, known)
            return (*using, None if said == plain else said, data)
        case "use":
            return data  # type: ignore[no-any-return]
        case "arith":
            return (using, said)
    raise Refused(f"{th.rule!r} is no rule.")


def _in_order(theorem: Theorem) -> list[Theorem]:
    """A theorem and all that it was made of, each after its own parts."""
    order: dict[Theorem, None] = {}
    stack = [(theorem, False)]
    while stack:
        th, ready = stack.pop()
        if ready:
            order[th] = None
        elif th not in order:
            stack.append((th, True))
            stack += [(part, False) for part in reversed(th.using)]
    return [*order]
