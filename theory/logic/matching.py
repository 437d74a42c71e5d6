"""First-order matching of a pattern with holes: values are proposed, and the kernel checks them."""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from .simple_types import Type, match_type, typed
from .terms import App, Bound, Const, Free, Lam, Term, normal


@dataclass
class Matching:
    """Values for holes, and types for type variables, at which a pattern is a term."""

    holes: Sequence[Free]
    values: dict[str, Term] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)

    def complete(self) -> Mapping[str, Term] | None:
        """The values by the names of the holes, if each has one."""
        return self.values if len(self.values) == len(self.holes) else None

    def match(self, pattern: Term, term: Term) -> bool:
        """Whether a pattern can be made a term, after what was matched before."""
        return self._match(pattern, term, ())

    def _is_hole(self, term: Term) -> bool:
        return isinstance(term, Free) and term in self.holes

    def _put(self, hole: Term, value: Term) -> bool:
        assert isinstance(hole, Free)
        return self.values.setdefault(hole.name, value) == value

    def _match(self, pattern: Term, term: Term, stack: tuple[Type, ...]) -> bool:
        if self._is_hole(pattern):
            return term.loose == 0 and self._put(pattern, term)
        match pattern, term:
            case App(head, Bound(0)), _ if stack and self._is_hole(head):
                # a hole at the variable of the nearest binder: the function of that variable
                return term.loose <= 1 and self._put(head, normal(Lam(stack[0], term, "w")))
            case Lam(t, body), Lam(s, inner):
                return match_type(t, s, self.types) and self._match(body, inner, (s, *stack))
            case Lam(t, body), _:
                s = typed(t, self.types)
                return self._match(body, App(term, Bound(0)), (s, *stack))
            case App(f, x), App(g, y):
                return self._match(f, g, stack) and self._match(x, y, stack)
            case Const(name, t), Const(other, s):
                return name == other and match_type(t, s, self.types)
        return pattern == term
